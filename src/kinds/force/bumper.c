// bumper.c: end stops of an axis: spring and damper outside [lower, upper], nothing inside.
//
//   e = k (x - limit) + d v   beyond a limit. `pushes`: never pulls on the rebound, lets go where it would; `both`: as the linear
//   law says. All of these changes are events. What just touches its stop stays there but for rounding: less than a picometre, and
//   less than its push, is no change.
#include "kinds/slack.h"

DV_PARAMETERS(
    DV_P(lower,     "{x}",     -1e30,       -1e30, 1e30, "lower limit")
    DV_P(upper,     "{x}",     1e30,        -1e30, 1e30, "upper limit")
    DV_P(stiffness, "{e}/{x}", DV_REQUIRED, 0,     1e15, "stiffness of the stop")
    DV_P(damping,   "{e}/{f}", 0,           0,     1e15, "damping of the stop")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it limits"}
};

static const dv_option options[] = {
    {"rebound", "pushes|both", "whether a stop may pull while the axis leaves it"}
};

enum { BELOW, ABOVE, PUSHING, ROOTS };

static const double HAIR = 1e-12;

DV_FN dv_bool below(const par *p, const dv_cell *c) { return dv_beyond(c, BELOW, c->pos[0] < p->lower); }
DV_FN dv_bool above(const par *p, const dv_cell *c) { return dv_beyond(c, ABOVE, c->pos[0] > p->upper); }

DV_FN real depth(const par *p, const dv_cell *c)  // signed: negative below the lower limit, zero inside
{
  return dv_select(above(p, c), c->pos[0] - p->upper, dv_select(below(p, c), c->pos[0] - p->lower, dv_real(0)));
}

// As the linear law says; zero inside.
DV_FN real linear(const par *p, const dv_cell *c)
{
  return dv_select(above(p, c) | below(p, c), p->stiffness * depth(p, c) + p->damping * c->flow[0], dv_real(0));
}

// Negative: a stop that only pushes would pull.
DV_FN real pushing(const par *p, const dv_cell *c)
{
  real e = linear(p, c), one = dv_real(1);
  return c->opt[0] ? one : dv_select(above(p, c), e, dv_select(below(p, c), -e, one));
}

DV_LAW(answer) { c->effort[0] = dv_select(dv_beyond(c, PUSHING, pushing(p, c) < 0.0), dv_real(0), linear(p, c)); }

DV_AMOUNT(stored)
{
  real s = depth(p, c);
  return 0.5 * p->stiffness * s * s;
}

DV_AMOUNT(loss) { return (c->effort[0] - p->stiffness * depth(p, c)) * c->flow[0]; }

DV_LAW(root)
{
  c->root[BELOW] = slack_root(c, BELOW, c->pos[0] - p->lower, dv_real(HAIR));
  c->root[ABOVE] = slack_root(c, ABOVE, p->upper - c->pos[0], dv_real(HAIR));
  c->root[PUSHING] = slack_root(c, PUSHING, pushing(p, c), HAIR * p->stiffness);
}

DV_KIND(force, bumper) = {
    .name = "force.bumper",
    .doc = "end stops of an axis, as spring and damper",
    .stands_for = DV_FOR_STOP,
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .nroot = ROOTS,
    .holds = 1,
    .answer = answer,
    .root = root,
    .stored = stored,
    .loss = loss,
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, rate: 1 m/s}}\n"
               "gravity: 0\n"
               "parts: {b: {kind: force.bumper, axis: x, upper: 0.5 m, stiffness: 2e4 N/m}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: x.rate, is: -1, within: 1e-7, source: elastic rebound}, {max: x, is: 0.51, "
               "within: 1e-5, source: v sqrt(m/k)}]}}\n",
};
