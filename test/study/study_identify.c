// study_identify.c: parameters come back from tests whose truth is known: closed forms, and runs of a machine with noise on them.
#include "command.h"

static double number(const dv_json *v, const char *key) { return json_at(v, key)->number; }

static void test_pendulum(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "identify pendulum --mass 635kg --length 1.952m --period 3.25s --json"), 0);
  assert_near(number(json_of(c), "about_centre"), 833.798, 5e-4);
  assert_near(number(json_of(c), "about_centre"), 833.65, 2e-4 * 833.65);
  assert_int_equal(run(c, "identify pendulum --mass 635 --length 2.219 --period 3.33 --json"), 0);
  assert_near(number(json_of(c), "about_centre"), 755.939, 5e-4);
  // a swing of 20 degrees in a light brake, from the machine's own run
  put_file(
      c, "boom.yaml",
      "bodies: {boom: {mass: 635, com: [0, 0, -1.952], inertia: [833.8, 833.8, 10]}}\n"
      "joints: {pin: {type: revolute, axis: y, child: boom, position: 20 deg, friction: {viscous: 20 N.m.s/rad}}}\nuntil: 40 s\n"
      "solver: {rtol: 1e-10, atol: 1e-12, every: 20 ms}\n");
  assert_int_equal(run(c, "run @/boom.yaml --out @/swing.csv --columns pin"), 0);
  assert_int_equal(run(c, "identify pendulum @/swing.csv --mass 635 --length 1.952 --json"), 0);
  assert_near(number(json_of(c), "about_centre"), 833.8, 1e-3 * 833.8);
  assert_int_equal(run(c, "identify pendulum --mass 635 --length 1.952"), 64);
  assert_int_equal(run(c, "identify pendulum --mass 635 --period 3"), 64);
  assert_int_equal(run(c, "identify pendulum --mass 635N --length 1 --period 3"), 64);
  assert_says(c->err, "give it in kg");
  drop_file(c, "boom.yaml");
  drop_file(c, "swing.csv");
}

static void test_stiffness(void **state)
{
  command *c = *state;
  put_file(c, "tyre.csv", "deflection [mm],load [kgf]\n25,1100\n45,2075\n60,3050\n73,3575\n80,4125\n90,4300\n");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv --track 3.124m --wheelbase 3.048m --json"), 0);
  const dv_json *v = json_of(c), *four = json_at(v, "corners");
  double kgf = 9.80665e3;  // per mm
  assert_near(number(v, "ends"), (4300 - 1100) / 65.0 * kgf, 1);
  assert_near(number(v, "ends"), 482946, 1e-3 * 482946);
  assert_near(number(v, "line") / kgf, 51.49, 0.005);
  assert_near(number(v, "through_zero") / kgf, 49.15, 0.005);
  assert_near(number(four, "bounce"), 1931785, 1e-3 * 1931785);
  assert_near(number(four, "roll"), 4713255, 1e-3 * 4713255);
  assert_near(number(four, "pitch"), 4486718, 1e-3 * 4486718);
  assert_int_equal(run(c, "identify stiffness @/tyre.csv --load laod"), 64);
  assert_says(c->err, "did you mean 'load'?");
  put_file(c, "tyre.csv", "deflection [mm],load [kg]\n25,1100\n45,2075\n");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv"), 64);
  assert_says(c->err, "it must be in N");
  put_file(c, "tyre.csv", "deflection,load\n0.1,3\n0.1,4\n");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv"), 2);
  assert_says(c->err, "all deflections are the same");
  put_file(c, "tyre.csv", "deflection,load\n0.1,3\n0.2,nan\n0.3,9\n");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv"), 64);
  assert_says(c->err, "'load' of the data is no finite number in row 2");
  put_file(c, "tyre.csv", "deflection,load\n");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv"), 1);
  assert_says(c->err, "the data has 0 rows");
  put_file(c, "tyre.csv", "");
  assert_int_equal(run(c, "identify stiffness @/tyre.csv --json"), 1);
  assert_says(c->err, "the file is empty");
  assert_true(json_at(json_of(c), "ok")->number == 0);
  drop_file(c, "tyre.csv");
}

