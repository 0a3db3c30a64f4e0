// contact.h: compliant contact of a ball (or a point) with a plane, a profile of the ground or a shape, in the ground's axes.
//
//   point on a profile: s = level + height + h(x, y, t) - z,   m = (-h_x, -h_y, 1);   plane: m = n, z = n . y, + radius
//   ball on a profile: s = radius - distance from the profile, m = n, its normal where it is nearest (nearest.h)
//   ball on a shape (shape_distance.h): s = radius + height - distance from the shape, m = n, the direction in which that grows
//   s' = (height' + h_t) m_z - m . u;   F = N m;   friction F_f = -mu |F| w / sqrt(w^2 + v_s^2), w: sliding velocity
//   linear: N = max(0, k s + d s');  Hunt-Crossley: N = max(0, k s (s/depth)^(e-1) (1 + a s'));  bilateral: k s + d s'
//   sticking: F_f = -k_b z - d_b w/(1 + w^2/v_s^2), z' = w - (k_b |w|/(mu |F|)) z   (bristles; LuGre without Stribeck's effect)
//   restitution r: a = A/v since the touch-down at v, A - log(1 + A) = -r A - log(1 - r A): the work of N over an impact
//
// F is the gradient of what is stored, so the books close on any profile. Contact is discrete and changes where s = 0; where the
// law would begin to pull it lets go, which is an event, too: between events no law has a corner.
// Hunt and Crossley 1975 (J. Appl. Mech. 42); Gonthier et al. 2004 (Multibody System Dynamics 11); Canudas de Wit et al. 1995.
#pragma once

#include "kinds/contact/hull_distance.h"
#include "kinds/contact/nearest.h"
#include "kinds/contact/way_out.h"

// clang-format off
#define CONTACT_PARAMETERS \
  DV_P(stiffness,       "N/m",   DV_REQUIRED, 0,    1e12, \
       "of a touching point; Hunt-Crossley: force over penetration at `depth`") \
  DV_P(damping,         "N.s/m", 0,           0,    1e12, "linear and bilateral: per penetration rate") \
  DV_P(exponent,        "1",     1.5,         1,    10, \
       "Hunt-Crossley: of the penetration; 1.5: ball on a half-space (Hertz)") \
  DV_P(depth,           "m",     1e-3,        1e-9, 1e3,  "Hunt-Crossley: penetration where the stiffness is as given") \
  DV_P(hunt,            "s/m",   0,           0,    1e6,  "Hunt-Crossley: damping factor per penetration rate") \
  DV_P(restitution,     "1",     1,           0.01, 1, \
       "Hunt-Crossley: share of the closing speed with which an impact ends; instead of `hunt`") \
  DV_P(slow,            "m/s",   1e-2,        1e-9, 1e3,  "restitution: slower impacts are damped as those at this speed") \
  DV_P(friction,        "1",     0,           0,    100,  "coefficient of friction") \
  DV_P(smoothing,       "m/s",   1e-3,        1e-9, 1e3,  "sliding velocity around which friction changes sign") \
  DV_P(deepest,         "m",     0.01,        1e-9, 1e3,  "penetration beyond which a run warns") \
  DV_P(radius,          "m",     0,           0,    1e3, \
       "of a ball around each point: a profile's distance is along its normal") \
  DV_P(level,           "m",     0,           -1e6, 1e6,  "of the surface along its normal, from the ground's origin") \
  DV_P(nx,              "1",     0,           -1,   1,    "plane: normal towards the free side, ground's axes: x") \
  DV_P(ny,              "1",     0,           -1,   1,    "y") \
  DV_P(nz,              "1",     1,           -1,   1,    "z") \
  DV_P(bristle,         "N/m",   1e6,         1,    1e12, "sticks: stiffness of each point along the surface while it holds") \
  DV_P(bristle_damping, "N.s/m", 0,           0,    1e12, "sticks: damping of each point while it holds") \
  DV_P(shape_radius,    "m",     0,           0,    1e3,  "ball, capsule, cylinder: radius of the shape at the ground's origin") \
  DV_P(shape_x,         "m",     0,           0,    1e3,  "box: its size along the ground's x") \
  DV_P(shape_y,         "m",     0,           0,    1e3,  "box: along y") \
  DV_P(shape_z,         "m",     0,           0,    1e3,  "box: along z; cylinder: its length; capsule: between the middles of its ends")
