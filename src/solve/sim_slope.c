// sim_slope.c: slopes of a sim's machine by its graph, to rounding.
//
// Derived once: rates along states and inputs always, outputs and parameters that somebody has asked for. Other numbers are
// constants of it, so it is derived anew when one was changed.
#include "solve/sim_slope.h"

#include "engine/compiled.h"
#include "graph/derivative.h"

#include <math.h>
#include <string.h>

enum { W = DV_DERIVATIVE_WIDTH };

typedef struct {
  dv_arena *arena;
  dv_derivative *derivative;
  int *shown;    // [nvariable] which of the derivative's, -1: none
  int *row;      // [nvariable] of the seed, -1: none
  int rows;      // of the seed
  char *open;    // [nnum] 1: no constant
  double *num;   // [nnum] as they were
  double *seed;  // [rows][W]
} kept;

static int is_output(const dv_variable *v) { return v->array == DV_IN_WORK || v->array == DV_IN_RATE; }

static int is_input(const dv_variable *v) { return v->role == DV_ROLE_INPUT && v->array == DV_IN_NUMBER; }

// What is asked for, and what was before, gets places.
static void lay(kept *k, const kept *before, const dv_sim_body *b, const dv_sim_slopes *q, dv_derivative_options *o)
{
  const dv_variable *v = dv_model_VARIABLE(b->m);
  int n = DV_MODEL_COUNT(b->m, VARIABLE);
  int *cell = DV_TAKE(k->arena, int, n + 1), *number = DV_TAKE(k->arena, int, n + 1);
  char *wanted = DV_TAKE(k->arena, char, n + 1);
  for (int i = 0; before && i < n; i++) wanted[i] = before->shown[i] >= 0 || before->row[i] >= 0;
  for (int i = 0; i < q->nof; i++) wanted[q->of[i]] = 1;
  for (int i = 0; i < q->nalong; i++) wanted[q->along[i]] = 1;
  o->shown = cell, o->number = number;
  for (int i = 0; i < n; i++) {
    k->shown[i] = k->row[i] = -1;
    if (v[i].array == DV_IN_STATE) k->row[i] = 1 + v[i].index;
    if (wanted[i] && is_output(&v[i])) dv_shown_cell(&v[i], &cell[o->nshown]), k->shown[i] = o->nshown++;
    if (!is_input(&v[i]) && !(wanted[i] && v[i].role == DV_ROLE_PARAMETER)) continue;
    k->row[i] = 1 + b->m->nx + o->nnumber;
    number[o->nnumber++] = v[i].index;
    k->open[v[i].index] = 1;
  }
  k->rows = 1 + b->m->nx + o->nnumber;
}

static kept *derive(dv_sim_body *b, const kept *before, const dv_sim_slopes *q)
{
  dv_arena *a = dv_arena_under(b->arena);
  const dv_model *m = b->m;
  int n = DV_MODEL_COUNT(m, VARIABLE);
  dv_derivative_options o = {.start = b->s->x};
  kept *k = DV_TAKE(a, kept, 1);
  *k = (kept){.arena = a, .shown = DV_TAKE(a, int, n + 1), .row = DV_TAKE(a, int, n + 1)};
  k->open = DV_TAKE(a, char, m->nnum + 1), k->num = DV_TAKE(a, double, m->nnum + 1);
  memcpy(k->num, b->num, (size_t)m->nnum * sizeof *k->num);
  lay(k, before, b, q, &o);
  k->seed = DV_TAKE(a, double, (size_t)k->rows *W);
  k->derivative = dv_derivative_new(a, m, &o);
  return k;
}

// 1: no other number follows from the parameters along which slopes are wanted.
static int is_plain(const dv_sim_body *b, const dv_sim_slopes *q)
{
  for (int i = 0; i < q->nalong; i++) {
    const dv_variable *v = dv_sim_variable(b, q->along[i]);
    if (v->role == DV_ROLE_PARAMETER && !dv_number_alone(b->m, v)) return 0;
  }
  return 1;
}

static int has_all(const kept *k, const dv_sim_body *b, const dv_sim_slopes *q)
{
  for (int i = 0; i < q->nof; i++)
    if (is_output(dv_sim_variable(b, q->of[i])) && k->shown[q->of[i]] < 0) return 0;
  for (int i = 0; i < q->nalong; i++)
    if (k->row[q->along[i]] < 0) return 0;
  for (int i = 0; i < b->m->nnum; i++)
    if (!k->open[i] && memcmp(&k->num[i], &b->num[i], sizeof *k->num) != 0) return 0;
  return 1;
}

static double slope_of(const kept *k, const dv_sim_body *b, const dv_slopes *s, int handle)
{
  const dv_variable *v = dv_sim_variable(b, handle);
  if (v->array == DV_IN_STATE) return s->dx[v->index * W];
  if (is_output(v)) return s->shown[k->shown[handle] * W];
  return k->row[handle] >= 0 ? k->seed[k->row[handle] * W] : 0;
}

int dv_sim_slope_exact(dv_sim_body *b, const dv_sim_slopes *q)
{
  kept *k = b->exact_keeps, *before = k;
  dv_slopes s;
  if (!is_plain(b, q)) return 1;
  if (!k || !has_all(k, b, q)) {
    b->exact_keeps = k = derive(b, before, q);
    if (before) dv_arena_free(before->arena);
  }
  if (!k->derivative) b->exact = NULL;  // a machine without a graph
  if (!k->derivative) return 1;
  memset(k->seed, 0, (size_t)k->rows * W * sizeof *k->seed);
  for (int i = 0; i < q->nalong; i++) k->seed[k->row[q->along[i]] * W] += q->seed[i];
  if (dv_derivative_run(k->derivative, b->num, b->s->t, b->s->x, b->s->d, k->seed, &s)) return 1;
  int bad = 0;
  for (int i = 0; i < q->nof; i++) bad |= !isfinite(q->out[i] = slope_of(k, b, &s, q->of[i]));
  return bad;
}
