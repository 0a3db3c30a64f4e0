// crossing.h: two edges of convex bodies that cross, p + t a of the object and q + u e of the surface, in the ground's axes.
//
//   c = a x e,  n = c/|c| from the surface to the object,  depth s = n . (q - p) + radii
//   N = W max(0, k s + (hunt k s + d ramp(s/soft)) s'),   U = W k s^2/2,   friction -mu N w/sqrt(w^2 + v_s^2)
//   W = product of w((h - |t|)/s), w((h - |u|)/s), w(|c|/fade), w(1 + n . i/fade), w(1 - n . j/fade);   w(x) = (3 - 2 x) x^2
//
// i, j: from an edge into its two faces. They are part of the hull towards n where n . i, -n . j are positive; beside a face that
// is square to n both of its edges count. As near an end as it is deep corners take over. U's gradient gives all forces, so the
// books close; beyond `most` U falls off, so that what lies behind another face is let alone. Gregorius 2013; Gottschalk 1996.
#pragma once

#include "davit/kind.h"
#include "math/spatial.h"

// clang-format off
#define EDGES_PARAMETERS \
  DV_P(stiffness, "N/m",   DV_REQUIRED, 0,    1e12, "of a crossing") \
  DV_P(damping,   "N.s/m", 0,           0,    1e12, "per rate of depth, from `soft` on") \
  DV_P(soft,      "m",     1e-4,        1e-9, 1e3,  "depth over which the damping sets in") \
  DV_P(hunt,      "s/m",   0,           0,    1e6,  "damping factor per rate of depth") \
  DV_P(friction,  "1",     0,           0,    100,  "coefficient of friction") \
  DV_P(smoothing, "m/s",   1e-3,        1e-9, 1e3,  "sliding velocity around which friction changes sign") \
  DV_P(deepest,   "m",     0.01,        1e-9, 1e3, \
       "depth beyond which it lets through, from twice that on without any force, and a run warns") \
  DV_P(fade,      "1",     0.1,         0.01, 0.7, \
       "sine of the angle below which edges count as alongside, and of that up to which an edge is beside a face")
// clang-format on
DV_GROUP_STRUCT(edges_par, EDGES_PARAMETERS);

enum { EDGES_TOUCH, EDGES_NORMAL, EDGES_FRICTION, EDGES_FX, EDGES_FY, EDGES_FZ, EDGES_OUTS };

// clang-format off
#define EDGES_PORTS                                                                            \
  {"object", DV_FRAME, DV_ANSWERS,    "middle of the body that touches"},                      \
  {"ground", DV_FRAME, DV_MAY_ANSWER, "middle of the one that it touches (the world)"}
// clang-format on
static const dv_quantity edges_outs[] = {
    {"touch",    "1", 1,   "crossings that press, by their weight W", 0},
    {"normal",   "N", 100, "normal force, pushing",                   0},
    {"friction", "N", 100, "friction force",                          0},
    {"fx",       "N", 100, "force on the object along world x",       0},
    {"fy",       "N", 100, "along y",                                 0},
    {"fz",       "N", 100, "along z",                                 0},
};
static const char *const edges_warnings[] = {"edges cross deeper than its `deepest`: raise its stiffness, or the limit"};

// An edge, or with a radius the middle line of what is round; `in` is zero there.
typedef struct {
  v3 at, along;  // its middle; unit
  real half, radius;
  v3 in[2];  // along its faces, unit, square to it
} edges_edge;

// The object in the ground's axes, and how it moves there.
typedef struct {
  real turn[9];
  v3 middle, velocity, spin;
} edges_view;

typedef struct {
  edges_edge a, b;
  v3 c, n;  // c = a x e
  real cc, sense;
  real t, u, s, rate;
  v3 arm, slide, rub;  // from the object's middle to where they cross
  real weight, elastic, energy, normal;
  v3 force, moment;  // on the object, about its middle
} edges_crossing;

DV_FN real edges_sign(real x) { return dv_select(x < 0.0, dv_real(-1), dv_real(1)); }

