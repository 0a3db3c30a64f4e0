// reproduce.c: `davit reproduce FILE...`: runs the cases of machine files; one page has their figures beside their numbers.
//
// The figures are those of `davit plot`, the numbers those of `davit test` and `davit metrics`. Nothing is written unless all
// files could be read and all cases were run, or failed by themselves: a page that is there stays.
#include "reproduce.h"

#include <stdio.h>
#include <string.h>

const option options_reproduce[] = {
    OUTPUT("o", "FILE.html", "where to write it (default: FILE-reproduced.html)"),
    OUTPUT("csv", "FILE.csv", "the numbers as a table in units of SI, too"),
    OPTION("json", NULL, "the numbers as JSON, in units of SI"),
    UNITS_OPTION,
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static metrics all_metrics(dv_machine *m)
{
  metrics list = expect_metrics(m);
  for (int i = 0; i < m->spec->nmetric; i++) *DV_PUSH(m->arena, &list) = &m->spec->metric[i];
  return list;
}

static int run_case(reproduction *r, const char *file, const char *name, const char *doc)
{
  dv_machine *m = machine_open(r->a, file, name, 0);
  experiment e = {.file = file, .name = name, .doc = doc, .m = m};
  if (!m->model) return fail_open(r->a, m, file);
  metrics list = all_metrics(m);
  const char **columns;
  dv_history *l;
  int n = recorded_columns(m, &columns);
  const dv_linear *modes = expect_modes(m);
  expect_units(m);
  int code = curve_run_with(r->a, m, &list, columns, n, &l, &e.run);
  if (code == BAD_FILE || interrupted()) return finish(m, code == BAD_FILE ? BAD_FILE : RUN_FAILED);
  if (l) log_facts(r->a, m, l);
  e.l = l;
  r->cases++;
  r->ran += l != NULL;
  reproduce_experiment(r, &e, modes);
  move_diags(r->a->diags, m->diags);
  dv_machine_close(m);
  return FINE;
}

// All cases of a file; one without cases is run as it is.
static int run_file(reproduction *r, const char *file)
{
  const char *only = value_of(r->a, "case");
  dv_machine *m = machine_open(r->a, file, NULL, 0);
  if (!m->model) return fail_open(r->a, m, file);
  int n = m->spec->ncase, code = FINE;
  html_element(&r->body, "<h2>", m->spec->name ? m->spec->name : file, "</h2>\n");
  if (m->spec->doc) html_element(&r->body, "<p>", m->spec->doc, "</p>\n");
  for (int i = 0; i < n && code == FINE; i++)
    if (!only || !strcmp(only, m->spec->cases[i].name)) code = run_case(r, file, m->spec->cases[i].name, m->spec->cases[i].doc);
  dv_machine_close(m);
  return n || only ? code : run_case(r, file, NULL, NULL);
}

static int write_all(reproduction *r)
{
  args *a = r->a;
  const char *page = value_of(a, "o"), *csv = value_of(a, "csv");
  if (!page) page = beside(a->arena, a->operand[0], "-reproduced.html");
  int code = reproduce_write(r, page);
  if (code == FINE && csv) code = write_text(a, a->diags, csv, dv_text_all(&r->table));
  if (code) return code;
  int missed = r->failed || r->ran < r->cases;
  dv_json_close(&r->json);
  dv_json_bool(&r->json, "ok", !missed);
  dv_json_text(&r->json, "page", page);
  dv_json_int(&r->json, "figures", r->figures);
  dv_json_int(&r->json, "passed", r->passed);
  dv_json_int(&r->json, "failed", r->failed);
  put_diags(&r->json, a->diags);
  dv_json_close(&r->json);
  if (has(a, "json")) print_json(&r->json);
  else
    printf("%s: %d of %d cases ran, %d figures; %d numbers as expected, %d not\n", page, r->ran, r->cases, r->figures, r->passed,
           r->failed);
  return missed ? RUN_FAILED : FINE;
}

int run_reproduce(args *a)
{
  reproduction r = {.a = a, .body = {.arena = a->arena}, .contents = {.arena = a->arena}, .table = {.arena = a->arena}};
  r.json.text.arena = a->arena;
  watch_signals();
  dv_json_open(&r.json, NULL, '{');
  dv_json_open(&r.json, "cases", '[');
  dv_text_add(&r.table, "file,case,number,value,unit,wanted,within,difference,as expected,source\n");
  for (int i = 0; i < a->noperand; i++) {
    int code = run_file(&r, a->operand[i]);
    if (code) return code;
  }
  if (!r.cases) return bad_usage(a, "see 'davit run FILE --list'", "there is no case '%s'", value_of(a, "case"));
  return write_all(&r);
}
