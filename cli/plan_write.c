// plan_write.c: the motion as a table, the machine that follows it as a file that includes it, and both as a figure.
#include "plan.h"
#include "include_path.h"
#include "plot.h"

#include "base/number.h"
#include "base/visible.h"
#include "spec/doc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the motion

static int is_shown(const planning *w, int seen)
{
  int v = w->r.found->seen_variable[seen];
  for (int j = 0; j < w->t.ninput; j++)
    if (v == w->t.input[j].output) return 0;
  for (int k = 0; k < seen; k++)
    if (w->r.found->seen_variable[k] == v) return 0;
  return v >= 0 && dv_model_VARIABLE(w->m->model)[v].array != DV_IN_STATE;
}

static dv_column column_of(const planning *w, int variable)
{
  const dv_model *m = w->m->model;
  const dv_variable *v = dv_model_VARIABLE(m) + variable;
  return (dv_column){dv_model_text(m, v->path), dv_model_text(m, v->unit)};
}

// Inputs at a point: those of the interval that begins there, or the line through its ends.
static double input_at(const planning *w, int point, int j)
{
  const dv_motion_found *f = w->r.found;
  int s = w->t.rule->n - 1, k = point / s, nu = w->t.ninput;
  if (w->t.held) return f->u[(k < f->ninput ? k : f->ninput - 1) * nu + j];
  double share = w->t.rule->at[point % s];
  return point % s ? (1 - share) * f->u[k * nu + j] + share * f->u[(k + 1) * nu + j] : f->u[k * nu + j];
}

static dv_history *motion(const planning *w)
{
  const dv_model *m = w->m->model;
  const dv_motion_found *f = w->r.found;
  int nx = m->nx, nu = w->t.ninput, n = 1 + nu + nx, at = 0;
  for (int k = 0; k < f->nseen; k++) n += is_shown(w, k);
  dv_history *l = dv_history_new(w->a->arena, n);
  l->column[at++] = (dv_column){"time", "s"};
  for (int j = 0; j < nu; j++) l->column[at++] = column_of(w, w->t.input[j].output);
  for (int i = 0; i < nx; i++) l->column[at++] = column_of(w, dv_model_state(m, i));
  for (int k = 0; k < f->nseen; k++)
    if (is_shown(w, k)) l->column[at++] = column_of(w, f->seen_variable[k]);
  for (int p = 0; p < f->npoint; p++) {
    double *row = dv_history_append(l);
    *row++ = f->t[p];
    for (int j = 0; j < nu; j++) *row++ = input_at(w, p, j);
    for (int i = 0; i < nx; i++) *row++ = f->x[p * nx + i];
    for (int k = 0; k < f->nseen; k++)
      if (is_shown(w, k)) *row++ = f->seen[p * f->nseen + k];
  }
  return l;
}

// ---- the machine

static void put_settings(const planning *w, dv_text *t)
{
  const char **set, *variant = value_of(w->a, "variant");
  int n = values_of(w->a, "set", &set);
  if (n) dv_text_add(t, "variant: planned\nvariants:\n  planned:\n");
  else if (variant) dv_text_add(t, "variant: %s\n", variant);
  if (n && variant) dv_text_add(t, "    like: %s\n", variant);
  if (n) dv_text_add(t, "    set:\n");
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(set[i], '=');
    if (!equals) continue;
    dv_text_add(t, "      ");
    dv_text_put(t, set[i], (size_t)(equals - set[i]));
    dv_text_add(t, ": %s\n", equals + 1);
  }
}

static const dv_node *entry_of(const planning *w, const char *section, const char *name)
{
  const dv_node *all = dv_doc_find(w->m->spec->source->root, section);
  return all ? dv_doc_find(all, name) : NULL;
}

// What the file says of the input is taken back.
static void put_input(const planning *w, dv_text *t, const dv_node *old, const char *family, const char *name, const char *csv)
{
  dv_text_add(t, "  %s: {kind: %stable, data: {csv: %s, columns: [time, %s]}, between: %s", name, family, csv, name,
              w->t.held ? "hold" : "line");
  for (int i = 0; old && old->type == DV_MAP && i < old->n; i++)
    if (strcmp(old->item[i]->key, "kind") != 0) dv_text_add(t, ", %s: null", old->item[i]->key);
  dv_text_add(t, "}\n");
}

// Inputs stand under `signals:` or `parts:`; each goes where it was.
static void put_inputs(const planning *w, dv_text *t, const char *section, const char *csv)
{
  int n = 0, parts = !strcmp(section, "parts");
  for (int j = 0; j < w->t.ninput; j++) {
    const char *name = w->t.input[j].name;
    const dv_node *old = entry_of(w, section, name);
    if (parts ? !old : !old && entry_of(w, "parts", name)) continue;
    if (!n++) dv_text_add(t, "%s:\n", section);
    put_input(w, t, old, parts ? "signal." : "", name, csv);  // `signals:` leaves the family out
  }
}

static size_t without(const char *name, const char *end)
{
  size_t n = strlen(name), m = strlen(end);
  return n > m && !strcmp(name + n - m, end) ? n - m : 0;
}

