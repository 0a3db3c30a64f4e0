// newton.c: see newton.h.
#include "engine/newton.h"

enum { ROUNDS = 30, TRIALS = 4 };
static const double share[TRIALS] = {1, 0.5, 0.25, 0.0625};
static const double ARRIVED = 1e-13, NEAR = 1e-9, DIFFERENCE = 1e-7;

DV_FN real size_of(const dv_newton *s, int i) { return dv_abs(s->at[i]) + s->size[i]; }

// What is left of values are values, too. A difference that is far below the largest of them drowns in its rounding: an
// acceleration may be nothing at the start and the sum of large terms as soon as the rate is found.
static void widen(const dv_newton *s)
{
  for (int i = 0; i < s->n; i++) s->reach[i] = dv_max(s->reach[i], dv_min(dv_abs(s->F[i]), dv_real(1)));
}

// Columns of J at s->at, where F is s->F.
static void slopes(const dv_newton *s)
{
  int n = s->n;
  for (int k = 0; k < n; k++) {
    real h = DIFFERENCE * (dv_abs(s->at[k]) + s->reach[k]);
    for (int i = 0; i < n; i++) s->tried[i] = i == k ? s->at[i] + h : s->at[i];
    h = s->tried[k] - s->at[k];
    s->left(s->of, s->tried, s->step);
    for (int i = 0; i < n; i++) s->J[n * i + k] = (s->step[i] - s->F[i]) / h;
  }
  for (int k = 0; k < n; k++) s->J[n * k + k] += s->least_slope;
}

static void newton_step(const dv_newton *s, int of_values)
{
  s->left(s->of, s->at, s->F);
  if (of_values) widen(s);
  slopes(s);
  for (int i = 0; i < s->n; i++) s->step[i] = s->F[i];
  dv_gauss(s->n, s->J, s->step);
}

static void shorten(const dv_newton *s)
{
  for (int i = 0; i < s->n && s->farthest > 0; i++) {
    real most = s->farthest * size_of(s, i);
    s->step[i] = dv_clamp(s->step[i], -most, most);
  }
}

// 1: all steps are below that share of the sizes.
static dv_bool is_near(const dv_newton *s, double part)
{
  dv_bool near = dv_abs(s->step[0]) <= part * size_of(s, 0);
  for (int i = 1; i < s->n; i++) near = near & (dv_abs(s->step[i]) <= part * size_of(s, i));
  return near;
}

DV_FN real sum_of_squares(int n, const real *F)
{
  real sum = dv_real(0);
  for (int i = 0; i < n; i++) sum += F[i] * F[i];
  return sum;
}

// The share of the step that leaves the least; the smallest if none leaves less than there is.
static real best_share(const dv_newton *s)
{
  int n = s->n;
  real least = sum_of_squares(n, s->F), best = dv_real(share[TRIALS - 1]);
  for (int k = 0; k < TRIALS; k++) {
    for (int i = 0; i < n; i++) s->tried[i] = s->at[i] - share[k] * s->step[i];
    s->left(s->of, s->tried, s->J);
    real left = sum_of_squares(n, s->J);
    dv_bool better = left < least;
    best = dv_select(better, dv_real(share[k]), best);
    least = dv_select(better, left, least);
  }
  return best;
}

static void search(const dv_newton *s, int of_values)
{
  int n = s->n;
  dv_bool arrived = dv_real(0) > 1.0;
  for (int round = 0; round < ROUNDS; round++) {
    newton_step(s, of_values);
    arrived = arrived | is_near(s, ARRIVED);
    shorten(s);
    real part = best_share(s);
    for (int i = 0; i < n; i++) s->at[i] = dv_select(arrived, s->at[i], s->at[i] - part * s->step[i]);
#ifndef DV_TRACE
    if (!dv_any(dv_not(arrived))) break;
#endif
  }
}

static void finish(const dv_newton *s, int of_values)
{
  newton_step(s, of_values);
  dv_bool near = is_near(s, NEAR);
  for (int i = 0; i < s->n; i++) s->at[i] = dv_select(near, s->at[i] - s->step[i], dv_real(NAN));
}

void DV_X(dv_newton_find)(const dv_newton *s)
{
  for (int i = 0; i < s->n; i++) s->reach[i] = s->size[i];
  search(s, 0);
  finish(s, 0);
}

// Sizes before x is known: what F is at the start, at most one, since F may be far too large there.
static void guess_sizes(const dv_newton *s)
{
  for (int i = 0; i < s->n; i++) {
    real far = dv_abs(s->F[i]);
    s->size[i] = s->reach[i] = dv_select(far > 0.0, dv_min(far, dv_real(1)), dv_real(1));
  }
}

// And once it is: a millionth of that where x is nothing but rounding.
static void find_sizes(const dv_newton *s)
{
  for (int i = 0; i < s->n; i++) s->size[i] = dv_min(s->size[i], dv_max(dv_abs(s->at[i]), 1e-6 * s->size[i]));
}

void DV_X(dv_newton_begin)(const dv_newton *s)
{
  int n = s->n;
  for (int i = 0; i < n; i++) s->at[i] = dv_real(0);
  s->left(s->of, s->at, s->F);
  real sum = sum_of_squares(n, s->F);
  for (int i = 0; i < n; i++) s->at[i] = dv_select(sum < 1e300, dv_real(0), dv_real(1));
  s->left(s->of, s->at, s->F);
  guess_sizes(s);
  search(s, 1);
  find_sizes(s);
  newton_step(s, 1);
  for (int i = 0; i < n; i++) s->at[i] -= s->step[i];
  finish(s, 1);
}
