// mpc.c: linear model predictive control: the inputs of the next periods that cost least and keep limits; the first is given.
//
//   x(k+1) = A x + B u,   u = v - K x,   least sum of v'S v  with  least <= u(k), z(k+1) = C x + D u <= greatest,  k = 0 ... N-1
//
// K and S = R + B'X B of LQR: with Riccati's X at the end the cost of any plan is that of LQR and this sum, so that without an
// active limit u is LQR's. x, u, z are deviations from where the model was made. In w = chol(S)'v a plan is the point of a
// polyhedron next to zero: ADMM (Boyd 2011; Stellato 2020, OSQP) with a fixed number of iterations from the last plan, shifted by
// a period; then Newton steps on the limits that hold, which end at the exact plan where these are the right ones.
#include "kinds/control/matrix_controller.h"

#include "davit/kind.h"

enum { STATES = DV_MPC_STATES, OUTS = DV_MPC_OUTPUTS, ROWS = DV_MPC_ROWS };
enum { POLISH = 4 };

DV_PARAMETERS(
    DV_P(period, "s", DV_REQUIRED, 1e-6, 1e6, "sampling period: that of the model")
    // of the rows of limits: products of their slopes by w, ADMM's projection, slopes by x, size
    DV_DERIVED(real Q[ROWS * ROWS], P[ROWS * ROWS], X[ROWS * STATES], scale[ROWS])
);

#define TO_8 "1|2|3|4|5|6|7|8"
#define TO_24 TO_8 "|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23|24"
#define TO_48 TO_24 "|25|26|27|28|29|30|31|32|33|34|35|36|37|38|39|40|41|42|43|44|45|46|47|48"
static const dv_option options[] = {
    {"states",     TO_24,                  "how many states the model has, y1 ..."                            },
    {"outputs",    TO_8,                   "how many outputs, u1 ..."                                         },
    {"limited",    "0|" TO_8,              "how many variables z have limits, besides the outputs"            },
    {"horizon",    TO_48,                  "periods that it looks ahead; times (outputs + limited) at most 48"},
    {"iterations", "100|10|25|50|200|400", "of ADMM in each sample"                                           },
};
static const dv_table tables[] = {
    {.name = "model",
     .columns = 1,
     .unit = {"*"},
     .rows_least = 3,
     .doc =
         "row by row: of each state: its value where the model was made, A, B; of each z: value, C, D; of each output: value, K, S"},
    {.name = "limits",
     .columns = 2,
     .unit = {"*", "*"},
     .rows_least = 1,
     .doc = "rows of [least, greatest], one for each output, then for each z"                                                      },
};

// clang-format off
#define PLAN(n) {"plan" #n, "", 1, "the last plan with the prices of its limits, row " #n, 0}
#define GIVEN(n) {"u" #n "_held", "", 1, "output " #n, 0}
#define MEASURED(n) {"y" #n, "", 1, "state " #n ", measured or estimated", DV_BY_SAMPLE | DV_OPTIONAL}
#define GOAL(n) {"goal" #n, "", 1, "where state " #n " shall go, from where the model was made", DV_BY_SAMPLE | DV_OPTIONAL}
#define FEED(n) {"feed" #n, "", 1, "output " #n " that holds the goal, likewise", DV_BY_SAMPLE | DV_OPTIONAL}
#define GIVES(n) {"u" #n, "", 1, "output " #n, 0}
// clang-format on
#define EIGHT(X) X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8)
#define NEXT(X) X(9), X(10), X(11), X(12), X(13), X(14), X(15), X(16), X(17), X(18), X(19), X(20), X(21), X(22), X(23), X(24)
#define LAST(X)                                                                                                                  \
  X(25), X(26), X(27), X(28), X(29), X(30), X(31), X(32), X(33), X(34), X(35), X(36), X(37), X(38), X(39), X(40), X(41), X(42),  \
      X(43), X(44), X(45), X(46), X(47), X(48)