static void test_drop(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run test/study/tyre.yaml --out @/drop.csv --columns z,z.acceleration"), 0);
  assert_int_equal(run(c, "identify drop @/drop.csv --mass 759kg --track 3.124 --wheelbase 3.048 --json"), 0);
  const dv_json *v = json_of(c), *four = json_at(v, "corners");
  assert_near(number(v, "period"), 0.24924, 5e-6);
  assert_near(number(v, "ratio"), 1.24613, 5e-6);
  assert_near(number(v, "damping_ratio"), 0.035, 1e-6);
  assert_near(number(v, "stiffness"), 482946, 1);
  assert_near(number(v, "damping"), 1340, 1.34);
  assert_near(number(v, "sag"), 15.417e-3, 5e-7);
  assert_near(number(four, "bounce"), 5360, 5.4);
  assert_near(number(four, "roll"), 13080, 13);
  assert_near(number(four, "pitch"), 12450, 12.5);
  // the hub's accelerometer instead: integrated twice
  assert_int_equal(run(c, "identify drop @/drop.csv --mass 759 --acceleration --column z.acceleration --json"), 0);
  assert_near(number(json_of(c), "damping_ratio"), 0.035, 1e-4);
  assert_near(number(json_of(c), "period"), 0.24924, 1e-5);
  assert_int_equal(run(c, "identify drop @/drop.csv --skip 40"), 2);
  assert_says(c->err, "fewer than four half oscillations");
  assert_int_equal(run(c, "identify drop @/drop.csv --column y"), 64);
  assert_int_equal(run(c, "identify drop @/drop.csv --skip few"), 64);
  assert_int_equal(run(c, "identify spring @/drop.csv"), 64);
  drop_file(c, "drop.csv");
}

// ---- fits

static uint64_t seed = 99;
static double draw(void) { return uniform(&seed, 0x1p-54, 1); }
static double gauss(void) { return sqrt(-2 * log(draw())) * cos(2 * M_PI * draw()); }

static double of_parameter(const dv_json *v, int i, const char *key) { return number(json_at(v, "parameters")->item[i], key); }

// z = z0 + (F/m - g) t^2/2 is linear in F: its standard error is s 2 m / sqrt(sum t^4).
static void test_linear(void **state)
{
  command *c = *state;
  char text[4000] = "t [s],z [mm]\n";
  double sum = 0;
  put_file(c, "push.yaml",
           "parameters: {F: 10 N, m: 2 kg}\ngravity: 0\nbodies: {a: {mass: m, inertia: [1, 1, 1]}}\n"
           "joints: {z: {type: prismatic, axis: z, child: a}}\nparts: {push: {kind: force.effort, axis: z, effort: F}}\n"
           "solver: {rtol: 1e-10, atol: 1e-12}\n");
  for (int i = 0; i <= 40; i++) {
    double t = 0.05 * i, z = 12.0 / 2 * t * t / 2 + 1e-3 * gauss();
    sum += t * t * t * t;
    snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g,%.17g\n", t, 1000 * z);
  }
  put_file(c, "data.csv", text);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --json"), 0);
  const dv_json *v = json_of(c);
  double s = number(json_at(v, "columns")->item[0], "rms") * sqrt(41.0 / 40);
  assert_near(of_parameter(v, 0, "error"), s * 2 * 2 / sqrt(sum), 1e-6);
  assert_near(of_parameter(v, 0, "half") / of_parameter(v, 0, "error"), 2.0211, 1e-3);  // Student, 40 degrees
  assert_near(of_parameter(v, 0, "value"), 12, 4 * of_parameter(v, 0, "error"));
  assert_true(json_at(v, "exact")->number != 0);
  // a prior: the mean of both, weighted by their precision
  double alone = of_parameter(v, 0, "value"), e = number(json_at(v, "columns")->item[0], "rms") * 2 * 2 / sqrt(sum);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --prior 'F=11 N~%.17g N' --json", 2 * e), 0);
  assert_near(of_parameter(json_of(c), 0, "value"), (4 * alone + 11) / 5, 1e-6);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --derivatives differences --json"), 0);
  assert_near(of_parameter(json_of(c), 0, "value"), alone, 1e-6);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --prior m=1kg~1kg"), 64);
  assert_says(c->err, "'m' is not fitted");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --prior 'F=11 N~0 N'"), 64);
  assert_says(c->err, "above zero");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --prior F=11"), 64);
  // a unit behind one bound is that of both, and of the parameter
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=0.001..0.1kN --json"), 0);
  assert_near(of_parameter(json_of(c), 0, "value"), alone, 1e-6);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100kg"), 64);
  assert_says(c->err, "give it in N");
  // a clock that counts milliseconds
  char *ms = text + sprintf(text, "t [ms],z [mm]\n");
  for (int i = 0; i <= 40; i++) ms += sprintf(ms, "%d,%.17g\n", 50 * i, 3.5e3 * pow(0.05 * i, 2));
  put_file(c, "ms.csv", text);
  assert_int_equal(run(c, "identify fit @/push.yaml @/ms.csv --fit F=1..100 --json"), 0);
  assert_near(of_parameter(json_of(c), 0, "value"), 14, 1e-6);
  drop_file(c, "ms.csv");
  // force and mass act by their ratio alone
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..100 --fit m=0.1..10"), 0);
  assert_says(c->err, "can hardly tell 'F' and 'm' apart");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=1..11 --json"), 0);
  assert_says(c->out, "stopped at its bound 11");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F=5..1"), 64);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit q=1..2"), 64);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv"), 64);
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F --column z=height"), 64);
  assert_says(c->err, "the data has no column 'height'");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F --column zz=z"), 64);
  assert_says(c->err, "the machine has no variable 'zz'");
  put_file(c, "data.csv", "t,z\n0,0\n0,1\n");
  assert_int_equal(run(c, "identify fit @/push.yaml @/data.csv --fit F"), 64);
  assert_says(c->err, "is not after the one before");
  drop_file(c, "push.yaml");
  drop_file(c, "data.csv");
}

