// outside_model.c: models with kinds from libraries, stepped through davit.h: the closed form of the example's spring; the
// libraries live as long as the last sim; such a model has no bytes to save.
#include "davit/davit.h"

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char good[] = LIBRARIES "/good_kinds.so";
static const char text[] = "bodies: {mass: {mass: 2 kg}}\n"
                           "joints: {x: {type: prismatic, axis: x, child: mass, position: 1 m}}\n"
                           "gravity: 0\n"
                           "parts: {k: {kind: my.duffing, axis: x, hardening: 2 N/m^3}}\n"
                           "solver: {rtol: 1e-10, atol: 1e-12}\n";

static const char *machine(const char *yaml)
{
  static const char path[] = LIBRARIES "/outside_model.yaml";
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(yaml, f);
  fclose(f);
  return path;
}

static dv_model *open_with(const char *path, const char *library, int n, char *why, size_t room)
{
  const char *const all[] = {library};
  return dv_model_open_with(path, &(dv_opening){.library = all, .nlibrary = n}, why, room);
}

// A cn(w t, 1/2) comes through zero after K(1/2) / w with the rate -A^2 sqrt(k3 / (2 m)); A = w = 1.
static void a_sim_outlives_its_model(void **state)
{
  char why[2000];
  (void)state;
  dv_model *m = open_with(machine(text), good, 1, why, sizeof why);
  if (!m) fail_msg("%s", why);
  dv_sim *s = dv_sim_new(m, NULL, why, sizeof why);
  assert_non_null(s);
  int x = dv_model_find(m, "x"), rate = dv_model_find(m, "x.rate");
  size_t n = 1;
  assert_null(dv_model_bytes(m, &n));
  assert_int_equal(n, 0);
  dv_model_free(m);
  assert_int_equal(dv_sim_step_to(s, 1.8540746773013719), DV_OK);
  assert_true(fabs(dv_sim_get(s, x)) < 1e-8);
  assert_true(fabs(dv_sim_get(s, rate) + sqrt(0.5)) < 1e-8);
  dv_sim_free(s);
}

static void faults_are_told(void **state)
{
  char why[2000];
  (void)state;
  assert_null(open_with(machine(text), NULL, 0, why, sizeof why));
  assert_non_null(strstr(why, "unknown kind 'my.duffing'"));
  assert_null(open_with(machine(text), "no/such.so", 1, why, sizeof why));
  assert_non_null(strstr(why, "no/such.so"));
  assert_null(open_with(machine(text), NULL, 1, why, sizeof why));
  assert_non_null(strstr(why, "a library is NULL"));
  assert_null(open_with(machine("bodies: {a: {mass: 1 m}}\n"), good, 1, why, sizeof why));
  assert_non_null(strstr(why, "needs kg"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_sim_outlives_its_model), cmocka_unit_test(faults_are_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