static const dv_quantity discrete[] = {
    EIGHT(PLAN),
    NEXT(PLAN),
    LAST(PLAN),
    EIGHT(GIVEN),
    {"left_held",    "1", 1, "what the plan leaves of its conditions",   0},
    {"broken_held",  "1", 1, "limit that the plan breaks, of its range", 0},
    {"started_held", "1", 1, "1: there is a last plan",                  0},
};
static const dv_quantity ins[] = {EIGHT(MEASURED), NEXT(MEASURED), EIGHT(GOAL), NEXT(GOAL), EIGHT(FEED)};
static const dv_quantity outs[] = {
    EIGHT(GIVES),
    {"left",   "1", 1, "what the plan leaves of its conditions: 0 is exact",     0},
    {"broken", "1", 1, "by how much the plan breaks a limit of z, of its range", 0},
};
enum { HELD = ROWS, LEFT = HELD + OUTS, BROKEN, STARTED };  // discrete
enum { GOALS = STATES, FEEDS = 2 * STATES };                // inputs

typedef struct {
  int n, m, q, per, horizon, rows, width;  // per: rows of a period
} shape;

DV_FN shape shape_of(const dv_cell *c)
{
  shape s;
  s.n = c->opt[0] + 1, s.m = c->opt[1] + 1, s.q = c->opt[2], s.horizon = c->opt[3] + 1;
  s.per = s.m + s.q, s.rows = s.per * s.horizon, s.width = 1 + s.n + s.m;
  return s;
}

DV_FN int iterations_of(const dv_cell *c)
{
  static const int count[] = {100, 10, 25, 50, 200, 400};
  return count[c->opt[4]];
}

// The tables are as large as the options say: laws read no others.
DV_FN int fits(const dv_cell *c)
{
  shape s = shape_of(c);
  return s.rows <= (int)ROWS && c->rows[0] == (s.n + s.q + s.m) * s.width && c->rows[1] == s.per;
}

// Rows of the table, behind the value: of a state, of z, of an output.
DV_FN const real *state_row(const dv_cell *c, const shape *s, int i) { return c->table[0] + i * s->width + 1; }
DV_FN const real *limited_row(const dv_cell *c, const shape *s, int i) { return state_row(c, s, s->n + i); }
DV_FN const real *output_row(const dv_cell *c, const shape *s, int i) { return state_row(c, s, s->n + s->q + i); }

