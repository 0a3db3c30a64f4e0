// mass.h: volume, centre and inertia of what a mesh encloses.
#pragma once

#include "base/diag.h"

typedef struct dv_mesh_solid {
  double volume, com[3];
  double inertia[6];  // of unit density, about com: xx yy zz xy xz yz
  double area;
  int open;        // edges that are not shared by two triangles, one in each direction
  int inside_out;  // turned back
} dv_mesh_solid;

// What it encloses, or a sum over tetrahedra that are all counted as positive: the same for what is convex; what is not closed
// has only that.
typedef enum { DV_MESH_ENCLOSED, DV_MESH_UNSIGNED } dv_mesh_way;

// The part of a closed surface behind which is not once inside: pieces that lie in each other.
double dv_triangles_doubled(const float *t, int n, const double scale[3], int inside_out);
// The same of a file.
double dv_mesh_doubled(dv_arena *a, const char *path, const double scale[3], int inside_out);

dv_mesh_solid dv_triangles_solid(dv_arena *a, const float *t, int n, const double scale[3], dv_mesh_way way);
// Of a file; -1 after a warning: no triangles, or no volume. What an open mesh encloses is guessed, with a warning.
int dv_mesh_solid_of(dv_arena *a, dv_diags *d, const char *path, const double scale[3], dv_mesh_way way, dv_mesh_solid *out);
