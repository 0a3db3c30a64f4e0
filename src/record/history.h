// history.h: what a run leaves behind: columns over time, and the facts about where they come from.
#pragma once

#include "base/diag.h"
#include "base/name_pattern.h"

typedef struct {
  const char *name, *unit;  // path of the variable; SI unit, "" or "1": none
} dv_column;

typedef struct {
  const char *key, *text;  // "machine", "command", "solver", "plots"...
} dv_fact;

// What the viewer draws of the run (scene/film.h); kept by HDF5 files only.
typedef struct {
  dv_arena *arena;
  int width, n, cap;  // floats of a frame, frames
  float *item;        // [n][width]; the first float is the time
  const char *scene;  // JSON: what the floats mean; NULL: no film
} dv_film;

enum { DV_HISTORY_PIECE = 256, DV_HISTORY_COLUMNS = 100000, DV_HISTORY_ROWS = 100000000, DV_FILM_FRAMES = 10000 };

typedef struct {
  dv_arena *arena;
  int ncolumn, nrow;
  dv_column *column;  // the first is the time
  struct {
    double **item;  // [DV_HISTORY_PIECE][ncolumn] each
    int n, cap;
  } piece;
  struct {
    dv_fact *item;
    int n, cap;
  } fact;
  dv_film film;
} dv_history;

dv_history *dv_history_new(dv_arena *a, int ncolumn);
double *dv_history_append(dv_history *l);                              // a new row of zeros
void dv_history_column(const dv_history *l, int column, double *out);  // [nrow]
int dv_history_find(const dv_history *l, const char *name);            // column or -1; "x" finds "x.position" too

int dv_history_back(const dv_history *l);  // row, from 1, whose time is none or before the last; 0: none

float *dv_film_append(dv_film *f);  // a new frame of zeros

void dv_history_fact(dv_history *l, const char *key, const char *text);
const char *dv_history_fact_text(const dv_history *l, const char *key);  // NULL: not there

static inline double *dv_history_row(const dv_history *l, int row)
{
  return l->piece.item[row / DV_HISTORY_PIECE] + (size_t)(row % DV_HISTORY_PIECE) * (size_t)l->ncolumn;
}

// Appends the columns that a pattern means to `out` ([ncolumn], *n used), each once. Number found; 0 is for the caller to report.
int dv_history_match(const dv_history *l, const char *pattern, int *out, int *n);
const char *dv_history_nearest(const dv_history *l, const char *name);  // NULL: nothing is near

// Files by extension (formats.def). They appear whole or not at all; equal logs give equal bytes.
int dv_history_write(const dv_history *l, const char *path, dv_diags *d);  // 0, or -1 after a diagnostic
dv_history *dv_history_read(dv_arena *a, const char *path, dv_diags *d);   // NULL after a diagnostic
int dv_history_films(const char *path);                                    // 1: a file of this name keeps the film
int dv_history_facts(const char *path);                                    // 1: and the facts
int dv_history_is(const char *path);                                       // 1: the name of a result file
const char *dv_history_format(int i);                                      // extension, NULL after the last
extern const char dv_history_forms[];                                      // "|x.csv|x.h5|x.mat": how they are named
int dv_history_extension(const char *path, dv_diags *d);                   // 1: known; else 0 after a diagnostic