DV_FN real dot(int n, const real *a, const real *b)
{
  real sum = dv_real(0);
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// ---- what the rows of limits depend on; once

// v = U w with U = L'^-1, S = L L'; U is upper triangular.
DV_FN void unit_steps(const dv_cell *c, const shape *s, real *U)
{
  real L[OUTS * OUTS];
  int m = s->m;
  for (int i = 0; i < m; i++)
    for (int j = 0; j <= i; j++) {
      real sum = output_row(c, s, i)[s->n + j] - dot(j, L + i * m, L + j * m);
      L[i * m + j] = i == j ? dv_sqrt(sum) : sum / L[j * m + j];
    }
  for (int j = 0; j < m; j++)
    for (int i = m - 1; i >= 0; i--) {
      real sum = dv_real(i == j);
      for (int k = i + 1; k < m; k++) sum -= L[k * m + i] * U[k * m + j];
      U[i * m + j] = sum / L[i * m + i];
    }
}

// f (A - B K), f a row over states.
DV_FN void onward(const dv_cell *c, const shape *s, const real *f, real *out)
{
  real fB[OUTS];
  for (int j = 0; j < s->m; j++) {
    fB[j] = dv_real(0);
    for (int i = 0; i < s->n; i++) fB[j] += f[i] * state_row(c, s, i)[s->n + j];
  }
  for (int j = 0; j < s->n; j++) {
    out[j] = dv_real(0);
    for (int i = 0; i < s->n; i++) out[j] += f[i] * state_row(c, s, i)[j];
    for (int i = 0; i < s->m; i++) out[j] -= fB[i] * output_row(c, s, i)[j];
  }
}

// Slopes of rows by the state now: -K F^k, (C - D K) F^(k+1), F = A - B K.
DV_FN void slopes_by_state(par *p, const dv_cell *c, const shape *s)
{
  real f[STATES];
  for (int i = 0; i < s->per; i++) {
    for (int j = 0; j < s->n; j++) {
      f[j] = i < s->m ? -output_row(c, s, i)[j] : limited_row(c, s, i - s->m)[j];
      for (int k = 0; i >= s->m && k < s->m; k++) f[j] -= limited_row(c, s, i - s->m)[s->n + k] * output_row(c, s, k)[j];
    }
    if (i < s->m)
      for (int j = 0; j < s->n; j++) p->X[i * (int)STATES + j] = f[j];
    else onward(c, s, f, p->X + i * (int)STATES);
    for (int k = 1; k < s->horizon; k++)
      onward(c, s, p->X + ((k - 1) * s->per + i) * (int)STATES, p->X + (k * s->per + i) * (int)STATES);
  }
}

// Slope of row i of a period by the step w_j of `lag` periods before: G; e: what that step has made of the states meanwhile.
DV_FN real slope_by_step(const dv_cell *c, const shape *s, int i, int j, int lag, const real *U, const real *e)
{
  const real *D;
  real sum = dv_real(0);
  if (i < s->m) return lag ? -dot(s->n, output_row(c, s, i), e) : U[i * s->m + j];
  D = limited_row(c, s, i - s->m) + s->n;
  if (lag < 0) {
    for (int k = 0; k < s->m; k++) sum += D[k] * U[k * s->m + j];
    return sum;
  }
  sum = dot(s->n, limited_row(c, s, i - s->m), e);
  for (int k = 0; k < s->m; k++) sum -= D[k] * dot(s->n, output_row(c, s, k), e);
  return sum;
}

// What the steps have made of the states after one period more, [m][n]: e = (A - B K) e.
DV_FN void follow(const dv_cell *c, const shape *s, real *e)
{
  for (int j = 0; j < s->m; j++) {
    real next[STATES], u[OUTS];
    for (int k = 0; k < s->m; k++) u[k] = dot(s->n, output_row(c, s, k), e + j * s->n);
    for (int i = 0; i < s->n; i++) {
      const real *r = state_row(c, s, i);
      next[i] = dot(s->n, r, e + j * s->n) - dot(s->m, r + s->n, u);
    }
    for (int i = 0; i < s->n; i++) e[j * s->n + i] = next[i];
  }
}

// G of the rows into P: it depends on how many periods lie between step and row alone. z stands one period later than u.
DV_FN void slopes_by_steps(par *p, const dv_cell *c, const shape *s)
{
  real U[OUTS * OUTS], e[OUTS * STATES];
  unit_steps(c, s, U);
  for (int i = 0; i < s->rows * (int)ROWS; i++) p->P[i] = dv_real(0);
  for (int j = 0; j < s->m; j++)
    for (int i = 0; i < s->n; i++) {
      e[j * s->n + i] = dv_real(0);
      for (int k = 0; k < s->m; k++) e[j * s->n + i] += state_row(c, s, i)[s->n + k] * U[k * s->m + j];
    }
  // at lag l inputs see the states of l - 1 periods after the first, z those of l
  for (int lag = -1; lag < s->horizon; lag++)
    for (int part = 0; part < 2; part++) {
      if (part && lag > 0) follow(c, s, e);
      for (int i = part ? s->m : 0; i < (part ? s->per : s->m); i++)
        for (int j = 0; j < s->m && (part || lag >= 0); j++) {
          real g = slope_by_step(c, s, i, j, lag, U, e);
          for (int k = lag < 0 ? 0 : lag; k < s->horizon; k++)
            if (k - lag < s->horizon) p->P[(k * s->per + i) * (int)ROWS + (k - lag) * s->m + j] = g;
        }
    }
}

// Rows of size one; Q = G G'.
DV_FN void products(par *p, const shape *s)
{
  int steps = s->m * s->horizon;
  for (int i = 0; i < s->rows; i++) {
    real size = dv_sqrt(dot(steps, p->P + i * (int)ROWS, p->P + i * (int)ROWS));
    p->scale[i] = 1 / dv_select(size > 1e-150, size, dv_real(1));
    for (int j = 0; j < steps; j++) p->P[i * (int)ROWS + j] *= p->scale[i];
    for (int j = 0; j < s->n; j++) p->X[i * (int)STATES + j] *= p->scale[i];
  }
  for (int i = 0; i < s->rows; i++)
    for (int j = 0; j < s->rows; j++) p->Q[i * (int)ROWS + j] = dot(steps, p->P + i * (int)ROWS, p->P + j * (int)ROWS);
}

// P = Q (1/RHO + Q)^-1 = 1 - (1 + RHO Q)^-1, the inverse by elimination in place.
static const double RHO = 3;

DV_FN void projection(par *p, const shape *s)
{
  real *M = p->P;
  int n = s->rows;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) M[i * (int)ROWS + j] = RHO * p->Q[i * (int)ROWS + j] + (double)(i == j);
  for (int k = 0; k < n; k++) {
    real by = 1 / M[k * (int)ROWS + k];
    M[k * (int)ROWS + k] = dv_real(1);
    for (int j = 0; j < n; j++) M[k * (int)ROWS + j] *= by;
    for (int i = 0; i < n; i++) {
      real f = M[i * (int)ROWS + k];
      if (i == k) continue;
      M[i * (int)ROWS + k] = dv_real(0);
      for (int j = 0; j < n; j++) M[i * (int)ROWS + j] -= f * M[k * (int)ROWS + j];
    }
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) M[i * (int)ROWS + j] = (double)(i == j) - M[i * (int)ROWS + j];
}

