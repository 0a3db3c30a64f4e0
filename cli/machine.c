// machine.c: opens a machine with what the command line says about it.
#include "cli.h"

#include "scene/scene.h"
#include "spec/plots_json.h"
#include "step/step.h"

#include <stdio.h>
#include <string.h>

// Options of a run are settings of the file, so that one checker knows methods, units and ranges.
static const char *const solver_setting[][2] = {
    {"until",       "until"             },
    {"solver",      "solver.method"     },
    {"step",        "solver.step"       },
    {"rtol",        "solver.rtol"       },
    {"atol",        "solver.atol"       },
    {"order",       "solver.order"      },
    {"linear",      "solver.linear"     },
    {"derivatives", "solver.derivatives"},
    {"every",       "solver.every"      },
    {"ledger",      "solver.ledger"     },
    {"formulation", "solver.formulation"},
};
enum { SOLVER_SETTINGS = sizeof solver_setting / sizeof *solver_setting };

static int settings(args *a, int solver_options, const char *variant, const char ***list)
{
  const char **given;
  int n = values_of(a, "set", &given);
  *list = DV_TAKE(a->arena, const char *, n + 1 + SOLVER_SETTINGS);
  if (n) memcpy(*list, given, (size_t)n * sizeof *given);
  if (variant) (*list)[n++] = dv_arena_text(a->arena, "variant=%s", variant);
  for (int i = 0; i < SOLVER_SETTINGS && solver_options; i++) {
    const char *value = value_of(a, solver_setting[i][0]);
    if (value) (*list)[n++] = dv_arena_text(a->arena, "%s=%s", solver_setting[i][1], value);
  }
  return n;
}

dv_import_options import_options(args *a)
{
  const char *base = value_of(a, "base"), *contacts = value_of(a, "contacts"), **package, **arg;
  dv_import_options o = {.free_base = base && !strcmp(base, "free"), .strict = has(a, "strict")};
  int all = contacts && !strcmp(contacts, "all");
  o.ground = all || (contacts && !strcmp(contacts, "ground"));
  o.each_other = all || (contacts && !strcmp(contacts, "self"));
  o.npackage = values_of(a, "package", &package);
  o.package = package;
  o.narg = values_of(a, "arg", &arg);
  o.arg = arg;
  return o;
}

static dv_machine_options options_with(args *a, dv_machine_options o, int solver_options, const char *variant)
{
  const char *out = value_of(a, "out");
  o.import = import_options(a);
  o.free_base = o.import.free_base;
  o.kinds = a->kinds;
  o.maker = fmus_maker(a);
  o.draw |= out && dv_history_films(out);
  o.nsetting = settings(a, solver_options, variant, (const char ***)(void *)&o.settings);
  return o;
}

// A tolerance that is asked for, where the step is fixed.
static void look_at_tolerance(args *a, const dv_machine *m)
{
  const char *name = value_of(a, "rtol") ? "rtol" : value_of(a, "atol") ? "atol" : NULL;
  if (!name || !m->spec) return;
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  const dv_stepper *s = dv_stepper_find(o.method, 1);
  if (s && !dv_step_is_controlled(s, o.step))
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){0}, "choose cvode, or dopri5 or rosenbrock with --step auto",
                "--%s changes nothing: %s goes by a fixed step", name, o.method);
}

static dv_machine *open_with(args *a, const char *path, dv_machine_options o, int solver_options, const char *variant)
{
  o = options_with(a, o, solver_options, variant);
  dv_machine *m = dv_machine_open(path, &o);
  outputs_know(a, m);
  if (solver_options) look_at_tolerance(a, m);
  return m;
}

dv_machine_options machine_options(args *a, const char *case_name)
{
  return options_with(a, (dv_machine_options){.case_name = case_name}, 1, value_of(a, "variant"));
}

dv_machine *machine_open(args *a, const char *path, const char *case_name, int solver_options)
{
  return open_with(a, path, (dv_machine_options){.case_name = case_name}, solver_options, value_of(a, "variant"));
}

dv_machine *machine_open_variant(args *a, const char *path, const char *variant)
{
  return open_with(a, path, (dv_machine_options){0}, 0, variant);
}

dv_machine *machine_open_drawn(args *a, const char *path, const char *case_name)
{
  return open_with(a, path, (dv_machine_options){.case_name = case_name, .draw = 1}, 0, value_of(a, "variant"));
}

// The options that say which machine it is.
static int opens(const option *o)
{
  static const option reading[] = {READING_OPTIONS, END_OPTIONS};
  for (const option *r = reading; r->name; r++)
    if (!strcmp(r->name, o->name) && strcmp(o->name, "case") != 0) return 1;
  return 0;
}

const char *command_with(args *a, const char *verb, const char *file, const char *case_name)
{
  dv_text t = {.arena = a->arena};
  dv_text_add(&t, "davit %s %s", verb, shell_word(a->arena, file));
  if (case_name) dv_text_add(&t, " --case %s", shell_word(a->arena, case_name));
  for (int i = 0; i < a->ngiven; i++) {
    if (!opens(a->given[i].option)) continue;
    dv_text_add(&t, " --%s", a->given[i].option->name);
    if (a->given[i].value) dv_text_add(&t, " %s", shell_word(a->arena, a->given[i].value));
  }
  return dv_text_all(&t);
}

dv_run_options run_options(const args *a, const dv_machine *m)
{
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  o.halt = interruption();
  o.compiled = compiled_of(a, m);
  return o;
}

int reads_si(const dv_history *l)
{
  const char *units = dv_history_fact_text(l, "units");
  return units && !strcmp(units, "si");
}

void log_facts(const args *a, const dv_machine *m, dv_history *l)
{
  const dv_spec *s = m->spec;
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_plots_json(&o, NULL, s);
  dv_history_fact(l, "machine", s->name ? s->name : "");
  dv_history_fact(l, "case", s->case_name ? s->case_name : "");
  if (s->variant) dv_history_fact(l, "variant", s->variant);
  dv_history_fact(l, "file", m->doc->file);
  dv_history_fact(l, "hash", m->doc->hash);
  dv_history_fact(l, "solver", s->solver.method ? s->solver.method : "");
  dv_history_fact(l, "formulation", dv_run_formulations[s->solver.formulation].name);
  dv_history_fact(l, "command", a->command);
  dv_history_fact(l, "davit", DAVIT_VERSION);
  if (a->kinds) dv_history_fact(l, "kinds", kinds_libraries(a));
  dv_history_fact(l, "plots", dv_text_all(&o.text));
  if (s->display.si) dv_history_fact(l, "units", "si");
}

int column_fits(dv_machine *m, const char *pattern, dv_mark mark)
{
  if (dv_variable_match(m->model, pattern)) return 1;
  dv_diag_add(m->diags, DV_WARNING, mark, dv_variable_nearest(m->arena, m->model, pattern), "no variable fits '%s'", pattern);
  return 0;
}
