// format.h: the formats of result files; private to this folder.
#pragma once

#include "record/log.h"

// write fills an open temporary file by its name; both: 0 or a log, or -1 or NULL with the reason in *why.
typedef int dv_log_writer(const dv_log *l, const char *file, const char **why);
typedef dv_log *dv_log_reader(dv_arena *a, dv_diags *d, const char *file, const char **why);

dv_log_writer dv_csv_write, dv_hdf5_write, dv_mat_write;
dv_log_reader dv_csv_read, dv_hdf5_read, dv_mat_read;
