// test.c: `davit test FILE...`: runs the cases of machine files and compares with what they expect.
#include "expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_test[] = {OPTION("json", NULL, "as JSON"), MACHINE_OPTIONS, END_OPTIONS};

typedef struct {
  args *a;
  dv_json_out json;
  dv_diags *told;  // what all cases of a file say is told once
  int passed, failed, faults, cases;
} tally;

static void put_outcome(tally *t, const outcome *o)
{
  dv_json_open(&t->json, NULL, '{');
  dv_json_bool(&t->json, "passed", o->passed);
  dv_json_text(&t->json, "what", o->label);
  dv_json_number(&t->json, "got", o->got);
  dv_json_number(&t->json, "wanted", o->wanted);
  dv_json_number(&t->json, "tolerance", o->tolerance);
  dv_json_text(&t->json, "source", o->spec->source);
  dv_json_int(&t->json, "line", o->spec->metric.mark.line);
  dv_json_close(&t->json);
}

static void show_outcome(tally *t, const outcome *o)
{
  if (o->passed) t->passed++;
  else t->failed++;
  put_outcome(t, o);
  if (has(t->a, "json")) return;
  printf("  %s  %-32s got %.12g", o->passed ? "ok  " : "FAIL", o->label, o->got);
  if (o->spec->metric.what == DV_MEASURE_DRIFT) printf(", at most %.3g", o->tolerance);
  else printf(", wanted %.12g within %.3g", o->wanted, o->tolerance);
  if (o->spec->source) printf("  (%s)", o->spec->source);
  if (!o->passed) printf("  %s:%d", o->spec->metric.mark.file ? o->spec->metric.mark.file : "", o->spec->metric.mark.line);
  puts("");
}

// All expectations of the case, or their failure when the run failed.
static void test_machine(tally *t, dv_machine *m)
{
  metrics list = expect_metrics(m);
  dv_run_result r = {0};
  dv_history *log = NULL, none = {0};
  const dv_linear *modes = expect_modes(m);
  expect_units(m);
  if (list.n && curve_run(t->a, m, &list, &log, &r) == BAD_FILE) t->faults++;
  if (!has(t->a, "json"))
    printf("%s, case %s: %g s, %ld steps, %.3g s\n", m->doc->file, m->spec->case_name, m->spec->solver.until, r.steps, r.wall);
  for (int i = 0; i < m->spec->nexpect; i++) {
    outcome o = {0};
    if (m->spec->expect[i].mode) expect_mode(m, modes, i, &o);
    else expect_evaluate(m, log ? log : &none, i, &o);
    show_outcome(t, &o);
  }
}

static void tell(tally *t, const dv_diags *d)
{
  int first = t->told->n;
  move_diags(t->told, d);
  print_diags_from(t->told, first);
}

static void test_case(tally *t, const char *file, const char *name)
{
  dv_machine *m = machine_open(t->a, file, name, 0);
  t->cases++;
  dv_json_open(&t->json, NULL, '{');
  dv_json_text(&t->json, "case", name);
  dv_json_open(&t->json, "expectations", '[');
  if (!m->model) t->faults++;
  else if (m->spec->nexpect) test_machine(t, m);
  dv_json_close(&t->json);
  put_diags(&t->json, m->diags);
  dv_json_close(&t->json);
  tell(t, m->diags);
  dv_machine_close(m);
}

static void test_file(tally *t, const char *file)
{
  const char *only = value_of(t->a, "case");
  dv_machine *m = machine_open(t->a, file, NULL, 0);
  t->told = dv_diags_new(t->a->arena);
  dv_json_open(&t->json, NULL, '{');
  dv_json_text(&t->json, "file", file);
  if (!m->model) {
    t->faults++;
    put_diags(&t->json, m->diags);
    tell(t, m->diags);
  }
  dv_json_open(&t->json, "cases", '[');
  for (int i = 0; m->model && i < m->spec->ncase && !interrupted(); i++)
    if (!only || !strcmp(only, m->spec->cases[i].name)) test_case(t, file, m->spec->cases[i].name);
  dv_json_close(&t->json);
  dv_json_close(&t->json);
  dv_machine_close(m);
}

int run_test(args *a)
{
  tally t = {.a = a, .json = {.text = {.arena = a->arena}}};
  watch_signals();
  dv_json_open(&t.json, NULL, '{');
  dv_json_open(&t.json, "files", '[');
  for (int i = 0; i < a->noperand && !interrupted(); i++) test_file(&t, a->operand[i]);
  dv_json_close(&t.json);
  if (has(a, "case") && !t.cases && !t.faults)
    return bad_usage(a, "see 'davit run FILE --list'", "there is no case '%s'", value_of(a, "case"));
  dv_json_bool(&t.json, "ok", !t.failed && !t.faults && !interrupted());
  dv_json_int(&t.json, "passed", t.passed);
  dv_json_int(&t.json, "failed", t.failed);
  dv_json_int(&t.json, "faults", t.faults);
  dv_json_close(&t.json);
  if (has(a, "json")) print_json(&t.json);
  else printf("%d passed, %d failed\n", t.passed, t.failed);
  return t.faults ? BAD_FILE : t.failed || interrupted() ? RUN_FAILED : FINE;
}
