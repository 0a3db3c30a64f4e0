// target.h: a traced machine as text of a language: one row of targets.def and one file each.
#pragma once

#include "graph/trace.h"

// The functions of a machine; file: where it came from. Names of states stand beside their numbers.
typedef const char *dv_target_write(dv_arena *a, const dv_traced_machine *t, const char *file);

#define DV_TARGET(id, ...) dv_target_write dv_target_##id;
#include "graph/targets.def"

dv_target_write *dv_target_of(const char *path);  // by the suffix; NULL: no target has it

// "FILE.so|FILE.c|..." for the help of a verb: a library, or the text of a target; and the targets alone.
extern const char dv_target_files[];
#define DV_TARGET_TEXTS (dv_target_files + sizeof "FILE.so")