DV_PREPARE(prepare)
{
  shape s = shape_of(c);
  if (!fits(c)) return;
  slopes_by_state(p, c, &s);
  slopes_by_steps(p, c, &s);
  products(p, &s);
  projection(p, &s);
}

DV_FAULT(fault)
{
  shape s = shape_of(c);
  if (s.rows > (int)ROWS)
    return "it has more than 48 limits ahead: horizon x (outputs + limited)|look less far ahead, with a longer period perhaps";
  if (c->rows[0] != (s.n + s.q + s.m) * s.width)
    return "its model does not have (states + limited + outputs) x (1 + states + outputs) numbers|give all, row by row";
  if (c->rows[1] != s.per) return "limits do not have a row for each output and each limited variable|give as many";
  for (int i = 0; i < s.per; i++)
    if (!(dv_lane(c->table[1][2 * i], 0) <= dv_lane(c->table[1][2 * i + 1], 0)))
      return "a least value is above the greatest|write [least, greatest]";
  for (int i = 0; i < s.rows; i++) {
    double size = dv_lane(p->scale[i], 0), whole = dv_lane(p->X[i * (int)STATES], 0);
    if (!(size > 0 && size < 1e150) || !(whole > -1e150 && whole < 1e150))
      return "its plan has no finite numbers|S must be symmetric and positive definite, A - B K must not grow";
  }
  return NULL;
}

// ---- a plan

typedef struct {
  real free[ROWS], least[ROWS], greatest[ROWS];  // rows without steps; limits; all times scale
  real point[ROWS];                              // of ADMM: value of the row and price of its limit
  real value[ROWS], left;                        // the best yet
} plan;

// Value of z or u at the goal.
DV_FN real at_goal(const dv_cell *c, const shape *s, int i)
{
  const real *goal = c->in + (int)GOALS, *feed = c->in + (int)FEEDS, *r;
  if (i < s->m) return output_row(c, s, i)[-1] + feed[i];
  r = limited_row(c, s, i - s->m);
  return r[-1] + dot(s->n, r, goal) + dot(s->m, r + s->n, feed);
}

