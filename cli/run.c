// run.c: `davit run FILE`: simulates, writes results, prints the summary and the ledger.
#include "cli.h"

#include "model/variable_value.h"
#include "scene/scene.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const option options_run[] = {
    OUTPUT("out", dv_history_forms + 1, "write the results there"),
    OPTION("columns", "a,b.*", "record these variables (default: the shown ones, those of plots and of loads)"),
    UNTIL_OPTION,
    OPTION("every", "DT", "recording interval, e.g. 10ms"),
    OPTION("solver", "NAME", dv_solver_list + 2),
    OPTION("formulation", dv_run_formulation_words + 1, dv_run_formulation_docs + 2),
    STEP_OPTION,
    TOLERANCE_OPTIONS,
    OPTION("order", "N", "highest order of cvode; 2 for undamped structures"),
    OPTION("linear", DV_LINEAR_WORDS, "linear equations of cvode; klu: sparse, auto: where it saves work"),
    OPTION("derivatives", DV_DERIVATIVE_WORDS,
           "Jacobians of implicit methods (differences); exact: slopes of the machine's graph"),
    OPTION_ROW("save-state", "FILE", "write the final state, to go on from", WRITES_STATE),
    OPTION_ROW("from-state", "FILE", "start from a saved state", READS_STATE),
    OPTION_ROW("carry", "FILE", "start at t = 0 with a saved state of this or another variant, case or setting: states by name",
               READS_STATE),
    OPTION("list", NULL, "list the cases of the file"),
    OPTION("hash", NULL, "print the final state as 16 digits: equal for runs that are equal in all bits"),
    OPTION("json", NULL, "summary, ledger and diagnostics as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int list_cases(const args *a, dv_machine *m)
{
  const dv_spec *s = m->spec;
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '[');
  for (int i = 0; i < s->ncase; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "name", s->cases[i].name);
    dv_json_text(&o, "doc", s->cases[i].doc);
    dv_json_close(&o);
    if (!has(a, "json")) printf("%-20s %s\n", s->cases[i].name, s->cases[i].doc ? s->cases[i].doc : "");
  }
  for (int i = 0; i < s->nvariant && !has(a, "json"); i++)
    printf("%svariant %-12s %s\n", i ? "" : "\n", s->variants[i].name, s->variants[i].doc ? s->variants[i].doc : "");
  dv_json_close(&o);
  if (has(a, "json")) print_json(&o);
  return finish(m, FINE);
}

typedef struct {
  const char **item;
  int n, cap;
} patterns;

static void add_pattern(patterns *list, dv_machine *m, const char *pattern, dv_mark mark)
{
  if (column_fits(m, pattern, mark)) *DV_PUSH(m->arena, list) = pattern;
}

int recorded_columns(dv_machine *m, const char ***columns)
{
  patterns list = {0};
  for (int i = 0; i < m->spec->nrecord; i++) add_pattern(&list, m, m->spec->record[i].text, m->spec->record[i].mark);
  if (!m->spec->nrecord) *DV_PUSH(m->arena, &list) = NULL;
  for (int i = 0; i < m->spec->nplot; i++) {
    const dv_plot_spec *p = &m->spec->plot[i];
    if (p->x.text) add_pattern(&list, m, p->x.text, p->x.mark);
    for (int c = 0; c < p->ncolumn; c++) add_pattern(&list, m, p->column[c].text, p->column[c].mark);
  }
  for (int i = 0; i < LOAD_COLUMNS; i++)
    if (dv_variable_match(m->model, load_columns[i])) *DV_PUSH(m->arena, &list) = load_columns[i];
  *columns = list.item;
  return list.n;
}

static dv_record *new_record(args *a, dv_machine *m)
{
  const char **columns;
  int n = items_of(a, "columns", &columns);
  if (!n) n = recorded_columns(m, &columns);
  return dv_record_new(m->arena, m->diags, m->model, columns, n);
}

static void print_summary(const args *a, const dv_machine *m, const dv_run_result *r, const dv_history *l, const char *hash)
{
  const dv_spec *s = m->spec;
  printf("%s%s%s%s%s: %g s with %s%s\n", s->name ? s->name : a->operand[0], s->variant ? ", variant " : "",
         s->variant ? s->variant : "", s->case_name ? ", case " : "", s->case_name ? s->case_name : "", s->solver.until,
         s->solver.method ? s->solver.method : "cvode", dv_run_formulations[s->solver.formulation].summary);
  printf("  steps %ld (%ld rejected), evaluations %ld, jacobians %ld, events %ld\n", r->steps, r->rejected, r->evaluations,
         r->jacobians, r->events);
  printf("  wall time %.3g s, %.3g times real time\n", r->wall, r->realtime);
  print_ledger(&r->ledger);
  if (hash) printf("  state %s at t = %g s\n", hash, s->solver.until);
  if (has(a, "out")) printf("%s: %d rows, %d columns\n", value_of(a, "out"), l->nrow, l->ncolumn);
}

