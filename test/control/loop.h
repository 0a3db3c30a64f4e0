// loop.h: a machine with a controller from text, and what its model service gives.
#pragma once

#include "solve/harness.h"

#include "engine/evaluation.h"

typedef struct {
  fixture b;
  double *work, *dx;
  dv_eval e;
  const dv_part *law;
  dv_choice of;
} loop;

// The controller is the part `law`.
static inline loop loop_open(const char *yaml)
{
  loop l = {.b = fixture_open(yaml)};
  const dv_model *m = l.b.model;
  const int *ints = dv_model_INT(m);
  l.work = DV_TAKE(l.b.arena, double, m->nwork);
  l.dx = DV_TAKE(l.b.arena, double, m->nx);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), l.work);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    if (!strcmp(dv_model_text(m, p->name), "law")) l.law = p;
  }
  assert_non_null(l.law);
  l.of = (dv_choice){l.law->neach, l.law->nrow, ints + l.law->each, ints + l.law->each + l.law->neach, NULL};
  if (l.law->row >= 0) l.of.row = (const dv_task_row *)(const void *)(ints + l.law->row);
  return l;
}

// Rates at x; outputs are in the work then.
static inline void loop_rates(loop *l, const double *x)
{
  const dv_model *m = l->b.model;
  assert_int_equal(dv_engine_x1.rates(m, dv_model_NUMBER(m), 0, x, l->b.state->d, l->dx, NULL, l->work), 0);
}

static inline double loop_output(const loop *l, const char *path)
{
  int i = dv_model_find(l->b.model, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  return l->work[(dv_model_VARIABLE(l->b.model) + i)->index];
}

static inline double loop_random(double size)
{
  static uint64_t seed = 77;
  return around_zero(&seed, size);
}

static inline void loop_close(loop *l) { fixture_close(&l->b); }
