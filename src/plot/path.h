// path.h: a curve as an SVG path in pixels; private to this folder.
#pragma once

#include "base/text.h"
#include "plot/plot.h"

typedef struct {
  double x0, dx, y0, dy;  // pixel = x0 + dx * value
} dv_map;

void dv_path_of(dv_text *out, const dv_curve *c, dv_map m);
void dv_path_dots(dv_text *out, const dv_curve *c, dv_map m);  // strokes of no length, for round ends
void dv_pixel(dv_text *out, double x);                         // two decimals, no locale