// clang-format on
DV_GROUP_STRUCT(contact_par, CONTACT_PARAMETERS);

enum { CONTACT_LINEAR, CONTACT_BILATERAL, CONTACT_HUNT };  // option law
enum {
  CONTACT_PLANE,
  CONTACT_PROFILE,
  CONTACT_BALL,
  CONTACT_CAPSULE,
  CONTACT_CYLINDER,
  CONTACT_BOX,
  CONTACT_HULL
};                                                   // option surface
enum { CONTACT_LAW, CONTACT_SURFACE, CONTACT_RUB };  // options
enum { CONTACT_HEIGHT, CONTACT_HEIGHT_RATE };        // inputs
enum {
  CONTACT_IMPACTS,
  CONTACT_LOSSES,
  CONTACT_SPEED,
  CONTACT_DOWN,
  CONTACT_UP,
  CONTACT_COUNTS
};  // discrete, after the points' own

// clang-format off
#define CONTACT_PORTS                                                                          \
  {"object", DV_FRAME, DV_ANSWERS, "body or point that touches"},                              \
  {"ground", DV_FRAME, DV_MAY_ANSWER, "body or point that carries the surface (the world)"}
// clang-format on
// clang-format off
#define CONTACT_OPTION_ROWS                                                                                                      \
  {"law", "linear|bilateral|hunt-crossley", "how the surface pushes; bilateral: it also pulls, without end"},                    \
  {"surface", "plane|profile|ball|capsule|cylinder|box|hull",                                                                    \
   "plane, the height that the machine's ground.* parts give along z, or a shape that `ground` carries"},                        \
  {"rub", "slides|sticks", "friction: smooth, what rests on a slope creeps; or by bristles, which hold it"}
// clang-format on
static const dv_option contact_options[] = {CONTACT_OPTION_ROWS};
// clang-format off
#define CONTACT_TABLES                                                                                                           \
  {"hull", 9, 4, {"m", "m", "m", "m", "m", "m", "m", "m", "m"}, 0, 0,                                                            \
   "surface hull: triangles of a convex body in the ground's axes, rows of [ax, ay, az, bx, by, bz, cx, cy, cz]"}
// clang-format on
static const dv_quantity contact_ins[] = {
    {"height",      "m",   1e-3, "raises the surface along its normal", DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL    },
    {"height_rate", "m/s", 1e-2, "its rate",                            DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE | DV_RATE_OF_LAST},
};
// Of the bristles of a point: mark "1_" and of " of corner 1", or both empty.
// clang-format off
#define CONTACT_BENDS(mark, of)                                                                 \
  {"bend_" mark "x", "m", 1e-5, "bend of the bristles" of " along the ground's x", 0},          \
  {"bend_" mark "y", "m", 1e-5, "along y", 0},                                                  \
  {"bend_" mark "z", "m", 1e-5, "along z", 0}
#define CONTACT_CORNER(number) CONTACT_BENDS(#number "_", " of corner " #number)
// clang-format on
#define CONTACT_COUNTED                                                                                                          \
  {"impacts", "1", 1, "number of touch-downs", 0}, {"losses", "1", 1, "number of lift-offs", 0},                                 \
      {"speed", "m/s", 1, "closing speed at the last touch-down", 0}, {"down", "s", 1, "last touch-down", 0},                    \
  {                                                                                                                              \
    "up", "s", 1, "last lift-off", 0                                                                                             \
  }
static const dv_quantity contact_outs[] = {
    {"touch",    "1", 1,    "points in contact",                    0},
    {"normal",   "N", 100,  "normal force, pushing",                0},
    {"gap",      "m", 1e-3, "least distance; negative: pressed in", 0},
    {"friction", "N", 100,  "friction force",                       0},
    {"fx",       "N", 100,  "force on the object along world x",    0},
    {"fy",       "N", 100,  "along y",                              0},
    {"fz",       "N", 100,  "along z",                              0},
    CONTACT_COUNTED
};
static const char *const contact_warnings[] = {
    "pressed in deeper than its `deepest`: check where it starts, its stiffness, or raise the limit",
    "its surface is a profile, but the machine has none: add a part of kind ground.sine, ground.table or ground.rough",
};

