// integrator.c: integrator that stays within limits: a reference that an operator drives by rate.
//
//   y' = u   within [lower + margin, upper - margin];   at a limit y' = 0, until u turns back
//
// Reaching a limit is an event, and so is leaving it: until the event the law knows no limit, so steps stay smooth up to it. What
// went beyond (a billionth) is taken back at 100 1/s and never shown.
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(lower,  "*", -1e30, -1e30, 1e30, "lower limit")
    DV_P(upper,  "*", 1e30,  -1e30, 1e30, "upper limit")
    DV_P(margin, "*", 0,     0,     1e30, "distance that is kept from the limits")
    DV_DERIVED(real lo, hi, slack)  // limits with margin; how far beyond an event is, and how far inside
);

enum { ABOVE, BELOW_TOP, ABOVE_BOTTOM, BELOW, ROOTS };

static const dv_quantity states[] = {
    {"y", "", 1, "integral", 0}
};
static const dv_quantity discrete[] = {
    {"held", "1", 1, "1: held at the upper limit, -1: at the lower one", 0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "rate that is asked for", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value", "", 1, "value",    0},
    {"rate",  "", 1, "its rate", 0}
};

DV_PREPARE(prepare)
{
  (void)c;
  p->lo = p->lower + p->margin;
  p->hi = p->upper - p->margin;
  p->slack = 1e-9 * (1 + dv_min(dv_abs(p->lo), dv_abs(p->hi)));
}

DV_FN real speed(const par *p, const dv_cell *c)
{
  real y = c->x[0], u = c->in[0], held = c->d[0];
  dv_bool top = (u > 0.0) & (held > 0.5), bottom = (u < 0.0) & (held < -0.5);
  return dv_select(top, 100 * (p->hi - y), dv_select(bottom, 100 * (p->lo - y), u));
}

DV_LAW(signal)
{
  real y = c->x[0];
  dv_bool beyond = (y < p->lo) | (y > p->hi);  // what is shown stands still there
  c->out[0] = dv_clamp(y, p->lo, p->hi);
  c->out[1] = dv_select(beyond, dv_real(0), speed(p, c));
}

DV_LAW(rate) { c->dx[0] = speed(p, c); }

DV_LAW(root)
{
  c->root[ABOVE] = p->hi + p->slack - c->x[0];
  c->root[BELOW_TOP] = p->hi - p->slack - c->x[0];
  c->root[ABOVE_BOTTOM] = c->x[0] - p->lo - p->slack;
  c->root[BELOW] = c->x[0] - p->lo + p->slack;
}

DV_LAW(jump)
{
  real y = c->x[0];
  c->d[0] = dv_select(y > p->hi, dv_real(1), dv_select(y < p->lo, dv_real(-1), dv_real(0)));
}

DV_KIND(control, integrator) = {
    .name = "control.integrator",
    .doc = "integrator that stops at its limits and leaves them as soon as its input turns",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .prepare = prepare,
    .signal = signal,
    .rate = rate,
    .root = root,
    .jump = jump,
    .smooth = 1,
    .example =
        "signals:\n"
        "  stick: {kind: table, data: [[0, 0.5], [4, -0.2], [5, 0.2], [6, -1]], between: hold}\n"
        "  s: {kind: control.integrator, in: stick, lower: -1, upper: 1.1, margin: 0.1}\n"
        "  stuck: {kind: control.integrator, in: 0.3 - t/10, upper: 2, initial: {y: 2}}\n"
        "  outside: {kind: control.integrator, in: 0.3, upper: -1}\n"
        "until: 10 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: s, at: 1 s, is: 0.5, within: 1e-9, source: t/2}\n"
        "      - {value: s, at: 3 s, is: 1, within: 1e-9, source: upper - margin}\n"
        "      - {value: s, at: 5 s, is: 0.8, within: 1e-9, source: leaves the limit at once}\n"
        "      - {value: s, at: 6 s, is: 1, within: 1e-9, source: back at the limit}\n"
        "      - {value: s, at: 7 s, is: 0, within: 1e-9, source: 1 - 1 s x 1/s}\n"
        "      - {final: s, is: -0.9, within: 1e-9, source: lower + margin}\n"
        "      - {final: s.rate, is: 0, within: 1e-9, source: it stands there}\n"
        "      - {value: outside.rate, at: 1 s, is: 0, within: 1e-12, source: what is shown stands at the limit}\n"
        "      - {value: stuck, at: 3 s, is: 2, within: 1e-8, source: starts at its limit and stays}\n"
        "      - {value: stuck, at: 5 s, is: 1.8, within: 1e-8, source: 'leaves it when its input turns: 2 - (t - 3)^2/20'}\n",
};
