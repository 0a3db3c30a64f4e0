// control_law.c: closed loops against closed forms: error dynamics, Lyapunov function, equilibria in contact, wrong models,
// limits, poles.
#include "control/loop.h"

// Two links in the x-z plane; LAW is what a test adds.
#define ARM                                                                                                                      \
  "bodies:\n"                                                                                                                    \
  "  one: {mass: 2 kg, com: [0.25, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"                                                        \
  "  two: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02], points: {tip: [0.4, 0, 0]}}\n"                             \
  "joints:\n"                                                                                                                    \
  "  a: {type: revolute, axis: -y, child: one, position: 0.4}\n"                                                                 \
  "  b: {type: revolute, axis: -y, parent: one, child: two, at: {xyz: [0.5, 0, 0]}, position: 0.9}\n"
#define MOTORS                                                                                                                   \
  "  ma: {kind: force.effort, axis: a, effort: law.effort.a}\n"                                                                  \
  "  mb: {kind: force.effort, axis: b, effort: law.effort.b}\n"
// A mass on a vertical slide.
#define SLIDE                                                                                                                    \
  "bodies: {m: {mass: 2 kg}}\n"                                                                                                  \
  "joints: {z: {type: prismatic, axis: z, child: m}}\n"
#define MOTOR "  motor: {kind: force.effort, axis: z, effort: law.effort.z}\n"

// Solution of e'' + kd e' + kp e = 0 with two real roots.
static double decay(double kp, double kd, double e, double rate, double t)
{
  double root = sqrt(kd * kd / 4 - kp), p = -kd / 2 - root, q = -kd / 2 + root, c = (rate - p * e) / (q - p);
  return (e - c) * exp(p * t) + c * exp(q * t);
}

typedef struct {
  const loop *l;
  const char *path[4];
  double start[4], rate[4], v;
  int n, rises;
} watch;

static double watched(const watch *w, int i, const double *x, const double *work)
{
  const dv_variable *v = dv_model_VARIABLE(w->l->b.model) + dv_model_find(w->l->b.model, w->path[i]);
  return v->array == DV_IN_STATE ? x[v->index] : work[v->index];
}

static void run(loop *l, double until, dv_recorder *record, void *context)
{
  dv_run_options o = {.method = "cvode", .until = until, .rtol = 1e-12, .atol = 1e-14, .every = 0.02};
  dv_run_result r;
  int bad = dv_run(l->b.model, l->b.state, &o, record, NULL, context, &r, l->b.diags, l->b.arena);
  for (int i = 0; i < l->b.diags->n; i++) print_message("%s\n", dv_diag_text(l->b.diags, i));
  assert_int_equal(bad, 0);
}

// Poles -8.3723 and -2.6277 of the sheet, in two rows at once; the goal moves.
static int stays_linear(void *context, double t, const double *x, const double *dx, const double *work)
{
  watch *w = context;
  (void)dx;
  for (int i = 0; i < 2; i++) {
    double e = watched(w, i, x, work);
    if (t == 0) w->start[i] = e;
    assert_near(e, decay(22, 11, w->start[i], w->rate[i], t), 1e-9);
    w->n++;
  }
  return 0;
}

static void error_dynamics(void **state)
{
  (void)state;
  loop l = loop_open(
      ARM "signals:\n"
          "  gx: {kind: sine, amplitude: 0.1, omega: 3 rad/s, offset: 0.4}\n"
          "  gz: {kind: sine, amplitude: 0.05, omega: 2 rad/s, offset: 0.5}\n"
          "parts:\n" MOTORS
          "  law: {kind: control.inverse-dynamics, coordinates: [a, b], task: [two.tip.x, two.tip.z], kp: 22, kd: 11,\n"
          "        goal: [gx, gz], goal_rate: [gx.rate, gz.rate], goal_acceleration: [gx.acceleration, gz.acceleration]}\n");
  watch w = {
      .l = &l, .path = {"law.error.two.tip.x", "law.error.two.tip.z"},
           .rate = {0.3,                   0.1                  }
  };
  run(&l, 3, stays_linear, &w);
  assert_true(w.n > 200);
  loop_close(&l);
}

