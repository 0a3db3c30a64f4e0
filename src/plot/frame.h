// frame.h: the plot area of a panel, and what is drawn into it beside axes and curves; private to this folder.
#pragma once

#include "plot/path.h"
#include "plot/scale.h"

typedef struct {
  double x, y, w, h;  // plot area, px
  dv_scale sx, sy, right;
  dv_map map, right_map;
} dv_frame;

void dv_frame_bands(dv_text *t, const dv_frame *f, const dv_panel *p);  // below the curves
void dv_frame_marks(dv_text *t, const dv_frame *f, const dv_panel *p);  // lines with names, above them
void dv_frame_markers(dv_text *t, const dv_curve *c, dv_map map, const char *colour);
void dv_frame_polar(dv_text *t, const dv_frame *f, const dv_panel *p);  // circles and spokes
double dv_frame_radius(const dv_panel *p);                              // the largest distance of a polar panel
