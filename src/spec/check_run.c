// check_run.c: solver, plots, cases.
#include "base/solver.h"
#include "spec/check.h"

#include <string.h>

void dv_check_positive(dv_check *c, const dv_node *map, const char *key, const char *unit, double *out)
{
  double v = 0;
  if (dv_check_key(c, map, key, unit, &v)) return;
  if (v > 0) *out = v;
  else dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, key)->mark, "give a number above zero", "'%s' is %g", key, v);
}

// What the method cannot do of what the file asks.
static void check_method(dv_check *c, const dv_node *map, const dv_solver_spec *s)
{
  const dv_solver *is = dv_solver_find(s->method);
  const dv_solver_fault *f = is ? dv_solver_refuses(is, s->step, s->momentum) : NULL;
  if (f) dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, f->key)->mark, f->remedy, "%s %s", is->name, f->what);
}

static void read_solver(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "solver", DV_MAP), *method = dv_check_get(map, "method", DV_SCALAR);
  dv_solver_spec *s = &c->spec->solver;
  *s = (dv_solver_spec){.method = dv_solvers[0].name, .until = 10};
  s->mark = map ? map->key_mark : (dv_mark){c->doc->file, 0, 0};
  if (method) {
    s->method = dv_solver_find(method->text) ? dv_solver_find(method->text)->name : method->text;
    s->mark = method->mark;
  }
  const char *formulation = dv_check_text(map, "formulation");
  s->momentum = formulation && !strcmp(formulation, "momentum");
  s->multipliers = formulation && !strcmp(formulation, "multipliers");
  const dv_node *step = dv_check_get(map, "step", DV_SCALAR);
  if (step && !strcmp(step->text, "auto")) s->step = -1;
  else dv_check_positive(c, map, "step", "s", &s->step);
  dv_check_positive(c, map, "rtol", "1", &s->rtol);
  dv_check_positive(c, map, "atol", "1", &s->atol);
  dv_check_positive(c, map, "every", "s", &s->every);
  s->linear = dv_check_text(map, "linear");
  const dv_node *order = map ? dv_doc_find(map, "order") : NULL;
  if (order) dv_check_whole(c, order, "order", 12, &s->order);
  dv_check_positive(c, map, "ledger", "1", &s->ledger);
  dv_check_positive(c, c->root, "until", "s", &s->until);
  check_method(c, map, s);
}

static void check_joint(dv_check *c, const dv_ref *joint)
{
  const char **names = DV_TAKE(c->arena, const char *, c->spec->njoint);
  for (int i = 0; i < c->spec->njoint; i++) {
    names[i] = c->spec->joint[i].name;
    if (!strcmp(names[i], joint->text)) return;
  }
  dv_diag_add(c->diags, DV_ERROR, joint->mark, dv_did_you_mean(c->diags, joint->text, names, c->spec->njoint, NULL),
              "there is no joint '%.64s' to hold", joint->text);
}

static void read_start(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "start", DV_MAP), *hold = dv_check_get(map, "hold", DV_SEQ);
  const char *at = dv_check_text(map, "at");
  dv_start_spec *s = &c->spec->start;
  s->equilibrium = at && !strcmp(at, "equilibrium");
  s->hold = DV_TAKE(c->arena, dv_ref, hold ? hold->n : 0);
  for (int i = 0; hold && i < hold->n; i++) {
    if (hold->item[i]->type != DV_SCALAR) continue;
    s->hold[s->nhold++] = (dv_ref){hold->item[i]->text, hold->item[i]->mark};
    check_joint(c, &s->hold[s->nhold - 1]);
  }
}

// A text or a list of texts, as names with places.
static dv_ref *read_refs(dv_check *c, const dv_node *n, int *count)
{
  *count = n->type == DV_SEQ ? n->n : n->type == DV_SCALAR;
  dv_ref *out = DV_TAKE(c->arena, dv_ref, *count);
  for (int i = 0; i < *count; i++) {
    const dv_node *it = n->type == DV_SEQ ? n->item[i] : n;
    out[i] = (dv_ref){it->type == DV_SCALAR ? it->text : "", it->mark};
    if (it->type == DV_SCALAR) dv_check_name(c, it->text, it->mark, DV_COLUMN_NAMES);
  }
  return out;
}

static void read_plot(dv_check *c, const dv_node *n, dv_plot_spec *p)
{
  const dv_node *columns = n->type == DV_SEQ ? n : n->type == DV_MAP ? dv_doc_find(n, "columns") : NULL;
  const dv_node *x = n->type == DV_MAP ? dv_check_get(n, "x", DV_SCALAR) : NULL;
  p->title = n->type == DV_MAP ? dv_check_text(n, "title") : NULL;
  if (columns) p->column = read_refs(c, columns, &p->ncolumn);
  if (!x) return;
  p->x = x->text;
  p->x_mark = x->mark;
  dv_check_name(c, x->text, x->mark, DV_COLUMN_NAMES);
}

static void read_plots(dv_check *c)
{
  const dv_node *list[] = {dv_check_get(c->root, "plots", DV_SEQ), dv_check_get(c->chosen, "plots", DV_SEQ)};
  dv_spec *s = c->spec;
  s->plot = DV_TAKE(c->arena, dv_plot_spec, (list[0] ? list[0]->n : 0) + (list[1] ? list[1]->n : 0));
  for (int k = 0; k < 2; k++)
    for (int i = 0; list[k] && i < list[k]->n; i++) read_plot(c, list[k]->item[i], &s->plot[s->nplot++]);
}

static dv_case_spec *list(dv_check *c, const char *section, int *n)
{
  const dv_node *map = dv_check_get(c->root, section, DV_MAP);
  dv_case_spec *all = DV_TAKE(c->arena, dv_case_spec, map ? map->n : 0);
  *n = map ? map->n : 0;
  for (int i = 0; i < *n; i++) {
    const dv_node *it = map->item[i];
    all[i] = (dv_case_spec){it->key, it->type == DV_MAP ? dv_check_text(it, "doc") : NULL, it->key_mark};
  }
  return all;
}

static void list_cases(dv_check *c)
{
  dv_spec *s = c->spec;
  s->cases = list(c, "cases", &s->ncase);
  s->variants = list(c, "variants", &s->nvariant);
  s->case_name = c->chosen ? c->chosen->key : NULL;
}

void dv_check_run(dv_check *c)
{
  const dv_node *record = dv_doc_find(c->root, "record");
  read_solver(c);
  read_start(c);
  read_plots(c);
  dv_check_expects(c);
  list_cases(c);
  if (record) c->spec->record = read_refs(c, record, &c->spec->nrecord);
}
