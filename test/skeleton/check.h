// check.h: comparisons, and the plain algebra of the tests, written apart from the skeleton's.
#pragma once

#include <stdlib.h>
#include <string.h>
#include "support.h"

#include "tree.h"

#define UNUSED_OK __attribute__((unused))

// |x - y| within tolerance of max(1, largest entry).
UNUSED_OK static void close_arrays(int n, const double *x, const double *y, double tolerance, const char *what, int which)
{
  double largest = 1;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(y[i]));
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i] - y[i]) <= tolerance * largest))
      fail_msg("%s, case %d, entry %d: %.17g for %.17g (largest %g)", what, which, i, x[i], y[i], largest);
}

UNUSED_OK static void cross3(const double *a, const double *b, double *c)
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
UNUSED_OK static void turn_to_world(const dv_link_work *k, const double *a, double *b)
{
  for (int i = 0; i < 3; i++) b[i] = k->R_WB[3 * i] * a[0] + k->R_WB[3 * i + 1] * a[1] + k->R_WB[3 * i + 2] * a[2];
}
UNUSED_OK static void turn_to_link(const dv_link_work *k, const double *a, double *b)
{
  for (int i = 0; i < 3; i++) b[i] = k->R_WB[i] * a[0] + k->R_WB[3 + i] * a[1] + k->R_WB[6 + i] * a[2];
}
UNUSED_OK static void symmetric_times(const double *S, const double *a, double *b)
{
  b[0] = S[0] * a[0] + S[1] * a[1] + S[2] * a[2];
  b[1] = S[1] * a[0] + S[3] * a[1] + S[4] * a[2];
  b[2] = S[2] * a[0] + S[4] * a[1] + S[5] * a[2];
}
// A V of an added inertia J[6] H[9] M[6].
UNUSED_OK static void added_times(const double *A, const double *V, double *h)
{
  const double *H = A + 6;
  symmetric_times(A, V, h);
  symmetric_times(A + 15, V + 3, h + 3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      h[i] += H[3 * i + j] * V[3 + j];
      h[3 + j] += H[3 * i + j] * V[i];
    }
}
// The effort of a joint that exerts (n, f) on its link; returns how many entries.
UNUSED_OK static int effort_of(const tree_link *b, const double *n, const double *f, double *tau)
{
  int axis = b->joint[strlen(b->joint) - 1] - 'x';
  if (strcmp(b->joint, "free") == 0) {
    memcpy(tau, f, 3 * sizeof(double));
    memcpy(tau + 3, n, 3 * sizeof(double));
    return 6;
  }
  if (strcmp(b->joint, "ball") == 0) {
    memcpy(tau, n, 3 * sizeof(double));
    return 3;
  }
  int travels = strncmp(b->joint, "prismatic", 9) == 0 || strncmp(b->joint, "leadscrew", 9) == 0;
  tau[0] = travels ? f[axis] + b->pitch * n[axis] : n[axis] + b->pitch * f[axis];
  return 1;
}
