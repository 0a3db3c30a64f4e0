// check_run.c: solver, plots and expectations.
#include "spec/check.h"

#include <math.h>
#include <string.h>

// A number that must be above zero.
static void read_positive(dv_check *c, const dv_node *map, const char *key, const char *unit, double *out)
{
  double v = 0;
  if (dv_check_key(c, map, key, unit, &v)) return;
  if (v > 0) *out = v;
  else dv_diag_add(c->diags, DV_ERROR, dv_doc_find(map, key)->mark, "give a number above zero", "'%s' is %g", key, v);
}

static void read_solver(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "solver", DV_MAP), *method = dv_check_get(map, "method", DV_SCALAR);
  dv_solver_spec *s = &c->spec->solver;
  *s = (dv_solver_spec){.method = "cvode-bdf", .until = 10};
  s->mark = map ? map->key_mark : (dv_mark){c->doc->file, 0, 0};
  if (method) {
    s->method = strcmp(method->text, "cvode") ? method->text : "cvode-bdf";
    s->mark = method->mark;
  }
  const char *formulation = dv_check_text(map, "formulation");
  s->momentum = formulation && !strcmp(formulation, "momentum");
  read_positive(c, map, "step", "s", &s->step);
  read_positive(c, map, "rtol", "1", &s->rtol);
  read_positive(c, map, "atol", "1", &s->atol);
  read_positive(c, map, "every", "s", &s->every);
  read_positive(c, map, "ledger", "1", &s->ledger);
  read_positive(c, c->root, "until", "s", &s->until);
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

static const struct {
  const char *key;
  dv_expect_what what;
} kinds_of_expectation[] = {
    {"value", DV_EXPECT_AT   },
    {"final", DV_EXPECT_FINAL},
    {"max",   DV_EXPECT_MAX  },
    {"min",   DV_EXPECT_MIN  },
    {"drift", DV_EXPECT_DRIFT},
    {"mean",  DV_EXPECT_MEAN },
};

// Exactly one of value, final, max, min, drift, mean.
static const dv_node *read_what(dv_check *c, const dv_node *map, dv_expect_what *what)
{
  const dv_node *found = NULL;
  for (int i = 0; i < DV_COUNT(kinds_of_expectation); i++) {
    const dv_node *n = dv_doc_find(map, kinds_of_expectation[i].key);
    if (n && found)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "write two expectations", "both '%s' and '%s' are given", found->key, n->key);
    if (!n || found) continue;
    found = n;
    *what = kinds_of_expectation[i].what;
  }
  if (!found)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add value, final, max, min, mean or drift", "the expectation names no column");
  return found;
}

static void check_window(dv_check *c, const dv_node *map, const dv_expect_spec *e)
{
  const dv_node *at = dv_doc_find(map, "at"), *from = dv_doc_find(map, "from"), *to = dv_doc_find(map, "to"),
                *is = dv_doc_find(map, "is");
  const dv_node *odd = e->what != DV_EXPECT_AT && at                           ? at
                       : e->what == DV_EXPECT_AT || e->what == DV_EXPECT_FINAL ? (from ? from : to)
                                                                               : NULL;
  // a run that was cut short on the command line still runs; its late expectations fail when they are tested
  const dv_node *until = dv_doc_find(c->root, "until");
  double last = until && !until->mark.file ? HUGE_VAL : c->spec->solver.until * (1 + 1e-12);
  if (odd)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "`value` takes `at`; max, min, mean and drift take `from` and `to`",
                "'%s' has no meaning here", odd->key);
  else if (e->what == DV_EXPECT_AT && !at)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'at: ...'", "the expectation has no time");
  else if (at && (e->at < 0 || e->at > last))
    dv_diag_add(c->diags, DV_ERROR, at->mark, "change it, or `until`", "the run has no time %g s: it ends at %g s", e->at,
                c->spec->solver.until);
  else if (from && e->from > e->to) dv_diag_add(c->diags, DV_ERROR, from->mark, "swap them", "the window ends before it begins");
  else if (from && e->from > last)
    dv_diag_add(c->diags, DV_ERROR, from->mark, "change it, or `until`", "the run ends at %g s, before the window begins",
                c->spec->solver.until);
  if (e->what != DV_EXPECT_DRIFT && !is)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'is: ...'", "the expectation has no number");
}

static void read_expect(dv_check *c, const dv_node *map, dv_expect_spec *e)
{
  e->mark = map->mark;
  e->at = e->from = e->to = NAN;
  if (map->type != DV_MAP) return;
  const dv_node *column = read_what(c, map, &e->what);
  if (column) dv_check_formula(c, column, DV_COLUMN_NAMES, &e->value);
  dv_check_key(c, map, "at", "s", &e->at);
  dv_check_key(c, map, "from", "s", &e->from);
  dv_check_key(c, map, "to", "s", &e->to);
  dv_check_key(c, map, "is", NULL, &e->is);
  read_positive(c, map, "within", NULL, &e->within);
  read_positive(c, map, "relative", "1", &e->relative);
  e->source = dv_check_text(map, "source");
  if (column) check_window(c, map, e);
  if (!dv_doc_find(map, "within") && !dv_doc_find(map, "relative"))
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'within: ...' or 'relative: ...'", "the expectation has no tolerance");
}

static void read_expects(dv_check *c)
{
  const dv_node *list = dv_check_get(c->chosen ? c->chosen : c->root, "expect", DV_SEQ);
  dv_spec *s = c->spec;
  s->expect = DV_TAKE(c->arena, dv_expect_spec, list ? list->n : 0);
  for (int i = 0; list && i < list->n; i++) read_expect(c, list->item[i], &s->expect[s->nexpect++]);
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
  read_plots(c);
  read_expects(c);
  list_cases(c);
  if (record) c->spec->record = read_refs(c, record, &c->spec->nrecord);
}
