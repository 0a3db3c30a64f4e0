// arm.h: machines/electric-road-arm.yaml opened with settings, its variables by name, its shoe.
#pragma once

#include "support.h"
#include <stdio.h>
#include <string.h>

#include "assemble/assemble.h"
#include "engine/program.h"
#include "record/record.h"
#include "solve/solve.h"

typedef struct {
  dv_machine *m;
  dv_state *s;
  double *work, *dx;
} arm;

// Settings: "path=value", ended by NULL. Evaluated at its start.
static inline arm arm_open(const char *case_name, const char *const *settings)
{
  dv_machine_options o = {.case_name = case_name, .settings = settings};
  while (settings[o.nsetting]) o.nsetting++;
  arm a = {.m = dv_machine_open("machines/electric-road-arm.yaml", &o)};
  for (int i = 0; !a.m->model && i < a.m->diags->n; i++) print_error("%s\n", dv_diag_text(a.m->diags, i));
  assert_non_null(a.m->model);
  const dv_model *m = a.m->model;
  const double *num = dv_model_NUMBER(m);
  a.s = dv_state_new(a.m->arena, m);
  a.work = DV_TAKE(a.m->arena, double, m->nwork);
  a.dx = DV_TAKE(a.m->arena, double, m->nx);
  dv_engine_x1.ready(m, num, a.work);
  assert_int_equal(dv_engine_x1.rates(m, num, 0, a.s->x, a.s->d, a.dx, NULL, a.work), 0);
  dv_engine_x1.observe(m, num, a.s->x, a.work);
  return a;
}

static inline void arm_close(arm *a) { dv_machine_close(a->m); }

static inline double arm_value(const arm *a, const char *path)
{
  int i = dv_model_find(a->m->model, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  return dv_variable_value(a->m->model, i, a->s->x, a->dx, a->work);
}
