// formulation.h: the equations of motion of a machine, each way that davit knows. A new way is a row.
//
//   effort:  tau = B a + C v + g      acceleration:  B a = tau - C v - g      of the skeleton alone, all coordinates free
#pragma once

#include "formulation/chain.h"
#include "formulation/moving_frame.h"
#include "formulation/projection.h"

typedef struct {
  dv_arena *arena;
  dv_tree tree;  // all joints free
  const double *num;
  dv_link_work *link;  // scratch of the recursions
  dv_chain *chain;
  dv_frames *frames;
  dv_projection *projection;
  double *zero;        // [nv]
  double *B, *dB, *C;  // [nv][nv], [nv][nv][nv], [nv][nv]
  double *x, *y, *z;   // [nv]
} dv_formulator;

typedef struct {
  const char *name, *doc;
  int elastic;  // 1: knows elastic bodies; these rows come first
  void (*effort)(dv_formulator *f, const double *q, const double *v, const double *a, double *tau);       // NULL: gives none
  int (*acceleration)(dv_formulator *f, const double *q, const double *v, const double *tau, double *a);  // 1: B is singular
} dv_formulation;

extern const dv_formulation dv_formulations[];  // ends with an empty row

dv_formulator *dv_formulator_new(dv_arena *a, const dv_tree *t, const double *num);  // num must outlive it
