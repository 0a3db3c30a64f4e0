// polygon.h: faces with more than three corners as triangles.
#pragma once

enum { DV_POLYGON_MOST = 256 };  // corners; larger ones are cut as a fan

// Triangles [n - 2][3], by number of their corners: 3 <= n <= DV_POLYGON_MOST. Corners that are no numbers are cut somehow.
void dv_polygon_cut(const float (*p)[3], int n, int (*out)[3]);
