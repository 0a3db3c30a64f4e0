// verify.h: a machine at random states by all formulations; where they differ most.
#pragma once

#include "formulation/formulation.h"
#include "model/model.h"

typedef struct {
  const char *what, *first, *second;
  double difference;  // largest over all states, relative to the largest entry; NaN: something was not finite
  double as_effort;   // of accelerations: what moves the one instead of the other, which does not grow with the condition of B
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
void dv_verification_add(dv_arena *a, dv_verification *v, dv_difference d);  // a comparison that was made elsewhere

double dv_verify_uniform(uint64_t *seed);                             // within 1
void dv_verify_scatter(const dv_tree *t, uint64_t *seed, double *q);  // coordinates as above

// Where the machine's ports are and how they move, at states of the same sort. pose: frames by the tree of the dynamics and by
// the observer's; motion: rates of frames and axes, and differences of their places along the motion.
typedef struct {
  int n;  // frames and distance axes
  double pose, motion;
} dv_ports_apart;
dv_ports_apart dv_verify_ports(dv_arena *a, const dv_model *m, int states, uint64_t seed);
