// study_optimise.c: `davit optimise` against closed forms, and questions without an answer.
//
// A mass m moved by L in T with the least integral of force^2: the force is linear, 12 m^2 L^2/T^3, and a metre more costs 24 m^2
// L/T^3. The brachistochrone with a free end: a bead comes furthest in T on a cycloid, whose inclination falls evenly with time
// from 90 degrees to 0: g T^2/pi.
#include "command.h"

static const char move[] =
    "gravity: 0\nparameters: {m: 3 kg, f0: 5 N, f1: 1 N, f2: 0 N, f3: -1 N, f4: -5 N}\nbodies: {b: {mass: m}}\n"
    "joints: {x: {type: prismatic, child: b}}\n"
    "signals:\n  f: {kind: table, data: [[0, f0], [0.5, f1], [1, f2], [1.5, f3], [2, f4]]}\n"
    "  spent: {kind: state, rate: f*f}\n"
    "parts: {push: {kind: force.effort, axis: x, effort: f}}\nuntil: 2 s\n"
    "solver: {method: rk4, step: 10 ms, every: 100 ms}\n"
    "cases: {heavy: {parameters: {m: 6 kg}}, light: {parameters: {m: 3 kg}}}\n"
    "optimise:\n  gentle:\n"
    "    vary: {f0: -100..100 N, f1: -100..100 N, f2: -100..100 N, f3: -100..100 N, f4: -100..100 N}\n"
    "    minimise: final(spent)\n    subject: [final(x) = 1.5 m, final(x.rate) = 0 m/s]\n";

static const char slide[] = "parameters: {g: 9.81, a0: 60 deg, a1: 50 deg, a2: 40 deg, a3: 30 deg, a4: 20 deg}\n"
                            "signals:\n  steep: {kind: table, data: [[0, a0], [0.25, a1], [0.5, a2], [0.75, a3], [1, a4]]}\n"
                            "  v: {kind: state, rate: g*sin(steep)}\n  x: {kind: state, rate: v*cos(steep)}\n"
                            "until: 1 s\nsolver: {method: rk4, step: 10 ms, every: 100 ms}\n";

static const char spring[] = "gravity: 0\nparameters: {m: 2 kg, k: 8 N/m, x0: 10 cm, idle: 3 N}\nbodies: {b: {mass: m}}\n"
                             "joints: {x: {type: prismatic, child: b, position: x0}}\n"
                             "parts: {s: {kind: force.spring, axis: x, stiffness: k}}\nuntil: 2 s\n"
                             "signals: {unused: idle*0, past: 'min(1, max(0, (x - 5[cm])*1e9[1/m]))'}\n"
                             "solver: {method: rk4, step: 10 ms, every: 10 ms}\n";

static double after(const dv_json *o, int i) { return json_at(json_at(o, "numbers")->item[i], "after")->number; }

static void check_move(command *c, const char *method)
{
  double m = 3, L = 1.5, T = 2;
  assert_int_equal(run(c, "optimise @//move.yaml --method %s --json -o @//best.yaml", method), 0);
  const dv_json *o = json_of(c);
  assert_near(json_at(o, "objectives")->item[0]->number / (12 * m * m * L * L / (T * T * T)), 1, 1e-9);
  for (int i = 0; i < 5; i++) assert_near(after(o, i), 6 * m * L / (T * T) * (1 - i / 2.0), 1e-5);
  assert_near(json_at(json_at(o, "limits")->item[0], "price")->number / (24 * m * m * L / (T * T * T)), 1, 1e-6);
  assert_true(json_at(o, "residual")->number < 1e-6);
}

static void test_move(void **state)
{
  command *c = *state;
  size_t n;
  put_file(c, "move.yaml", move);
  check_move(c, "slsqp");
  check_move(c, "ipopt");
  assert_null(get_file(c, "best.yaml.part", &n));
  assert_int_equal(run(c, "run @//best.yaml --out @//a.csv --columns x > /dev/null"), 0);  // the file that it wrote
  assert_near(strtod(strrchr(get_file(c, "a.csv", &n), ',') + 1, NULL), 1.5, 1e-9);
  drop_file(c, "move.yaml"), drop_file(c, "best.yaml"), drop_file(c, "a.csv");
}

