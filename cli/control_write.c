// control_write.c: the controller as a machine file, and how the closed loop comes back from a deviation.
#include "control.h"
#include "base/visible.h"
#include "include_path.h"
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 400, PANELS = 8 };

static void head_gains(dv_text *t, const control *c)
{
  for (int i = 0; i < c->l.n; i++) {
    dv_text_add(t, "# %s: gain", c->l.state[i]);
    for (int j = 0; j < c->nu; j++) dv_text_add(t, " %.6g", c->r.K[j * c->l.n + i]);
    dv_text_add(t, "\n");
  }
}

static const char *head_of(const control *point, int n)
{
  const control *c = point;
  dv_text t = {.arena = c->a->arena};
  const dv_regulator *r = &c->r;
  dv_text_add(&t, "# Written by davit control: %s", r->npole ? "poles by feedback" : "LQR");
  if (r->L) dv_text_add(&t, " with a Kalman filter");
  if (c->horizon) dv_text_add(&t, " that keeps limits, looking %d periods ahead", c->horizon);
  if (r->period > 0) dv_text_add(&t, ", sampled every %.9g s", r->period);
  dv_text_add(&t, "\n# of %s%s%s\n", dv_text_visible(c->a->arena, c->a->operand[0], 0), value_of(c->a, "case") ? ", case " : "",
              value_of(c->a, "case") ? value_of(c->a, "case") : "");
  for (int k = 0; k < n; k++) {
    if (n > 1) dv_text_add(&t, "# at %.9g s, %s = %.9g\n", point[k].time[k], c->schedule ? c->schedule : "t", point[k].by);
    head_gains(&t, &point[k]);
  }
  return dv_text_all(&t);
}

static int by_rising(const void *a, const void *b)
{
  double x = ((const dv_regulator_point *)a)->by, y = ((const dv_regulator_point *)b)->by;
  return x < y ? -1 : x > y;
}

const char *control_text(const control *point, int n, const char *path)
{
  const control *c = point;
  const char *name = value_of(c->a, "name");
  const char **measured = DV_TAKE(c->a->arena, const char *, c->nmeasured + 1);
  dv_regulator_point *design = DV_TAKE(c->a->arena, dv_regulator_point, n);
  for (int i = 0; i < c->nmeasured; i++) measured[i] = c->measured[i].name;
  for (int k = 0; k < n; k++)
    design[k] =
        (dv_regulator_point){.r = &point[k].r, .y0 = point[k].y0, .z0 = point[k].z0, .u0 = point[k].u0, .by = point[k].by};
  qsort(design, (size_t)n, sizeof *design, by_rising);
  dv_regulator_file f = {.point = design,
                         .npoint = n,
                         .by = c->schedule ? c->schedule : "t",
                         .name = name ? name : "regulator",
                         .measured = measured,
                         .input = c->input,
                         .machine = has(c->a, "part-only") ? NULL : include_path(c->a->arena, c->a->operand[0], path),
                         .lower = c->lower,
                         .upper = c->upper,
                         .horizon = c->horizon,
                         .head = head_of(point, n)};
  return dv_regulator_text(c->a->arena, &f);
}

// ---- figure: x' = (A - B K) x from a deviation of each weighted variable

// Time that the slowest pole needs to fade to a hundredth, or a few turns of it.
static double span_of(const dv_regulator *r)
{
  double slowest = HUGE_VAL;
  for (int k = 0; k < r->l->n; k++) {
    double re = r->period > 0 ? log(hypot(r->cl_re[k], r->cl_im[k])) / r->period : r->cl_re[k];
    slowest = fmin(slowest, -re);
  }
  return slowest > 0 && isfinite(slowest) ? 5 / slowest : 1;
}

// Each weighted displacement begins with the deviation that counts as one; without weights all begin with a hundredth.
static void start_of(const control *c, double *x)
{
  const dv_model *m = c->m->model;
  for (int i = 0; i < c->l.ndisplacement; i++) {
    x[i] = c->nweight ? 0 : 0.01;
    for (int k = 0; k < c->nweight; k++)
      if (dv_model_find(m, c->l.state[i]) == dv_model_find(m, c->weight[k].name)) x[i] = c->weight[k].size;
  }
}

// x, then u, at each point: [POINTS][n + nu].
static void respond(const control *c, double step, double *table)
{
  const dv_regulator *r = &c->r;
  int n = c->l.n, m = c->nu, w = n + m;
  dv_arena *a = c->m->arena;
  double *F = DV_TAKE(a, double, 2 * n * n), *E = F + n * n, *next = DV_TAKE(a, double, n + 1);
  dv_product(n, m, n, r->B, r->K, F);
  for (int i = 0; i < n * n; i++) F[i] = r->A[i] - F[i];
  if (r->period > 0) memcpy(E, F, (size_t)(n * n) * sizeof *E);
  else dv_exponential(a, n, F, step, E, NULL, NULL);
  start_of(c, table);
  for (int k = 0; k < (int)POINTS; k++) {
    double *x = table + (size_t)k * (size_t)w;
    dv_product(m, n, 1, r->K, x, x + n);
    for (int j = 0; j < m; j++) x[n + j] = c->u0[j] - x[n + j];
    if (k + 1 == (int)POINTS) break;
    dv_product(n, n, 1, E, x, next);
    memcpy(x + w, next, (size_t)n * sizeof *next);
  }
}

int control_draw(const control *c, const char *path)
{
  int n = c->l.ndisplacement, w = c->l.n + c->nu, panels = n < (int)PANELS ? n : (int)PANELS;
  double step = c->r.period > 0 ? c->r.period : span_of(&c->r) / ((int)POINTS - 1);
  double *table = DV_TAKE(c->m->arena, double, (size_t)POINTS *(size_t)w);
  double *t = DV_TAKE(c->m->arena, double, POINTS);
  dv_figure f = {.title = "The closed loop, linear, from a deviation", .panel = DV_TAKE(c->m->arena, dv_panel, panels + c->nu)};
  respond(c, step, table);
  for (int k = 0; k < (int)POINTS; k++) t[k] = k * step;
  for (int i = 0; i < panels + c->nu; i++) {
    int column = i < panels ? i : c->l.n + i - panels;
    const char *name = i < panels ? c->l.state[i] : c->input[i - panels];
    int at = dv_model_find(c->m->model, name);
    double *y = DV_TAKE(c->m->arena, double, POINTS);
    for (int k = 0; k < (int)POINTS; k++) y[k] = table[(size_t)k * (size_t)w + (size_t)column];
    dv_panel *p = &f.panel[f.npanel++];
    *p = (dv_panel){.title = name, .x_label = "time", .x_unit = "s", .ncurve = 1, .joined = i + 1 < panels + c->nu};
    p->y_unit = at >= 0 ? dv_model_text(c->m->model, dv_model_VARIABLE(c->m->model)[at].unit) : "rad";
    p->curve = DV_TAKE(c->m->arena, dv_curve, 1);
    p->curve[0] = (dv_curve){name, t, y, POINTS};
  }
  return write_figure(c->a, &f, path);
}
