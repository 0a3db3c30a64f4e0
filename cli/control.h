// control.h: a controller under way, between reading, designing and writing; private to control*.c.
#pragma once

#include "cli.h"

#include "study/regulator.h"

// A name with a size: "pin=2 deg".
typedef struct {
  const char *name;
  double size;  // SI
} sized;

typedef struct {
  args *a;
  dv_machine *m;
  dv_state *state;
  dv_linear l;
  dv_regulator r;
  int nweight, nlimited, nmeasured, nu;
  sized *weight, *measured;              // what counts; what is seen, with its noise
  sized *limited;                        // what has limits besides the inputs; size: the least
  double *most;                          // [nlimited] the greatest
  int horizon;                           // periods that a predictive controller looks ahead; 0: it is not one
  const char **input;                    // [nu]
  double *effort, *shake;                // [nu]
  double *disturbance;                   // [n]
  double *y0, *z0, *u0, *lower, *upper;  // lower, upper: of inputs, then of what is limited
  const double *time;                    // [ntime] of --at
  int ntime;
  const char *schedule;  // variable that chooses among several designs; NULL: time
  double by;             // its value here
  double slip;           // largest |rate| at the state where it is designed, by the size of its state
} control;

const char *control_unit(const control *c, const char *name);  // of a variable; NULL: none
int control_times(control *c);                                 // of --at
int control_limits(control *c);                                // --horizon, --limit
int control_read(control *c);     // options -> what is wanted, the linear machine. FINE, or another code after diagnostics
int control_numbers(control *c);  // sizes of inputs, disturbances, poles; after the linear machine is there
int control_go_on(control *c, double until);  // the run, up to a time
int control_here(control *c);                 // the linear machine at the state
// One after the other along a run, [ntime] with c itself the first.
int control_along(control *c, control **point);
const char *control_text(const control *point, int n, const char *path);
int control_draw(const control *c, const char *path);
