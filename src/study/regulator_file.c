// regulator_file.c: a controller as a part with matrices in a machine file, which takes the place of the inputs.
#include "study/regulator.h"

#include "base/number.h"
#include "base/text.h"
#include "kinds/control/matrix_controller.h"

#include <math.h>

enum { LINE = 8 };  // numbers on a line

typedef struct {
  const dv_regulator_file *f;
  const dv_regulator_point *at;
  dv_text text;
  int states, outputs, inputs;
} writing;

static void next_row(writing *w, int first)
{
  if (!first) dv_text_add(&w->text, "\n             ");
}

static void put_row(writing *w, double offset, const double *z, const double *u, const double *y)
{
  int n = 1 + w->states + w->outputs + w->inputs, last = 1 + w->states + w->outputs;
  for (int i = 0; i < n; i++) {
    double x = !i ? offset : i <= w->states ? (z ? z[i - 1] : 0) : i < last ? (u ? u[i - 1 - w->states] : 0) : y[i - last];
    if (i && i % LINE == 0) next_row(w, 0);
    dv_text_number(&w->text, x + 0.0);
    dv_text_add(&w->text, ", ");
  }
}

// u = u0 - K (y - y0).
static void put_feedback(writing *w)
{
  const dv_regulator *r = w->at->r;
  int n = r->l->n, y = r->nmeasured;
  double *row = DV_TAKE(w->text.arena, double, y + 1);
  for (int i = 0; i < w->outputs; i++) {
    double offset = w->at->u0[i];
    for (int j = 0; j < y; j++) row[j] = -r->K[i * n + j], offset += r->K[i * n + j] * w->at->y0[j];
    next_row(w, !i);
    put_row(w, offset, NULL, NULL, row);
  }
}

// z: deviation as the filter has it: z' = (A - L C) z + (B - L D)(u - u0) + L (y - y0).
static void put_filter(writing *w)
{
  const dv_regulator *r = w->at->r;
  int n = r->l->n, m = r->l->nu, y = r->nmeasured;
  double *z = DV_TAKE(w->text.arena, double, n + m + y), *u = z + n;
  for (int i = 0; i < n; i++) {
    double offset = 0;
    for (int j = 0; j < n; j++) {
      z[j] = r->A[i * n + j];
      for (int k = 0; k < y; k++) z[j] -= r->L[i * y + k] * r->C[k * n + j];
    }
    for (int j = 0; j < m; j++) {
      u[j] = r->B[i * m + j];
      for (int k = 0; k < y; k++) u[j] -= r->L[i * y + k] * r->D[k * m + j];
      offset -= u[j] * w->at->u0[j];
    }
    for (int k = 0; k < y; k++) offset -= r->L[i * y + k] * w->at->y0[k];
    next_row(w, !i);
    put_row(w, offset, z, u, r->L + i * y);
  }
}

static int sees_through(const dv_regulator *r)
{
  for (int i = 0; i < r->nmeasured * r->l->nu; i++)
    if (r->D[i] != 0) return 1;
  return 0;
}

// u = u0 - K z; sampled, where y does not contain u: of the state that the sample itself gives, z + now (y - y0 - C z).
static void put_output(writing *w)
{
  const dv_regulator *r = w->at->r;
  int n = r->l->n, m = r->l->nu, y = r->nmeasured, at_once = r->period > 0 && !sees_through(r);
  double *z = DV_TAKE(w->text.arena, double, n + y + 1), *by = z + n;
  for (int i = 0; i < m; i++) {
    double offset = w->at->u0[i];
    for (int k = 0; k < y; k++) {
      by[k] = 0;
      for (int j = 0; j < n && at_once; j++) by[k] -= r->K[i * n + j] * r->now[j * y + k];
      offset -= by[k] * w->at->y0[k];
    }
    for (int j = 0; j < n; j++) {
      z[j] = -r->K[i * n + j];
      for (int k = 0; k < y; k++) z[j] -= by[k] * r->C[k * n + j];
    }
    next_row(w, 0);
    put_row(w, offset, z, NULL, by);
  }
}

