// sequence.c: a chain of steps (as a sequential function chart, IEC 61131-3), each with its outputs and the way out of it.
//
//   step k ends when go_k > 0 and `least` has passed, or when `most` has passed (0: never by time alone)
//
// Both are events at their true instants: `go_2: boom - 0.4` leaves the second step where the boom passes 0.4, `less(...)` does
// as well. Two steps that repeat are a latch, and `cycles` counts its edges; `least` alone is a timer; sequences that read the
// steps of others are parallel branches. `reset` brings back the first step and holds it. Conditions are read at instants alone:
// they may follow at once from the step's own outputs.
#include "davit/kind.h"

enum { STEPS = 12, FIGURES = 6 };

DV_NO_PARAMETERS;

enum { STEP, SINCE, CYCLES };  // discrete
enum { LEAST, MOST, VALUES, COLUMNS = VALUES + FIGURES };
enum { RESET = STEPS };  // inputs
enum { OUT_STEP = FIGURES, OUT_TIME, OUT_CYCLES };

static const dv_option options[] = {
    {"end", "stay|repeat", "after the last step: stay in it, or begin again"}
};
static const dv_table tables[] = {
    {.name = "steps",
     .columns = COLUMNS,
     .unit = {"s", "s", "*", "*", "*", "*", "*", "*"},
     .rows_least = 1,
     .doc =
         "rows of [least time, most time or 0, a, b, c, d, e, f]: how long a step lasts, and the outputs in it (a is its value); at most 12"},
};
static const dv_quantity discrete[] = {
    {"step_now",   "1", 1, "steps before this one",         0},
    {"begun",      "s", 1, "when it began",                 0},
    {"cycles_now", "1", 1, "how often the last step ended", 0},
};
// clang-format off
#define GO(k) {"go_" #k, "", 1, "above zero: step " #k " may end", DV_BY_SAMPLE | DV_OPTIONAL}
static const dv_quantity ins[] = {
    GO(1), GO(2), GO(3), GO(4), GO(5), GO(6), GO(7), GO(8), GO(9), GO(10), GO(11), GO(12),
    {"reset", "1", 1, "one half or more: back to the first step", DV_BY_SAMPLE | DV_OPTIONAL}
};
// clang-format on
static const dv_quantity outs[] = {
    {"value",  "",  1, "a of the step",                 0},
    {"b",      "",  1, "b of the step",                 0},
    {"c",      "",  1, "c of the step",                 0},
    {"d",      "",  1, "d of the step",                 0},
    {"e",      "",  1, "e of the step",                 0},
    {"f",      "",  1, "f of the step",                 0},
    {"step",   "1", 1, "number of the step, from 1",    0},
    {"time",   "s", 1, "time since it began",           0},
    {"cycles", "1", 1, "how often the last step ended", 0},
};

DV_FAULT(fault)
{
  (void)p;
  if (c->rows[0] > STEPS) return "it has more than 12 steps|let a second sequence begin where `step` of this one is its last";
  for (int k = 0; k < c->rows[0]; k++) {
    double least = dv_lane(c->table[0][k * COLUMNS + LEAST], 0), most = dv_lane(c->table[0][k * COLUMNS + MOST], 0);
    if (!(least >= 0) || !(most == 0 || most >= least))
      return "the times of a step are not in order|give [least, most] with 0 <= least <= most, or most 0";
  }
  return NULL;
}

// A column of the step.
DV_FN real of_step(const dv_cell *c, real step, int column)
{
  real value = c->table[0][column];
  for (int k = 1; k < c->rows[0]; k++) value = dv_select(step == (double)k, c->table[0][k * COLUMNS + column], value);
  return value;
}

DV_LAW(signal)
{
  (void)p;
  for (int i = 0; i < FIGURES; i++) c->out[i] = of_step(c, c->d[STEP], VALUES + i);
  c->out[OUT_STEP] = c->d[STEP] + 1;
  c->out[OUT_TIME] = c->t - c->d[SINCE];
  c->out[OUT_CYCLES] = c->d[CYCLES];
}

