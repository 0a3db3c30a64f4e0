// verify.h: a machine at random states by all formulations; where they differ most.
#pragma once

#include "formulation/formulation.h"

typedef struct {
  const char *what, *first, *second;
  double difference;  // largest over all states, relative to the largest entry; NaN: something was not finite
} dv_difference;

typedef struct {
  int states, n;
  int singular;  // 1: with all joints free some have no inertia, so that accelerations are not compared
  dv_difference *pair;
  double worst;
} dv_verification;

// Angles within pi, slides within 1 m, any attitude; rates and accelerations within 1 in SI units. The same seed gives the same
// states.
dv_verification *dv_verify(dv_arena *a, const dv_tree *t, const double *num, int states, uint64_t seed);
