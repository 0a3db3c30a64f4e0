// formulation.h: the equations of motion of a machine, each way that davit knows. A new way is a file way_<id>.c and a row of
// formulations.def.
//
//   effort:  tau = B a + C v + g      acceleration:  B a = tau - C v - g      of the skeleton alone, all coordinates free
#pragma once

#include "base/arena.h"
#include "skeleton/skeleton.h"

typedef enum {
#define DV_FORMULATION(id) DV_WAY_##id,
#include "formulation/formulations.def"
  DV_WAY_COUNT
} dv_formulation_id;

// What all ways share.
typedef struct {
  dv_tree tree;  // all joints free
  const double *num;
  dv_link_work *link;       // scratch of the recursions
  double *zero;             // [nv]
  double *B, *dB, *C;       // [nv][nv], [nv][nv][nv], [nv][nv]
  double *x, *y, *z;        // [nv]
  void *own[DV_WAY_COUNT];  // room of each way; NULL: it needs none, or does not know this machine
} dv_formulator;

typedef struct {
  const char *name, *doc;
  int elastic;                                                      // 1: knows elastic bodies
  void *(*room)(dv_arena *a, const dv_tree *t, const double *num);  // what it works with; NULL: the shared room is enough
  void (*effort)(dv_formulator *f, void *own, const double *q, const double *v, const double *a,
                 double *tau);  // NULL: gives none
  int (*acceleration)(dv_formulator *f, void *own, const double *q, const double *v, const double *tau,
                      double *a);  // 1: B is singular
} dv_formulation;

extern const dv_formulation *const dv_formulations[DV_WAY_COUNT];

static inline int dv_formulation_knows(dv_formulation_id way, const dv_tree *t)
{
  return !t->elastic || dv_formulations[way]->elastic;
}

dv_formulator *dv_formulator_new(dv_arena *a, const dv_tree *t, const double *num);  // num must outlive it
