// tyre.c: a tyre on a plane: it is pressed flat, and pushes along and across by how it slips, after a length that it rolls.
//
//   u' = -w - |V|/relaxation u,  w: sliding velocity of the rim, V: speed of the axle;   slip s = u/relaxation, (ahead, left)
//   linear: F = (slip_stiffness s_x, cornering s_y) - d w
//   magic:  F = N D sin(C atan(B r - E (B r - atan(B r)))) s/r - d w,  r = |s|;   N = k depth + d_n depth' where it presses
//
// In steady rolling s is the slip -w/|V| (tan of the slip angle); a wheel that stands has the carcass's stiffness F/u. Beyond a
// whole slip the rubber gives way: u does not grow. The work that bends the carcass is not kept: it is counted as carried off. H.
// B. Pacejka, Tyre and Vehicle Dynamics, 2006, ch. 4.3.2 (formula), 7.3 (transient model), one curve for both directions.
#include "davit/kind.h"
#include "kinds/contact/rolling.h"

DV_PARAMETERS(
    DV_P(radius,         "m",     DV_REQUIRED, 1e-3, 10,   "of the wheel that carries nothing")
    DV_P(stiffness,      "N/m",   DV_REQUIRED, 1,    1e9,  "radial stiffness")
    DV_P(damping,        "N.s/m", 0,           0,    1e8,  "radial damping")
    DV_P(level,          "m",     0,           -1e6, 1e6,  "height of the plane along the ground's z")
    DV_P(relaxation,     "m",     0.3,         1e-3, 10,   "length that it rolls until its force has built up (63 %)")
    DV_P(slip_stiffness, "N",     0,           0,    1e9,  "linear: force ahead per slip")
    DV_P(cornering,      "N",     0,           0,    1e9,  "linear: force across per tan of the slip angle")
    DV_P(B,              "1",     10,          0.1,  100,  "magic: stiffness factor (10: dry road)")
    DV_P(C,              "1",     1.9,         1,    3,    "magic: shape factor")
    DV_P(D,              "1",     1,           0,    3,    "magic: peak, share of the load")
    DV_P(E,              "1",     0.97,        -10,  1,    "magic: curvature factor")
    DV_P(carcass,        "N.s/m", 0,           0,    1e7,  "damping along the ground: lets a wheel that stands come to rest")
    DV_P(rolling,        "1",     0,           0,    1,    "coefficient of rolling resistance")
    DV_P(slow,           "m/s",   0.05,        1e-6, 10,   "speed around which rolling resistance changes sign")
);

enum { LINEAR, MAGIC };
enum { NORMAL, AHEAD, LEFT, SLIP, ANGLE, DEPTH };
enum { APART, PRESSING, ROOTS };

static const dv_port ports[] = {
    {"object", DV_FRAME, DV_ANSWERS,    "wheel; it turns about its y"              },
    {"ground", DV_FRAME, DV_MAY_ANSWER, "body that carries the plane z (the world)"},
};
static const dv_option options[] = {
    {"law", "linear|magic", "forces proportional to slip, or Pacejka's curve over the load"}
};
static const dv_quantity states[] = {
    {"bend_x", "m", 1e-3, "deflection ahead", 0},
    {"bend_y", "m", 1e-3, "to the left",      0},
};
static const dv_quantity outs[] = {
    {"normal", "N",   1000, "load",                            0},
    {"ahead",  "N",   1000, "force on the wheel ahead",        0},
    {"left",   "N",   1000, "to the left",                     0},
    {"slip",   "1",   0.1,  "slip ahead; positive: it drives", 0},
    {"angle",  "rad", 0.1,  "slip angle",                      0},
    {"depth",  "m",   0.01, "how far it is pressed flat",      0},
};

typedef struct {
  rolling_look k;
  real load, along[2], bent[2], wear, resists;  // forces with and without damping; how fast a deflection rolls out
} tyre;

DV_FN dv_bool touches(const dv_cell *c, real depth) { return dv_beyond(c, APART, depth > 0.0); }

