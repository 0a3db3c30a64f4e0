// equilibrium.c: coordinates and parts' states at which nothing moves on: v = 0, v' = 0, z' = 0.
//
//   (J^T J + lambda diag J^T J) s = -J^T r,  y <- y (+) s     (Marquardt, J. SIAM 11, 1963)
//
// over the free coordinates and z, in nominal sizes, J by the slopes of the graph (rest_exact.c), or by differences in lanes
// where there are none or they lead nowhere: a law may look at the edge of what it does. A direction that changes nothing (a cart
// on a level rail) stays where it is; rows G s = 0 keep what the machine keeps (rest_kept.c). lambda shrinks with every success,
// so that the end is Newton's. Where that fails the machine moves for a while, and the search goes on from there.
#include "engine/loop.h"
#include "engine/closed_loops.h"
#include "solve/rest.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS_MOST = 200, CARRIES_MOST = 10 };
static const double near_enough = 1e-8, left_most = 1e-7;  // of the residual; of the step that is left
static const double shortest = 0.5, longest = 8;           // s of motion before another search

// Unknowns: free displacements and parts' states. Equations: their accelerations, their rates.
static void choose(dv_rest *e)
{
  const dv_chart *c = e->chart;
  dv_arena *a = e->arena;
  int nv = e->m->nv;
  e->n = e->moves = 0;
  e->along = DV_TAKE(a, int, c->n);
  e->row = DV_TAKE(a, int, c->n);
  for (int i = 0; i < c->nmoving; i++) {
    int j = c->moving[i];
    if (j >= nv && j < 2 * nv) {
      e->s->x[e->m->nq + j - nv] = 0;
      continue;
    }
    e->along[e->n] = j;
    e->row[e->n++] = j < nv ? nv + j : j;
    e->moves += j < nv;
  }
}

int dv_rest_residual(dv_rest *e, const double *x, double *r, double *norm)
{
  int bad = dv_engine_x1.rates(e->m, e->num, e->s->t, x, e->s->d, e->dx, NULL, e->work);
  *norm = 0;
  for (int i = 0; i < e->n; i++) {
    r[i] = e->dx[e->chart->number[e->row[i]]] / e->chart->scale[e->row[i]];
    *norm += r[i] * r[i];
  }
  return bad;
}

void dv_rest_columns(dv_rest *e, const int *at, int count, int first, double *out)
{
  const double *scale = e->chart->scale;
  dv_fan *f = e->fan;
  if (e->exact && !dv_rest_exact_columns(e, at, count, first, out)) return;
  for (int done = 0; done < count;) {
    int begin = done;
    while (done < count && !dv_fan_push(f, at[done], dv_fan_step(f, at[done], 0x1p-26))) done++;
    if (done < count) done++;
    dv_fan_evaluate(f, e->s->t);
    for (int l = 0; l < f->n; l++)
      for (int i = first; i < e->n; i++) {
        double change = dv_fan_rate(f, e->row[i], l) / scale[e->row[i]] - e->r[i];
        out[(i - first) * count + begin + l] = change / f->by[l] * scale[at[begin + l]];
      }
    dv_fan_clear(f);
  }
}

// [J; sqrt(lambda) diag; G] s = [-r; 0; 0]: the equation above as least squares. How many rows.
int dv_rest_equation(dv_rest *e, const double *r, double lambda)
{
  int n = e->n;
  double most = 0;
  memset(e->matrix, 0, (size_t)(3 * n * n) * sizeof(double));
  memset(e->right, 0, (size_t)(3 * n) * sizeof(double));
  memcpy(e->matrix, e->J, (size_t)(n * n) * sizeof(double));
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += e->J[i * n + j] * e->J[i * n + j];
    e->matrix[(n + j) * n + j] = sqrt(lambda * sum);
    most = fmax(most, sqrt(sum));
    e->right[j] = -r[j];
  }
  for (int j = 0; j < n; j++) e->matrix[(n + j) * n + j] += 1e-14 * most + 1e-200;
  for (int i = 0; i < e->nkept * n; i++) e->matrix[2 * n * n + i] = most * e->kept[i];
  return 2 * n + e->nkept;
}

// |r + J s|^2
static double foreseen(const dv_rest *e)
{
  double sum = 0;
  for (int i = 0; i < e->n; i++) {
    double r = e->r[i];
    for (int j = 0; j < e->n; j++) r += e->J[i * e->n + j] * e->right[j];
    sum += r * r;
  }
  return sum;
}

// x_new = x (+) s. Length of s: its largest component.
static double propose(dv_rest *e, double lambda)
{
  int n = e->n;
  double longest = 0;
  int rows = dv_rest_equation(e, e->r, lambda);
  memset(e->xi, 0, (size_t)e->chart->n * sizeof(double));
  LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', rows, n, 1, e->matrix, n, e->right, 1);
  for (int i = 0; i < n; i++) longest = fmax(longest, fabs(e->right[i]));
  for (int i = 0; i < n; i++) e->xi[e->along[i]] = e->right[i] * e->chart->scale[e->along[i]];
  dv_engine_x1.add(e->m, e->s->x, 1, e->xi, e->x_new);
  return longest;
}

