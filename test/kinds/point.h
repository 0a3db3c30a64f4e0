// point.h: random test points of a kind, with NaN in all that a law did not declare to read.
#pragma once

#include "lane.h"

typedef struct {
  const dv_kind *kind;
  shape shape;
  int opt[16], rows[DV_TABLES], given[64];  // nothing is given
  double *block;                            // [shape.size][LANES]: the point as the engine would have it after all laws
} point;

double drawn(double lo, double hi);    // of a fixed stream
void point_random(point *p, int row);  // parameters, options, tables, states, shared variables, inputs
int point_has(const point *p, law which);
void point_hide(const point *p, law which, double *block);             // a copy for one law: NaN in all that it may not read
int point_written(const point *p, law which, int *first, int *count);  // ranges that the law must fill, at most nport + 1
int point_possible(const dv_kind *k);                                  // 0: needs the model, water or a list of coordinates
void point_keep(point *p, law which, const double *block);             // what a law wrote, into the point
