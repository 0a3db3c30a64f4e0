// study_control.c: `davit control` against closed forms: a mass that is pushed (x'' = u/m), and a pole on a cart.
//
// LQR of the mass: K = (b/a, sqrt(2 m b/a)) for sizes a of x and b of the force; filter: L = (sqrt(2 w/(m v)), w/(m v)) for a
// force noise w and a measurement noise v. Sampled: Riccati's recursion, written here once more from the polynomials of the
// motion.
#include "command.h"

static const char mass[] = "parameters: {m: 4 kg}\ngravity: 0\nbodies: {b: {mass: m}}\n"
                           "joints: {x: {type: prismatic, axis: x, child: b}}\n"
                           "parts: {push: {kind: force.effort, axis: x, effort: u}}\n"
                           "signals: {u: {kind: input, lower: -50 N, upper: 50 N}}\nuntil: 1 s\n"
                           "solver: {method: rk4, step: 1 ms}\n";

static const char cart[] = "bodies:\n  cart: {mass: 2 kg}\n  rod: {mass: 0.5 kg, com: [0, 0, 0.6]}\n"
                           "joints:\n  slide: {type: prismatic, axis: x, child: cart}\n"
                           "  pole: {type: revolute, axis: y, parent: cart, child: rod}\n"
                           "parts: {motor: {kind: force.effort, axis: slide, effort: force}}\n"
                           "signals: {force: {kind: input, lower: -60 N, upper: 60 N}}\nuntil: 6 s\n";

static double cell(const dv_json *o, const char *key, int i, int j) { return json_at(o, key)->item[i]->item[j]->number; }

static void test_lqr(void **state)
{
  command *c = *state;
  double m = 4, a = 0.05, b = 30;
  put_file(c, "mass.yaml", mass);
  assert_int_equal(run(c, "control @//mass.yaml --weight 'x=5 cm' --effort 'u=30 N' --json"), 0);
  const dv_json *o = json_of(c);
  assert_near(cell(o, "K", 0, 0) / (b / a), 1, 1e-10);
  assert_near(cell(o, "K", 0, 1) / sqrt(2 * m * b / a), 1, 1e-10);
  assert_true(json_at(o, "residual")->number < 1e-12);
  drop_file(c, "mass.yaml");
}

static void test_filter(void **state)
{
  command *c = *state;
  double m = 4, w = 2, v = 1e-3;
  put_file(c, "mass.yaml", mass);
  assert_int_equal(run(c, "control @//mass.yaml --weight x=5cm --measured 'x=1 mm' --disturbance u=2N -o @//a.yaml --json"), 0);
  const dv_json *o = json_of(c);
  assert_near(cell(o, "L", 0, 0) / sqrt(2 * w / (m * v)), 1, 1e-10);
  assert_near(cell(o, "L", 1, 0) / (w / (m * v)), 1, 1e-10);
  assert_near(cell(o, "P", 0, 0) / (v * v * sqrt(2 * w / (m * v))), 1, 1e-10);
  // the machine with the part in it has the poles of feedback and filter: (s^2 + 2 z w s + w^2) with z = 1/sqrt(2)
  assert_int_equal(run(c, "modes @//a.yaml --json"), 0);
  const dv_json *modes = json_at(json_of(c), "modes");
  assert_int_equal(modes->n, 2);
  double slow = sqrt(50 / 0.05 / m), fast = sqrt(w / (m * v)), low = fmin(slow, fast), high = fmax(slow, fast);
  assert_near(json_at(modes->item[0], "re")->number / (-low / sqrt(2)), 1, 1e-8);
  assert_near(json_at(modes->item[1], "im")->number / (high / sqrt(2)), 1, 1e-8);
  drop_file(c, "mass.yaml"), drop_file(c, "a.yaml");
}

// Gain of the sampled mass by Riccati's recursion, from the end of a long time backwards.
static void recursion(double m, double a, double b, double T, double *K)
{
  double A[4] = {1, T, 0, 1}, B[2] = {T * T / 2 / m, T / m}, S[4] = {0};
  double q[4] = {T, T * T / 2, T * T / 2, T * T * T / 3}, n[2] = {T * T * T / 6 / m, pow(T, 4) / 8 / m};
  double r = pow(T, 5) / 20 / m / m / (a * a) + T / (b * b);
  for (int i = 0; i < 4; i++) q[i] /= a * a;
  for (int i = 0; i < 2; i++) n[i] /= a * a;
  for (int k = 0; k < 20000; k++) {
    double SB[2] = {S[0] * B[0] + S[1] * B[1], S[2] * B[0] + S[3] * B[1]}, next[4];
    double h = r + B[0] * SB[0] + B[1] * SB[1];
    for (int j = 0; j < 2; j++) K[j] = (SB[0] * A[j] + SB[1] * A[2 + j] + n[j]) / h;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        double sum = q[i * 2 + j] - K[i] * h * K[j];
        for (int u = 0; u < 2; u++)
          for (int v = 0; v < 2; v++) sum += A[u * 2 + i] * S[u * 2 + v] * A[v * 2 + j];
        next[i * 2 + j] = sum;
      }
    memcpy(S, next, sizeof S);
  }
}

