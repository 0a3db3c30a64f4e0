// task.h: what controllers of a task share: measurement, the machine's model, gains, and the efforts that move the task.
//
//   mobility A = J B^-1 J^T,   task inertia A^-1,   u = J^T A^-1 (a - J' v) + C v + g + D v
//
// gives the task the acceleration a, whatever the machine. B, C v, g, J, J' v come from the model service for the chosen
// coordinates. Fewer rows than coordinates: `rest` slows what the task does not feel. O. Khatib, IEEE J. Robotics Autom. 3
// (1987).
#pragma once

#include "kinds/marine/euler.h"
#include "math/dense.h"

// Numbers of every such kind; lists, inputs and outputs of all of them in this order, those with [row] of the kind itself
// between.
enum { KP, KD, FREQUENCY, RATIO };                 // lists with [row]
enum { DAMPING, LIMIT, SLEW, REST };               // lists with []
enum { GOAL, GOAL_RATE, OWN_IN };                  // inputs with [row]
enum { ERROR, INERTIA, GAIN_P, GAIN_D, OWN_OUT };  // outputs with [row]; then wanted[], effort[], saturated
enum { BASE, WINDUP, OWN_OPTION };                 // options; windup of a kind that sums up its error

// How many quantities with [row] a kind has; the list ki (reach comes after it) of one that sums up its error, else 0.
typedef struct {
  int lists, ins, outs, ki;
} task_shape;

// clang-format off
#define TASK_NUMBERS \
  DV_P(period,   "s", 0,    0,    1e3, "sampling period; without it: continuous") \
  DV_P(delay,    "s", 0,    0,    1e3, "sampled: from measurement to effort, 8 periods at most") \
  DV_P(lag,      "s", 1e-3, 1e-9, 1e3, "continuous with slew: time constant of the effort while its slew suffices") \
  DV_P(singular, "1", 1e-3, 0,    1,   "warns where the coordinates move a row less than this, relative to its frame") \
  DV_DERIVED(real steps, left)  /* delay = steps periods + left */
#define TASK_PARAMETERS \
  DV_GROUP(task, task_par, TASK_NUMBERS) \
  DV_P_ROW(kp,        "*",  0, 0, 1e30, "gain of the error") \
  DV_P_ROW(kd,        "*",  0, 0, 1e30, "gain of its rate") \
  DV_P_ROW(frequency, "Hz", 0, 0, 1e6,  "gains by frequency: kp = (2 pi f)^2 m, kd = 2 ratio (2 pi f) m") \
  DV_P_ROW(ratio,     "1",  1, 0, 1e3,  "damping ratio of gains by frequency")
#define TASK_SUMS \
  DV_P_ROW(ki,    "*", 0,    0, 1e30, "gain of the integral of the error") \
  DV_P_ROW(reach, "*", 1e30, 0, 1e30, "largest integral")
#define TASK_LISTS \
  DV_P_EACH(damping, "*", 0,    0, 1e30, "viscous friction of the coordinate, compensated") \
  DV_P_EACH(limit,   "*", 1e30, 0, 1e30, "largest effort") \
  DV_P_EACH(slew,    "*", 1e30, 0, 1e30, "largest rate of the effort") \
  DV_P_EACH(rest,    "*", 0,    0, 1e30, "fewer rows than coordinates: damping of what the task leaves free")
// The enums above and the lists say the same.
#define TASK_ORDER \
  static_assert((int)L_kp == (int)KP && (int)L_kd == (int)KD, "lists"); \
  static_assert((int)L_frequency == (int)FREQUENCY && (int)L_ratio == (int)RATIO, "lists"); \
  static_assert(L_damping + (int)DAMPING == L_damping && L_damping + (int)LIMIT == L_limit, "lists"); \
  static_assert(L_damping + (int)SLEW == L_slew && L_damping + (int)REST == L_rest, "lists");
