// cli_eval.c: identities between the parts of what `davit eval` gives, on a floating base with two arms that all move.
//
//   M a + bias = effort       T = v' M v / 2       momentum = first rows of M v       J v = velocity of the point
//   d momentum/dt = weight + force on the base      reaction of the base's joint = force on the base
#include "command.h"

#define EVAL "eval machines/floating-two-arms.yaml --json"
enum { N = 12 };

static const char moving[] =
    "{\"position\": {\"l_swing\": 0.3, \"l_lift\": -0.4, \"l_elbow\": 0.5, \"r_swing\": 1.1, \"r_lift\": 0.2, \"r_elbow\": -0.6},\n"
    " \"rate\": {\"l_swing\": 0.7, \"l_lift\": -1.4, \"l_elbow\": 0.9, \"r_swing\": -1.1, \"r_lift\": 0.8, \"r_elbow\": 1.6},\n"
    " \"effort\": {\"l_swing\": 3, \"r_elbow\": -2},\n"
    " \"acceleration\": {\"l_swing\": 1, \"l_elbow\": -2, \"r_lift\": 3},\n"
    " \"base\": {\"position\": [1, -2, 3], \"quaternion\": [0.5, 0.1, -0.7, 0.3], \"velocity\": [0.4, 0.5, -0.6],\n"
    "   \"angular_velocity\": [0.9, -0.8, 0.7], \"force\": [10, -20, 30], \"moment\": [4, 5, -6],\n"
    "   \"acceleration\": [0.1, 0.2, 0.3], \"angular_acceleration\": [-0.4, 0.5, 0.6]}}\n";
static const double v[N] = {0.4, 0.5, -0.6, 0.9, -0.8, 0.7, 0.7, -1.4, 0.9, -1.1, 0.8, 1.6};
static const double given_effort[N] = {10, -20, 30, 4, 5, -6, 3, 0, 0, 0, 0, -2};
static const double given_acceleration[N] = {0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 1, 0, -2, 0, 3, 0};

typedef struct {
  double M[N][N], bias[N], acceleration[N], effort[N];
  const dv_json *json;
} answer;

static void numbers(const dv_json *list, int n, double *out)
{
  assert_int_equal(list->n, n);
  for (int i = 0; i < n; i++) out[i] = list->item[i]->number;
}

static void ask(command *c, const char *state, const char *more, answer *a)
{
  put_file(c, "at.json", state);
  if (run(c, EVAL " --at @//at.json %s", more)) fail_msg("%s", c->err);
  drop_file(c, "at.json");
  a->json = json_of(c);
  for (int i = 0; i < N; i++) numbers(json_at(a->json, "mass_matrix")->item[i], N, a->M[i]);
  numbers(json_at(a->json, "bias"), N, a->bias);
  numbers(json_at(a->json, "acceleration"), N, a->acceleration);
  numbers(json_at(a->json, "effort"), N, a->effort);
}

static double row(const double *m, const double *x)
{
  double sum = 0;
  for (int i = 0; i < N; i++) sum += m[i] * x[i];
  return sum;
}

