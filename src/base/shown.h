// shown.h: numbers in the units that people read: degrees, bar, kN, l/min, kW, mm. What programs read stays in SI.
#pragma once

typedef struct {
  const char *unit;
  double factor, offset;  // shown = factor value + offset
} dv_shown;

// For values of a unit of SI that stand together, the largest of which has this size. Units without a row stay as they are.
dv_shown dv_shown_as(const char *unit, double largest);
