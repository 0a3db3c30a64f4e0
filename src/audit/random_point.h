// random_point.h: random test points of a kind, with NaN in all that a law did not declare to read.
#pragma once

#include "audit/lane.h"

enum { POINT_OPTIONS = 16, POINT_PARAMETERS = 128, POINT_TABLE = 256, POINT_PORTS = 15 };  // most of them

typedef struct {
  const dv_kind *kind;
  shape shape;
  uint64_t seed;  // of a fixed stream
  int still;      // 1: water and ground are at rest
  int opt[POINT_OPTIONS], rows[DV_TABLES];
  int given[POINT_PARAMETERS];  // zeros: as if the file gave no parameter
  double *block;                // [shape.size][LANES]: the point as the engine would have it after all laws
} point;

double dv_point_drawn(point *p, double lo, double hi);
void dv_point_random(point *p, const void *const kind[3]);  // parameters, options, tables, states, shared variables, inputs
int dv_point_has(const point *p, law which);
void dv_point_hide(const point *p, law which, double *block);             // a copy for one law: NaN in all that it may not read
int dv_point_written(const point *p, law which, int *first, int *count);  // ranges that the law must fill, at most nport + 1
const char *dv_point_impossible(const dv_kind *k);                        // why there are none; NULL: there are
void dv_point_keep(point *p, law which, const double *block);             // what a law wrote, into the point
