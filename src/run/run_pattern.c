// run_pattern.c: where the Jacobian of a run has entries: as the options' maker finds, as a saved block says, or everywhere.
//
// A saved block has the machine's slopes along time (1: some) and then pairs of directions of its chart: rate, along.
#include "run/run.h"

#include <string.h>

static const dv_pattern *saved(dv_arena *a, const dv_model *m, const dv_chart *c, const char *moves)
{
  const int *slope = dv_model_SLOPE(m);
  int n = DV_MODEL_COUNT(m, SLOPE);
  char *on = n ? DV_TAKE(a, char, (size_t)c->n *(size_t)c->n) : NULL;
  for (int i = 1; i + 1 < n; i += 2) on[(size_t)slope[i] * (size_t)c->n + (size_t)slope[i + 1]] = 1;
  for (int i = 0; n && i < 9 * c->nattitude; i++) {  // the chart's own part
    size_t v = (size_t)c->attitude[i / 9].v;
    on[(v + (size_t)(i / 3 % 3)) * (size_t)c->n + v + (size_t)(i % 3)] = 1;
  }
  dv_pattern *p = dv_pattern_new(a, c->n, on, moves);
  p->timed = n ? slope[0] : 1;
  return p;
}

const dv_pattern *dv_run_pattern(const dv_run_options *o, dv_arena *a, const dv_model *m, const dv_chart *c, int momentum)
{
  if (o->pattern) return o->pattern(a, m, c, momentum);
  char *moves = DV_TAKE(a, char, c->n);
  for (int i = 0; i < c->nmoving; i++) moves[c->moving[i]] = 1;
  return saved(a, m, c, moves);
}
