// forestry.h: machines/forestry-machine.yaml as one of its variants, at a state given by name.
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

static const double degree = 3.14159265358979324 / 180;

typedef struct {
  dv_machine *m;
  const dv_model *model;
  dv_state *s;
  double *work, *dx;
} forestry;

// settings: ended by NULL, or NULL
static inline forestry forestry_open(const char *variant, const char *case_name, const char *const *settings)
{
  const char *all[16];
  char chosen[64];
  int n = 0;
  for (; settings && settings[n]; n++) all[n] = settings[n];
  snprintf(chosen, sizeof chosen, "variant=%s", variant ? variant : "");
  if (variant) all[n++] = chosen;
  dv_machine_options o = {.case_name = case_name, .settings = all, .nsetting = n};
  forestry f = {.m = dv_machine_open("machines/forestry-machine.yaml", &o)};
  for (int i = 0; !f.m->model && i < f.m->diags->n; i++) print_error("%s\n", dv_diag_text(f.m->diags, i));
  assert_non_null(f.m->model);
  f.model = f.m->model;
  f.s = dv_state_new(f.m->arena, f.model);
  f.work = DV_TAKE(f.m->arena, double, f.model->nwork);
  f.dx = DV_TAKE(f.m->arena, double, f.model->nx);
  dv_engine_x1.ready(f.model, dv_model_NUMBER(f.model), f.work);
  return f;
}

static inline void forestry_close(forestry *f) { dv_machine_close(f->m); }

// Index of a state in x: "boom", "boom.rate". Coordinates are their own rates' indices here: all joints have one.
static inline int forestry_index(const forestry *f, const char *path)
{
  int i = dv_model_find(f->model, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  return dv_model_VARIABLE(f->model)[i].index;
}

typedef struct {
  const char *joint;
  double q, v;
} pose;

static inline void forestry_pose(const forestry *f, const pose *p, int n)
{
  for (int i = 0; i < n; i++) {
    int k = forestry_index(f, p[i].joint);
    f->s->x[k] = p[i].q;
    f->s->x[f->model->nq + k] = p[i].v;
  }
}

// One unit of the last digit that the sheet prints, or 1e-6 of the number, whichever is more.
static inline void assert_sheet(double is, double want, double last) { assert_near(is, want, fmax(last, 1e-6 * fabs(want))); }
