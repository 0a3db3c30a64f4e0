// study_lift.c: inverse dynamics and valve sizing of the loader, against an independent program's tables.
#include "command.h"

#include "record/history.h"

static double at(const dv_history *l, const char *column, int row)
{
  int c = dv_history_find(l, column);
  assert_true(c >= 0);
  return dv_history_row(l, row)[c];
}

// Printed with six digits: half a unit of the last one, doubled.
static void assert_printed(double got, double wanted) { assert_near(got, wanted, 1e-8 + 1e-5 * fabs(wanted)); }

static void drop_figures(command *c)
{
  static const char *const made[] = {"valves.svg",    "tasks.svg", "use.svg",     "power.svg",  "forces.svg",
                                     "pressures.svg", "flows.svg", "efforts.svg", "motion.svg", "report.html"};
  for (int i = 0; i < (int)(sizeof made / sizeof *made); i++) drop_file(c, made[i]);
}

static void test_table(void **state)
{
  static const char *const file[] = {"empty.csv", "loaded.csv", "slope.csv"};
  static const char *const column[] = {"q1.effort",   "q2.effort",      "q3.effort", "boom.force",
                                       "stick.force", "swing.pressure", "power",     "stick.tip.speed"};
  static const double wanted[3][3][8] = {
      {{0, 24274.7, -4441.74, 55133.8, -5234.67, 0, 0, 0},
       {-107.306, 28528.2, 1420.01, 51445.4, 1656.71, -16889.3, 6936.31, 2.07860},
       {0, 10541.9, 5163.85, 31798.2, 7856.25, 0, 0, 0}},
      {{0, 26441.3, -59861.7, 60054.7, -70548.1, 0, 0, 0},
       {4162.09, 97770.9, 11468.4, 176312, 13380.1, 655089, 25810.4, 2.07860},
       {0, 84921.9, 66859.2, 256156, 101719, 0, 0, 0}  },
      {{10362.3, 24846.7, -56251.6, 56433.0, -66293.5, 1.63096e6, 0, 0},
       {28086.1, 98004.7, 26541.8, 176734, 30966.0, 4.42059e6, 34264.8, 2.07860},
       {0, 46245.3, 59609.4, 139493, 90689.4, 0, 0, 0} },
  };
  command *c = *state;
  assert_int_equal(run(c, "study test/study/loader.yaml --study lift --out @/"), 0);
  for (int k = 0; k < 3; k++) {
    dv_diags *d = dv_diags_new(c->arena);
    dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/%s", c->dir, file[k]), d);
    assert_non_null(l);
    assert_int_equal(l->nrow, 1201);
    for (int t = 0; t < 3; t++)
      for (int i = 0; i < 8; i++) assert_printed(at(l, column[i], 600 * t), wanted[k][t][i]);
    assert_near(at(l, "q2", 600), 26.5502 * M_PI / 180, 1e-6);
    assert_near(at(l, "q3", 600), -104.644 * M_PI / 180, 1e-5);
    // the axis takes from the joint what the cylinder gives
    for (int i = 0; i < l->nrow; i++)
      assert_near(at(l, "boom.force", i) * at(l, "boom.speed", i), at(l, "q2.effort", i) * at(l, "q2.rate", i), 1e-8);
  }
  assert_says(get_file(c, "report.html", &(size_t){0}), "All valves suffice");
  for (int k = 0; k < 3; k++) drop_file(c, file[k]);
  drop_file(c, "check-valves.csv");
  drop_figures(c);
}

static const dv_json *load(const dv_json *v, int i) { return json_at(v, "cases")->item[i]; }
static double peak(const dv_json *v, const char *name, const char *what)
{
  return json_at(json_at(json_at(v, "peaks"), name), what)->number;
}
static double margin(const dv_json *v, const char *name)
{
  return json_at(json_at(json_at(v, "margins"), name), "value")->number;
}

