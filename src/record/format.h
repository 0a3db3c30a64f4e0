// format.h: the formats of result files; private to this folder.
#pragma once

#include "record/history.h"

#include <stdio.h>

// write puts all bytes into an open file, whose errors the caller looks at; both: 0 or a log, or -1 or NULL with the reason in
// *why.
typedef int dv_history_writer(const dv_history *l, FILE *f, const char **why);
typedef dv_history *dv_history_reader(dv_arena *a, dv_diags *d, const char *file, const char **why);

dv_history_writer dv_csv_write, dv_hdf5_write, dv_mat_write;
dv_history_reader dv_csv_read, dv_hdf5_read, dv_mat_read;
