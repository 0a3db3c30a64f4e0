// measure_slope.c: how each measure goes with the values of the curve: w[i] = d measure / d y[i]; one function per measure.
//
// Of equal extremes the first counts, as in measure.c; or, in a search for kinks, the last of those that differ by no more than
// a millionth of the curve's range. What is a count or the time of a sample has no slope.
#include "base/measure.h"

#include <math.h>
#include <string.h>

static int last_of(const dv_course *c) { return c->n - 1; }
static int goal_moves(const dv_course *c) { return isnan(c->goal); }
static double goal_of(const dv_course *c) { return goal_moves(c) ? c->y[last_of(c)] : c->goal; }

// by * slope of the goal, which is the last value if none is given.
static void add_goal(const dv_course *c, double by, double *w)
{
  if (goal_moves(c)) w[last_of(c)] += by;
}

static void at(const dv_course *c, double *w)
{
  for (int i = 0; i < c->n; i++) {
    if (fabs(c->t[i] - c->at) > 1e-12 * fmax(1, fabs(c->at))) continue;
    w[i] = 1;
    return;
  }
}

static void final(const dv_course *c, double *w) { w[last_of(c)] = 1; }

static int first_largest(const dv_course *c, double sign)
{
  int k = 0;
  for (int i = 1; i < c->n; i++)
    if (sign * c->y[i] > sign * c->y[k]) k = i;
  return k;
}

static int largest(const dv_course *c, double sign)
{
  int k = first_largest(c, sign), other = c->last_extreme ? first_largest(c, -sign) : k;
  double near = 1e-6 * fabs(c->y[k] - c->y[other]);
  for (int i = c->n - 1; i > k && c->last_extreme; i--)
    if (fabs(c->y[i] - c->y[k]) <= near) return i;
  return k;
}

static void max(const dv_course *c, double *w) { w[largest(c, 1)] += 1; }
static void min(const dv_course *c, double *w) { w[largest(c, -1)] += 1; }

static void peak(const dv_course *c, double *w)
{
  int high = largest(c, 1), low = largest(c, -1),
      k = fabs(c->y[high]) >= fabs(c->y[low]) * (c->last_extreme ? 1 + 1e-6 : 1) ? high : low;
  w[k] += c->y[k] < 0 ? -1 : 1;
}

static void amplitude(const dv_course *c, double *w)
{
  w[largest(c, 1)] += 0.5;
  w[largest(c, -1)] -= 0.5;
}

// by * slope of the mean from a time on.
static void add_mean(const dv_course *c, double from, double by, double *w)
{
  double start = NAN;
  int last = last_of(c);
  for (int i = 1; i < c->n && isnan(start); i++)
    if (c->t[i - 1] >= from) start = c->t[i - 1];
  if (isnan(start) || c->t[last] <= start) {
    w[last] += by;
    return;
  }
  for (int i = 1; i < c->n; i++) {
    double share = c->t[i - 1] < from ? 0 : by * (c->t[i] - c->t[i - 1]) / 2 / (c->t[last] - start);
    w[i] += share, w[i - 1] += share;
  }
}
static void mean(const dv_course *c, double *w) { add_mean(c, -HUGE_VAL, 1, w); }

static void rms(const dv_course *c, double *w)
{
  double span = c->t[last_of(c)] - c->t[0], value = dv_measure_of(DV_MEASURE_RMS, c);
  if (!(span > 0)) w[0] += c->y[0] < 0 ? -1 : 1;
  if (!(span > 0) || value == 0) return;
  for (int i = 1; i < c->n; i++) {
    double a = c->y[i - 1], b = c->y[i], by = (c->t[i] - c->t[i - 1]) / (6 * span * value);
    w[i - 1] += by * (2 * a + b), w[i] += by * (a + 2 * b);
  }
}

static void drift(const dv_course *c, double *w)
{
  double high = c->y[largest(c, 1)] - c->y[0], low = c->y[0] - c->y[largest(c, -1)];
  int k = largest(c, high >= low * (c->last_extreme ? 1 + 1e-6 : 1) ? 1 : -1);
  double sign = c->y[k] > c->y[0] ? 1 : -1;
  w[k] += sign, w[0] -= sign;
}