static void test_peaks(void **state)
{
  command *c = *state;
  static const double power[] = {7.03e3, 33.37e3, 37.34e3};
  assert_int_equal(run(c, "study test/study/loader.yaml --json"), 0);
  const dv_json *v = json_of(c);
  for (int i = 0; i < 3; i++) {
    assert_near(peak(load(v, i), "power", "value"), power[i], 5);
    assert_near(peak(load(v, i), "stick.tip.speed", "value"), 2.3124, 5e-5);
    assert_near(peak(load(v, i), "stick.tip.speed", "at"), 7.22, 0.005);
    assert_near(peak(load(v, i), "swing.flow", "value") * 6e4, 93.5626, 5e-5);
    assert_near(peak(load(v, i), "boom.flow", "value") * 6e4, 120.609, 5e-4);
    assert_near(peak(load(v, i), "stick.flow", "value") * 6e4, 107.8125, 5e-5);
  }
  assert_near(peak(load(v, 1), "q2.effort", "value"), 112213, 1);
  assert_near(peak(load(v, 1), "q2.effort", "at"), 7.56, 0.005);
}

// The loader of these tests, and the whole forestry machine by its variants.
static void test_margins(void **state)
{
  static const double wanted[4][3] = {
      {2.521, 1.793, 2.181},
      {2.481, 1.203, 2.092},
      {2.235, 1.271, 2.009},
      {2.452, 1.142, 2.058}
  };
  static const char *const file[] = {"test/study/loader.yaml", "machines/forestry-machine.yaml"};
  static const char *const name[][3] = {
      {"swing",       "boom",          "stick"         },
      {"swing-motor", "boom-cylinder", "stick-cylinder"}
  };
  command *c = *state;
  for (int k = 0; k < 4; k++) {
    double lines = 0.1 * (k % 2);
    assert_int_equal(run(c, "study %s --json --set studies.lift.line_loss=%g", file[k / 2], lines), 0);
    const dv_json *v = json_of(c);
    for (int i = 0; i < 4; i++)
      for (int n = 0; n < 3; n++) assert_near(margin(load(v, i), name[k / 2][n]), wanted[i][n] * sqrt(1 - lines), 1e-3);
    if (lines > 0) assert_near(margin(load(v, 3), name[k / 2][1]), 1.083, 1e-3);
  }
}

// A table of points on a line through the origin: flow = 2 l/min per bar. A smaller valve is reported.
static void test_valves(void **state)
{
  command *c = *state;
  dv_diags *d = dv_diags_new(c->arena);
  double least = HUGE_VAL;
  assert_int_equal(run(c, "study test/study/loader.yaml --out @/ --json --case loaded --set studies.lift.margin=0.1 --set "
                          "'studies.lift.valves.main={points: [[50 bar, 100 l/min], [200 bar, 400 l/min]]}'"),
                   0);
  dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/loaded.csv", c->dir), d);
  for (int i = 10; i < l->nrow - 10; i++)
    least = fmin(least, 2 / 6e4 / 1e5 * at(l, "boom.valve_drop", i) / at(l, "boom.flow", i));
  assert_near(margin(load(json_of(c), 0), "boom"), least, 1e-9);
  assert_near(at(l, "boom.valve_drop", 600), 207e5 - 176312 / 0.0155, 50);
  assert_int_equal(run(c, "study test/study/loader.yaml --case loaded --set studies.lift.margin=1.3"), 2);
  assert_says(c->err, "valve 'main' is too small for 'boom' in load case 'loaded'");
  assert_says(c->out, "TOO SMALL");
  assert_int_equal(
      run(c, "study test/study/loader.yaml --json --case loaded --set studies.lift.margin=1.15 --report @/report.html"), 0);
  assert_says(get_file(c, "report.html", &(size_t){0}), "but narrowly");
  drop_file(c, "loaded.csv");
  drop_figures(c);
}

// 2 kg along 3 m in 2 s, 3 m/s2 up and down: 6 N, and -6 N up to the very end, where the acceleration jumps to zero.
static void test_end(void **state)
{
  command *c = *state;
  dv_diags *d = dv_diags_new(c->arena);
  put_file(c, "m.yaml",
           "bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
           "signals: {s: {kind: trapezoid, to: 3, rate: 30, acceleration: 3}}\nuntil: 2 s\n"
           "studies: {go: {samples: 5, actuators: {a: {axis: x, motion: s}}}}\n");
  assert_int_equal(run(c, "study @//m.yaml --out @//o"), 0);
  dv_history *l = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/o/go.csv", c->dir), d);
  static const double force[] = {6, 6, -6, -6, -6};
  assert_int_equal(l->nrow, 5);
  for (int i = 0; i < 5; i++) assert_near(at(l, "a.force", i), force[i], 1e-9);
  assert_near(at(l, "x.position", 4), 3, 1e-9);
  drop_file(c, "m.yaml");
  assert_int_equal(run(c, "version; rm -r @//o"), 0);
}

