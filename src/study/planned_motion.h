// planned_motion.h: an optimal motion of a machine: solved on a mesh, its error estimated, the mesh refined, solved again.
#pragma once

#include "study/collocation.h"

typedef struct {
  double tolerance;  // of the solver
  double error;      // of an interval, relative to the states' sizes, at which it is divided
  int rounds;        // of refinement at most
  int most;          // iterations of a round
  int curvature;     // as of dv_sparse_options
  const volatile sig_atomic_t *stop;
  void (*tell)(void *context, int iteration, double objective, double violation);
  void (*round)(void *context, int intervals, const dv_sparse_result *r, double error);
  void *context;
} dv_motion_options;

typedef struct {
  dv_collocation *c;  // of the last round
  double *z;
  dv_motion_found *found;
  dv_sparse_result end;
  int rounds, iterations;  // of all rounds
  double error;            // largest of an interval
} dv_motion_result;

enum { DV_INTERVALS_MOST = 2000, DV_PHASES_MOST = 60 };

// Sampled parts are refused: 1 after a diagnostic. Parts with events are told: the plan takes them as they are at the start.
int dv_motion_fits(dv_diags *d, const dv_model *m, const char *file);
// Which states inputs move, at once or by others; [nx], NULL: it cannot be told. moves [ninput]: 1: the input moves something.
const char *dv_motion_influence(dv_arena *a, const dv_motion_task *t, char *moves);
// 1 if a variable is moved by an input; of a column that is no state, too.
int dv_motion_moves(dv_arena *a, const dv_motion_task *t, const char *moved, int variable);

// guess NULL: straight. 0; 1 after a diagnostic: what is wrong with the question; 2 after one: there is no answer.
int dv_motion_solve(dv_arena *a, dv_diags *d, const dv_motion_task *t, const dv_motion_options *o, const dv_motion_found *guess,
                    dv_motion_result *r);
