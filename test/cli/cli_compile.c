// cli_compile.c: `davit compile`, as a user types it: a compiled machine gives the numbers of the interpreted one.
#include "command.h"

// Oil, a sampled signal from a table, an attitude, friction: what a machine is made of, small enough to compile in a test.
static const char machine[] = "bodies:\n"
                              "  base: {mass: 8 kg, inertia: [0.3, 0.2, 0.25]}\n"
                              "  arm: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.05, 0.05]}\n"
                              "joints:\n"
                              "  float: {type: free, child: base, rate: [0.1, 0, 0, 0.2, 0.1, 0.3]}\n"
                              "  pin: {type: revolute, axis: z, parent: base, child: arm, position: 0.4}\n"
                              "nodes: {A: {volume: 1 l}, B: {volume: 1 l}}\n"
                              "parts:\n"
                              "  motor: {kind: hydraulic.motor, a: A, b: B, axis: pin, displacement: 20 cm3/rad}\n"
                              "  leak: {kind: hydraulic.orifice, a: A, b: B, area: 1 mm2}\n"
                              "  drag: {kind: force.damper, axis: pin, damping: 0.5}\n"
                              "gravity: 0\n"
                              "until: 2 s\n"
                              "solver: {rtol: 1e-9, every: 10 ms}\n";

static double largest_difference(const char *x, const char *y)
{
  double worst = 0;
  x = strchr(x, '\n'), y = strchr(y, '\n');
  while (x && y && x[1] && y[1]) {
    char *p, *q;
    double a = strtod(x + 1, &p), b = strtod(y + 1, &q);
    worst = fmax(worst, fabs(a - b) / fmax(1, fabs(a)));
    x = p, y = q;
  }
  return worst;
}

static char *results(command *c, const char *solver)
{
  size_t n;
  assert_int_equal(run(c, "run @//m.yaml --solver %s --step 1ms --out @//r.csv", solver), 0);
  char *text = get_file(c, "r.csv", &n);
  drop_file(c, "r.csv");
  return text;
}

static void same_numbers(void **state)
{
  command *c = *state;
  static const char *const solver[] = {"cvode", "rk4", "rosenbrock"};
  char *plain[3];
  size_t n;
  put_file(c, "m.yaml", machine);
  for (int i = 0; i < 3; i++) plain[i] = results(c, solver[i]);
  assert_int_equal(run(c, "compile @//m.yaml --source @//m.c"), 0);
  assert_says(c->out, "operations");
  assert_says(get_file(c, "m.c", &n), "// pin.position");
  for (int i = 0; i < 3; i++) assert_true(largest_difference(plain[i], results(c, solver[i])) < 1e-12);
  drop_file(c, "m.c"), drop_file(c, "m.so"), drop_file(c, "m.yaml");
}

// A library that fits is loaded, one of another machine is not, nor one that others may write.
static void only_its_own(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "compile @//m.yaml"), 0);
  assert_int_equal(
      run(c, "version; LD_DEBUG=files %s run @//m.yaml --until 0.1s 2>&1 | grep -c 'calling init: .*/m[.]so'", DAVIT), 0);
  assert_int_equal(
      run(c, "version; chmod o+w @//m.so; LD_DEBUG=files %s run @//m.yaml --until 0.1s 2>&1 | grep -c 'calling init: .*/m[.]so'",
          DAVIT),
      1);
  assert_int_equal(
      run(c,
          "version; chmod o-w @//m.so; LD_DEBUG=files %s run @//m.yaml --set until=0.1s --set bodies.arm.mass=3kg 2>&1 | "
          "grep -c 'calling fini: .*/m[.]so'",
          DAVIT),
      0);  // other numbers: closed again at once
  drop_file(c, "m.so"), drop_file(c, "m.yaml");
}

static void faults(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "compile @//m.yaml -o @//m.txt"), 64);
  assert_int_equal(run(c, "version; CC=no-such-compiler %s compile @//m.yaml", DAVIT), 2);
  assert_says(c->err, "there is no program 'no-such-compiler'");
  assert_int_equal(run(c, "compile machines/benchmarks/four-bar.yaml -o @//f.c"), 2);
  assert_says(c->err, "cannot be compiled");
  drop_file(c, "m.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_numbers), cmocka_unit_test(only_its_own), cmocka_unit_test(faults)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
