// measure.c: one function per measure; see measure.h.
#include "base/measure.h"

#include <math.h>

const dv_measure_row dv_measure_rows[DV_MEASURE_COUNT] = {
#define X(name, key, unit, doc) {key, unit, doc},
    DV_MEASURES(X)
#undef X
};

static double goal_of(const dv_course *c) { return isnan(c->goal) ? c->y[c->n - 1] : c->goal; }

// Where y passes a level between samples i - 1 and i, from the side `above` (0 or 1) to the other.
static double cross(const dv_course *c, int i, double level)
{
  double d = c->y[i] - c->y[i - 1];
  return d != 0 ? c->t[i - 1] + (c->t[i] - c->t[i - 1]) * (level - c->y[i - 1]) / d : c->t[i];
}

static double at(const dv_course *c)
{
  for (int i = 0; i < c->n; i++)
    if (fabs(c->t[i] - c->at) <= 1e-12 * fmax(1, fabs(c->at))) return c->y[i];
  return NAN;
}

static double final(const dv_course *c) { return c->y[c->n - 1]; }

static int largest(const dv_course *c, double sign)
{
  int k = 0;
  for (int i = 1; i < c->n; i++)
    if (sign * c->y[i] > sign * c->y[k]) k = i;
  return k;
}

static double max(const dv_course *c) { return c->y[largest(c, 1)]; }
static double min(const dv_course *c) { return c->y[largest(c, -1)]; }
static double time_of_max(const dv_course *c) { return c->t[largest(c, 1)]; }
static double time_of_min(const dv_course *c) { return c->t[largest(c, -1)]; }
static double peak(const dv_course *c) { return fmax(fabs(max(c)), fabs(min(c))); }
static double amplitude(const dv_course *c) { return (max(c) - min(c)) / 2; }

// Mean from a time on.
static double mean_from(const dv_course *c, double from)
{
  double area = 0, start = NAN;
  int last = c->n - 1;
  for (int i = 1; i < c->n; i++) {
    if (c->t[i - 1] < from) continue;
    if (isnan(start)) start = c->t[i - 1];
    area += (c->t[i] - c->t[i - 1]) * (c->y[i] + c->y[i - 1]) / 2;
  }
  return isnan(start) || c->t[last] <= start ? c->y[last] : area / (c->t[last] - start);
}
static double mean(const dv_course *c) { return mean_from(c, -HUGE_VAL); }

static double rms(const dv_course *c)
{
  double area = 0, span = c->t[c->n - 1] - c->t[0];
  for (int i = 1; i < c->n; i++) {
    double a = c->y[i - 1], b = c->y[i];
    area += (c->t[i] - c->t[i - 1]) * (a * a + a * b + b * b) / 3;
  }
  return span > 0 ? sqrt(area / span) : fabs(c->y[0]);
}

static double drift(const dv_course *c)
{
  double most = 0;
  for (int i = 1; i < c->n; i++) most = fmax(most, fabs(c->y[i] - c->y[0]));
  return most;
}

static double climb(const dv_course *c)
{
  double sum = 0;
  for (int i = 1; i < c->n; i++) sum += fmax(0, c->y[i] - c->y[i - 1]);
  return sum;
}

// First time that y has gone the share of its way.
static double reach(const dv_course *c, double share)
{
  double goal = goal_of(c), way = goal - c->y[0], level = c->y[0] + share * way;
  for (int i = 1; i < c->n; i++)
    if ((c->y[i] - level) * way >= 0 && (c->y[i - 1] - level) * way < 0) return cross(c, i, level);
  return NAN;
}
static double rise(const dv_course *c) { return reach(c, 0.9) - reach(c, 0.1); }

static double overshoot(const dv_course *c)
{
  double goal = goal_of(c), way = goal - c->y[0], extreme = way > 0 ? max(c) : min(c);
  return way != 0 ? fmax(0, (extreme - goal) / way) : NAN;
}

// From the end: the last sample outside the band, and where the curve then enters it.
static double settling(const dv_course *c)
{
  double goal = goal_of(c), band = (isnan(c->band) ? 0.02 : c->band) * fabs(goal - c->y[0]);
  int i = c->n - 1;
  if (fabs(c->y[i] - goal) > band) return NAN;
  while (i >= 0 && fabs(c->y[i] - goal) <= band) i--;
  if (i < 0) return 0;
  return cross(c, i + 1, c->y[i] > goal ? goal + band : goal - band) - c->t[0];
}

static double error(const dv_course *c)
{
  return goal_of(c) - mean_from(c, c->t[c->n - 1] - 0.1 * (c->t[c->n - 1] - c->t[0]) - 1e-12);
}

static double crossing(const dv_course *c)
{
  double goal = goal_of(c);
  for (int i = 1; i < c->n; i++)
    if ((c->y[i] > goal) != (c->y[i - 1] > goal)) return cross(c, i, goal);
  return NAN;
}

static double falls(const dv_course *c)
{
  double level = isnan(c->goal) ? 0.5 : c->goal;
  int n = 0;
  for (int i = 1; i < c->n; i++) n += c->y[i - 1] >= level && c->y[i] < level;
  return n;
}

double dv_measure_of(dv_measure what, const dv_course *c)
{
  static double (*const law[DV_MEASURE_COUNT])(const dv_course *) = {
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
      [DV_MEASURE_TIME_OF_MAX] = time_of_max,
      [DV_MEASURE_TIME_OF_MIN] = time_of_min,
      [DV_MEASURE_FALLS] = falls,
  };
  int instant = what == DV_MEASURE_AT || what == DV_MEASURE_FINAL;  // what the rest of the curve is does not matter to these
  if (!c->n) return NAN;
  for (int i = 0; i < c->n && !instant; i++)
    if (isnan(c->y[i])) return NAN;
  return law[what](c);
}

int dv_measure_takes_goal(dv_measure what)
{
  return what == DV_MEASURE_RISE || what == DV_MEASURE_OVERSHOOT || what == DV_MEASURE_SETTLING || what == DV_MEASURE_ERROR ||
         what == DV_MEASURE_CROSSING || what == DV_MEASURE_FALLS;
}
