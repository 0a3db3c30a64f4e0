// pulse.c: pulses: a window that opens at `at` for `width`, once or again every `period`; its edges are upright or rise smoothly.
//
//   s = from + (to - from) y;   y rises by 10 u^3 - 15 u^4 + 6 u^5 over `edge`, stays, and falls so; a bump where 2 edge = width
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(from,   "*", 0,           -HUGE_VAL, HUGE_VAL, "value outside")
    DV_P(to,     "*", 1,           -HUGE_VAL, HUGE_VAL, "value within")
    DV_P(at,     "s", 0,           -1e9,      1e9,      "begin of the first pulse")
    DV_P(width,  "s", DV_REQUIRED, 1e-9,      1e9,      "length of a pulse, with its edges")
    DV_P(edge,   "s", 0,           0,         1e9,      "time in which it rises, and in which it falls")
    DV_P(period, "s", 0,           0,         1e9,      "from a pulse to the next; 0: there is one")
    DV_P(count,  "count", 1e9,         1,         1e9,      "number of pulses, where they come again")
);

DV_FAULT(fault)
{
  double width = dv_lane(p->width, 0), edge = dv_lane(p->edge, 0), period = dv_lane(p->period, 0);
  (void)c;
  if (2 * edge > width * (1 + 1e-12)) return "its edges are longer than the pulse|give a width of at least twice the edge";
  return period > 0 && period < width ? "a pulse begins before the last one ends|give a period of at least the width" : NULL;
}

// Begin of the pulse at or before t, by its number.
DV_FN real begin(const par *p, real t, real *number)
{
  dv_bool again = p->period > 0.0;
  real safe = dv_select(again, p->period, dv_real(1)), n = dv_floor((t - p->at) / safe), next = p->at + (n + 1) * safe;
  n = dv_select(t >= next, n + 1, dv_select(t < p->at + n * safe, n - 1, n));  // as `next` counts
  *number = dv_select(again, dv_clamp(n, dv_real(0), p->count - 1), dv_real(0));
  return p->at + *number * p->period;
}

DV_FN dv_jet rise(dv_jet u)
{
  real x = u.v, v = x * x * x * (10 - x * (15 - 6 * x)), d = 30 * x * x * (1 - x) * (1 - x), dd = 60 * x * (1 - x) * (1 - 2 * x);
  return dv_jet_of(v, d * u.d, dd * u.d * u.d);
}

DV_LAW(signal)
{
  real n, start = begin(p, c->t, &n), edge = dv_max(p->edge, dv_real(1e-300)), end = start + p->width;
  dv_jet up = signal_clock(c->t, start, edge, start + p->edge), down = signal_clock(c->t, end - p->edge, edge, end);
  dv_jet zero = dv_jet_const(dv_real(0)), rate = dv_jet_const(1 / edge);
  dv_jet y = dv_jet_sub(rise(dv_jet_mul(up, rate)), rise(dv_jet_mul(down, rate)));
  dv_jet box = dv_jet_const(dv_select(signal_between(c->t, start, end), dv_real(1), dv_real(0)));
  y = dv_jet_select(p->edge > 0.0, y, box);
  y = dv_jet_select(signal_between(c->t, start, end), y, zero);
  signal_put(c, dv_jet_add(dv_jet_const(p->from), dv_jet_mul(dv_jet_const(p->to - p->from), y)));
}

DV_INSTANT(next)
{
  real n;
  double start = dv_lane(begin(p, dv_real(t), &n), 0), width = dv_lane(p->width, 0), edge = dv_lane(p->edge, 0);
  double more = dv_lane(p->period, 0) > 0 && dv_lane(n, 0) + 1 < dv_lane(p->count, 0);
  double at[] = {start, start + edge, start + width - edge, start + width,
                 more > 0 ? dv_lane(p->at, 0) + (dv_lane(n, 0) + 1) * dv_lane(p->period, 0) : HUGE_VAL};
  (void)c;
  return signal_first_after(at, DV_COUNT(at), t);
}

DV_KIND(signal, pulse) = {
    .name = "signal.pulse",
    .doc = "pulses, windows and bumps: once or again and again, with upright or smooth edges",
    DV_PARAMS,
    DV_ROWS(out, signal_outs),
    .fault = fault,
    .signal = signal,
    .next = next,
    .example = "signals:\n"
               "  train: {kind: pulse, to: 3, at: 1 s, width: 0.5 s, period: 2 s, count: 2}\n"
               "  bump: {kind: pulse, from: 1, to: 2, at: 1 s, width: 2 s, edge: 1 s}\n"
               "  sum: {kind: state, rate: train}\n"
               "  area: {kind: state, rate: bump - 1}\n"
               "until: 6 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: train, at: 3.25 s, is: 3, within: 1e-14, source: second pulse}\n"
               "      - {value: train, at: 5.25 s, is: 0, within: 1e-14, source: there are two}\n"
               "      - {final: sum, is: 3, within: 1e-9, source: two times 3 by 0.5 s}\n"
               "      - {value: bump, at: 2 s, is: 2, within: 1e-12, source: its top}\n"
               "      - {value: bump.rate, at: 1.5 s, is: 1.875, within: 1e-12, source: '30 u^2 (1 - u)^2 at one half'}\n"
               "      - {final: area, is: 1, within: 1e-8, source: half of each edge}\n",
};
