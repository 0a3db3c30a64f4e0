// state.c: a state of the user's own: observers, filters, estimators, any differential equation, one line for each state.
//
//   y' = rate
//
// Its value depends on nothing else within the instant, so its rate may contain it and whatever follows from it.
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

static const dv_quantity states[] = {
    {"y", "", 1, "value", 0}
};
static const dv_quantity ins[] = {
    {"rate", "", 1, "its time derivative; may contain the signal itself", DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value", "", 1, "value", 0}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->x[0];
}

DV_LAW(rate)
{
  (void)p;
  c->dx[0] = c->in[0];
}

DV_KIND(signal, state) = {
    .name = "signal.state",
    .doc = "a state with a rate of your own: y' = rate, from `initial: {y: ...}`",
    .npar = DV_NPAR(par),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .slope = 1,
    .example = "# an oscillator, and a state that reads itself\n"
               "signals:\n"
               "  x: {kind: state, rate: v, initial: {y: 3}}\n"
               "  v: {kind: state, rate: -4*x}\n"
               "  decay: {kind: state, rate: -2*decay + x*x + v*v/4, initial: {y: 1}}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: x, is: 3*cos(4), within: 1e-7, source: 3 cos 2t}\n"
               "      - {final: v, is: -6*sin(4), within: 1e-7, source: its rate}\n"
               "      - {final: decay, is: 4.5 - 3.5*exp(-4), within: 1e-7, source: \"x^2 + v^2/4 = 9: 9/2 - 7/2 exp(-2t)\"}\n",
};