DV_FN edges_view edges_seen(const dv_cell *c)
{
  const real *O = c->pose, *G = c->pose + 12;
  v3 turn = dv_v3_of(c->flow + 6);
  edges_view b;
  for (int k = 0; k < 3; k++) {
    v3 side = dv_m3_tmul(G, dv_m3_mul(O, dv_v3_unit(k)));
    for (int i = 0; i < 3; i++) b.turn[3 * i + k] = side.x[i];
  }
  b.middle = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(O + 9), dv_v3_of(G + 9)));
  v3 v = dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow + 3)));
  b.velocity = dv_v3_sub(dv_v3_sub(v, dv_v3_of(c->flow + 9)), dv_v3_cross(turn, b.middle));
  b.spin = dv_v3_sub(dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow))), turn);
  return b;
}

// Where the lines of two edges come nearest; n points as `to`.
DV_FN edges_crossing edges_lines(const edges_view *v, const edges_edge *a, const edges_edge *b, v3 to)
{
  edges_crossing k;
  k.a = *a, k.b = *b;
  k.c = dv_v3_cross(a->along, b->along);
  k.cc = dv_v3_dot(k.c, k.c) + 1e-12;
  k.sense = edges_sign(dv_v3_dot(k.c, to));
  k.n = dv_v3_scale(k.c, k.sense / dv_sqrt(k.cc));
  v3 r = dv_v3_sub(b->at, a->at);
  k.s = dv_v3_dot(k.n, r) + a->radius + b->radius;
  k.t = dv_v3_dot(dv_v3_cross(r, b->along), k.c) / k.cc;
  k.u = dv_v3_dot(dv_v3_cross(r, a->along), k.c) / k.cc;
  v3 at = dv_v3_sub(dv_v3_add(a->at, dv_v3_scale(a->along, k.t)), dv_v3_scale(k.n, a->radius));
  k.arm = dv_v3_sub(at, v->middle);
  return k;
}

DV_FN real edges_ramp(real x)
{
  real y = dv_clamp(x, dv_real(0), dv_real(1));
  return (3 - 2 * y) * y * y;
}

// A factor of W, and its slope over its own value.
DV_FN real edges_factor(real x, real *slope)
{
  real y = dv_clamp(x, dv_real(0), dv_real(1)), w = (3 - 2 * y) * y * y;
  *slope = 6 * y * (1 - y) / (w + 1e-30);
  return w;
}

enum { EDGES_ALONG_A, EDGES_ALONG_E, EDGES_SQUARE, EDGES_DEPTH, EDGES_SIDES };  // then into two faces of each
enum { EDGES_FACTORS = EDGES_SIDES + 4 };

// Share of an edge's end: place t, half length h.
DV_FN real edges_end(const edges_crossing *k, real t, real h, real *slope, real *by_depth)
{
  real s = dv_max(k->s, dv_real(1e-9)), x = (h - dv_abs(t)) / s, own, w = edges_factor(x, &own);
  *slope = -own * edges_sign(t) / s;
  *by_depth -= own * x / s;
  return w;
}

// W, and the slope of its logarithm by each thing that it depends on.
DV_FN real edges_weigh(const edges_par *p, const edges_crossing *k, real *slope)
{
  slope[EDGES_DEPTH] = dv_real(0);
  real w = edges_end(k, k->t, k->a.half, &slope[EDGES_ALONG_A], &slope[EDGES_DEPTH]);
  w *= edges_end(k, k->u, k->b.half, &slope[EDGES_ALONG_E], &slope[EDGES_DEPTH]);
  w *= edges_factor(dv_sqrt(k->cc) / p->fade, &slope[EDGES_SQUARE]);
  slope[EDGES_SQUARE] /= p->fade;
  for (int m = 0; m < 2; m++) {
    real *i = &slope[EDGES_SIDES + m], *j = i + 2;
    w *= edges_factor(1 + dv_v3_dot(k->n, k->a.in[m]) / p->fade, i);
    w *= edges_factor(1 - dv_v3_dot(k->n, k->b.in[m]) / p->fade, j);
    *i /= p->fade;
    *j /= -p->fade;
  }
  return w;
}

