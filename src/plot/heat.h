// heat.h: a value over a grid as coloured cells; private to this folder.
#pragma once

#include "plot/path.h"
#include "plot/scale.h"

void dv_heat_extent(const dv_heat *h, int of_y, double *lo, double *hi);  // widens lo, hi by its corners
void dv_heat_cells(dv_text *t, const dv_heat *h, dv_map m);
void dv_heat_contours(dv_text *t, const dv_heat *h, dv_map m, const dv_scale *s);   // at the ticks of s
dv_scale dv_heat_scale(dv_arena *a, const dv_heat *h, double height);               // of the bar
void dv_heat_bar(dv_text *t, const dv_heat *h, double x, double y, double height);  // colours and their values