// "key: value" of state i, or of the ball or free joint that begins there, all of it; how many states that were.
static int put_state(const planning *w, dv_text *t, int i)
{
  const dv_model *m = w->m->model;
  const char *name = dv_model_state_name(m, i), *dot = strrchr(name, '.');
  int last = i < m->nq ? m->nq : m->nq + m->nv, n = 1;
  size_t own = i < last ? without(name, ".position") : 0, joint = dot ? (size_t)(dot - name) : 0;
  if (own || i >= last || without(name, ".rate")) {
    dv_text_put(t, name, own ? own : strlen(name));
    dv_text_add(t, ": ");
    dv_text_number(t, w->start->x[i]);
    return n;
  }
  while (i + n < last && !strncmp(dv_model_state_name(m, i + n), name, joint + 1)) n++;
  dv_text_put(t, name, joint);
  dv_text_add(t, "%s: [", i < m->nq ? "" : ".rate");
  for (int k = 0; k < n; k++) dv_text_add(t, k ? ", " : ""), dv_text_number(t, w->start->x[i + k]);
  dv_text_add(t, "]");
  return n;
}

// The machine rested before the motion, with the inputs of the file; with those of the plan it would rest elsewhere.
static void put_start(const planning *w, dv_text *t, const char *before)
{
  if (!w->m->spec->start.equilibrium) return;
  dv_text_add(t, "%sstart: {at: initial}\n%sinitial: {", before, before);
  for (int i = 0; i < w->m->model->nx;) {
    dv_text_add(t, i ? ", " : "");
    i += put_state(w, t, i);
  }
  dv_text_add(t, "}\n");
}

static const char *machine_text(const planning *w)
{
  dv_text t = {.arena = w->a->arena};
  char number[DV_NUMBER_TEXT];
  const char *csv = yaml_word(w->a->arena, strrchr(w->csv, '/') ? strrchr(w->csv, '/') + 1 : w->csv),
             *which = value_of(w->a, "case");
  dv_text_add(&t, "# Written by davit plan: %s %s of %s\n", w->q.least ? "least" : "largest",
              dv_text_visible(w->a->arena, w->q.least ? w->q.least : w->q.most, 0),
              dv_text_visible(w->a->arena, w->a->operand[0], 0));
  dv_text_add(&t, "include: [%s]\n", include_path(w->a->arena, w->a->operand[0], w->out));
  put_settings(w, &t);
  put_inputs(w, &t, "signals", csv);
  put_inputs(w, &t, "parts", csv);
  dv_number_write(number, plan_duration(w));
  if (which) dv_text_add(&t, "cases:\n  %s:\n    until: %s s\n", which, number);
  else dv_text_add(&t, "until: %s s\n", number);
  put_start(w, &t, which ? "    " : "");
  return dv_text_all(&t);
}

int plan_write(planning *w)
{
  int code = write_history(w->a, w->a->diags, motion(w), w->csv);
  return code == FINE ? write_text(w->a, w->a->diags, w->out, machine_text(w)) : code;
}

// ---- figure

static dv_panel panel_of(const planning *w, const dv_history *l, int column)
{
  dv_arena *a = w->a->arena;
  const dv_history *r = w->replay.log;
  int again = r ? dv_history_find(r, l->column[column].name) : -1, n = 0;
  dv_panel p = {.x_label = "time", .x_unit = "s", .y_label = l->column[column].name, .y_unit = l->column[column].unit};
  double *t = DV_TAKE(a, double, l->nrow), *y = DV_TAKE(a, double, l->nrow);
  p.curve = DV_TAKE(a, dv_curve, 4 + 2 * w->t.nlimit);
  dv_history_column(l, 0, t), dv_history_column(l, column, y);
  p.curve[n++] = (dv_curve){"planned", t, y, l->nrow};
  if (again > 0) {
    double *rt = DV_TAKE(a, double, r->nrow), *ry = DV_TAKE(a, double, r->nrow);
    dv_history_column(r, 0, rt), dv_history_column(r, again, ry);
    p.curve[n++] = (dv_curve){"replayed", rt, ry, r->nrow};
  }
  double ends[] = {-HUGE_VAL, HUGE_VAL};
  for (int j = 0; j < w->t.ninput; j++)
    if (!strcmp(w->t.input[j].name, p.y_label)) ends[0] = w->t.input[j].lower, ends[1] = w->t.input[j].upper;
  for (int k = 0; k < w->t.nlimit; k++) {
    const dv_motion_limit *x = &w->t.limit[k];
    if (x->at_end || strcmp(column_of(w, x->variable).name, p.y_label) != 0) continue;
    ends[0] = fmax(ends[0], x->lower), ends[1] = fmin(ends[1], x->upper);
  }
  double *ends_t = DV_TAKE(a, double, 2), *ends_y = DV_TAKE(a, double, 4);
  ends_t[1] = t[l->nrow - 1];
  for (int k = 0; k < 2; k++) {
    if (!isfinite(ends[k])) continue;
    ends_y[2 * k] = ends_y[2 * k + 1] = ends[k];
    p.curve[n++] = (dv_curve){"limit", ends_t, ends_y + 2 * k, 2};
  }
  p.ncurve = n;
  return p;
}

enum { PANELS_MOST = 24 };

int plan_draw(const planning *w, const char *path)
{
  const dv_history *l = motion(w);
  int n = l->ncolumn - 1 < (int)PANELS_MOST ? l->ncolumn - 1 : (int)PANELS_MOST;
  dv_figure f = {.panel = DV_TAKE(w->a->arena, dv_panel, n + 1), .npanel = n};
  f.title = dv_arena_text(w->a->arena, "%s %s: %.6g in %.6g s", w->q.least ? "Least" : "Largest",
                          w->q.least ? w->q.least : w->q.most, (w->q.least ? 1 : -1) * w->r.end.objective, plan_duration(w));
  for (int i = 0; i < n; i++) f.panel[i] = panel_of(w, l, 1 + i);
  return write_figure(w->a, &f, path);
}
