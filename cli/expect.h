// expect.h: what a case must give; private to test.c and expect.c.
#pragma once

#include "curve.h"

typedef struct {
  const dv_expect_spec *spec;
  const char *label;  // "slide at 1 s", "max of pin"
  double got, wanted, tolerance;
  int passed;
} outcome;

metrics expect_metrics(dv_machine *m);  // what the expectations measure
void expect_units(dv_machine *m);       // warns of numbers that are of another sort than what is measured
void expect_evaluate(dv_machine *m, const dv_history *l, int i, outcome *out);
const dv_linear *expect_modes(dv_machine *m);  // NULL: none is expected, or they were not found
void expect_mode(dv_machine *m, const dv_linear *l, int i, outcome *out);
