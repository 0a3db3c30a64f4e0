// near_rest.c: rest, linearisation and modes of a sim against closed forms; the table of kinds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "davit/davit.h"

#include <math.h>
#include <string.h>

static const double mass = 2, stiffness = 50, damping = 3, gravity = 9.81;

static dv_model *model;
static dv_sim *sim;

static int open_sim(void **state)
{
  char why[1000];
  (void)state;
  model = dv_model_open("test/api/near_rest.yaml", NULL, NULL, 0, why, sizeof why);
  if (!model) fail_msg("%s", why);
  sim = dv_sim_new(model, NULL, why, sizeof why);
  return sim ? 0 : -1;
}

static int close_sim(void **state)
{
  (void)state;
  dv_sim_free(sim);
  dv_model_free(model);
  return 0;
}

// k z = push - m g, and the sim stays there.
static void rest(void **state)
{
  const int z = dv_model_find(model, "z"), push = dv_model_find(model, "push.value");
  dv_rest r;
  (void)state;
  for (double force = 0; force < 10; force += 4) {
    double at = (force - mass * gravity) / stiffness;
    assert_int_equal(dv_sim_set(sim, push, force), DV_OK);
    assert_int_equal(dv_sim_rest(sim, NULL, 0, &r), DV_OK);
    assert_true(fabs(dv_sim_get(sim, z) - at) < 1e-9);
    for (int i = 0; i < 100; i++) assert_int_equal(dv_sim_step(sim, 1e-2), DV_OK);
    assert_true(fabs(dv_sim_get(sim, z) - at) < 1e-9);
  }
  double here = dv_sim_get(sim, z);
  assert_int_equal(dv_sim_rest(sim, (const char *[]){"nix"}, 1, &r), DV_BAD_USE);
  assert_non_null(strstr(dv_sim_message(sim), "nix"));
  assert_true(dv_sim_get(sim, z) == here);
  assert_int_equal(dv_sim_rest(sim, NULL, 1, NULL), DV_BAD_USE);
  assert_int_equal(dv_sim_rest(NULL, NULL, 0, NULL), DV_BAD_USE);
}

// z'' = (-k z - c z' + u) / m, y = z''.
static void matrices(void **state)
{
  const int y = dv_model_find(model, "z.acceleration"), none = 100000;
  (void)state;
  const dv_linearised *l = dv_sim_linearise(sim, NULL, 0, &y, 1);
  assert_non_null(l);
  assert_true(l->n == 2 && l->nu == 1 && l->ny == 1 && l->nmode == 1 && l->displacements == 1);
  assert_string_equal(l->state[0], "z.position");
  assert_string_equal(l->output[0], "z.acceleration");
  const double A[] = {0, 1, -stiffness / mass, -damping / mass}, B[] = {0, 1 / mass};
  for (int i = 0; i < 4; i++) assert_true(fabs(l->A[i] - A[i]) < 1e-8);
  for (int i = 0; i < 2; i++) assert_true(fabs(l->B[i] - B[i]) < 1e-8 && fabs(l->C[i] - A[2 + i]) < 1e-8);
  assert_true(fabs(l->D[0] - 1 / mass) < 1e-8);
  double w = sqrt(stiffness / mass), ratio = damping / (2 * mass * w);
  assert_true(fabs(l->frequency[0] - w / (2 * acos(-1))) < 1e-8 && fabs(l->damping[0] - ratio) < 1e-8);
  assert_true(fabs(l->re[0] + ratio * w) < 1e-8 && fabs(l->im[0] - w * sqrt(1 - ratio * ratio)) < 1e-8);
  dv_linearised_free(l);
  assert_null(dv_sim_linearise(sim, &none, 1, NULL, 0));
  assert_non_null(strstr(dv_sim_message(sim), "100000"));
  assert_null(dv_sim_linearise(sim, &y, 1, NULL, 0));  // an output is no input
  assert_null(dv_sim_linearise(sim, NULL, 0, NULL, 1));
  assert_null(dv_sim_linearise(NULL, NULL, 0, NULL, 0));
  dv_linearised_free(NULL);
}

static void kinds(void **state)
{
  dv_kind_facts k;
  dv_info p;
  char text[20000];
  int found = 0;
  (void)state;
  for (int i = 0; i < dv_kind_rows(); i++) {
    assert_int_equal(dv_kind_row(i, &k), DV_OK);
    assert_true(strlen(k.doc) > 5);
    for (int j = 0; j < k.parameters; j++) assert_int_equal(dv_kind_parameter(i, j, &p), DV_OK);
    if (strcmp(k.name, "force.spring")) continue;
    found = 1;
    assert_int_equal(dv_kind_parameter(i, 0, &p), DV_OK);
    assert_string_equal(p.name, "stiffness");
    assert_true(isnan(p.start) && p.least == 0);
    size_t n = dv_kind_text(i, 0, NULL, 0);
    assert_true(n > 100 && dv_kind_text(i, 0, text, sizeof text) == n && strlen(text) == n);
  }
  assert_true(found && dv_kind_rows() > 100);
  assert_int_equal(dv_kind_row(-1, &k), DV_BAD_USE);
  assert_int_equal(dv_kind_row(dv_kind_rows(), &k), DV_BAD_USE);
  assert_int_equal(dv_kind_parameter(0, 1000, &p), DV_BAD_USE);
  assert_true(dv_kind_text(-1, 0, text, sizeof text) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rest), cmocka_unit_test(matrices), cmocka_unit_test(kinds)};
  return cmocka_run_group_tests(tests, open_sim, close_sim);
}
