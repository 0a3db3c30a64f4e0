// cylinder.c: differential cylinder on an axis that grows as the rod comes out.
//
//   p_a' = B/V_a (q_a - A_a v - q_l),  p_b' = B/V_b (q_b + A_b v + q_l),  q_l = G (p_a - p_b)
//   V_a = dead_a + A_a s,  V_b = dead_b + A_b (stroke - s),  s = axis - closed
//   force on the axis: A_a p_a - A_b p_b - friction (dry.h) - stops - cushions
//
// Oil and its energy: oil.h. `volumes: constant` keeps V = dead_a, dead_b at any stroke. A cushion brakes motion towards its end.
#include "kinds/force/dry.h"
#include "kinds/hydraulic/oil.h"

DV_PARAMETERS(
    DV_P(area_a,     "m^2",      DV_REQUIRED, 1e-8, 100,  "piston area")
    DV_P(area_b,     "m^2",      DV_REQUIRED, 1e-8, 100,  "area on the rod side")
    DV_P(stroke,     "m",        DV_REQUIRED, 1e-4, 100,  "stroke")
    DV_P(closed,     "m",        0,           -1e4, 1e4,  "coordinate of the axis with the rod in")
    DV_P(dead_a,     "m^3",      1e-4,        1e-9, 10,   "oil on the piston side with the rod in, with its line")
    DV_P(dead_b,     "m^3",      1e-4,        1e-9, 10,   "oil on the rod side with the rod out, with its line")
    DV_P(leakage,    "m^3/s/Pa", 0,           0,    1,    "leakage past the piston per pressure")
    DV_P(stiffness,  "N/m",      1e8,         0,    1e12, "stiffness of the end stops")
    DV_P(damping,    "N.s/m",    1e5,         0,    1e10, "damping of the end stops")
    DV_P(cushion,    "m",        0.02,        1e-6, 10,   "length of the cushion at either end")
    DV_P(cushioning, "N.s/m",    0,           0,    1e10, "damping of the cushion at the end of the stroke")
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
enum { VOLUMES, OIL, FRICTION };

static const dv_port ports[] = {
    {"a",    DV_HYDRAULIC, DV_STORES,  "piston side: pressure drives the rod out"},
    {"b",    DV_HYDRAULIC, DV_STORES,  "rod side"                                },
    {"axis", DV_LINEAR,    DV_ANSWERS, "axis that it moves"                      },
};
static const dv_option options[] = {
    {"volumes",  "varying|constant",      "chambers that grow and shrink with the stroke, or not"},
    OIL_OPTION,
    {"friction", "smooth|stribeck|lugre", "seal friction"                                        },
};
static const dv_quantity states[] = {
    {"bend", "m", 1e-4, "bend of the seal", 0}
};
static const int state_count[] = {0, 0, 1};

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

DV_FN real leak(const par *p, const dv_cell *c) { return p->leakage * (c->effort[A] - c->effort[B]); }

// Depth in a stop: negative beyond the closed end, positive beyond the open one.
enum { CLOSED, OPEN, PUSHING, ROOTS };

DV_FN dv_bool closed(const dv_cell *c, real s) { return dv_beyond(c, CLOSED, s < 0.0); }
DV_FN dv_bool open(const par *p, const dv_cell *c, real s) { return dv_beyond(c, OPEN, s > p->stroke); }

DV_FN real depth(const par *p, const dv_cell *c)
{
  real s = travel(p, c);
  return dv_select(open(p, c, s), s - p->stroke, dv_select(closed(c, s), s, dv_real(0)));
}

// Spring and damper of the stop where the rod is; zero between them.
DV_FN real stop(const par *p, const dv_cell *c)
{
  real s = travel(p, c), e = p->stiffness * depth(p, c) + p->damping * c->flow[AXIS];
  return dv_select(open(p, c, s) | closed(c, s), e, dv_real(0));
}

// Negative: the stop would pull.
DV_FN real pushing(const par *p, const dv_cell *c)
{
  real s = travel(p, c), e = stop(p, c);
  return dv_select(open(p, c, s), e, dv_select(closed(c, s), -e, dv_real(1)));
}

DV_FN real stops(const par *p, const dv_cell *c)
{
  return dv_select(dv_beyond(c, PUSHING, pushing(p, c) < 0.0), dv_real(0), stop(p, c));
}

DV_FN real cushions(const par *p, real s, real v)
{
  real zero = dv_real(0), one = dv_real(1);
  real in = dv_clamp(1 - s / p->cushion, zero, one), out = dv_clamp(1 - (p->stroke - s) / p->cushion, zero, one);
  return p->cushioning * (in * dv_min(v, zero) + out * dv_max(v, zero));
}

DV_LAW(publish)
{
  real held;
  for (int i = A; i <= B; i++) c->capacity[i] = volume(p, c, i, &held) * oil_compliance(&p->oil, c->opt[OIL], c->effort[i]);
}

DV_LAW(answer)
{
  real v = c->flow[AXIS], s = travel(p, c), q = leak(p, c), resist = dry_effort(&p->dry, c->opt[FRICTION], v, c->x);
  c->flow[A] = p->area_a * v + q;
  c->flow[B] = -p->area_b * v - q;
  c->effort[AXIS] = p->area_b * c->effort[B] - p->area_a * c->effort[A] + resist + stops(p, c) + cushions(p, s, v);
}

DV_LAW(rate)
{
  if (c->opt[FRICTION] == DRY_LUGRE) c->dx[0] = dry_bristle_rate(&p->dry, c->flow[AXIS], c->x[0]);
}

DV_AMOUNT(stored)
{
  real held, d = depth(p, c), sum = 0.5 * p->stiffness * d * d;
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
  real v = c->flow[AXIS], s = travel(p, c), z = c->opt[FRICTION] == DRY_LUGRE ? c->x[0] : dv_real(0);
  real rub = dry_loss(&p->dry, c->opt[FRICTION], dry_effort(&p->dry, c->opt[FRICTION], v, c->x), v, z);
  return rub + leak(p, c) * (c->effort[A] - c->effort[B]) + (stops(p, c) - p->stiffness * depth(p, c) + cushions(p, s, v)) * v;
}

// Where the rod meets a stop, whose damper pushes at once, and where the stop lets go.
DV_LAW(root)
{
  c->root[CLOSED] = travel(p, c);
  c->root[OPEN] = p->stroke - travel(p, c);
  c->root[PUSHING] = pushing(p, c);
}

// A stop gives a little; a hundredth of the stroke beyond it the geometry is wrong.
DV_LAW(guard)
{
  real s = travel(p, c), slack = 0.01 * p->stroke;
  c->guard[0] = s + slack;
  c->guard[1] = p->stroke + slack - s;
}

static const char *const warnings[] = {"the rod is pushed in beyond its stroke", "the rod is pulled out beyond its stroke"};

DV_KIND(hydraulic, cylinder) = {
    .name = "hydraulic.cylinder",
    .doc = "differential cylinder: two chambers, leakage, seal friction, cushions, end stops",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1 + FRICTION,
    .state_count = state_count,
    .nroot = ROOTS,
    .holds = 1,
    .fault = fault,
    .publish = publish,
    .answer = answer,
    .rate = rate,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "cylinder",
    .example =
        "nodes: {A: {initial: 5 MPa}, B: {initial: 10 MPa}}\n"
        "bodies: {mass: {mass: 600 kg}}\n"
        "joints: {x: {type: prismatic, axis: x, child: mass, rate: 1e-5 m/s}}\n"
        "gravity: 0\n"
        "parts: {cylinder: {kind: hydraulic.cylinder, a: A, b: B, axis: x, area_a: 20 cm2, area_b: 10 cm2, stroke: 0.5 m, "
        "closed: -0.25 m,\n"
        "                   dead_a: 0.5 l, dead_b: 0.25 l, bulk: 1e9 Pa}}\n"
        "until: 0.01 s\n"
        "solver: {rtol: 1e-12, atol: 1e-15}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: x.rate, is: 5.4030230586813977e-6, relative: 1e-6, source: 'stiffness bulk (A_a^2/V_a + A_b^2/V_b) "
        "= 6e6 N/m: v cos(w t), w = 100/s'}\n"
        "      - {drift: energy.residual, within: 1e-9}\n",
};
