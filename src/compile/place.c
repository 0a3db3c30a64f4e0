// place.c: placements (rotation and origin) over plain doubles.
#include "compile/internal.h"

#include <math.h>
#include <string.h>

dv_placement dv_placement_identity(void)
{
  dv_placement p = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  return p;
}

dv_placement dv_placement_mul(const dv_placement *a, const dv_placement *b)
{
  dv_placement c;
  for (int i = 0; i < 3; i++) {
    const double *row = a->R + 3 * i;
    for (int j = 0; j < 3; j++) c.R[3 * i + j] = row[0] * b->R[j] + row[1] * b->R[3 + j] + row[2] * b->R[6 + j];
    c.p[i] = a->p[i] + row[0] * b->p[0] + row[1] * b->p[1] + row[2] * b->p[2];
  }
  return c;
}

int dv_placement_turned(const dv_placement *a)
{
  dv_placement one = dv_placement_identity();
  return memcmp(a->R, one.R, sizeof one.R) != 0;
}

// Rotation with third column `axis`; the other two are any that complete it.
static void complete(const double axis[3], double align[9])
{
  int least = fabs(axis[0]) < fabs(axis[1]) ? (fabs(axis[0]) < fabs(axis[2]) ? 0 : 2) : (fabs(axis[1]) < fabs(axis[2]) ? 1 : 2);
  double x[3] = {0, 0, 0}, y[3], dot = axis[least], n = 0;
  x[least] = 1;
  for (int i = 0; i < 3; i++) x[i] -= dot * axis[i];
  for (int i = 0; i < 3; i++) n += x[i] * x[i];
  for (int i = 0; i < 3; i++) x[i] /= sqrt(n);
  for (int i = 0; i < 3; i++) y[i] = axis[(i + 1) % 3] * x[(i + 2) % 3] - axis[(i + 2) % 3] * x[(i + 1) % 3];
  for (int i = 0; i < 3; i++) {
    align[3 * i] = x[i];
    align[3 * i + 1] = y[i];
    align[3 * i + 2] = axis[i];
  }
}

int dv_axis_row(const double axis[3], double align[9])
{
  dv_placement one = dv_placement_identity();
  memcpy(align, one.R, sizeof one.R);
  for (int i = 0; i < 3; i++) {
    if (fabs(axis[(i + 1) % 3]) > 0 || fabs(axis[(i + 2) % 3]) > 0) continue;
    if (axis[i] < 0) {  // half a turn about another axis, exact
      align[4 * i] = -1;
      align[4 * ((i + 1) % 3)] = -1;
    }
    return i;
  }
  complete(axis, align);
  return 2;
}