// A cylinder of two bodies that close a loop lifts as a line between the same lugs does.
static void test_loop(void **state)
{
  static const char *const same[] = {"ram.force", "ram.power", "fold.force", "fore.tip.speed", "luff", "power"};
  command *c = *state;
  dv_diags *d = dv_diags_new(c->arena);
  assert_int_equal(run(c, "study test/study/jib.yaml --out @/ --json"), 0);
  dv_history *line = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/line.csv", c->dir), d);
  dv_history *loop = dv_history_read(c->arena, dv_arena_text(c->arena, "%s/loop.csv", c->dir), d);
  for (int i = 0; i < line->nrow; i += 10)
    for (int k = 0; k < 6; k++)
      assert_near(at(loop, same[k], i), at(line, same[k], i), 1e-7 * fmax(1, fabs(at(line, same[k], i))));
  assert_true(dv_history_find(loop, "trunnion") >= 0);
  drop_file(c, "line.csv");
  drop_file(c, "loop.csv");
  static const char *const made[] = {"power.svg",   "forces.svg", "pressures.svg", "flows.svg",
                                     "efforts.svg", "motion.svg", "report.html"};
  for (int i = 0; i < (int)(sizeof made / sizeof *made); i++) drop_file(c, made[i]);
  // the slide is a freedom too many once its eye is open
  assert_int_equal(run(c, "study test/study/jib.yaml --case loop --set variants.linkage.loops=null"), 2);
  assert_says(c->err, "2 actuators for 4 free coordinates");
  assert_int_equal(
      run(c, "study test/study/jib.yaml --case line --set 'joints.foot={type: free, child: post}' --set bodies.post.mass=1 --set "
             "'bodies.post.inertia=[1, 1, 1]'"),
      2);
  assert_says(c->err, "joint 'foot' floats");
}

static void test_faults(void **state)
{
  command *c = *state;
  const char *file = "study test/study/loader.yaml --set";
  assert_int_equal(run(c, "%s signals.boom-motion.to=2.6m", file), 2);
  assert_says(c->err, "actuator 'boom' cannot reach 2.3");
  assert_says(c->err, "the nearest is 2.349");  // both levers in line: 0.563 + 1.786
  assert_int_equal(run(c, "%s signals.stick-motion.to=2.5m --json", file), 0);
  assert_says(c->out, "actuator 'stick' leaves the limits of 'stick-cylinder'");
  assert_int_equal(run(c, "%s 'studies.lift.valves.main={points: [[10 bar, 20 l/min], [10 bar, 30 l/min]]}'", file), 64);
  assert_says(c->err, "does not rise at row 2");
  assert_int_equal(run(c, "%s 'studies.lift.valves.main={rated: {flow: 1 l/min, drop: 1 bar}, points: [[1, 2], [3, 4]]}'", file),
                   1);
  assert_says(c->err, "has two curves");
  assert_int_equal(run(c, "%s 'studies.lift.valves.main={points: [[10 bar, 20 l/min]]}'", file), 64);
  assert_int_equal(run(c, "%s 'signals.boom-motion={kind: step, to: 2}'", file), 2);
  assert_says(c->err, "has no two derivatives");
  assert_int_equal(run(c, "%s studies.lift.actuators.boom.valve=mian", file), 64);
  assert_says(c->err, "did you mean 'main'?");
  assert_int_equal(run(c, "%s studies.lift.actuators.boom.motion=nothing", file), 64);
  assert_int_equal(run(c, "%s studies.lift.actuators.boom=null", file), 1);
  assert_says(c->err, "actuator 'boom' is empty");
  assert_int_equal(run(c, "%s joints.q1.motion=locked", file), 2);
  assert_says(c->err, "3 actuators for 2 free coordinates: q2, q3");
  assert_int_equal(run(c, "study test/study/loader.yaml --study fall"), 64);
  assert_says(c->err, "has no study 'fall'");
  assert_int_equal(run(c, "study test/study/loader.yaml --case heavy"), 64);
  assert_int_equal(run(c, "study machines/planar-pendulum.yaml"), 64);
  assert_says(c->err, "add a section 'studies:'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_table, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_peaks, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_margins, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_valves, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_end, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_loop, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_faults, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