static void test_brachistochrone(void **state)
{
  command *c = *state;
  put_file(c, "slide.yaml", slide);
  assert_int_equal(run(c,
                       "optimise @//slide.yaml --vary a0=0..120deg --vary a1=0..120deg --vary a2=0..120deg --vary a3=-60..120deg "
                       "--vary a4=-60..120deg --max 'final(x)' --starts 3 --json -o @//best.yaml --plot @//a.svg"),
                   0);
  const dv_json *o = json_of(c);
  assert_near(json_at(o, "objectives")->item[0]->number, 9.81 / acos(-1), 1e-8);
  for (int i = 0; i < 5; i++) assert_near(after(o, i), acos(-1) / 2 * (1 - i / 4.0), 1e-5);
  drop_file(c, "slide.yaml"), drop_file(c, "best.yaml"), drop_file(c, "a.svg");
}

// Limits hold in each case: the heavy one goes half as far for the same force, so L is 0.75 m there; listed values are all tried.
static void test_cases_and_lists(void **state)
{
  command *c = *state;
  put_file(c, "move.yaml", move);
  assert_int_equal(
      run(c, "optimise @//move.yaml --case light,heavy --vary f0=0..100N --vary f4=-100,-50,-25N --min 'light: final(spent)' "
             "--subject 'final(x) >= 0.75 m' --json -o @//best.yaml"),
      0);
  const dv_json *o = json_of(c);
  assert_string_equal(json_at(o, "listed")->item[0]->text, "f4=-25N");
  // x(2) = (11/24 f0 + ... + 1/24 f4)/m of f1 = 1, f2 = 0, f3 = -1 N: the limit of the heavy one holds
  double x = json_at(json_at(o, "limits")->item[1], "value")->number;
  assert_near(x, 0.75, 1e-6);
  assert_true(json_at(json_at(o, "limits")->item[0], "price")->number == 0);
  assert_true(json_at(json_at(o, "limits")->item[1], "price")->number > 0);
  // before is what the file has, none of the list: the integral of 5, 1, 0, -1, -5 N squared, by straight lines
  assert_int_equal(run(c, "optimise @//move.yaml --vary f0=0..100N --vary f4=-100,-50,-25N --min 'final(spent)' --subject "
                          "'final(x) >= 0.75 m' -o @//best.yaml"),
                   0);
  assert_says(c->out, "10.66667");
  drop_file(c, "move.yaml"), drop_file(c, "best.yaml");
}

// x = x0 cos(w t): the least largest speed is that of the softest spring, and the stiffest brings x nearest to -x0.
static void test_front(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", spring);
  assert_int_equal(
      run(c, "optimise @//a.yaml --vary k=0.5..4N/m --min 'peak(x.rate)' --min 'final(x)' --front 5 --json -o @//best.yaml"), 0);
  const dv_json *f = json_at(json_of(c), "front");
  assert_int_equal(f->n, 5);
  for (int i = 0; i < 5; i++) {
    double k = after(f->item[i], 0), w = sqrt(k / 2), speed = json_at(f->item[i], "objectives")->item[0]->number;
    assert_near(json_at(f->item[i], "objectives")->item[1]->number, 0.1 * cos(2 * w), 1e-8);
    assert_true(fabs(speed - 0.1 * w * (2 * w < acos(-1) / 2 ? sin(2 * w) : 1)) < 1e-4);
    if (i) assert_true(speed > json_at(f->item[i - 1], "objectives")->item[0]->number);
  }
  // masses to choose from: only k/m counts, so that all points are on one curve; the heavy one goes slowest
  assert_int_equal(run(c, "optimise @//a.yaml --vary k=0.5..4N/m --vary m=2,4kg --min 'peak(x.rate)' --min 'final(x)' --front 5 "
                          "--json -o @//best.yaml"),
                   0);
  f = json_at(json_of(c), "front");
  assert_int_equal(f->n, 10);
  assert_true(strtod(json_at(f->item[0], "listed")->item[0]->text + 2, NULL) == 4);
  assert_true(strtod(json_at(f->item[f->n - 1], "listed")->item[0]->text + 2, NULL) == 2);
  for (int i = 0; i < f->n; i++) {
    double m = strtod(json_at(f->item[i], "listed")->item[0]->text + 2, NULL), w = sqrt(after(f->item[i], 0) / m);
    assert_near(json_at(f->item[i], "objectives")->item[1]->number, 0.1 * cos(2 * w), 1e-8);
    if (i)
      assert_true(json_at(f->item[i], "objectives")->item[1]->number < json_at(f->item[i - 1], "objectives")->item[1]->number);
  }
  drop_file(c, "a.yaml"), drop_file(c, "best.yaml");
}

