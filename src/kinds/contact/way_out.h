// way_out.h: the face by which an object of many corners leaves a box: of all faces the one that costs the least.
//
//   d_f: depth of a corner below face f, on the side where the object's middle is;  r_f: how far it is within the others' rims
//   s_f = min(d_f, r_f + min(C d_f, e));   f: least sum of s_f^2 over the corners, or one that has all of them outside
//
// A corner alone does not say by which face it came in: where sides lie flush (equal boxes on each other) it is nowhere deep. So
// all go out by the same face, whose rim reaches further by C times the depth, at most by e: what is stored has no jump where
// a corner slides over the rim, nor where another face becomes the cheaper one. There it pushes aside with 1/C of the load.
// Gottschalk, Lin and Manocha 1996 (separating axes).
#pragma once

#include "kinds/contact/shape_distance.h"

static const double way_reach = 10, way_most = 0.1;  // C; e in half sizes, and at most `deepest`

typedef struct {
  int used;  // 0: each corner by its own nearest face
  real side[3], e;
  real slack;    // of the rims: what is flush but for rounding is within them
  real pick[3];  // 1 of the face, 0 of the others
  real deepest[3], cost[3];
} way_out;

DV_FN way_out way_begin(const shape_size *s, real deepest, v3 middle)
{
  way_out w;
  w.used = 1;
  w.e = dv_min(deepest, way_most * dv_min(dv_min(s->half[0], s->half[1]), s->half[2]));
  w.slack = 1e-5 * w.e;
  for (int f = 0; f < 3; f++) {
    w.side[f] = shape_sign(middle.x[f]);
    w.deepest[f] = dv_real(-1e30);
    w.cost[f] = w.pick[f] = dv_real(0);
  }
  return w;
}

// s_f at x, and its negative gradient.
DV_FN real way_depth(const way_out *w, const shape_size *s, v3 x, int f, v3 *push)
{
  int j = (f + 1) % 3, k = (f + 2) % 3;
  real d = s->half[f] - w->side[f] * x.x[f], zero = dv_real(0);
  real within_j = s->half[j] - dv_abs(x.x[j]), within_k = s->half[k] - dv_abs(x.x[k]);
  real room = dv_clamp(way_reach * d, zero, w->e), rim = dv_min(within_j, within_k) + w->slack + room;
  dv_bool below = d <= rim, by_j = within_j <= within_k;
  push->x[f] = w->side[f] * dv_select(below, dv_real(1), dv_select((room > 0.0) & (room < w->e), dv_real(way_reach), zero));
  push->x[j] = dv_select(below | dv_not(by_j), zero, shape_sign(x.x[j]));
  push->x[k] = dv_select(below | by_j, zero, shape_sign(x.x[k]));
  return dv_min(d, rim);
}

// Another corner, at x.
DV_FN void way_add(way_out *w, const shape_size *s, v3 x)
{
  v3 push;
  for (int f = 0; f < 3; f++) {
    real in = way_depth(w, s, x, f, &push);
    w->deepest[f] = dv_max(w->deepest[f], in);
    w->cost[f] += dv_max(in, dv_real(0)) * dv_max(in, dv_real(0));
  }
}

DV_FN void way_choose(way_out *w)
{
  real best = dv_real(1e30);
  for (int f = 0; f < 3; f++) {
    real own = dv_select(w->deepest[f] < 0.0, w->deepest[f], w->cost[f]);
    dv_bool better = own < best;
    for (int g = 0; g < f; g++) w->pick[g] = dv_select(better, dv_real(0), w->pick[g]);
    w->pick[f] = dv_select(better, dv_real(1), dv_real(0));
    best = dv_min(best, own);
  }
}

// How far a corner at x is in, by that face, and where to it is pushed.
DV_FN real way_of(const way_out *w, const shape_size *s, v3 x, v3 *push)
{
  real in = dv_real(0);
  v3 m;
  *push = dv_v3_zero();
  for (int f = 0; f < 3; f++) {
    in += w->pick[f] * way_depth(w, s, x, f, &m);
    *push = dv_v3_add(*push, dv_v3_scale(m, w->pick[f]));
  }
  return in;
}
