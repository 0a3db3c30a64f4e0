// check_scenario.c: rules of `scenario:`: names that are there, moments that can come, scores that can be reached.
#include "spec/check.h"
#include "spec/scenario_spec.h"

#include <math.h>
#include <string.h>

// A condition must ask something of a column; a column alone, or a bound alone, would never or always be met.
static void check_condition(dv_check *c, const dv_scenario_spec *s, const dv_moment_spec *m, const char *what, int may_wait)
{
  int bound = isfinite(m->above) || isfinite(m->below);
  if (m->column.text) dv_check_name(c, m->column.text, m->column.mark, DV_COLUMN_NAMES);
  if (!!m->column.text != bound)
    dv_diag_add(c->diags, DV_ERROR, m->column.text ? m->column.mark : s->mark, "give 'column:' with 'above:' or 'below:'",
                "a %s of scenario '%.64s' has no condition that can be met", what, s->name);
  else if (!bound && !may_wait)
    dv_diag_add(c->diags, DV_ERROR, s->mark, "give 'column:' with 'above:' or 'below:'",
                "a %s of scenario '%.64s' says nothing about when", what, s->name);
  if (m->above > m->below)
    dv_diag_add(c->diags, DV_ERROR, m->column.mark, "give 'above:' less than 'below:'", "no number is above %g and below %g",
                m->above, m->below);
}

static int has_fault(const dv_spec *s, const char *name)
{
  for (int i = 0; i < s->nfault; i++)
    if (!strcmp(s->fault[i].name, name)) return 1;
  return 0;
}

static int known_fault(dv_check *c, const char *name, dv_mark mark)
{
  const dv_spec *s = c->spec;
  const char **names = DV_TAKE(c->arena, const char *, s->nfault);
  if (has_fault(s, name)) return 1;
  for (int i = 0; i < s->nfault; i++) names[i] = s->fault[i].name;
  dv_diag_add(c->diags, DV_ERROR, mark, dv_did_you_mean(c->diags, name, names, s->nfault, "add it to 'faults:'"),
              "there is no fault '%.64s'", name);
  return 0;
}

static void check_event(dv_check *c, const dv_scenario_spec *s, const dv_moment_spec *m)
{
  check_condition(c, s, m, "event", isfinite(m->at) || m->step);
  if (m->fault.text) known_fault(c, m->fault.text, m->fault.mark);
  if (m->step > s->nstep)
    dv_diag_add(c->diags, DV_ERROR, s->mark, NULL, "an event of scenario '%.64s' waits for step %d of %d", s->name, m->step,
                s->nstep);
  if (m->fault.text && m->input.text)
    dv_diag_add(c->diags, DV_ERROR, m->input.mark, "write two events", "an event sets a fault or an input");
}

static void check_score(dv_check *c, const dv_scenario_spec *s, const dv_score_spec *p)
{
  int time = p->measure == DV_SCORE_TIME;
  if (p->column.text) dv_check_name(c, p->column.text, p->column.mark, DV_COLUMN_NAMES);
  if ((p->column.text == NULL) != time)
    dv_diag_add(c->diags, DV_ERROR, s->mark, time ? "leave 'column:' out" : "give 'column:'",
                "score '%.64s' of scenario '%.64s' %s", p->label, s->name,
                time ? "measures the time of a column" : "has no column");
  if (p->best == p->worst)
    dv_diag_add(c->diags, DV_ERROR, s->mark, "give two numbers", "score '%.64s' has its best where its worst is", p->label);
}

static void check_case(dv_check *c, const dv_scenario_spec *s)
{
  const dv_spec *all = c->spec;
  const char **names = DV_TAKE(c->arena, const char *, all->ncase);
  for (int i = 0; s->case_name && i < all->ncase; i++) {
    names[i] = all->cases[i].name;
    if (!strcmp(names[i], s->case_name)) return;
  }
  if (s->case_name)
    dv_diag_add(c->diags, DV_ERROR, s->mark, dv_did_you_mean(c->diags, s->case_name, names, all->ncase, NULL),
                "scenario '%.64s' is played in case '%.64s', which is not there", s->name, s->case_name);
}

int dv_scenario_played(const dv_spec *s, const dv_scenario_spec *x)
{
  const char *in = x->case_name ? x->case_name : s->desk.case_name;
  return !in ? !s->case_name : s->case_name && !strcmp(in, s->case_name);
}

void dv_check_scenarios(dv_check *c)
{
  for (int k = 0; k < c->spec->nscenario; k++) {
    const dv_scenario_spec *s = &c->spec->scenario[k];
    check_case(c, s);
    if (!dv_scenario_played(c->spec, s)) continue;  // columns are those of its case
    for (int i = 0; i < s->nstep; i++) check_condition(c, s, &s->step[i], "step", 0);
    for (int i = 0; i < s->nevent; i++) check_event(c, s, &s->event[i]);
    for (int i = 0; i < s->nfail; i++) check_condition(c, s, &s->fail[i], "failure", 0);
    for (int i = 0; i < s->nscore; i++) check_score(c, s, &s->score[i]);
  }
}
