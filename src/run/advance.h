// advance.h: methods that advance a run piece by piece: the same loop as that of a run to its end, left and entered again.
#pragma once

#include "run/running.h"

enum { DV_CHANGED_INPUTS = 1, DV_CHANGED_WHOLE = 2, DV_CHANGED_TIME = 4 };  // whole: the state, or parameters

typedef struct dv_advancer {
  // Ready at the run's state, which dv_running_open has seen. NULL after a diagnostic. Takes its room here, and none later.
  void *(*open)(dv_running *r, const char *method);
  // To r->o->until, which the caller sets before. 0, or a failure with a diagnostic.
  int (*on)(void *self);
  // Something was changed from outside between two pieces: DV_CHANGED_..., or-ed.
  void (*renew)(void *self, int changed);
  // What it carries beside the state and `kept`: [DV_ADVANCER_KEPT + nroot]. load: the state, the time and numbers are set
  // already.
  void (*save)(const void *self, double *to);
  void (*load)(void *self, const double *from);
  long (*evaluations)(const void *self);
  void (*close)(void *self);
} dv_advancer;

enum { DV_ADVANCER_KEPT = 8 };

extern const dv_advancer dv_advance_onestep;  // onestep_piece.c

// The advancer of a method, NULL: not known here. The core has dv_advancer_core, solve/ has more.
typedef const dv_advancer *dv_advancers(const char *method);
dv_advancers dv_advancer_core;
