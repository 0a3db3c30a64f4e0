// cvode.h: a CVODES integrator and what it works on; inside solve/ only.
#pragma once

#include "run/advance.h"
#include "run/leap.h"
#include "run/root_between.h"

#include "solve/sensitivity.h"
#include "solve/solve.h"

#include <cvodes/cvodes.h>

enum {
  DV_CVODE_STEPS_MOST = 200000,
  DV_CVODE_ZERO_STEPS = 200
};  // between two records; after which a root that is zero is let alone

typedef struct {
  dv_running *r;
  void *memory;
  SUNContext context;
  N_Vector y, quad, tolerance, helper;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  double *J;      // entries of the Jacobian
  int sharpened;  // 1: exact slopes were asked for
  double rtol;
  int loops;               // 3: three more roots: other coordinates must become the independent ones, a branching position, and a
                           // closure that is redundant no more
  dv_leap *leap;           // over it
  double *x;               // [nx] a tidy copy for records
  double *x_bad, *dx_bad;  // [nx] the last evaluation that was not finite
  double t_bad;
  double *root, *root_next, *root_try;  // [nroot] when they were last looked at, now, and a little further on
  double *power;                        // [nquad] in a step by hand
  int *crossed;                         // [nroot + loops]
  dv_root_between between;
  N_Vector within;              // a state within a step
  double seen, *seen_root;      // until when roots have been looked for, and what they were then; NaN: not yet known
  double sought, *sought_root;  // end of the interval in which the integrator looks for one
  double other;                 // since when some are taken to have another sign until then; HUGE_VAL: none
  int *others;                  // [nroot] those
  int *flat;                    // [nroot] 1: it stands at zero, and is shown as positive until it leaves
  double event_last;
  int chatter;
  int zero;  // > 0: a root is zero since the start; as many more steps it is looked at after each, 1: when the integrator comes
             // back
  // tangents of the state
  dv_sensitivity *follow;  // NULL: none
  N_Vector *tangent;       // [n]
  double **in, **out;      // [n] of an evaluation
  SUNNonlinearSolver nonlinear_tangent;
  int over;          // 1: the next step is taken without error control of tangents
  double over_last;  // when the last such one was
} dv_cvode;

// ---- cvode_follow.c: sensitivities of CVODES, where a run is followed
int dv_cvode_follow(dv_cvode *c, int adams);  // not 0: SUNDIALS refused
void dv_cvode_follow_free(dv_cvode *c);
void dv_cvode_follow_take(dv_cvode *c);   // the integrator's tangents at its time, for what happens there
void dv_cvode_follow_again(dv_cvode *c);  // it starts anew with what became of them
int dv_cvode_follow_over(dv_cvode *c,
                         int flag);    // 1: tangents are why it failed, and its next step, a short one, does not heed them
void dv_cvode_follow_on(dv_cvode *c);  // after that step: it does again

// Makes the integrator at the run's state. Not 0: SUNDIALS refused; dv_cvode_free is due in any case.
int dv_cvode_new(dv_cvode *c, dv_running *r, int adams);
double dv_cvode_least_step(const dv_cvode *c);
int dv_cvode_least(dv_cvode *c);  // the smallest step from here on
void dv_cvode_free(dv_cvode *c);
int dv_run_cvode(dv_running *r, int adams);
int dv_cvode_linear(dv_cvode *c);                      // Jacobian in lanes, and a solver that suits its pattern
int dv_cvode_sharpen(dv_cvode *c);                     // exact slopes from now on; 0: it had been tried, or there are none
double dv_cvode_in_time(const dv_cvode *c, double t);  // t, or the last instant before a corner
void dv_cvode_start_anew(dv_cvode *c);                 // at the run's state, with nothing of its past

// ---- cvode_root.c
int dv_cvode_roots(double t, N_Vector y, double *root, void *c);  // as the integrator asks for them
void dv_cvode_watch(dv_cvode *c);                                 // makes room for the next
void dv_cvode_seen(dv_cvode *c, double t);                        // nothing is known of roots before t
void dv_cvode_look_at_roots(dv_cvode *c, double *root);
int dv_cvode_go_behind(dv_cvode *c);  // moves the state behind a root that is zero; 1: it did
int dv_cvode_cross(dv_cvode *c);      // parts whose roots have another sign than at the last look jump; 1: some did
void dv_cvode_step_off(dv_cvode *c);  // starts anew, from behind whatever root is zero there
