// file.h: files are read whole and bounded, and appear whole or not at all.
#pragma once

#include "base/diag.h"

#include <stdio.h>

// Whole file with a terminating zero; '-' is standard input. NULL after a diagnostic at `from` (or at the file itself if that has
// no file).
char *dv_file_read(dv_arena *a, dv_diags *d, const char *path, dv_mark from, size_t most, size_t *n);

// The files that were read into an arena, so that nothing is written over them. was_read: by other means than dv_file_read.
void dv_file_was_read(dv_arena *a, const char *path);
void dv_files_read(const dv_arena *a, void (*each)(void *context, const char *path), void *context);

// Writing: a temporary file beside `path` is filled and renamed once it is whole and on disk; until then the old file stays. What
// a killed run has left of the same target is removed. 0, or -1 after a diagnostic.
int dv_file_write(dv_diags *d, const char *path, const char *bytes, size_t n);
// The same in pieces: begin, put what there is into `f`, finish. `why`: NULL, or the reason for which the file is given up. A
// path that is no regular file (a terminal, /dev/null) is written in place: it cannot be replaced.
typedef struct {
  FILE *f;
  dv_diags *diags;
  const char *path, *target, *folder, *temporary;
} dv_output;
int dv_output_possible(dv_diags *d, const char *path);  // before the work: 0, or -1 after a diagnostic
int dv_output_begin(dv_output *w, dv_diags *d, const char *path);
int dv_output_finish(dv_output *w, const char *why);
void dv_output_drop(dv_output *w);  // given up without a word

// 1: both names lead to one file, be it there or not.
int dv_file_same(dv_arena *a, const char *one, const char *other);

// Path of `name` as seen from the folder of `from`; an absolute name stays.
char *dv_file_beside(dv_arena *a, const char *from, const char *name);
