// measure.h: numbers that say how a curve goes: extremes, means, and what a step response is judged by.
//
//   way = goal - first value;   rise: from 10 % to 90 % of the way;   overshoot: max((y - goal)/way);   settling: last time that
//   |y - goal| > band |way|;   error: goal - mean of the last tenth;   amplitude: (max - min)/2
//
// Between two samples the curve is a straight line. A goal that is NaN is the last value.
#pragma once

// Name in C, key in a file, unit ("": that of the curve), what it is.
#define DV_MEASURES(X)                                                                                                           \
  X(AT, "value", "", "its value at the time `at`")                                                                               \
  X(FINAL, "final", "", "its last value")                                                                                        \
  X(MAX, "max", "", "its largest value")                                                                                         \
  X(MIN, "min", "", "its least value")                                                                                           \
  X(MEAN, "mean", "", "its mean over time")                                                                                      \
  X(DRIFT, "drift", "", "its largest departure from its first value")                                                            \
  X(CLIMB, "climb", "", "sum of all its increases: 0 of what only falls")                                                        \
  X(PEAK, "peak", "", "its largest size")                                                                                        \
  X(RMS, "rms", "", "root of the mean of its square")                                                                            \
  X(AMPLITUDE, "amplitude", "", "half of its largest less its least value")                                                      \
  X(RISE, "rise", "s", "time from 10 % to 90 % of the way to `goal`")                                                            \
  X(OVERSHOOT, "overshoot", "1", "how far it passes `goal`, over the way")                                                       \
  X(SETTLING, "settling", "s", "time after which it stays within `band` of the way about `goal`")                                \
  X(ERROR, "error", "", "`goal` less its mean in the last tenth of the window")                                                  \
  X(CROSSING, "crossing", "s", "first time that it crosses `goal`")                                                              \
  X(TIME_OF_MAX, "time_of_max", "s", "when it is largest")                                                                       \
  X(TIME_OF_MIN, "time_of_min", "s", "when it is least")                                                                         \
  X(FALLS, "falls", "1", "how often it falls below `goal` (0.5): lost contacts of a touch signal")

typedef enum {
#define X(name, key, unit, doc) DV_MEASURE_##name,
  DV_MEASURES(X)
#undef X
      DV_MEASURE_COUNT
} dv_measure;

typedef struct {
  const char *key, *unit, *doc;
} dv_measure_row;
extern const dv_measure_row dv_measure_rows[DV_MEASURE_COUNT];

typedef struct {
  int n;
  const double *t, *y;    // [n]
  double at, goal, band;  // NaN: not given
  int last_extreme;       // of dv_measure_slopes: 1: of extremes that are all but equal the last one counts
} dv_course;

double dv_measure_of(dv_measure what, const dv_course *c);               // NaN: the curve has none, e.g. it never settles
void dv_measure_slopes(dv_measure what, const dv_course *c, double *w);  // w [n]: its slope along each value of the curve
int dv_measure_takes_goal(dv_measure what);
