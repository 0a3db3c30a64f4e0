// hull.h: convex hulls of points, thinned out to a few corners, and how far they are from each other.
#pragma once

#include "base/arena.h"

enum { DV_HULL_MOST = 16 };  // corners; the kind that has corners takes as many

typedef struct {
  int n, nface;
  double at[DV_HULL_MOST][3];
  int face[2 * DV_HULL_MOST][3];  // outwards by the right hand
  double beyond;                  // how far the points lie outside at most
} dv_hull;

// The hull of n points with at most so many corners, each a point: after four that lie far apart always the point that lies
// furthest outside. 0, or -1: they lie in a plane.
int dv_hull_of(dv_arena *a, const double (*p)[3], int n, int most, dv_hull *out);

// Of the corners of a mesh file's triangles.
int dv_hull_of_triangles(dv_arena *a, const float *t, int n, const double scale[3], int most, dv_hull *out);

// Distance of the hulls of two sets of points; 0 where they overlap.
double dv_hull_distance(const double (*a)[3], int na, const double (*b)[3], int nb);
