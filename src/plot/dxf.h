// dxf.h: a plane drawing as DXF of release 12, plain text that every CAD program reads.
#pragma once

#include "base/text.h"

typedef struct {
  dv_arena *arena;
  struct {
    const char **item;
    int n, cap;
  } layer;
  dv_text entities;
  double least[2], most[2];  // extents so far
} dv_dxf;

dv_dxf *dv_dxf_new(dv_arena *a);
// Layers come into being when they are named; letters that release 12 does not know become '_'.
void dv_dxf_line(dv_dxf *d, const char *layer, const double *a, const double *b);
void dv_dxf_polyline(dv_dxf *d, const char *layer, const double *xy, int n, int closed);  // xy [n][2]
void dv_dxf_circle(dv_dxf *d, const char *layer, const double *centre, double radius);
void dv_dxf_text(dv_dxf *d, const char *layer, const double *at, double height, const char *text);
const char *dv_dxf_all(dv_dxf *d, size_t *n);
