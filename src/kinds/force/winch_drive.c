// winch_drive.c: motor and control of a winch drum: rope speed with active heave compensation, or constant tension.
//
//   speed:   goal = (hoist - on parts heave)/r, at most `fastest`;   M = inertia/lag (goal - w) + r pull
//   tension: M = r (tension + gain (tension - pull)),  braked beyond `fastest`;      |M| <= torque
//   heave and pull are what sensors say: x' = (true - x)/sensor
//
// What is left of a heave of amplitude A: A |1 - 1/((1 + i w lag)(1 + i w sensor))|; of a rope that is pulled by A sin(w t) at
// constant tension: pull +- J A w^2/(r^2 (1 + gain)), for a sensor without lag. Hydraulic drives keep tension by the pressure of
// their motor.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(radius,  "m",       0,           0,    100,  "on which the rope runs on, where the input `layer` does not say it")
    DV_P(parts,   "count",   1,           1,    32,   "parts of line between heaving point and load")
    DV_P(inertia, "kg.m^2",  DV_REQUIRED, 1e-9, 1e12, "of drum, gear and motors at the drum, as the control knows it")
    DV_P(lag,     "s",       0.1,         1e-4, 1e3,  "of the drum's speed behind its goal")
    DV_P(sensor,  "s",       0.02,        1e-5, 1e3,  "lag of measured heave and pull")
    DV_P(tension, "N",       0,           0,    1e9,  "tension: pull that it keeps")
    DV_P(gain,    "1",       0,           0,    1e4,  "tension: torque for the error of the measured pull, over that of the pull")
    DV_P(torque,  "N.m",     1e12,        0,    1e12, "most torque at the drum")
    DV_P(fastest, "rad/s",   1e6,         0,    1e6,  "most speed of the drum")
);

enum { SPEED, TENSION };
enum { SEEN_HEAVE, SEEN_PULL };          // states
enum { HEAVE, HOIST, PULL, LAYER, ON };  // inputs
enum { TORQUE, GOAL, LIMITED };

static const dv_port ports[] = {
    {"drum", DV_ROTARY, DV_ANSWERS, "drum; it winds up as the axis grows"}
};
static const dv_option options[] = {
    {"keeps", "speed|tension", "speed: of the rope, less the measured heave; tension: constant tension"}
};
static const dv_quantity states[] = {
    {"seen_heave", "m/s", 1,    "measured heave", 0},
    {"seen_pull",  "N",   1000, "measured pull",  0},
};
static const dv_quantity ins[] = {
    {"heave", "m/s", 1,    "speed of the point that the rope hangs from, upward",                 DV_OPTIONAL | DV_BY_RATE                 },
    {"hoist", "m/s", 1,    "rope speed that is asked for, winding up",                            DV_OPTIONAL | DV_BY_SIGNAL | DV_BY_ANSWER},
    {"pull",  "N",   1000, "pull at the drum",                                                    DV_OPTIONAL | DV_BY_RATE                 },
    {"layer", "m",   1,    "on which the rope runs on",                                           DV_OPTIONAL | DV_BY_SIGNAL | DV_BY_ANSWER},
    {"on",    "1",   1,    "share of the heave that is compensated: 1 where it is not connected",
     DV_OPTIONAL_ONE | DV_BY_SIGNAL | DV_BY_ANSWER                                                                                         },
};
static const dv_quantity outs[] = {
    {"torque",  "N.m",   100, "torque on the drum",                                0},
    {"goal",    "rad/s", 1,   "speed that it goes for",                            0},
    {"limited", "1",     1,   "1 while a limit of torque or speed is met, else 0", 0},
};

typedef struct {
  real goal, raw, torque;
} drive;

static const double LEAST = 1e-3;  // m: radius below which a rope's speed says nothing about a drum's

// An input that is not connected is 0.
DV_FN real runs_on(const par *p, const dv_cell *c) { return dv_select(c->in[LAYER] == 0.0, p->radius, c->in[LAYER]); }

DV_FN drive look(const par *p, const dv_cell *c)
{
  drive d;
  real r = dv_max(runs_on(p, c), dv_real(LEAST)), w = c->flow[0], stiff = p->inertia / p->lag;
  real asked = (c->in[HOIST] - c->in[ON] * p->parts * c->x[SEEN_HEAVE]) / r;
  d.goal = dv_clamp(c->opt[0] == SPEED ? asked : w, -p->fastest, p->fastest);
  d.raw = stiff * (d.goal - w);
  d.raw += c->opt[0] == SPEED ? r * c->x[SEEN_PULL] : r * (p->tension + p->gain * (p->tension - c->x[SEEN_PULL]));
  d.torque = dv_clamp(d.raw, -p->torque, p->torque);
  return d;
}

DV_LAW(signal)
{
  drive d = look(p, c);
  c->out[TORQUE] = d.torque;
  c->out[GOAL] = d.goal;
  dv_bool strong = dv_abs(d.raw) > p->torque, fast = dv_abs(d.goal) > (1 - 1e-12) * p->fastest;
  c->out[LIMITED] = dv_select(strong | fast, dv_real(1), dv_real(0));
}

