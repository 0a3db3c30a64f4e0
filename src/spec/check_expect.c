// check_expect.c: `metrics:` and `expect:`: which number of a column, and what it must be.
#include "spec/check.h"

#include <math.h>
#include <string.h>

static const char all_measures[] = "add "
#define X(name, key, unit, doc) key ", "
    DV_MEASURES(X)
#undef X
        "or metric";

// Exactly one measure names the column.
static void check_column(dv_check *c, const dv_node *map)
{
  const dv_node *found = NULL;
  for (int i = 0; i < DV_MEASURE_COUNT; i++) {
    const dv_node *n = dv_doc_find(map, dv_measure_rows[i].key);
    if (n && found)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "write two of them", "both '%s' and '%s' are given", found->key, n->key);
    if (n && !found) found = n;
  }
  if (!found) dv_diag_add(c->diags, DV_ERROR, map->mark, all_measures, "no column is named");
}

// A key that its measure does not take.
static const dv_node *odd_key(const dv_node *map, dv_measure what)
{
  const dv_node *at = dv_doc_find(map, "at"), *from = dv_doc_find(map, "from"), *to = dv_doc_find(map, "to");
  if (at && what != DV_MEASURE_AT) return at;
  if (what == DV_MEASURE_AT || what == DV_MEASURE_FINAL) return from ? from : to;
  if (!dv_measure_takes_goal(what)) return dv_doc_find(map, "goal");
  return what != DV_MEASURE_SETTLING ? dv_doc_find(map, "band") : NULL;
}

static void check_window(dv_check *c, const dv_node *map, const dv_metric_spec *e)
{
  const dv_node *at = dv_doc_find(map, "at"), *from = dv_doc_find(map, "from"), *odd = odd_key(map, e->what);
  // a run that was cut short on the command line still runs; its late expectations fail when they are tested
  const dv_node *until = dv_doc_find(c->root, "until");
  double last = until && !until->mark.file ? HUGE_VAL : c->spec->solver.until * (1 + 1e-12);
  if (odd)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark,
                "`value` takes `at`, the others but `final` take `from` and `to`; step measures take `goal`, settling `band`",
                "'%s' has no meaning here", odd->key);
  else if (e->what == DV_MEASURE_AT && !at)
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'at: ...'", "the expectation has no time");
  else if (at && (e->at < 0 || e->at > last))
    dv_diag_add(c->diags, DV_ERROR, at->mark, "change it, or `until`", "the run has no time %g s: it ends at %g s", e->at,
                c->spec->solver.until);
  else if (from && e->from > e->to) dv_diag_add(c->diags, DV_ERROR, from->mark, "swap them", "the window ends before it begins");
  else if (from && e->from > last)
    dv_diag_add(c->diags, DV_ERROR, from->mark, "change it, or `until`", "the run ends at %g s, before the window begins",
                c->spec->solver.until);
}

// Of a number that was read already; `any` if it is not there.
static dv_dim dim_of(dv_check *c, const dv_node *map, const char *key)
{
  const dv_node *n = dv_check_get(map, key, DV_SCALAR);
  dv_quantity_value v = {.dim = {.any = 1}};
  dv_diags *told = c->diags;
  c->diags = dv_diags_new(c->arena);
  if (n) dv_check_quantity(c, n, &v);
  c->diags = told;
  return v.dim;
}

// m: as its rows were read.
static void check_metric(dv_check *c, const dv_node *map, dv_metric_spec *m)
{
  m->mark = map->mark;
  m->name = map->key;
  if (map->type != DV_MAP) return;
  check_column(c, map);
  m->goal_dim = dim_of(c, map, "goal");
  if (m->text) check_window(c, map, m);
}

static void take_metric(dv_check *c, const dv_node *n, dv_metric_spec *m)
{
  const dv_spec *s = c->spec;
  const char **names = DV_TAKE(c->arena, const char *, s->nmetric);
  for (int i = 0; i < s->nmetric; i++) {
    names[i] = s->metric[i].name;
    if (!strcmp(names[i], n->text)) *m = s->metric[i];
  }
  if (!m->name)
    dv_diag_add(c->diags, DV_ERROR, n->mark, dv_did_you_mean(c->diags, n->text, names, s->nmetric, "add it to 'metrics:'"),
                "there is no metric '%.64s'", n->text);
}

static void check_expect(dv_check *c, const dv_node *map, dv_expect_spec *e)
{
  const dv_node *metric = dv_check_get(map->type == DV_MAP ? map : NULL, "metric", DV_SCALAR);
  if (metric) take_metric(c, metric, &e->metric);
  else if (!e->mode) check_metric(c, map, &e->metric);
  e->metric.mark = map->mark;
  if (map->type != DV_MAP) return;
  e->is_dim = dim_of(c, map, "is"), e->within_dim = dim_of(c, map, "within");
  if (e->metric.what != DV_MEASURE_DRIFT && !dv_doc_find(map, "is"))
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'is: ...'", "the expectation has no number");
  if (!dv_doc_find(map, "within") && !dv_doc_find(map, "relative"))
    dv_diag_add(c->diags, DV_ERROR, map->mark, "add 'within: ...' or 'relative: ...'", "the expectation has no tolerance");
}

void dv_check_expects(dv_check *c)
{
  const dv_node *metrics = dv_doc_find(c->root, "metrics"), *list = dv_doc_find(c->root, "expect");
  dv_spec *s = c->spec;
  dv_read_one(c, &dv_keys_machine, "metrics", c->root, -1, s);
  for (int i = 0; i < s->nmetric; i++) check_metric(c, metrics->item[i], &s->metric[i]);
  dv_read_one(c, &dv_keys_machine, "expect", c->root, -1, s);
  for (int i = 0; i < s->nexpect; i++) check_expect(c, list->item[i], &s->expect[i]);
}
