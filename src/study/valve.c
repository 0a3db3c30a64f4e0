// valve.c: flow of an open valve against its pressure drop.
//
//   q = flow sqrt(drop / at), or straight lines through the origin and the points of a data sheet, the last one going on.
#include "study/duty.h"

#include <math.h>

double dv_valve_flow(const dv_valve_spec *v, double drop)
{
  const double *p = v->curve.value;
  double x0 = 0, y0 = 0;
  if (drop <= 0) return 0;
  if (!v->curve.rows) return v->flow * sqrt(drop / v->at);
  for (int i = 0; i < v->curve.rows; i++, p += 2) {
    if (p[0] <= 0) continue;
    if (drop <= p[0] || i + 1 == v->curve.rows) return y0 + (p[1] - y0) * (drop - x0) / (p[0] - x0);
    x0 = p[0], y0 = p[1];
  }
  return y0;
}

double dv_valve_drop(const dv_valve_spec *v, double flow)
{
  const double *p = v->curve.value;
  double x0 = 0, y0 = 0, q = fabs(flow);
  if (!v->curve.rows) return v->at * (q / v->flow) * (q / v->flow);
  for (int i = 0; i < v->curve.rows; i++, p += 2) {
    if (p[0] <= 0) continue;
    if (q <= p[1] || i + 1 == v->curve.rows) return x0 + (p[0] - x0) * (q - y0) / (p[1] - y0);
    x0 = p[0], y0 = p[1];
  }
  return x0;
}