DV_LAW(answer) { c->effort[0] = -look(p, c).torque; }

DV_LAW(rate)
{
  c->dx[SEEN_HEAVE] = (c->in[HEAVE] - c->x[SEEN_HEAVE]) / p->sensor;
  c->dx[SEEN_PULL] = (c->in[PULL] - c->x[SEEN_PULL]) / p->sensor;
}

DV_LAW(guard) { c->guard[0] = runs_on(p, c) - LEAST; }

static const char *const warnings[] = {
    "the rope runs on at a radius below 1 mm, so that the drive asks for the speed of a drum of 1 mm; give `radius`, or look at "
    "what the input `layer` gets"};

DV_FAULT(fault)
{
  (void)c;
  if (dv_lane(p->tension, 0) > 0 && c->opt[0] == SPEED)
    return "it keeps a speed, but has a tension|give keeps: tension, or leave tension out";
  if (!(dv_lane(p->tension, 0) > 0) && c->opt[0] != SPEED) return "it keeps a tension, but has none|give tension";
  return NULL;
}

DV_KIND(force, winch_drive) = {
    .name = "force.winch-drive",
    .doc = "motor and control of a winch: rope speed with active heave compensation, or constant tension; lags and limits",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .active = 1,
    .example =
        "# a drum that pays out as its point heaves; two that keep 10 kN in ropes whose far ends come and go; one that is as "
        "strong as it is\n"
        "parameters: {A: 1.5 m, w: 0.7 rad/s, r: 0.4 m, J: 900 kg.m^2, lag: 0.15 s, sensor: 0.05 s, T0: 10 kN, k: 4, rd: 'r - 10 "
        "[mm]', Lr: '50 [m] + A'}\n"
        "bodies: {d1: &drum {inertia: [J, J, J]}, d2: *drum, d3: *drum, d4: *drum, e2: {mass: 1 kg}, e3: {mass: 1 kg}}\n"
        "joints:\n"
        "  w1: {type: revolute, axis: y, child: d1}\n"
        "  w2: {type: revolute, axis: y, child: d2}\n"
        "  w3: {type: revolute, axis: y, child: d3}\n"
        "  w4: {type: revolute, axis: y, child: d4}\n"
        "  x2: {type: prismatic, axis: x, child: e2, motion: {prescribed: far}}\n"
        "  x3: {type: prismatic, axis: x, child: e3, motion: {prescribed: far}}\n"
        "gravity: 0\n"
        "signals: {far: 50.01 + A*cos(w*t), rises: A*w*cos(w*t), left: A*sin(w*t) + r*w1}\n"
        "parts:\n"
        "  ahc: {kind: force.winch-drive, drum: w1, radius: r, inertia: J, lag: lag, sensor: sensor, heave: rises}\n"
        "  l2: &rope {kind: force.winch, drum: w2, line: x2, radius: rd, diameter: 20 mm, turns: 100, wound: 20, "
        "length: Lr, "
        "stiffness: 50 MN, damping: 20 MN.s}\n"
        "  l3: {kind: force.winch, drum: w3, line: x3, radius: rd, diameter: 20 mm, turns: 100, wound: 20, length: Lr, "
        "stiffness: 50 MN, damping: 20 MN.s}\n"
        "  keep: {kind: force.winch-drive, keeps: tension, drum: w2, radius: r, inertia: J, tension: T0}\n"
        "  hold: {kind: force.winch-drive, keeps: tension, drum: w3, radius: r, inertia: J, tension: T0, gain: k, pull: l3.pull, "
        "sensor: 1 ms}\n"
        "  weak: {kind: force.winch-drive, drum: w4, radius: r, inertia: J, hoist: 5 m/s, torque: 300 N.m}\n"
        "until: 40 s\n"
        "solver: {rtol: 1e-8, atol: 1e-10}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {amplitude: left, from: 20 s, to: 40 s, is: 'A*sqrt(((w^2*lag*sensor)^2 + (w*(lag + sensor))^2)/((1 + "
        "(w*lag)^2)*(1 + "
        "(w*sensor)^2)))', relative: 1e-3, source: '|1 - 1/((1 + i w lag)(1 + i w sensor))|'}\n"
        "      - {amplitude: l2.pull, from: 20 s, to: 40 s, is: J*A*w^2/r^2, relative: 5e-3, source: inertia of the drum}\n"
        "      - {amplitude: l3.pull, from: 20 s, to: 40 s, is: J*A*w^2/r^2/(1 + k), relative: 5e-3, source: loop gain k}\n"
        "      - {mean: l3.pull, from: 20 s, to: 37.951958020513055 s, is: T0, relative: 1e-3, source: over two periods}\n"
        "      - {value: w4.rate, at: 3 s, is: 1, relative: 1e-9, source: M t/J}\n",
};