static void cross(const double *a, const double *b, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void test_equation_of_motion(void **state)
{
  answer a;
  ask(*state, moving, "", &a);
  for (int i = 0; i < N; i++) {
    assert_near(row(a.M[i], a.acceleration) + a.bias[i], given_effort[i], 1e-9);
    assert_near(row(a.M[i], given_acceleration) + a.bias[i], a.effort[i], 1e-9);
    for (int j = 0; j < N; j++) assert_near(a.M[i][j], a.M[j][i], 1e-12);
  }
}

static void test_energy_and_momentum(void **state)
{
  answer a;
  ask(*state, moving, "", &a);
  double energy = 0, p[3], L[3], rxp[3];
  const double r[3] = {1, -2, 3};
  for (int i = 0; i < N; i++) energy += v[i] * row(a.M[i], v) / 2;
  assert_near(json_at(json_at(a.json, "energy"), "kinetic")->number, energy, 1e-10);
  numbers(json_at(json_at(a.json, "momentum"), "linear"), 3, p);
  numbers(json_at(json_at(a.json, "momentum"), "angular"), 3, L);
  cross(r, p, rxp);
  for (int i = 0; i < 3; i++) {
    assert_near(row(a.M[i], v), p[i], 1e-10);
    assert_near(row(a.M[3 + i], v), L[i] - rxp[i], 1e-9);  // about the base's origin
  }
}

// The rate of the whole momentum by central differences along the motion, against the forces from outside.
static void test_momentum_rate(void **state)
{
  command *c = *state;
  answer a;
  double weight[3], h = 1e-4, p[2][3];
  ask(c, moving, "", &a);
  assert_int_equal(run(c, EVAL), 0);
  // gravity of the machine as the bias at rest shows it
  for (int i = 0; i < 3; i++) weight[i] = -json_at(json_of(c), "bias")->item[i]->number;
  for (int k = 0; k < 2; k++) {
    double s = k ? h : -h, q[6], w[6], base[6];
    const double q0[6] = {0.3, -0.4, 0.5, 1.1, 0.2, -0.6};
    for (int i = 0; i < 6; i++) q[i] = q0[i] + s * v[6 + i] + s * s / 2 * a.acceleration[6 + i];
    for (int i = 0; i < 6; i++) w[i] = v[6 + i] + s * a.acceleration[6 + i], base[i] = v[i] + s * a.acceleration[i];
    // attitude after s: q0 o exp of the mean angular velocity in world axes, to second order
    double u[3], n = 0, Q0[4] = {0.5, 0.1, -0.7, 0.3}, Q[4], size = 0;
    for (int i = 0; i < 4; i++) size += Q0[i] * Q0[i];
    for (int i = 0; i < 3; i++) u[i] = s * v[3 + i] + s * s / 2 * a.acceleration[3 + i], n += u[i] * u[i];
    n = sqrt(n);
    double cs = cos(n / 2), sn = sin(n / 2) / n, x[3] = {sn * u[0], sn * u[1], sn * u[2]};
    for (int i = 0; i < 4; i++) Q0[i] /= sqrt(size);
    Q[0] = cs * Q0[0] - x[0] * Q0[1] - x[1] * Q0[2] - x[2] * Q0[3];
    double xv[3];
    cross(x, Q0 + 1, xv);
    for (int i = 0; i < 3; i++) Q[1 + i] = cs * Q0[1 + i] + Q0[0] * x[i] + xv[i];
    answer b;
    char text[2000];
    snprintf(
        text, sizeof text,
        "{\"position\": {\"l_swing\": %.17g, \"l_lift\": %.17g, \"l_elbow\": %.17g, \"r_swing\": %.17g, \"r_lift\": %.17g, \"r_elbow\": %.17g},"
        "\"rate\": {\"l_swing\": %.17g, \"l_lift\": %.17g, \"l_elbow\": %.17g, \"r_swing\": %.17g, \"r_lift\": %.17g, \"r_elbow\": %.17g},"
        "\"base\": {\"quaternion\": [%.17g, %.17g, %.17g, %.17g], \"velocity\": [%.17g, %.17g, %.17g], "
        "\"angular_velocity\": [%.17g, %.17g, %.17g]}}",
        q[0], q[1], q[2], q[3], q[4], q[5], w[0], w[1], w[2], w[3], w[4], w[5], Q[0], Q[1], Q[2], Q[3], base[0], base[1], base[2],
        base[3], base[4], base[5]);
    ask(c, text, "", &b);
    numbers(json_at(json_at(b.json, "momentum"), "linear"), 3, p[k]);
  }
  for (int i = 0; i < 3; i++) assert_near((p[1][i] - p[0][i]) / (2 * h), given_effort[i] + weight[i], 2e-5);
}

static void test_jacobian(void **state)
{
  answer a;
  ask(*state, moving, "--jacobian left-fore --jacobian hub", &a);
  double J[N], x[3], w[3];
  static const char *const bodies[] = {"left-fore", "hub"};
  for (int b = 0; b < 2; b++) {
    const dv_json *jacobian = json_at(json_at(a.json, "jacobians"), bodies[b]),
                  *body = json_at(json_at(a.json, "bodies"), bodies[b]);
    numbers(json_at(body, "velocity"), 3, x);
    numbers(json_at(body, "angular_velocity"), 3, w);
    for (int i = 0; i < 3; i++) {
      numbers(json_at(jacobian, "linear")->item[i], N, J);
      assert_near(row(J, v), x[i], 1e-12);
      numbers(json_at(jacobian, "angular")->item[i], N, J);
      assert_near(row(J, v), w[i], 1e-12);
    }
  }
  numbers(json_at(json_at(json_at(a.json, "bodies"), "hub"), "velocity"), 3, x);
  for (int i = 0; i < 3; i++) assert_near(x[i], v[i], 1e-14);  // as it was given
}

// The joint that carries the base hands on what was given as force and moment: the same size in any axes.
static void test_reaction(void **state)
{
  answer a;
  ask(*state, moving, "", &a);
  const dv_json *r = json_at(json_at(a.json, "reactions"), "float");
  double f[3], m[3];
  numbers(json_at(r, "force"), 3, f);
  numbers(json_at(r, "moment"), 3, m);
  assert_near(f[0] * f[0] + f[1] * f[1] + f[2] * f[2], 1400, 1e-8);
  assert_near(m[0] * m[0] + m[1] * m[1] + m[2] * m[2], 77, 1e-8);
}

static void test_bad_states(void **state)
{
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"{\"position\": {\"l_swng\": 1}}",            "did you mean 'l_swing'?" },
      {"{\"position\": {\"l_swing\": [1, 2]}}",      "must be a number"        },
      {"{\"position\": 3}",                          "must be a map"           },
      {"{\"positon\": {}}",                          "did you mean 'position'?"},
      {"{\"base\": {\"velocity\": [1, 2]}}",         "list of 3"               },
      {"{\"base\": {\"quaternion\": [0, 0, 0, 0]}}", "no rotation"             },
      {"{\"base\": {\"velocty\": [1, 2, 3]}}",       "did you mean 'velocity'?"},
      {"{\"position\": {\n \"l_swing\": }}",         "at.json:2:13: error"     },
  };
  command *c = *state;
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    put_file(c, "at.json", bad[i].text);
    if (run(c, EVAL " --at @//at.json") != 1) fail_msg("'%s' gives %d", bad[i].text, c->code);
    assert_says(c->err, bad[i].message);
    assert_int_equal((int)json_at(json_of(c), "errors")->number, 1);
  }
  drop_file(c, "at.json");
  assert_int_equal(run(c, "eval machines/arm7.yaml --at - <<'E'\n{\"base\": {}}\nE\n"), 1);
  assert_says(c->err, "no floating base");
}

