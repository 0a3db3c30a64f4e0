// measure_laws.h: one function per measure; see measure.h. A graphics card compiles the same text, where values of a
// curve lie apart (gpu/reduce.cuh).
#pragma once

#include "base/measure.h"

#include <math.h>

#ifndef DV_LAW
#define DV_LAW static
#define Y(c, i) ((c)->y[i])
#endif

DV_LAW double goal_of(const dv_course *c) { return isnan(c->goal) ? Y(c, c->n - 1) : c->goal; }

// Where y passes a level between samples i - 1 and i, from the side `above` (0 or 1) to the other.
DV_LAW double cross(const dv_course *c, int i, double level)
{
  double d = Y(c, i) - Y(c, i - 1);
  return d != 0 ? c->t[i - 1] + (c->t[i] - c->t[i - 1]) * (level - Y(c, i - 1)) / d : c->t[i];
}

DV_LAW double at(const dv_course *c)
{
  for (int i = 0; i < c->n; i++)
    if (fabs(c->t[i] - c->at) <= 1e-12 * fmax(1, fabs(c->at))) return Y(c, i);
  return NAN;
}

DV_LAW double final(const dv_course *c) { return Y(c, c->n - 1); }

DV_LAW int largest(const dv_course *c, double sign)
{
  int k = 0;
  for (int i = 1; i < c->n; i++)
    if (sign * Y(c, i) > sign * Y(c, k)) k = i;
  return k;
}

DV_LAW double max(const dv_course *c) { return Y(c, largest(c, 1)); }
DV_LAW double min(const dv_course *c) { return Y(c, largest(c, -1)); }
DV_LAW double time_of_max(const dv_course *c) { return c->t[largest(c, 1)]; }
DV_LAW double time_of_min(const dv_course *c) { return c->t[largest(c, -1)]; }
DV_LAW double peak(const dv_course *c) { return fmax(fabs(max(c)), fabs(min(c))); }
DV_LAW double amplitude(const dv_course *c) { return (max(c) - min(c)) / 2; }

// Mean from a time on.
DV_LAW double mean_from(const dv_course *c, double from)
{
  double area = 0, start = NAN;
  int last = c->n - 1;
  for (int i = 1; i < c->n; i++) {
    if (c->t[i - 1] < from) continue;
    if (isnan(start)) start = c->t[i - 1];
    area += (c->t[i] - c->t[i - 1]) * (Y(c, i) + Y(c, i - 1)) / 2;
  }
  return isnan(start) || c->t[last] <= start ? Y(c, last) : area / (c->t[last] - start);
}
DV_LAW double mean(const dv_course *c) { return mean_from(c, -INFINITY); }

DV_LAW double rms(const dv_course *c)
{
  double area = 0, span = c->t[c->n - 1] - c->t[0];
  for (int i = 1; i < c->n; i++) {
    double a = Y(c, i - 1), b = Y(c, i);
    area += (c->t[i] - c->t[i - 1]) * (a * a + a * b + b * b) / 3;
  }
  return span > 0 ? sqrt(area / span) : fabs(Y(c, 0));
}

DV_LAW double drift(const dv_course *c)
{
  double most = 0;
  for (int i = 1; i < c->n; i++) most = fmax(most, fabs(Y(c, i) - Y(c, 0)));
  return most;
}

DV_LAW double climb(const dv_course *c)
{
  double sum = 0;
  for (int i = 1; i < c->n; i++) sum += fmax(0, Y(c, i) - Y(c, i - 1));
  return sum;
}

// First time that y has gone the share of its way.
DV_LAW double reach(const dv_course *c, double share)
{
  double goal = goal_of(c), way = goal - Y(c, 0), level = Y(c, 0) + share * way;
  for (int i = 1; i < c->n; i++)
    if ((Y(c, i) - level) * way >= 0 && (Y(c, i - 1) - level) * way < 0) return cross(c, i, level);
  return NAN;
}
DV_LAW double rise(const dv_course *c) { return reach(c, 0.9) - reach(c, 0.1); }

DV_LAW double overshoot(const dv_course *c)
{
  double goal = goal_of(c), way = goal - Y(c, 0), extreme = way > 0 ? max(c) : min(c);
  return way != 0 ? fmax(0, (extreme - goal) / way) : NAN;
}

// From the end: the last sample outside the band, and where the curve then enters it.
DV_LAW double settling(const dv_course *c)
{
  double goal = goal_of(c), band = (isnan(c->band) ? 0.02 : c->band) * fabs(goal - Y(c, 0));
  int i = c->n - 1;
  if (fabs(Y(c, i) - goal) > band) return NAN;
  while (i >= 0 && fabs(Y(c, i) - goal) <= band) i--;
  if (i < 0) return 0;
  return cross(c, i + 1, Y(c, i) > goal ? goal + band : goal - band) - c->t[0];
}

DV_LAW double error(const dv_course *c)
{
  return goal_of(c) - mean_from(c, c->t[c->n - 1] - 0.1 * (c->t[c->n - 1] - c->t[0]) - 1e-12);
}

DV_LAW double crossing(const dv_course *c)
{
  double goal = goal_of(c);
  for (int i = 1; i < c->n; i++)
    if ((Y(c, i) > goal) != (Y(c, i - 1) > goal)) return cross(c, i, goal);
  return NAN;
}

DV_LAW double falls(const dv_course *c)
{
  double level = isnan(c->goal) ? 0.5 : c->goal;
  int n = 0;
  for (int i = 1; i < c->n; i++) n += Y(c, i - 1) >= level && Y(c, i) < level;
  return n;
}

DV_LAW double law_of(dv_measure what, const dv_course *c)
{
  switch (what) {
  case DV_MEASURE_AT: return at(c);
  case DV_MEASURE_FINAL: return final(c);
  case DV_MEASURE_MAX: return max(c);
  case DV_MEASURE_MIN: return min(c);
  case DV_MEASURE_MEAN: return mean(c);
  case DV_MEASURE_DRIFT: return drift(c);
  case DV_MEASURE_CLIMB: return climb(c);
  case DV_MEASURE_PEAK: return peak(c);
  case DV_MEASURE_RMS: return rms(c);
  case DV_MEASURE_AMPLITUDE: return amplitude(c);
  case DV_MEASURE_RISE: return rise(c);
  case DV_MEASURE_OVERSHOOT: return overshoot(c);
  case DV_MEASURE_SETTLING: return settling(c);
  case DV_MEASURE_ERROR: return error(c);
  case DV_MEASURE_CROSSING: return crossing(c);
  case DV_MEASURE_TIME_OF_MAX: return time_of_max(c);
  case DV_MEASURE_TIME_OF_MIN: return time_of_min(c);
  case DV_MEASURE_FALLS: return falls(c);
  default: return NAN;
  }
}

DV_LAW double measure_of(dv_measure what, const dv_course *c)
{
  int instant = what == DV_MEASURE_AT || what == DV_MEASURE_FINAL;  // what the rest of the curve is does not matter to these
  if (!c->n) return NAN;
  for (int i = 0; i < c->n && !instant; i++)
    if (isnan(Y(c, i))) return NAN;
  return law_of(what, c);
}
