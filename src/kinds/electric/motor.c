// motor.c: direct-current motor on a shaft, through a gear of ratio n.
//
//   L i' = u_a - u_b - R i - k w,   motor torque k i - d w;   rotor `stiff`: w = n v and n times the torque acts on the axis
//   `elastic`: the rotor turns by itself, J w' = k i - d w - T,  T = K twist + D twist',  twist' = w - n v;  n T acts on the axis
//
// A rigid rotor's inertia n^2 J belongs to the body on the axis; `elastic` takes it with the compliance of its shaft.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(constant,   "N.m/A",     DV_REQUIRED, 1e-9,  1e4,  "torque per current, voltage per speed")
    DV_P(resistance, "ohm",       DV_REQUIRED, 1e-9,  1e9,  "resistance of the armature")
    DV_P(inductance, "H",         1e-3,        1e-9,  1e3,  "inductance of the armature")
    DV_P(ratio,      "1",         1,           -1e5,  1e5,  "turns of the rotor per turn of the axis")
    DV_P(drag,       "N.m.s/rad", 0,           0,     1e6,  "viscous friction of the rotor")
    DV_P(inertia,    "kg.m^2",    1e-3,        1e-12, 1e6,  "elastic: inertia of the rotor")
    DV_P(stiffness,  "N.m/rad",   1e4,         1e-6,  1e15, "elastic: stiffness of the shaft, at the rotor")
    DV_P(damping,    "N.m.s/rad", 0,           0,     1e9,  "elastic: damping of the shaft, at the rotor")
);

enum { A, B, AXIS };
enum { CURRENT, SPEED, TWIST };

static const dv_port ports[] = {
    {"a",    DV_ELECTRIC, DV_ANSWERS, "terminal"             },
    {"b",    DV_ELECTRIC, DV_ANSWERS, "other terminal"       },
    {"axis", DV_ROTARY,   DV_ANSWERS, "shaft behind the gear"}
};
static const dv_option options[] = {
    {"rotor", "stiff|elastic", "without own inertia, or turning behind an elastic shaft"}
};
static const dv_quantity states[] = {
    {"current", "A",     10,   "current from a to b", 0},
    {"speed",   "rad/s", 100,  "speed of the rotor",  0},
    {"twist",   "rad",   1e-2, "twist of the shaft",  0},
};
static const int state_count[] = {1, 3};

DV_FN real speed(const par *p, const dv_cell *c) { return c->opt[0] ? c->x[SPEED] : p->ratio * c->flow[AXIS]; }

// Torque that leaves the rotor, at the rotor.
DV_FN real shaft(const par *p, const dv_cell *c)
{
  real w = speed(p, c);
  if (c->opt[0]) return p->stiffness * c->x[TWIST] + p->damping * (w - p->ratio * c->flow[AXIS]);
  return p->constant * c->x[CURRENT] - p->drag * w;
}

DV_LAW(answer)
{
  c->flow[A] = c->x[CURRENT];
  c->flow[B] = -c->x[CURRENT];
  c->effort[AXIS] = -p->ratio * shaft(p, c);
}

DV_LAW(rate)
{
  real i = c->x[CURRENT], w = speed(p, c);
  c->dx[CURRENT] = (c->effort[A] - c->effort[B] - p->resistance * i - p->constant * w) / p->inductance;
  if (!c->opt[0]) return;
  c->dx[SPEED] = (p->constant * i - p->drag * w - shaft(p, c)) / p->inertia;
  c->dx[TWIST] = w - p->ratio * c->flow[AXIS];
}

DV_AMOUNT(stored)
{
  real i = c->x[CURRENT], sum = 0.5 * p->inductance * i * i;
  if (!c->opt[0]) return sum;
  return sum + 0.5 * p->inertia * c->x[SPEED] * c->x[SPEED] + 0.5 * p->stiffness * c->x[TWIST] * c->x[TWIST];
}

DV_AMOUNT(loss)
{
  real i = c->x[CURRENT], w = speed(p, c), sum = p->resistance * i * i + p->drag * w * w, slip = w - p->ratio * c->flow[AXIS];
  return c->opt[0] ? sum + p->damping * slip * slip : sum;
}

DV_KIND(electric, motor) = {
    .name = "electric.motor",
    .doc = "direct-current motor with gear",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .form = "GY",
    .example =
        "bodies: {drum: {mass: 1 kg, inertia: [2, 2, 2]}, wheel: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "joints: {spin: {type: revolute, axis: z, child: drum}, roll: {type: revolute, axis: z, child: wheel}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  battery: {kind: electric.voltage, a: A, voltage: 10 V}\n"
        "  ground: {kind: electric.ground, a: G}\n"
        "  motor: {kind: electric.motor, a: A, b: G, axis: spin, constant: 1 N.m/A, ratio: 2, resistance: 1 ohm, "
        "inductance: 0.25 H}\n"
        "  other: {kind: electric.motor, a: A, b: G, axis: roll, constant: 1 N.m/A, ratio: 2, resistance: 1 ohm, "
        "inductance: 0.25 H, rotor: elastic,\n"
        "          inertia: 0.25 kg.m2, stiffness: 1e6 N.m/rad, damping: 1e3 N.m.s/rad}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: spin.rate, is: 4.6662966259317553, relative: 1e-7, source: 'U/kn (1 - exp(-2t) (cos 2t + sin 2t)): "
        "poles -2 +- 2i of J L s^2 + J R s + k^2 n^2'}\n"
        "      - {final: roll.rate, is: 4.6662966259317553, within: 1e-4, source: the same inertia J + n^2 J_r behind a "
        "stiff shaft}\n"
        "      - {drift: energy.residual, within: 1e-6}\n",
};
