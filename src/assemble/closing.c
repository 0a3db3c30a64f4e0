// closing.c: closes the loops of a machine from its rough initial positions, and makes its initial rates fit.
//
//   (J W J^T + mu 1) y = -c,   q <- q (+) W J^T y       (Levenberg-Marquardt; least motion in the weights W)
//
// in sizes of the rows. First only coordinates move whose position was not given, from other starts too, then those given, last
// those named independent. A beam bent beyond its length does not count as closed.
#include "assemble/closing_task.h"

#include "engine/engine.h"
#include "engine/program.h"
#include "engine/closed_loops.h"
#include "engine/skeleton_at.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS = 300, PHASES = 3 };
static const double closed = 1e-15, step_most = 0.5;

static double gaps(dv_closing_task *t, const double *x)
{
  double most = 0;
  dv_engine_closures(t->m, x, t->d, t->c, t->J, t->reach, t->work);
  for (int i = 0; i < t->nrow; i++) {
    double size = t->reach[i] > 0 ? t->reach[i] : 1;
    if (dv_closure_rates(dv_model_CLOSURE(t->m)[i].what)) size = HUGE_VAL;  // no position follows from it
    t->c[i] /= size;
    for (int j = 0; j < t->nv; j++) t->J[i * t->nv + j] /= size;
    most = isfinite(t->c[i]) ? fmax(most, fabs(t->c[i])) : HUGE_VAL;
  }
  return most;
}

static double norm(const dv_closing_task *t)
{
  double sum = 0;
  for (int i = 0; i < t->nrow; i++) sum += t->c[i] * t->c[i];
  return isfinite(sum) ? sum : HUGE_VAL;
}

// Row i of J has its entries within first..end.
static void extent(const dv_closing_task *t, int i, int *first, int *end)
{
  const double *J = t->J + i * t->nv;
  for (*first = 0; *first < t->nv && J[*first] == 0;) ++*first;
  for (*end = t->nv; *end > *first && J[*end - 1] == 0;) --*end;
}

// The step of the equation above, shortened so that nothing moves by more than half a radian or metre.
static void propose(dv_closing_task *t, double mu)
{
  double most = 0;
  for (int i = 0, first, end; i < t->nrow; i++) {
    extent(t, i, &first, &end);
    t->y[i] = -t->c[i];
    for (int k = 0; k <= i; k++) {
      double sum = i == k ? mu : 0;
      for (int j = first; j < end; j++)
        if (t->moves[j]) sum += t->J[i * t->nv + j] * t->J[k * t->nv + j];
      t->A[i * t->nrow + k] = sum;
    }
  }
  dv_ldl(t->nrow, t->A);
  dv_ldl_solve(t->nrow, t->A, t->y);
  for (int j = 0; j < t->nv; j++) {
    t->step[j] = 0;
    for (int i = 0; i < t->nrow && t->moves[j]; i++) t->step[j] += t->J[i * t->nv + j] * t->y[i];
    most = fmax(most, fabs(t->step[j]));
  }
  for (int j = 0; j < t->nv && most > step_most; j++) t->step[j] *= step_most / most;
}

// Closes what it can by moving the coordinates of this phase; the gap that is left.
double dv_closing_close(dv_closing_task *t)
{
  double mu = 1e-4, gap = gaps(t, t->x), now = norm(t);
  for (int n = 0; n < ITERATIONS && gap > closed && mu < 1e8; n++) {
    propose(t, fmax(mu, 1e-15));
    dv_engine_x1.add(t->m, t->x, 1, t->step, t->x_new);
    memcpy(t->x_new + t->m->nq, t->x + t->m->nq, (size_t)(t->m->nv + t->m->nz) * sizeof(double));
    double next_gap = gaps(t, t->x_new), next = norm(t);
    if (next < now) {
      memcpy(t->x, t->x_new, (size_t)t->m->nx * sizeof(double));
      gap = next_gap;
      now = next;
      mu *= 0.1;
      continue;
    }
    gaps(t, t->x);
    if (gap < 1e-11) break;  // rounding
    mu = fmax(10 * mu, 1e-12);
  }
  return gap;
}

static void let_move(dv_closing_task *t, int phase)
{
  const int *given = dv_model_INT(t->m) + t->m->loop_given;
  dv_engine_driven(t->m, t->driven);
  for (int j = 0; j < t->nv; j++) {
    int named = given[j] & DV_INDEPENDENT_GIVEN, placed = given[j] & DV_POSITION_GIVEN;
    int stays = t->wish ? t->wish->position[j] : phase < 2 && (named || (phase < 1 && placed));
    t->moves[j] = !t->driven[j] && !stays;
  }
}

