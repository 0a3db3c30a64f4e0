// newton.h: F(x) = 0 within an evaluation, by Newton's method with the Jacobian by differences, a fixed count.
//
// A whole step may lead too far: of a few shorter ones the best is taken (the smallest sum of F^2). Where F has no slope (all
// ways out of a node are shut) x goes on by a share of `farthest`, until it has one (a relief valve opens). A lane that has
// arrived stays as it is. The last step is a whole one for all, so that slopes along what F is made of are those of the solution.
// A lane that does not arrive has no answer: NaN.
#pragma once

#include "engine/evaluation.h"

typedef struct dv_newton {
  int n;
  real *at, *step, *F, *tried, *size, *reach, *J;  // [n], J [n n]; size: what an unknown is compared with beside its own size;
                                                   // reach: the same for how far it is moved for a difference
  double least_slope;                              // added to the diagonal of J: where nothing changes, nothing moves
  double farthest;                                 // sizes, of a step before its share is taken; 0: as far as it goes
  void (*left)(const void *of, const real *at, real *F);
  const void *of;
} dv_newton;

// In the room that dv_newton_reals counts.
DV_FN void dv_newton_seat(dv_newton *s, int n, real *room)
{
  s->n = n;
  s->at = room;
  s->step = room + n;
  s->F = room + 2 * n;
  s->tried = room + 3 * n;
  s->size = room + 4 * n;
  s->reach = room + 5 * n;
  s->J = room + 6 * n;
}

// Gauss with row exchanges by selection: each lane has its own order of pivots.
DV_FN void dv_gauss(int n, real *A, real *b)
{
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) {
      dv_bool larger = dv_abs(A[n * i + k]) > dv_abs(A[n * k + k]);
      for (int j = k; j <= n; j++) {
        real *p = j < n ? &A[n * k + j] : &b[k], *q = j < n ? &A[n * i + j] : &b[i], old = *p;
        *p = dv_select(larger, *q, old);
        *q = dv_select(larger, old, *q);
      }
    }
    for (int i = k + 1; i < n; i++) {
      real f = A[n * i + k] / A[n * k + k];
      for (int j = k + 1; j < n; j++) A[n * i + j] -= f * A[n * k + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[n * k + j] * b[j];
    b[k] = b[k] / A[n * k + k];
  }
}

// Finds x from s->at on. Leaves it there, or NaN.
void DV_X(dv_newton_find)(const dv_newton *s);

// The same where nothing is known of x: from zero, or from one where F has no value at zero.
void DV_X(dv_newton_begin)(const dv_newton *s);
