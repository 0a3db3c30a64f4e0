// buoyancy_box.h: what of a box lies under a level surface, exactly, in any attitude.
//
// Six tetrahedra along the paths of edges from corner to corner (Kuhn). Of one, with depths d0 >= d1 >= d2 >= d3, an edge from a
// wet corner i to a dry one j is wet by t_ij = d_i/(d_i - d_j); one wet corner leaves t01 t02 t03 of the volume, three 1 - t30
// t31 t32, two a wedge of three tetrahedra.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

typedef struct {
  real volume;
  v3 moment;  // integral of the place over it
} buoyancy_wet;

typedef struct {
  v3 at;
  real depth;
} buoyancy_corner;

DV_FN void buoyancy_order(buoyancy_corner *a, buoyancy_corner *b)
{
  dv_bool turn = a->depth < b->depth;
  buoyancy_corner x = *a, y = *b;
  a->depth = dv_select(turn, y.depth, x.depth), b->depth = dv_select(turn, x.depth, y.depth);
  for (int i = 0; i < 3; i++) {
    a->at.x[i] = dv_select(turn, y.at.x[i], x.at.x[i]);
    b->at.x[i] = dv_select(turn, x.at.x[i], y.at.x[i]);
  }
}

// Wet share of the edge from the wet corner a to the dry corner b.
DV_FN real buoyancy_edge(const buoyancy_corner *a, const buoyancy_corner *b)
{
  real wet = dv_max(a->depth, dv_real(0));
  return wet / (wet - dv_min(b->depth, dv_real(0)) + 1e-30);
}

// Share of a tetrahedron's volume, and its moment as weights of the four corners.
typedef struct {
  real share, of[4];
} buoyancy_part;

// Adds the tetrahedron of four points, given by their shares of the corners.
DV_FN void buoyancy_add(buoyancy_part *p, real share, real (*point)[4])
{
  p->share += share;
  for (int j = 0; j < 4; j++) p->of[j] += 0.25 * share * (point[0][j] + point[1][j] + point[2][j] + point[3][j]);
}

// The point by t from corner a to corner b.
DV_FN void buoyancy_point(int a, int b, real t, real *point)
{
  for (int i = 0; i < 4; i++) point[i] = dv_real(0);
  point[a] = 1 - t;
  point[b] += t;
}

DV_FN buoyancy_part buoyancy_nothing(void)
{
  buoyancy_part p;
  p.share = dv_real(0);
  for (int i = 0; i < 4; i++) p.of[i] = dv_real(0);
  return p;
}

// The tetrahedron at corner `tip` whose edges to the others go as far as t.
DV_FN buoyancy_part buoyancy_tip(int tip, const real *t)
{
  buoyancy_part p = buoyancy_nothing();
  real point[4][4], share = dv_real(1);
  for (int i = 0; i < 4; i++) {
    buoyancy_point(tip, i, i == tip ? dv_real(0) : t[i], point[i]);
    if (i != tip) share = share * t[i];
  }
  buoyancy_add(&p, share, point);
  return p;
}

// Corners 0 and 1 are wet, 2 and 3 dry.
DV_FN buoyancy_part buoyancy_wedge(real t02, real t03, real t12, real t13)
{
  enum { R0, R1, P02, P03, P12, P13 };
  const int tet[3][4] = {
      {R0,  P02, P03, R1 },
      {P02, P03, R1,  P13},
      {P02, R1,  P12, P13}
  };
  const real share[3] = {t02 * t03, t13 * t02 * (1 - t03), (1 - t02) * t12 * t13};
  buoyancy_part p = buoyancy_nothing();
  real point[6][4], four[4][4];
  buoyancy_point(0, 0, dv_real(0), point[R0]);
  buoyancy_point(1, 1, dv_real(0), point[R1]);
  buoyancy_point(0, 2, t02, point[P02]);
  buoyancy_point(0, 3, t03, point[P03]);
  buoyancy_point(1, 2, t12, point[P12]);
  buoyancy_point(1, 3, t13, point[P13]);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) four[i][j] = point[tet[k][i]][j];
    buoyancy_add(&p, share[k], four);
  }
  return p;
}

DV_FN buoyancy_part buoyancy_tetrahedron(const buoyancy_corner *k)
{
  const real from_wet[4] = {dv_real(0), buoyancy_edge(&k[0], &k[1]), buoyancy_edge(&k[0], &k[2]), buoyancy_edge(&k[0], &k[3])};
  const real from_dry[4] = {1 - buoyancy_edge(&k[0], &k[3]), 1 - buoyancy_edge(&k[1], &k[3]), 1 - buoyancy_edge(&k[2], &k[3]),
                            dv_real(0)};
  buoyancy_part one = buoyancy_tip(0, from_wet), dry = buoyancy_tip(3, from_dry), p;
  buoyancy_part two = buoyancy_wedge(from_wet[2], from_wet[3], buoyancy_edge(&k[1], &k[2]), buoyancy_edge(&k[1], &k[3]));
  dv_bool any = k[0].depth > 0.0, second = k[1].depth > 0.0, third = k[2].depth > 0.0, all = k[3].depth > 0.0;
#define BUOYANCY_CHOOSE(whole, three, pair, single)                                                                              \
  dv_select(all, whole, dv_select(third, three, dv_select(second, pair, dv_select(any, single, dv_real(0)))))
  p.share = BUOYANCY_CHOOSE(dv_real(1), 1 - dry.share, two.share, one.share);
  for (int i = 0; i < 4; i++) p.of[i] = BUOYANCY_CHOOSE(dv_real(0.25), 0.25 - dry.of[i], two.of[i], one.of[i]);
#undef BUOYANCY_CHOOSE
  return p;
}

// A box of these half sides whose middle lies `depth` below the surface; up: of the world, in its axes.
DV_FN buoyancy_wet buoyancy_box(v3 half, v3 up, real depth)
{
  const int path[6][2] = {
      {0, 1},
      {0, 2},
      {1, 0},
      {1, 2},
      {2, 0},
      {2, 1}
  };
  real sixth = 8.0 / 6 * half.x[0] * half.x[1] * half.x[2];
  buoyancy_wet wet;
  wet.volume = dv_real(0);
  wet.moment = dv_v3_zero();
  for (int t = 0; t < 6; t++) {
    buoyancy_corner k[4];
    v3 at = dv_v3_scale(half, dv_real(-1));
    for (int i = 0; i < 4; i++) {
      if (i == 1 || i == 2) at.x[path[t][i - 1]] = half.x[path[t][i - 1]];
      k[i].at = i == 3 ? half : at;
      k[i].depth = depth - dv_v3_dot(up, k[i].at);
    }
    buoyancy_order(&k[0], &k[1]);
    buoyancy_order(&k[2], &k[3]);
    buoyancy_order(&k[0], &k[2]);
    buoyancy_order(&k[1], &k[3]);
    buoyancy_order(&k[1], &k[2]);
    buoyancy_part p = buoyancy_tetrahedron(k);
    wet.volume += sixth * p.share;
    for (int i = 0; i < 4; i++) wet.moment = dv_v3_add(wet.moment, dv_v3_scale(k[i].at, sixth * p.of[i]));
  }
  return wet;
}
