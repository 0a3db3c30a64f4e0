// root_between.h: roots that change their sign twice within a step: the same at both ends, another between.
#pragma once

#include "base/arena.h"

// Roots at an instant within the step, by what the method knows of the states there. Not 0: there are none.
typedef int dv_root_at(void *context, double t, double *root);

typedef struct {
  int n;
  dv_root_at *at;
  void *context;
  double *size;         // [n] the largest that each has been
  double *moved, last;  // [n] range of each in the last step, as far as it is known; its length, 0: there was none
  int *strikes;         // [n] how often one was rough between instants as near as they come
  double *low, *high;   // [n] ends of that range
  double *room;
} dv_root_between;

void dv_root_between_open(dv_root_between *b, dv_arena *a, int n, dv_root_at *at, void *context);
// From t0 with roots before to t1 with roots after. 1: at *t some have another sign, for the first time; other [n]: those.
int dv_root_between_look(dv_root_between *b, double t0, const double *before, double t1, const double *after, double *t,
                         int *other);
