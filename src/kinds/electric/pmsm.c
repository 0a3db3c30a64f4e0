// pmsm.c: permanent-magnet synchronous motor in rotor axes, behind a lossless inverter (Krause, Analysis of Electric Machinery).
//
//   Ld id' = vd - R id + we Lq iq,   Lq iq' = vq - R iq - we (Ld id + flux),   we = pairs ratio w
//   torque 3/2 pairs ratio (flux iq + (Ld - Lq) id iq) - drag,   current from the link 3/2 (vd id + vq iq)/U
//
// Amplitude-invariant axes: id, iq, vd, vq are peaks of a phase. The inverter reaches |v| <= U/sqrt(3); a motor that drives finds
// less below 10 mV, so that its current vanishes with U: an empty link feeds nothing. One that brakes fills it all the same,
// down to -10 mV. A link that others make negative is shorted by the inverter's diodes, through the resistance of a phase. Where
// it begins to be short of voltage, and where the link is empty, are events: a link is emptied in microseconds.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(resistance, "ohm",       DV_REQUIRED, 1e-9,  1e9, "resistance of a phase")
    DV_P(ld,         "H",         DV_REQUIRED, 1e-12, 1e3, "inductance along the magnets")
    DV_P(lq,         "H",         DV_REQUIRED, 1e-12, 1e3, "inductance across the magnets")
    DV_P(flux,       "Wb",        DV_REQUIRED, 1e-12, 1e3, "flux of the magnets through a phase, peak")
    DV_P(pairs,      "count",         1,           1,     1e3, "pole pairs")
    DV_P(ratio,      "1",         1,           -1e5,  1e5, "turns of the rotor per turn of the axis")
    DV_P(drag,       "N.m.s/rad", 0,           0,     1e6, "viscous friction of the rotor")
);

enum { PLUS, MINUS, AXIS };
enum { D, Q };
enum { EMPTY, LACKS };  // roots

#define LINK_LEAST 0.01  // V
#define AMPS_LEAST 0.01  // A: between driving and braking

static const dv_port ports[] = {
    {"a",    DV_ELECTRIC, DV_ANSWERS, "plus of the link"     },
    {"b",    DV_ELECTRIC, DV_ANSWERS, "minus of the link"    },
    {"axis", DV_ROTARY,   DV_ANSWERS, "shaft behind the gear"},
};
static const dv_quantity states[] = {
    {"id", "A", 1, "current along the magnets",  0},
    {"iq", "A", 1, "current across the magnets", 0}
};
static const dv_quantity ins[] = {
    {"vd", "V", 10, "wanted voltage along the magnets",  DV_OPTIONAL | DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE},
    {"vq", "V", 10, "wanted voltage across the magnets", DV_BY_SIGNAL | DV_BY_ANSWER | DV_BY_RATE              },
};
static const dv_quantity outs[] = {
    {"vd",     "V",   10, "voltage along the magnets",                   0},
    {"vq",     "V",   10, "voltage across the magnets",                  0},
    {"torque", "N.m", 1,  "of the magnetic field, on the rotor",         0},
    {"short",  "1",   1,  "1 while the link's voltage does not suffice", 0},
};

DV_FN real torque(const par *p, const dv_cell *c) { return 1.5 * p->pairs * (p->flux + (p->ld - p->lq) * c->x[D]) * c->x[Q]; }

DV_FN real link_of(const dv_cell *c) { return c->effort[PLUS] - c->effort[MINUS]; }
DV_FN real wanted_of(const dv_cell *c) { return dv_sqrt(c->in[D] * c->in[D] + c->in[Q] * c->in[Q]); }
DV_FN dv_bool is_empty(const dv_cell *c) { return dv_beyond(c, EMPTY, link_of(c) < LINK_LEAST); }

DV_FN real from_0_to_1(real x) { return dv_min(dv_max(x, dv_real(0)), dv_real(1)); }

// Voltage that it reaches, by the link's.
DV_FN real reach_of(const dv_cell *c)
{
  real amps = (c->in[D] * c->x[D] + c->in[Q] * c->x[Q]) / dv_max(wanted_of(c), dv_real(1e-30)), u = link_of(c) / LINK_LEAST;
  real brakes = from_0_to_1(0.5 - 0.5 / AMPS_LEAST * amps), low = brakes * from_0_to_1(1 + u) + (1 - brakes) * from_0_to_1(u);
  return dv_select(is_empty(c), low, dv_real(1)) * 0.57735026918962576451;
}

