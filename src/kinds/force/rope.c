// rope.c: a rope or chain along an axis: elastic, and slack when it is longer than its way.
//
//   T = EA e + d e',  e = (x - L)/L;  T = 0 where it would push: both ends of the pull are events
//
// A winch or a reeving is an axis that sums: `line: {sum: {hook: 2, drum: 0.3 m}}` is two falls and what the drum has wound up.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(length,    "m",   DV_REQUIRED, 1e-6, 1e6,  "length without pull")
    DV_P(stiffness, "N",   DV_REQUIRED, 1e-3, 1e15, "EA: pull per strain")
    DV_P(damping,   "N.s", 0,           0,    1e15, "pull per rate of strain, while it is taut")
);

static const dv_port ports[] = {
    {"axis", DV_LINEAR, DV_ANSWERS, "way of the rope from end to end"}
};
static const dv_quantity outs[] = {
    {"pull", "N", 1000, "pull",                     0},
    {"taut", "1", 1,    "1 while it pulls, else 0", 0}
};

enum { SLACK, PULLING, ROOTS };

DV_FN real strain(const par *p, const dv_cell *c) { return (c->pos[0] - p->length) / p->length; }

DV_FN dv_bool taut(const par *p, const dv_cell *c) { return dv_beyond(c, SLACK, strain(p, c) > 0.0); }
DV_FN real stretch(const par *p, const dv_cell *c) { return dv_select(taut(p, c), strain(p, c), dv_real(0)); }

// Negative: it would push.
DV_FN real pulling(const par *p, const dv_cell *c)
{
  return dv_select(taut(p, c), p->stiffness * strain(p, c) + p->damping * c->flow[0] / p->length, dv_real(1));
}

DV_FN real pull(const par *p, const dv_cell *c)
{
  real T = pulling(p, c);
  return dv_select(taut(p, c) & dv_not(dv_beyond(c, PULLING, T < 0.0)), T, dv_real(0));
}

DV_LAW(signal)
{
  c->out[0] = pull(p, c);
  c->out[1] = dv_select(c->out[0] > 0.0, dv_real(1), dv_real(0));
}

DV_LAW(answer) { c->effort[0] = pull(p, c); }

DV_AMOUNT(stored)
{
  real e = stretch(p, c);
  return 0.5 * p->stiffness * p->length * e * e;
}

DV_AMOUNT(loss) { return (c->effort[0] - p->stiffness * stretch(p, c)) * c->flow[0]; }

DV_LAW(root)
{
  c->root[SLACK] = -strain(p, c);
  c->root[PULLING] = pulling(p, c);
}

DV_KIND(force, rope) = {
    .name = "force.rope",
    .doc = "rope or chain along an axis: pulls, never pushes",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .signal = signal,
    .answer = answer,
    .root = root,
    .stored = stored,
    .loss = loss,
    .look = "rope",
    .example = "# falls 0.5 m into its rope of 2 m; and hangs in two falls of a winch that turns at 3 rad/s\n"
               "bodies: {ball: {mass: 2 kg}, hook: {mass: 100 kg}, drum: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
               "joints:\n"
               "  z: {type: prismatic, axis: -z, child: ball, position: 1.5 m}\n"
               "  h: {type: prismatic, axis: -z, child: hook, position: 4.01 m, rate: -0.3 m/s}\n"
               "  turn: {type: revolute, axis: y, child: drum, motion: {prescribed: spin}}\n"
               "signals: {spin: 3*t}\n"
               "gravity: 10 m/s^2\n"
               "axes: {line: {sum: {h: 2, turn: 0.2 m}}}\n"
               "parts:\n"
               "  rope: {kind: force.rope, axis: z, length: 2 m, stiffness: 20 kN}\n"
               "  winch: {kind: force.rope, axis: line, length: 8 m, stiffness: 200 kN, damping: 1 kN.s}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: rope.pull, at: 0.3 s, is: 0, within: 1e-12, source: slack until sqrt(2 0.5/10) s}\n"
               "      - {max: z, is: 2.046766058571199, within: 2e-6, source: \"k s^2/2 = m g (0.5 + s), k = EA/L\"}\n"
               "      - {final: h, is: 3.71, within: 1e-8, source: \"2 h + 0.2 turn = L (1 + m g/2EA)\"}\n"
               "      - {final: turn.effort, is: 100, within: 1e-5, source: half the weight by the drum's radius}\n"
               "      - {drift: energy.residual, within: 1e-5}\n",
};
