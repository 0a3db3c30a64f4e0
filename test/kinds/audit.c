// audit.c: every row of the kinds table passes the audit (src/audit), and has the name of its file.
#include "support.h"

#include "audit/audit.h"

#include <string.h>

static void all_are_told(const dv_diags *d)
{
  for (int i = 0; i < d->n; i++) print_error("%s\n", dv_diag_text(d, i));
  assert_int_equal(d->nerror, 0);
}

static void are_declared_soundly(void **state)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  (void)state;
  for (int i = 0; dv_kinds_x1[i]; i++) dv_audit_declared(d, NULL, dv_kinds_x1[i]);
  all_are_told(d);
  dv_arena_free(a);
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

typedef int one_audit(dv_diags *d, const char *library, const void *const kind[3]);

static void pass(one_audit *audit)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  for (int i = 0; i < DV_KINDS_OWN; i++) {
    const void *width[3];
    dv_audit_widths(NULL, i, width);
    audit(d, NULL, width);
  }
  all_are_told(d);
  dv_arena_free(a);
}

static void laws_are_finite_and_the_same_in_all_widths(void **state)
{
  (void)state;
  pass(dv_audit_laws);
}

static void passive_kinds_make_no_energy(void **state)
{
  (void)state;
  pass(dv_audit_energy);
}

// What only moving water drives makes no energy in water at rest, and its books close there. The others are driven (thruster),
// have the numbers of a user (derivatives of any sign, tables of radiation), or a weight in water, whose work is gravity's.
static int is_driven_by_moving_water(const dv_kind *k)
{
  static const char *const others[] = {"marine.thruster", "marine.derivatives", "marine.radiation",
                                       "marine.buoyancy", "marine.tether",      "marine.line"};
  for (int i = 0; i < DV_COUNT(others); i++)
    if (!strcmp(k->name, others[i])) return 0;
  return k->active && (k->service & DV_ASKS_WATER);
}

static void water_at_rest_gives_no_energy(void **state)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  int n = 0;
  (void)state;
  for (int i = 0; i < DV_KINDS_OWN; i++) {
    if (!is_driven_by_moving_water(dv_kinds_x1[i])) continue;
    const void *width[3];
    dv_audit_widths(NULL, i, width);
    dv_kind passive = *dv_kinds_x1[i];
    passive.active = 0;
    width[0] = &passive;
    dv_audit_energy(d, NULL, width);
    n++;
  }
  all_are_told(d);
  assert_true(n > 4);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_declared_soundly),
      cmocka_unit_test(is_named_as_its_row),
      cmocka_unit_test(laws_are_finite_and_the_same_in_all_widths),
      cmocka_unit_test(passive_kinds_make_no_energy),
      cmocka_unit_test(water_at_rest_gives_no_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
