// near.c: equilibria, linearisations and modes against closed forms and against the motion itself.
#include "solve/harness.h"

#include "step/step.h"

static void linearise(fixture *b, dv_linear *l, const char *const *in, int nu, const char *const *out, int ny)
{
  int bad = dv_linearise(b->model, b->state, in, nu, out, ny, l, b->diags, b->arena);
  for (int i = 0; i < b->diags->n; i++) print_message("%s\n", dv_diag_text(b->diags, i));
  assert_int_equal(bad, 0);
}

// Pendulum with a rod of inertia: w^2 = m g c / (I + m c^2), damping ratio d / (2 J w).
static void pendulum(void **state)
{
  (void)state;
  fixture b = fixture_open("gravity: 9.81 m/s^2\n"
                           "bodies: {rod: {mass: 3 kg, com: [0, 0, -0.6], inertia: [0.3, 0.3, 0.01]}}\n"
                           "joints: {q: {type: revolute, axis: y, child: rod, position: 2 rad, rate: 1 rad/s}}\n"
                           "parts: {d: {kind: force.damper, axis: q, damping: 0.5 N.m.s/rad}}\n");
  dv_equilibrium_result e;
  dv_linear l;
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 0);
  double q = fixture_value(&b, "q"), J = 0.3 + 3 * 0.36, w = sqrt(3 * 9.81 * 0.6 / J);
  assert_near(sin(q), 0, 1e-12);
  assert_true(fixture_value(&b, "q.rate") == 0);
  b.state->x[fixture_index(&b, "q")] = 0;
  linearise(&b, &l, NULL, 0, NULL, 0);
  assert_int_equal(l.n, 2);
  assert_int_equal(l.nmode, 1);
  assert_near(l.frequency[0], w / (2 * acos(-1)), 1e-10);
  assert_near(l.damping[0], 0.5 / (2 * J * w), 1e-10);
  assert_near(l.shape_re[0], 1, 1e-12);
  assert_near(l.im[0], w * sqrt(1 - l.damping[0] * l.damping[0]), 1e-9);
  assert_near(l.im[1], -l.im[0], 0);
  fixture_close(&b);
}

// Away from rest: A21 = -w^2 cos q, B2 = 1/J, to the last digits (differences lose half of them).
static void to_rounding(void **state)
{
  (void)state;
  fixture b = fixture_open("gravity: 9.81 m/s^2\n"
                           "bodies: {rod: {mass: 3 kg, com: [0, 0, -0.6], inertia: [0.3, 0.3, 0.01]}}\n"
                           "joints: {q: {type: revolute, axis: y, child: rod, position: 1.1 rad}}\n"
                           "signals: {u: {kind: input, value: 0}}\nparts: {m: {kind: force.effort, axis: q, effort: u}}\n");
  const char *in[] = {"u.value"}, *out[] = {"q.acceleration"};
  double J = 0.3 + 3 * 0.36, w2 = 3 * 9.81 * 0.6 / J;
  dv_linear l;
  linearise(&b, &l, in, 1, out, 1);
  assert_true(l.exact);
  assert_near(l.A[2], -w2 * cos(1.1), 4e-15);
  assert_near(l.B[1], 1 / J, 2e-16);
  assert_near(l.C[0], -w2 * cos(1.1), 4e-15);
  assert_near(l.D[0], 1 / J, 2e-16);
  fixture_close(&b);
}

// Two equal masses, three equal springs: w^2 = k/m and 3k/m, shapes (1, 1) and (1, -1); the force moves the first.
static void two_masses(void **state)
{
  (void)state;
  fixture b = fixture_open(
      "gravity: 0\n"
      "bodies: {a: {mass: 2 kg}, b: {mass: 2 kg}}\n"
      "joints: {xa: {type: prismatic, axis: x, child: a}, xb: {type: prismatic, axis: x, child: b, at: {xyz: [1, 0, 0]}}}\n"
      "signals: {u: {kind: input, value: 0.2}}\n"
      "parts:\n"
      "  k1: {kind: force.spring, axis: xa, stiffness: 18 N/m}\n"
      "  k2: {kind: force.spring, axis: {from: a, to: b}, stiffness: 18 N/m, rest: 1 m}\n"
      "  k3: {kind: force.spring, axis: xb, stiffness: 18 N/m}\n"
      "  f: {kind: force.effort, axis: xa, effort: 5*u}\n");
  const char *in[] = {"u.value"}, *out[] = {"xa", "f.axis.effort", "xa.acceleration"};
  dv_linear l;
  linearise(&b, &l, in, 1, out, 3);
  assert_int_equal(l.nmode, 2);
  for (int k = 0; k < 2; k++) {
    assert_near(l.im[k], 3 * sqrt(k ? 3 : 1), 1e-9);
    assert_near(l.re[k], 0, 1e-9);
    assert_near(l.shape_re[4 + k], k ? -1 : 1, 1e-8);
  }
  assert_near(l.B[2], 2.5, 1e-9);
  assert_near(l.B[0], 0, 0);
  assert_near(l.C[0], 1, 1e-11);
  assert_near(l.D[1], -5, 1e-9);  // power is positive into the part: it takes -5 u
  assert_near(l.D[2], 2.5, 1e-9);
  assert_near(l.C[2 * 4 + 0], -18, 1e-8);
  assert_near(l.C[2 * 4 + 1], 9, 1e-8);
  assert_string_equal(l.state[0], "xa.position");
  assert_string_equal(l.input[0], "u.value");
  fixture_close(&b);
}