// Part of the wanted voltage that the link can give; *draw: the same by the link's voltage.
DV_FN real share(const dv_cell *c, real *draw)
{
  real link = link_of(c), reach = reach_of(c), wanted = dv_max(wanted_of(c), dv_real(1e-30));
  dv_bool lacks = dv_beyond(c, LACKS, reach * link < wanted_of(c));
  *draw = dv_select(lacks, reach / wanted, 1 / dv_max(link, dv_real(1e-9)));
  return dv_select(lacks, reach * link / wanted, dv_real(1));
}

DV_LAW(root)
{
  (void)p;
  c->root[EMPTY] = link_of(c) - LINK_LEAST;
  c->root[LACKS] = reach_of(c) * link_of(c) - wanted_of(c);
}

DV_LAW(signal)
{
  real draw, part = share(c, &draw);
  c->out[0] = part * c->in[D];
  c->out[1] = part * c->in[Q];
  c->out[2] = torque(p, c);
  c->out[3] = dv_select(part < 1.0, dv_real(1), dv_real(0));
}

DV_LAW(answer)
{
  real draw, w = p->ratio * c->flow[AXIS];
  share(c, &draw);
  c->flow[PLUS] = 1.5 * draw * (c->in[D] * c->x[D] + c->in[Q] * c->x[Q]) + dv_min(link_of(c), dv_real(0)) / p->resistance;
  c->flow[MINUS] = -c->flow[PLUS];
  c->effort[AXIS] = -p->ratio * (torque(p, c) - p->drag * w);
}

DV_LAW(rate)
{
  real draw, we = p->pairs * p->ratio * c->flow[AXIS], part = share(c, &draw);
  c->dx[D] = (part * c->in[D] - p->resistance * c->x[D] + we * p->lq * c->x[Q]) / p->ld;
  c->dx[Q] = (part * c->in[Q] - p->resistance * c->x[Q] - we * (p->ld * c->x[D] + p->flux)) / p->lq;
}

DV_AMOUNT(stored) { return 0.75 * (p->ld * c->x[D] * c->x[D] + p->lq * c->x[Q] * c->x[Q]); }

DV_AMOUNT(loss)
{
  real w = p->ratio * c->flow[AXIS], below = dv_min(link_of(c), dv_real(0));
  return below * below / p->resistance + 1.5 * p->resistance * (c->x[D] * c->x[D] + c->x[Q] * c->x[Q]) + p->drag * w * w;
}

DV_KIND(electric, pmsm) = {
    .name = "electric.pmsm",
    .doc = "permanent-magnet synchronous motor behind an inverter, with gear",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 2,
    .holds = 1,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .stored = stored,
    .loss = loss,
    .example =
        "# turns against a damper, id = 0: 3/2 pairs flux iq = d w, vq = R iq + we flux, vd = -we Lq iq; and stands, i = v/R (1 "
        "- exp(-R t/L))\n"
        "bodies: {fan: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}, held: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  spin: {type: revolute, axis: z, child: fan}\n"
        "  stuck: {type: revolute, axis: z, child: held, motion: locked}\n"
        "gravity: 0\n"
        "parts:\n"
        "  link: {kind: electric.voltage, a: A, voltage: 80 V}\n"
        "  low: {kind: electric.voltage, a: B, voltage: 10*sqrt(3)}\n"
        "  ground: {kind: electric.ground, a: G}\n"
        "  load: {kind: force.damper, axis: spin, damping: 0.006 N.m.s/rad}\n"
        "  motor: {kind: electric.pmsm, a: A, b: G, axis: spin, resistance: 0.5 ohm, ld: 1 mH, lq: 2 mH, flux: 0.1 Wb, pairs: 4, "
        "vd: -0.8 V, "
        "vq: 40.5 V}\n"
        "  still: {kind: electric.pmsm, a: B, b: G, axis: stuck, resistance: 2 ohm, ld: 1 H, lq: 2 H, flux: 0.5 Wb, pairs: 2, "
        "ratio: 3, vd: 30 V, "
        "vq: 40 V}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: spin.rate, is: 100, relative: 1e-8, source: steady}\n"
        "      - {final: motor.iq, is: 1, relative: 1e-7, source: steady}\n"
        "      - {final: motor.a.flow, is: '1.5*40.5/80', relative: 1e-7, source: power of the link}\n"
        "      - {final: still.id, is: 3*(1 - exp(-2)), relative: 1e-8, source: \"the link reaches 10 V of 50: 6 V and 8 V\"}\n"
        "      - {final: still.iq, is: 4*(1 - exp(-1)), relative: 1e-8, source: the same}\n"
        "      - {final: stuck.effort, is: '-9*(0.5 - 3*(1 - exp(-2)))*4*(1 - exp(-1))', relative: 1e-7, source: torque by the "
        "gear}\n"
        "      - {drift: energy.residual, within: 1e-6}\n",
};