// A spring of 8 N/m pulled by 1 m on 2 kg, a force on a frame, and a prescribed neighbour: what a run shows at its start.
static void test_parts(void **state)
{
  command *c = *state;
  put_file(c, "spring.yaml",
           "bodies: {b: {mass: 2 kg, inertia: [1, 1, 1]}, n: {mass: 1 kg}}\n"
           "joints:\n"
           "  x: {type: prismatic, axis: x, child: b, position: 1 m}\n"
           "  y: {type: prismatic, axis: y, child: n, motion: {prescribed: s}}\n"
           "signals: {s: {kind: sine, omega: 2 rad/s}}\n"
           "parts:\n"
           "  spring: {kind: force.spring, axis: x, stiffness: 8 N/m}\n"
           "  push: {kind: force.wrench, frame: b, fx: 3 N}\n"
           "gravity: 0\n");
  assert_int_equal(run(c, "eval @//spring.yaml --json"), 0);
  const dv_json *j = json_of(c);
  assert_float_equal(json_at(j, "parts")->item[0]->number, -5, 1e-12);
  assert_float_equal(json_at(j, "acceleration")->item[0]->number, -2.5, 1e-12);
  assert_float_equal(json_at(j, "effort")->item[0]->number, 5, 1e-12);
  assert_float_equal(json_at(json_at(j, "energy"), "stored")->number, 4, 1e-12);
  assert_int_equal(run(c, "eval @//spring.yaml --json --skeleton"), 0);
  assert_float_equal(json_at(json_of(c), "acceleration")->item[0]->number, 0, 0);
  assert_int_equal(run(c, "eval machines/floating-two-arms.yaml --json"), 0);
  assert_string_equal(json_at(json_of(c), "coordinates")->item[3]->text, "float.world.wx");
  drop_file(c, "spring.yaml");
}