DV_FN void begin(const par *p, const dv_cell *c, const shape *s, plan *a)
{
  real x[STATES];
  dv_bool started = c->d[STARTED] > 0.5;
  for (int i = 0; i < s->n; i++) x[i] = c->in[i] - state_row(c, s, i)[-1] - c->in[(int)GOALS + i];
  for (int k = 0; k < s->rows; k++) {
    int i = k % s->per, next = k + s->per < s->rows ? k + s->per : k;
    real goal = at_goal(c, s, i);
    a->free[k] = dot(s->n, p->X + k * (int)STATES, x);
    a->least[k] = (c->table[1][2 * i] - goal) * p->scale[k];
    a->greatest[k] = (c->table[1][2 * i + 1] - goal) * p->scale[k];
    a->point[k] = dv_select(started, c->d[next], a->free[k]);
  }
}

DV_FN real within(const plan *a, int k, real value) { return dv_clamp(value, a->least[k], a->greatest[k]); }

// Takes `value` if it leaves less of the conditions value = within(value - price) than the best yet.
DV_FN void consider(const shape *s, plan *a, const real *value, const real *point)
{
  real left = dv_real(0);
  for (int k = 0; k < s->rows; k++) left = dv_max(left, dv_abs(value[k] - within(a, k, point[k])));
  dv_bool better = left < a->left;
  for (int k = 0; k < s->rows; k++) a->value[k] = dv_select(better, value[k], a->value[k]);
  a->left = dv_select(better, left, a->left);
}

DV_FN void iterate(const par *p, const shape *s, plan *a)
{
  real step[ROWS], value[ROWS];
  for (int k = 0; k < s->rows; k++) step[k] = 2 * within(a, k, a->point[k]) - a->point[k] - a->free[k];
  for (int k = 0; k < s->rows; k++) value[k] = a->free[k] + dot(s->rows, p->P + k * (int)ROWS, step);
  for (int k = 0; k < s->rows; k++) {
    real z = within(a, k, a->point[k]);
    a->point[k] = 1.6 * value[k] - 0.6 * z + (a->point[k] - z);
  }
}

// ADMM's own value: after its last step, w = -RHO G' price.
DV_FN void settle(const par *p, const shape *s, plan *a)
{
  real price[ROWS], value[ROWS];
  for (int k = 0; k < s->rows; k++) price[k] = -RHO * (a->point[k] - within(a, k, a->point[k]));
  for (int k = 0; k < s->rows; k++) value[k] = a->free[k] + dot(s->rows, p->Q + k * (int)ROWS, price);
  a->left = dv_real(1e300);
  for (int k = 0; k < s->rows; k++) a->value[k] = value[k];
  consider(s, a, value, a->point);
}

// Prices with which the limits that point is beyond hold exactly: Q price = limit - free over them, by Cholesky's factors in F.
DV_FN void exact_prices(const par *p, const shape *s, const plan *a, real *price)
{
  real F[ROWS * ROWS], on[ROWS];
  int n = s->rows;
  for (int k = 0; k < n; k++) {
    dv_bool beyond = ((a->point[k] > a->greatest[k]) | (a->point[k] < a->least[k])) & (p->Q[k * (int)ROWS + k] > 0.5);
    on[k] = dv_select(beyond, dv_real(1), dv_real(0));
    price[k] = on[k] * (within(a, k, a->point[k]) - a->free[k]);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      real sum =
          i == j ? dv_select(on[i] > 0.5, p->Q[i * (int)ROWS + i] + 1e-12, dv_real(1)) : on[i] * on[j] * p->Q[i * (int)ROWS + j];
      sum -= dot(j, F + i * n, F + j * n);
      F[i * n + j] = i == j ? dv_sqrt(dv_max(sum, dv_real(1e-14))) : sum / F[j * n + j];
    }
  for (int i = 0; i < n; i++) price[i] = (price[i] - dot(i, F + i * n, price)) / F[i * n + i];
  for (int i = n; i-- > 0;) {
    real sum = price[i];
    for (int k = i + 1; k < n; k++) sum -= F[k * n + i] * price[k];
    price[i] = sum / F[i * n + i];
  }
}

