// draft.h: lines in space, drawn as side view (x, z) and plan (x, y), in millimetres; a sketch has up where gravity says.
#pragma once

#include "plot/plane.h"

typedef struct {
  int sort, n;  // what it is, points
  const char *layer, *text;
  double (*at)[3];  // [n] m
  double radius;
} dv_stroke;

typedef struct {
  dv_arena *arena;
  dv_stroke *item;
  int n, cap;
  double up[3];  // of a sketch; zero: z
} dv_draft;

dv_draft *dv_draft_new(dv_arena *a);
void dv_draft_curve(dv_draft *d, const char *layer, const double *xyz, int n);  // [n][3]; points that are no numbers leave gaps
void dv_draft_plan(dv_draft *d, const char *layer, const double *xyz, int n);   // the same, in the plan only
void dv_draft_line(dv_draft *d, const char *layer, const double a[3], const double b[3]);
void dv_draft_tube(dv_draft *d, const char *layer, const double a[3], const double b[3], double radius);  // a cylinder, as seen
void dv_draft_ball(dv_draft *d, const char *layer, const double at[3], double radius);
void dv_draft_label(dv_draft *d, const char *layer, const double at[3], const char *text);
const char *dv_draft_dxf(const dv_draft *d, const char *title, size_t *n);
const char *dv_draft_svg(const dv_draft *d, const char *title, size_t *n);
