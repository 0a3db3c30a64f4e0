// marine.h: what bodies in water share: the water at a point of a frame, velocity relative to it, loads put on a frame.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

typedef struct {
  dv_water water;  // there
  v3 at;           // the point, world axes
  v3 velocity;     // of the frame there, relative to the water, frame axes
} marine_point;

DV_FN v3 marine_water_velocity(const dv_cell *c, const dv_water *w) { return dv_m3_tmul(c->pose, dv_v3_of(w->velocity)); }

// A point r of the first frame.
DV_FN marine_point marine_at(const dv_cell *c, v3 r)
{
  marine_point m;
  real at[3];
  m.at = dv_v3_add(dv_v3_of(c->pose + 9), dv_m3_mul(c->pose, r));
  dv_v3_put(at, m.at);
  c->service->water(c->service, at, &m.water);
  m.velocity = dv_v3_add(dv_v3_of(c->flow + 3), dv_v3_cross(dv_v3_of(c->flow), r));
  if (!c->service->still) m.velocity = dv_v3_sub(m.velocity, marine_water_velocity(c, &m.water));
  return m;
}

// Moves a point by d (frame axes) in water at rest.
DV_FN void marine_move(const dv_cell *c, v3 d, marine_point *m)
{
  v3 by = dv_m3_mul(c->pose, d);
  m->at = dv_v3_add(m->at, by);
  m->velocity = dv_v3_add(m->velocity, dv_v3_cross(dv_v3_of(c->flow), d));
  m->water.depth -= dv_v3_dot(dv_v3_of(m->water.up), by);
}

// Power into the first frame: in water at rest, all that a drag takes.
DV_FN real marine_power(const dv_cell *c)
{
  real sum = dv_real(0);
  for (int i = 0; i < 6; i++) sum += c->effort[i] * c->flow[i];
  return sum;
}

DV_FN void marine_clear(dv_cell *c)
{
  for (int i = 0; i < 6; i++) c->effort[i] = dv_real(0);
}

// Force f at r and moment n, frame axes, on the body: the part takes the opposite.
DV_FN void marine_push(dv_cell *c, v3 r, v3 f, v3 n)
{
  v3 moment = dv_v3_add(n, dv_v3_cross(r, f));
  for (int i = 0; i < 3; i++) {
    c->effort[i] -= moment.x[i];
    c->effort[3 + i] -= f.x[i];
  }
}

// Rows that begin with two of 1 to 6 (x y z roll pitch yaw).
DV_FN const char *marine_pairs_fault(const dv_cell *c, int table, int columns)
{
  for (int r = 0; r < c->rows[table]; r++)
    for (int k = 0; k < 2; k++) {
      double i = dv_lane(c->table[table][columns * r + k], 0);
      if (!(i >= 1 && i <= 6 && i == (int)i))
        return "a row of its table begins with a number that is not 1 to 6|give x y z roll pitch yaw as 1 2 3 4 5 6";
    }
  return NULL;
}

#define MARINE_FADE                                                                                                              \
  DV_P(height, "m", 0, 0, 1e4, "of what leaves the water: fades out while that passes the surface; 0: is always in it")

// Share in the water of something of a height around its depth; 0: always wet.
DV_FN real marine_fade(real depth, real height)
{
  real h = dv_max(height, dv_real(1e-9));
  return dv_select(height > 0.0, dv_clamp(0.5 + depth / h, dv_real(0), dv_real(1)), dv_real(1));
}