static dv_mark mark_of(const dv_model *m, const dv_loop *l) { return (dv_mark){dv_model_text(m, l->file), l->line, l->col}; }

// 1 + the first loop that closed with its axes opposed; 0: none.
static int flipped_loop(const dv_closing_task *t)
{
  for (int i = 0; i < DV_MODEL_COUNT(t->m, LOOP); i++)
    if (dv_engine_loop_flipped(t->m, i, t->work)) return i + 1;
  return 0;
}

// The first coordinate of a beam that is bent beyond its length, or -1.
static int bent_coordinate(const dv_closing_task *t)
{
  for (int i = 0; t->most && i < t->m->nq; i++)
    if (fabs(t->x[i]) > t->most[i]) return i;
  return -1;
}

int dv_closing_done(dv_closing_task *t) { return dv_closing_close(t) < DV_CLOSED && !flipped_loop(t) && bent_coordinate(t) < 0; }

int dv_closing_rank(dv_closing_task *t)
{
  memcpy(t->d_new, t->d, (size_t)t->m->nd * sizeof(double));
  return dv_engine_loops_choose(t->m, t->x, t->d_new, 0, NULL, t->work);
}

static void report_bent(const dv_closing_task *t, int i, dv_diags *diags)
{
  const dv_variable *v = dv_model_VARIABLE(t->m) + dv_model_state(t->m, i);
  const char *name = dv_model_state_name(t->m, i), *end = strstr(name, ".position");
  dv_diag_add(diags, DV_ERROR, (dv_mark){dv_model_text(t->m, v->file), v->line, v->col},
              "start nearer to the closed position, or look at lengths and axes",
              "the loops close only if '%.*s' is %.3g, for a beam of %.3g m", end ? (int)(end - name) : (int)strlen(name), name,
              t->x[i], t->most[i]);
}

static void report_gap(dv_closing_task *t, dv_diags *diags)
{
  int worst = 0, closes = dv_closing_close(t) < DV_CLOSED, flipped = closes ? flipped_loop(t) : 0;
  int bent = closes && !flipped ? bent_coordinate(t) : -1;
  if (bent >= 0) {
    report_bent(t, bent, diags);
    return;
  }
  if (flipped) {
    const dv_loop *l = dv_model_LOOP(t->m) + flipped - 1;
    dv_diag_add(diags, DV_ERROR, mark_of(t->m, l), "start nearer to the closed position, or turn one of its frames",
                "loop '%s' closes with its axes opposed", dv_model_text(t->m, l->name));
    return;
  }
  dv_engine_closures(t->m, t->x, t->d, t->c, t->J, t->reach, t->work);
  for (int i = 1; i < t->nrow; i++)
    if (fabs(t->c[i]) > fabs(t->c[worst]) || isnan(t->c[i])) worst = i;
  const dv_loop *l = dv_loop_of(t->m, worst);
  static const char *const left[] = {
#define DV_CLOSURE(id, name, turns, rates, text, left) left,
#include "engine/closures.def"
      "are left of its relation"};
  dv_diag_add(diags, DV_ERROR, mark_of(t->m, l), "start nearer to the closed position, or look at lengths and axes",
              "loop '%s' cannot close: %.6g %s", dv_model_text(t->m, l->name), fabs(t->c[worst]),
              left[dv_model_CLOSURE(t->m)[worst].what]);
}

static int find_positions(dv_closing_task *t, const double *start, dv_diags *diags)
{
  for (int phase = 0; phase < (t->wish ? 1 : PHASES); phase++) {
    memcpy(t->x, start, (size_t)t->m->nx * sizeof(double));
    dv_engine_x1.tidy(t->m, t->num, 0, t->x, t->d, t->work);
    let_move(t, phase);
    if (dv_closing_done(t)) return 0;
    if (!t->wish && !phase && dv_closing_search(t, start, 0)) return 0;
  }
  memcpy(t->x, start, (size_t)t->m->nx * sizeof(double));
  dv_engine_x1.tidy(t->m, t->num, 0, t->x, t->d, t->work);
  report_gap(t, diags);
  return -1;
}