// Sheet bondgraph-method, section 4: the wagon's pendulum hangs beside the vertical; undamped frequencies there.
static void wagon(void **state)
{
  (void)state;
  fixture b = fixture_open("gravity: 9.81 m/s^2\n"
                           "bodies: {wagon: {mass: 2 kg}, bob: {mass: 1 kg, com: [0, 0, 0.3]}}\n"
                           "joints:\n"
                           "  q1: {type: prismatic, axis: x, child: wagon, position: 0.1 m}\n"
                           "  q2: {type: revolute, axis: y, parent: wagon, child: bob, position: 2.5 rad}\n"
                           "parts:\n"
                           "  k1: {kind: force.spring, axis: q1, stiffness: 3 N/m}\n"
                           "  k2: {kind: force.spring, axis: q2, stiffness: 0.5 N.m/rad}\n");
  dv_equilibrium_result e;
  dv_linear l;
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 0);
  assert_near(fixture_value(&b, "q1"), 0, 1e-9);
  assert_near(fixture_value(&b, "q2"), 2.6706474894, 1e-9);
  linearise(&b, &l, NULL, 0, NULL, 0);
  assert_near(l.im[0], 0.9961259630, 1e-8);
  assert_near(l.im[1], 6.8959651978, 1e-8);
  fixture_close(&b);
}

// A free-falling body has no equilibrium: the message names what falls. A level cart has many: it stays.
static void without_and_with_many(void **state)
{
  (void)state;
  fixture b = fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {z: {type: prismatic, axis: z, child: m}}\n");
  dv_equilibrium_result e;
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 2);
  assert_non_null(strstr(b.diags->item[0].what, "z.rate (test.yaml:2)"));
  fixture_close(&b);
  b = fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m, position: 0.7 m}}\n");
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 0);
  assert_true(fixture_value(&b, "x") == 0.7);
  fixture_close(&b);
}

// Where the rates are not numbers the machine does not rest: it is told, with what is not a number.
static void not_a_number(void **state)
{
  (void)state;
  fixture b = fixture_open("bodies: {m: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
                           "parts: {f: {kind: force.effort, axis: x, effort: \"sqrt(x/1[m] - 1)*1[N]\"}}\n");
  dv_equilibrium_result e;
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 2);
  assert_non_null(strstr(b.diags->item[0].what, "x.rate (test.yaml:2)"));
  fixture_close(&b);
}

// A box that floats on springs finds its attitude, whatever it is turned by.
static void floating_box(void **state)
{
  (void)state;
  fixture b =
      fixture_open("gravity: 10 m/s^2\n"
                   "bodies: {m: {mass: 2 kg, com: [0, 0, -0.2], inertia: [0.1, 0.2, 0.15], points: {hook: [0, 0, 0.3]}}}\n"
                   "joints: {j: {type: free, child: m, position: {xyz: [0.1, 0.05, -1], rpy: [0.3, -0.2, 0.5]}}}\n"
                   "axes: {rope: {from: world, to: m.hook}}\n"
                   "parts: {k: {kind: force.spring, axis: rope, stiffness: 100 N/m, rest: 0.5 m}}\n");
  dv_equilibrium_result e;
  assert_int_equal(dv_equilibrium(b.model, b.state, &e, b.diags, b.arena), 0);
  const double *x = b.state->x;
  assert_near(x[0], 0, 1e-8);
  assert_near(x[1], 0, 1e-8);
  assert_near(x[2], -(0.5 + 20 / 100.0) - 0.3, 1e-8);  // stretched by m g / k, the hook above the origin
  assert_near(x[4] * x[4] + x[5] * x[5], 0, 1e-15);
  fixture_close(&b);
}

