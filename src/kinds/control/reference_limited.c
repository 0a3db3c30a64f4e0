// reference_limited.c: reference model of order 2 whose speed saturates.
//
//   M v' = K (u - y) - D v,   y' = sat(v)      v itself is not held back; acceleration v', and 0 while v is beyond the limit
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(mass,      "*", DV_REQUIRED, 1e-9, 1e12, "M")
    DV_P(damping,   "*", DV_REQUIRED, 0,    1e12, "D")
    DV_P(stiffness, "*", DV_REQUIRED, 0,    1e12, "K")
    DV_P(limit,     "*", 1e30,        0,    1e30, "largest rate")
);

enum { Y, V };

static const dv_quantity states[] = {
    {"y", "", 1, "value",                 0},
    {"v", "", 1, "rate before the limit", 0}
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be followed", DV_BY_SIGNAL | DV_BY_RATE}
};

DV_FN real push(const par *p, const dv_cell *c) { return (p->stiffness * (c->in[0] - c->x[Y]) - p->damping * c->x[V]) / p->mass; }

DV_LAW(signal)
{
  real v = c->x[V];
  dv_bool fast = dv_beyond(c, 0, v > p->limit) | dv_beyond(c, 1, v < -p->limit);
  signal_put(c, dv_jet_of(c->x[Y], dv_clamp(v, -p->limit, p->limit), dv_select(fast, dv_real(0), push(p, c))));
}

DV_LAW(rate)
{
  c->dx[Y] = dv_clamp(c->x[V], -p->limit, p->limit);
  c->dx[V] = push(p, c);
}

DV_LAW(root)
{
  c->root[0] = p->limit - c->x[V];
  c->root[1] = p->limit + c->x[V];
}

DV_KIND(control, reference_limited) = {
    .name = "control.reference-limited",
    .doc = "reference model of order 2 with a speed limit: value, rate and acceleration",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, signal_outs),
    .nroot = 2,
    .holds = 1,
    .signal = signal,
    .rate = rate,
    .root = root,
    .smooth = 2,
    .example = "signals:\n"
               "  free: {kind: control.reference-limited, in: t, mass: 1, damping: 10, stiffness: 100}\n"
               "  slow: {kind: control.reference-limited, in: 100, mass: 1, damping: 20, stiffness: 100, limit: 0.5}\n"
               "until: 5 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: free, is: 4.9, within: 1e-8, source: behind a ramp by D/K}\n"
               "      - {final: slow.rate, is: 0.5, within: 1e-12, source: at its limit}\n",
};
