// lanes.h: everything the skeleton computes, in one width.
#pragma once

#include "skeleton/skeleton.h"

enum { LANES = 8, LANES_OUT = 80000 };

// Arrays are [quantity][8 lanes], 64-byte aligned.
typedef struct {
  const dv_tree *tree;
  int nnum;
  const double *num, *q, *v, *a, *tau, *fext;
} lanes_in;

// Runs all eight lanes, as many at a time as the width has; returns how many results per lane there are.
int lanes_run_x1(const lanes_in *in, double *out);
int lanes_run_x4(const lanes_in *in, double *out);
int lanes_run_x8(const lanes_in *in, double *out);