// Negative: the step is over. The last one of a chain that stays is never over.
DV_FN real left(const dv_cell *c, real step, real since)
{
  real go = c->in[0], least = of_step(c, step, LEAST), most = of_step(c, step, MOST), past = c->t - since;
  for (int k = 1; k < c->rows[0] && k < STEPS; k++) go = dv_select(step == (double)k, c->in[k], go);
  real wait = dv_select(least > 0.0, least - past, dv_real(-1));
  real until = dv_min(dv_max(-go, wait), dv_select(most > 0.0, most - past, dv_real(1)));
  return c->opt[0] ? until : dv_select(step < c->rows[0] - 1.0, until, dv_real(1));
}

DV_LAW(root)
{
  (void)p;
  c->root[0] = left(c, c->d[STEP], c->d[SINCE]);
  c->root[1] = 0.5 - c->in[RESET];
}

// Steps that are over as they begin are passed at once; a round of them ends where it began.
DV_LAW(jump)
{
  real step = c->d[STEP], since = c->d[SINCE], cycles = c->d[CYCLES];
  dv_bool back = c->in[RESET] >= 0.5;
  (void)p;
  for (int k = 0; k < c->rows[0]; k++) {
    dv_bool near = left(c, step, since) < 1e-12, passed = left(c, step, since - 1e-9) < 0.0, last = step >= c->rows[0] - 1.0;
    dv_bool over = near & passed;  // a timer is met but for rounding
    cycles += dv_select(over & last, dv_real(1), dv_real(0));
    step = dv_select(over, dv_select(last, dv_real(0), step + 1), step);
    since = dv_select(over, c->t, since);
  }
  c->d[SINCE] = dv_select(back, c->t, since);
  c->d[STEP] = dv_select(back, dv_real(0), step);
  c->d[CYCLES] = dv_select(back, dv_real(0), cycles);
}

DV_KIND(control, sequence) = {
    .name = "control.sequence",
    .doc = "a chain of steps with conditions, timers and outputs; also latch, timer, counter",
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 2,
    .fault = fault,
    .signal = signal,
    .root = root,
    .jump = jump,
    .steps = 1,
    .look = "steps",
    .example = "# a cart goes out at 2 m/s until 3 m, waits a second, comes back at 1 m/s to zero, and again; a latch counts the "
               "rising of a sine\n"
               "signals:\n"
               "  x: {kind: state, rate: cart, initial: {y: 1}}\n"
               "  cart: {kind: control.sequence, end: repeat, go_1: x - 3, go_3: 'less(x, 0)', steps: [[0, 0, 2, 0, 0, 0, 0, 0], "
               "[1 s, 1 s, 0, 1, 0, 0, 0, 0], [0, 0, -1, 2, 0, 0, 0, 0]]}\n"
               "  latch: {kind: control.sequence, end: repeat, go_1: sin(t) - 0.5, go_2: -sin(t) - 0.5, steps: [[0, 0, 0, 0, 0, "
               "0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0]]}\n"
               "  stop: {kind: control.sequence, reset: 'less(4, t)', go_1: 1, go_2: t - 3, steps: [[2 s, 0, 7, 0, 0, 0, 0, 0], "
               "[0, 0, 8, 0, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0, 0, 0]]}\n"
               "  on: {kind: state, rate: latch}\n"
               "until: 12 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: x, at: 1.5 s, is: 3, within: 1e-8, source: 'there at 1 s; it waits'}\n"
               "      - {value: cart.step, at: 1.5 s, is: 2, within: 1e-12, source: waiting}\n"
               "      - {value: cart.time, at: 1.5 s, is: 0.5, within: 1e-8, source: since 1 s}\n"
               "      - {value: x, at: 4 s, is: 1, within: 1e-8, source: back since 2 s}\n"
               "      - {value: x, at: 6 s, is: 2, within: 1e-8, source: 'out again since 5 s'}\n"
               "      - {value: cart.b, at: 8 s, is: 2, within: 1e-12, source: back since 7.5 s}\n"
               "      - {final: cart.cycles, is: 2, within: 1e-12, source: at 5 s and 10.5 s}\n"
               "      - {final: on, is: 2*pi, within: 1e-7, source: 'on from pi/6 to 7 pi/6 and from 13 pi/6 to 19 pi/6'}\n"
               "      - {value: stop, at: 1.99 s, is: 7, within: 1e-12, source: at least 2 s}\n"
               "      - {value: stop, at: 2.5 s, is: 8, within: 1e-12, source: after them}\n"
               "      - {value: stop, at: 3.5 s, is: 9, within: 1e-12, source: last step}\n"
               "      - {final: stop, is: 7, within: 1e-12, source: reset}\n",
};
