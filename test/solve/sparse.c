// sparse.c: patterns of Jacobians hold all entries that differences find; what is eliminated sparsely is what dense gives.
#include "solve/harness.h"

#include "solve/machine_pattern.h"
#include "run/running.h"

#include <stdlib.h>

static double rest(int i) { return sin(7 * i + 1); }

// Jacobians by the pattern and by one column at a time, at a state that is nowhere special.
static void compare(const dv_model *m, dv_arena *a, const double *start, double *filled, int *groups)
{
  const dv_chart *c = dv_chart_new(a, m);
  const dv_pattern *thin = dv_pattern_of_components(a, m, c, 0);
  char *moves = DV_TAKE(a, char, m->nx);
  for (int i = 0; i < thin->group[thin->ngroup]; i++) moves[thin->member[i]] = 1;
  const dv_pattern *full = dv_pattern_new(a, m->nx, NULL, moves);
  dv_fan *f = dv_fan_new(a, m, c, 0, NULL, NULL);
  double *x = DV_TAKE(a, double, m->nx), *dx = DV_TAKE(a, double, m->nx), *work = DV_TAKE(a, double, m->nwork);
  double *J = DV_TAKE(a, double, thin->count), *K = DV_TAKE(a, double, full->count), *d = DV_TAKE(a, double, m->nd);
  const double *num = dv_model_NUMBER(m), *scale = dv_model_SCALE(m);
  for (int i = 0; i < m->nx; i++) x[i] = start[i] + 0.01 * scale[i] * rest(i);
  memcpy(d, start + m->nx, (size_t)m->nd * sizeof *d);
  dv_engine_x1.ready(m, num, work);
  assert_int_equal(dv_engine_x1.rates(m, num, 0.3, x, d, dx, NULL, work), 0);
  f->pattern = thin;
  assert_int_equal(dv_fan_components(f, 0.3, x, d, dx, J), 0);
  f->pattern = full;
  assert_int_equal(dv_fan_components(f, 0.3, x, d, dx, K), 0);
  for (int i = 0, e = 0; i < m->nx; i++)
    for (int j = 0; j < m->nx; j++) {
      int there = e < thin->row[i + 1] && thin->column[e] == j;
      // the same difference of the same numbers, whoever else moves
      if (there) assert_true(J[e++] == K[i * m->nx + j]);
      else assert_true(K[i * m->nx + j] == 0);
    }
  *filled = (double)thin->filled / m->nx / m->nx;
  *groups = thin->ngroup;
}

static void patterns_hold_all(void **state)
{
  (void)state;
  static const struct {
    const char *file, *name;
    int groups;  // at most
  } machine[] = {
      {"machines/titan4.yaml",                  "e1",         54  },
      {"machines/titan4.yaml",                  "e1-sampled", 24  },
      {"machines/rov-manipulator.yaml",         "lift",       86  },
      {"machines/benchmarks/water-hammer.yaml", NULL,         3   },
      {"machines/floating-two-arms.yaml",       NULL,         1000},
      {"machines/knuckle-boom-crane.yaml",      NULL,         1000}
  };
  for (size_t i = 0; i < sizeof machine / sizeof *machine; i++) {
    dv_machine_options o = {.case_name = machine[i].name};
    dv_machine *m = dv_machine_open(machine[i].file, &o);
    double filled;
    int groups;
    assert_non_null(m->model);
    compare(m->model, m->arena, dv_model_START(m->model), &filled, &groups);
    print_message("%s %s: %d states, %d groups, %.0f %% of L + U\n", machine[i].file, machine[i].name ? machine[i].name : "",
                  m->model->nx, groups, 100 * filled);
    assert_true(groups <= machine[i].groups);
    dv_machine_close(m);
  }
}

enum { NODES = 60 };

// A ladder of resistors and capacitors with grounded ends: v_k = sin(pi k / (n + 1)) exp(-4/RC sin^2(pi / 2 (n + 1)) t).
static const char *ladder(dv_arena *a)
{
  const char *text =
      "parts:\n  g: {kind: electric.ground, a: G}\n  r0: {kind: electric.resistor, a: G, b: n1, resistance: 1 ohm}\n";
  for (int k = 1; k <= NODES; k++)
    text = dv_arena_text(a,
                         "%s  c%d: {kind: electric.capacitor, a: n%d, capacitance: 1e-3 F}\n"
                         "  r%d: {kind: electric.resistor, a: n%d, b: %s, resistance: 1 ohm}\n",
                         text, k, k, k, k, k < NODES ? dv_arena_text(a, "n%d", k + 1) : "G");
  text = dv_arena_text(a, "%snodes:\n", text);
  for (int k = 1; k <= NODES; k++)
    text = dv_arena_text(a, "%s  n%d: {initial: %.17g V}\n", text, k, sin(acos(-1) * k / (NODES + 1)));
  return text;
}

