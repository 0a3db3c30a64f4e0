// collect.h: a polynomial as people write it: each function of the state once, with what it is multiplied by.
//
//   a1 (2 x' y' + y'^2) sin(q1 + q2):  kernel a1 = m2 l (l1 + l2), of constants alone; parts 2 x' y' and y'^2
//
// Kernels that stand in several places are shared: they get names.
#pragma once

#include "base/names.h"
#include "symbol/ring.h"

typedef struct {
  double k;
  int state;  // monomial of coordinates and rates
} dv_share;

typedef struct {
  int kernel;  // of the collector
  int angle;   // as in dv_term
  int n;
  dv_share *part;
} dv_group;

typedef struct {
  int n;
  dv_group *group;
} dv_collected;

typedef struct {
  dv_poly poly;  // of constants
  int uses;
  const char *name;  // NULL: not shared
} dv_kernel;

typedef struct {
  dv_ring *ring;
  dv_names text;  // of kernels
  struct {
    dv_kernel *item;
    int n, cap;
  } kernel;
} dv_collector;

dv_collected dv_collect(dv_collector *c, dv_poly p);
void dv_collect_name(dv_collector *c, const char *prefix);  // those of several terms that are used more than once
int dv_power_order(const dv_exponents *e, int a, int b);    // for sorting
