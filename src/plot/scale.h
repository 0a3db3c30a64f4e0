// scale.h: an axis: its range, ticks, factor and offset; private to this folder.
#pragma once

#include "base/arena.h"

typedef struct {
  double lo, hi;       // data at the two ends
  double step, first;  // ticks first, first + step... up to hi
  int nticks, digits;  // decimals of the tick labels
  double factor;       // labels show (value - offset) / factor
  double offset;
  const char *unit;  // with the factor: "kN", "10^-6 kg"; "" for none
} dv_scale;

double dv_nice_step(double rough);  // 1, 2 or 5 times a power of ten near it
// margin: share of the range left free at both ends; most: about how many ticks fit.
dv_scale dv_scale_of(dv_arena *a, double lo, double hi, double margin, int most, const char *unit);
double dv_scale_tick(const dv_scale *s, int i);
const char *dv_scale_label(dv_arena *a, const dv_scale *s, int i);
// "label [kN]", with the offset if there is one; unit is that of the data.
const char *dv_scale_title(dv_arena *a, const dv_scale *s, const char *label, const char *unit);
