// check_run.c: rules of solver, start, plots, cases.
#include "base/solver.h"
#include "spec/check.h"
#include "spec/forms.h"

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

void dv_check_columns(dv_check *c, const dv_ref *column, int n)
{
  for (int i = 0; i < n; i++) dv_check_name(c, column[i].text, column[i].mark, DV_COLUMN_NAMES);
}

void dv_check_run(dv_check *c)
{
  dv_spec *s = c->spec;
  check_solver(c);
  for (int i = 0; i < s->start.nhold; i++) check_joint(c, &s->start.hold[i]);
  dv_read_one(c, &dv_keys_machine, "plots", c->root, -1, s);
  for (int i = 0; i < s->nplot; i++) dv_check_plot(c, &s->plot[i]);
  dv_check_expects(c);
  s->case_name = c->chosen ? c->chosen->key : NULL;
  dv_check_columns(c, s->record, s->nrecord);
}
