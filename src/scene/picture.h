// picture.h: a still picture of a machine at its start, as a PNG, without a browser.
#pragma once

#include "assemble/assemble.h"

// Triangles with a color each; world axes, m.
typedef struct {
  float corner[3][3], color[3];
} dv_facet;

typedef struct {
  dv_arena *arena;
  dv_facet *item;
  int n, cap;
} dv_facets;

// Pixels: red, green, blue, opacity, from the upper left.
typedef struct {
  int width, height;
  unsigned char *at;
} dv_pixels;

// facets.c: shapes of bodies at poses: R [9] row by row and p [3], from body to world. What has no shape is a stick figure.
dv_facets dv_machine_facets(dv_arena *a, const dv_machine *m, const double *const *pose);
dv_facets dv_body_facets(dv_arena *a, const dv_machine *m, int body);  // the shapes of one, in its own axes
dv_facets dv_stick_facets(dv_arena *a, const dv_machine *m, const double *const *pose, double size);  // the sticks alone
// raster.c: seen from the side and a little from above, along parallel lines; up: a direction, need not be of length 1. The
// machine fills the picture but for a margin of a twentieth on each side.
dv_pixels dv_raster(dv_arena *a, const dv_facets *f, const double up[3], int width, int height);
// png.c
const void *dv_png(dv_arena *a, const dv_pixels *p, size_t *n);

// Poses of the bodies in this state, as above.
const double *const *dv_poses(dv_arena *a, const dv_machine *m, const dv_state *s);

// glb.c: the machine in this state as glTF 2.0, binary: a node for each body, z up turned to y up. NULL: there is nothing to see,
// or too much for a file of 4 GiB.
const void *dv_glb(dv_arena *a, const dv_machine *m, const dv_state *s, size_t *n);

// The machine in this state. NULL: there is nothing to see.
const void *dv_picture(dv_arena *a, const dv_machine *m, const dv_state *s, int width, int height, size_t *n);
