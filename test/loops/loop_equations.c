// loop_equations.c: momenta of machines with loops, ball and free joints among them: against differences along the motion, and
// runs by momenta against runs by rates.
#include "formulation/loop_form.h"

#include "bond/graph.h"
#include "loops/random.h"

// A rod with ball joints at both ends between two cranks, on a base that floats: rates of ball and free joints, dependent ones
// too.
static const char rssr[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  hull: {mass: 20, com: [0.1, 0, 0], inertia: [3, 4, 5]}\n"
    "  crank: {mass: 2, com: [0, 0.1, 0], inertia: [0.1, 0.05, 0.1]}\n"
    "  rod: {mass: 3, com: [0.5, 0.02, 0], inertia: [0.02, 0.4, 0.41]}\n"
    "  rocker: {mass: 4, com: [0, 0, 0.3], inertia: [0.3, 0.3, 0.02]}\n"
    "joints:\n"
    "  base: {type: free, child: hull}\n"
    "  crank: {type: revolute, axis: x, parent: hull, child: crank, position: 0.4}\n"
    "  rod: {type: ball, parent: crank, child: rod, at: {xyz: [0, 0.2, 0]}}\n"
    "  rocker: {type: revolute, axis: y, parent: hull, child: rocker, at: {xyz: [1, 0, 0]}, position: 0.2}\n"
    "loops: {eye: {type: ball, parent: rod, child: rocker, at: {xyz: [1, 0, 0]}, child_at: {xyz: [0, 0, 0.6]}}}\n"
    "independent: [crank]\n";

// One step of Runge and Kutta; only its accuracy counts here.
static void go(const dv_model *m, const double *d, double h, const double *x, double *out, double *work, dv_arena *a)
{
  const double *num = dv_model_NUMBER(m), node[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  double *k = DV_TAKE(a, double, 3 * m->nx), *at = k + m->nx, *step = DV_TAKE(a, double, 4 * m->nv + 2 * m->nz),
         *sum = step + 2 * m->nv + m->nz;
  for (int s = 0; s < 4; s++) {
    dv_engine_x1.add(m, x, s ? node[s] * h : 0, step, at);
    assert_int_equal(dv_engine_x1.rates(m, num, 0, at, d, k, NULL, work), 0);
    memcpy(step, work + m->work_v, (size_t)m->nv * sizeof *step);
    memcpy(step + m->nv, k + m->nq, (size_t)m->nv * sizeof *step);
    for (int i = 0; i < 2 * m->nv; i++) sum[i] += weight[s] * step[i];
  }
  dv_engine_x1.add(m, x, h, sum, out);
  dv_engine_x1.tidy(m, num, 0, out, d, work);
}

// p' = slope - g + tau against (p(h) - p(-h))/2h along the motion; B y'' + c + g = tau.
static void along_motion(const char *yaml, double far)
{
  graph g = graph_open(yaml);
  const dv_model *m = g.b.model;
  const double *num = dv_model_NUMBER(m), *d = g.b.state->d, h = 1e-4;
  double *work = DV_TAKE(g.b.arena, double, m->nwork), *x = DV_TAKE(g.b.arena, double, 4 * m->nx), *dx = x + m->nx,
         *two[2] = {dx + m->nx, dx + 2 * m->nx};
  uint64_t seed = 3;
  dv_engine_x1.ready(m, num, work);
  for (int trial = 0; trial < 5; trial++) {
    dv_loop_form near[2];
    random_state(m, d, far, 1, &seed, x, work);
    assert_int_equal(dv_engine_x1.rates(m, num, 0, x, d, dx, NULL, work), 0);
    double *a = DV_TAKE(g.b.arena, double, m->nv);
    memcpy(a, dx + m->nq, (size_t)m->nv * sizeof *a);
    dv_loop_form f = dv_loop_form_at(g.b.arena, m, x, d, a, work);
    for (int k = 0; k < 2; k++) {
      go(m, d, k ? h : -h, x, two[k], work, g.b.arena);
      near[k] = dv_loop_form_at(g.b.arena, m, two[k], d, a, work);
    }
    for (int i = 0; i < f.n; i++) {
      double left = f.c[i] + f.g[i] - f.tau[i], size = 1 + fabs(f.slope[i]) + fabs(f.g[i]) + fabs(f.tau[i]);
      for (int j = 0; j < f.n; j++) left += f.B[i * f.n + j] * f.a[j];
      assert_near(left, 0, 1e-12 * size);
      assert_near((near[1].p[i] - near[0].p[i]) / (2 * h), f.slope[i] - f.g[i] + f.tau[i], 2e-6 * size);
    }
  }
  graph_close(&g);
}

static void momentum_rates(void **state)
{
  (void)state;
  along_motion(rssr, 0.05);
}

static void run_by(graph *g, const char *yaml, const char *method, int momentum, double step)
{
  *g = graph_open(yaml);
  const dv_model *m = g->b.model;
  for (int i = 0; i < 6; i++) g->b.state->x[m->nq + i] = 0.3 - 0.1 * i;  // of the base, which floats
  dv_run_options o = {
      .method = method, .until = 0.5, .step = step, .rtol = 1e-10, .atol = 1e-12, .every = 0.5, .momentum = momentum};
  dv_run_result r;
  int bad = dv_run(m, g->b.state, &o, NULL, NULL, NULL, &r, g->b.diags, g->b.arena);
  for (int i = 0; i < g->b.diags->n; i++) print_message("%s\n", dv_diag_text(g->b.diags, i));
  assert_int_equal(bad, 0);
}

// The same end by momenta as by rates; free, and with a crank that a signal turns.
static void by_momenta(void **state)
{
  (void)state;
  char turned[2500];
  snprintf(turned, sizeof turned, "%ssignals: {s: {kind: sine, amplitude: 0.5, frequency: 1 Hz, offset: 0.4}}\n", rssr);
  char *at = strstr(turned, "child: crank, position: 0.4");
  assert_non_null(at);
  char driven[2600];
  snprintf(driven, sizeof driven, "%.*schild: crank, motion: {prescribed: s}%s", (int)(at - turned), turned,
           at + strlen("child: crank, position: 0.4"));
  const char *const machine[] = {rssr, driven}, *const method[] = {"rk4", "cvode-adams", "cvode"};
  for (int k = 0; k < 6; k++) {
    graph one, two;
    run_by(&one, machine[k / 3], "rk4", 0, 1e-3);
    run_by(&two, machine[k / 3], method[k % 3], 1, 1e-3);
    for (int i = 0; i < one.b.model->nx; i++) assert_near(two.b.state->x[i], one.b.state->x[i], 1e-8);
    graph_close(&one);
    graph_close(&two);
  }
}

// Whatever the step, what floats keeps its momentum to rounding.
static void kept(void **state)
{
  (void)state;
  static const char *const of[] = {"momentum.px", "momentum.py", "momentum.pz", "momentum.lx", "momentum.ly", "momentum.lz"};
  char still[2500];
  snprintf(still, sizeof still, "%s", rssr);
  memcpy(strstr(still, "[0, 0, -9.81]"), "[0, 0, 0.000]", 13);
  graph end;
  run_by(&end, still, "rk4", 1, 0.02);
  graph start = graph_open(still);
  for (int i = 0; i < 6; i++) start.b.state->x[start.b.model->nq + i] = 0.3 - 0.1 * i;
  for (int i = 0; i < 6; i++) assert_near(graph_value(&end, of[i]), graph_value(&start, of[i]), 1e-13 * 30);
  graph_close(&start);
  graph_close(&end);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(momentum_rates), cmocka_unit_test(by_momenta), cmocka_unit_test(kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
