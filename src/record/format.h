// format.h: the formats of result files; private to this folder.
#pragma once

#include "record/history.h"

// What zlib packs a thousandfold is all zeros; a file that claims to hold more than this times its size lies.
enum { DV_PACKED_MOST = 1100 };

#include <stdio.h>

// write puts all bytes into an open file, whose errors the caller looks at; both: 0 or a log, or -1 or NULL with the reason in
// *why. A writer takes its memory from `scratch` before it opens anything: without memory control does not come back to it.
typedef int dv_history_writer(const dv_history *l, dv_arena *scratch, FILE *f, const char **why);
typedef dv_history *dv_history_reader(dv_arena *a, dv_diags *d, const char *file, const char **why);

#define DV_FORMAT(id, ...)                                                                                                       \
  dv_history_writer dv_##id##_write;                                                                                             \
  dv_history_reader dv_##id##_read;
#include "record/formats.def"
void dv_column_split(dv_arena *a, const char *text, dv_column *c);  // "pin.rate [rad/s]" (csv.c)
// dv_csv_read of bytes with a zero behind them.
dv_history *dv_csv_of(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n, const char **why);
dv_history *dv_npy_of(dv_arena *a, const unsigned char *bytes, size_t n, const char **why);
