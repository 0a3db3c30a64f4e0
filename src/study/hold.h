// hold.h: a machine held still in a pose: what its actuators, pins and other parts carry there.
#pragma once

#include "assemble/assemble.h"

// Actuators are parts on an axis that can deliver power: active ones, and those with a port of another domain.
typedef struct {
  const dv_model *m;
  dv_arena *arena;
  int n, *junction, *effort;          // actuators: their axes; work: the efforts that they take
  char *idle;                         // [n] 1: exerts nothing at all in this pose: it is out of use, and holds nothing
  int *free;                          // [nv] -1: dependent or driven
  char *bends;                        // [nv] 1: of a modal coordinate: elastic bodies keep their shape
  int *order;                         // [nv]
  double *x, *d, *dx, *work;          // of the machine at rest
  double *axis_effort, *rate_effort;  // [junction], [nv]
  double *total;                      // [n] what the actuators exert, positive when they push their axes open
  double *a0, *column;                // [nv]; [n + nv][nv]: accelerations by a unit of each
  double *basis;                      // [nv][nv] spanned by them
  int *rate, nrate;                   // [nv] coordinates that no actuator holds: they are held by an effort of their own
  int redundant;                      // 1: in some pose actuators share a load in more than one way; theirs is the least
  char *gripped;                      // [nv] 1: held by itself in some pose
} dv_hold;

dv_hold *dv_hold_new(dv_arena *a, const dv_machine *m);
// h->x, h->dx, h->work: as of an evaluated and observed machine at rest at coordinates and parts' states of x. 0, or > 0: no
// numbers.
int dv_hold_pose(dv_hold *h, double t, const double *x, const double *d);
