// linear.c: a linear controller with states, inputs and outputs: state feedback, observers, filters; continuous or sampled.
//
//   u = clamp(c0 + C z + D y),   z' = a0 + A z + E u + B y      (sampled: z at the next sample instead of z')
//
// The states follow what the limits leave of u, so an observer in it does not wind up. `matrix` has a row for each state, then
// one for each output: offset, a number for each state, for each output (in rows of outputs: 0), for each input. It starts at z =
// 0. With `points` above 1 there are so many of them one after the other, each behind the value of `by` at which it holds,
// rising; between two of them it goes along straight lines, beyond the ends it stays: gain scheduling.
#include "kinds/control/matrix_controller.h"

#include "davit/kind.h"

enum { STATES = DV_LINEAR_STATES, OUTS = DV_LINEAR_OUTPUTS, POINTS = DV_LINEAR_POINTS };
enum { BY = STATES };  // input behind y1 ...

DV_PARAMETERS(
    DV_P(period, "s", 0, 0, 1e6, "sampling period; 0: continuous")
);

#define TO_8 "1|2|3|4|5|6|7|8"
#define TO_24 TO_8 "|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23|24"
#define TO_32 TO_24 "|25|26|27|28|29|30|31|32"
static const dv_option options[] = {
    {"states",  "0|" TO_24, "how many states it has"           },
    {"outputs", TO_8,       "how many outputs, u1 ..."         },
    {"inputs",  TO_24,      "how many inputs, y1 ..."          },
    {"points",  TO_32,      "how many matrices, chosen by `by`"},
};
static const int state_count[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
static const dv_table tables[] = {
    {.name = "matrix",
     .columns = 1,
     .unit = {"*"},
     .rows_least = 2,
     .doc = "row by row: of each state, then of each output: offset, states, outputs, inputs; points > 1: each behind its `by`"},
    {.name = "limits",
     .columns = 2,
     .unit = {"*", "*"},
     .doc = "rows of [least, greatest], one for each output; none: no limits"},
};

// clang-format off
#define STATE(n) {"z" #n, "", 1, "state " #n, 0}
#define HELD(n) {"z" #n "_held", "", 1, "sampled: state " #n, 0}
#define GIVEN(n) {"u" #n "_held", "", 1, "sampled: output " #n, 0}
#define MEASURED(n) {"y" #n, "", 1, "input " #n, DV_BY_SIGNAL | DV_BY_RATE | DV_BY_SAMPLE | DV_OPTIONAL}
#define GIVES(n) {"u" #n, "", 1, "output " #n, 0}
// clang-format on
#define EIGHT(X) X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8)
#define ALL(X)                                                                                                                   \
  EIGHT(X), X(9), X(10), X(11), X(12), X(13), X(14), X(15), X(16), X(17), X(18), X(19), X(20), X(21), X(22), X(23), X(24)

static const dv_quantity states[] = {ALL(STATE)};
static const dv_quantity discrete[] = {ALL(HELD), EIGHT(GIVEN)};
static const dv_quantity ins[] = {
    ALL(MEASURED), {"by", "", 1, "what chooses among the points", DV_BY_SIGNAL | DV_BY_RATE | DV_BY_SAMPLE | DV_OPTIONAL}
};
static const dv_quantity outs[] = {EIGHT(GIVES)};

DV_FN int state_number(const dv_cell *c) { return c->opt[0]; }
DV_FN int output_number(const dv_cell *c) { return c->opt[1] + 1; }
DV_FN int input_number(const dv_cell *c) { return c->opt[2] + 1; }
DV_FN int point_number(const dv_cell *c) { return c->opt[3] + 1; }
DV_FN int width(const dv_cell *c) { return 1 + state_number(c) + output_number(c) + input_number(c); }

// Numbers of a point: its matrix, behind the value of `by` where there are several.
DV_FN int stride(const dv_cell *c) { return (state_number(c) + output_number(c)) * width(c) + (point_number(c) > 1); }
DV_FN const real *row(const dv_cell *c, int point, int i)
{
  return c->table[0] + point * stride(c) + (point_number(c) > 1) + i * width(c);
}

// The matrix is as large as the options say: laws read no other.
DV_FN int fits(const dv_cell *c) { return c->rows[0] == point_number(c) * stride(c); }

DV_FN const char *points_fault(const dv_cell *c)
{
  for (int k = 1; k < point_number(c); k++)
    if (!(dv_lane(c->table[0][(k - 1) * stride(c)], 0) < dv_lane(c->table[0][k * stride(c)], 0)))
      return "its points are not in order of `by`|each matrix begins with a value of `by` above the one before";
  return NULL;
}

DV_FAULT(fault)
{
  int n = state_number(c), m = output_number(c);
  (void)p;
  if (!fits(c))
    return "its matrix does not have (states + outputs) x (1 + states + outputs + inputs) numbers (with `points`: one more, for "
           "each)|give all, row by row, or change 'states', 'outputs', 'inputs' and 'points'";
  for (int k = 0; k < point_number(c); k++)
    for (int i = n; i < n + m; i++)
      for (int j = 0; j < m; j++)
        if (dv_lane(row(c, k, i)[1 + n + j], 0) != 0) return "an output of it depends on outputs|put 0 there";
  if (c->rows[1] && c->rows[1] != m) return "limits do not have a row for each output|give as many, or none";
  for (int i = 0; i < c->rows[1]; i++)
    if (dv_lane(c->table[1][2 * i], 0) > dv_lane(c->table[1][2 * i + 1], 0))
      return "a least output is above the greatest|write [least, greatest]";
  return points_fault(c);
}

// How far `by` is on its way from the point before to point k.
DV_FN real reached(const dv_cell *c, int k)
{
  if (k == 0) return dv_real(1);
  if (k == point_number(c)) return dv_real(0);
  real from = c->table[0][(k - 1) * stride(c)], to = c->table[0][k * stride(c)];
  return dv_clamp((c->in[BY] - from) / (to - from), dv_real(0), dv_real(1));
}

// Shares of the points, [points]: they add up to one, and at most two of them are not zero.
DV_FN void shares(const dv_cell *c, real *share)
{
  real here = dv_real(1);
  for (int k = 0; k < point_number(c); k++) {
    real next = fits(c) ? reached(c, k + 1) : dv_real(0);
    share[k] = here - next;
    here = next;
  }
}

// Row i times (1, z, u, y); u NULL: none.
DV_FN real line(const dv_cell *c, int point, int i, const real *z, const real *u)
{
  int n = state_number(c), m = output_number(c), k = input_number(c);
  const real *r = row(c, point, i);
  real sum = r[0];
  for (int j = 0; j < n; j++) sum += r[1 + j] * z[j];
  for (int j = 0; j < m && u; j++) sum += r[1 + n + j] * u[j];
  for (int j = 0; j < k; j++) sum += r[1 + n + m + j] * c->in[j];
  return sum;
}

DV_FN real lines(const dv_cell *c, int i, const real *z, const real *u)
{
  real share[POINTS], sum;
  if (point_number(c) == 1) return line(c, 0, i, z, u);
  share[0] = dv_real(0);
  shares(c, share);
  sum = share[0] * line(c, 0, i, z, u);
  for (int k = 1; k < point_number(c); k++) sum += share[k] * line(c, k, i, z, u);
  return sum;
}

// Outputs at states z, into u [outputs].
DV_FN void outputs(const dv_cell *c, const real *z, real *u)
{
  int n = state_number(c), m = output_number(c);
  for (int i = 0; i < m; i++) u[i] = dv_real(0);
  for (int i = 0; i < m && fits(c); i++) {
    real sum = lines(c, n + i, z, NULL);
    u[i] = c->rows[1] == m ? dv_clamp(sum, c->table[1][2 * i], c->table[1][2 * i + 1]) : sum;
  }
}

// Rates, or the next states, into out [states].
DV_FN void onward(const dv_cell *c, const real *z, const real *u, real *out)
{
  int n = state_number(c);
  for (int i = 0; i < n; i++) out[i] = fits(c) ? lines(c, i, z, u) : dv_real(0);
}

DV_LAW(signal)
{
  real u[OUTS];
  dv_bool sampled = p->period > 0.0;
  outputs(c, c->x, u);
  for (int i = 0; i < (int)OUTS; i++)
    c->out[i] = i < output_number(c) ? dv_select(sampled, c->d[(int)STATES + i], u[i]) : dv_real(0);
}

DV_LAW(rate)
{
  real u[OUTS], next[STATES];
  dv_bool sampled = p->period > 0.0;
  outputs(c, c->x, u);
  onward(c, c->x, u, next);
  for (int i = 0; i < state_number(c); i++) c->dx[i] = dv_select(sampled, dv_real(0), next[i]);
}

DV_LAW(sample)
{
  real u[OUTS], next[STATES];
  (void)p;
  outputs(c, c->d, u);
  onward(c, c->d, u, next);
  for (int i = 0; i < output_number(c); i++) c->d[(int)STATES + i] = u[i];
  for (int i = 0; i < state_number(c); i++) c->d[i] = next[i];
}

DV_KIND(control, linear) = {
    .name = DV_LINEAR_CONTROLLER,
    .doc = "linear controller by its matrices: state feedback, observers, filters with many inputs and outputs; `davit control` "
           "writes them",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .signal = signal,
    .rate = rate,
    .sample = sample,
    .period = 1 + P_period,
    .example = "# u = 2 + 3 y1 - y2; a lag z' = -2 z + 4 y1, u = z, limited; and z(k+1) = z/2 + y1, u = z\n"
               "signals:\n"
               "  gain: {kind: control.linear, inputs: 2, y1: t, y2: 5, matrix: [2, 0, 3, -1]}\n"
               "  lag: {kind: control.linear, states: 1, y1: 1, matrix: [0, -2, 0, 4, 0, 1, 0, 0]}\n"
               "  short: {kind: control.linear, states: 1, y1: 1, matrix: [0, -2, 0, 4, 0, 1, 0, 0], limits: [[-1, 0.5]]}\n"
               "  program: {kind: control.linear, states: 1, y1: 1, period: 0.5 s, matrix: [0, 0.5, 0, 1, 0, 1, 0, 0]}\n"
               "  shaped: {kind: control.linear, points: 3, by: t, y1: 10, matrix: [0, 5, 0, 1, 1, 1, 0, 2, 1.5, 0, 0, 1]}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: gain.u1, is: 3, within: 1e-12, source: 2 + 3 x 2 - 5}\n"
               "      - {value: lag.u1, at: 1 s, is: 2 - 2*exp(-2), within: 1e-8, source: step response}\n"
               "      - {final: short.u1, is: 0.5, within: 1e-12, source: limit}\n"
               "      - {value: program.u1, at: 1.7 s, is: 1.75, within: 1e-12, source: '1 + 1/2 + 1/4 after three samples'}\n"
               "      - {value: shaped.u1, at: 0.25 s, is: 16.5, within: 1e-12, source: '4 + 1.25 x 10, a quarter of the way'}\n"
               "      - {final: shaped.u1, is: 10, within: 1e-12, source: beyond the last point}\n",
};
