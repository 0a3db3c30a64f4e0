// titan.h: machines/titan4.yaml opened with a case, its variables by name, its arm at one pose.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assemble/assemble.h"
#include "solve/solve.h"

enum { JOINTS = 6 };

typedef struct {
  dv_machine *m;
  const dv_model *model;
  dv_state *s;
  double *work, *dx;
} titan;

// Settings: "path=value", ended by NULL.
static inline titan titan_open_file(const char *file, const char *case_name, const char *const *settings)
{
  dv_machine_options o = {.case_name = case_name, .settings = settings};
  while (settings && settings[o.nsetting]) o.nsetting++;
  titan t = {.m = dv_machine_open(file, &o)};
  for (int i = 0; !t.m->model && i < t.m->diags->n; i++) print_error("%s\n", dv_diag_text(t.m->diags, i));
  assert_non_null(t.m->model);
  t.model = t.m->model;
  t.s = dv_state_new(t.m->arena, t.model);
  t.work = DV_TAKE(t.m->arena, double, t.model->nwork);
  t.dx = DV_TAKE(t.m->arena, double, t.model->nx);
  dv_engine_x1.ready(t.model, dv_model_NUMBER(t.model), t.work);
  return t;
}

static inline titan titan_open(const char *case_name, const char *const *settings)
{
  return titan_open_file("machines/titan4.yaml", case_name, settings);
}

static inline void titan_close(titan *t) { dv_machine_close(t->m); }

static inline const dv_variable *titan_variable(const titan *t, const char *path)
{
  int i = dv_model_find(t->model, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  return dv_model_VARIABLE(t->model) + i;
}

// Rates at x; outputs are in the work then.
static inline void titan_rates(const titan *t, const double *x)
{
  assert_int_equal(dv_engine_x1.rates(t->model, dv_model_NUMBER(t->model), t->s->t, x, t->s->d, t->dx, NULL, t->work), 0);
}

// Value of "name<joint>suffix" in a state and the work that belongs to it.
static inline double titan_value(const titan *t, const double *x, const double *work, const char *name, int joint,
                                 const char *suffix)
{
  char path[64];
  snprintf(path, sizeof path, joint ? "%s%d%s" : "%s", name, joint, suffix);
  const dv_variable *v = titan_variable(t, path);
  return v->array == DV_IN_STATE ? x[v->index] : work[v->index];
}