static void klu_gives_what_dense_gives(void **state)
{
  (void)state;
  static const char *const linear[] = {"dense", "klu", NULL};
  dv_arena *a = dv_arena_new();
  const char *yaml = ladder(a);
  double half = acos(-1) / (2 * (NODES + 1)), rate = 4e3 * sin(half) * sin(half), most[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    fixture b = fixture_open(yaml);
    dv_run_options o = {.method = "cvode", .linear = linear[i], .until = 0.5, .every = 1, .rtol = 1e-9, .atol = 1e-12};
    dv_run_result r;
    assert_int_equal(dv_run(b.model, b.state, &o, NULL, NULL, NULL, &r, b.diags, b.arena), 0);
    for (int k = 1; k <= NODES; k++) most[i] = fmax(most[i], fabs(b.state->x[k - 1] - sin(2 * half * k) * exp(-0.5 * rate)));
    print_message("%s: error %.1e, %ld evaluations, %ld jacobians\n", linear[i] ? linear[i] : "auto", most[i], r.evaluations,
                  r.jacobians);
    assert_int_equal(r.sparse, i > 0);
    assert_true(most[i] < 1e-7);
    fixture_close(&b);
  }
  double filled;
  int groups;
  fixture b = fixture_open(yaml);
  compare(b.model, b.arena, b.state->x, &filled, &groups);
  assert_int_equal(groups, 3);                               // a Jacobian in 3 evaluations instead of 60
  assert_true(filled <= (3.0 * NODES - 2) / NODES / NODES);  // nothing fills in
  fixture_close(&b);
  dv_arena_free(a);
}

// STEPS steps of rosenbrock with an elimination of all entries and with one of the pattern's.
static void march(const dv_model *m, dv_arena *a, const dv_pattern *p, double *x)
{
  enum { STEPS = 30 };
  const dv_stepper *method = dv_stepper_find("rosenbrock", 1);
  double *d = DV_TAKE(a, double, m->nd), *quad = DV_TAKE(a, double, m->nquad);
  for (int i = 0; i < m->nx; i++) x[i] = dv_model_START(m)[i] + 0.01 * dv_model_SCALE(m)[i] * rest(i);
  memcpy(d, dv_model_START(m) + m->nx, (size_t)m->nd * sizeof(double));
  dv_stepping s = {.engine = &dv_engine_x1,
                   .m = m,
                   .chart = dv_chart_new(a, m),
                   .num = dv_model_NUMBER(m),
                   .d = d,
                   .work = DV_TAKE(a, double, m->nwork),
                   .scratch = DV_TAKE(a, double, method->scratch(m)),
                   .kept = DV_TAKE(a, double, dv_state_kept(m)),
                   .pattern = p,
                   .latest = HUGE_VAL};
  dv_engine_x1.ready(m, s.num, s.work);
  for (int k = 0; k < STEPS; k++) assert_int_equal(method->step(&s, k * 1e-3, 1e-3, x, quad), 0);
}

static void steps_are_the_same(void **state)
{
  (void)state;
  dv_machine *m = dv_machine_open("machines/titan4.yaml", &(dv_machine_options){.case_name = "e1"});
  const dv_model *n = m->model;
  const dv_chart *c = dv_chart_new(m->arena, n);
  char *moves = DV_TAKE(m->arena, char, c->n);
  for (int i = 0; i < c->nmoving; i++) moves[c->moving[i]] = 1;
  double *thin = DV_TAKE(m->arena, double, n->nx), *full = DV_TAKE(m->arena, double, n->nx), most = 0;
  const double *scale = dv_model_SCALE(n);
  march(n, m->arena, dv_pattern_of_chart(m->arena, n, c, 0), thin);
  march(n, m->arena, dv_pattern_new(m->arena, c->n, NULL, moves), full);
  for (int i = 0; i < n->nx; i++) most = fmax(most, fabs(thin[i] - full[i]) / scale[i]);
  print_message("largest distance %.1e of nominal sizes\n", most);
  assert_true(most < 1e-9);
  dv_machine_close(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns_hold_all),
      cmocka_unit_test(klu_gives_what_dense_gives),
      cmocka_unit_test(steps_are_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
