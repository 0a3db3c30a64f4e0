// schedule.c: gain scheduling: a gain that follows another signal.
//
//   y = gain(by) u,   gain by straight lines between the rows of a table, the end rows beyond
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

static const dv_table tables[] = {
    {.name = "gains",
     .columns = 2,
     .unit = {"*", "*"},
     .rows_least = 2,
     .rising = 1,
     .doc = "rows of [by, gain], or {csv: file, columns: [by, gain]}"},
};
static const dv_quantity ins[] = {
    {"in", "", 1, "signal to be scaled",          0},
    {"by", "", 1, "signal that selects the gain", 0}
};
static const dv_quantity outs[] = {
    {"value", "", 1, "scaled signal", 0},
    {"gain",  "", 1, "gain",          0}
};

DV_LAW(signal)
{
  real a[2], b[2];
  (void)p;
  signal_segment(c->table[0], 2, c->rows[0], c->in[1], a, b);
  real part = dv_clamp((c->in[1] - a[0]) / (b[0] - a[0]), dv_real(0), dv_real(1));
  c->out[1] = a[1] + part * (b[1] - a[1]);
  c->out[0] = c->out[1] * c->in[0];
}

DV_KIND(control, schedule) = {
    .name = "control.schedule",
    .doc = "gain scheduling: scales a signal by a gain from a table",
    .npar = DV_NPAR(par),
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .example = "signals:\n"
               "  s: {kind: control.schedule, in: 3, by: 10*t, gains: [[2, 1], [4, 5], [8, 3]]}\n"
               "until: 1 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.1 s, is: 3, within: 1e-14, source: before the first row}\n"
               "      - {value: s, at: 0.3 s, is: 9, within: 1e-13, source: halfway between 1 and 5}\n"
               "      - {value: s.gain, at: 0.6 s, is: 4, within: 1e-14, source: halfway between 5 and 3}\n"
               "      - {final: s, is: 9, within: 1e-14, source: beyond the last row}\n",
};