// Stopped by a kill after some points: the journal is there, and the same command comes to the same numbers.
static void test_killed(void **state)
{
  command *c = *state;
  size_t n;
  put_file(c, "move.yaml", move);
  assert_int_equal(run(c, "optimise @//move.yaml --json -o @//best.yaml"), 0);
  double want = after(json_of(c), 0);
  run(c, "optimise @//move.yaml --starts 12 --jobs 1 --json -o @//best.yaml > /dev/null & sleep 0.3; kill -9 $!; wait $! "
         "2>/dev/null");
  int left = get_file(c, "best.yaml.part", &n) != NULL;
  assert_int_equal(run(c, "optimise @//move.yaml --starts 12 --json -o @//best.yaml"), 0);
  if (left) assert_says(c->err, "going on");
  assert_near(after(json_of(c), 0), want, 1e-4);
  assert_null(get_file(c, "best.yaml.part", &n));
  drop_file(c, "move.yaml"), drop_file(c, "best.yaml");
}

enum { COLUMNS = 6 };

// The name that it writes to by itself is the file that it reads: told before the search, and nothing is lost.
static void test_over_itself(void **state)
{
  command *c = *state;
  put_file(c, "optimised.yaml", move);
  assert_int_equal(run(c, "version; cd @// && timeout 20 " DAVIT " optimise optimised.yaml --set until=1e9s"), 64);
  assert_says(c->err, "it is read");
  assert_null(strstr(c->err, "going on"));
  size_t n;
  assert_null(get_file(c, "optimised.yaml.part", &n));
  assert_string_equal(take_file(c, "optimised.yaml"), move);
}

static void look_at(const char *rows, double *least, double *most, double *last)
{
  for (int k = 0; k < COLUMNS; k++) least[k] = HUGE_VAL, most[k] = -HUGE_VAL;
  for (char *at = (char *)(uintptr_t)rows; *at;)
    for (int k = 0; k < COLUMNS; k++, at++) {
      last[k] = strtod(at, &at);
      least[k] = fmin(least[k], last[k]), most[k] = fmax(most[k], last[k]);
    }
}

// The loader crane with another cylinder. Which limits it passes between the records of the search is told; with records that see
// them it keeps them, replayed with tighter tolerances and four rows a millisecond. The energy is that of the oil drawn, supply
// times piston times way, and of what it takes to press the oil together.
static void test_resize(void **state)
{
  command *c = *state;
  size_t n;
  assert_int_equal(run(c, "optimise machines/loader-crane.yaml resize --json -o @//best.yaml"), 0);
  assert_says(c->err, "between its records, every 0.004 s, the run passes 'max(pin.reaction.force) <= 90 kN': it comes to 900");
  assert_says(c->err, "the run passes 'min(b.pressure) >= 1 bar'");
  assert_int_equal(run(c,
                       "optimise machines/loader-crane.yaml resize --set 'solver.every=0.5 ms' --json -o @//best.yaml --report "
                       "@//r.html"),
                   0);
  const dv_json *o = json_of(c);
  double spent = json_at(o, "objectives")->item[0]->number, bore = after(o, 2), was = 47.45e3;
  double least[COLUMNS], most[COLUMNS], last[COLUMNS];
  assert_true(spent < 0.88 * was && json_at(o, "residual")->number < 1e-6);
  assert_non_null(strstr(get_file(c, "r.html", &n), "id=\"after-view\""));
  assert_int_equal(run(c, "run @//best.yaml --set solver.rtol=1e-9 --set 'solver.every=0.25 ms' --columns "
                          "pin,a.pressure,b.pressure,pin.reaction.force,ram --out @//a.csv > /dev/null"),
                   0);
  look_at(strchr(get_file(c, "a.csv", &n), '\n') + 1, least, most, last);
  assert_true(last[1] > 37.5 * acos(-1) / 180 - 1e-5 && most[2] < 140e5);
  assert_true(least[3] > 0.9995e5 && most[4] < 1.0002 * 90e3 && least[5] > 1.55 && most[5] < 2.65);
  double oil = 210e5 * bore * (most[5] - least[5]);
  assert_true(spent > oil && spent < 1.02 * oil);
  drop_file(c, "best.yaml"), drop_file(c, "r.html"), drop_file(c, "a.csv");
}

