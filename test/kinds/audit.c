// audit.c: every row of the kinds table passes the audit (src/audit), and has the name of its file.
#include "support.h"

#include "audit/audit.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_declared_soundly),
      cmocka_unit_test(is_named_as_its_row),
      cmocka_unit_test(laws_are_finite_and_the_same_in_all_widths),
      cmocka_unit_test(passive_kinds_make_no_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
