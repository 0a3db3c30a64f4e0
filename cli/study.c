// study.c: `davit study FILE`: loads, pressures, flows, powers and valve margins along a duty, for each load case.
#include "study.h"

#include <stdio.h>
#include <string.h>

const option options_study[] = {
    OPTION("study", "NAME", "which study of the file (default: the only one)"),
    OPTION("case", "a,b", "these load cases only"),
    OUTPUT("out", "FOLDER", "write the report, a CSV per load case and SVG figures there"),
    OPTION("report", "x.html", "write the report alone"),
    OPTION("json", NULL, "peaks and margins as JSON"),
    UNITS_OPTION,
    OPTION("set", "path=value", "change a number of the file, e.g. --set studies.lift.supply=250bar; may be repeated"),
    END_OPTIONS,
};

const char *load_name(const dv_duty *t) { return t->load ? t->load->name : "as given"; }

dv_shown shown_as(const lift *l, const char *unit)
{
  enum { USUAL = 1000 };  // what machines of this trade have: kN, kW
  if (has(l->a, "si") || l->machine->spec->display.si) return (dv_shown){strcmp(unit, "1") ? unit : "", 1, 0};
  return dv_shown_as(unit, USUAL);
}

static const dv_study_spec *find_study(args *a, const dv_machine *m)
{
  const char *name = value_of(a, "study"), *names[64];
  int n = 0;
  for (int i = 0; i < m->spec->nstudy; i++) {
    if (!name && m->spec->nstudy == 1) return &m->spec->study[i];
    if (name && !strcmp(m->spec->study[i].name, name)) return &m->spec->study[i];
    if (n < 64) names[n++] = m->spec->study[i].name;
  }
  const char *list = n ? "it has" : "add a section 'studies:' to it";
  for (int i = 0; i < n; i++) list = dv_arena_text(a->arena, "%s%s '%s'", list, i ? "," : "", names[i]);
  const char *near = name ? did_you_mean(a->arena, name, names, n) : NULL;
  if (name) bad_usage(a, near ? near : list, "'%s' has no study '%s'", a->operand[0], name);
  else
    bad_usage(a, n ? dv_arena_text(a->arena, "choose with --study: %s", list) : list, "'%s' has %s", a->operand[0],
              n ? "several studies" : "no study");
  return NULL;
}

static int wanted(args *a, const char *name)
{
  const char **list;
  int n = items_of(a, "case", &list);
  for (int i = 0; i < n; i++)
    if (!strcmp(list[i], name)) return 1;
  return !n;
}

static int check_wanted(args *a, const dv_study_spec *s)
{
  const char **list, **names = DV_TAKE(a->arena, const char *, s->ncase);
  int n = items_of(a, "case", &list);
  for (int k = 0; k < s->ncase; k++) names[k] = s->cases[k].name;
  for (int i = 0; i < n; i++) {
    int known = 0;
    for (int k = 0; k < s->ncase; k++) known |= !strcmp(list[i], names[k]);
    if (!known)
      return bad_usage(a, did_you_mean(a->arena, list[i], names, s->ncase), "study '%s' has no load case '%s'", s->name, list[i]);
  }
  return 0;
}

// The study as the load case left it: a case may change its numbers too.
static int run_load(lift *l, const dv_case_spec *load)
{
  const char *path = load ? dv_arena_text(l->a->arena, "studies.%s.cases.%s", l->study->name, load->name) : NULL;
  dv_machine *m = machine_open(l->a, l->file, path, 0);
  l->machines[l->n] = m;
  l->duty[l->n++] = NULL;
  if (!m->model) return BAD_FILE;
  const dv_study_spec *s = &m->spec->study[l->study - l->machine->spec->study];
  l->duty[l->n - 1] = dv_duty_run(dv_kinematics_new(m->arena, m), s, load, m->diags);
  return l->duty[l->n - 1] ? FINE : RUN_FAILED;
}

static int go_through(lift *l)
{
  const dv_study_spec *s = l->study;
  int code = check_wanted(l->a, s);
  l->duty = DV_TAKE(l->a->arena, dv_duty *, s->ncase + 1);
  l->machines = DV_TAKE(l->a->arena, dv_machine *, s->ncase + 1);
  if (!code && !s->ncase) return run_load(l, NULL);
  for (int i = 0; i < s->ncase && !code; i++)
    if (wanted(l->a, s->cases[i].name)) code = run_load(l, &s->cases[i]);
  return code;
}

// Says which valves are too small; 1: none.
static int all_meet(const lift *l)
{
  int fine = 1;
  for (int i = 0; i < l->n; i++)
    for (int k = 0; k < l->duty[i]->study->nactuator; k++) {
      const dv_duty *t = l->duty[i];
      const dv_actuator_spec *s = &t->study->actuator[k];
      if (dv_duty_meets(t, k)) continue;
      dv_peak p = dv_duty_least(t, t->column[k][DV_DUTY_MARGIN]);
      dv_diag_add(
          l->machine->diags, DV_ERROR, s->valve_name.mark, "take a larger valve, more pressure, or a slower duty",
          "valve '%s' is too small for '%s' in load case '%s': it passes %.3g of the flow at t = %.3g s, and %.3g is asked for",
          t->study->valve[s->valve].name, s->name, load_name(t), p.value, p.at, t->study->margin);
      fine = 0;
    }
  return fine;
}

static int show(lift *l)
{
  const char *folder = value_of(l->a, "out"), *report = value_of(l->a, "report");
  int code = FINE;
  if (folder) code = write_study(l, folder);
  if (code == FINE && report) code = write_report(l, report);
  if (code != FINE) return code;
  code = all_meet(l) ? FINE : RUN_FAILED;
  if (has(l->a, "json")) put_study(l, code == FINE);
  else print_study(l);
  return code;
}

int run_study(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], NULL, 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  lift l = {.a = a, .file = a->operand[0], .machine = m, .study = find_study(a, m)};
  int code = l.study ? go_through(&l) : BAD_USAGE;
  for (int i = 0; i < l.n; i++) move_diags(m->diags, l.machines[i]->diags);
  if (code == FINE) code = show(&l);
  else print_failure(a, a->operand[0], l.study ? m->diags : a->diags);
  // diagnostics name places in the files of the load cases
  code = finish(m, code);
  for (int i = 0; i < l.n; i++) dv_machine_close(l.machines[i]);
  return code;
}