// The state after a short time, from one displaced along the tangent.
static void moved(const fixture *b, const dv_stepper *method, double *scratch, double *work, const dv_chart *c, const double *xi,
                  double h, double *x)
{
  dv_stepping s = {.engine = &dv_engine_x1, .m = b->model, .chart = c, .num = dv_model_NUMBER(b->model), .d = b->state->d};
  double quad[16] = {0};
  s.work = work;
  s.scratch = scratch;
  s.latest = HUGE_VAL;
  dv_engine_x1.add(b->model, b->state->x, 1, xi, x);
  for (int i = 0; i < 4; i++) assert_int_equal(method->step(&s, 0.25 * h * i, 0.25 * h, x, quad), 0);
}

// xi of x1 = x0 (+) xi, for small xi: position and attitude in child axes, then the rates.
static void difference(const fixture *b, const double *x0, const double *x1, double *xi)
{
  const dv_model *m = b->model;
  const double *p = x0 + 3, *q = x1 + 3;
  double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3], d[3], u[3], c[3];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3 + 1, k = (i + 2) % 3 + 1;
    xi[3 + i] = 2 * (p[0] * q[1 + i] - q[0] * p[1 + i] - (p[j] * q[k] - p[k] * q[j])) / w;  // 2 tan(a/2) is a, to third order
    d[i] = x1[i] - x0[i];
  }
  for (int i = 0; i < 3; i++)
    c[i] = 2 * (d[(i + 1) % 3] * p[1 + (i + 2) % 3] - d[(i + 2) % 3] * p[1 + (i + 1) % 3]);  // 2 d x u = -2 u x d
  for (int i = 0; i < 3; i++)
    u[i] = d[i] + p[0] * c[i] - (p[1 + (i + 1) % 3] * c[(i + 2) % 3] - p[1 + (i + 2) % 3] * c[(i + 1) % 3]);
  for (int i = 0; i < 3; i++) xi[i] = u[i];
  for (int i = 0; i < m->nv; i++) xi[m->nv + i] = x1[m->nq + i] - x0[m->nq + i];
}

// A body that tumbles and flies on a spring: A against the divergence of neighbouring motions,
// A e = d/dt log(x(t)^-1 x_e(t)) by central differences in time and in e.
static void tumbling_linearisation_is_of_the_flow(void **state)
{
  (void)state;
  fixture b = fixture_open(
      "bodies: {box: {mass: 1.5 kg, com: [0.02, -0.03, 0.05], inertia: [0.02, 0.04, 0.05], points: {lug: [0.2, 0.1, -0.15]}}}\n"
      "joints: {fly: {type: free, child: box, position: {xyz: [1, 0, 0], rpy: [0.1, -0.4, 0.7]}, rate: [0.2, 0.7, -0.3, 1, 2, -1.5]}}\n"
      "axes: {line: {from: world, to: box.lug}}\n"
      "parts: {string: {kind: force.spring, axis: line, stiffness: 30 N/m, rest: 0.4 m}}\n");
  const dv_stepper *method = dv_stepper_find("lie-rk4", 1);
  const dv_chart *c = dv_chart_new(b.arena, b.model);
  double *scratch = DV_TAKE(b.arena, double, method->scratch(b.model)), *work = DV_TAKE(b.arena, double, b.model->nwork);
  double h = 5e-5, size = 1e-5, base[2][13], x[13], xi[12], e[12], want[12];
  dv_linear l;
  dv_engine_x1.ready(b.model, dv_model_NUMBER(b.model), work);
  linearise(&b, &l, NULL, 0, NULL, 0);
  memset(xi, 0, sizeof xi);
  for (int way = 0; way < 2; way++) moved(&b, method, scratch, work, c, xi, way ? -h : h, base[way]);
  for (int j = 0; j < 12; j++) {
    memset(want, 0, sizeof want);
    for (int k = 0; k < 4; k++) {
      memset(xi, 0, sizeof xi);
      xi[j] = k & 1 ? -size : size;
      moved(&b, method, scratch, work, c, xi, k & 2 ? -h : h, x);
      difference(&b, base[k / 2], x, e);
      for (int i = 0; i < 12; i++) want[i] += e[i] * (k == 0 || k == 3 ? 1 : -1) / (4 * h * size);
    }
    for (int i = 0; i < 12; i++) assert_near(l.A[i * 12 + j], want[i], 3e-5);
  }
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum),
      cmocka_unit_test(to_rounding),
      cmocka_unit_test(two_masses),
      cmocka_unit_test(wagon),
      cmocka_unit_test(without_and_with_many),
      cmocka_unit_test(not_a_number),
      cmocka_unit_test(floating_box),
      cmocka_unit_test(tumbling_linearisation_is_of_the_flow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
