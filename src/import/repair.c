// repair.c: inertias that are no inertia by rounding.
//
// Physical are principal moments a <= b <= c with a >= 0. Tools write -2e-35, or moments that were rounded to seven digits: the
// negative ones become zero, if that changes little. `strict` leaves them to the checks, which refuse them.
#include "beam/eigen.h"
#include "import/robot.h"

#include <math.h>
#include <string.h>

// What rounding may have done: of the largest moment, or absolutely, for bodies whose moments have fewer digits than that.
static const double rounding = 1e-6, rounding_absolute = 1e-6;

// The nearest matrix without negative moments; gives how much the least was below zero.
static double lift(double I[6])
{
  double m[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, moment[3], axis[9], out[9] = {0}, least = 0;
  dv_eigen_symmetric(3, m, moment, axis);
  double most = fmax(fabs(moment[0]), fmax(fabs(moment[1]), fabs(moment[2])));
  for (int k = 0; k < 3; k++) least = fmin(least, moment[k]);
  if (!(least < -1e-12 * most) || -least > fmax(rounding * most, rounding_absolute)) return 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 9; i++) out[i] += fmax(0, moment[k]) * axis[3 * (i / 3) + k] * axis[3 * (i % 3) + k];
  double nearest[6] = {out[0], out[4], out[8], out[1], out[2], out[5]};
  memcpy(I, nearest, sizeof nearest);
  return -least;
}

int dv_robot_repair(dv_robot *u)
{
  double most = 0;
  const dv_robot_link *worst = NULL;
  int n = 0;
  for (int i = 0; i < u->links.n && !u->options->strict; i++) {
    dv_robot_link *l = &u->links.item[i];
    double by = l->stated ? lift(l->inertia) : 0;
    if (by > most || (by > 0 && !worst)) most = by, worst = l;
    n += by > 0;
  }
  if (worst)
    dv_diag_add(u->r->diags, DV_WARNING, worst->inertia_mark, "give the right ones; --strict refuses instead",
                "negative moments of inertia of %d link%s were taken as zero: the largest of '%s', %.3g kg m^2", n,
                n == 1 ? "" : "s", worst->name, -most);
  return 0;
}
