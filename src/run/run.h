// run.h: what a run is told and what it tells. The loop of a run by one-step methods is part of the core: no library but libc and
// libm; solve/ adds adaptive runs by SUNDIALS (dv_run).
#pragma once

#include "base/diag.h"
#include "engine/engine.h"
#include "engine/compiled.h"
#include "step/step.h"

#include <signal.h>

// Where the Jacobian of a machine has entries, in its chart. momentum: 1: of what that formulation integrates.
typedef const dv_pattern *dv_pattern_maker(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);

// Entries of a machine's Jacobian where a pattern has some, in another way than by differences.
typedef struct dv_entries {
  void *self;
  // At x, on its components or in the chart, as it was made. 1: not to be had here.
  int (*take)(void *self, double t, const double *x, const double *d, double *J);
  void (*renew)(void *self);  // the numbers of the model have changed
} dv_entries;
typedef struct {
  const dv_model *m;
  const dv_chart *chart;
  const dv_pattern *pattern;
  const double *start;     // [nx + nd] where the run begins
  int momentum, in_chart;  // 1: of what that formulation integrates; in the chart, not on components
} dv_entries_options;
typedef const dv_entries *dv_entries_maker(dv_arena *a, const dv_entries_options *o);  // NULL: none

// Who follows a run along its slopes (solve/sensitivity.c): it is told before each thing happens to the state.
typedef struct dv_follower {
  void *self;
  // A step from x at t of length h: a record within it; or it itself, up to a root that was crossed (crossed [nroot], `end` is
  // the state there; NULL: none), or to a corner of a signal. No evaluation goes beyond `latest`.
  void (*look)(void *self, double t, double h, const double *x, const double *d, double latest);
  void (*step)(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
               const double *end, int corner);
  void (*sample)(void *self, int part, double t, const double *x, const double *d);
  void (*jump)(void *self, int part, double t, const double *x, const double *d);
  void (*record)(void *self, double t, const double *x, const double *d);
  // NULL, or of methods that keep a Jacobian: a step as `step` gets it, before the records within it, which are its own; `kept`
  // tells where its Jacobian was taken (step.h).
  void (*enter)(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                const double *end, int corner, const double *kept);
} dv_follower;

typedef struct {
  const char *method;   // of base/solvers.def; NULL: the default
  double step;          // of one-step methods, s; 0: 1 ms, or by the error if that is the method's habit; < 0: by the error
  double rtol, atol;    // cvode, and steps by the error
  int order;            // most of cvode; 0: 5 (BDF), 12 (Adams)
  const char *linear;   // of cvode-bdf: "dense", "klu"; else by the work
  double until, every;  // end; recording interval (0: until / 1000)
  int endless;          // 1: the recorder ends the run and keeps no rows; until is far away
  double ledger;        // warn when the relative residual is above; 0: 1e-4, fixed steps by order and step (ledger.c)
  int width;            // lanes for Jacobians; 0: widest
  int served;           // 1: what is sampled at the start was sampled there before
  int momentum;         // 1: integrates (q, p, z) with p = B v instead of (q, v, z); states and records keep rates
  const dv_compiled *compiled;  // NULL: none
  dv_pattern_maker *pattern;    // of the Jacobian; NULL: as a saved block has it, or full
  dv_entries_maker *entries;    // of the Jacobian; NULL: by differences
  const dv_follower *follow;    // NULL: nobody
  const double *also;           // further recording times, rising
  int nalso;
  const volatile sig_atomic_t *halt;  // NULL, or looked at in every step: not 0 stops the run, as its recorder may
} dv_run_options;

// By the maker of the options; without one as a saved block has it, or full.
const dv_pattern *dv_run_pattern(const dv_run_options *o, dv_arena *a, const dv_model *m, const dv_chart *c, int momentum);

// At the start of a run parts with events find on which side they are; x must be tidy.
void dv_state_begin(const dv_model *m, const dv_engine *engine, dv_state *s, double *work);

// One line of the ledger.
typedef struct {
  const char *name;                     // part or drive
  double supplied, dissipated, stored;  // J; stored: change
} dv_ledger_row;

typedef struct {
  double kinetic, potential, stored;     // changes over the run, J
  double supplied, dissipated, removed;  // J; removed: taken out by drives and sources
  double residual, throughput, relative;
  int nrow;
  dv_ledger_row *row;
} dv_ledger;

typedef struct {
  long steps, rejected, evaluations, jacobians, events;
  int sparse;             // 1: cvode eliminated by KLU
  int exact;              // 1: Jacobians by the slopes of the graph
  double wall, realtime;  // s; simulated time / wall
  dv_ledger ledger;
  int stopped;  // 0: reached `until`
} dv_run_result;

// Called at every recorded time, in order. work: x1, after observe. Non-zero stops the run.
typedef int dv_recorder(void *context, double t, const double *x, const double *dx, const double *work);
typedef void dv_progress(void *context, double t, double until);
