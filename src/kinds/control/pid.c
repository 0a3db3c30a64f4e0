// pid.c: PID controller with filtered derivative, limits, and back-calculation against windup; continuous or sampled.
//
//   e = goal - value,   v = feed + kp e + I + kd (e - f)/filter,   u = clamp(v)
//   I' = ki e + (u - v)/tracking,   f' = (e - f)/filter
//
// With a period T it is a program: at each sample u is set and held, I gains T I', f goes to e by 1 - exp(-T/filter).
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(kp,       "*", DV_REQUIRED, -1e30, 1e30, "proportional gain")
    DV_P(ki,       "*", 0,           -1e30, 1e30, "integral gain")
    DV_P(kd,       "*", 0,           -1e30, 1e30, "derivative gain")
    DV_P(filter,   "s", 0.01,        1e-6,  1e6,  "time constant of the derivative's filter")
    DV_P(tracking, "s", 1,           1e-6,  1e30, "time in which the integral follows the limited output")
    DV_P(lower,    "*", -1e30,       -1e30, 1e30, "least output")
    DV_P(upper,    "*", 1e30,        -1e30, 1e30, "greatest output")
    DV_P(period,   "s", 0,           0,     1e6,  "sampling period; 0: continuous")
    DV_DERIVED(real settle)  // 1 - exp(-T/filter)
);

enum { I, F, HELD, RAW };    // states; discrete ones
enum { GOAL, VALUE, FEED };  // inputs

static const dv_quantity states[] = {
    {"integral", "", 1, "integral part",  0},
    {"filtered", "", 1, "filtered error", 0}
};
static const dv_quantity discrete[] = {
    {"integral_held", "", 1, "sampled: integral part",         0},
    {"filtered_held", "", 1, "sampled: filtered error",        0},
    {"held",          "", 1, "sampled: output",                0},
    {"raw_held",      "", 1, "sampled: output without limits", 0},
};
static const dv_quantity ins[] = {
    {"goal",  "", 1, "what is wanted",   DV_BY_SIGNAL | DV_BY_RATE | DV_BY_SAMPLE              },
    {"value", "", 1, "what is measured", DV_BY_SIGNAL | DV_BY_RATE | DV_BY_SAMPLE              },
    {"feed",  "", 1, "added in advance", DV_BY_SIGNAL | DV_BY_RATE | DV_BY_SAMPLE | DV_OPTIONAL},
};
static const dv_quantity outs[] = {
    {"value", "", 1, "output",                0},
    {"raw",   "", 1, "output without limits", 0}
};

DV_PREPARE(prepare)
{
  (void)c;
  p->settle = -dv_expm1(-p->period / p->filter);
}

DV_FN real law(const par *p, const dv_cell *c, const real *x)
{
  real e = c->in[GOAL] - c->in[VALUE];
  return c->in[FEED] + p->kp * e + x[I] + p->kd * (e - x[F]) / p->filter;
}
DV_FN real limited(const par *p, real v) { return dv_clamp(v, p->lower, p->upper); }
DV_FN real integral_rate(const par *p, const dv_cell *c, real v)
{
  return p->ki * (c->in[GOAL] - c->in[VALUE]) + (limited(p, v) - v) / p->tracking;
}

DV_LAW(signal)
{
  dv_bool sampled = p->period > 0.0;
  real v = law(p, c, c->x);
  c->out[0] = dv_select(sampled, c->d[HELD], limited(p, v));
  c->out[1] = dv_select(sampled, c->d[RAW], v);
}

DV_LAW(rate)
{
  dv_bool sampled = p->period > 0.0;
  real zero = dv_real(0);
  c->dx[I] = dv_select(sampled, zero, integral_rate(p, c, law(p, c, c->x)));
  c->dx[F] = dv_select(sampled, zero, (c->in[GOAL] - c->in[VALUE] - c->x[F]) / p->filter);
}

DV_LAW(sample)
{
  real v = law(p, c, c->d), e = c->in[GOAL] - c->in[VALUE];
  c->d[HELD] = limited(p, v);
  c->d[RAW] = v;
  c->d[I] += p->period * integral_rate(p, c, v);
  c->d[F] += p->settle * (e - c->d[F]);
}

DV_KIND(control, pid) = {
    .name = "control.pid",
    .doc = "PID controller with limits, filtered derivative and protection against windup",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .rate = rate,
    .sample = sample,
    .period = 1 + P_period,
    .example =
        "gravity: 0\n"
        "bodies: {cart: {mass: 1 kg}}\n"
        "joints: {x: {type: prismatic, axis: x, child: cart, friction: {viscous: 2 N.s/m}}}\n"
        "parts: {drive: {kind: force.effort, axis: x, effort: loop}}\n"
        "signals:\n"
        "  loop: {kind: control.pid, goal: 1, value: 2*x.rate, kp: 1.5, ki: 3}\n"
        "  stuck: {kind: control.pid, goal: 1, value: 0, kp: 2, ki: 4, upper: 1, tracking: 0.2 s}\n"
        "  slope: {kind: control.pid, goal: t, value: 0, kp: 0, kd: 3, filter: 0.5 s}\n"
        "  program: {kind: control.pid, goal: 1, value: 0, kp: 0.25, ki: 1, period: 0.5 s}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: 2*x.rate, at: 1 s, is: 0.950212931632136, within: 1e-8, source: 'the zero takes the pole at -2/s: "
        "1 - exp(-3 t)'}\n"
        "      - {final: stuck, is: 1, within: 1e-12, source: limit}\n"
        "      - {final: stuck.raw, is: 1.8, within: 1e-4, source: 'upper + ki tracking e: the integral stops there'}\n"
        "      - {final: slope, is: 2.9450530833337973, within: 1e-8, source: kd (1 - exp(-t/filter))}\n"
        "      - {value: program, at: 1.7 s, is: 1.75, within: 1e-12, source: kp + ki x three periods}\n",
};
