// diag.h: the user's faults. They collect; each has a place, a cause and a remedy.
#pragma once

#include "base/arena.h"

typedef struct {
  const char *file;  // NULL: no file, e.g. the command line
  int line, col;     // from 1; 0: unknown
} dv_mark;

typedef enum { DV_ERROR, DV_WARNING } dv_severity;

typedef struct {
  dv_severity severity;
  dv_mark mark;
  const char *what;    // "unknown key 'mas' in body 'boom'"
  const char *remedy;  // "did you mean 'mass'?"; NULL: none
} dv_diag;

typedef struct {
  dv_arena *arena;
  dv_diag *item;
  int n, cap;
  int nerror, nwarning;  // counts go on when the list is full (DV_DIAG_MOST)
  const char **known;    // [nknown] texts of warnings that the user has acknowledged: they are counted, not told
  int nknown, nacknowledged;
} dv_diags;

enum { DV_DIAG_MOST = 200 };

dv_diags *dv_diags_new(dv_arena *a);
void dv_diag_add(dv_diags *d, dv_severity severity, dv_mark mark, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void dv_diag_acknowledge(dv_diags *d, const char *text);  // warnings that hold this text
// "file:line:col: error: what; remedy" in the arena of d
const char *dv_diag_text(const dv_diags *d, int i);

// Nearest of n names to a mistyped one (edit distance <= 2 and < half the length), or NULL.
const char *dv_nearest(const char *typed, const char *const *names, int n);
