// cli_method.c: `davit verify`, `davit equations` and `--formulation`, as a user types them.
#include "command.h"

static void numbers(const dv_json *list, int n, double *out)
{
  assert_int_equal(list->n, n);
  for (int i = 0; i < n; i++) out[i] = list->item[i]->number;
}

static void test_verify(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "verify machines/titan4.yaml --json"), 0);
  const dv_json *v = json_of(c);
  assert_true(json_at(v, "worst")->number < 1e-10);
  assert_true(json_at(v, "differences")->n >= 14);
  assert_int_equal(run(c, "verify machines/floating-two-arms.yaml --states 5 --seed 3"), 0);
  assert_says(c->out, "articulated-body   momentum");
  assert_says(c->out, "5 random states");
  // no computation is exact
  assert_int_equal(run(c, "verify machines/titan4.yaml --within 0"), 2);
  assert_says(c->out, "too large");
  assert_int_equal(run(c, "verify machines/titan4.yaml --states many"), 64);
  assert_says(c->err, "give a number from 1");
}

// p' of the momentum form is d/dt (B v) = B a + B' v, with the accelerations of the other method.
static void test_equations(void **state)
{
  command *c = *state;
  double B[2][2], D[2][2], C[2][2], v[2], a[2], rate[2], tau[2], g[2], cv[2];
  put_file(c, "at.json", "{\"position\": {\"pin\": 0.7}, \"rate\": {\"slide\": 0.4, \"pin\": -1.1}}");
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml --at @//at.json --json"), 0);
  const dv_json *e = json_of(c);
  for (int i = 0; i < 2; i++) {
    numbers(json_at(e, "B")->item[i], 2, B[i]);
    numbers(json_at(e, "C")->item[i], 2, C[i]);
    numbers(json_at(json_at(e, "dB/dq"), "pin")->item[i], 2, D[i]);
  }
  numbers(json_at(e, "v"), 2, v);
  numbers(json_at(e, "g"), 2, g);
  numbers(json_at(e, "tau"), 2, tau);
  numbers(json_at(e, "p_rate"), 2, rate);
  assert_near(D[0][1], -0.3 * sin(0.7), 1e-12);
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml --method newton-euler --at @//at.json --json"), 0);
  e = json_of(c);
  numbers(json_at(e, "a"), 2, a);
  numbers(json_at(e, "c"), 2, cv);
  for (int i = 0; i < 2; i++) {
    double Ba = B[i][0] * a[0] + B[i][1] * a[1];
    assert_near(rate[i], Ba + v[1] * (D[i][0] * v[0] + D[i][1] * v[1]), 1e-12);
    assert_near(Ba + cv[i] + g[i], tau[i], 1e-12);
    assert_near(C[i][0] * v[0] + C[i][1] * v[1], cv[i], 1e-12);
  }
  drop_file(c, "at.json");
}

// Rotations only: three rows of the vehicle's angular velocity, J of the cube and of the rod however the arm is turned.
static void test_equations_of_rotations(void **state)
{
  command *c = *state;
  double row[8], trace = 0;
  assert_int_equal(run(c, "equations machines/rov-recoil.yaml --method moving-frame --rotations --json"), 0);
  const dv_json *M = json_at(json_of(c), "M");
  for (int i = 0; i < 6; i++) {
    numbers(M->item[i], 8, row);
    if (i < 3) assert_near(row[i], 0, 1e-9);
    else trace += row[i];
  }
  assert_near(trace, 3 * 2000 * 2.0 / 3 + 2 * 100 / 12.0, 1e-9);
}

// The crane in motion: p' = E + G + tau; pins that turn freely; rho6 = r_p u3 / L3 and the pivot's moment r_p u3 (sheet, F5).
static void test_equations_by_screws(void **state)
{
  enum { RATES = 9, ROWS = 24 };
  command *c = *state;
  double E[RATES], G[RATES], tau[RATES], rate[RATES], K[RATES], rho[ROWS];
  put_file(c, "at.json", "{\"position\": {\"q1\": 0.5, \"q2\": -1.4, \"q3\": -0.5}, \"rate\": {\"q1\": 0.2, \"q3\": 0.3}}");
  assert_int_equal(run(c, "equations machines/knuckle-boom-crane.yaml --method screw-projection --at @//at.json --json"), 0);
  const dv_json *e = json_of(c), *row = json_at(json_at(e, "rows"), "rho");
  numbers(json_at(e, "E"), RATES, E);
  numbers(json_at(e, "G"), RATES, G);
  numbers(json_at(e, "tau"), RATES, tau);
  numbers(json_at(e, "p_rate"), RATES, rate);
  numbers(json_at(e, "K"), RATES, K);
  numbers(json_at(e, "rho"), ROWS, rho);
  for (int i = 0; i < RATES; i++) assert_near(rate[i], E[i] + G[i] + tau[i], 1e-6);
  assert_near(K[1], 6.024265235e6, 1e-2);
  assert_int_equal(row->n, ROWS);
  for (int i = 0; i < ROWS; i++) {
    if (!strcmp(row->item[i]->text, "q1.mz") || !strcmp(row->item[i]->text, "q2.mz")) assert_near(rho[i], 0, 1e-6);
    if (!strcmp(row->item[i]->text, "q3.mz")) assert_near(rho[i], 5000 * 0.3, 1e-6);
    if (!strcmp(row->item[i]->text, "q3.fy")) assert_near(rho[i], 5000 * 0.3 / 6, 1e-6);
  }
  assert_int_equal(run(c, "equations machines/knuckle-boom-crane.yaml"), 1);
  assert_says(c->err, "screw-projection");
  assert_int_equal(run(c, "verify machines/knuckle-boom-crane-mounted.yaml"), 0);
  assert_says(c->out, "accelerations are not compared");
  drop_file(c, "at.json");
}

static void test_equations_for_people(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml"), 0);
  assert_says(c->out, "B: mass matrix\n                 slide            pin\n  slide              3");
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml --latex"), 0);
  assert_says(c->out, "\\mathbf B = \\begin{array}{r|rr}\n & \\mathrm{slide} & \\mathrm{pin} \\\\ \\hline\n");
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml --method newton-oiler"), 64);
  assert_says(c->err, "did you mean 'newton-euler'?");
  put_file(c, "at.json", "{\"effort\": {\"pin\": 1}}");
  assert_int_equal(run(c, "equations machines/pendulum-on-wagon.yaml --at @//at.json"), 64);
  assert_says(c->err, "takes no efforts");
  drop_file(c, "at.json");
}

static void test_formulation(void **state)
{
  static const char machine[] = "run machines/pendulum-on-wagon.yaml --until 2 --json";
  command *c = *state;
  double pin[2];
  assert_int_equal(run(c, "%s", machine), 0);
  pin[0] = json_at(json_at(json_of(c), "final"), "pin.position")->number;
  assert_int_equal(run(c, "%s --formulation momentum", machine), 0);
  pin[1] = json_at(json_at(json_of(c), "final"), "pin.position")->number;
  assert_near(pin[0], 3.3581524193, 1e-6);
  assert_near(pin[1], pin[0], 1e-8);
  assert_true(pin[1] != pin[0]);
  assert_int_equal(run(c, "%s --formulation momenta", machine), 64);
  assert_says(c->err, "did you mean 'momentum'?");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_verify, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_equations, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_equations_of_rotations, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_equations_by_screws, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_equations_for_people, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_formulation, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
