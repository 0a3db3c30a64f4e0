// expect.h: what a case must give; private to test.c and expect.c.
#pragma once

#include "cli.h"

typedef struct {
  const dv_expect_spec *spec;
  const char *label;  // "slide at 1 s", "max of pin"
  double got, wanted, tolerance;
  int passed;
} outcome;

// Variables that the expectations read, as patterns for a record; count. A name that is no variable: -1 with diagnostics.
int expect_patterns(dv_machine *m, const char ***pattern);
// Times where a value is expected, rising; count.
int expect_times(const dv_machine *m, const double **times);
void expect_evaluate(dv_machine *m, const dv_history *l, int i, outcome *out);