// Sum of dt a b by trapezoids, columns 1 and 2 of rows of COLUMNS.
static double integral(const char *rows)
{
  double t = 0, y = 0, sum = 0;
  for (char *at = (char *)(uintptr_t)rows; *at; at++) {
    double now = strtod(at, &at), a = strtod(at + 1, &at), here = a * strtod(at + 1, &at);
    sum += (now - t) * (y + here) / 2, t = now, y = here;
    for (int k = 3; k < COLUMNS; k++) strtod(at + 1, &at);
  }
  return sum;
}

// The forestry machine's loaded lift in the same 12 s: all actuators are where they are without it, and what they do is the same,
// since the machine rests before and after; the pump spends a sixth less. Its energy once more from the rows of a finer run.
static void test_duty(void **state)
{
  command *c = *state;
  size_t n;
  double least[COLUMNS], most[COLUMNS], last[COLUMNS], naive[COLUMNS];
#define DUTY "machines/forestry-machine.yaml --case duty --step 2ms --every 10ms --columns pump,oil,spent,done,"
  assert_int_equal(run(c, "optimise machines/forestry-machine.yaml duty --json -o @//best.yaml"), 0);
  const dv_json *o = json_of(c);
  char *set =
      dv_arena_text(c->arena, "--set swing_from=%.17gs --set swing_time=%.17gs --set stick_from=%.17gs --set stick_time=%.17gs",
                    after(o, 0), after(o, 1), after(o, 2), after(o, 3));
  double spent = json_at(o, "objectives")->item[0]->number;
  assert_int_equal(run(c, "run " DUTY "swing --out @//a.csv > /dev/null"), 0);
  look_at(strchr(get_file(c, "a.csv", &n), '\n') + 1, least, most, naive);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(run(c, "run " DUTY "%s %s --out @//a.csv > /dev/null", k ? "stick_ram" : "swing", set), 0);
    look_at(strchr(get_file(c, "a.csv", &n), '\n') + 1, least, most, last);
    assert_near(last[0], 12, 1e-9);
    assert_near(last[5], k ? 2.41 : acos(-1) / 2, 1e-9);
  }
  print_message("pump: %.0f J, %.0f J before; work %.0f J, %.0f J before\n", last[3], naive[3], last[4], naive[4]);
  assert_near(last[4] / naive[4], 1, 1e-5);
  assert_near(last[3] / spent, 1, 1e-4);
  assert_near(integral(strchr(get_file(c, "a.csv", &n), '\n') + 1) / spent, 1, 1e-4);
  assert_true(spent < 0.84 * naive[3] && spent > last[4] && most[2] < 1.001 * 6e-3);
  drop_file(c, "best.yaml"), drop_file(c, "a.csv");
}

static void refused(command *c, const char *options, int code, const char *says)
{
  assert_int_equal(run(c, "optimise @//a.yaml -o @//best.yaml %s", options), code);
  assert_says(c->err, says);
}

