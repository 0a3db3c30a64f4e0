// sim.h: what a sim of davit.h is made of; inside run/ and api/ only.
#pragma once

#include "run/advance.h"
#include "run/model_keep.h"

#include <setjmp.h>

// Nowhere; in the sim's own work, dx and x; in the lanes in which it was stepped (sim_lanes.c).
enum { DV_FRESH_NOWHERE, DV_FRESH_HERE, DV_FRESH_IN_LANES };

// Slopes of these along those: out[i] = sum of d of_i / d along_j seed_j.
typedef struct {
  const int *of, *along;
  int nof, nalong;
  const double *seed;
  double *out;
} dv_sim_slopes;

struct dv_sim_body {
  dv_arena *arena, *speech;  // speech: diagnostics and their texts
  const dv_model *given;
  dv_model *m;          // own copy: inputs and parameters are numbers of it
  double *num;          // in it
  dv_state *s, *first;  // now; at the start
  dv_run_options o;
  dv_running r;
  dv_run_result out;
  const dv_advancer *by;
  void *advance;
  double *begun;     // what the method carries at the start
  double *x, *root;  // [nx] tidy, as shown; [nroot] when events were last looked at
  double *lean;      // [nx + nnum] what slopes displace and put back
  double *tilt;      // [2 nx + nvariable] values on both sides
  char *known;       // [nvariable] scratch
  int changed;       // since the last piece: DV_CHANGED_...
  int fresh;         // DV_FRESH_...: whether outputs are of the state as it is
  // sim_lanes.c: 1: parameters may be others than those of the model; others than the lanes have seen; lanes that saw it last
  int own, renumbered;
  const void *lanes, *stepped;  // stepped: those that stepped it last
  // Slopes by the machine's graph, 0: done; NULL: this library has none. What it keeps.
  int (*exact)(struct dv_sim_body *b, const dv_sim_slopes *q);
  void *exact_keeps;
  int failed;   // 1: the last step did
  int shifted;  // 1: somebody else's integrator moved it: the books begin anew
  int looked;   // 0: a step has passed since root was looked at
  char message[600];
};

typedef dv_sim_body body;

// compiled: code of this very model, NULL: none.
dv_sim *dv_sim_new_by(const dv_model *m, const dv_method *by, dv_advancers *advancers, const dv_compiled *compiled, char *message,
                      size_t room);

int dv_sim_fault(dv_sim_body *b, const char *format, ...) __attribute__((format(printf, 2, 3)));  // DV_BAD_USE
int dv_sim_tell(dv_sim_body *b, int code);  // the last diagnostic becomes the message; code, or DV_OK
int dv_sim_begin(dv_sim_body *b);           // back to the start
int dv_sim_renew(dv_sim_body *b);           // what was changed from outside counts from now on. DV_OK, DV_RUN_FAILED
int dv_sim_refresh(dv_sim_body *b);         // work, dx and x are of the state as it is. The same
// Work of the library that may run out of memory: 0, its code, or DV_NO_MEMORY.
int dv_sim_guarded(dv_sim *s, int (*work)(dv_sim_body *b, void *what), void *what);
int dv_sim_needs_work(const dv_sim_body *b, const dv_variable *v);     // 1: outputs must be evaluated to know its value
double dv_sim_target(const dv_sim_body *b, double dt);                 // where a step of this length ends
const dv_variable *dv_sim_variable(const dv_sim_body *b, int handle);  // NULL: none
int dv_number_settable(const dv_model *m, const dv_variable *v);       // 1: a running machine can change it
int dv_number_alone(const dv_model *m, const dv_variable *v);          // 1: no other number follows from it
// The numbers that may change with a settable parameter: its own, or all of its part.
void dv_numbers_with(const dv_model *m, const dv_variable *v, int *first, int *n);
// A parameter gets its value, and what is derived from it follows. NULL, or what is wrong.
const char *dv_number_set(dv_model *m, const dv_variable *v, double value);
