// closing_task.h: what the files closing*.c share.
#pragma once

#include "assemble/closing.h"

#define DV_CLOSED 1e-11  // largest gap, in sizes of its row, of what counts as closed

typedef struct {
  const dv_model *m;
  double *x, *d, *work, *num;
  int nrow, nv;
  double *c, *J, *reach, *A, *y, *step, *x_new;
  double *d_new, *here;  // [nd] pivots that are looked at and left; [nx]
  char *moves, *driven;  // [nv]
  const dv_closing_wish *wish;
  const double *most;
} dv_closing_task;

// Closes what it can by moving x along what `moves`; the gap that is left.
double dv_closing_close(dv_closing_task *t);
int dv_closing_done(dv_closing_task *t);  // 1: closes, no axes opposed, no beam bent beyond its length
int dv_closing_rank(dv_closing_task *t);  // of the closures at x
// closing_search.c: x closed, with at least this rank, from a start elsewhere; 0: none found, and x is anywhere.
int dv_closing_search(dv_closing_task *t, const double *start, int rank);
int dv_closing_rank_near(dv_closing_task *t);  // rank in a closed position beside x, which stays
