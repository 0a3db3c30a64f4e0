// audit.c: what holds for every row of the kinds table: it is documented, its units are units, its laws are finite over
// the declared ranges with NaN in all that they did not declare to read, and one lane gives the bits of four and eight.
#include "support.h"
#include "point.h"

#include "engine/engine.h"
#include "spec/spec.h"
#include "spec/units.h"

enum { TRIALS = 300 };

static void check(int ok, const dv_kind *k, const char *what, const char *detail)
{
  if (!ok) fail_msg("%s: %s (%s)", k->name ? k->name : "?", what, detail ? detail : "");
}

static int said(const char *text) { return text && *text; }

static void quantities(const dv_kind *k, const dv_quantity *q, int n, const char *what)
{
  for (int i = 0; i < n; i++) check(said(q[i].name) && q[i].unit && said(q[i].doc) && q[i].nominal > 0, k, what, q[i].name);
}

static void is_documented(void **state)
{
  (void)state;
  for (const dv_kind *const *at = dv_kinds_x1; *at; at++) {
    const dv_kind *k = *at;
    check(said(k->name) && said(k->doc), k, "has name and doc", NULL);
    check(k->example && strstr(k->example, "expect:"), k, "has an example that expects something", NULL);
    for (int i = 0; i < k->nport; i++)
      check(said(k->port[i].name) && said(k->port[i].doc), k, "port is documented", k->port[i].name);
    for (int i = 0; i < k->noption; i++)
      check(said(k->option[i].choices) && said(k->option[i].doc), k, "option is documented", k->option[i].name);
    for (int i = 0; i < k->ntable; i++)
      check(said(k->table[i].name) && said(k->table[i].doc), k, "table is documented", k->table[i].name);
    for (int i = 0; i < k->nparam; i++) {
      const dv_param *q = &k->param[i];
      check(said(q->name) && said(q->unit) && said(q->doc), k, "parameter has name, unit and doc", q->name);
      check(q->lo < q->hi, k, "range is ordered", q->name);
      check(isnan(q->def) || (q->lo <= q->def && q->def <= q->hi), k, "default is in its range", q->name);
    }
    quantities(k, k->state, k->nstate, "state is documented, with a nominal size");
    quantities(k, k->discrete, k->ndiscrete, "discrete state is documented, with a nominal size");
    quantities(k, k->in, k->nin, "input is documented, with a nominal size");
    quantities(k, k->out, k->nout, "output is documented, with a nominal size");
    check(!k->state_option || k->state_count, k, "says how many states each choice has", NULL);
  }
}

// Row folder, file -> name "folder.file", whatever stands for _.
static void is_named_as_its_row(void **state)
{
  static const char *const rows[] = {
#define DV_ROW(domain, name) #domain "." #name,
#include "kinds/kinds.def"
#undef DV_ROW
  };
  (void)state;
  for (int i = 0; i < DV_COUNT(rows); i++) {
    const char *name = dv_kinds_x1[i]->name, *row = rows[i];
    for (; *row; row++) {
      if (*row == '_') continue;
      if (*name == '-') name++;
      if (*name++ != *row) fail_msg("row %s has the kind %s", rows[i], dv_kinds_x1[i]->name);
    }
    assert_int_equal(*name, 0);
  }
  assert_null(dv_kinds_x1[DV_COUNT(rows)]);
}

static void unit_is_known(dv_units *u, dv_arena *a, const dv_kind *k, const char *unit, const char *of)
{
  double factor, offset;
  dv_dim dim;
  if (!unit || !*unit || !strcmp(unit, "*")) return;
  for (int rotary = 0; rotary < 2; rotary++) {
    const char *text = strchr(unit, '{') ? dv_spec_axis_unit(a, unit, rotary) : unit;
    if (*text == '*') text = dv_arena_text(a, "1%s", text + 1);  // any dimension per second
    if (dv_units_parse(u, text, &factor, &offset, &dim)) fail_msg("%s: unit '%s' of %s is unknown", k->name, text, of);
    if (offset != 0 || (fabs(factor - 1) > 1e-12 && strcmp(text, "Hz")))
      fail_msg("%s: unit '%s' of %s is not SI", k->name, text, of);
  }
}