// An equation is met when its residual is small beside what moving the machine by its nominal sizes would make of it.
static int worst(const dv_rest *e, double *most)
{
  int at = -1;
  *most = 0;
  for (int i = 0; i < e->n; i++) {
    double size = 1e-3;
    for (int j = 0; j < e->n; j++) size += fabs(e->J[i * e->n + j]);
    if (!(fabs(e->r[i]) / size <= *most)) {  // also where it is not a number
      *most = fabs(e->r[i]) / size;
      at = i;
    }
  }
  return at;
}

// A displacement by more than a few nominal sizes lands beyond what J knows of.
static int too_far(const dv_rest *e)
{
  for (int i = 0; i < e->n; i++)
    if (e->along[i] < e->m->nv && fabs(e->right[i]) > 2) return 1;
  return 0;
}

// Other coordinates are the independent ones.
static void depend(dv_rest *e)
{
  e->chart = dv_chart_independent(e->arena, e->m, e->whole, e->s->d);
  choose(e);
}

// Loops close at the new point; 1: other coordinates became the independent ones.
static int follow(dv_rest *e)
{
  int gaping;
  dv_engine_x1.tidy(e->m, e->num, e->s->t, e->s->x, e->s->d, e->work);
  if (!dv_engine_loops_review(e->m, e->s->x, e->s->d, e->work, &gaping)) return 0;
  depend(e);
  return 1;
}

// Contacts and the like look where they are; 1: one of them changed.
static int meet(dv_rest *e)
{
  size_t bytes = (size_t)e->m->nd * sizeof(double);
  memcpy(e->d, e->s->d, bytes);
  dv_state_begin(e->m, &dv_engine_x1, e->s, e->work);
  if (!dv_engine_loops_alike(e->m, e->d, e->s->d)) depend(e);
  return memcmp(e->d, e->s->d, bytes) != 0;
}

int dv_rest_arrive(dv_rest *e)
{
  int other = DV_MODEL_COUNT(e->m, LOOP) && follow(e);
  return meet(e) | other;
}

static void iterate(dv_rest *e, dv_equilibrium_result *out)
{
  double norm, next, damping = 1e-3, *r_new = e->xi + e->chart->n;
  meet(e);
  dv_rest_residual(e, e->s->x, e->r, &norm);
  for (int k = 0; k < ITERATIONS_MOST; k++, out->iterations++) {
    dv_fan_set(e->fan, e->s->t, e->s->x, e->s->d, DV_ALONG_TANGENT);
    dv_rest_columns(e, e->along, e->n, 0, e->J);
    e->nkept = dv_rest_kept(e, e->kept);
    double length = propose(e, damping), gain = norm - foreseen(e);
    if (!(length > 1e-14)) break;
    int bad = too_far(e) || dv_rest_residual(e, e->x_new, r_new, &next) || !(next < norm);
    if (bad && length < 1e-9) break;  // rounding: no better point can be told
    // Flow through edges goes with the root: a step that gains far less than foreseen has jumped across the zero.
    damping = bad || norm - next < 0.25 * gain ? fmax(4 * damping, 1e-8) : 0.25 * damping;
    if (bad) continue;
    norm = next;
    memcpy(e->s->x, e->x_new, (size_t)e->m->nx * sizeof(double));
    memcpy(e->r, r_new, (size_t)e->n * sizeof(double));
    if (dv_rest_arrive(e)) dv_rest_residual(e, e->s->x, e->r, &norm);
  }
}

static void take(dv_rest *e, dv_arena *a)
{
  size_t n;
  e->work = DV_TAKE(a, double, e->m->nwork);
  e->dx = DV_TAKE(a, double, e->m->nx);
  dv_engine_x1.ready(e->m, e->num, e->work);
  choose(e);
  n = (size_t)e->whole->n;  // unknowns may change with the independent coordinates
  e->r = DV_TAKE(a, double, n);
  e->J = DV_TAKE(a, double, n *n);
  e->kept = DV_TAKE(a, double, n *n);
  e->matrix = DV_TAKE(a, double, 3 * n * n);
  e->right = DV_TAKE(a, double, 3 * n);
  e->xi = DV_TAKE(a, double, (size_t)e->chart->n + n);
  e->x_new = DV_TAKE(a, double, e->m->nx);
  e->d = DV_TAKE(a, double, e->m->nd);
}

int dv_equilibrium(const dv_model *m, dv_state *s, dv_equilibrium_result *out, dv_diags *d, dv_arena *a)
{
  return dv_equilibrium_carried(m, s, NULL, 0, 0, out, d, a);
}

