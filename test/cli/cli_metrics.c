// cli_metrics.c: `davit metrics` of machines and of result files, in its three forms, and what it refuses.
#include "command.h"

#define FILE_ "test/contact/metrics.yaml"

static double value_of(command *c, const char *key, const char *name)
{
  const dv_json *list = json_at(json_of(c), "metrics");
  for (int i = 0; i < list->n; i++) {
    const dv_json *k = json_at(list->item[i], key);
    if (k->type == DV_JSON_TEXT && !strcmp(k->text, name)) return json_at(list->item[i], "value")->number;
  }
  fail_msg("there is no %s '%s'", key, name);
  return NAN;
}

static void test_named(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "metrics " FILE_ " --case closed-forms --json"), 0);
  assert_near(value_of(c, "name", "settled"), 2.916960850958693, 1e-4);
  assert_near(value_of(c, "name", "late"), 1, 1e-8);
  assert_int_equal(run(c, "metrics " FILE_), 0);
  assert_says(c->out, "settling of slow");
}

static void test_result(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run " FILE_ " --out @//x.h5 --columns slow,touch"), 0);
  assert_int_equal(run(c, "metrics @//x.h5 --column 'slow*' --goal 1 --json"), 0);
  assert_near(value_of(c, "measure", "settling 2 %"), 2.916960850958693, 1e-4);
  assert_near(value_of(c, "measure", "settling 5 %"), 2.3719322591952876, 1e-4);
  assert_int_equal(run(c, "metrics @//x.h5 --column touch --from 10.1 --csv"), 0);
  assert_says(c->out, "name,column,measure,value,unit\n");
  assert_says(c->out, ",\"touch\",falls,5,\n");
  drop_file(c, "x.h5");
}

// Data of others count in ms, too: windows and settling times are in seconds all the same.
static void test_units_of_time(void **state)
{
  command *c = *state;
  put_file(c, "ms.csv", "time [ms],y [m]\n0,0\n500,4\n1000,1\n2000,1\n");
  assert_int_equal(run(c, "metrics @//ms.csv --column y --from 0.9 --json"), 0);
  assert_near(value_of(c, "measure", "max"), 1, 1e-15);
  assert_int_equal(run(c, "metrics @//ms.csv --column y --json"), 0);
  assert_near(value_of(c, "measure", "time_of_max"), 0.5, 1e-15);
  put_file(c, "ms.csv", "time (ms),y [m]\n0,0\n500,4\n1000,1\n2000,1\n");
  assert_int_equal(run(c, "metrics @//ms.csv --column y --json"), 0);
  assert_near(value_of(c, "measure", "time_of_max"), 0.5, 1e-15);
  put_file(c, "ms.csv", "way [m],y [m]\n0,0\n1,4\n");
  assert_int_equal(run(c, "metrics @//ms.csv --column y"), 1);
  assert_says(c->err, "'m' is a length (m)");
  drop_file(c, "ms.csv");
}

static void test_refuses(void **state)
{
  command *c = *state;
  put_file(c, "back.csv", "time [s],y [m]\n0,0\n2,1\n1,2\n3,3\n");
  assert_int_equal(run(c, "metrics @//back.csv"), 1);
  assert_says(c->err, "the first column, 'time', goes back from 2 to 1 in row 3");
  put_file(c, "back.csv", "time [s],y [m]\n0,0\nnan,1\n");
  assert_int_equal(run(c, "metrics @//back.csv"), 1);
  assert_says(c->err, "is no number in row 2");
  drop_file(c, "back.csv");
  assert_int_equal(run(c, "metrics machines/planar-pendulum.yaml"), 1);
  assert_says(c->err, "there is nothing to measure");
  assert_int_equal(run(c, "metrics machines/planar-pendulum.yaml --column pim"), 1);
  assert_says(c->err, "there is no variable 'pim'");
  assert_int_equal(run(c, "metrics machines/planar-pendulum.yaml --column pin --goal far"), 64);
  assert_says(c->err, "'far' is no number");
  put_file(c, "x.yaml",
           "metrics: {a: {settling: t, at: 1}, b: {max: t, min: t}, c: {}}\nexpect: [{metric: d, is: 1, within: 1}]\n");
  assert_int_equal(run(c, "metrics @//x.yaml"), 1);
  assert_says(c->err, "'at' has no meaning here");
  assert_says(c->err, "both 'max' and 'min' are given");
  assert_says(c->err, "no column is named");
  assert_says(c->err, "there is no metric 'd'");
  drop_file(c, "x.yaml");
}

// The integral of a sampled law is recorded as what it holds: after k samples of a constant error e it is k T e, of a PID k T ki
// e.
static void test_sampled_sums(void **state)
{
  command *c = *state;
  put_file(
      c, "m.yaml",
      "bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
      "signals: {three: {kind: constant, value: 3}, one: {kind: constant, value: 1}}\n"
      "parts:\n  law: {kind: control.inverse-dynamics, coordinates: [x], kp: 1 s-2, kd: 1 s-1, ki: 1 s-3, slew: 1e6, goal: '0.5[m]',\n"
      "        period: 10 ms}\n"
      "  pid: {kind: control.pid, kp: 1, ki: 2, goal: three, value: one, period: 10 ms}\n"
      "until: 0.995 s\n");
  assert_int_equal(run(c, "run @//m.yaml --json"), 0);
  const dv_json *last = json_at(json_of(c), "final");
  assert_near(json_at(last, "law.sum.x")->number, 100 * 0.01 * 0.5, 1e-12);
  assert_near(json_at(last, "pid.integral")->number, 100 * 0.01 * 2 * 2, 1e-12);
  // what a sampled part does not use is not to be had under its name, nor to be set
  assert_null(dv_json_find(last, "law.slewed.x"));
  assert_int_not_equal(run(c, "run @//m.yaml --columns law.slewed.x"), 0);
  assert_int_equal(run(c, "check @//m.yaml --set initial.pid.integral=2"), 1);
  assert_says(c->err, "'pid' is sampled");
  drop_file(c, "m.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_named), cmocka_unit_test(test_result), cmocka_unit_test(test_refuses),
                                     cmocka_unit_test(test_units_of_time), cmocka_unit_test(test_sampled_sums)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
