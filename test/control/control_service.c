// control_service.c: what the model service tells a controller: J and J' v against differences, on a moving base too; task
// inertia and efforts of a two-link arm against its textbook formulas.
#include "control/loop.h"

enum { MOST = 16 };

typedef struct {
  double B[MOST * MOST], bias[MOST], x[MOST], rate[MOST], drift[MOST], J[MOST * MOST], span[MOST];
} answer;

static void ask(loop *l, const double *q, const double *v, answer *a)
{
  dv_reduced d = {a->B, a->bias, a->x, a->rate, a->drift, a->J, a->span};
  l->e = dv_eval_of(l->b.model, dv_model_NUMBER(l->b.model), 0, l->b.state->x, l->work);
  dv_service_open_x1(&l->e);
  l->e.service.reduced(&l->e.service, &l->of, q, v, &d);
}

// d/dt of what `pick` finds in an answer, along constant rates: central differences of order 6.
static double slope(loop *l, const double *q, const double *v, size_t pick, int row, int angle)
{
  const double weight[] = {0.75, -0.15, 1.0 / 60}, h = 2e-3;
  double sum = 0, at[64];
  dv_tree tree = dv_tree_of(l->b.model);
  for (int k = 1; k <= 3; k++) {
    answer a, b;
    dv_coordinate_add_x1(&tree, q, h * k, v, at);
    ask(l, at, v, &a);
    dv_coordinate_add_x1(&tree, q, -h * k, v, at);
    ask(l, at, v, &b);
    double d = ((double *)((char *)&a + pick))[row] - ((double *)((char *)&b + pick))[row];
    if (angle) d = remainder(d, 2 * acos(-1));
    sum += weight[k - 1] * d / h;
  }
  return sum;
}

// A tool on a hull that floats freely: shoulder, elbow, wrist, slide.
static const char floating[] =
    "bodies:\n"
    "  hull: {mass: 50 kg, inertia: [9, 8, 7], points: {eye: [0.1, 0.2, 0.3], foot: [0.5, 0, 0]}}\n"
    "  upper: {mass: 5 kg, com: [0.3, 0.1, 0], inertia: [0.4, 0.5, 0.6], points: {lug: [0.2, 0, 0.1]}}\n"
    "  fore: {mass: 3 kg, com: [0.2, 0, 0.1], inertia: [0.2, 0.2, 0.2]}\n"
    "  tool: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], points: {tip: [0.05, -0.1, 0.2]}}\n"
    "joints:\n"
    "  base: {type: free, child: hull}\n"
    "  a: {type: revolute, axis: [1, 2, 2], parent: hull, child: upper, at: {xyz: [0.3, 0, 0.2], rpy: [0.3, 0.2, 0.1]}}\n"
    "  b: {type: revolute, axis: y, parent: upper, child: fore, at: {xyz: [0.6, 0, 0]}}\n"
    "  c: {type: prismatic, axis: x, parent: fore, child: tool, at: {xyz: [0.4, 0, 0], rpy: [0.2, 0.4, 0.6]}}\n"
    "axes:\n"
    "  ram: {from: hull.foot, to: upper.lug}\n"
    "  mix: {sum: {ram: 2, b: 0.5 m/rad}, offset: 0.1 m}\n"
    "parts:\n"
    "  law: {kind: control.inverse-dynamics, coordinates: [a, b, c], task: [ROWS], kp: 1, goal: 0 FROM}\n";

// q' = N v is not needed: all differences are along constant rates.
static void compare_with_differences(const char *rows, const char *from)
{
  char yaml[4000] = "", *at = yaml;
  for (const char *p = floating; *p;) {
    const char *word = !strncmp(p, "ROWS", 4) ? rows : !strncmp(p, "FROM", 4) ? from : NULL;
    if (word) at += sprintf(at, "%s", word), p += 4;
    else *at++ = *p++;
  }
  loop l = loop_open(yaml);
  const dv_model *m = l.b.model;
  dv_tree tree = dv_tree_of(m);
  for (int trial = 0; trial < 20; trial++) {
    double q[64], v[64], unit[64] = {0};
    answer a, e;
    for (int i = 0; i < m->nq; i++) q[i] = loop_random(1);
    for (int i = 0; i < m->nv; i++) v[i] = loop_random(1);
    dv_coordinate_normalise_x1(&tree, q);
    ask(&l, q, v, &a);
    for (int r = 0; r < l.of.m; r++) {
      int what = l.of.row[r].what, angle = what >= DV_ROW_ROLL && what <= DV_ROW_YAW;
      double steep = angle ? 1 + fabs(a.rate[r]) + fabs(a.drift[r]) : 1;
      if (steep > 10) continue;  // near +-90 degrees of pitch differences are worth nothing
      assert_near(slope(&l, q, v, offsetof(answer, x), r, angle), a.rate[r], 1e-7 * steep * steep);
      assert_near(slope(&l, q, v, offsetof(answer, rate), r, 0), a.drift[r], 1e-6 * steep * steep);
    }
    for (int k = 0; k < l.of.n; k++) {
      memset(unit, 0, sizeof unit);
      unit[l.of.iv[k]] = 1;
      ask(&l, q, unit, &e);
      for (int r = 0; r < l.of.m; r++) assert_near(e.rate[r], a.J[r * l.of.n + k], 1e-12 * (1 + fabs(e.rate[r])));
    }
  }
  loop_close(&l);
}

