// solid.c: mass, first moment and inertia of several solids, summed about the body's origin, then moved to the centre of mass.
//
// I: xx yy zz xy xz yz;  I_o = I_c + m (r^2 1 - r r')
#include "import/mjcf.h"

static void shift(double I[6], double m, const double r[3])
{
  static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  for (int k = 0; k < 6; k++) I[k] += m * ((k < 3 ? square : 0) - r[first[k]] * r[second[k]]);
}

void dv_solid_add(dv_robot_link *sum, double mass, const double com[3], const double inertia[6])
{
  for (int k = 0; k < 6; k++) sum->inertia[k] += inertia[k];
  shift(sum->inertia, mass, com);
  for (int i = 0; i < 3; i++) sum->com[i] += mass * com[i];
  sum->mass += mass;
}

void dv_solid_finish(dv_robot_link *sum)
{
  if (!(sum->mass > 0)) return;
  for (int i = 0; i < 3; i++) sum->com[i] /= sum->mass;
  shift(sum->inertia, -sum->mass, sum->com);
}