DV_FN real pressing(const par *p, const dv_cell *c, const rolling_look *k)
{
  return dv_select(touches(c, k->depth), p->stiffness * k->depth + p->damping * k->rate, dv_real(1));
}

DV_FN real load_of(const par *p, const dv_cell *c, const rolling_look *k)
{
  real N = pressing(p, c, k);
  return dv_select(touches(c, k->depth) & dv_not(dv_beyond(c, PRESSING, N < 0.0)), N, dv_real(0));
}

// D sin(C atan(B r - E (B r - atan(B r)))) / r
DV_FN real magic_over_slip(const par *p, real r)
{
  real x = p->B * r, one = dv_real(1);
  return p->D * dv_sin(p->C * dv_atan2(x - p->E * (x - dv_atan2(x, one)), one)) / r;
}

DV_FN tyre look(const par *p, const dv_cell *c)
{
  tyre t;
  t.k = rolling_at(c, p->radius, p->level);
  t.load = load_of(p, c, &t.k);
  real s[2] = {c->x[0] / p->relaxation, c->x[1] / p->relaxation}, r = dv_sqrt(s[0] * s[0] + s[1] * s[1] + 1e-16);
  real sliding = dv_sqrt(t.k.slip[0] * t.k.slip[0] + t.k.slip[1] * t.k.slip[1]), none = dv_real(0);
  dv_bool on = t.load > 0.0;
  real curve = t.load * magic_over_slip(p, r);
  t.bent[0] = dv_select(on, c->opt[0] == MAGIC ? curve * s[0] : p->slip_stiffness * s[0], none);
  t.bent[1] = dv_select(on, c->opt[0] == MAGIC ? curve * s[1] : p->cornering * s[1], none);
  for (int i = 0; i < 2; i++) t.along[i] = dv_select(on, t.bent[i] - p->carcass * t.k.slip[i], none);
  t.wear = (dv_abs(t.k.speed) + sliding * dv_max(r - 1, none)) / p->relaxation;
  t.wear = dv_select(on, t.wear, dv_real(100));  // in the air it straightens within a hundredth of a second
  t.resists = -p->rolling * t.load * t.k.speed / dv_sqrt(t.k.speed * t.k.speed + p->slow * p->slow);
  return t;
}

// Rolling resistance acts at the axle, as a force against its way.
DV_LAW(answer)
{
  tyre t = look(p, c);
  v3 f = dv_v3_add(dv_v3_scale(t.k.up, t.load), dv_v3_add(dv_v3_scale(t.k.ahead, t.along[0]), dv_v3_scale(t.k.left, t.along[1])));
  rolling_answer(c, &t.k, f);
  v3 drag = dv_v3_scale(t.k.ahead, t.resists), axle = dv_v3_sub(t.k.at, t.k.arm), back = dv_v3_cross(axle, drag);
  v3 drag_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, drag));
  for (int i = 0; i < 3; i++) {
    c->effort[3 + i] -= drag_o.x[i];
    c->effort[6 + i] += back.x[i];
    c->effort[9 + i] += drag.x[i];
  }
}

DV_LAW(rate)
{
  tyre t = look(p, c);
  dv_bool on = t.load > 0.0;
  for (int i = 0; i < 2; i++) c->dx[i] = dv_select(on, -t.k.slip[i], dv_real(0)) - t.wear * c->x[i];
}

DV_LAW(signal)
{
  tyre t = look(p, c);
  c->out[NORMAL] = t.load;
  c->out[AHEAD] = t.along[0] + t.resists;
  c->out[LEFT] = t.along[1];
  c->out[SLIP] = c->x[0] / p->relaxation;
  c->out[ANGLE] = dv_atan2(c->x[1] / p->relaxation, dv_real(1));
  c->out[DEPTH] = t.k.depth;
}

DV_FN real pressed_in(const dv_cell *c, const tyre *t) { return dv_select(touches(c, t->k.depth), t->k.depth, dv_real(0)); }