// Whether a number of the group was given; the group comes first in each kind.
#define CONTACT_GIVEN(name) c->given[DV_PLACE(contact_par, name)]

DV_FN const char *contact_fault(const contact_par *p, const dv_cell *c)
{
  double x = dv_lane(p->nx, 0), y = dv_lane(p->ny, 0), z = dv_lane(p->nz, 0);
  if (!(x * x + y * y + z * z > 1e-12)) return "its normal is zero|give nx, ny or nz";
  if (CONTACT_GIVEN(restitution)) {
    if (c->opt[CONTACT_LAW] != CONTACT_HUNT) return "its law has no restitution|give law: hunt-crossley";
    if (CONTACT_GIVEN(hunt)) return "both hunt and restitution are given|give one of them";
  }
  if (c->opt[CONTACT_SURFACE] == CONTACT_PROFILE && (x * x + y * y > 0 || z < 0))
    return "its surface is a profile, whose normal is z|leave out nx, ny, nz, or take surface: plane";
  int shape = c->opt[CONTACT_SURFACE], round = shape == CONTACT_BALL || shape == CONTACT_CAPSULE || shape == CONTACT_CYLINDER;
  double thick = dv_lane(p->shape_x, 0) * dv_lane(p->shape_y, 0), high = dv_lane(p->shape_z, 0);
  if (round && !(dv_lane(p->shape_radius, 0) > 0)) return "its surface is round, but has no radius|give shape_radius";
  if (shape == CONTACT_CYLINDER && !(high > 0)) return "its surface is a cylinder without length|give shape_z";
  if (shape == CONTACT_BOX && !(thick * high > 0)) return "its surface is a box without size|give shape_x, shape_y, shape_z";
  if (shape == CONTACT_HULL && c->rows[0] < 4) return "its surface is a hull without triangles|give hull: four or more";
  if (shape == CONTACT_HULL && !hull_is_convex(c->table[0], c->rows[0]))
    return "its hull is not convex, or a triangle has no area|give the triangles of a convex body";
  if (c->opt[CONTACT_RUB] && !(dv_lane(p->friction, 0) > 0))
    return "it sticks, but has no friction|give friction, or rub: slides";
  return NULL;
}

// One point, ground's axes.
typedef struct {
  real s, rate, rise;        // penetration, its rate, velocity of the surface along its axis
  v3 axis, push, at, slide;  // reference normal, m, the ball's centre, sliding velocity
  v3 arm;                    // from the centre to where it slides
  real normal, elastic;      // N, and its part that is stored
  real pressing;             // negative: the law would pull
  v3 rub, bend, bend_rate;   // friction; z and z'
  dv_bool touch;
} contact_look;

// A profile below k->at; k->s holds what is added to its height, and the radius.
DV_FN void contact_profile(const contact_par *p, const dv_cell *c, contact_look *k)
{
  dv_ground g;
  k->axis = dv_v3_unit(2);
  if (CONTACT_GIVEN(radius)) {
    real gap = ground_distance(c->service, k->at, k->s - p->radius, &k->push, &g);
    k->s = p->radius - gap;
  } else {
    c->service->ground(c->service, k->at.x, &g);
    k->push = k->axis;
    k->push.x[0] = -g.slope[0], k->push.x[1] = -g.slope[1];
    k->s += g.height - k->at.x[2];
  }
  k->rise += g.rate;
}

DV_FN shape_size contact_size(const contact_par *p)
{
  shape_size size = {
      p->shape_radius, {0.5 * p->shape_x, 0.5 * p->shape_y, 0.5 * p->shape_z}
  };
  return size;
}

