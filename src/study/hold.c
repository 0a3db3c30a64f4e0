// hold.c: efforts that hold a machine still.
//
//   a(f, g) = a0 + S f + T g = 0,   v = 0
//
// a0: accelerations at rest with all parts but the actuators, S, T: those by a unit effort of an actuator, of a coordinate's own.
// f of the least norm where actuators are redundant; g only where no actuator holds a coordinate (a load that hangs aside).
#include "study/hold.h"

#include "engine/engine.h"
#include "engine/program.h"
#include "engine/closed_loops.h"
#include "engine/efforts.h"
#include "skeleton/skeleton.h"
#include "study/least.h"

#include <math.h>
#include <string.h>

static const double unit = 1e6;  // N: the accelerations are linear in efforts, and small ones would drown in a0

static int is_axis(const dv_port *p) { return dv_domain_is_axis((int)p->domain); }

static int delivers(const dv_kind *k)
{
  int other = k->active;
  for (int i = 0; i < k->nport; i++) other |= dv_domain_is_node((int)k->port[i].domain);
  return other;
}

static void add_actuators(dv_hold *h)
{
  const dv_model *m = h->m;
  const dv_part *p = dv_model_PART(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++, p++) {
    const dv_kind *k = dv_kind_of(m, p);
    const int *port = dv_model_INT(m) + p->port;
    for (int n = 0, slot = 0; n < k->nport; n++) {
      if (delivers(k) && is_axis(&k->port[n]) && k->port[n].role == DV_ANSWERS && port[n] >= 0) {
        h->junction[h->n] = port[n];
        h->effort[h->n++] = p->effort + slot;
      }
      slot += dv_domain_of((int)k->port[n].domain)->width;
    }
  }
}

// Rates of modal coordinates.
static void find_bends(dv_hold *h)
{
  const dv_link *l = dv_model_LINK(h->m);
  for (int i = 0; i < h->m->nlink; i++)
    if (l[i].body == DV_BEAM) memset(h->bends + l[i].mv, 1, (size_t)l[i].modes);
}

static int count_axes(const dv_model *m)
{
  const dv_part *p = dv_model_PART(m);
  int n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) n += dv_kind_of(m, p + i)->nport;
  return n;
}

dv_hold *dv_hold_new(dv_arena *a, const dv_machine *machine)
{
  const dv_model *m = machine->model;
  int nv = m->nv, axes = count_axes(m), junctions = DV_MODEL_COUNT(m, JUNCTION);
  dv_hold *h = DV_TAKE(a, dv_hold, 1);
  *h = (dv_hold){.m = m, .arena = a};
  h->junction = DV_TAKE(a, int, 2 * axes + 3 * nv);
  h->effort = h->junction + axes;
  h->rate = h->effort + axes;
  h->order = h->rate + nv;
  h->free = h->order + nv;
  h->gripped = DV_TAKE(a, char, 2 * nv + axes);
  h->bends = h->gripped + nv;
  h->idle = h->bends + nv;
  h->x = DV_TAKE(a, double, 2 * m->nx + m->nd);
  h->dx = h->x + m->nx;
  h->d = h->dx + m->nx;
  h->work = DV_TAKE(a, double, m->nwork);
  h->axis_effort = DV_TAKE(a, double, junctions + 2 * nv);
  h->rate_effort = h->axis_effort + junctions;
  h->a0 = h->rate_effort + nv;
  h->total = DV_TAKE(a, double, axes);
  h->column = DV_TAKE(a, double, (axes + nv) * nv);
  h->basis = DV_TAKE(a, double, nv *nv);
  add_actuators(h);
  find_bends(h);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), h->work);
  return h;
}