// Where the loops lose rank the machine can go on in more than one way: a position that the file does not give is better
// elsewhere.
static void leave_singular(dv_closing_task *t, const double *start, dv_diags *diags)
{
  int rank = dv_closing_rank(t), near = dv_closing_rank_near(t);
  if (near <= rank) return;
  let_move(t, 0);
  memcpy(t->here, t->x, (size_t)t->m->nx * sizeof(double));
  if (dv_closing_search(t, start, near)) return;
  memcpy(t->x, t->here, (size_t)t->m->nx * sizeof(double));
  dv_diag_add(diags, DV_WARNING, mark_of(t->m, dv_model_LOOP(t->m)), "give other positions; see 'davit mobility'",
              "the loops close in a singular position: %d closures count there, %d beside it, and the machine may go on in more "
              "than one way",
              rank, near);
}

// A closure that counts only while driven coordinates may move: kept [rank] are those that count without.
static int driven_closure(const dv_closing_task *t, const double *kept, int rank, int whole)
{
  const double *row = t->d + t->m->loop_d + 2;
  for (int i = 0; i < whole; i++) {
    int k = 0;
    while (k < rank && kept[k] != row[i]) k++;
    if (k == rank) return (int)row[i];
  }
  return (int)row[whole - 1];
}

static int check_drives(dv_closing_task *t, int rank, dv_diags *diags)
{
  memcpy(t->y, t->d + t->m->loop_d + 2, (size_t)rank * sizeof(double));
  int whole = dv_engine_loops_choose(t->m, t->x, t->d, DV_DRIVEN_TOO, NULL, t->work);
  if (whole == rank) return 0;
  const dv_loop *l = dv_loop_of(t->m, driven_closure(t, t->y, rank, whole));
  dv_diag_add(diags, DV_ERROR, mark_of(t->m, l), "leave a coordinate of the loop free",
              "loop '%s' is over-determined: prescribed and locked coordinates leave it no freedom to close",
              dv_model_text(t->m, l->name));
  return -1;
}

// Rates that were given and had to change.
static void warn_rates(const dv_closing_task *t, const double *start, dv_diags *diags)
{
  const int *given = dv_model_INT(t->m) + t->m->loop_given;
  for (int j = 0; j < t->nv; j++) {
    double was = start[t->m->nq + j], is = t->x[t->m->nq + j];
    if (!(given[j] & DV_RATE_GIVEN) || fabs(is - was) <= 1e-6 * fmax(1, fabs(was))) continue;
    int row = dv_model_state(t->m, t->m->nq + j);
    const dv_variable *v = dv_model_VARIABLE(t->m) + row;
    dv_mark mark = {dv_model_text(t->m, v->file), v->line, v->col};
    dv_diag_add(diags, DV_WARNING, mark, "give the rates of as many coordinates as there are freedoms",
                "rate of '%s' follows from others through the loops: %.6g instead of %.6g",
                dv_model_state_name(t->m, t->m->nq + j), is, was);
  }
}

// Names of the free independent rates are those that are neither dependent nor driven.
static int independent_rate(const dv_closing_task *t, int which)
{
  char *dependent = t->moves;
  dv_engine_loops_dependent(t->m, t->d, dependent);
  for (int j = 0; j < t->nv; j++)
    if (!dependent[j] && !t->driven[j] && !which--) return j;
  return -1;
}

// B = G^T M G below its diagonal, [n][n]; G [nv][n], M [nv][nv], MG: room for [nv][n] zeros. Most of G and M is zero.
static void add_products(int nv, int n, const double *G, const double *M, double *MG, double *B)
{
  for (int p = 0; p < nv; p++)
    for (int q = 0; q < nv; q++)
      for (int j = 0; M[p * nv + q] != 0 && j < n; j++) MG[p * n + j] += M[p * nv + q] * G[q * n + j];
  for (int p = 0; p < nv; p++)
    for (int i = 0; i < n; i++)
      for (int j = 0; G[p * n + i] != 0 && j <= i; j++) B[i * n + j] += G[p * n + i] * MG[p * n + j];
}