static void test_no_answer(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", spring);
  refused(c, "--vary k=4..16N/m --min 'max(x.rate)' --subject 'min(x) <= -20 cm'", 2,
          "no point within the bounds keeps all limits: 'min(x) <= -20 cm'");
  refused(c, "--vary x0=-inf..inf --min 'final(x)'", 2, "falls without end while 'x0'");
#define FRONT "--vary k=0.5..4N/m --min 'peak(x.rate)' --min 'final(x)' --front 3 --vary m=2,4kg "
  refused(c, FRONT "--subject 'max(x) <= 1 cm'", 2, "'m=4kg' has no points: no point within the bounds keeps all limits");
  assert_says(c->err, "the front has no points");
  refused(c, "--vary k=0.5..4N/m --min 'peak(x.rate)' --min 'final(x)' --front 3 --vary m=2,-4kg", 0, "'m=-4kg' has no points");
  refused(c, "--vary k=4..16N/m --vary idle=0..5N --min 'max(x.rate)'", 2, "'idle' has no influence");
  refused(c, "--set until=20s --vary k=1..16N/m --min 'falls(x, 0.05)'", 2, "only in jumps");
  refused(c, "--vary x0=2..20cm --min 'max(past)'", 2, "'max(past)' changes with 'x0' only in jumps");
  refused(c, "--set x0=3cm --vary x0=2..20cm --min 'max(x)' --subject 'max(past) >= 0.5'", 2,
          "'max(past) >= 0.5' is kept at x0 = 11 cm, but it changes only in jumps");
  refused(c, "--set x0=3cm --vary x0=2..20cm --max 'max(x)' --subject 'max(past) <= 0.5'", 2,
          "'max(past) <= 0.5' changes with 'x0' only in jumps: no slope says how far the search may go");
  refused(c, "--vary 'x0=2..inf cm' --min 'final(x)'", 2, "falls without end while 'x0'");
  refused(c, "--vary k=4..16N/m --min 'settling(x)'", 2, "'settling(x)' jumps by");
  refused(c, "--vary k=4..16N/m --min 'crossing(x, 1 m)'", 2, "no value at the start");
  drop_file(c, "a.yaml");
}

static void test_mistakes(void **state)
{
  command *c = *state;
  put_file(c, "a.yaml", spring);
  refused(c, "--vary kk=4..16N/m --min 'max(x)'", 64, "no number of the file is called 'kk'");
  refused(c, "--vary k=4..16N/m --min 'max(y)'", 64, "no variable 'y'");
  refused(c, "--vary x0=4..16 --min 'max(x)'", 64, "write 4 cm");
  refused(c, "--vary 'k=-inf..inf bar' --min 'max(x)'", 64, "'1 bar' is a pressure");
  refused(c, "--vary k=16..4N/m --min 'max(x)'", 64, "leave nothing between them");
  refused(c, "--vary k=4..nanN/m --min 'max(x)'", 64, "nan");
  refused(c, "--vary k=4..16N/m --min 'max(x)' --subject 'max(x) <= 3 kg'", 64, "give it in m");
  refused(c, "--vary k=4..16N/m --min 'max(x)' --subject 'max(x) 3'", 64, "has no <=, >= or =");
  refused(c, "--vary k=4..16N/m", 64, "nothing is to be made best");
  refused(c, "", 64, "nothing is varied");
  refused(c, "--vary k=4..16N/m --min 'max(x)' --method foo", 64, "there is no method 'foo'");
  refused(c, "--vary k=4..16N/m --min 'max(x)' --case none", 64, "none");
  refused(c, "--vary k=4..16N/m --min 'max(x)' -o @//none/b.yaml", 2, "No such file");
  drop_file(c, "a.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_move),     cmocka_unit_test(test_brachistochrone), cmocka_unit_test(test_cases_and_lists),
      cmocka_unit_test(test_front),    cmocka_unit_test(test_killed),          cmocka_unit_test(test_no_answer),
      cmocka_unit_test(test_mistakes), cmocka_unit_test(test_over_itself),     cmocka_unit_test(test_resize),
      cmocka_unit_test(test_duty),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