static void test_sampled(void **state)
{
  command *c = *state;
  double K[2], T = 0.02, m = 4, x = 0.01, v = 0;
  put_file(c, "mass.yaml", mass);
  assert_int_equal(run(c, "control @//mass.yaml --weight x=5cm --effort u=30N --period 20ms -o @//a.yaml --json"), 0);
  recursion(m, 0.05, 30, T, K);
  for (int j = 0; j < 2; j++) assert_near(cell(json_of(c), "K", 0, j) / K[j], 1, 1e-10);
  // the machine with the part in it, sample by sample
  assert_int_equal(run(c, "run @//a.yaml --set joints.x.position=0.01 --out @//a.csv --columns x --every 0.02 > /dev/null"), 0);
  for (int k = 0; k < 50; k++) {
    double u = -K[0] * x - K[1] * v;
    x += T * v + T * T / 2 / m * u, v += T / m * u;
  }
  size_t n;
  char *csv = get_file(c, "a.csv", &n), *last = strrchr(csv, ',');
  assert_near(strtod(last + 1, NULL), x, 1e-12);
  drop_file(c, "mass.yaml"), drop_file(c, "a.yaml"), drop_file(c, "a.csv");
}

// Filter and feedback, sampled: the pole stands, and a deviation fades as fast as the slowest pole says.
static void test_sampled_filter(void **state)
{
  command *c = *state;
  put_file(c, "cart.yaml", cart);
  assert_int_equal(run(c, "control @//cart.yaml --weight 'slide=5cm,pole=2deg' --effort force=20N --measured "
                          "'slide=1mm,pole=0.1deg' --disturbance force=2N --period 10ms -o @//a.yaml --plot @//a.svg"),
                   0);
  assert_says(c->out, "-2.091713");
  assert_int_equal(run(c, "run @//a.yaml --set joints.pole.position=0.001 --out @//a.csv --columns pole --every 1 >/dev/null"),
                   0);
  size_t n;
  char *csv = get_file(c, "a.csv", &n), *last = strrchr(csv, ',');
  assert_true(fabs(strtod(last + 1, NULL)) < 1e-3 * exp(-2 * 6.0) * 100);
  assert_non_null(get_file(c, "a.svg", &n));
  drop_file(c, "cart.yaml"), drop_file(c, "a.yaml"), drop_file(c, "a.csv"), drop_file(c, "a.svg");
}

static void test_poles(void **state)
{
  command *c = *state;
  put_file(c, "cart.yaml", cart);
  assert_int_equal(run(c, "control @//cart.yaml --poles=-2,-3,-4+2i,-4-2i -o @//a.yaml"), 0);
  assert_int_equal(run(c, "modes @//a.yaml --json"), 0);
  const dv_json *modes = json_at(json_of(c), "modes");
  assert_near(json_at(modes->item[0], "re")->number, -2, 1e-10);
  assert_near(json_at(modes->item[1], "re")->number, -3, 1e-10);
  assert_near(json_at(modes->item[2], "re")->number, -4, 1e-10);
  assert_near(json_at(modes->item[2], "im")->number, 2, 1e-10);
  drop_file(c, "cart.yaml"), drop_file(c, "a.yaml");
}

// The part alone, for a machine that connects it by itself; limits of the input are those of the part.
static void test_part(void **state)
{
  command *c = *state;
  put_file(c, "mass.yaml", mass);
  assert_int_equal(run(c, "control @//mass.yaml --weight x=5cm --name hold --part-only -o @//hold.yaml"), 0);
  put_file(c, "whole.yaml", "include: [mass.yaml, hold.yaml]\nparts: {push: {effort: hold.u1}}\n");
  assert_int_equal(
      run(c, "run @//whole.yaml --set joints.x.position=0.1 --out @//a.csv --columns hold.u1 --until 0.01 > /dev/null"), 0);
  size_t n;
  assert_says(get_file(c, "a.csv", &n), "-50");
  drop_file(c, "mass.yaml"), drop_file(c, "hold.yaml"), drop_file(c, "whole.yaml"), drop_file(c, "a.csv");
}