// Noisy runs of the tyre: the truth lies in the 95 % intervals about as often as it should.
static void test_noise(void **state)
{
  enum { TRIALS = 6, ROWS = 120 };
  command *c = *state;
  int inside = 0;
  double truth[2] = {482946, 2 * 0.035 * sqrt(482946.0 * 759)}, w = sqrt(482946.0 / 759), zeta = 0.035,
         wd = w * sqrt(1 - zeta * zeta);
  double rest = -759 * 9.81 / 482946, a = 0.02 - rest;
  for (int n = 0; n < TRIALS; n++) {
    dv_text t = {.arena = c->arena};
    dv_text_add(&t, "time [s],hub [mm],speed [m/s]\n");
    for (int i = 0; i < ROWS; i++) {
      double s = 0.01 * i, e = exp(-zeta * w * s), z = rest + a * e * (cos(wd * s) + zeta * w / wd * sin(wd * s));
      double v = -a * e * (wd + zeta * zeta * w * w / wd) * sin(wd * s);
      dv_text_add(&t, "%.17g,%.17g,%.17g\n", s, 1e3 * (z + 5e-4 * gauss()), v + 0.02 * gauss());
    }
    put_file(c, "noisy.csv", dv_text_all(&t));
    assert_int_equal(
        run(c, "identify fit test/study/tyre.yaml @/noisy.csv --fit k=2e5..1e6 --fit b=100..5000 --column z=hub --column "
               "z.rate=speed --json --set k=3e5N/m --set solver.rtol=1e-8"),
        0);
    const dv_json *v = json_of(c);
    for (int i = 0; i < 2; i++) {
      double off = fabs(of_parameter(v, i, "value") - truth[i]);
      assert_true(off < 5 * of_parameter(v, i, "error"));
      inside += off < of_parameter(v, i, "half");
    }
    assert_true(number(v, "condition") < 3);
    assert_near(number(json_at(v, "columns")->item[0], "rms"), 5e-4, 1e-4);
    assert_near(number(json_at(v, "columns")->item[1], "rms"), 0.02, 4e-3);
  }
  assert_true(inside >= 9);  // of 12; fewer has a chance of 1 in 400
  drop_file(c, "noisy.csv");
}

