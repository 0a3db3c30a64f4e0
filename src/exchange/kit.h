// kit.h: what every FMU carries, built with the project: the core runtime as a library, and its sources as an archive.
#pragma once

// From name to name_end; empty: this build has none (cmake/fmu.cmake).
extern const char dv_kit_linux[], dv_kit_linux_end[], dv_kit_windows[], dv_kit_windows_end[], dv_kit_sources[],
    dv_kit_sources_end[];
