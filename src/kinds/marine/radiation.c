// radiation.c: potential damping: waves that a moving body sends out take energy from it, at once and with a memory.
//
//   F_to = -damping nu_from - y,   Y(s) = gain s / (s^2 + decay s + frequency^2) N_from(s)
//
// One part for each pair of directions and each term of the memory (Cummins 1962; state space of Perez and Fossen 2009). nu is
// the body's velocity relative to the water, in the frame's axes. gain = 0: constant potential damping.
//   y = x1,  x1' = gain nu - decay x1 - frequency^2 x2,  x2' = x1;   holds (x1^2 + frequency^2 x2^2)/2 gain, loses decay
//   x1^2/gain
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(damping,   "*",     0, 0,     1e12, "force or moment per velocity, at once")
    DV_P(gain,      "*",     0, -1e12, 1e12, "force or moment per velocity and time of the memory")
    DV_P(decay,     "1/s",   1, 1e-9,  1e4,  "of the memory")
    DV_P(frequency, "rad/s", 1, 0,     1e4,  "of the memory")
);

enum { FROM, TO };
enum { Y, SUM };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that sends out the waves"}
};
static const dv_option options[] = {
    {"from", "x|y|z|roll|pitch|yaw", "the motion that sends them out"},
    {"to",   "x|y|z|roll|pitch|yaw", "the force or moment"           },
};
static const dv_quantity states[] = {
    {"memory", "", 100, "force or moment of the memory", 0},
    {"sum",    "", 100, "its integral",                  0}
};
static const dv_quantity outs[] = {
    {"force", "", 100, "force or moment on the body", 0}
};

DV_FN int slot(int direction) { return (direction + 3) % 6; }  // x y z roll pitch yaw -> place in (angular, linear)

DV_FN real velocity(const dv_cell *c)
{
  int i = c->opt[FROM];
  return i < 3 ? marine_at(c, dv_v3_zero()).velocity.x[i % 3] : c->flow[slot(i)];
}

DV_LAW(signal) { c->out[0] = -p->damping * velocity(c) - c->x[Y]; }

DV_LAW(answer)
{
  (void)p;
  marine_clear(c);
  c->effort[slot(c->opt[TO])] = -c->out[0];
}

DV_LAW(rate)
{
  c->dx[Y] = p->gain * velocity(c) - p->decay * c->x[Y] - p->frequency * p->frequency * c->x[SUM];
  c->dx[SUM] = c->x[Y];
}

// On its own direction a positive memory is a spring and a mass of water; across directions it has no energy of its own.
DV_FN dv_bool holds(const par *p, const dv_cell *c) { return (p->gain > 0.0) & (dv_real(c->opt[FROM] == c->opt[TO]) > 0.5); }

DV_AMOUNT(stored)
{
  real w = p->frequency * c->x[SUM];
  return dv_select(holds(p, c), 0.5 * (c->x[Y] * c->x[Y] + w * w) / p->gain, dv_real(0));
}

DV_AMOUNT(loss)
{
  real v = velocity(c), whole = -c->out[0] * v;
  return dv_select(holds(p, c), p->damping * v * v + p->decay * c->x[Y] * c->x[Y] / p->gain,
                   dv_select(dv_real(c->opt[FROM] == c->opt[TO]) > 0.5, whole, dv_real(0)));
}

DV_KIND(marine, radiation) = {
    .name = "marine.radiation",
    .doc = "potential damping of one direction by another: constant, and with a memory of the waves sent out",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(out, outs),
    .service = DV_ASKS_WATER,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .keeps = 1,
    .stored = stored,
    .loss = loss,
    .active = 1,
    .form = "R",
    .example =
        "# driven with v = w cos(w t), w = 2: force -(d + Re K) v ..., K = g i w/(f^2 - w^2 + i c w) = 100 2i/(9 - 4 + 2i)\n"
        "bodies: {buoy: {mass: 1 kg}}\n"
        "joints: {z: {type: prismatic, axis: z, child: buoy, motion: {prescribed: wave}}}\n"
        "signals: {wave: {kind: sine, amplitude: 1 m, omega: 2 rad/s}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  sea: {kind: marine.water}\n"
        "  r: {kind: marine.radiation, frame: buoy, from: z, to: z, damping: 7, gain: 100, decay: 1, frequency: 3}\n"
        "until: 60 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: r.force, is: 6.1834523437791375, within: 1e-6, source: \"-2 Re((7 + K) e^(i w t)) when the start "
        "is forgotten\"}\n"
        "      - {drift: energy.residual, within: 1e-6, source: every joule is accounted for}\n",
};