#define TASK_BASE {"base", "moving|still", "how the model takes coordinates not in its list: as they are, or level and at rest"}
#define TASK_WINDUP {"windup", "free|held", "whether the integral waits while an effort is at its limit"}
#define TASK_READS (DV_BY_SIGNAL | DV_BY_SAMPLE)
#define TASK_GOALS \
  {"goal[row]",      "", 1, "desired value", TASK_READS}, \
  {"goal_rate[row]", "", 1, "its rate",      TASK_READS | DV_OPTIONAL}
#define TASK_MEASURED \
  {"position[]", "", 1, "measured coordinate", TASK_READS | DV_OWN_POSITION}, \
  {"rate[]",     "", 1, "measured rate",       TASK_READS | DV_OWN_RATE}
#define TASK_ROW_OUTS TASK_ROW_OUTS_IN("{x}")
#define TASK_ROW_OUTS_IN(unit) \
  {"error[row]",   unit, 1, "error", 0}, \
  {"inertia[row]", "", 1, "task inertia: force of the row per acceleration of it", 0}, \
  {"kp[row]",      "", 1, "gain of the error, as given or by frequency", 0}, \
  {"kd[row]",      "", 1, "gain of its rate", 0}
#define TASK_OUTS \
  {"wanted[]",  "{e}", 100, "effort that the law wants", 0}, \
  {"effort[]",  "{e}", 100, "effort, within its limits", 0}, \
  {"saturated", "1",   1,  "1 while an effort is at a limit", 0}
#define TASK_SUM {"sum[row]", "", 1, "integral of the error", 1 + P_ki}
#define TASK_SLEWED {"slewed[]", "", 100, "effort within its slew", 1 + P_slew}
// clang-format on

DV_GROUP_STRUCT(task_par, TASK_NUMBERS);

typedef struct {
  const dv_service *s;
  dv_choice of;
  real *q, *v;             // [nq], [nv] as measured
  dv_reduced d;            // the model there
  real *factor;            // [n][n] of B
  real *T;                 // [m][n] J B^-1
  real *A;                 // [m][m] factor of the mobility
  real *a, *f, *u, *free;  // [m], [m], [n], [n]
} task;

DV_FN real task_row(const dv_cell *c, int list, int r) { return c->list[list * c->m + r]; }
DV_FN real task_in(const dv_cell *c, int what, int r) { return c->in[what * c->m + r]; }
DV_FN const real *task_each(const dv_cell *c, const task_shape *s, int list) { return c->list + s->lists * c->m + list * c->n; }
DV_FN int task_sampled(const dv_cell *c) { return c->given[DV_PLACE(task_par, period)]; }
DV_FN int task_has_list(const dv_cell *c, int list) { return c->given[DV_ROWS_IN(TASK_NUMBERS) + list]; }
DV_FN int task_slewed(const dv_cell *c, const task_shape *s) { return task_has_list(c, s->lists + SLEW); }
DV_FN int task_summed(const dv_cell *c, const task_shape *s) { return s->ki && task_has_list(c, s->ki); }

DV_FN real *task_take(real **at, int n)
{
  real *here = *at;
  *at += n;
  return here;
}

// The machine where it is measured to be.
DV_FN void task_measure(task *t, const dv_cell *c, const task_shape *shape)
{
  const dv_service *s = t->s = c->service;
  int n = c->n, m = c->m;
  real *at = s->room;
  const real *position = c->in + shape->ins * m, *rate = position + n;
  dv_choice of = {n, m, c->iq, c->iv, c->row};
  t->of = of;
  t->q = task_take(&at, s->nq);
  t->v = task_take(&at, s->nv);
  t->d.B = task_take(&at, n * n);
  t->d.bias = task_take(&at, n);
  t->d.x = task_take(&at, m);
  t->d.rate = task_take(&at, m);
  t->d.drift = task_take(&at, m);
  t->d.J = task_take(&at, m * n);
  t->d.span = task_take(&at, m);
  t->factor = task_take(&at, n * n);
  t->T = task_take(&at, m * n);
  t->A = task_take(&at, m * m);
  t->a = task_take(&at, m);
  t->f = task_take(&at, m);
  t->u = task_take(&at, n);
  t->free = task_take(&at, n);
  for (int i = 0; i < s->nq; i++) t->q[i] = s->q[i];
  for (int i = 0; i < s->nv; i++) t->v[i] = c->opt[BASE] ? dv_real(0) : s->v[i];
  if (c->opt[BASE]) s->level(s, t->q);
  s->place(s, &t->of, position, rate, t->q, t->v);
}