// A Newton step: the limits that hold as equations.
DV_FN void polish(const par *p, const shape *s, plan *a)
{
  real price[ROWS], value[ROWS];
  exact_prices(p, s, a, price);
  for (int k = 0; k < s->rows; k++) value[k] = a->free[k] + dot(s->rows, p->Q + k * (int)ROWS, price);
  for (int k = 0; k < s->rows; k++) a->point[k] = value[k] - price[k] / RHO;
  consider(s, a, value, a->point);
}

// By how much the plan breaks a limit of z, of its range.
DV_FN real broken(const shape *s, const plan *a)
{
  real most = dv_real(0);
  for (int k = 0; k < s->rows; k++)
    if (k % s->per >= s->m)
      most =
          dv_max(most, dv_abs(a->value[k] - within(a, k, a->value[k])) / dv_max(a->greatest[k] - a->least[k], dv_real(1e-300)));
  return most;
}

DV_LAW(sample)
{
  shape s = shape_of(c);
  plan a;
  real last[ROWS];
  if (!fits(c)) return;
  begin(p, c, &s, &a);
  for (int i = iterations_of(c); i > 0; i--) iterate(p, &s, &a);
  for (int k = 0; k < s.rows; k++) last[k] = a.point[k];
  settle(p, &s, &a);
  for (int i = 0; i < POLISH; i++) polish(p, &s, &a);
  for (int k = 0; k < s.rows; k++) c->d[k] = last[k];
  for (int i = 0; i < s.m; i++)
    c->d[(int)HELD + i] = dv_clamp(at_goal(c, &s, i) + a.value[i] / p->scale[i], c->table[1][2 * i], c->table[1][2 * i + 1]);
  c->d[LEFT] = a.left;
  c->d[BROKEN] = broken(&s, &a);
  c->d[STARTED] = dv_real(1);
}

DV_LAW(signal)
{
  (void)p;
  for (int i = 0; i < (int)OUTS + 2; i++) c->out[i] = c->d[(int)HELD + i];
}

DV_LAW(guard)
{
  (void)p;
  c->guard[0] = 1e-3 - c->d[BROKEN];
}

static const char *const warnings[] = {"no plan keeps the limits of its variables"};

DV_KIND(control, mpc) = {
    .name = DV_PREDICTIVE_CONTROLLER,
    .doc = "linear model predictive control: LQR that keeps limits of its outputs and of other variables; `davit control "
           "--horizon` writes it",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .sample = sample,
    .warning = warnings,
    .nwarning = 1,
    .guard = guard,
    .period = 1 + P_period,
    .example =
        "# x(k+1) = x + u, least sum of x^2 + u^2: X = K + 1 = 1.618..., S = X + 1; free, with a limit of u, with one of x\n"
        "signals:\n"
        "  free: {kind: control.mpc, horizon: 5, iterations: 25, period: 1 s, y1: 1, limits: [[-9, 9]], model: [0, 1, 1, 0, "
        "0.6180339887498949, 2.618033988749895]}\n"
        "  weak: {kind: control.mpc, horizon: 5, iterations: 25, period: 1 s, y1: 5, limits: [[-1, 1]], model: [0, 1, 1, 0, "
        "0.6180339887498949, 2.618033988749895]}\n"
        "  wall: {kind: control.mpc, horizon: 5, iterations: 25, limited: 1, period: 1 s, y1: 1, limits: [[-9, 9], [0.5, 9]], "
        "model: [0, 1, 1, "
        "0, 1, 0, 0, 0.6180339887498949, 2.618033988749895]}\n"
        "  aim: {kind: control.mpc, horizon: 5, iterations: 25, period: 1 s, y1: 3, goal1: 2, limits: [[-9, 9]], model: [0, 1, "
        "1, 0, "
        "0.6180339887498949, 2.618033988749895]}\n"
        "until: 2 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: free.u1, is: -0.6180339887498949, within: 1e-12, source: LQR}\n"
        "      - {final: weak.u1, is: -1, within: 1e-12, source: limit}\n"
        "      - {final: wall.u1, is: -0.5, within: 1e-9, source: straight to the limit of x}\n"
        "      - {final: aim.u1, is: -0.6180339887498949, within: 1e-12, source: one from the goal}\n",
};
