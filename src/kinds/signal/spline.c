// spline.c: cubic spline through way-points, at rest at both ends; see spline.h.
#include "kinds/signal/spline.h"

DV_NO_PARAMETERS;

static const dv_table tables[] = {
    {.name = "points",
     .columns = 2,
     .derived = 2,
     .unit = {"s", "*"},
     .rows_least = 2,
     .rising = 1,
     .doc = "rows of [time, value]"},
};

DV_PREPARE(prepare)
{
  (void)p;
  spline_prepare(c->table[0], c->rows[0]);
}

DV_LAW(signal)
{
  (void)p;
  signal_put(c, spline_at(c->table[0], c->rows[0], c->t));
}

DV_INSTANT(next)
{
  (void)p;
  return signal_next_row(c->table[0], SPLINE_COLUMNS, c->rows[0], t);
}

DV_KIND(signal, spline) = {
    .name = "signal.spline",
    .doc = "smooth curve through way-points, at rest at both ends",
    .npar = DV_NPAR(par),
    DV_ROWS(table, tables),
    DV_ROWS(out, signal_outs),
    .prepare = prepare,
    .signal = signal,
    .next = next,
    .smooth = 2,
    .example = "signals:\n"
               "  s: {kind: spline, points: [[0, 0], [2, 2]]}\n"
               "until: 3 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 1 s, is: 1, within: 1e-14, source: two points give the cubic 3x^2 - 2x^3}\n"
               "      - {value: s.rate, at: 1 s, is: 1.5, within: 1e-14, source: 3/2 h/T}\n",
};
