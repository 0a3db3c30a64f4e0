// nearest.h: distance of a place from the profile of the ground.
//
//   P = (X, Y, b + h(X, Y)),  c - P square to the profile:   (X - x) + (P_z - z) h_X = 0,  (Y - y) + (P_z - z) h_Y = 0
//   distance = |c - P|, negative below;   its gradient is the normal n = (-h_X, -h_Y, 1) / size there
//
// Newton's steps from the point below, as many in every lane. Where the profile is bent more than a ball that far away (a ball
// wider than its valley) the matrix is shifted to be positive, and the steps go downhill to one of the places of touch.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

enum { GROUND_STEPS = 8 };

// One step of X, Y towards P.
DV_FN void ground_step(const dv_ground *g, v3 c, real base, v3 *foot)
{
  real over = base + g->height - c.x[2], gx = foot->x[0] - c.x[0] + over * g->slope[0],
       gy = foot->x[1] - c.x[1] + over * g->slope[1];
  real a = 1 + g->slope[0] * g->slope[0] + over * g->bend[0], b = g->slope[0] * g->slope[1] + over * g->bend[1],
       d = 1 + g->slope[1] * g->slope[1] + over * g->bend[2];
  real least = 0.5 * (a + d - dv_sqrt((a - d) * (a - d) + 4 * b * b)), shift = dv_max(0.1 - least, dv_real(0));
  a += shift;
  d += shift;
  real det = a * d - b * b;
  foot->x[0] -= (d * gx - b * gy) / det;
  foot->x[1] -= (a * gy - b * gx) / det;
}

// Of c from the profile raised by `base`: its distance, the normal; g: the profile where it is nearest.
DV_FN real ground_distance(const dv_service *s, v3 c, real base, v3 *normal, dv_ground *g)
{
  v3 foot = c;
  s->ground(s, foot.x, g);
  for (int i = 0; i < GROUND_STEPS; i++) {
    ground_step(g, c, base, &foot);
    s->ground(s, foot.x, g);
  }
  foot.x[2] = base + g->height;
  v3 way = dv_v3_sub(c, foot);
  *normal = dv_v3_unit(2);
  normal->x[0] = -g->slope[0], normal->x[1] = -g->slope[1];
  *normal = dv_v3_scale(*normal, 1 / dv_sqrt(dv_v3_dot(*normal, *normal)));
  real far = dv_sqrt(dv_v3_dot(way, way));
  return dv_select(way.x[2] < 0.0, -far, far);
}
