// cylinder.c: differential cylinder on an axis that grows as the rod comes out.
//
//   p_a' = B/V_a (q_a - A_a v - q_l),  p_b' = B/V_b (q_b + A_b v + q_l),  q_l = G (p_a - p_b)
//   V_a = dead_a + A_a s,  V_b = dead_b + A_b (stroke - s),  s = axis - closed
//   force on the axis: A_a p_a - A_b p_b - friction (dry.h) - stops (stops.h) - cushions
//   cushion towards its end, y = 0..1 along it: damper: y d v;  orifice: y A^3 rho v^2/(2 w^2), the drop of A v over w
//
// Oil and its energy: oil.h; G and rho in warm oil: warm.h. `volumes: constant` keeps V = dead_a, dead_b at any stroke.
#include "kinds/force/dry.h"
#include "kinds/hydraulic/oil.h"
#include "kinds/hydraulic/stops.h"
#include "kinds/hydraulic/warm.h"

DV_PARAMETERS(
    DV_P(area_a,     "m^2",      DV_REQUIRED, 1e-8, 100,  "piston area")
    DV_P(area_b,     "m^2",      DV_REQUIRED, 1e-8, 100,  "area on the rod side")
    DV_P(stroke,     "m",        DV_REQUIRED, 1e-4, 100,  "stroke")
    DV_P(closed,     "m",        0,           -1e4, 1e4,  "coordinate of the axis with the rod in")
    DV_P(dead_a,     "m^3",      1e-4,        1e-9, 10,   "oil on the piston side with the rod in, with its line")
    DV_P(dead_b,     "m^3",      1e-4,        1e-9, 10,   "oil on the rod side with the rod out, with its line")
    DV_P(leakage,    "m^3/s/Pa", 0,           0,    1,    "leakage past the piston per pressure")
    DV_GROUP(stops, stops_par, STOPS_PARAMETERS)
    DV_P(cushion,    "m",        0.02,        1e-6, 10,   "length of the cushion at either end")
    DV_P(cushioning, "N.s/m",    0,           0,    1e10, "damper: damping of the cushion at the end of the stroke")
    DV_P(throat,     "m^2",      1e-5,        1e-9, 1,    "orifice: area of the cushion's throttle times its discharge coefficient")
    DV_P(rho,        "kg/m^3",   870,         100,  5000, "orifice: density of the oil")
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
    DV_HOLDS(dry_par dry)
    DV_P_AT(dry.coulomb,   coulomb,   "N",       0,           0,    1e8,  "seal friction in motion")
    DV_P_AT(dry.viscous,   viscous,   "N.s/m",   0,           0,    1e9,  "viscous friction")
    DV_P_AT(dry.smoothing, smoothing, "m/s",     1e-3,        1e-9, 10,   "speed around which seal friction changes sign")
    DV_P_AT(dry.breakaway, breakaway, "N",       0,           0,    1e8,  "stribeck, lugre: seal friction at rest")
    DV_P_AT(dry.stribeck,  stribeck,  "m/s",     0.02,        1e-9, 10,   "stribeck, lugre: speed over which it falls")
    DV_P_AT(dry.bristle,   bristle,   "N/m",     1e7,         1e-3, 1e13, "lugre: stiffness of the seal at rest")
    DV_P_AT(dry.micro,     micro,     "N.s/m",   1e3,         0,    1e10, "lugre: damping of the seal at rest")
);

enum { A, B, AXIS };
enum { VOLUMES, OIL, FRICTION, CUSHIONS };