// L D L^T in place, as dv_ldl, but a pivot does not fall below `least` x the span of its row: the guard tells.
DV_FN void task_factor(int m, real *A, const real *span, real least)
{
  for (int j = 0; j < m; j++) {
    real d = A[m * j + j];
    for (int k = 0; k < j; k++) {
      real LD = A[m * j + k];
      A[m * j + k] = LD * A[m * k + k];
      d -= LD * A[m * j + k];
    }
    A[m * j + j] = 1 / dv_max(d, least * span[j] + 1e-300);
    for (int i = j + 1; i < m; i++)
      for (int k = 0; k < j; k++) A[m * i + j] -= A[m * i + k] * A[m * j + k];
  }
}

// T = J B^-1, A = factor of T J^T. A row that hardly moves counts as one that moves by `singular` of its span.
DV_FN void task_mobility(task *t, real singular)
{
  int n = t->of.n, m = t->of.m;
  real heaviest = dv_real(0);
  for (int i = 0; i < n; i++) heaviest = dv_max(heaviest, t->d.B[i * n + i]);
  for (int i = 0; i < n * n; i++) t->factor[i] = t->d.B[i];
  dv_ldl(n, t->factor);
  for (int r = 0; r < m; r++) {
    for (int k = 0; k < n; k++) t->T[r * n + k] = t->d.J[r * n + k];
    dv_ldl_solve(n, t->factor, t->T + r * n);
  }
  for (int r = 0; r < m; r++)
    for (int i = 0; i < m; i++) {
      t->A[r * m + i] = dv_real(0);
      for (int k = 0; k < n; k++) t->A[r * m + i] += t->T[r * n + k] * t->d.J[i * n + k];
    }
  task_factor(m, t->A, t->d.span, singular * singular / heaviest);
}

// The whole model at the measured state.
DV_FN void task_model(task *t, const task_par *p, const dv_cell *c, const task_shape *shape)
{
  task_measure(t, c, shape);
  t->s->reduced(t->s, &t->of, t->q, t->v, &t->d);
  if (c->row) task_mobility(t, p->singular);
}

// Row r of the task inertia, into f: A^-1 e_r; in joint space a row of B.
DV_FN real task_inertia(task *t, int r)
{
  int m = t->of.m;
  if (!t->of.row) return t->d.B[r * m + r];
  for (int i = 0; i < m; i++) t->f[i] = dv_real(i == r);
  dv_ldl_solve(m, t->A, t->f);
  return t->f[r];
}

// Goal minus x; angles the short way round.
DV_FN real task_error(const task *t, real goal, int r)
{
  int angle = t->of.row && t->of.row[r].what >= DV_ROW_ROLL && t->of.row[r].what <= DV_ROW_YAW;
  return angle ? euler_between(goal, t->d.x[r]) : goal - t->d.x[r];
}

// Gains of row r, given or by frequency for the mass that the row has to move.
// They are outputs.
DV_FN void task_gains(const dv_cell *c, int r, real mass, real *out, real *kp, real *kd)
{
  real w = 6.283185307179586 * task_row(c, FREQUENCY, r);
  *kp = task_row(c, KP, r) + w * w * mass;
  *kd = task_row(c, KD, r) + 2 * task_row(c, RATIO, r) * w * mass;
  out[GAIN_P * c->m + r] = *kp;
  out[GAIN_D * c->m + r] = *kd;
}

