// equations_loops.c: the equations of a machine with loops, in its independent rates (formulation/loop_form.h).
#include "equations.h"

#include "formulation/loop_form.h"

#include <string.h>

static void put(equations *e, const char *name, const char *latex, const char *doc, const double *x, int columns)
{
  *DV_PUSH(e->a->arena, &e->block) = (block){.name = name, .latex = latex, .doc = doc, .columns = columns, .x = x};
}

static void put_map(equations *e, const dv_loop_form *f)
{
  int nv = e->m->nv;
  const char **row = DV_TAKE(e->a->arena, const char *, nv);
  for (int i = 0; i < nv; i++) row[i] = rate_name(e->a->arena, e->m, i);
  block b = {.name = "G",
             .latex = "\\mathbf G",
             .doc = "all rates by the independent ones",
             .columns = e->n,
             .x = f->G,
             .rows = nv,
             .row = row};
  *DV_PUSH(e->a->arena, &e->block) = b;
}

static dv_loop_form form(equations *e, const eval *s)
{
  double *a = DV_TAKE(e->a->arena, double, s->m->nv);
  memcpy(a, s->work + s->m->work_a, (size_t)s->m->nv * sizeof *a);
  dv_loop_form f = dv_loop_form_at(e->a->arena, s->m, s->q, s->d, a, s->work);
  e->n = f.n;
  for (int i = 0; i < f.n; i++) e->name[i] = rate_name(e->a->arena, e->m, f.rate[i]);
  put(e, "v", "\\dot y", "independent rates", f.y, 1);
  put_map(e, &f);
  return f;
}

void equations_loops_newton_euler(equations *e, const eval *s)
{
  dv_loop_form f = form(e, s);
  put(e, "a", "\\ddot y", "accelerations", f.a, 1);
  put(e, "B", "\\mathbf B", "mass matrix G' B_tree G", f.B, f.n);
  put(e, "c", "c", "Coriolis and centrifugal efforts, and those of drives", f.c, 1);
  put(e, "g", "g", "weight", f.g, 1);
  put(e, "tau", "\\tau", "efforts of parts", f.tau, 1);
}

void equations_loops_lagrange(equations *e, const eval *s)
{
  dv_loop_form f = form(e, s);
  double *rate = DV_TAKE(e->a->arena, double, f.n);
  for (int i = 0; i < f.n; i++) rate[i] = f.slope[i] - f.g[i] + f.tau[i];
  put(e, "B", "\\mathbf B", "mass matrix G' B_tree G", f.B, f.n);
  put(e, "g", "g", "weight", f.g, 1);
  put(e, "p", "p", "momentum G' B_tree v", f.p, 1);
  put(e, "slope", "\\tfrac12\\dot y^T\\frac{\\partial\\mathbf B}{\\partial y}\\dot y", "what motion alone adds to the momentum",
      f.slope, 1);
  put(e, "tau", "\\tau", "efforts of parts", f.tau, 1);
  put(e, "p_rate", "\\dot p", "slope - g + tau", rate, 1);
}
