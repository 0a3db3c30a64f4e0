// include_path.h: the path of a machine as a file that includes it, and may lie elsewhere, must write it.
#pragma once

#include "base/arena.h"

const char *yaml_word(dv_arena *a, const char *text);  // as YAML takes it within brackets: quoted where it must be
const char *include_path(dv_arena *a, const char *machine, const char *out);