// A row of a predictive model: value, numbers for states, numbers for inputs.
static void put_model_row(writing *w, int first, double value, const double *x, const double *u)
{
  const dv_linear *l = w->at->r->l;
  next_row(w, first);
  for (int i = 0; i < 1 + l->n + l->nu; i++) {
    if (i && i % LINE == 0) next_row(w, 0);
    dv_text_number(&w->text, (!i ? value : i <= l->n ? x[i - 1] : u[i - 1 - l->n]) + 0.0);
    dv_text_add(&w->text, ", ");
  }
}

static void put_model(writing *w)
{
  const dv_regulator *r = w->at->r;
  const dv_linear *l = r->l;
  int n = l->n, m = l->nu, at = r->nweight;
  for (int i = 0; i < n; i++) put_model_row(w, !i, w->at->y0[i], r->A + i * n, r->B + i * m);
  for (int i = 0; i < r->nlimited; i++) put_model_row(w, 0, w->at->z0[i], l->C + (at + i) * n, l->D + (at + i) * m);
  for (int i = 0; i < m; i++) put_model_row(w, 0, w->at->u0[i], r->K + i * n, r->S + i * m);
}

static void put_matrices(writing *w)
{
  const dv_regulator_file *f = w->f;
  for (int k = 0; k < f->npoint; k++) {
    w->at = &f->point[k];
    if (k) next_row(w, 0);
    if (f->npoint > 1) dv_text_number(&w->text, w->at->by), dv_text_add(&w->text, ", ");
    if (w->at->r->L) put_filter(w), put_output(w);
    else put_feedback(w);
  }
}

static void put_limits(writing *w, int n)
{
  char number[DV_NUMBER_TEXT];
  dv_text_add(&w->text, "    limits: [");
  for (int i = 0; i < n; i++) {
    dv_text_add(&w->text, "%s[%s, ", i ? ", " : "", dv_number_write(number, w->f->lower[i]));
    dv_text_add(&w->text, "%s]", dv_number_write(number, w->f->upper[i]));
  }
  dv_text_add(&w->text, "]\n");
}

static void put_part(writing *w)
{
  const dv_regulator_file *f = w->f;
  const dv_regulator *r = w->at->r;
  dv_text *t = &w->text;
  char number[DV_NUMBER_TEXT];
  dv_text_add(t, "parts:\n  %s:\n", f->name);
  if (f->horizon)
    dv_text_add(t, "    kind: " DV_PREDICTIVE_CONTROLLER "\n    states: %d\n    outputs: %d\n    limited: %d\n    horizon: %d\n",
                w->inputs, w->outputs, r->nlimited, f->horizon);
  else
    dv_text_add(t, "    kind: " DV_LINEAR_CONTROLLER "\n    states: %d\n    outputs: %d\n    inputs: %d\n", w->states, w->outputs,
                w->inputs);
  if (r->period > 0) dv_text_add(t, "    period: %s s\n", dv_number_write(number, r->period));
  if (f->npoint > 1) dv_text_add(t, "    points: %d\n    by: %s\n", f->npoint, f->by);
  for (int i = 0; i < w->inputs; i++) dv_text_add(t, "    y%d: %s\n", i + 1, f->measured[i]);
  dv_text_add(t, f->horizon ? "    model: [" : "    matrix: [");
  if (f->horizon) put_model(w);
  else put_matrices(w);
  t->n -= 2;  // the last comma
  dv_text_add(t, "]\n");
  put_limits(w, w->outputs + (f->horizon ? r->nlimited : 0));
}

const char *dv_regulator_text(dv_arena *a, const dv_regulator_file *f)
{
  const dv_regulator *r = f->point[0].r;
  writing w = {
      .f = f, .at = f->point, .text = {.arena = a}, .states = r->L ? r->l->n : 0, .outputs = r->l->nu, .inputs = r->nmeasured};
  dv_text_add(&w.text, "%s", f->head);
  if (f->machine) dv_text_add(&w.text, "include: [%s]\n", f->machine);
  put_part(&w);
  if (!f->machine) return dv_text_all(&w.text);
  dv_text_add(&w.text, "signals:\n");
  for (int i = 0; i < r->l->nu; i++) dv_text_add(&w.text, "  %s: %s.u%d\n", f->input[i], f->name, i + 1);
  return dv_text_all(&w.text);
}