// A shape around the ground's origin.
DV_FN void contact_shape(const contact_par *p, const dv_cell *c, contact_look *k)
{
  shape_size size = contact_size(p);
  int shape = c->opt[CONTACT_SURFACE];
  v3 n = k->axis;
  real far = shape == CONTACT_BALL       ? shape_ball(&size, k->at, &n)
             : shape == CONTACT_CAPSULE  ? shape_capsule(&size, k->at, &n)
             : shape == CONTACT_CYLINDER ? shape_cylinder(&size, k->at, &n)
             : shape == CONTACT_BOX      ? shape_box(&size, k->at, &n)
                                         : hull_distance(c->table[0], c->rows[0], k->at, &n);
  k->s = p->radius + c->in[CONTACT_HEIGHT] - far;
  k->axis = k->push = n;
}

// Where r, object's axes, is in the ground's.
DV_FN v3 contact_seen(const dv_cell *c, v3 r)
{
  const real *O = c->pose, *G = c->pose + 12;
  return dv_m3_tmul(G, dv_v3_sub(dv_v3_add(dv_v3_of(O + 9), dv_m3_mul(O, r)), dv_v3_of(G + 9)));
}

// Geometry of the ball at r, object's axes.
DV_FN contact_look contact_find(const contact_par *p, const dv_cell *c, v3 r)
{
  contact_look k;
  k.at = contact_seen(c, r);
  real n[3] = {p->nx, p->ny, p->nz};
  k.axis = dv_v3_scale(dv_v3_of(n), 1 / dv_sqrt(dv_v3_dot(dv_v3_of(n), dv_v3_of(n))));
  k.push = k.axis;
  k.s = p->level + c->in[CONTACT_HEIGHT] + p->radius;
  k.rise = c->in[CONTACT_HEIGHT_RATE];
  if (c->opt[CONTACT_SURFACE] == CONTACT_PROFILE) contact_profile(p, c, &k);
  else if (c->opt[CONTACT_SURFACE]) contact_shape(p, c, &k);
  else k.s -= dv_v3_dot(k.axis, k.at);
  return k;
}

// What is in a box goes out by the face that all corners of the object share.
DV_FN void contact_by_way(const contact_par *p, const dv_cell *c, const way_out *w, contact_look *k)
{
  shape_size size = contact_size(p);
  v3 m;
  real in = way_of(w, &size, k->at, &m);
  dv_bool inside = in > -0.5 * w->slack;
  for (int i = 0; i < 3; i++) k->push.x[i] = dv_select(inside, m.x[i], k->push.x[i]);
  k->s = dv_select(inside, c->in[CONTACT_HEIGHT] + in, k->s);
  k->axis = dv_v3_scale(k->push, 1 / dv_v3_dot(k->push, k->push));  // s grows by what `height` does
}

// Velocities there.
DV_FN void contact_move(const contact_par *p, const dv_cell *c, v3 r, contact_look *k)
{
  const real *O = c->pose, *G = c->pose + 12;
  v3 w_o = dv_v3_of(c->flow), w_g = dv_v3_of(c->flow + 6);
  v3 v = dv_m3_mul(O, dv_v3_add(dv_v3_of(c->flow + 3), dv_v3_cross(w_o, r)));
  v3 u = dv_v3_sub(dv_v3_sub(dv_m3_tmul(G, v), dv_v3_of(c->flow + 9)), dv_v3_cross(w_g, k->at));
  k->rate = k->rise * dv_v3_dot(k->axis, k->push) - dv_v3_dot(k->push, u);
  v3 e = dv_v3_scale(k->push, 1 / dv_max(dv_sqrt(dv_v3_dot(k->push, k->push)), dv_real(1e-30)));
  k->arm = dv_v3_scale(e, -p->radius);
  v3 spin = dv_v3_sub(dv_m3_tmul(G, dv_m3_mul(O, w_o)), w_g);
  v3 w = dv_v3_sub(dv_v3_add(u, dv_v3_cross(spin, k->arm)), dv_v3_scale(k->axis, k->rise));
  k->slide = dv_v3_sub(w, dv_v3_scale(e, dv_v3_dot(e, w)));
}

DV_FN contact_look contact_meet(const contact_par *p, const dv_cell *c, v3 r)
{
  contact_look k = contact_find(p, c, r);
  contact_move(p, c, r, &k);
  return k;
}

// The elastic force of a penetration.
DV_FN real contact_elastic(const contact_par *p, int law, real s)
{
  real in = law == CONTACT_BILATERAL ? s : dv_max(s, dv_real(0));
  return law == CONTACT_HUNT ? p->stiffness * in * dv_pow(in / p->depth, p->exponent - 1) : p->stiffness * in;
}