static double dot(const double *a, const double *b, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

static int evaluate(dv_hold *h, double t)
{
  return dv_engine_still(h->m, t, h->x, h->d, h->axis_effort, h->rate_effort, h->dx, h->work);
}

// Accelerations by one unit of an effort.
static void respond(dv_hold *h, double t, double *effort, double *column)
{
  int nv = h->m->nv;
  *effort = unit;
  evaluate(h, t);
  *effort = 0;
  for (int i = 0; i < nv; i++) column[i] = (h->dx[h->m->nq + i] - h->a0[i]) / unit;
}

// What is new of a column beside the basis [rank][nv], into its next row: as a share of the column.
static double remainder_of(const dv_hold *h, const double *column, int rank)
{
  int nv = h->m->nv;
  double *b = h->basis + rank * nv, size = sqrt(dot(column, column, nv));
  for (int i = 0; i < nv; i++) b[i] = size > 0 ? column[i] / size : 0;
  for (int twice = 0; twice < 2; twice++)
    for (int k = 0; k < rank; k++) {
      double share = dot(b, h->basis + k * nv, nv);
      for (int i = 0; i < nv; i++) b[i] -= share * h->basis[k * nv + i];
    }
  return sqrt(dot(b, b, nv));
}

// Takes it into the basis; 1 if there was anything.
static int widen(const dv_hold *h, const double *column, int *rank)
{
  int nv = h->m->nv;
  double size = *rank < nv ? remainder_of(h, column, *rank) : 0;
  if (size < 1e-7) return 0;
  for (int i = 0; i < nv; i++) h->basis[*rank * nv + i] /= size;
  return ++*rank, 1;
}

// 1: the columns so far can undo a0.
static int suffices(const dv_hold *h, int rank) { return rank == h->m->nv || remainder_of(h, h->a0, rank) < 1e-9; }

// 1: an axis of an actuator moves with rate i.
static int is_reached(dv_hold *h, double t, int i)
{
  const dv_junction *j = dv_model_JUNCTION(h->m);
  int reached = 0;
  h->x[h->m->nq + i] = 1;
  evaluate(h, t);
  h->x[h->m->nq + i] = 0;
  for (int k = 0; k < h->n; k++) reached |= h->idle[k] ? 0 : fabs(h->work[j[h->junction[k]].shared]) > 1e-9;
  return reached;
}

// Free rates in the order in which they are held by themselves, if need be: shapes of elastic bodies, those that no actuator
// reaches, the others.
static int list_rates(dv_hold *h, double t, int *list)
{
  int nv = h->m->nv, n = 0;
  for (int i = 0; i < nv; i++)
    if (h->free[i] >= 0) h->order[i] = h->bends[i] ? 0 : 1 + is_reached(h, t, i);
  for (int turn = 0; turn < 3; turn++)
    for (int i = 0; i < nv; i++)
      if (h->free[i] >= 0 && h->order[i] == turn) list[n++] = i;
  return n;
}

static void find_columns(dv_hold *h, double t)
{
  int nv = h->m->nv, rank = 0;
  for (int i = 0; i < h->n; i++) {
    double *column = h->column + i * nv;
    memset(column, 0, (size_t)nv * sizeof(double));
    if (h->idle[i]) continue;
    respond(h, t, &h->axis_effort[h->junction[i]], column);
    if (!widen(h, column, &rank)) h->redundant = 1;
  }
  h->nrate = 0;
  if (suffices(h, rank)) return;
  int n = list_rates(h, t, h->rate);
  for (int i = 0; i < n && !suffices(h, rank); i++) {
    double *column = h->column + (h->n + h->nrate) * nv;
    int at = h->rate[i];
    respond(h, t, &h->rate_effort[at], column);
    if (!widen(h, column, &rank)) continue;
    h->gripped[at] |= !h->bends[at];
    h->rate[h->nrate++] = at;
  }
}

// Least-norm y of C y = b, C: the columns.
static void solve(const dv_hold *h, dv_arena *scratch, const double *b, double *y)
{
  int nv = h->m->nv, n = h->n + h->nrate, rows = n > nv ? n : nv;
  double *C = DV_TAKE(scratch, double, rows *n), *U = DV_TAKE(scratch, double, rows *n), *V = DV_TAKE(scratch, double, n *n),
         *s = DV_TAKE(scratch, double, n);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < nv; i++) C[i * n + j] = h->column[j * nv + i];
  dv_svd(scratch, rows, n, C, U, s, V);
  memset(y, 0, (size_t)n * sizeof(double));
  for (int k = 0; k < n && s[k] > 1e-9 * s[0]; k++) {
    double share = 0;
    for (int i = 0; i < nv; i++) share += U[i * n + k] * b[i] / s[k];
    for (int j = 0; j < n; j++) y[j] += share * V[j * n + k];
  }
}

// What all of them must give in the end, beside what the actuators give by themselves.
static int apply(dv_hold *h, double t)
{
  int nv = h->m->nv, n = h->n + h->nrate, bad = 0;
  dv_arena *scratch = dv_arena_new();
  double *own = DV_TAKE(scratch, double, h->n), *y = DV_TAKE(scratch, double, n), *b = DV_TAKE(scratch, double, nv);
  for (int i = 0; i < h->n; i++) own[i] = -h->work[h->effort[i]];
  // the second round takes what rounding has left
  for (int round = 0; round < 2 && n; round++) {
    for (int i = 0; i < nv; i++) {
      b[i] = -(round ? h->dx[h->m->nq + i] : h->a0[i]);
      for (int k = 0; k < h->n && !round; k++) b[i] += h->column[k * nv + i] * own[k];
    }
    solve(h, scratch, b, y);
    for (int i = 0; i < h->n; i++) {
      h->axis_effort[h->junction[i]] += y[i] - (round ? 0 : own[i]);
      h->total[i] = y[i] + (round ? h->total[i] : 0);
    }
    for (int i = 0; i < h->nrate; i++) h->rate_effort[h->rate[i]] += y[h->n + i];
    bad = evaluate(h, t);
  }
  dv_engine_x1.observe(h->m, dv_model_NUMBER(h->m), h->x, h->work);
  dv_arena_free(scratch);
  return bad;
}

int dv_hold_pose(dv_hold *h, double t, const double *x, const double *d)
{
  const dv_model *m = h->m;
  memcpy(h->x, x, (size_t)m->nx * sizeof(double));
  memcpy(h->d, d, (size_t)m->nd * sizeof(double));
  memset(h->x + m->nq, 0, (size_t)m->nv * sizeof(double));
  memset(h->axis_effort, 0, (size_t)DV_MODEL_COUNT(m, JUNCTION) * sizeof(double));
  memset(h->rate_effort, 0, (size_t)m->nv * sizeof(double));
  dv_engine_loops_columns(m, h->d, h->free);
  if (evaluate(h, t)) return 1;
  memcpy(h->a0, h->dx + m->nq, (size_t)m->nv * sizeof(double));
  for (int i = 0; i < h->n; i++) h->idle[i] = h->work[h->effort[i]] == 0;
  find_columns(h, t);
  evaluate(h, t);
  int bad = apply(h, t);
  for (int i = 0; i < h->n; i++) h->work[h->effort[i]] = -h->total[i];
  return bad;
}