// Along the swing of a pendulum: k = m g l cos q at each point, so K = (-k + sqrt(k^2 + (b/a)^2), sqrt(2 J K1)).
static const char pendulum[] = "gravity: [0, 0, -9.81]\nbodies: {rod: {mass: 2 kg, com: [0, 0, -0.7]}}\n"
                               "joints: {q: {type: revolute, axis: y, child: rod, position: 1.2 rad}}\n"
                               "parts: {motor: {kind: force.effort, axis: q, effort: u}}\n"
                               "signals: {u: {kind: input, lower: -50 N.m, upper: 50 N.m}}\nuntil: 0.6 s\n"
                               "solver: {method: rk4, step: 1 ms}\n";

static void check_gains(const dv_json *point, double q)
{
  double k = 2 * 9.81 * 0.7 * cos(q), J = 2 * 0.7 * 0.7, ratio = 10 / (2 * acos(-1) / 180), K1 = -k + sqrt(k * k + ratio * ratio);
  assert_near(cell(point, "K", 0, 0) / K1, 1, 1e-10);
  assert_near(cell(point, "K", 0, 1) / sqrt(2 * J * K1), 1, 1e-10);
}

static double last_of(command *c, const char *file)
{
  size_t n;
  return strtod(strrchr(get_file(c, file, &n), ',') + 1, NULL);
}

static void test_along(void **state)
{
  command *c = *state;
  put_file(c, "p.yaml", pendulum);
  assert_int_equal(run(c, "control @//p.yaml --weight q=2deg --effort u=10N.m --at 0s:0.5s:4 --by q -o @//a.yaml --json"), 0);
  const dv_json *point = json_at(json_of(c), "points");
  assert_int_equal(point->n, 4);
  for (int k = 0; k < 4; k++) check_gains(point->item[k], json_at(point->item[k], "by")->number);
  double K = cell(point->item[0], "K", 0, 0);
  // beyond the first point its law holds: u = -K (q - 1.2) where the rod rests
  assert_int_equal(run(c, "run @//a.yaml --set joints.q.position=1.3 --until 1ms --out @//a.csv --columns u > /dev/null"), 0);
  size_t n;
  assert_near(strtod(strstr(get_file(c, "a.csv", &n), "\n0,") + 3, NULL), -K * 0.1, 1e-9);
  // chosen by time: a deviation from the run fades, and on the run itself the law is silent at its points
  assert_int_equal(run(c, "control @//p.yaml --weight q=2deg --effort u=10N.m --at 0s:0.6s:31 -o @//a.yaml"), 0);
  assert_says(c->out, "has these poles");
  assert_int_equal(run(c, "run @//p.yaml --out @//a.csv --columns q --every 0.6 > /dev/null"), 0);
  double goal = last_of(c, "a.csv");
  assert_int_equal(run(c, "run @//a.yaml --set joints.q.position=1.25 --out @//a.csv --columns q --every 0.6 > /dev/null"), 0);
  assert_near(last_of(c, "a.csv"), goal, 1e-3);
  assert_int_equal(run(c, "run @//p.yaml --set joints.q.position=1.25 --out @//a.csv --columns q --every 0.6 > /dev/null"), 0);
  assert_true(fabs(last_of(c, "a.csv") - goal) > 5e-3);
  drop_file(c, "p.yaml"), drop_file(c, "a.yaml"), drop_file(c, "a.csv");
}

