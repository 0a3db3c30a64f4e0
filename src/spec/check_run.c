// check_run.c: rules of solver, start, plots, cases.
#include "base/solver.h"
#include "spec/check.h"

#include <string.h>

// What the method cannot do of what the file asks.
static void check_method(dv_check *c, const dv_node *map, const dv_solver_spec *s)
{
  const dv_solver *is = dv_solver_find(s->method);
  const dv_solver_fault *f = is ? dv_solver_refuses(is, s->step, dv_run_formulations[s->formulation].momenta) : NULL;
  if (f) dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, f->key)->mark, f->remedy, "%s %s", is->name, f->what);
}

// Multipliers divide by the inertia of every coordinate; that of a primitive that moves nothing comes from its ties alone.
static void check_multipliers(dv_check *c, const dv_solver_spec *s)
{
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    for (int k = 0; k < j->ncoordinate; k++) {
      const dv_primitive *p = dv_joint_primitive(j->type, k);
      const dv_coordinate_spec *x = &j->coordinate[dv_joint_rows[j->type].step[k].at];
      if (p->turns || p->slides || p->pitched || x->motion != DV_MOVES_FREE) continue;
      dv_diag_add(c->diags, DV_ERROR, s->mark, "use formulation: velocity or momentum",
                  "multipliers need inertia at every coordinate, which '%s' has by its ties alone", x->name);
    }
  }
}

static void check_solver(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "solver", DV_MAP), *method = dv_check_get(map, "method", DV_SCALAR);
  dv_solver_spec *s = &c->spec->solver;
  const dv_solver *is = dv_solver_find(s->method);
  s->mark = method ? method->mark : map ? map->key_mark : (dv_mark){c->doc->file, 0, 0};
  if (is) s->method = is->name;
  check_method(c, map, s);
  if (dv_run_formulations[s->formulation].multipliers) check_multipliers(c, s);
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

static void check_columns(dv_check *c, const dv_ref *column, int n)
{
  for (int i = 0; i < n; i++) dv_check_name(c, column[i].text, column[i].mark, DV_COLUMN_NAMES);
}

static void read_plot(dv_check *c, const dv_node *n, dv_plot_spec *p)
{
  const dv_node *x = n->type == DV_MAP ? dv_check_get(n, "x", DV_SCALAR) : NULL;
  if (n->type == DV_MAP) dv_read(c, &dv_keys_plot, n, p);
  else p->column = dv_read_refs(c, n, &p->ncolumn);
  check_columns(c, p->column, p->ncolumn);
  if (!x) return;
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
  const dv_spec *s = c->spec;
  check_solver(c);
  for (int i = 0; i < s->start.nhold; i++) check_joint(c, &s->start.hold[i]);
  read_plots(c);
  dv_check_expects(c);
  list_cases(c);
  check_columns(c, s->record, s->nrecord);
}
