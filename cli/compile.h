// compile.h: machines that were compiled ahead of time; private to compile*.c, and how runs find them.
#pragma once

#include "cli.h"

#include "graph/trace.h"

extern const unsigned char dv_text_real_h[], dv_text_functions_h[];
extern const unsigned dv_text_real_h_size, dv_text_functions_h_size;

// Compiles C for this machine: one object per width, then one library. FINE, or RUN_FAILED after a diagnostic.
// lanes: the widest that this run needs; 0: all.
int compile_build(args *a, const char *source, const char *out, int lanes);
int compile_open(args *a, dv_machine *m, dv_trace_options *o);  // --open
// Columns -> what `show` must write.
int compile_show(dv_arena *a, dv_diags *d, const dv_model *m, const char *const *column, int n, dv_trace_options *o);