static const dv_port ports[] = {
    {"a",    DV_HYDRAULIC, DV_STORES,  "piston side: pressure drives the rod out"},
    {"b",    DV_HYDRAULIC, DV_STORES,  "rod side"                                },
    {"axis", DV_LINEAR,    DV_ANSWERS, "axis that it moves"                      },
};
static const dv_option options[] = {
    {"volumes",  "varying|constant",      "chambers that grow and shrink with the stroke, or not"      },
    OIL_OPTION,
    {"friction", "smooth|stribeck|lugre", "seal friction"                                              },
    {"cushions", "damper|orifice",        "cushion as a damper, or as a throttle in the way of the oil"},
};
static const dv_quantity states[] = {
    {"bend", "m", 1e-4, "bend of the seal", 0}
};
static const int state_count[] = {0, 0, 1};
static const dv_quantity ins[] = {WARM_THINNER, WARM_LIGHTER};

DV_FAULT(fault)
{
  int holds = c->opt[FRICTION] == DRY_LUGRE && !(dv_lane(p->dry.coulomb, 0) > 0);
  return holds ? "its bristles hold, but it has no friction|give coulomb, or friction: smooth" : NULL;
}

DV_FN real travel(const par *p, const dv_cell *c) { return c->pos[AXIS] - p->closed; }

// Oil in chamber a or b; *held: one where it does not follow the piston.
DV_FN real volume(const par *p, const dv_cell *c, int side, real *held)
{
  real dead = side == A ? p->dead_a : p->dead_b, s = travel(p, c);
  real now = dead + (side == A ? p->area_a * s : p->area_b * (p->stroke - s)), least = 0.01 * dead;
  if (c->opt[VOLUMES]) now = dead;
  *held = c->opt[VOLUMES] ? dv_real(1) : dv_select(now < least, dv_real(1), dv_real(0));
  return dv_max(now, least);
}

DV_FN real leak(const par *p, const dv_cell *c) { return warm_ratio(c->in[0]) * p->leakage * (c->effort[A] - c->effort[B]); }

DV_FN stops_rod rod(const par *p, const dv_cell *c)
{
  stops_rod r;
  r.s = travel(p, c);
  r.stroke = p->stroke;
  r.v = c->flow[AXIS];
  return r;
}

// What the oil of an area costs that leaves through the throttle.
DV_FN real throttled(const par *p, const dv_cell *c, real area, real v)
{
  return area * area * area * p->rho * v * dv_abs(v) / (2 * p->throat * p->throat * warm_ratio(c->in[1]));
}

DV_FN real cushions(const par *p, const dv_cell *c)
{
  real zero = dv_real(0), one = dv_real(1), s = travel(p, c), v = c->flow[AXIS], shut = dv_min(v, zero), out = dv_max(v, zero);
  real y_shut = dv_clamp(1 - s / p->cushion, zero, one), y_out = dv_clamp(1 - (p->stroke - s) / p->cushion, zero, one);
  if (c->opt[CUSHIONS]) return y_shut * throttled(p, c, p->area_a, shut) + y_out * throttled(p, c, p->area_b, out);
  return p->cushioning * (y_shut * shut + y_out * out);
}

DV_LAW(publish)
{
  real held;
  for (int i = A; i <= B; i++) c->capacity[i] = volume(p, c, i, &held) * oil_compliance(&p->oil, c->opt[OIL], c->effort[i]);
}

DV_LAW(answer)
{
  stops_rod r = rod(p, c);
  real v = r.v, q = leak(p, c), resist = dry_effort(&p->dry, c->opt[FRICTION], v, c->x) + stops_effort(&p->stops, c, &r);
  c->flow[A] = p->area_a * v + q;
  c->flow[B] = -p->area_b * v - q;
  c->effort[AXIS] = p->area_b * c->effort[B] - p->area_a * c->effort[A] + resist + cushions(p, c);
}

DV_LAW(rate)
{
  if (c->opt[FRICTION] == DRY_LUGRE) c->dx[0] = dry_bristle_rate(&p->dry, c->flow[AXIS], c->x[0]);
}