static void put_summary(const args *a, const dv_machine *m, const dv_run_result *r, const dv_history *l, const char *hash,
                        int code)
{
  const dv_spec *s = m->spec;
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], code == FINE);
  dv_json_text(&o, "machine", s->name);
  dv_json_text(&o, "variant", s->variant);
  dv_json_text(&o, "case", s->case_name);
  dv_json_text(&o, "solver", s->solver.method);
  dv_json_text(&o, "formulation", dv_run_formulations[s->solver.formulation].name);
  dv_json_number(&o, "until", s->solver.until);
  if (hash) dv_json_text(&o, "state", hash);
  dv_json_int(&o, "steps", r->steps);
  dv_json_int(&o, "rejected", r->rejected);
  dv_json_int(&o, "evaluations", r->evaluations);
  dv_json_int(&o, "jacobians", r->jacobians);
  dv_json_text(&o, "linear", r->sparse ? "klu" : "dense");
  dv_json_text(&o, "derivatives", r->exact ? "exact" : "differences");
  dv_json_int(&o, "events", r->events);
  dv_json_number(&o, "wall", r->wall);
  dv_json_number(&o, "realtime", r->realtime);
  dv_json_text(&o, "out", value_of(a, "out"));
  dv_json_int(&o, "rows", l->nrow);
  dv_json_int(&o, "columns", l->ncolumn);
  put_ledger(&o, &r->ledger);
  // the last row, so that a script needs no file for a single number
  dv_json_open(&o, "final", '{');
  for (int j = 0; j < l->ncolumn && l->nrow; j++) dv_json_number(&o, l->column[j].name, dv_history_row(l, l->nrow - 1)[j]);
  dv_json_close(&o);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

// HDF5 results carry what the viewer draws.
static void film(const args *a, dv_machine *m, watcher *w)
{
  const char *out = value_of(a, "out");
  if (!out || !dv_history_films(out)) return;
  w->filming = dv_filming_new(m->arena, m->model, w->record->log, m->spec->solver.until);
  w->record->log->film.scene = dv_scene(m->arena, m);
}

// What a run had computed when it failed, under a name of its own: a good result of an earlier run stays, and no script takes the
// part for the whole.
static int keep_part(args *a, dv_machine *m, dv_record *record, double t)
{
  const char *out = value_of(a, "out");
  if (!out || !record->log->nrow) return RUN_FAILED;
  const char *part = beside(a->arena, out, dv_arena_text(a->arena, ".incomplete%s", extension(out)));
  const char *why = m->diags->nerror ? "the run failed" : "the run was interrupted";
  log_facts(a, m, record->log);
  dv_history_fact(record->log, "incomplete", dv_arena_text(a->arena, "%s at t = %g s of %g s", why, t, m->spec->solver.until));
  if (write_history(a, m->diags, record->log, part) == FINE)
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){part, 0, 0}, NULL, "%d rows up to t = %g s are kept here", record->log->nrow,
                dv_history_row(record->log, record->log->nrow - 1)[0]);
  return RUN_FAILED;
}

static int simulate(args *a, dv_machine *m, dv_record *record, dv_run_result *r, uint64_t *hash)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = run_options(a, m);
  watcher w = {.record = record};
  film(a, m, &w);
  const char *from = value_of(a, "from-state"), *save = value_of(a, "save-state"), *out = value_of(a, "out"),
             *carry = value_of(a, "carry");
  if (from && dv_state_load(m->model, s, from, m->diags)) return BAD_FILE;
  if (carry && dv_state_carry(m->model, s, carry, m->diags)) return BAD_FILE;
  if (!from && !carry && dv_start(m, s)) return RUN_FAILED;
  dv_step_look(m->model, s, &o, m->diags);
  int code = dv_run(m->model, s, &o, watch_row, watch_progress, &w, r, m->diags, m->arena);
  watch_end(&w);
  if (interrupted()) {
    int kept = keep_part(a, m, record, s->t);
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, NULL, "interrupted at t = %g s", s->t);
    return kept;
  }
  if (code) return keep_part(a, m, record, s->t);
  *hash = dv_state_hash(m->model, s);
  log_facts(a, m, record->log);
  if (w.filming) dv_history_fact(record->log, "ledger", ledger_text(a->arena, &r->ledger));
  code = out ? write_history(a, m->diags, record->log, out) : FINE;
  return code == FINE && save ? write_state(a, m->diags, m->model, s, save) : code;
}

int run_run(args *a)
{
  const char *out = value_of(a, "out");
  if (out && !dv_history_extension(out, a->diags)) return BAD_USAGE;
  watch_signals();
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 1);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  if (has(a, "list")) return list_cases(a, m);
  dv_record *record = new_record(a, m);
  if (!record) {
    fail_open(a, m, a->operand[0]);
    return has(a, "columns") ? BAD_USAGE : BAD_FILE;
  }
  dv_run_result r = {0};
  uint64_t hash = 0;
  int code = simulate(a, m, record, &r, &hash);
  const char *digits = has(a, "hash") && code == FINE ? dv_arena_text(a->arena, "%016" PRIx64, hash) : NULL;
  if (has(a, "json")) put_summary(a, m, &r, record->log, digits, code);
  else if (code == FINE) print_summary(a, m, &r, record->log, digits);
  return finish(m, code);
}