// Titan 4, E1: a log of angles and pressures by steps half as long, with noise on it. What the arm holds, rubs, and what its oil
// gives come back within what the fit says of itself, from values that are 15 to 50 % off.
static void test_titan(void **state)
{
  enum { COLUMNS = 6, FITTED = 5 };
  static const double truth[FITTED] = {12, 80, 50, 1e8, 1e-4}, most[FITTED] = {0.02, 0.2, 0.6, 0.08, 0.02};
  command *c = *state;
  size_t n;
#define TITAN "machines/titan4.yaml --case e1-sampled --set until=8s"
  assert_int_equal(run(c, "run " TITAN " --step 0.5ms --every 50ms --columns q1,q2,q3,q4,a2.pressure,a3.pressure --out @/t.csv "
                          "> /dev/null"),
                   0);
  dv_text t = {.arena = c->arena};
  dv_text_add(&t, "time,q1,q2,q3,q4,a2.pressure,a3.pressure\n");
  for (char *at = strchr((char *)(uintptr_t)get_file(c, "t.csv", &n), '\n') + 1; *at; at++) {
    dv_text_add(&t, "%.17g", strtod(at, &at));
    for (int k = 0; k < COLUMNS; k++) {
      double y = strtod(at + 1, &at);
      dv_text_add(&t, ",%.17g", y + (k < 4 ? 1e-3 : 5e4) * gauss());
    }
    dv_text_add(&t, "\n");
  }
  put_file(c, "noisy.csv", dv_text_all(&t));
  assert_int_equal(run(c, "identify fit " TITAN " @/noisy.csv --set m6=9kg --set d2=120N.m.s/rad --set d3=30N.m.s/rad --set "
                          "beta=1.4e8Pa --set Vp3=0.85e-4m^3/rad --fit m6=5..20 --fit d2=20..200 --fit d3=10..100 --fit "
                          "beta=5e7..2e8 --fit Vp3=5e-5..2e-4 --noise 'q1=1 mrad,q2=1 mrad,q3=1 mrad,q4=1 "
                          "mrad,a2.pressure=0.5 bar,a3.pressure=0.5 bar' --json"),
                   0);
  const dv_json *v = json_of(c);
  for (int i = 0; i < FITTED; i++) {
    double value = of_parameter(v, i, "value"), error = of_parameter(v, i, "error");
    print_message("%.6g +- %.2g, truth %g\n", value, error, truth[i]);
    assert_near(value, truth[i], 4 * error);
    assert_true(error < most[i] * truth[i]);
  }
  assert_true(json_at(v, "exact")->number != 0);
  drop_file(c, "t.csv"), drop_file(c, "noisy.csv");
}

// Two logs of a decaying oscillation x = e^(-dt) (x0 cos wt + d x0/w sin wt), each with its own start, clock, bias and case.
static void put_swing(command *c, const char *file, double x0, double delay, double bias, int rows)
{
  double d = 0.6 / (2 * 2), w = sqrt(8.0 / 2 - d * d);
  dv_text t = {.arena = c->arena};
  dv_text_add(&t, "time [s],x [mm]\n");
  for (int i = 0; i < rows; i++) {
    double now = 0.1 + 0.04 * i, at = now + delay;
    double x = x0 * exp(-d * at) * (cos(w * at) + d / w * sin(w * at)) + bias;
    dv_text_add(&t, "%.17g,%.17g\n", now, 1000 * (x + 2e-4 * gauss()));
  }
  put_file(c, file, dv_text_all(&t));
}

