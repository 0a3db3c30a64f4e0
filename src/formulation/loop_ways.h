// loop_ways.h: all formulations on a machine with loops: each in the independent rates, beside Newton and Euler's.
//
//   v' = G y'' + r,   B = G^T B_w G,   B y'' = G^T (tau - h_w(q, v, r))
//
// h_w, B_w: of the tree, by the way itself; G and r are the kinematics of the closures, which all ways share.
#pragma once

#include "formulation/formulation.h"
#include "formulation/loop_form.h"

typedef struct {
  int n;
  dv_formulation_id way[DV_WAY_COUNT];  // [n] those that know the machine and give efforts
  double effort[DV_WAY_COUNT];  // largest difference of efforts at the accelerations of the machine, at none and at random ones
  double acceleration[DV_WAY_COUNT];  // of accelerations, as what moves the one instead of the other; < 0: not compared
  dv_formulator *f;
} dv_loop_ways;

dv_loop_ways *dv_loop_ways_new(dv_arena *a, const dv_model *m);
// At x, which is tidy, with accelerations a [nv] of the machine; f: its equations there.
void dv_loop_ways_look(dv_loop_ways *w, const dv_model *m, const double *x, const double *a, const dv_loop_form *f,
                       uint64_t *seed);