static void units_are_known(void **state)
{
  dv_arena *a = dv_arena_new();
  dv_units *u = dv_units_open(a);
  (void)state;
  assert_non_null(u);
  for (const dv_kind *const *at = dv_kinds_x1; *at; at++) {
    const dv_kind *k = *at;
    for (int i = 0; i < k->nparam; i++) unit_is_known(u, a, k, k->param[i].unit, k->param[i].name);
    for (int i = 0; i < k->nstate; i++) unit_is_known(u, a, k, k->state[i].unit, k->state[i].name);
    for (int i = 0; i < k->nin; i++) unit_is_known(u, a, k, k->in[i].unit, k->in[i].name);
    for (int i = 0; i < k->nout; i++) unit_is_known(u, a, k, k->out[i].unit, k->out[i].name);
    for (int i = 0; i < k->ntable; i++)
      for (int n = 0; n < k->table[i].columns; n++) unit_is_known(u, a, k, k->table[i].unit[n], k->table[i].name);
  }
  dv_arena_free(a);
}

static const char *const law_name[] = {"publish", "signal", "answer", "rate", "root", "sample", "stored", "carried", "loss"};

static void is_finite(const point *p, law which, const double *block)
{
  int first[16], count[16], n = point_written(p, which, first, count);
  for (int r = 0; r < n; r++)
    for (int i = first[r] * LANES; i < (first[r] + count[r]) * LANES; i++)
      if (!isfinite(block[i])) fail_msg("%s: %s gives %g", p->kind->name, law_name[which], block[i]);
}

#ifndef DV_ONE_WIDTH
static void same_bits(const point *p, law which, const double *one, const double *many, int width)
{
  int first[16], count[16], n = point_written(p, which, first, count);
  for (int r = 0; r < n; r++)
    for (int i = first[r] * LANES; i < (first[r] + count[r]) * LANES; i++)
      if (memcmp(&one[i], &many[i], sizeof one[i]))
        fail_msg("%s: %s gives %.17g in one lane, %.17g in %d", p->kind->name, law_name[which], one[i], many[i], width);
}
#endif

// A law on what it may see, in all widths that this CPU has.
static void try_law(point *p, law which, double *one, double *many)
{
  point_hide(p, which, one);
  lane_run_x1(&p->shape, which, one);
  is_finite(p, which, one);
#ifndef DV_ONE_WIDTH
  if (dv_engine_of_width(4)) {
    point_hide(p, which, many);
    lane_run_x4(&p->shape, which, many);
    same_bits(p, which, one, many, 4);
  }
  if (dv_engine_of_width(8)) {
    point_hide(p, which, many);
    lane_run_x8(&p->shape, which, many);
    same_bits(p, which, one, many, 8);
  }
#else
  (void)many;
#endif
}

static void laws_are_finite_and_the_same_in_all_widths(void **state)
{
  static _Alignas(64) double block[512 * LANES], one[512 * LANES], many[512 * LANES];
  (void)state;
  for (int row = 0; dv_kinds_x1[row]; row++) {
    if (!point_possible(dv_kinds_x1[row])) continue;
    for (int trial = 0; trial < TRIALS; trial++) {
      point p = {.block = block};
      point_random(&p, row);
      for (law which = LAW_PUBLISH; which < LAW_COUNT; which++) {
        if (!point_has(&p, which)) continue;
        try_law(&p, which, one, many);
        point_keep(&p, which, one);
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_documented),
      cmocka_unit_test(is_named_as_its_row),
      cmocka_unit_test(units_are_known),
      cmocka_unit_test(laws_are_finite_and_the_same_in_all_widths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
