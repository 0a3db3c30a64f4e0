// slope_faults.c: rates that cannot be had are refused where they are named; they are never taken for zero.
#include "solve/harness.h"

static void refused(const char *signals, const char *what)
{
  char yaml[1000];
  sprintf(yaml,
          "bodies: {hull: {mass: 10 kg, inertia: [1, 1, 1]}}\njoints: {base: {type: free, child: hull}}\n"
          "parts: {leak: {kind: hydraulic.orifice, a: P, b: T, area: 1 mm2}, tank: {kind: hydraulic.tank, a: T}, "
          "oil: {kind: hydraulic.volume, a: P, volume: 1 l}}\nsignals:\n%s",
          signals);
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_doc *doc = dv_doc_read_memory(a, d, "test.yaml", yaml, strlen(yaml));
  dv_spec *spec = dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
  int found = 0;
  assert_null(spec ? dv_assemble(spec, dv_kinds_x1) : NULL);
  for (int i = 0; i < d->n; i++) found |= strstr(d->item[i].what, what) && d->item[i].remedy && d->item[i].mark.line == 6;
  for (int i = 0; i < d->n && !(found && d->nerror == 1); i++) print_message("%s\n", dv_diag_text(d, i));
  assert_true(found);
  assert_int_equal(d->nerror, 1);
  dv_arena_free(a);
}

static void rates(void **state)
{
  (void)state;
  refused("  y: 2*P.pressure\n  z: y.rate\n", "first time derivative of 'P.pressure'");
  refused("  y: 2*base.x\n  z: y.rate\n", "first time derivative of 'base.x'");
  refused("  y: hull.vx\n  z: y.acceleration\n", "second time derivative of 'hull.vx'");
  refused("  y: {kind: hold, in: t, period: 1 s}\n  z: y.rate\n", "no signal 'y.rate'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
