// run_pattern.c: where the Jacobian of a run has entries: as the options' maker finds, or everywhere.
#include "run/run.h"

#include <string.h>

static const dv_pattern *full(dv_arena *a, const dv_chart *c)
{
  char *moves = DV_TAKE(a, char, c->n);
  for (int i = 0; i < c->nmoving; i++) moves[c->moving[i]] = 1;
  dv_pattern *p = dv_pattern_new(a, c->n, NULL, moves);
  p->timed = 1;
  return p;
}

const dv_pattern *dv_run_pattern(const dv_run_options *o, dv_arena *a, const dv_model *m, const dv_chart *c, int momentum)
{
  return o->pattern ? o->pattern(a, m, c, momentum) : full(a, c);
}
