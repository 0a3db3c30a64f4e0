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