// Both ways; what is left at the best point, -1: nothing.
static int approach(dv_rest *e, dv_equilibrium_result *out)
{
  size_t bytes = (size_t)e->m->nx * sizeof(double);
  iterate(e, out);
  int at = worst(e, &out->residual);
  if (out->residual <= near_enough && dv_rest_left(e) <= left_most) return -1;
  double *x = DV_TAKE(e->arena, double, e->m->nx), *d = DV_TAKE(e->arena, double, e->m->nd);
  memcpy(x, e->s->x, bytes);
  memcpy(d, e->s->d, (size_t)e->m->nd * sizeof(double));
  double residual;
  if (dv_rest_newton(e, &out->iterations) && (worst(e, &residual), residual <= near_enough)) {
    out->residual = residual;
    return -1;
  }
  memcpy(e->s->x, x, bytes);
  memcpy(e->s->d, d, (size_t)e->m->nd * sizeof(double));
  return out->residual <= near_enough ? -1 : at;
}

static int search_once(dv_rest *e, const int *held, int n, dv_equilibrium_result *out)
{
  int at = approach(e, out);
  for (int i = 0; i < CARRIES_MOST && n && at < 0 && dv_rest_carry(e, held, n); i++) at = approach(e, out);
  return at;
}

// With exact slopes, then by differences from the same start.
static int search(dv_rest *e, const int *held, int n, dv_equilibrium_result *out)
{
  struct dv_rest_exact *exact = e->exact;
  size_t bytes = (size_t)e->s->n * sizeof(double);
  double *start = DV_TAKE(e->arena, double, e->s->n);
  memcpy(start, e->s->block, bytes);
  int at = search_once(e, held, n, out);
  if (at < 0 || !exact) return at;
  memcpy(e->s->block, start, bytes);
  e->chart = dv_chart_independent(e->arena, e->m, e->whole, e->s->d);
  choose(e);
  e->exact = NULL;
  at = search_once(e, held, n, out);
  e->exact = exact;
  return at;
}

// What falls must land first: the machine moves for a while, and stops.
static int let_move(dv_rest *e, double span, dv_equilibrium_result *out)
{
  dv_run_options o = {.method = "cvode-bdf", .rtol = 1e-6, .atol = 1e-8, .until = e->s->t + span};
  dv_run_result r;
  double begin = e->s->t;
  int n = e->m->nd, pivots = DV_MODEL_COUNT(e->m, LOOP) ? dv_loop_states(DV_MODEL_COUNT(e->m, CLOSURE)) : 0;
  double *d = DV_TAKE(e->arena, double, n);
  memcpy(d, e->s->d, (size_t)n * sizeof(double));
  int bad = dv_run(e->m, e->s, &o, NULL, NULL, NULL, &r, dv_diags_new(e->arena), e->arena);
  e->s->t = begin;
  // Nothing is remembered of the way but where it led: touch-downs on it do not count.
  if (pivots) memcpy(d + e->m->loop_d, e->s->d + e->m->loop_d, (size_t)pivots * sizeof(double));
  memcpy(e->s->d, d, (size_t)n * sizeof(double));
  e->chart = dv_chart_independent(e->arena, e->m, e->whole, e->s->d);
  choose(e);
  dv_engine_x1.tidy(e->m, e->num, e->s->t, e->s->x, e->s->d, e->work);
  out->moved += span;
  return bad;
}

int dv_equilibrium_carried(const dv_model *m, dv_state *s, const int *held, int n, int differences, dv_equilibrium_result *out,
                           dv_diags *d, dv_arena *a)
{
  const dv_chart *whole = dv_chart_new(a, m), *chart = dv_chart_independent(a, m, whole, s->d);
  dv_rest e = {.m = m, .s = s, .arena = a, .whole = whole, .chart = chart, .num = dv_model_NUMBER(m)};
  dv_mark none = {NULL, 0, 0};
  e.fan = dv_fan_new(a, m, whole, 0, NULL, NULL);
  take(&e, a);
  dv_engine_x1.tidy(m, e.num, s->t, s->x, s->d, e.work);
  memset(out, 0, sizeof *out);
  if (!e.n) return 0;
  if (!differences) dv_rest_exact_open(&e);
  size_t bytes = (size_t)m->nx * sizeof(double);
  double *start = DV_TAKE(a, double, m->nx);
  memcpy(start, s->x, bytes);
  int at = search(&e, held, n, out), moves = at >= 0;
  const char *left = !moves
                         ? NULL
                         : dv_arena_text(a, "%s still changes by %.3g per second",
                                         dv_state_place(a, m, e.chart->number[e.row[at]]), e.r[at] * e.chart->scale[e.row[at]]);
  if (moves) memcpy(s->x, start, bytes);
  for (double span = shortest; moves && at >= 0 && span <= longest; span *= 2) {
    if (let_move(&e, span, out)) break;
    at = search(&e, held, n, out);
  }
  if (at < 0) return 0;
  dv_diag_add(d, DV_ERROR, none, "start nearer to it, or hold what is free to move on",
              "no equilibrium found in %d iterations: %s", out->iterations, left);
  return 2;
}
