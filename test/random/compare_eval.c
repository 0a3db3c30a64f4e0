// compare_eval.c: `davit eval` and the first instant of a run: accelerations row by row.
//
// Rows of a floating base are in world axes there, and are left out.
#include "trial.h"

#include "base/file.h"
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int rows;
  double *dx;  // [nx] of the first record
  int nx;
} first;

static int note(void *context, double t, const double *x, const double *dx, const double *work)
{
  first *f = context;
  (void)t, (void)x, (void)work;
  if (!f->rows++) memcpy(f->dx, dx, (size_t)f->nx * sizeof *dx);
  return 1;
}

static const dv_json *ask(trial *t)
{
  dv_diags *d = dv_diags_new(t->arena);
  size_t n;
  if (dv_file_write(d, "eval.yaml", t->m->text, strlen(t->m->text))) return NULL;
  if (system(dv_arena_text(t->arena, "%s eval eval.yaml --json >eval.json 2>/dev/null", t->davit))) return NULL;
  char *text = dv_file_read(t->arena, d, "eval.json", (dv_mark){NULL, 0, 0}, (size_t)1 << 24, &n);
  return text ? dv_json_read(t->arena, d, "eval.json", text, n) : NULL;
}

verdict compare_eval(trial *t)
{
  const dv_model *m = t->m->model;
  if (!t->davit || !m->nv) return NOT_HERE;
  const dv_json *j = ask(t), *names = j ? dv_json_find(j, "coordinates") : NULL, *a = j ? dv_json_find(j, "acceleration") : NULL;
  if (!names || !a || a->n != m->nv) return say(t, "eval: no accelerations");
  first f = {0, DV_TAKE(t->arena, double, m->nx), m->nx};
  dv_state *s = dv_state_new(t->arena, m);
  dv_run_options o = {.method = "cvode-bdf", .rtol = TIGHT, .atol = TIGHT, .until = t->until, .every = t->until, .width = 1};
  dv_run_result r;
  dv_run(m, s, &o, note, NULL, &f, &r, dv_diags_new(t->arena), t->arena);
  double size = 1;
  for (int i = 0; i < m->nv; i++) size = fmax(size, fabs(f.dx[m->nq + i]));
  for (int i = 0; i < m->nv && f.rows; i++) {
    if (strstr(names->item[i]->text, ".world.") || !strncmp(names->item[i]->text, "base.", 5)) continue;
    if (!(fabs(a->item[i]->number - f.dx[m->nq + i]) <= 1e-8 * size))
      return say(t, "eval: the acceleration of %s is %.10g, in a run %.10g", names->item[i]->text, a->item[i]->number,
                 f.dx[m->nq + i]);
  }
  return AGREES;
}
