// assemble_task.h: what the files assemble*.c share.
#pragma once

#include "compile/assemble.h"

#define DV_ASSEMBLED 1e-11  // largest gap, in sizes of its row, of what counts as closed

typedef struct {
  const dv_model *m;
  double *x, *d, *work, *num;
  int nrow, nv;
  double *c, *J, *reach, *A, *y, *step, *x_new;
  double *d_new, *here;  // [nd] pivots that are looked at and left; [nx]
  char *moves, *driven;  // [nv]
  const dv_assembly_wish *wish;
} dv_assembly;

// Closes what it can by moving x along what `moves`; the gap that is left.
double dv_assembly_close(dv_assembly *t);
int dv_assembly_flipped(const dv_assembly *t);  // 1 + the first loop that closed with its axes opposed; 0: none
int dv_assembly_rank(dv_assembly *t);           // of the closures at x
// assemble_search.c: x closed, with at least this rank, from a start elsewhere; 0: none found, and x is anywhere.
int dv_assembly_search(dv_assembly *t, const double *start, int rank);
int dv_assembly_rank_near(dv_assembly *t);  // rank in a closed position beside x, which stays
