// strips.c: a slender link in water by strips, each at its own velocity: Morison's equation (Morison et al. 1950), skin friction.
//
//   f_i = -skin u_i - 1/2 rho cd D (L/n) |u_i| u_i + cm rho pi/4 D^2 (L/n) a_i,   added mass ca rho pi/4 D^2 (L/n) of each
//
// u: velocity of the strip's middle relative to the water, a: the water's acceleration, frame axes; all but skin across the axis
// only. |u_i|: the speed across the axis (cross-flow principle), or that of each component. The strips start at the frame's
// origin.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(length,   "m",      DV_REQUIRED, 1e-6, 1e4, "length of all strips together")
    DV_P(diameter, "m",      DV_REQUIRED, 0,    1e3, "diameter across the flow")
    DV_P(cd,       "1",      1,           0,    100, "drag coefficient across the axis")
    DV_P(skin,     "N.s/m",  0,           0,    1e9, "linear friction of each strip, in all directions")
    DV_P(ca,       "1",      0,           0,    100,
         "added-mass coefficient across the axis, part of the inertia in and out of the water")
    DV_P(cm,       "1",      0,           0,    100,
         "inertia coefficient: push of water that accelerates; 1 + ca, or ca if marine.buoyancy gives the rest")
    DV_P(density,  "kg/m^3", 1025,        1,    2e4, "of the water, for the added mass")
);

enum { AXIS, COUNT, SPEED };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point where the first strip begins"}
};
static const dv_option options[] = {
    {"axis",   "x|y|z",                     "axis of the link"                                   },
    {"strips", "3|1|2|4|5|6|8|10|12|16|20", "number of strips"                                   },
    {"speed",  "resultant|components",
     "drag by the speed across the link (cross-flow principle), or by that along each axis apart"},
};

DV_FN int strips(const dv_cell *c)
{
  const int n[11] = {3, 1, 2, 4, 5, 6, 8, 10, 12, 16, 20};
  return n[c->opt[COUNT]];
}

DV_FN v3 across(const dv_cell *c, v3 u)
{
  u.x[c->opt[AXIS]] = dv_real(0);
  return u;
}

// Drag of the strip whose middle is at m.
DV_FN v3 drag(const par *p, const dv_cell *c, const marine_point *m)
{
  real k = 0.5 * m->water.density * p->cd * p->diameter * p->length / strips(c), wet = marine_fade(m->water.depth, p->diameter);
  v3 f, u = across(c, m->velocity);
  for (int i = 0; i < 3; i++) {
    real speed = c->opt[SPEED] ? dv_abs(u.x[i]) : dv_sqrt(dv_v3_dot(u, u));
    f.x[i] = -wet * (p->skin * m->velocity.x[i] + k * speed * u.x[i]);
  }
  return f;
}

// Mass of the water that a strip displaces.
DV_FN real displaced(const par *p, const dv_cell *c, real density)
{
  return density * 0.25 * 3.14159265358979323846 * p->diameter * p->diameter * p->length / strips(c);
}

// Push of accelerating water.
DV_FN v3 swept(const par *p, const dv_cell *c, const marine_point *m)
{
  real k = marine_fade(m->water.depth, p->diameter) * p->cm * displaced(p, c, m->water.density);
  return dv_v3_scale(across(c, dv_m3_tmul(c->pose, dv_v3_of(m->water.acceleration))), k);
}

// Point masses that resist across the axis: m (1 - a a^T) at r a; about the origin r^2 and r of it.
DV_INERTIA(inertia)
{
  int a = c->opt[AXIS], b = (a + 1) % 3, d = (a + 2) % 3, n = strips(c);
  double mass = dv_lane(p->ca * displaced(p, c, p->density), 0), length = dv_lane(p->length, 0);
  for (int i = 0; i < 36; i++) A[i] = 0;
  for (int k = 0; k < n; k++) {
    double r = (k + 0.5) * length / n;
    A[7 * (3 + b)] += mass;
    A[7 * (3 + d)] += mass;
    A[7 * b] += mass * r * r;
    A[7 * d] += mass * r * r;
    A[6 * b + 3 + d] -= mass * r;
    A[6 * (3 + d) + b] -= mass * r;
    A[6 * d + 3 + b] += mass * r;
    A[6 * (3 + b) + d] += mass * r;
  }
}

// Middle of strip k, from strip k - 1 in m: water at rest needs no second look.
DV_FN v3 middle(const par *p, const dv_cell *c, int k, marine_point *m)
{
  v3 step = dv_v3_scale(dv_v3_unit(c->opt[AXIS]), p->length / strips(c)), r = dv_v3_scale(step, dv_real(k + 0.5));
  if (k && c->service->still) marine_move(c, step, m);
  else *m = marine_at(c, r);
  return r;
}

DV_LAW(answer)
{
  marine_point m;
  marine_clear(c);
  for (int k = 0; k < strips(c); k++) {
    v3 r = middle(p, c, k, &m);
    v3 f = drag(p, c, &m);
    marine_push(c, r, c->service->still ? f : dv_v3_add(f, swept(p, c, &m)), dv_v3_zero());
  }
}

DV_AMOUNT(loss)
{
  real sum = dv_real(0);
  marine_point m;
  if (c->service->still) return marine_power(c);
  for (int k = 0; k < strips(c); k++) {
    middle(p, c, k, &m);
    sum -= dv_v3_dot(drag(p, c, &m), m.velocity);
  }
  return sum;
}

DV_KIND(marine, strips) = {
    .name = "marine.strips",
    .doc = "slender link or pile in water by strips: drag, added mass, push of waves (Morison)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .service = DV_ASKS_WATER,
    .answer = answer,
    .inertia = inertia,
    .loss = loss,
    .active = 1,
    .form = "R",
    .example =
        "# w' = -k w^2, k = 1/2 rho cd D (L/n) sum r^3 / I\n"
        "bodies: {rod: {mass: 30 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}}\n"
        "joints: {q: {type: revolute, axis: z, child: rod, rate: 2 rad/s, at: {xyz: [0, 0, -5]}}}\n"
        "gravity: [0, 0, -9.81]\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
        "  drag: {kind: marine.strips, frame: rod, length: 1 m, diameter: 0.1 m, cd: 1.2, strips: 2}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases: {example: {expect: [{final: q.rate, is: 0.2786885245901639, within: 1e-9, source: \"w0/(1 + k w0 t), r = L/4, "
        "3L/4\"}]}}\n",
};
