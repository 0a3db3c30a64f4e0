// cli_results.c: result files agree to the last bit, repeat, and appear whole or not at all.
#include "command.h"

#include "record/history.h"

#include <dirent.h>

#define RUN "run machines/pendulum-on-wagon.yaml --case damped --until 2"

static dv_history *read_back(command *c, const char *name)
{
  dv_diags *d = dv_diags_new(c->arena);
  dv_history *h = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/%s", c->dir, name), d);
  if (!h) fail_msg("%s", dv_diag_text(d, 0));
  return h;
}

static void assert_same(const dv_history *a, const dv_history *b)
{
  assert_int_equal(a->nrow, b->nrow);
  assert_int_equal(a->ncolumn, b->ncolumn);
  for (int j = 0; j < a->ncolumn; j++) {
    assert_string_equal(a->column[j].name, b->column[j].name);
    assert_string_equal(a->column[j].unit, b->column[j].unit);
  }
  for (int i = 0; i < a->nrow; i++)
    assert_memory_equal(dv_history_row(a, i), dv_history_row(b, i), (size_t)a->ncolumn * sizeof(double));
}

static void test_formats_agree(void **state)
{
  command *c = *state;
  dv_history *first = NULL;
  for (int i = 0; dv_history_format(i); i++) {
    char name[16];
    snprintf(name, sizeof name, "x%s", dv_history_format(i));
    assert_int_equal(run(c, RUN " --out @//%s", name), 0);
    dv_history *h = read_back(c, name);
    if (!first) first = h;
    assert_same(first, h);
    if (dv_history_facts(name)) assert_string_equal(dv_history_fact_text(h, "machine"), "pendulum-on-wagon");
    if (dv_history_facts(name)) assert_string_equal(dv_history_fact_text(h, "case"), "damped");
    drop_file(c, name);
  }
  assert_int_equal(first->nrow, 201);
  assert_true(dv_history_row(first, 200)[0] == 2);
}

// A pipe that nobody writes, by the name of a result, among files of somebody else.
static void test_pipes(void **state)
{
  command *c = *state;
  for (int i = 0; dv_history_format(i); i++) {
    const char *name = dv_arena_text(c->arena, "x%s", dv_history_format(i));
    run(c, "version; mkfifo @//%s; timeout 30 " DAVIT " plot @//%s pin.position -o @//x.svg", name, name);
    assert_int_equal(c->code, 1);
    assert_says(c->err, "it is not a regular file");
    drop_file(c, name);
  }
}

static void test_header_names_units(void **state)
{
  command *c = *state;
  size_t n;
  assert_int_equal(run(c, RUN " --out @//x.csv --columns 'pin*,energy.total,slide'"), 0);
  char *csv = get_file(c, "x.csv", &n);
  assert_non_null(csv);
  assert_memory_equal(csv, "time [s],pin.position [rad],pin.rate [rad/s],", 45);
  assert_says(csv, ",energy.total [J],slide.position [m]\n");
  drop_file(c, "x.csv");
}

static void test_runs_repeat(void **state)
{
  static const char *const names[] = {"a.csv", "a.h5", "a.mat"};
  command *c = *state;
  for (int i = 0; i < 3; i++) {
    size_t n[2];
    char *bytes[2];
    for (int k = 0; k < 2; k++) {
      assert_int_equal(run(c, RUN " --solver rk4 --step 1ms --out @//%s", names[i]), 0);
      bytes[k] = get_file(c, names[i], &n[k]);
      drop_file(c, names[i]);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
  }
}

// A run that is saved and continued ends with the bits of one that was not.
static void test_continue(void **state)
{
  command *c = *state;
  size_t n[2];
  char *bytes[2];
  assert_int_equal(run(c, RUN " --solver rk4 --step 1ms --save-state @//whole"), 0);
  bytes[0] = get_file(c, "whole", &n[0]);
  assert_int_equal(
      run(c, "run machines/pendulum-on-wagon.yaml --case damped --until 0.7 --solver rk4 --step 1ms --save-state @//half"), 0);
  assert_int_equal(run(c, RUN " --solver rk4 --step 1ms --from-state @//half --save-state @//end"), 0);
  bytes[1] = get_file(c, "end", &n[1]);
  assert_int_equal(n[0], n[1]);
  assert_memory_equal(bytes[0], bytes[1], n[0]);
  assert_int_equal(run(c, "run machines/planar-pendulum.yaml --from-state @//half"), 1);  // another machine's
  drop_file(c, "whole");
  drop_file(c, "half");
  drop_file(c, "end");
}

static void test_summary(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, RUN " --json"), 0);
  const dv_json *v = json_of(c), *ledger = json_at(v, "ledger");
  assert_true(json_at(v, "steps")->number > 0);
  assert_true(json_at(v, "wall")->number > 0);
  assert_true(json_at(json_at(v, "final"), "time")->number == 2);
  // what the springs, masses and heights lost, the dampers took
  double stored = json_at(ledger, "kinetic")->number + json_at(ledger, "potential")->number + json_at(ledger, "stored")->number;
  assert_near(stored, -json_at(ledger, "dissipated")->number, 1e-7);
  assert_true(fabs(json_at(ledger, "relative")->number) < 1e-7);
  assert_int_equal(json_at(ledger, "elements")->n, 4);
  assert_int_equal(run(c, RUN), 0);
  assert_says(c->out, "ledger");
  assert_says(c->out, "residual");
  assert_says(c->out, "times real time");
  assert_int_equal(run(c, "run machines/pendulum-on-wagon.yaml --list --json"), 0);
  assert_true(json_of(c)->n >= 2);
}

