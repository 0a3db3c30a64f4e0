// step.h: one-step methods over lanes, and the chart in which those for attitudes work.
//
// A step needs the engine's table, the model and scratch; it allocates nothing, and what it carries from step to step lies in
// `kept`, a part of the state, so that a run continued from a saved state gives the same bits as one that was never interrupted.
#pragma once

#include "base/arena.h"
#include "base/solver.h"
#include "engine/engine.h"
#include "step/pattern.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int q, v;  // first of its quaternion in x; first of its angular rate among the rates
} dv_attitude;

typedef struct {
  int x, tangent, count;  // x[x + i] moves with tangent[tangent + i] like a number
} dv_run_of_numbers;

// Tangent vectors: [nv] displacements, [nv] changes of rate, [nz] changes of parts' states.
typedef struct {
  int n;  // 2 nv + nz
  int nattitude, nrun;
  dv_attitude *attitude;
  dv_run_of_numbers *run;
  int nmoving;    // directions that are not driven
  int *moving;    // their tangent indices, rising
  int *number;    // [n] index in x of a number, -1: part of an attitude
  double *scale;  // [n] nominal size
  char *plain;    // [nv] 1: q' = v of a joint that does not turn as a whole
  int tidy;       // 1: states must be tidied after a step (attitudes, driven coordinates, loops)
} dv_chart;

const dv_chart *dv_chart_new(dv_arena *a, const dv_model *m);

// What lies in `kept`, [dv_state_kept]: where the Jacobian in use was taken, and how many steps it has served.
enum {
  DV_KEPT_STEPS,  // 0: there is none
  DV_KEPT_STEP,   // length of the next step of error-controlled runs, s; 0: unknown
  DV_KEPT_TIME,
  DV_KEPT_X,  // x, then d
};

// The scratch of a run alone does not hold it, but that of the lanes in which it was stepped last.
enum { DV_RECALLED_IN_LANES = 2 };

typedef struct dv_stepping {
  const dv_engine *engine;
  const dv_model *m;
  const dv_chart *chart;
  const double *num, *d;   // [nnum], [nd]
  double *work, *scratch;  // [nwork], [dv_stepper.scratch]
  double latest;           // no evaluation after this time: the last instant before a corner
  // of implicit methods only
  const dv_pattern *pattern;  // of the Jacobian
  double *kept;               // [dv_state_kept]
  int recalled;               // lanes, a bit each: the scratch holds the Jacobian that `kept` tells of; DV_RECALLED_...
  double factored;            // step for which it holds the elimination; 0: none
  // Entries J of the tangent rate's Jacobian at (t, x), where it is `rate` [n], not yet in the chart. NULL: by differences
  // in this width. Given for one lane only.
  int (*jacobian)(void *context, double t, const double *x, const double *d, const double *rate, double *J);
  void *context;
  double *error;  // [n + nquad] where methods with an `estimate` leave their local error, a tangent; NULL: not wanted
  double
      *apart;  // [n] how far the solution may be by all of them so far; of implicit methods, with `error` only; NULL: not wanted
  int known;   // 1: the method has the rates at `known_at`, where its last step ended; 0: look again, as when numbers changed
  double known_at;
  long evaluations;
  // where the last evaluation that was not finite took place; dx NULL: close by, where slopes are taken
  double failed_t;
  const double *failed_x, *failed_dx;
} dv_stepping;

typedef struct {
  const dv_solver *is;                   // name, order, ...
  size_t (*scratch)(const dv_model *m);  // reals
  // x [nx] and quad [nquad] from t to t + h. 0 ok; > 0: a lane is not finite (one lane: x and quad are as before).
  int (*step)(dv_stepping *s, double t, double h, double *x, double *quad);
  // After a step from `from` at t: x, and what quad has grown by, at t + u h. NULL: take a shorter step.
  void (*between)(dv_stepping *s, double t, double h, double u, const double *from, double *x, double *quad);
} dv_stepper;

const dv_stepper *dv_stepper_find(const char *name, int lanes);  // NULL: none of this name
const char *dv_stepper_name(int i);                              // NULL after the last
// step: of a run's options; 1: its length goes by the error.
int dv_step_is_controlled(const dv_stepper *method, double step);

#ifdef __cplusplus
}
#endif