static void climb(const dv_course *c, double *w)
{
  for (int i = 1; i < c->n; i++)
    if (c->y[i] > c->y[i - 1]) w[i] += 1, w[i - 1] -= 1;
}

// by * slope of the time at which y passes a level between i - 1 and i; that along the level comes back.
static double add_cross(const dv_course *c, int i, double level, double by, double *w)
{
  double d = c->y[i] - c->y[i - 1], span = by * (c->t[i] - c->t[i - 1]), share = (level - c->y[i - 1]) / d;
  if (d == 0) return 0;
  w[i - 1] += span * (share - 1) / d;
  w[i] -= span * share / d;
  return span / d;
}

// The level at a share of the way moves with the first value and the goal.
static void add_reach(const dv_course *c, double share, double by, double *w)
{
  double goal = goal_of(c), way = goal - c->y[0], level = c->y[0] + share * way;
  for (int i = 1; i < c->n; i++) {
    if (!((c->y[i] - level) * way >= 0 && (c->y[i - 1] - level) * way < 0)) continue;
    double along = add_cross(c, i, level, by, w);
    w[0] += (1 - share) * along;
    add_goal(c, share * along, w);
    return;
  }
}

static void rise(const dv_course *c, double *w)
{
  add_reach(c, 0.9, 1, w);
  add_reach(c, 0.1, -1, w);
}

static void overshoot(const dv_course *c, double *w)
{
  double goal = goal_of(c), way = goal - c->y[0];
  int k = largest(c, way > 0 ? 1 : -1);
  double far = c->y[k] - goal;
  if (way == 0 || !(far / way > 0)) return;
  w[k] += 1 / way;
  w[0] += far / (way * way);
  add_goal(c, -1 / way - far / (way * way), w);
}

static void settling(const dv_course *c, double *w)
{
  double goal = goal_of(c), width = isnan(c->band) ? 0.02 : c->band, way = goal - c->y[0], band = width * fabs(way);
  int i = last_of(c);
  if (fabs(c->y[i] - goal) > band) return;
  while (i >= 0 && fabs(c->y[i] - goal) <= band) i--;
  if (i < 0) return;
  double side = c->y[i] > goal ? 1 : -1, along = add_cross(c, i + 1, goal + side * band, 1, w), wider = way > 0 ? width : -width;
  add_goal(c, along * (1 + side * wider), w);
  w[0] -= along * side * wider;
}

static void error(const dv_course *c, double *w)
{
  int last = last_of(c);
  add_mean(c, c->t[last] - 0.1 * (c->t[last] - c->t[0]) - 1e-12, -1, w);
  add_goal(c, 1, w);
}

static void crossing(const dv_course *c, double *w)
{
  double goal = goal_of(c);
  for (int i = 1; i < c->n; i++) {
    if ((c->y[i] > goal) == (c->y[i - 1] > goal)) continue;
    add_goal(c, add_cross(c, i, goal, 1, w), w);
    return;
  }
}

void dv_measure_slopes(dv_measure what, const dv_course *c, double *w)
{
  static void (*const law[DV_MEASURE_COUNT])(const dv_course *, double *) = {
      [DV_MEASURE_AT] = at,
      [DV_MEASURE_FINAL] = final,
      [DV_MEASURE_MAX] = max,
      [DV_MEASURE_MIN] = min,
      [DV_MEASURE_MEAN] = mean,
      [DV_MEASURE_DRIFT] = drift,
      [DV_MEASURE_CLIMB] = climb,
      [DV_MEASURE_PEAK] = peak,
      [DV_MEASURE_RMS] = rms,
      [DV_MEASURE_AMPLITUDE] = amplitude,
      [DV_MEASURE_RISE] = rise,
      [DV_MEASURE_OVERSHOOT] = overshoot,
      [DV_MEASURE_SETTLING] = settling,
      [DV_MEASURE_ERROR] = error,
      [DV_MEASURE_CROSSING] = crossing,
  };
  if (!c->n) return;
  memset(w, 0, (size_t)c->n * sizeof *w);
  if (law[what] && !isnan(dv_measure_of(what, c))) law[what](c, w);
}