static void test_logs(void **state)
{
  static const double truth[] = {8, 0.6, 0.12, -0.07, 0.013, -0.031, 0.004, -0.002};
  command *c = *state;
  put_file(c, "swing.yaml",
           "parameters: {k: 7 N/m, b: 0.5 N.s/m, x0: 0.1 m}\ngravity: 0\nbodies: {m: {mass: 2 kg}}\n"
           "joints: {x: {type: prismatic, child: m, position: x0, friction: {viscous: b}}}\n"
           "parts: {s: {kind: force.spring, axis: x, stiffness: k}}\nuntil: 4 s\nsolver: {method: rk4, step: 5 ms}\n"
           "cases: {one: {}, two: {set: {x0: -0.1 m}}}\n");
  put_swing(c, "1.csv", truth[2], truth[4], truth[6], 90);
  put_swing(c, "2.csv", truth[3], truth[5], truth[7], 70);
  assert_int_equal(run(c, "identify fit @/swing.yaml @/1.csv @/2.csv --cases one,two --fit k=1..30 --fit b=0.01..5 --start "
                          "x0=-0.5..0.5 --delay=-0.05s..0.05s --bias x --noise 'x=0.2 mm' --svg @/a.svg --json"),
                   0);
  const dv_json *v = json_of(c);
  assert_int_equal(json_at(v, "parameters")->n, 8);
  assert_true(json_at(v, "exact")->number != 0);
  for (int i = 0; i < 8; i++) {
    double e = of_parameter(v, i, "error");
    assert_near(of_parameter(v, i, "value"), truth[i], 4 * e);
    assert_true(e < 0.02 * fmax(fabs(truth[i]), 0.05));
  }
  assert_near(number(json_at(v, "columns")->item[0], "rms"), 2e-4, 4e-5);
  size_t n;
  assert_non_null(get_file(c, "a.svg", &n));
  // without its clock the fit is far worse: the delay is not swallowed by something else
  assert_int_equal(run(c, "identify fit @/swing.yaml @/1.csv @/2.csv --fit k=1..30 --fit b=0.01..5 --start x0=-0.5..0.5 --bias x "
                          "--json"),
                   0);
  assert_true(number(json_at(json_of(c), "columns")->item[0], "rms") > 2 * 2e-4);
  drop_file(c, "a.svg"), drop_file(c, "1.csv"), drop_file(c, "2.csv"), drop_file(c, "swing.yaml");
}

static void refused(command *c, const char *options, int code, const char *says)
{
  assert_int_equal(run(c, "identify fit @/swing.yaml %s", options), code);
  assert_says(c->err, says);
}

static void test_bad_logs(void **state)
{
  command *c = *state;
  put_file(c, "swing.yaml",
           "parameters: {k: 7 N/m}\ngravity: 0\nbodies: {m: {mass: 2 kg}}\n"
           "joints: {x: {type: prismatic, child: m, position: 0.1 m}}\n"
           "parts: {s: {kind: force.spring, axis: x, stiffness: k}}\nuntil: 4 s\n");
  put_file(c, "1.csv", "time,x\n0,0.1\n0.1,nan\n0.2,0.09\n0.3,0.08\n0.4,0.06\n");
  put_file(c, "2.csv", "time,x\n0,nan\n0.1,nan\n");
  put_file(c, "3.csv", "time,y\n0,1\n0.1,2\n");
  refused(c, "@/1.csv --fit k=1..30", 0, "1 of 5 numbers of the column for 'x' are not finite, the first in row 2");
  refused(c, "@/1.csv @/2.csv --fit k=1..30", 64, "2 of 2 numbers");
  refused(c, "@/1.csv @/3.csv --fit k=1..30", 64, "3.csv' has no column 'x'");
  refused(c, "@/1.csv @/none.csv --fit k=1..30", 1, "none.csv");
  refused(c, "@/1.csv --fit k=1..30 --delay=-1s..1s", 64, "would begin before the run");
  refused(c, "@/1.csv --fit k=1..30 --delay 1s", 64, "is not LO..HI");
  refused(c, "@/1.csv --fit k=1..30 --bias xx", 64, "no column of the data is compared with 'xx'");
  refused(c, "@/1.csv --fit k=1..30 --bias x,x", 64, "names 'x' twice");
  refused(c, "@/1.csv --fit k=1..30 --noise x=0mm", 64, "above zero");
  refused(c, "@/1.csv --fit k=1..30 --noise x=1kg", 64, "give it in m");
  assert_int_equal(run(c, "identify drop @/1.csv @/2.csv @/3.csv --mass 1kg"), 64);
  assert_says(c->err, "nothing to do with");
  refused(c, "@/1.csv --fit k=1..30 --cases a,b", 64, "--cases has 2 cases; there are 1 logs");
  drop_file(c, "1.csv"), drop_file(c, "2.csv"), drop_file(c, "3.csv"), drop_file(c, "swing.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_pendulum, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_stiffness, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_drop, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_linear, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_noise, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_titan, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_logs, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(test_bad_logs, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