DV_AMOUNT(stored)
{
  stops_rod r = rod(p, c);
  real held, sum = stops_stored(&p->stops, c, &r);
  for (int i = A; i <= B; i++) sum += volume(p, c, i, &held) * oil_energy(&p->oil, c->opt[OIL], c->effort[i]);
  return c->opt[FRICTION] == DRY_LUGRE ? sum + 0.5 * p->dry.bristle * c->x[0] * c->x[0] : sum;
}

// h times the flow that changes what the chamber holds.
DV_AMOUNT(carried)
{
  real held_a, held_b, v = c->flow[AXIS], q = leak(p, c);
  volume(p, c, A, &held_a);
  volume(p, c, B, &held_b);
  return oil_energy(&p->oil, c->opt[OIL], c->effort[A]) * (c->flow[A] - q - held_a * p->area_a * v) +
         oil_energy(&p->oil, c->opt[OIL], c->effort[B]) * (c->flow[B] + q + held_b * p->area_b * v);
}

DV_AMOUNT(loss)
{
  stops_rod r = rod(p, c);
  real v = r.v, z = c->opt[FRICTION] == DRY_LUGRE ? c->x[0] : dv_real(0);
  real rub = dry_loss(&p->dry, c->opt[FRICTION], dry_effort(&p->dry, c->opt[FRICTION], v, c->x), v, z);
  return rub + leak(p, c) * (c->effort[A] - c->effort[B]) + stops_loss(&p->stops, c, &r) + cushions(p, c) * v;
}

STOPS_LAWS

DV_KIND(hydraulic, cylinder) = {
    .name = "hydraulic.cylinder",
    .doc = "differential cylinder: two chambers, leakage, seal friction, cushions, end stops",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1 + FRICTION,
    .state_count = state_count,
    DV_ROWS(in, ins),
    .nroot = STOPS_ROOTS,
    .holds = 1,
    .fault = fault,
    .publish = publish,
    .answer = answer,
    .rate = rate,
    .root = root,
    DV_ROWS(warning, stops_warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "cylinder",
    .example = "nodes: {A: {initial: 5 MPa}, B: {initial: 10 MPa}}\n"
               "bodies: {mass: {mass: 600 kg}, sled: {mass: 600 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: mass, rate: 1e-5 m/s}\n"
               "  y: {type: prismatic, axis: x, child: sled, position: 0.05 m, rate: -0.2 m/s}\n"
               "gravity: 0\n"
               "parts:\n"
               "  cylinder: {kind: hydraulic.cylinder, a: A, b: B, axis: x, area_a: 20 cm2, area_b: 10 cm2, stroke: 0.5 m, "
               "closed: -0.25 m,\n"
               "    dead_a: 0.5 l, dead_b: 0.25 l, bulk: 1e9 Pa}\n"
               "  cushioned: {kind: hydraulic.cylinder, a: C, b: C, axis: y, area_a: 20 cm2, area_b: 20 cm2, stroke: 0.5 m, "
               "cushion: 0.05 m, cushions: orifice,\n"
               "    throat: 5 mm2, rho: 800 kg/m3}\n"
               "  tank: {kind: hydraulic.tank, a: C}\n"
               "until: 0.01 s\n"
               "solver: {rtol: 1e-12, atol: 1e-15}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: x.rate, is: 5.4030230586813977e-6, relative: 1e-6, source: 'stiffness bulk (A_a^2/V_a + "
               "A_b^2/V_b) = 6e6 N/m: v cos(w t), w = 100/s'}\n"
               "      - {drift: energy.residual, within: 1e-9}\n"
               "  cushion:\n"
               "    until: 0.5 s\n"
               "    expect:\n"
               "      - {final: 'y.rate + 0.2*exp(-0.5*(2e-3)^3*800/(2*(5e-6)^2)*(0.05 - y)^2/0.05/600)', is: 0, within: 1e-9, "
               "source: 'm v dv/ds = -y A^3 rho v^2/(2 w^2), y = depth/length'}\n"
               "      - {final: y, is: 0.02, within: 0.03, source: it is in its cushion}\n",
};
