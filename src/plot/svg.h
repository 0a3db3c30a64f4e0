// svg.h: the few marks of SVG that a figure is made of; private to this folder.
#pragma once

#include "base/text.h"

void dv_svg_head(dv_text *t, int width, double height);                   // with the style of everything else
void dv_svg_head_of(dv_text *t, int width, double height, double paper);  // paper: width in mm; 0: in px
void dv_svg_text(dv_text *t, const char *class, double x, double y, const char *text);
void dv_svg_line(dv_text *t, const char *class, double x1, double y1, double x2, double y2);
double dv_svg_width(const char *text);                      // px, about
const char *dv_unit_pretty(dv_arena *a, const char *unit);  // "kg m2/s" with raised digits, "N.m" with a dot
