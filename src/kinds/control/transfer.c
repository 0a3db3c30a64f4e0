// transfer.c: transfer function of one signal: compensators, filters, lags of actuators and sensors.
//
//   y = (b0 s^n + ... + bn)/(s^n + a1 s^(n-1) + ... + an) u,   in observer form (Kailath 1980, 2.1):
//   y = x1 + b0 u,   x_i' = x_(i+1) - a_i y + b_i u
//
// num and den: highest power first, den[0] any number but zero; num may be shorter. It starts at rest, y = b0 u.
#include "davit/kind.h"

enum { MOST = 6 };

typedef struct {
  real a[MOST + 1], b[MOST + 1];  // derived; a[0] = 1
} par;

static const dv_option options[] = {
    {"order", "1|2|3|4|5|6", "highest power of s in den"}
};
static const dv_table tables[] = {
    {.name = "num",
     .columns = 1,
     .unit = {"*"},
     .rows_least = 1,
     .doc = "coefficients of the numerator, highest power of s first"                },
    {.name = "den",
     .columns = 1,
     .unit = {"*"},
     .rows_least = 2,
     .doc = "coefficients of the denominator, highest power first: order + 1 numbers"},
};
static const dv_quantity states[] = {
    {"x1", "", 1, "state 1", 0},
    {"x2", "", 1, "state 2", 0},
    {"x3", "", 1, "state 3", 0},
    {"x4", "", 1, "state 4", 0},
    {"x5", "", 1, "state 5", 0},
    {"x6", "", 1, "state 6", 0},
};
static const int state_count[] = {1, 2, 3, 4, 5, 6};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal that goes in", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"value", "", 1, "signal that comes out", 0}
};

DV_FN int order(const dv_cell *c) { return c->opt[0] + 1; }

DV_FAULT(fault)
{
  (void)p;
  if (c->rows[1] != order(c) + 1)
    return "den does not have one number more than its order|give order, and a number for each power of s";
  if (c->rows[0] > c->rows[1])
    return "num is of higher order than den|a transfer function that can be built has no more zeros than poles";
  return dv_lane(c->table[1][0], 0) == 0 ? "the first number of den is zero|leave it out and lower the order" : NULL;
}

DV_PREPARE(prepare)
{
  int n = order(c), lacks = c->rows[1] - c->rows[0];
  for (int i = 0; i <= MOST; i++) p->a[i] = p->b[i] = dv_real(0);
  for (int i = 0; i <= n && i < c->rows[1]; i++) {
    p->a[i] = c->table[1][i] / c->table[1][0];
    if (i >= lacks) p->b[i] = c->table[0][i - lacks] / c->table[1][0];
  }
}

DV_FN real out(const par *p, const dv_cell *c) { return c->x[0] + p->b[0] * c->in[0]; }

DV_LAW(signal) { c->out[0] = out(p, c); }

DV_LAW(rate)
{
  real y = out(p, c);
  for (int i = 1; i <= order(c); i++) c->dx[i - 1] = (i < order(c) ? c->x[i] : dv_real(0)) - p->a[i] * y + p->b[i] * c->in[0];
}

DV_KIND(control, transfer) = {
    .name = "control.transfer",
    .doc = "transfer function: (num)/(den) in powers of s",
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .rate = rate,
    .example = "# a lead, 3 (s + 1)/(s + 2); and two poles: 10/(2 s^2 + 6 s + 4) = 5/((s + 1)(s + 2))\n"
               "signals:\n"
               "  lead: {kind: control.transfer, in: 1, num: [3, 3], den: [1, 2]}\n"
               "  lag: {kind: control.transfer, in: 1, num: [10], den: [2, 6, 4], order: 2}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: lead, at: 0 s, is: 3, within: 1e-12, source: at once}\n"
               "      - {value: lead, at: 1 s, is: 1.5 + 1.5*exp(-2), within: 1e-8, source: step response}\n"
               "      - {value: lag, at: 1 s, is: 2.5 - 5*exp(-1) + 2.5*exp(-2), within: 1e-8, source: step response}\n",
};