static void rows_of_a_frame(void **state)
{
  (void)state;
  compare_with_differences("tool.tip.x, tool.tip.z, tool.tip.y", "");
  compare_with_differences("tool.roll, tool.pitch, tool.yaw", "");
}

static void rows_as_seen_from_the_hull(void **state)
{
  (void)state;
  compare_with_differences("tool.tip.x, tool.tip.y, tool.tip.z", ", relative_to: hull.eye");
  compare_with_differences("tool.roll, tool.pitch, tool.yaw", ", relative_to: upper.lug");
}

static void rows_that_are_axes(void **state)
{
  (void)state;
  compare_with_differences("ram, mix, c", "");
}

#define L1 0.5
#define L2 0.4

// Two links of 2 and 1 kg in the x-z plane, angles about -y: masses at 0.25 and 0.2 m, inertias 0.05 and 0.02 kg m2.
static const char arm[] =
    "bodies:\n"
    "  one: {mass: 2 kg, com: [0.25, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"
    "  two: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02], points: {tip: [0.4, 0, 0]}}\n"
    "joints:\n"
    "  a: {type: revolute, axis: -y, child: one, position: 0.4, rate: 0.3}\n"
    "  b: {type: revolute, axis: -y, parent: one, child: two, at: {xyz: [0.5, 0, 0]}, position: 0.9, rate: -0.7}\n"
    "parts:\n"
    "  law: {kind: control.inverse-dynamics, coordinates: [a, b], task: [two.tip.x, two.tip.z], kp: 22, kd: 11, goal: [0.5, 0.6],\n"
    "        goal_acceleration: [1, -2]}\n";

static void invert(const double *A, double *out)
{
  double d = A[0] * A[3] - A[1] * A[2];
  out[0] = A[3] / d, out[1] = -A[1] / d, out[2] = -A[2] / d, out[3] = A[0] / d;
}

static void product(const double *A, const double *B, int transposed, double *out)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      out[2 * i + j] = A[2 * i] * B[transposed ? 2 * j : j] + A[2 * i + 1] * B[transposed ? 2 * j + 1 : 2 + j];
}

// Spong, Hutchinson, Vidyasagar, Robot Modeling and Control, ch. 7.4: planar elbow manipulator.
static void two_links(void **state)
{
  (void)state;
  loop l = loop_open(arm);
  const double a = 0.4, b = 0.9, va = 0.3, vb = -0.7, g = 9.81, lc1 = 0.25, lc2 = 0.2;
  double d22 = lc2 * lc2 + 0.02, cross = L1 * lc2 * cos(b), d12 = d22 + cross;
  double M[] = {2 * lc1 * lc1 + 0.05 + L1 * L1 + d22 + 2 * cross, d12, d12, d22}, h = -L1 * lc2 * sin(b);
  double n[] = {h * vb * va + h * (va + vb) * vb + (2 * lc1 + L1) * g * cos(a) + lc2 * g * cos(a + b),
                -h * va * va + lc2 * g * cos(a + b)};
  double s1 = sin(a), c1 = cos(a), s12 = sin(a + b), c12 = cos(a + b), w = va + vb;
  double J[] = {-L1 * s1 - L2 * s12, -L2 * s12, L1 * c1 + L2 * c12, L2 * c12};
  double drift[] = {-L1 * c1 * va * va - L2 * c12 * w * w, -L1 * s1 * va * va - L2 * s12 * w * w};
  double x[] = {L1 * c1 + L2 * c12, L1 * s1 + L2 * s12}, inverse[4], JM[4], A[4], inertia[4], Jinv[4], y[2], wanted[2];
  loop_rates(&l, l.b.state->x);
  invert(M, inverse);
  product(J, inverse, 0, JM);
  product(JM, J, 1, A);
  invert(A, inertia);
  assert_near(loop_output(&l, "law.inertia.two.tip.x"), inertia[0], 1e-12);
  assert_near(loop_output(&l, "law.inertia.two.tip.z"), inertia[3], 1e-12);
  for (int i = 0; i < 2; i++)
    y[i] = (i ? -2 : 1) - 11 * (J[2 * i] * va + J[2 * i + 1] * vb) + 22 * ((i ? 0.6 : 0.5) - x[i]) - drift[i];
  invert(J, Jinv);
  for (int i = 0; i < 2; i++) wanted[i] = Jinv[2 * i] * y[0] + Jinv[2 * i + 1] * y[1];
  assert_near(loop_output(&l, "law.effort.a"), M[0] * wanted[0] + M[1] * wanted[1] + n[0], 1e-11);
  assert_near(loop_output(&l, "law.effort.b"), M[2] * wanted[0] + M[3] * wanted[1] + n[1], 1e-11);
  loop_close(&l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_a_frame),
      cmocka_unit_test(rows_as_seen_from_the_hull),
      cmocka_unit_test(rows_that_are_axes),
      cmocka_unit_test(two_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
