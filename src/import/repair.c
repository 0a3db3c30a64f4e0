// repair.c: inertias that are no inertia by rounding.
//
// Physical are principal moments 0 <= a <= b <= c <= a + b. Tools write -2e-35, or moments that were rounded to seven digits: the
// negative ones become zero and the smaller two are raised, if that changes little. `strict` leaves them to the checks.
#include "beam/eigen.h"
#include "import/robot.h"

#include <math.h>
#include <string.h>

// What rounding may have done: of the largest moment, or absolutely, for bodies whose moments have fewer digits than that. Below
// `dust` nothing was measured.
static const double rounding = 1e-6, rounding_absolute = 1e-6, dust = 1e-12;

// The nearest physical moments; gives the largest change.
static double nearest(double moment[3])
{
  double change = 0, most = fmax(moment[0], fmax(moment[1], moment[2]));
  for (int k = 0; k < 3; k++) {
    double by = -moment[k];
    if (!(by > 1e-12 * most) || by > fmax(rounding * most, rounding_absolute)) continue;
    change = fmax(change, by);
    moment[k] = 0;
  }
  for (int k = 0; k < 3; k++) {
    double *a = &moment[(k + 1) % 3], *b = &moment[(k + 2) % 3], lack = moment[k] - *a - *b;
    if (fmin(*a, *b) < 0 || !(lack > 1e-9 * most) || lack > fmax(rounding * most, change > 0 ? rounding_absolute : dust))
      continue;
    change = fmax(change, lack / 2);
    *a += lack / 2;
    *b += lack / 2;
  }
  return change;
}

// Gives by how much a moment was changed.
static double lift(double I[6])
{
  double m[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, moment[3], axis[9], out[9] = {0};
  dv_eigen_symmetric(3, m, moment, axis);
  double change = nearest(moment);
  if (!(change > 0)) return 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 9; i++) out[i] += moment[k] * axis[3 * (i / 3) + k] * axis[3 * (i % 3) + k];
  double physical[6] = {out[0], out[4], out[8], out[1], out[2], out[5]};
  memcpy(I, physical, sizeof physical);
  return change;
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
                "inertias of %d link%s are off by rounding and were made physical: the most that of '%s', by %.3g kg m^2", n,
                n == 1 ? "" : "s", worst->name, most);
  return 0;
}
