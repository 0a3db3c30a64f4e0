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
  int nweight, nmeasured, nu;
  sized *weight, *measured;  // what counts; what is seen, with its noise
  const char **input;        // [nu]
  double *effort, *shake;    // [nu]
  double *disturbance;       // [n]
  double *y0, *u0, *lower, *upper;
  double slip;  // largest |rate| at the state where it is designed, by the size of its state
} control;

int control_read(control *c);     // options -> what is wanted, the linear machine. FINE, or another code after diagnostics
int control_numbers(control *c);  // sizes of inputs, disturbances, poles; after the linear machine is there
const char *control_text(const control *c, const char *path);
int control_draw(const control *c, const char *path);
