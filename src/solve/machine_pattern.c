// machine_pattern.c: where the Jacobian of a machine has entries, from the graph of its right-hand side (graph/slopes.c).
//
// A quaternion's four components move with three directions of the chart, and its rate with three rates. Machines with closed
// loops, and the few whose laws look at numbers to decide, are taken to be full.
#include "run/running.h"

#include "graph/trace.h"
#include "solve/machine_pattern.h"

#include <string.h>

// Components of x that go with direction i: first, and how many.
static int components(const dv_chart *c, int i, int *first)
{
  *first = c->number[i];
  if (*first >= 0) return 1;
  for (int k = 0; k < c->nattitude; k++)
    if (i >= c->attitude[k].v && i < c->attitude[k].v + 3) *first = c->attitude[k].q;
  return 4;
}

// on [nx][nx] of components; NULL: cannot be told.
static char *slopes(dv_arena *a, const dv_model *m, int momentum, int *timed)
{
  char *on = DV_TAKE(a, char, (size_t)m->nx *(size_t)m->nx);
  *timed = 1;
  return DV_MODEL_COUNT(m, LOOP) || dv_trace_slopes(a, m, momentum, on, timed) ? NULL : on;
}

static char *to_chart(dv_arena *a, const dv_model *m, const dv_chart *c, const char *on)
{
  char *out = DV_TAKE(a, char, (size_t)c->n *(size_t)c->n);
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->n; j++) {
      int row, column, rows = components(c, i, &row), columns = components(c, j, &column);
      for (int k = row; k < row + rows; k++)
        for (int l = column; l < column + columns; l++) out[i * c->n + j] |= on[k * m->nx + l];
    }
  for (int k = 0; k < 9 * c->nattitude; k++) {  // the chart's own curvature
    int v = c->attitude[k / 9].v;
    out[(v + k / 3 % 3) * c->n + v + k % 3] = 1;
  }
  return out;
}

const dv_pattern *dv_pattern_of_chart(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum)
{
  int timed;
  char *on = slopes(a, m, momentum, &timed), *moves = DV_TAKE(a, char, c->n);
  for (int i = 0; i < c->nmoving; i++) moves[c->moving[i]] = 1;
  dv_pattern *p = dv_pattern_new(a, c->n, on ? to_chart(a, m, c, on) : NULL, moves);
  p->timed = timed;
  return p;
}

const int *dv_pattern_saved(dv_arena *a, const dv_model *m, int *n)
{
  const dv_chart *c = dv_chart_new(a, m);
  int timed, count = 1;
  const char *all = slopes(a, m, 0, &timed), *on = all ? to_chart(a, m, c, all) : NULL;
  size_t size = (size_t)c->n * (size_t)c->n;
  *n = 0;
  if (!on) return NULL;
  for (size_t i = 0; i < size; i++) count += 2 * (on[i] != 0);
  int *out = DV_TAKE(a, int, count);
  out[(*n)++] = timed;
  for (size_t i = 0; i < size; i++)
    if (on[i]) out[(*n)++] = (int)(i / (size_t)c->n), out[(*n)++] = (int)(i % (size_t)c->n);
  return out;
}

const dv_pattern *dv_pattern_of_components(dv_arena *a, const dv_model *m, const dv_chart *c, int momentum)
{
  int timed;
  char *on = slopes(a, m, momentum, &timed), *moves = DV_TAKE(a, char, m->nx);
  memset(moves, 1, (size_t)m->nx);
  for (int i = 0, k = 0; i < c->n; i++) {
    if (k < c->nmoving && c->moving[k] == i) k++;
    else if (c->number[i] >= 0) moves[c->number[i]] = 0;
  }
  return dv_pattern_new(a, m->nx, on, moves);
}