// V = 1/2 v^T B v + 1/2 e^T Kp e of the sheet's 2.8.1: kinetic energy and springs; allowed to rise by rounding of the run only.
static int falls(void *context, double t, const double *x, const double *dx, const double *work)
{
  watch *w = context;
  double ex = watched(w, 0, x, work), ez = watched(w, 1, x, work), v = watched(w, 2, x, work) + 15 * ex * ex + 20 * ez * ez;
  (void)dx;
  if (t > 0 && v > w->v + 1e-11) w->rises++;
  w->v = v;
  return 0;
}

static void lyapunov(void **state)
{
  (void)state;
  loop l =
      loop_open(ARM "parts:\n" MOTORS "  law: {kind: control.pd-gravity, coordinates: [a, b], task: [two.tip.x, two.tip.z],\n"
                    "        kp: [30, 40], kd: [6, 5], goal: [0.3, 0.5]}\n");
  watch w = {
      .l = &l, .path = {"law.error.two.tip.x", "law.error.two.tip.z", "energy.kinetic"}
  };
  run(&l, 20, falls, &w);
  assert_int_equal(w.rises, 0);
  assert_near(w.v, 0, 1e-12);
  loop_close(&l);
}

// A wrong model leaves a known error: PD Kp e = (m - m0) g, inverse dynamics m0 kp e = (m - m0) g; an integral leaves none.
static void wrong_mass(void **state)
{
  (void)state;
  static const char *const law[] = {"control.pd-gravity, kp: 500, kd: 100", "control.inverse-dynamics, kp: 100, kd: 20",
                                    "control.inverse-dynamics, kp: 100, kd: 20, ki: 100"};
  static const double error[] = {0.5 * 9.81 / 500, 0.5 * 9.81 / (1.5 * 100), 0};
  for (int i = 0; i < 3; i++) {
    char yaml[1000];
    snprintf(yaml, sizeof yaml,
             "parameters: {load: 2 kg}\nbodies: {m: {mass: load}}\njoints: {z: {type: prismatic, axis: z, child: m}}\n"
             "nominal: {load: 1.5 kg}\nparts:\n" MOTOR "  law: {coordinates: [z], goal: 0.1, kind: %s}\n",
             law[i]);
    loop l = loop_open(yaml);
    run(&l, 30, NULL, NULL);
    assert_near(0.1 - fixture_value(&l.b, "z"), error[i], 1e-9);
    loop_close(&l);
  }
}

// The plant, meanwhile, is the plant: the same file without `nominal` has no error.
static void right_mass(void **state)
{
  (void)state;
  loop l = loop_open(SLIDE "parts:\n" MOTOR "  law: {kind: control.pd-gravity, coordinates: [z], goal: 0.1, kp: 500, kd: 100}\n");
  run(&l, 30, NULL, NULL);
  assert_near(fixture_value(&l.b, "z"), 0.1, 1e-9);
  loop_close(&l);
}

// kp = (2 pi f)^2 M_ii(qd), kd = 2 ratio (2 pi f) M_ii(qd), with gravity at the goal: at the start the effort is known.
static void gains_by_frequency(void **state)
{
  (void)state;
  loop l = loop_open(ARM "parts:\n" MOTORS "  law: {kind: control.pd-gravity, coordinates: [a, b], frequency: [0.5 Hz, 0.8 Hz], "
                         "ratio: 0.7,\n        goal: [0.2, -0.5], gravity: goal}\n");
  double x[4] = {0.4, 0.9, 0.3, -0.2}, pi = acos(-1), cross = 0.5 * 0.2 * cos(-0.5), d22 = 0.06;
  double M[] = {2 * 0.0625 + 0.05 + 0.25 + d22 + 2 * cross, d22}, w[] = {pi, 1.6 * pi}, e[] = {0.2 - 0.4, -0.5 - 0.9};
  double g[] = {9.81 * cos(0.2) + 0.2 * 9.81 * cos(-0.3), 0.2 * 9.81 * cos(-0.3)};
  loop_rates(&l, x);
  for (int i = 0; i < 2; i++)
    assert_near(loop_output(&l, i ? "law.effort.b" : "law.effort.a"), g[i] + M[i] * (w[i] * w[i] * e[i] - 1.4 * w[i] * x[2 + i]),
                1e-11);
  loop_close(&l);
}