// A of the restitution: between 0 and 1/e, where the difference of both sides falls through zero.
DV_FN real contact_bounce(real e)
{
  real low = dv_real(1e-6), high = 1 / e;
  for (int i = 0; i < 60; i++) {
    real A = 0.5 * (low + high), left = A - dv_log(1 + A), right = -e * A - dv_log(dv_max(1 - e * A, dv_real(1e-300)));
    low = dv_select(left > right, A, low);
    high = dv_select(left > right, high, A);
  }
  return dv_select(e > 1 - 1e-6, dv_real(0), low);
}

// Damping factor of the contact since the last touch-down.
DV_FN real contact_hunt(const contact_par *p, const dv_cell *c, real bounce, const real *counts)
{
  if (!CONTACT_GIVEN(restitution)) return p->hunt;
  return bounce / dv_max(counts[CONTACT_SPEED], p->slow);
}

DV_FN real contact_force(const contact_look *k) { return dv_abs(k->normal) * dv_sqrt(dv_v3_dot(k->push, k->push)); }

DV_FN void contact_slide(const contact_par *p, contact_look *k)
{
  real speed = dv_sqrt(dv_v3_dot(k->slide, k->slide) + p->smoothing * p->smoothing);
  k->rub = dv_v3_scale(k->slide, -p->friction * contact_force(k) / speed);
  k->bend = k->bend_rate = dv_v3_zero();
}

// Bristles z lie along the surface; in the air they straighten within a hundredth of a second. Where nothing presses they hold
// next to nothing.
DV_FN void contact_stick(const contact_par *p, contact_look *k, const real *z)
{
  real least = dv_real(1e-4), zero = dv_real(0), along = dv_v3_dot(k->slide, k->slide);
  real n2 = dv_max(dv_v3_dot(k->push, k->push), dv_real(1e-60));
  real wear = p->bristle * dv_sqrt(along) / (p->friction * contact_force(k) + least);
  real damping = p->bristle_damping / (1 + along / (p->smoothing * p->smoothing));
  k->bend = dv_v3_of(z);
  v3 flat = dv_v3_sub(k->bend, dv_v3_scale(k->push, dv_v3_dot(k->push, k->bend) / n2));
  v3 pull = dv_v3_add(dv_v3_scale(flat, p->bristle), dv_v3_scale(k->slide, damping));
  k->rub = dv_v3_scale(pull, dv_select(k->touch, dv_real(-1), zero));
  k->bend_rate = dv_v3_sub(dv_v3_scale(k->slide, dv_select(k->touch, dv_real(1), zero)),
                           dv_v3_scale(k->bend, dv_select(k->touch, wear, dv_real(100))));
}

// Adds forces; point i of the part, which presses or not as root `pull` was at the last event.
DV_FN contact_look contact_at(const contact_par *p, const dv_cell *c, int i, int pull, contact_look k, real hunt)
{
  int law = c->opt[CONTACT_LAW], both = law == CONTACT_BILATERAL;
  real zero = dv_real(0), one = dv_real(1), damped = 1 + hunt * k.rate;
  k.touch = (c->d[i] > 0.5) | (dv_real(both) > 0.5);
  k.elastic = dv_select(k.touch, contact_elastic(p, law, k.s), zero);
  real whole = law == CONTACT_HUNT ? k.elastic * damped : k.elastic + p->damping * k.rate;
  k.pressing = dv_select(k.touch, both ? one : law == CONTACT_HUNT ? damped : whole, one);
  k.normal = dv_select(k.touch & dv_not(dv_beyond(c, pull, k.pressing < 0.0)), whole, zero);
  if (c->opt[CONTACT_RUB]) contact_stick(p, &k, c->x + 3 * i);
  else contact_slide(p, &k);
  return k;
}