DV_AMOUNT(stored)
{
  tyre t = look(p, c);
  real in = pressed_in(c, &t);
  return 0.5 * p->stiffness * in * in;
}

// What rubs where it slides: F . u times how fast u rolls out; damping; rolling resistance.
DV_AMOUNT(loss)
{
  tyre t = look(p, c);
  real sum = (t.load - p->stiffness * pressed_in(c, &t)) * t.k.rate - t.resists * t.k.speed;
  for (int i = 0; i < 2; i++) sum += t.wear * t.bent[i] * c->x[i] + (t.bent[i] - t.along[i]) * t.k.slip[i];
  return sum;
}

// The work that bends the carcass.
DV_AMOUNT(carried)
{
  tyre t = look(p, c);
  real sum = dv_real(0);
  for (int i = 0; i < 2; i++) sum += t.bent[i] * (t.k.slip[i] + t.wear * c->x[i]);
  return sum;
}

DV_LAW(root)
{
  rolling_look k = rolling_at(c, p->radius, p->level);
  c->root[APART] = -k.depth;
  c->root[PRESSING] = pressing(p, c, &k);
}

DV_FAULT(fault)
{
  double any = dv_lane(p->slip_stiffness, 0) + dv_lane(p->cornering, 0);
  return c->opt[0] == LINEAR && !(any > 0)
             ? "its law is linear, but it has no stiffness along the ground|give slip_stiffness and "
               "cornering, or law: magic"
             : NULL;
}

DV_KIND(contact, tyre) = {
    .name = "contact.tyre",
    .doc = "a tyre on a plane: radial stiffness, slip forces with relaxation, linear or by Pacejka's formula, rolling resistance",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example =
        "# wheels dragged at 10 m/s: one steered by 2 degrees, one that slips by a tenth; carried: 4 kN\n"
        "parameters: {V: 10 m/s, angle: 2 deg, k: 2e5 N/m, sink: '4000 [N]/k', R: 0.3 m}\n"
        "bodies: {sled: {}, steered: {mass: 1 kg, inertia: [1, 1, 1]}, cart: {}, braked: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "signals:\n"
        "  way: V*t\n"
        "  roll_1: V*cos(angle)/R*t\n"
        "  roll_2: 0.9*V/R*t\n"
        "joints:\n"
        "  sled: {type: prismatic, axis: x, child: sled, at: {xyz: [0, 0, R - sink]}, motion: {prescribed: way}}\n"
        "  steered: {type: revolute, axis: y, parent: sled, child: steered, at: {rpy: [0, 0, angle]}, motion: {prescribed: "
        "roll_1}}\n"
        "  cart: {type: prismatic, axis: x, child: cart, at: {xyz: [0, 2, R - sink]}, motion: {prescribed: way}}\n"
        "  braked: {type: revolute, axis: y, parent: cart, child: braked, motion: {prescribed: roll_2}}\n"
        "parts:\n"
        "  one: {kind: contact.tyre, object: steered, radius: R, stiffness: k, relaxation: 0.5 m, slip_stiffness: 5e4 N, "
        "cornering: "
        "4e4 N}\n"
        "  two: {kind: contact.tyre, object: braked, radius: R, stiffness: k, law: magic, relaxation: 0.5 m}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: one.normal, is: 4000, relative: 1e-9, source: k depth}\n"
        "      - {final: one.left, is: 4e4*tan(angle), relative: 1e-8, source: cornering stiffness}\n"
        "      - {value: one.left, at: 0.05 s, is: '4e4*tan(angle)*(1 - exp(-V*cos(angle)*0.1[1/m*s]))', relative: 1e-7, source: "
        "'first "
        "order over the way: 0.5 m of 0.5 m'}\n"
        "      - {final: one.ahead, is: 0, within: 1e-6, source: it rolls}\n"
        "      - {final: two.ahead, is: -4000*sin(1.9*atan(1 - 0.97*(1 - atan(1)))), relative: 1e-6, source: 'the formula at B r "
        "= 1'}\n"
        "      - {drift: energy.residual, within: 1e-5}\n",
};
