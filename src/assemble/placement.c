// placement.c: is a placement turned, and which row of a joint's axes fits a direction.
#include "assemble/internal.h"

#include <math.h>
#include <string.h>

int dv_placement_turned(const dv_placement *a)
{
  for (int i = 0; i < 9; i++)
    if (a->R[i] != dv_place_identity.R[i]) return 1;
  return 0;
}

// Rotation with third column `axis`; the other two are any that complete it.
void dv_axis_complete(const double axis[3], double align[9])
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
  memcpy(align, dv_place_identity.R, sizeof dv_place_identity.R);
  for (int i = 0; i < 3; i++) {
    if (fabs(axis[(i + 1) % 3]) > 0 || fabs(axis[(i + 2) % 3]) > 0) continue;
    if (axis[i] < 0) {  // half a turn about another axis, exact
      align[4 * i] = -1;
      align[4 * ((i + 1) % 3)] = -1;
    }
    return i;
  }
  dv_axis_complete(axis, align);
  return 2;
}
