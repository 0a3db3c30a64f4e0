// file.h: files are read whole and bounded, and appear whole or not at all.
#pragma once

#include "base/diag.h"

// Whole file with a terminating zero; '-' is standard input. NULL after a diagnostic at `from` (or at the file itself if that has
// no file).
char *dv_file_read(dv_arena *a, dv_diags *d, const char *path, dv_mark from, size_t most, size_t *n);

// Writing: a temporary file beside `path` is filled, then renamed. 0, or -1 after a diagnostic.
int dv_file_write(dv_diags *d, const char *path, const char *bytes, size_t n);
// The same for libraries that open the file themselves: name of a new empty file (NULL after a diagnostic), then one of publish
// or drop. A path that is no regular file (a terminal, /dev/null) is its own temporary: it cannot be replaced.
char *dv_file_temporary(dv_arena *a, dv_diags *d, const char *path);
int dv_file_publish(dv_diags *d, const char *temporary, const char *path);
void dv_file_drop(const char *temporary, const char *path);

// Path of `name` as seen from the folder of `from`; an absolute name stays.
char *dv_file_beside(dv_arena *a, const char *from, const char *name);
