// plane.h: a drawing in the plane: lines, circles and texts on layers; dxf.c and sketch.c write it.
#pragma once

#include "base/text.h"

enum { DV_PLANE_LINE, DV_PLANE_POLYLINE, DV_PLANE_CIRCLE, DV_PLANE_TEXT };

typedef struct {
  int sort, n, closed;
  const char *layer, *text;
  double (*at)[2];  // [n]
  double size;      // radius, or height of letters
} dv_plane_item;

typedef struct {
  dv_arena *arena;
  dv_plane_item *item;
  int n, cap;
  double least[2], most[2];  // extents so far
} dv_plane;

dv_plane *dv_plane_new(dv_arena *a);
void dv_plane_line(dv_plane *d, const char *layer, const double *a, const double *b);
void dv_plane_polyline(dv_plane *d, const char *layer, const double *xy, int n, int closed);  // xy [n][2]
void dv_plane_circle(dv_plane *d, const char *layer, const double *centre, double radius);
void dv_plane_text(dv_plane *d, const char *layer, const double *at, double height, const char *text);

// DXF of release 12, plain text that every CAD program reads; letters that it does not know become '_'.
const char *dv_plane_dxf(const dv_plane *d, size_t *n);
// SVG: a colour for each layer, texts of one size that stand clear of each other.
const char *dv_plane_svg(const dv_plane *d, size_t *n);
