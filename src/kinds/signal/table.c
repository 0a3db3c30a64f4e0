// table.c: measured samples, from the file or a CSV: held, or joined by straight lines.
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

static const dv_table tables[] = {
    {.name = "data",
     .columns = 2,
     .unit = {"s", "*"},
     .rows_least = 1,
     .rising = 1,
     .doc = "rows of [time, value], or {csv: file, columns: [time, value]}"},
};
static const dv_option options[] = {
    {"between", "line|hold", "between two samples: a straight line, or the last sample"}
};

DV_LAW(signal)
{
  real a[2], b[2];
  (void)p;
  signal_segment(c->table[0], 2, c->rows[0], c->t, a, b);
  real width = b[0] - a[0], slope = dv_select(width > 0.0, (b[1] - a[1]) / width, dv_real(0));
  real s = dv_clamp(c->t - a[0], dv_real(0), width);
  real line = a[1] + slope * s, held = dv_select(c->t < b[0], a[1], b[1]);
  dv_bool inside = (c->t >= a[0]) & (c->t < b[0]);
  if (c->opt[0]) signal_put(c, dv_jet_const(held));
  else signal_put(c, dv_jet_of(line, dv_select(inside, slope, dv_real(0)), dv_real(0)));
}

DV_INSTANT(next)
{
  (void)p;
  return signal_next_row(c->table[0], 2, c->rows[0], t);
}

DV_KIND(signal, table) = {
    .name = "signal.table",
    .doc = "samples over time, from the file or a CSV",
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(out, signal_outs),
    .signal = signal,
    .next = next,
    .example = "signals:\n"
               "  s: {kind: table, data: [[0, 1], [1, 3], [2, 0]], between: hold}\n"
               "  l: {kind: table, data: [[0, 1], [1, 3], [2, 0]]}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.5 s, is: 1, within: 1e-14, source: closed form}\n"
               "      - {value: s, at: 1.5 s, is: 3, within: 1e-14, source: closed form}\n"
               "      - {value: l.rate, at: 1.5 s, is: -3, within: 1e-14, source: slope of the line}\n",
};
