// picture.h: a still picture of a machine at its start, as a PNG, without a browser.
#pragma once

#include "assemble/assemble.h"

// Triangles with a color each; world axes, m.
typedef struct {
  float corner[3][3], color[3];
  int front;  // hidden by nothing that is not
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
// An arrow from a place; facets.c.
void dv_arrow_facets(dv_facets *to, const double from[3], const double vector[3], const float color[3]);
// raster.c: seen from the side and a little from above, along parallel lines; up: a direction, need not be of length 1. What
// `all` holds fills the picture but for a margin of a twentieth on each side.
dv_pixels dv_raster(dv_arena *a, const dv_facets *f, const dv_facets *all, const double up[3], int width, int height);
// png.c
const void *dv_png(dv_arena *a, const dv_pixels *p, size_t *n);

// Poses of the bodies in this state, as above.
const double *const *dv_poses(dv_arena *a, const dv_machine *m, const dv_state *s);

// glb.c: the machine in this state as glTF 2.0, binary: a node for each body, z up turned to y up. NULL: there is nothing to see,
// or too much for a file of 4 GiB.
const void *dv_glb(dv_arena *a, const dv_machine *m, const dv_state *s, size_t *n);

// The machine in this state. NULL: there is nothing to see.
const void *dv_picture(dv_arena *a, const dv_machine *m, const dv_state *s, int width, int height, size_t *n);

// Several states side by side, seen from one place; with arrows for the forces that some parts put on frames, as long as the root
// of the force.
typedef struct {
  int width, height;   // of each
  const char *pushes;  // [part of the spec] 1: with arrows; NULL: none
} dv_look;
const void *dv_pictures(dv_arena *a, const dv_machine *m, const dv_state *const *s, int states, const dv_look *look, size_t *n);

// scene_part.c: where a frame junction stands: the body (-1: the world), axes R and place p on it.
int dv_frame_place(const dv_machine *m, int junction, double R[9], double p[3]);
