// cli_bench.c: `davit bench`, as a user types it. Times are not asserted, only that they are there and are times.
#include "command.h"

static const char pendulum[] = "bodies: {rod: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0, 1/12, 1/12]}}\n"
                               "joints: {pin: {type: revolute, axis: y, child: rod}}\n"
                               "until: 1 s\n";

static double number_after(const char *text, const char *key)
{
  const char *at = strstr(text, key);
  assert_non_null(at);
  return strtod(at + strlen(key), NULL);
}

static void says_what_it_costs(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", pendulum);
  assert_int_equal(run(c, "bench @//m.yaml --quick"), 0);
  assert_says(c->out, "one lane");
  assert_says(c->out, "times real time");
  assert_int_equal(run(c, "bench @//m.yaml --quick --json --solver rk4 --step 2ms"), 0);
  assert_says(c->out, "\"ok\": true");
  assert_says(c->out, "\"method\": \"rk4\"");
  assert_true(number_after(c->out, "\"step\": ") == 0.002);
  assert_true(number_after(c->out, "\"states\": ") == 2);
  assert_true(number_after(c->out, "\"right_hand_side_ns\": ") > 0);
  assert_true(number_after(c->out, "\"step_us\": ") > 0);
  assert_true(number_after(c->out, "\"simulated\": ") == 0.1);
  assert_true(number_after(c->out, "\"steps\": ") == 50);
  assert_true(number_after(c->out, "\"real_time\": ") > 0);
  drop_file(c, "m.yaml");
}

// A library of the cache is measured, too.
static void measures_compiled(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", pendulum);
  assert_int_equal(run(c, "compile @//m.yaml"), 0);
  assert_int_equal(run(c, "bench @//m.yaml --quick --json"), 0);
  assert_says(c->out, "\"compiled\": true");
  drop_file(c, "m.yaml");
}

static void faults(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", "bodies: {rod: {mass: -1 kg}}\n");
  assert_int_equal(run(c, "bench"), 64);
  assert_int_equal(run(c, "bench @//m.yaml --json"), 1);
  assert_says(c->out, "\"ok\": false");
  assert_says(c->err, "m.yaml:1:");
  drop_file(c, "m.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(says_what_it_costs), cmocka_unit_test(measures_compiled),
                                     cmocka_unit_test(faults)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