// Predictive: the mass goes to its place within limits of force and speed; nearer than those matter it is the LQR of the same
// weights.
static void test_predictive(void **state)
{
  command *c = *state;
  put_file(c, "mass.yaml", mass);
  assert_int_equal(run(c, "control @//mass.yaml --weight x=5cm --effort u=30N --period 50ms --horizon 16 --limit "
                          "'x.rate=-0.3..0.3 m/s' -o @//a.yaml --json"),
                   0);
  double K[2] = {cell(json_of(c), "K", 0, 0), cell(json_of(c), "K", 0, 1)};
  assert_int_equal(run(c, "run @//a.yaml --set joints.x.position=0.004 --until 30ms --out @//a.csv --columns u > /dev/null"), 0);
  assert_near(last_of(c, "a.csv"), -K[0] * 0.004, 1e-9);
  assert_int_equal(run(c, "run @//a.yaml --set joints.x.position=1 --until 6s --out @//a.csv --columns x.rate,u,x >/dev/null"),
                   0);
  size_t n;
  double slowest = 0, least = 0;
  for (char *line = strchr(get_file(c, "a.csv", &n), '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    char *comma = strchr(line, ','), *next = strchr(comma + 1, ',');
    slowest = fmin(slowest, strtod(comma + 1, NULL)), least = fmin(least, strtod(next + 1, NULL));
  }
  assert_near(slowest, -0.3, 1e-6);
  assert_true(least >= -50);
  assert_near(last_of(c, "a.csv"), 0, 1e-3);
  drop_file(c, "mass.yaml"), drop_file(c, "a.yaml"), drop_file(c, "a.csv");
}

static void refused(command *c, const char *options, int code, const char *says)
{
  assert_int_equal(run(c, "control @//cart.yaml %s", options), code);
  assert_says(c->err, says);
}

static void test_mistakes(void **state)
{
  command *c = *state;
  put_file(c, "cart.yaml", cart);
  refused(c, "--weight pole=2deg", 2, "no weight sees the mode (0 1/s: slide.position)");
  refused(c, "--weight slide=5cm --measured pole=0.1deg --disturbance force=1N", 2, "does not show the mode (0 1/s: slide");
  refused(c, "--weight slide=5kg", 64, "give it in m");
  refused(c, "--weight slid=5cm", 64, "no variable 'slid'");
  refused(c, "--weight slide=0cm", 64, "above zero");
  refused(c, "--weight slide=nan", 64, "no number");
  refused(c, "", 64, "needs --weight or --poles");
  refused(c, "--poles=-1,-2", 64, "4 states");
  refused(c, "--poles=-1,-2,-3,4", 0, "'4' does not fade");
  refused(c, "--poles=-1,-2,-3+1i,-4", 64, "no conjugate");
  refused(c, "--weight slide=1cm --effort forc=3N", 64, "did you mean 'force'?");
  refused(c, "--weight slide=1cm --input slide", 64, "is not an input");
  refused(c, "--weight slide=1cm --measured slide=1mm", 64, "needs --disturbance");
  refused(c, "--weight slide=1cm --period 0s", 64, "--period");
  refused(c, "--weight slide=1cm --at 2s,1s", 64, "times must rise");
  refused(c, "--weight slide=1cm --at 0s:1s:99", 64, "a count of 2 to 32");
  refused(c, "--weight slide=1cm --at 0s:1s", 64, "from:to:count");
  refused(c, "--weight slide=1cm --at nan", 64, "no number");
  refused(c, "--weight slide=1cm --at 1s --by slide", 64, "--by needs several times");
  refused(c, "--weight slide=1cm --at 0s,1s --by slid", 64, "no variable 'slid'");
  refused(c, "--weight slide=1cm --at 0s,1s --by slide", 64, "does not go one way");
  refused(c, "--weight slide=1cm --at 0s,1s --measured slide=1mm --disturbance force=1N", 64, "belongs to one point");
  refused(c, "--weight slide=1cm --horizon 5", 64, "needs --period");
  refused(c, "--weight slide=1cm --horizon 99 --period 10ms", 64, "at most 48");
  refused(c, "--weight slide=1cm --horizon five --period 10ms", 64, "whole number");
  refused(c, "--weight slide=1cm --limit slide=0..1m", 64, "--limit is for a predictive");
  refused(c, "--weight slide=1cm --horizon 5 --period 10ms --limit slid=0..1m", 64, "no variable 'slid'");
  refused(c, "--weight slide=1cm --horizon 5 --period 10ms --limit slide=1..0m", 64, "ends before it begins");
  refused(c, "--weight slide=1cm --horizon 5 --period 10ms --limit slide=1m", 64, "least..greatest");
  refused(c, "--weight slide=1cm --horizon 5 --period 10ms --limit slide=0..1kg", 64, "give it in m");
  refused(c, "--poles=-1,-2,-3,-4 --horizon 5 --period 10ms", 64, "no poles of its own");
  refused(c, "--weight slide=1cm -o @//none/a.yaml", 2, "cannot write");
  drop_file(c, "cart.yaml");
}

static void test_modes_out_of_reach(void **state)
{
  command *c = *state;
  put_file(c, "cart.yaml",
           "gravity: 0\nbodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}\n"
           "joints: {x: {type: prismatic, child: a}, y: {type: prismatic, child: b}}\n"
           "parts: {m: {kind: force.effort, axis: x, effort: f}, s: {kind: force.spring, axis: y, stiffness: 4 N/m}}\n"
           "signals: {f: {kind: input}}\nuntil: 1 s\n");
  refused(c, "--weight x=1cm,y=1cm", 2, "'f' does not move the mode (0 ± 2i 1/s: y.");
  refused(c, "--weight x=1cm,y=1cm --set parts.s.stiffness=0N/m", 2, "'f' does not move the mode (0 1/s: y.rate)");
  drop_file(c, "cart.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lqr),      cmocka_unit_test(test_filter),
      cmocka_unit_test(test_sampled),  cmocka_unit_test(test_sampled_filter),
      cmocka_unit_test(test_poles),    cmocka_unit_test(test_part),
      cmocka_unit_test(test_mistakes), cmocka_unit_test(test_modes_out_of_reach),
      cmocka_unit_test(test_along),    cmocka_unit_test(test_predictive),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
