// format.h: the formats of result files; private to this folder.
#pragma once

#include "record/history.h"

// write fills an open temporary file by its name; both: 0 or a log, or -1 or NULL with the reason in *why.
typedef int dv_history_writer(const dv_history *l, const char *file, const char **why);
typedef dv_history *dv_history_reader(dv_arena *a, dv_diags *d, const char *file, const char **why);

dv_history_writer dv_csv_write, dv_hdf5_write, dv_mat_write;
dv_history_reader dv_csv_read, dv_hdf5_read, dv_mat_read;
