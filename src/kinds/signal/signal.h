// signal.h: what all signals have in common: a value and, where they exist, its first and second time derivative.
#pragma once

#include "davit/kind.h"
#include "math/jet.h"

static const dv_quantity signal_outs[] = {
    {"value",        "", 1, "value",                  0},
    {"rate",         "", 1, "first time derivative",  0},
    {"acceleration", "", 1, "second time derivative", 0},
};

DV_FN void signal_put(dv_cell *c, dv_jet j)
{
  c->out[0] = j.v;
  c->out[1] = j.d;
  c->out[2] = j.dd;
}

// From instant a up to b. Both are the very numbers that `next` gives to solvers: t - start < length may still hold at
// start + length, by rounding, and a step that begins there would have the slope from before the corner.
DV_FN dv_bool signal_between(real t, real a, real b) { return (t >= a) & (t < b); }

// Time since `start`, held within [0, length]; its rate is 1 up to `end` and 0 outside.
DV_FN dv_jet signal_clock(real t, real start, real length, real end)
{
  real rate = dv_select(signal_between(t, start, end), dv_real(1), dv_real(0));
  return dv_jet_of(dv_clamp(t - start, dv_real(0), length), rate, dv_real(0));
}

// Earliest of n instants after t.
DV_FN double signal_first_after(const double *at, int n, double t)
{
  double next = HUGE_VAL;
  for (int i = 0; i < n; i++)
    if (at[i] > t && at[i] < next) next = at[i];
  return next;
}

// The next of both ends of what goes on from `start` to `end`.
DV_FN double signal_next_end(real start, real end, double t)
{
  double at[2] = {dv_lane(start, 0), dv_lane(end, 0)};
  return signal_first_after(at, 2, t);
}

// Row of a table (stride reals) whose first column is the last not after t, at most rows - 2; per lane by bisection.
DV_FN int signal_row(const real *table, int stride, int rows, int lane, double t)
{
  int lo = 0, hi = rows - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (dv_lane(table[mid * stride], lane) <= t) lo = mid;
    else hi = mid;
  }
  return lo;
}

// Columns of that row and the next, lane by lane: a[0..stride), b[0..stride).
DV_FN void signal_segment(const real *table, int stride, int rows, real t, real *a, real *b)
{
#ifdef DV_TRACE
  dv_trace_segment(table, stride, rows, t, a, b);
#else
  for (int l = 0; l < DV_LANES; l++) {
    int r = rows > 1 ? signal_row(table, stride, rows, l, dv_lane(t, l)) : 0, next = rows > 1 ? r + 1 : r;
    for (int i = 0; i < stride; i++) {
      dv_put(&a[i], l, dv_lane(table[r * stride + i], l));
      dv_put(&b[i], l, dv_lane(table[next * stride + i], l));
    }
  }
#endif
}

// Next breakpoint of a table after t (x1).
DV_FN double signal_next_row(const real *table, int stride, int rows, double t)
{
  for (int i = 0; i < rows; i++)
    if (dv_lane(table[i * stride], 0) > t) return dv_lane(table[i * stride], 0);
  return HUGE_VAL;
}