// Force and moment on the object that W's change is worth: less U times the gradient of log W, but for its slope by depth.
DV_FN void edges_drift(const edges_view *v, edges_crossing *k, const real *slope)
{
  v3 a = k->a.along, e = k->b.along;
  real by = 1 / k->cc, one = k->sense / dv_sqrt(k->cc);
  v3 r = dv_v3_sub(k->b.at, k->a.at), from = dv_v3_sub(k->a.at, v->middle);
  v3 f = dv_v3_scale(dv_v3_cross(e, k->c), slope[EDGES_ALONG_A] * by),
     g = dv_v3_scale(dv_v3_cross(a, k->c), slope[EDGES_ALONG_E] * by);
  v3 way = dv_v3_add(f, g), turn = dv_v3_cross(from, way);  // minus the slopes by place and by turning
  turn = dv_v3_sub(turn, dv_v3_scale(dv_v3_cross(a, dv_v3_cross(k->c, r)), slope[EDGES_ALONG_E] * by));
  v3 Q = dv_v3_scale(dv_v3_sub(dv_v3_cross(r, e), dv_v3_scale(k->c, 2 * k->t)), slope[EDGES_ALONG_A] * by);  // by c
  Q = dv_v3_add(Q, dv_v3_scale(dv_v3_sub(dv_v3_cross(r, a), dv_v3_scale(k->c, 2 * k->u)), slope[EDGES_ALONG_E] * by));
  Q = dv_v3_add(Q, dv_v3_scale(k->n, slope[EDGES_SQUARE] * k->sense));
  for (int m = 0; m < 2; m++) {
    v3 side = k->a.in[m], axis = k->b.in[m];
    real y = slope[EDGES_SIDES + m], z = slope[EDGES_SIDES + m + 2];
    v3 both = dv_v3_add(dv_v3_scale(side, y), dv_v3_scale(axis, z));
    Q = dv_v3_add(Q, dv_v3_scale(dv_v3_sub(both, dv_v3_scale(k->n, dv_v3_dot(k->n, both))), one));
    turn = dv_v3_sub(turn, dv_v3_scale(dv_v3_cross(side, k->n), y));
  }
  turn = dv_v3_sub(turn, dv_v3_cross(a, dv_v3_cross(e, Q)));
  k->force = dv_v3_add(k->force, dv_v3_scale(way, k->energy));
  k->moment = dv_v3_add(k->moment, dv_v3_scale(turn, k->energy));
}

// Elastic force at depth s, and its energy, which falls from the depth R on to nothing at twice R.
DV_FN real edges_pushes(const edges_par *p, real R, real s, real *energy)
{
  real in = dv_clamp(s, dv_real(0), R), y = dv_clamp(s / R - 1, dv_real(0), dv_real(1)), kR = p->stiffness * R;
  *energy = 0.5 * p->stiffness * in * in + kR * R * y * (1 - 3.5 * y + 2 * y * y);
  return dv_select(s < R, p->stiffness * in, kR * (1 - y) * (1 - 6 * y));
}

DV_FN edges_crossing edges_meet(const edges_par *p, real most, const edges_view *v, const edges_edge *a, const edges_edge *b,
                                v3 to)
{
  real slope[EDGES_FACTORS];
  edges_crossing k = edges_lines(v, a, b, to);
  k.weight = edges_weigh(p, &k, slope);
  v3 u = dv_v3_add(v->velocity, dv_v3_cross(v->spin, k.arm));
  k.rate = -dv_v3_dot(k.n, u);
  k.slide = dv_v3_add(u, dv_v3_scale(k.n, k.rate));
  real push = edges_pushes(p, most, k.s, &k.energy), out = dv_max(push, dv_real(0));
  real soft = dv_select(push > 0.0, edges_ramp(k.s / p->soft), dv_real(0));
  k.energy *= k.weight;
  k.elastic = k.weight * push + k.energy * slope[EDGES_DEPTH];
  k.normal = k.elastic + k.weight * dv_max((p->hunt * out + p->damping * soft) * k.rate, -out);
  real speed = dv_sqrt(dv_v3_dot(k.slide, k.slide) + p->smoothing * p->smoothing);
  k.rub = dv_v3_scale(k.slide, -p->friction * dv_max(k.normal, dv_real(0)) / speed);
  k.force = dv_v3_add(dv_v3_scale(k.n, k.normal), k.rub);
  k.moment = dv_v3_cross(k.arm, k.force);
  edges_drift(v, &k, slope);
  return k;
}

DV_FN void edges_put(dv_cell *c, const edges_view *v, v3 f, v3 n)
{
  v3 about = dv_v3_add(n, dv_v3_cross(v->middle, f));
  v3 f_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, f)), n_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, n));
  for (int m = 0; m < 3; m++) {
    c->effort[m] = -n_o.x[m];
    c->effort[3 + m] = -f_o.x[m];
    c->effort[6 + m] = about.x[m];
    c->effort[9 + m] = f.x[m];
  }
}
