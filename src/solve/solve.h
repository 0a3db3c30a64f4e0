// solve.h: runs, equilibria, linearisation. SUNDIALS and LAPACK are visible in this folder only.
#pragma once

#include "base/solver.h"
#include "assemble/assemble.h"
#include "run/run.h"
#include "spec/spec.h"

dv_run_options dv_run_options_of(const dv_solver_spec *s);  // what a machine file says

const struct dv_advancer *dv_advancer_any(const char *method);  // run/advance.h: with cvode

// A block as davit.h and `davit build` give it out: with its start, how it is run, and the pattern of its Jacobian. In the arena.
const dv_model *dv_saved_block(dv_arena *a, const dv_model *m, const dv_solver_spec *solver, const dv_state *start);
// Such a block with the machine's graph, by which the core alone gives exact slopes; as it is, where a machine has none.
const dv_model *dv_saved_with_graph(dv_arena *a, const dv_model *block);

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
// The same while some joints are held where they are. differences: 1: no slopes of the graph. 1 with a diagnostic: there is no
// such joint.
int dv_equilibrium_held(const dv_model *m, dv_state *s, const dv_ref *joint, int n, int differences, dv_equilibrium_result *out,
                        dv_diags *d, dv_arena *a);
int dv_differences_chosen(const dv_machine *m);  // 1: `derivatives: differences` stands in the file or was asked for
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
// The same by the method that the machine chooses, differences or exact slopes.
int dv_linearise_machine(const dv_machine *m, const dv_state *s, const char *const *inputs, int nu, const char *const *outputs,
                         int ny, dv_linear *out);

// Largest step at which each fixed-step method follows the linearised machine without growing; HUGE_VAL: any. How many rows.
typedef struct {
  const char *method;
  double step;  // s
} dv_stable_step;
enum { DV_STABLE_STEPS = DV_SOLVER_COUNT };
int dv_stable_steps(const dv_linear *l, dv_stable_step *out, dv_arena *a);
// Warns of a fixed step at which the method leaves the machine of this state, linearised, by a thousandth in each step or more.
// Nothing is said of machines that are not linear there (edges, samples), or have very many states.
void dv_step_look(const dv_model *m, const dv_state *s, const dv_run_options *o, dv_diags *d);