DV_FN real contact_carried(const contact_look *k)
{
  return k->rise * dv_v3_dot(k->axis, dv_v3_add(dv_v3_scale(k->push, k->normal), k->rub));
}
DV_FN real contact_loss(const contact_par *p, const contact_look *k)
{
  return (k->normal - k->elastic) * k->rate - dv_v3_dot(k->rub, k->slide) - p->bristle * dv_v3_dot(k->bend, k->bend_rate);
}
DV_FN real contact_stored(const contact_par *p, const dv_cell *c, const contact_look *k)
{
  real bent = 0.5 * p->bristle * dv_v3_dot(k->bend, k->bend);
  return k->elastic * k->s / (c->opt[CONTACT_LAW] == CONTACT_HUNT ? p->exponent + 1 : dv_real(2)) + bent;
}

DV_FN void contact_clear(dv_cell *c)
{
  for (int i = 0; i < 12; i++) c->effort[i] = dv_real(0);
}

// Adds the wrenches of one point on both frames; the part takes the opposite.
DV_FN void contact_add(dv_cell *c, v3 r, const contact_look *k)
{
  v3 rub = k->rub, f = dv_v3_add(dv_v3_scale(k->push, k->normal), rub), twist = dv_v3_cross(k->arm, rub);
  v3 moment = dv_v3_add(dv_v3_cross(k->at, f), twist);
  v3 f_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, f));
  v3 n_o = dv_v3_add(dv_v3_cross(r, f_o), dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, twist)));
  for (int i = 0; i < 3; i++) {
    c->effort[i] -= n_o.x[i];
    c->effort[3 + i] -= f_o.x[i];
    c->effort[6 + i] += moment.x[i];
    c->effort[9 + i] += f.x[i];
  }
}

// Adds a force at x and a moment, ground's axes; r: x in the object's.
DV_FN void contact_add_wrench(dv_cell *c, v3 r, v3 x, v3 f, v3 moment)
{
  v3 f_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, f)), n_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, moment));
  v3 about = dv_v3_add(dv_v3_cross(x, f), moment);
  n_o = dv_v3_add(n_o, dv_v3_cross(r, f_o));
  for (int i = 0; i < 3; i++) {
    c->effort[i] -= n_o.x[i];
    c->effort[3 + i] -= f_o.x[i];
    c->effort[6 + i] += about.x[i];
    c->effort[9 + i] += f.x[i];
  }
}

// Outputs start from here, and each point adds itself.
DV_FN void contact_show_none(dv_cell *c, const real *counts)
{
  for (int i = 0; i < 7; i++) c->out[i] = dv_real(0);
  c->out[2] = dv_real(1e30);
  for (int i = 0; i < CONTACT_COUNTS; i++) c->out[7 + i] = counts[i];
}
DV_FN void contact_show(dv_cell *c, int i, const contact_look *k)
{
  v3 rub = k->rub, f = dv_m3_mul(c->pose + 12, dv_v3_add(dv_v3_scale(k->push, k->normal), rub));
  c->out[0] += dv_select(c->d[i] > 0.5, dv_real(1), dv_real(0));
  c->out[1] += contact_force(k) * dv_select(k->normal < 0.0, dv_real(-1), dv_real(1));
  c->out[2] = dv_min(c->out[2], -k->s);
  c->out[3] += dv_sqrt(dv_v3_dot(rub, rub));
  for (int a = 0; a < 3; a++) c->out[4 + a] += f.x[a];
}

// Touch-down or lift-off of point i, where s crosses zero.
DV_FN void contact_switch(dv_cell *c, int i, real *counts, const contact_look *k)
{
  dv_bool was = c->d[i] > 0.5, is = (k->s > 0.0) | ((k->s == 0.0) & (k->rate >= 0.0));
  dv_bool down = is & dv_not(was) & (c->t > 0.0), up = was & dv_not(is);  // a start in contact is no impact
  real one = dv_real(1), zero = dv_real(0);
  c->d[i] = dv_select(is, one, zero);
  counts[CONTACT_IMPACTS] += dv_select(down, one, zero);
  counts[CONTACT_LOSSES] += dv_select(up, one, zero);
  counts[CONTACT_SPEED] = dv_select(down, k->rate, counts[CONTACT_SPEED]);
  counts[CONTACT_DOWN] = dv_select(down, c->t, counts[CONTACT_DOWN]);
  counts[CONTACT_UP] = dv_select(up, c->t, counts[CONTACT_UP]);
}
