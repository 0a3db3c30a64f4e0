// loop_resume.c: a run of a machine with loops that is stopped and goes on has the bits of one that was not, also where other
// coordinates become independent on the way; closures stay below 1e-10 m.
#include "solve/harness.h"

#include <unistd.h>

static const char slider[] = "bodies:\n"
                             "  crank: {mass: 2 kg, inertia: [0.25, 0.25, 0.5], points: {pin: [0.2, 0, 0]}}\n"
                             "  rod: {mass: 1 kg, com: [0.3, 0, 0], inertia: [0.01, 0.03, 0.03], points: {end: [0.6, 0, 0]}}\n"
                             "  piston: {mass: 1.5 kg}\n"
                             "joints:\n"
                             "  q: {type: revolute, child: crank, position: 40 deg, rate: 20}\n"
                             "  r: {type: revolute, parent: crank, child: rod, at: {point: pin}}\n"
                             "  s: {type: prismatic, axis: x, child: piston, position: 0.7 m}\n"
                             "loops: {wrist: {type: revolute, parent: rod, child: piston, at: {point: end}}}\n"
                             "independent: s\n";

static void stopped_on_the_way(void **state)
{
  (void)state;
  static const char *const method[] = {"rk4", "lie-rk4", "rosenbrock", "euler"};
  for (int i = 0; i < 4; i++) {
    fixture whole = fixture_open(slider), parts = fixture_open(slider);
    fixture_run(&whole, method[i], 0.8, 1e-3);
    for (int k = 1; k <= 8; k++) fixture_run(&parts, method[i], k / 10.0, 1e-3);
    assert_memory_equal(whole.state->x, parts.state->x, (size_t)whole.model->nx * sizeof(double));
    assert_memory_equal(whole.state->d, parts.state->d, (size_t)whole.model->nd * sizeof(double));
    double s = fixture_value(&whole, "s"), q = fixture_value(&whole, "q");
    assert_near(s, 0.2 * cos(q) + sqrt(0.36 - 0.04 * sin(q) * sin(q)), 1e-12);
    fixture_close(&whole);
    fixture_close(&parts);
  }
}

// A saved state names the pivots: indices. With a checksum that is right they still must be such.
static void foreign_pivots(void **state)
{
  char path[80];
  static const double odd[] = {1e9, -5, 0.5, (double)NAN};
  (void)state;
  fixture b = fixture_open(slider);
  dv_diags *d = dv_diags_new(b.arena);
  snprintf(path, sizeof path, "/tmp/davit-pivots-%d.state", (int)getpid());
  int rank = b.model->loop_d, row = rank + 2;
  for (int k = -1; k < 8; k++) {
    fixture_run(&b, "rk4", 0.01 * (k + 2), 1e-3);
    double *at = k < 0 ? NULL : &b.state->d[k < 4 ? rank : row], was = at ? *at : 0;
    if (at) *at = odd[k % 4];
    assert_int_equal(dv_state_save(b.model, b.state, path, d), 0);
    if (at) *at = was;
    int bad = dv_state_load(b.model, b.state, path, d);
    assert_int_equal(bad != 0, k >= 0);
    if (k >= 0) assert_non_null(strstr(dv_diag_text(d, d->n - 1), "pivots"));
  }
  remove(path);
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(stopped_on_the_way), cmocka_unit_test(foreign_pivots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
