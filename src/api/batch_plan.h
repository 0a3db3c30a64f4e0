// batch_plan.h: which runs of a batch go together: those at the same time, as many as fit into a vector. Inside api/ only.
#pragma once

#include "run/sim.h"

typedef struct {
  int first, n;  // of `order`
  int lanes;     // number of its vector; INT_MAX: none
} dv_batch_part;

typedef struct {
  dv_sim *const *all;
  int n, width;
  int *order;    // [n] runs by time, then by number
  dv_sim **sim;  // [n] in that order
  int npart;
  dv_batch_part *part;  // [n]
} dv_batch_plan;

void dv_batch_plan_open(dv_batch_plan *p, dv_arena *a, dv_sim *const *sim, int n, int width);
void dv_batch_plan_make(dv_batch_plan *p);  // for the runs as they are now
