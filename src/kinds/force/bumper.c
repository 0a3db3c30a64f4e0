// bumper.c: end stops of an axis: spring and damper outside [lower, upper], nothing inside.
//
//   e = k (x - limit) + d v   beyond a limit. `pushes`: never pulls on the rebound; `both`: as the linear law says.
#include "davit/kind.h"

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

DV_FN real depth(const par *p, real x)  // signed: negative below the lower limit, zero inside
{
  return dv_max(x - p->upper, dv_real(0)) + dv_min(x - p->lower, dv_real(0));
}

DV_LAW(answer)
{
  real zero = dv_real(0), s = depth(p, c->pos[0]), e = p->stiffness * s + p->damping * c->flow[0];
  real pushing = dv_select(s > 0.0, dv_max(e, zero), dv_min(e, zero));
  c->effort[0] = dv_select((s < 0.0) | (s > 0.0), c->opt[0] ? e : pushing, zero);
}

DV_AMOUNT(stored)
{
  real s = depth(p, c->pos[0]);
  return 0.5 * p->stiffness * s * s;
}

DV_AMOUNT(loss) { return (c->effort[0] - p->stiffness * depth(p, c->pos[0])) * c->flow[0]; }

DV_LAW(root)
{
  c->root[0] = c->pos[0] - p->lower;
  c->root[1] = p->upper - c->pos[0];
}

DV_KIND(force, bumper) = {
    .name = "force.bumper",
    .doc = "end stops of an axis, as spring and damper",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .nroot = 2,
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
