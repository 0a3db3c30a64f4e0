// mobility.h: how a machine with loops can move at a state.
#pragma once

#include "solve/solve.h"

typedef struct {
  const char *loop, *what;  // "C1", "along z"
} dv_redundant;

typedef struct {
  int joints, coordinates, driven, loops, closures;  // coordinates: rates
  int rank, freedoms;                                // freedoms: rates that are neither dependent nor driven
  int nredundant;
  dv_redundant *redundant;   // closures that follow from the others
  const char **independent;  // [freedoms] names
  const char **rate;         // [coordinates] names
  double *motion;            // [coordinates][freedoms]: how all rates follow a unit of each independent one
  int nvalue;
  double *value;    // [nvalue] singular values of the closure Jacobian over the free rates, falling; lengths in m, relations by
                    // their largest factor
  double distance;  // the least that is not zero: how far the next loss of rank is
  double gap;       // largest of all closures
} dv_mobility;

// The state must be tidy. Always 0.
int dv_mobility_of(const dv_model *m, const dv_state *s, dv_mobility *out, dv_arena *a);
// Rank and distance alone, at x.
int dv_mobility_rank(const dv_model *m, const double *x, const double *d, double *distance, dv_arena *a);
// x: a random state around the initial one with its loops closed, dx: its rates. -1: none was found.
int dv_loops_state(const dv_model *m, uint64_t *seed, double *x, double *dx, double *work, dv_arena *a);
// Largest difference of accelerations by independent coordinates and by multipliers, of their largest entry.
double dv_loops_verify(const dv_model *m, int states, uint64_t seed, dv_arena *a);
// Largest difference of rates and of those that their momenta give back.
double dv_loops_verify_momenta(const dv_model *m, int states, uint64_t seed, dv_arena *a);
