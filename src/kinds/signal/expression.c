// expression.c: arithmetic of other signals and the time, with its exact first and second derivative.
#include "kinds/formula_run.h"
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

DV_LAW(signal)
{
  (void)p;
  dv_conditions q = {c, NULL, 0};
  signal_put(c, dv_formula_meet(&q, c->code, c->ncode, c->constant, c->in));
}

DV_LAW(root)
{
  dv_conditions q = {c, c->root, 0};
  (void)p;
  dv_formula_meet(&q, c->code, c->ncode, c->constant, c->in);
}

DV_KIND(signal, expression) = {
    .name = "signal.expression",
    .doc = "arithmetic of other signals and of t; as smooth as what it is made of",
    .stands_for = DV_FOR_FORMULA,
    .npar = DV_NPAR(par),
    DV_ROWS(out, signal_outs),
    .nroot = DV_ROOTS_OF_FORMULA,
    .holds = 1,
    .formula = "value",
    .signal = signal,
    .root = root,
    .smooth = -1,
    .example = "signals:\n"
               "  a: {kind: sine, omega: 1 rad/s}\n"
               "  s: {kind: expression, value: a^2 + 3*t}\n"
               "  h: {kind: expression, value: sinh(t - 1) + cosh(2*t)}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 3.708073418273571, within: 1e-14, source: sin^2(1) + 3}\n"
               "      - {value: s.acceleration, at: 1 s, is: -0.8322936730942848, within: 1e-14, source: 2 cos(2)}\n"
               "      - {value: h, at: 0.5 s, is: cosh(1) - sinh(0.5), within: 1e-14, source: libm}\n"
               "      - {value: h.rate, at: 0.5 s, is: cosh(0.5) + 2*sinh(1), within: 1e-14, source: libm}\n"
               "      - {value: h.acceleration, at: 0.5 s, is: 4*cosh(1) - sinh(0.5), within: 1e-13, source: libm}\n",
};