// What is free must have inertia: G^T M G = L D L^T with D > 0.
static int check_freedoms(dv_closing_task *t, dv_diags *diags, dv_arena *a)
{
  size_t nv = (size_t)t->nv;
  double *G = DV_TAKE(a, double, nv *nv), *M = DV_TAKE(a, double, nv *nv), *MG = DV_TAKE(a, double, nv *nv);
  double *B = DV_TAKE(a, double, nv *nv);
  const dv_loop *l = dv_model_LOOP(t->m);
  int n = dv_engine_loops_map(t->m, t->x, t->d, G, t->work);
  dv_engine_mass_matrix(t->m, t->x, M, t->work);
  add_products(t->nv, n, G, M, MG, B);
  double *own = M;  // diagonal before the elimination
  for (int i = 0; i < n; i++) own[i] = B[i * n + i];
  dv_ldl(n, B);
  for (int i = 0; i < n; i++) {
    if (1 / B[i * n + i] > 1e-12 * own[i]) continue;
    const char *name = dv_model_state_name(t->m, t->m->nq + independent_rate(t, i));
    dv_diag_add(diags, DV_ERROR, mark_of(t->m, l), "give a body that moves with it mass and inertia, or hold it",
                "%s is free, but nothing that has inertia moves with it", name);
    return -1;
  }
  if (!n && !DV_MODEL_COUNT(t->m, DRIVE))  // driven as a whole it is meant to have none
    dv_diag_add(diags, DV_WARNING, mark_of(t->m, l), "see 'davit mobility'",
                "loops leave the machine no freedom: it cannot move");
  return 0;
}

static dv_closing_task task_of(const dv_model *m, double *x, double *d, dv_arena *a)
{
  dv_closing_task t = {.m = m, .x = x, .d = d, .nrow = DV_MODEL_COUNT(m, CLOSURE), .nv = m->nv};
  size_t n = (size_t)t.nrow, nv = (size_t)m->nv;
  t.num = (double *)(uintptr_t)dv_model_NUMBER(m);
  t.work = DV_TAKE(a, double, m->nwork);
  t.c = DV_TAKE(a, double, n);
  t.J = DV_TAKE(a, double, n *nv);
  t.reach = DV_TAKE(a, double, n);
  t.A = DV_TAKE(a, double, n *n);
  t.y = DV_TAKE(a, double, n);
  t.step = DV_TAKE(a, double, 2 * nv + (size_t)m->nz);
  t.x_new = DV_TAKE(a, double, m->nx);
  t.here = DV_TAKE(a, double, m->nx);
  t.d_new = DV_TAKE(a, double, m->nd);
  t.moves = DV_TAKE(a, char, nv);
  t.driven = DV_TAKE(a, char, nv);
  dv_engine_x1.ready(m, t.num, t.work);
  return t;
}

int dv_closing(const dv_model *m, double *x, double *d, const dv_closing_wish *wish, const double *most, dv_diags *diags,
               dv_arena *a)
{
  if (!DV_MODEL_COUNT(m, LOOP)) return 0;
  double *start = DV_TAKE(a, double, m->nx);
  dv_closing_task t = task_of(m, x, d, a);
  memcpy(start, x, (size_t)m->nx * sizeof(double));
  t.wish = wish;
  t.most = most;
  d[m->loop_d] = 0;
  if (find_positions(&t, start, diags)) return -1;
  if (!wish) leave_singular(&t, start, diags);
  int rank = dv_engine_loops_choose(m, x, d, DV_RATE_GIVEN, wish ? wish->rate : NULL, t.work);
  dv_engine_x1.tidy(m, t.num, 0, x, d, t.work);
  if (!wish) warn_rates(&t, start, diags);
  if (check_drives(&t, rank, diags)) return -1;
  dv_engine_loops_choose(m, x, d, DV_INDEPENDENT_GIVEN, NULL, t.work);
  dv_engine_x1.tidy(m, t.num, 0, x, d, t.work);
  return check_freedoms(&t, diags, a);
}

int dv_closing_tied(const dv_model *m, const double *x, const double *d, const int *iv, int n, dv_arena *a)
{
  char *rather = DV_TAKE(a, char, m->nv), *dependent = DV_TAKE(a, char, m->nv);
  double *copy = DV_TAKE(a, double, m->nd), *work = DV_TAKE(a, double, dv_engine_x1.nwork(m));
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  memcpy(copy, d, (size_t)m->nd * sizeof(double));
  for (int i = 0; i < n; i++) rather[iv[i]] = 1;
  dv_engine_loops_choose(m, x, copy, 0, rather, work);
  dv_engine_loops_dependent(m, copy, dependent);
  for (int i = 0; i < n; i++)
    if (dependent[iv[i]]) return i;
  return -1;
}
