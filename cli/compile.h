// compile.h: machines that were compiled ahead of time; private to compile*.c, and how runs find them.
#pragma once

#include "cli.h"

extern const unsigned char dv_text_real_h[], dv_text_functions_h[];
extern const unsigned dv_text_real_h_size, dv_text_functions_h_size;

// Compiles C for this machine: one object per width, then one library. FINE, or RUN_FAILED after a diagnostic.
int compile_build(args *a, const char *source, const char *out);