static void test_overrides(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "parameters: {v: 1 m/s}\nbodies: {ball: {mass: 1 kg}}\n"
           "joints: {slide: {type: prismatic, child: ball, axis: x, rate: v}}\n");
  assert_int_equal(run(c, "run @//m.yaml --until 2 --set v=72km/h --set 'joints.slide.position=10 cm' --json"), 0);
  assert_near(json_at(json_at(json_of(c), "final"), "slide.position")->number, 40.1, 1e-6);
  drop_file(c, "m.yaml");
}

static int entries(const char *dir)
{
  DIR *d = opendir(dir);
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));) n += e->d_name[0] != '.';
  if (d) closedir(d);
  return n;
}

// A signal during a long run: exit code 2, not the file, but what there is under a name that says so.
static void test_interrupted(void **state)
{
  static const char *const names[] = {"x.csv", "x.h5", "x.mat"}, *const part[] = {"x.incomplete.csv", "x.incomplete.h5",
                                                                                  "x.incomplete.mat"};
  command *c = *state;
  for (int i = 0; i < 3; i++) {
    run(c, "run machines/arm7.yaml --until 1e6 --out @//%s & sleep 1; kill -TERM $!; wait $!", names[i]);
    assert_int_equal(c->code, 2);
    assert_says(c->err, "interrupted");
    assert_int_equal(entries(c->dir), 1);
    drop_file(c, part[i]);
  }
}

// exp(1000 q) of a falling pendulum: the run fails on its way. What it has computed is kept and says that it is a part; a good
// result of an earlier run stays.
static void test_failed(void **state)
{
  static const char *const names[] = {"x.csv", "x.h5", "x.mat"}, *const part[] = {"x.incomplete.csv", "x.incomplete.h5",
                                                                                  "x.incomplete.mat"};
  command *c = *state;
  put_file(c, "f.yaml",
           "bodies: {boom: {mass: 2 kg, com: [1 m, 0, 0]}}\njoints: {pin: {type: revolute, axis: y, child: boom}}\n"
           "parts: {motor: {kind: force.effort, axis: pin, effort: 'exp(1000*pin)*1[N.m]'}}\nuntil: 2 s\n"
           "solver: {method: rk4, step: 1 ms, every: 10 ms}\n");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(run(c, "run @//f.yaml --until 0.02 --out @//%s", names[i]), 0);
    assert_int_equal(run(c, "run @//f.yaml --out @//%s", names[i]), 2);
    assert_says(c->err, "rows up to t = 0.03 s are kept here");
    dv_diags *d = dv_diags_new(c->arena);
    dv_history *whole = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/%s", c->dir, names[i]), d);
    assert_true(whole && whole->nrow == 3 && d->n == 0);
    dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/%s", c->dir, part[i]), d);
    assert_true(l && l->nrow == 4 && d->n == 1);
    assert_says(d->item[0].what, "incomplete");
    assert_int_equal(run(c, "metrics @//%s --column pin.position", part[i]), 0);
    assert_says(c->err, "this result is incomplete");
    drop_file(c, names[i]), drop_file(c, part[i]);
  }
  drop_file(c, "f.yaml");
}

// What stood there before stays until the new file is whole; a place that cannot be written is told.
static void test_whole_or_not(void **state)
{
  command *c = *state;
  size_t n;
  put_file(c, "x.csv", "old");
  run(c, "run machines/arm7.yaml --until 1e6 --out @//x.csv & sleep 0.5; kill -KILL $!; wait $!");
  assert_string_equal(get_file(c, "x.csv", &n), "old");
  assert_int_equal(run(c, RUN " --out @//x.csv"), 0);
  assert_memory_equal(get_file(c, "x.csv", &n), "time [s]", 8);
  drop_file(c, "x.csv");
  assert_int_equal(run(c, RUN " --out @//no/folder/x.h5"), 2);
  assert_says(c->err, "cannot write");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats_agree), cmocka_unit_test(test_pipes),       cmocka_unit_test(test_header_names_units),
      cmocka_unit_test(test_runs_repeat),   cmocka_unit_test(test_continue),    cmocka_unit_test(test_summary),
      cmocka_unit_test(test_overrides),     cmocka_unit_test(test_interrupted), cmocka_unit_test(test_failed),
      cmocka_unit_test(test_whole_or_not)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
