// solve.h: runs, equilibria, linearisation. SUNDIALS and LAPACK are visible in this folder only.
#pragma once

#include "base/diag.h"
#include "assemble/assemble.h"
#include "engine/engine.h"
#include "spec/spec.h"

#include <signal.h>

typedef struct {
  const char *method;  // "cvode-bdf" (also "cvode"), "cvode-adams", "rk4", "lie-rk4", "frozen-rk4", "rkn", "euler", "rosenbrock",
                       // "dopri5"
  double step;         // of one-step methods, s; 0: 1 ms, or by the error if that is the method's habit; < 0: by the error
  double rtol, atol;   // cvode, and steps by the error
  int order;           // most of cvode; 0: 5 (BDF), 12 (Adams)
  const char *linear;  // of cvode-bdf: "dense", "klu"; else by the work
  double until, every;          // end; recording interval (0: until / 1000)
  int endless;                  // 1: the recorder ends the run and keeps no rows; until is far away
  double ledger;                // warn when the relative residual is above; 0: 1e-4, fixed steps by order and step (ledger.c)
  int width;                    // lanes for Jacobians; 0: widest
  int momentum;                 // 1: integrates (q, p, z) with p = B v instead of (q, v, z); states and records keep rates
  const dv_compiled *compiled;  // NULL: none
  const double *also;           // further recording times, rising
  int nalso;
  const volatile sig_atomic_t *halt;  // NULL, or looked at in every step: not 0 stops the run, as its recorder may
} dv_run_options;

// At the start of a run parts with events find on which side they are; x must be tidy.
void dv_state_begin(const dv_model *m, const dv_engine *engine, dv_state *s, double *work);

dv_run_options dv_run_options_of(const dv_solver_spec *s);  // what a machine file says

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
  double wall, realtime;  // s; simulated time / wall
  dv_ledger ledger;
  int stopped;  // 0: reached `until`
} dv_run_result;

// Called at every recorded time, in order. work: x1, after observe. Non-zero stops the run.
typedef int dv_recorder(void *context, double t, const double *x, const double *dx, const double *work);
typedef void dv_progress(void *context, double t, double until);

// Advances s to o->until. 0 fine, 2 run failed (a diagnostic names the variable and its line).
int dv_run(const dv_model *m, dv_state *s, const dv_run_options *o, dv_recorder *record, dv_progress *progress, void *context,
           dv_run_result *out, dv_diags *d, dv_arena *a);

int dv_state_save(const dv_model *m, const dv_state *s, const char *path, dv_diags *d);  // whole or not at all
int dv_state_load(const dv_model *m, dv_state *s, const char *path, dv_diags *d);        // refuses another model's

int dv_state_carry(const dv_model *m, dv_state *s, const char *path, dv_diags *d);  // states by name, t stays; any model's

// Equilibrium near s: rates zero with v = 0 (prescribed coordinates at their values at s->t). 0, or 2 with a diagnostic.
typedef struct {
  int iterations;
  double residual;
  double moved;  // s that the machine had to move first; 0: it was near enough
} dv_equilibrium_result;
int dv_equilibrium(const dv_model *m, dv_state *s, dv_equilibrium_result *out, dv_diags *d, dv_arena *a);
// The same while some joints are held where they are. 1 with a diagnostic: there is no such joint.
int dv_equilibrium_held(const dv_model *m, dv_state *s, const dv_ref *joint, int n, dv_equilibrium_result *out, dv_diags *d,
                        dv_arena *a);
int dv_start(const dv_machine *m, dv_state *s);  // as the machine's `start:` says. 0, or 2 with a diagnostic

// Linearisation at s in tangent coordinates (2 nv + nz states without the driven ones).
typedef struct {
  int n, nu, ny;
  int exact;                              // 1: slopes of the graph; 0: differences
  int ndisplacement;                      // states that are displacements; they come first, as many rates follow
  double *A, *B, *C, *D;                  // row-major
  const char **state, **input, **output;  // names
  int nmode;                              // a conjugate pair is one; by rising frequency
  double *re, *im;                        // eigenvalues [n]: of the modes, then the conjugates of those with im > 0
  double *frequency, *damping;            // [nmode] Hz (undamped), ratio
  double *shape_re, *shape_im;            // [n][n], the first nmode columns are modes; largest displacement 1
} dv_linear;
// inputs NULL: all inputs of the machine.
int dv_linearise(const dv_model *m, const dv_state *s, const char *const *inputs, int nu, const char *const *outputs, int ny,
                 dv_linear *out, dv_diags *d, dv_arena *a);

// Largest step at which each fixed-step method follows the linearised machine without growing; HUGE_VAL: any. How many rows.
typedef struct {
  const char *method;
  double step;  // s
} dv_stable_step;
enum { DV_STABLE_STEPS = 6 };
int dv_stable_steps(const dv_linear *l, dv_stable_step *out, dv_arena *a);
