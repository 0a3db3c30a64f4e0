// loop_form.h: equations of motion of a machine with loops in its independent rates y', drives apart.
//
//   v = G y' + (of the drives),   B y'' + c + g = tau;   p = B y' + (of the drives),  p' = slope - g + tau
#pragma once

#include "base/arena.h"
#include "engine/engine.h"

typedef struct {
  int n;
  int *rate;            // [n] which of the machine's rates they are, rising
  double *G;            // [nv][n] = dv/dy'
  double *B;            // [n][n]
  double *y, *a;        // [n] y', y''
  double *c, *g, *tau;  // [n]; tau: of the parts; loops and drives do no work along G
  double *p, *slope;    // [n]
} dv_loop_form;

// At x = (q, v, ...), which is tidy, with accelerations a [nv]. Momentum and slope: of rigid bodies only; NULL otherwise.
dv_loop_form dv_loop_form_at(dv_arena *arena, const dv_model *m, const double *x, const double *d, const double *a, double *work);
