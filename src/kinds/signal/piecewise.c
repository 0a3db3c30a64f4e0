// piecewise.c: straight lines between points, constant outside them.
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

static const dv_table tables[] = {
    {.name = "points", .columns = 2, .unit = {"s", "*"}, .rows_least = 1, .rising = 1, .doc = "rows of [time, value]"},
};

DV_LAW(signal)
{
  real a[2], b[2];
  (void)p;
  signal_segment(c->table[0], 2, c->rows[0], c->t, a, b);
  real width = b[0] - a[0], slope = dv_select(width > 0.0, (b[1] - a[1]) / width, dv_real(0));
  dv_bool inside = (c->t >= a[0]) & (c->t < b[0]);
  real s = dv_clamp(c->t - a[0], dv_real(0), width);
  signal_put(c, dv_jet_of(a[1] + slope * s, dv_select(inside, slope, dv_real(0)), dv_real(0)));
}

DV_INSTANT(next)
{
  (void)p;
  return signal_next_row(c->table[0], 2, c->rows[0], t);
}

DV_KIND(signal, piecewise) = {
    .name = "signal.piecewise",
    .doc = "straight lines between given points in time",
    .npar = DV_NPAR(par),
    DV_ROWS(table, tables),
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .smooth = 1,
    .example = "signals:\n"
               "  s: {kind: piecewise, points: [[0, 0], [1, 2], [1.5, 2]]}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.25 s, is: 0.5, within: 1e-14, source: closed form}\n"
               "      - {final: s, is: 2, within: 1e-14, source: closed form}\n",
};