// A locked free joint stays, whatever frames beside it ask for: 3 kg are held by 29.43 N, and that is no part's effort.
static void test_held(void **state)
{
  command *c = *state;
  put_file(c, "held.yaml",
           "bodies: {b: {mass: 3 kg, inertia: [1, 1, 1]}, n: {}}\n"
           "joints: {float: {type: free, child: b, motion: locked}, f: {type: fixed, child: n}}\n"
           "signals: {m: {kind: marine.motion, frame: n}}\n");
  assert_int_equal(run(c, "eval @//held.yaml --json"), 0);
  const dv_json *j = json_of(c);
  assert_float_equal(json_at(j, "acceleration")->item[2]->number, 0, 0);
  assert_float_equal(json_at(j, "parts")->item[2]->number, 0, 0);
  assert_float_equal(json_at(j, "effort")->item[2]->number, 29.43, 1e-12);
  drop_file(c, "held.yaml");
}

// What is printed as position and rate is the state where loops close: b = 2 a + 0.1. Given back it is the same state.
static void test_state(void **state)
{
  command *c = *state;
  put_file(c, "gear.yaml",
           "bodies: {p: {mass: 1, com: [0.1, 0, 0], inertia: [1, 1, 1]}, q: {mass: 1, com: [0, 0.1, 0], inertia: [1, 1, 2]}}\n"
           "joints: {a: {type: revolute, axis: y, child: p}, b: {type: revolute, axis: x, child: q}}\n"
           "loops: {g: {type: gear, of: [b, a], ratio: 2, offset: 0.1 rad}}\n");
  put_file(c, "one.json", "{\"position\": {\"a\": 0.3}, \"rate\": {\"a\": 0.5}}");
  assert_int_equal(run(c, "eval @//gear.yaml --json --at @//one.json"), 0);
  const dv_json *j = json_of(c);
  double a = json_at(j, "acceleration")->item[0]->number;
  assert_float_equal(json_at(json_at(j, "position"), "b")->number, 0.7, 1e-12);
  assert_float_equal(json_at(json_at(j, "rate"), "b")->number, 1, 1e-12);
  put_file(c, "two.json", "{\"position\": {\"a\": 0.3, \"b\": 0.7}, \"rate\": {\"a\": 0.5, \"b\": 1}}");
  assert_int_equal(run(c, "eval @//gear.yaml --json --at @//two.json"), 0);
  assert_float_equal(json_at(json_of(c), "acceleration")->item[0]->number, a, 1e-12);
  drop_file(c, "gear.yaml");
  drop_file(c, "one.json");
  drop_file(c, "two.json");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_equation_of_motion),
                                     cmocka_unit_test(test_energy_and_momentum),
                                     cmocka_unit_test(test_momentum_rate),
                                     cmocka_unit_test(test_jacobian),
                                     cmocka_unit_test(test_reaction),
                                     cmocka_unit_test(test_bad_states),
                                     cmocka_unit_test(test_parts),
                                     cmocka_unit_test(test_held),
                                     cmocka_unit_test(test_state)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
