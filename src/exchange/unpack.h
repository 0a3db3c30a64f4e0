// unpack.h: an archive of a stranger into a folder of our own.
#pragma once

#include "base/diag.h"

// Bounds of what is unpacked; beyond them: a diagnostic.
enum { DV_UNPACK_ENTRIES = 20000, DV_UNPACK_NAME = 240, DV_UNPACK_DEPTH = 16 };
#define DV_UNPACK_FILE ((size_t)512 << 20)  // bytes of one file
#define DV_UNPACK_ALL ((size_t)1 << 30)     // of all together

// Files of the archive whose names begin with one of n prefixes, into a new folder (0700) that goes with the arena. Its path
// with a slash at the end; NULL after a diagnostic at `mark`. Names that lead out of it, links and encrypted files are refused,
// also where they are not wanted.
const char *dv_unpack(dv_arena *a, dv_diags *d, dv_mark mark, const char *bytes, size_t size, const char *const *prefix, int n);
// One file of it in memory, with a terminating zero; NULL after a diagnostic.
char *dv_unpack_one(dv_arena *a, dv_diags *d, dv_mark mark, const char *bytes, size_t size, const char *name, size_t *n);
