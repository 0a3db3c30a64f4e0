// state.c: a state as people see it.
#include "cli.h"

#include <string.h>

double *new_work(dv_arena *a, const dv_model *m)
{
  double *work = DV_TAKE(a, double, m->nwork);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  return work;
}

static const char *without(dv_arena *a, const char *path, const char *suffix)
{
  size_t n = strlen(path), k = strlen(suffix);
  return n > k && !strcmp(path + n - k, suffix) ? dv_arena_copy(a, path, n - k) : path;
}

const char *rate_name(dv_arena *a, const dv_model *m, int i) { return without(a, dv_model_state_name(m, m->nq + i), ".rate"); }

const char *coordinate_name(dv_arena *a, const dv_model *m, int i) { return without(a, dv_model_state_name(m, i), ".position"); }