// Ki int(error), if there is one.
DV_FN real task_integral(const dv_cell *c, const task_shape *s, const real *sum, int r)
{
  if (!task_summed(c, s)) return dv_real(0);
  real reach = task_row(c, s->ki + 1, r);
  return task_row(c, s->ki, r) * dv_clamp(sum[r], -reach, reach);
}

// u += J^T f
DV_FN void task_push(task *t, const real *f)
{
  int n = t->of.n;
  for (int r = 0; r < t->of.m; r++)
    for (int k = 0; k < n; k++) t->u[k] += t->d.J[r * n + k] * f[r];
}

// Damping of what the task leaves free: u += w - J^T A^-1 T w, w = -rest v.
DV_FN void task_ease(task *t, const dv_cell *c, const task_shape *shape)
{
  const real *rest = task_each(c, shape, REST);
  int n = c->n, m = c->m;
  for (int k = 0; k < n; k++) t->free[k] = -rest[k] * t->v[c->iv[k]];
  for (int r = 0; r < m; r++) {
    t->f[r] = dv_real(0);
    for (int k = 0; k < n; k++) t->f[r] -= t->T[r * n + k] * t->free[k];
  }
  dv_ldl_solve(m, t->A, t->f);
  for (int k = 0; k < n; k++) t->u[k] += t->free[k];
  task_push(t, t->f);
}

// Adds the efforts that give the task the acceleration a, with all that the model knows of.
DV_FN void task_accelerate(task *t, const dv_cell *c, const task_shape *shape)
{
  int n = c->n, m = c->m;
  for (int r = 0; r < m; r++) t->f[r] = t->a[r] - t->d.drift[r];
  for (int k = 0; k < n && !c->row; k++) {
    for (int i = 0; i < n; i++) t->u[k] += t->d.B[k * n + i] * t->f[i];
  }
  if (c->row) {
    dv_ldl_solve(m, t->A, t->f);
    task_push(t, t->f);
    if (m < n) task_ease(t, c, shape);
  }
  for (int k = 0; k < n; k++) t->u[k] += t->d.bias[k];
}

// u = D v: friction of the coordinates.
DV_FN void task_start(task *t, const dv_cell *c, const task_shape *shape)
{
  const real *damping = task_each(c, shape, DAMPING);
  for (int k = 0; k < c->n; k++) t->u[k] = damping[k] * t->v[c->iv[k]];
}

// Efforts and task inertias among the outputs.
DV_FN void task_put(task *t, const dv_cell *c, const task_shape *shape, real *out)
{
  for (int r = 0; r < c->m; r++) out[INERTIA * c->m + r] = task_inertia(t, r);
  for (int k = 0; k < c->n; k++) out[shape->outs * c->m + k] = t->u[k];
}

// Negative where the coordinates hardly move a row: pivots of J J^T below singular^2 span.
DV_FN real task_margin(const dv_cell *c, const task_shape *shape, real singular)
{
  task t;
  int n = c->n, m = c->m;
  real least = dv_real(1);
  if (!c->row) return least;
  task_measure(&t, c, shape);
  t.d.B = t.d.bias = NULL;
  t.s->reduced(t.s, &t.of, t.q, t.v, &t.d);
  for (int r = 0; r < m; r++)
    for (int i = 0; i < m; i++) {
      t.A[r * m + i] = dv_real(0);
      for (int k = 0; k < n; k++) t.A[r * m + i] += t.d.J[r * n + k] * t.d.J[i * n + k];
    }
  task_factor(m, t.A, t.d.span, dv_real(0));
  for (int r = 0; r < m; r++) least = dv_min(least, 1 / t.A[r * m + r] - singular * singular * t.d.span[r]);
  return dv_select(least > 0.0, least, dv_real(-1));
}