// Three links: a third coordinate that the task does not need comes to rest, and the task does not feel it.
static void redundant(void **state)
{
  (void)state;
  loop l =
      loop_open("bodies:\n"
                "  one: {mass: 2 kg, com: [0.25, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"
                "  two: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02]}\n"
                "  three: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02], points: {tip: [0.4, 0, 0]}}\n"
                "joints:\n"
                "  a: {type: revolute, axis: -y, child: one, position: 0.4}\n"
                "  b: {type: revolute, axis: -y, parent: one, child: two, at: {xyz: [0.5, 0, 0]}, position: 0.9}\n"
                "  c: {type: revolute, axis: -y, parent: two, child: three, at: {xyz: [0.4, 0, 0]}, position: 0.6, rate: 1}\n"
                "parts:\n" MOTORS "  mc: {kind: force.effort, axis: c, effort: law.effort.c}\n"
                "  law: {kind: control.inverse-dynamics, coordinates: [a, b, c], task: [three.tip.x, three.tip.z],\n"
                "        kp: 22, kd: 11, goal: [0.5, 0.6], rest: 0.5}\n");
  // velocity of the tip at the start: the third link turns with 1 rad/s, 0.4 m long, at 1.9 rad
  watch w = {
      .l = &l, .path = {"law.error.three.tip.x", "law.error.three.tip.z"},
           .rate = {0.4 * sin(1.9),          -0.4 * cos(1.9)        }
  };
  run(&l, 20, stays_linear, &w);
  assert_near(fixture_value(&l.b, "a.rate"), 0, 1e-8);
  assert_near(fixture_value(&l.b, "c.rate"), 0, 1e-8);
  loop_close(&l);
}

// Poles: exact linearisation has those of its gains, twice; force control those of Md s^3 + Kd s^2 + Kp (1 + Kf K) s + Kp Ki K.
static void has_pole(const dv_linear *l, double re, double within)
{
  double best = HUGE_VAL;
  for (int i = 0; i < l->nmode; i++)
    if (l->im[i] < 1e-6 && fabs(l->re[i] - re) < fabs(best - re)) best = l->re[i];
  assert_near(best, re, within);
}

static void poles(void **state)
{
  (void)state;
  loop l =
      loop_open(ARM "parts:\n" MOTORS
                    "  law: {kind: control.inverse-dynamics, coordinates: [a, b], task: [two.tip.x, two.tip.z], kp: 22, kd: 11,\n"
                    "        goal: [0.5 * cos(0.4) + 0.4 * cos(1.3), 0.5 * sin(0.4) + 0.4 * sin(1.3)]}\n");
  dv_linear a = {0};
  assert_int_equal(dv_linearise(l.b.model, l.b.state, NULL, 0, NULL, 0, &a, l.b.diags, l.b.arena), 0);
  assert_int_equal(a.n, 4);  // two poles, each double: rounding may make a pair of them
  has_pole(&a, -8.372281323, 1e-5);
  has_pole(&a, -2.627718677, 1e-5);
  loop_close(&l);
  loop f = loop_open(
      SLIDE
      "parts:\n" MOTOR "  ground: {kind: force.spring, axis: z, stiffness: 10 kN/m}\n"
      "  law: {kind: control.force-position, coordinates: [z], goal_force: 0, force: 1e4*z, mass: 1, kp: 10, kd: 100, kf: 0.02, ki: 0.02}\n");
  dv_linear b = {0};
  assert_int_equal(dv_linearise(f.b.model, f.b.state, NULL, 0, NULL, 0, &b, f.b.diags, f.b.arena), 0);
  assert_int_equal(b.nmode, 3);
  has_pole(&b, -72.74845, 1e-5 * 72.7);
  has_pole(&b, -26.20233, 1e-5 * 26.2);
  has_pole(&b, -1.0492195, 1e-5 * 1.05);
  loop_close(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_dynamics), cmocka_unit_test(lyapunov),           cmocka_unit_test(wrong_mass),
      cmocka_unit_test(right_mass),     cmocka_unit_test(gains_by_frequency), cmocka_unit_test(redundant),
      cmocka_unit_test(poles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
