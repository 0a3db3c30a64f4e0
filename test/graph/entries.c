// entries.c: sparse Jacobians by the graph's slopes, columns coloured by the pattern, against slopes along one state at a time
// (to rounding) and against differences in lanes; runs that use them; what happens when numbers of the machine change.
#include "solve/harness.h"

#include "graph/derivative.h"
#include "run/running.h"
#include "solve/exact_entries.h"
#include "solve/machine_pattern.h"

enum { W = DV_DERIVATIVE_WIDTH };

static const char *const machines[] = {"titan4", "rov-manipulator", "forestry-machine", "electric-road-arm",
                                       "knuckle-boom-crane"};
enum { MACHINES = sizeof machines / sizeof *machines };

static dv_machine *open_machine(const char *name)
{
  char path[256];
  snprintf(path, sizeof path, "machines/%s.yaml", name);
  dv_machine_options o = {0};
  dv_machine *m = dv_machine_open(path, &o);
  assert_non_null(m->model);
  return m;
}

typedef struct {
  const dv_model *m;
  dv_state *s;
  const dv_chart *chart;
  double *num, *dx, *work;
} stand;

// Away from where valves are just shut and nothing moves: there laws have kinks.
static stand stand_near_start(dv_machine *m)
{
  dv_arena *a = m->arena;
  stand p = {.m = m->model, .s = dv_state_new(a, m->model), .chart = dv_chart_new(a, m->model)};
  p.num = DV_TAKE(a, double, p.m->nnum + 1), p.dx = DV_TAKE(a, double, p.m->nx + 1), p.work = DV_TAKE(a, double, p.m->nwork);
  memcpy(p.num, dv_model_NUMBER(p.m), (size_t)p.m->nnum * sizeof(double));
  dv_engine_x1.ready(p.m, p.num, p.work);
  uint64_t stream = 3;
  for (int i = 0; i < p.m->nx; i++) p.s->x[i] += around_zero(&stream, 0.02 * dv_model_SCALE(p.m)[i]);
  dv_engine_x1.tidy(p.m, p.num, 0, p.s->x, p.s->d, p.work);
  dv_state_begin(p.m, &dv_engine_x1, p.s, p.work);
  dv_engine_x1.rates(p.m, p.num, 0, p.s->x, p.s->d, p.dx, NULL, p.work);
  return p;
}

// Entry by entry against the slope along that state alone.
static void components(void **state)
{
  (void)state;
  for (int k = 0; k < MACHINES; k++) {
    dv_machine *m = open_machine(machines[k]);
    stand p = stand_near_start(m);
    const dv_pattern *pattern = dv_pattern_of_components(m->arena, p.m, p.chart, 0);
    double *J = DV_TAKE(m->arena, double, pattern->count), *seed = DV_TAKE(m->arena, double, (1 + p.m->nx) * W), worst = 0;
    const dv_entries *e = dv_exact_entries(m->arena, &(dv_entries_options){p.m, p.chart, pattern, p.s->x, 0, 0});
    dv_derivative *one = dv_derivative_new(m->arena, p.m, &(dv_derivative_options){.start = p.s->x});
    assert_non_null(e);
    assert_int_equal(e->take(e->self, 0, p.s->x, p.s->d, J), 0);
    for (int n = 0; n < pattern->group[pattern->ngroup]; n++) {
      int j = pattern->member[n];
      dv_slopes s;
      seed[(1 + j) * W] = 1;
      assert_int_equal(dv_derivative_run(one, p.num, 0, p.s->x, p.s->d, seed, &s), 0);
      seed[(1 + j) * W] = 0;
      for (int c = pattern->down[j]; c < pattern->down[j + 1]; c++) {
        double is = J[pattern->entry[c]], must = s.dx[pattern->in[c] * W];
        worst = fmax(worst, fabs(is - must) / (fabs(must) + 1e-300));
        assert_true(fabs(is - must) <= 1e-13 * fabs(must));
      }
    }
    print_message("%-20s %d entries in %d groups, worst %.1e\n", machines[k], pattern->count, pattern->ngroup, worst);
    dv_machine_close(m);
  }
}

// Attitudes turn in the chart: against forward differences, as good as these are, each entry by the largest of its row.
static void chart(void **state)
{
  (void)state;
  for (int k = 0; k < MACHINES; k++) {
    dv_machine *m = open_machine(machines[k]);
    stand p = stand_near_start(m);
    const dv_pattern *pattern = dv_pattern_of_chart(m->arena, p.m, p.chart, 0);
    double *J = DV_TAKE(m->arena, double, pattern->count), *D = DV_TAKE(m->arena, double, pattern->count), worst = 0;
    double *rate = DV_TAKE(m->arena, double, p.chart->n);
    const dv_entries *e = dv_exact_entries(m->arena, &(dv_entries_options){p.m, p.chart, pattern, p.s->x, 0, 1});
    dv_fan *fan = dv_fan_new(m->arena, p.m, p.chart, 0, NULL, NULL);
    fan->pattern = pattern;
    for (int i = 0; i < p.chart->n; i++) rate[i] = p.chart->number[i] >= 0 ? p.dx[p.chart->number[i]] : p.work[p.m->work_v + i];
    assert_int_equal(e->take(e->self, 0, p.s->x, p.s->d, J), 0);
    assert_int_equal(dv_fan_chart(fan, 0, p.s->x, p.s->d, rate, D), 0);
    for (int i = 0; i < pattern->n; i++) {
      double most = fmax(fabs(rate[i]), p.chart->scale[i]);
      for (int c = pattern->row[i]; c < pattern->row[i + 1]; c++)
        most = fmax(most, fabs(D[c]) * p.chart->scale[pattern->column[c]]);
      for (int c = pattern->row[i]; c < pattern->row[i + 1]; c++) {
        double off = fabs(J[c] - D[c]) * p.chart->scale[pattern->column[c]];
        worst = fmax(worst, off / most);
        if (!(off <= 1e-4 * most)) fail_msg("%s: row %d, column %d: %g, not %g", machines[k], i, pattern->column[c], J[c], D[c]);
      }
    }
    print_message("%-20s chart, worst %.1e of a row\n", machines[k], worst);
    dv_machine_close(m);
  }
}

static double run_to(dv_machine *m, const char *method, double step, int exact, double *x)
{
  dv_run_options o = {.method = method, .step = step, .rtol = 1e-9, .atol = 1e-11, .until = 0.2, .ledger = HUGE_VAL};
  dv_run_result r;
  dv_state *s = dv_state_new(m->arena, m->model);
  o.entries = exact ? dv_exact_entries : NULL;
  assert_int_equal(dv_run(m->model, s, &o, NULL, NULL, NULL, &r, m->diags, m->arena), 0);
  assert_int_equal(r.exact, exact);
  assert_true(r.jacobians > 0);
  memcpy(x, s->x, (size_t)m->model->nx * sizeof(double));
  return 0;
}

// A good Jacobian changes how a solver gets there, not where it gets to.
static void runs(void **state)
{
  (void)state;
  static const struct {
    const char *method;
    double step, within;
  } way[] = {
      {"cvode",      0,    2e-6},
      {"rosenbrock", -1,   2e-6},
      {"rosenbrock", 1e-3, 1e-5}
  };
  dv_machine *m = open_machine("knuckle-boom-crane");
  const double *scale = dv_model_SCALE(m->model);
  double *x = DV_TAKE(m->arena, double, m->model->nx), *y = DV_TAKE(m->arena, double, m->model->nx);
  for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
    run_to(m, way[k].method, way[k].step, 1, x);
    run_to(m, way[k].method, way[k].step, 0, y);
    for (int i = 0; i < m->model->nx; i++)
      if (!(fabs(x[i] - y[i]) <= way[k].within * scale[i]))
        fail_msg("%s: %s %.10g, with differences %.10g", way[k].method, dv_model_state_name(m->model, i), x[i], y[i]);
  }
  dv_machine_close(m);
}

// A number that was folded into the graph and then changed: there are no entries until it is back.
static void changed_numbers(void **state)
{
  (void)state;
  fixture b = fixture_open("bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, child: m}}\n"
                           "parts: {s: {kind: force.spring, axis: x, stiffness: 8 N/m}}\n");
  const dv_model *m = b.model;
  const dv_chart *c = dv_chart_new(b.arena, m);
  const dv_pattern *pattern = dv_pattern_of_chart(b.arena, m, c, 0);
  const double *start = dv_model_START(m);
  const dv_entries *e = dv_exact_entries(b.arena, &(dv_entries_options){m, c, pattern, start, 0, 1});
  double J[4], *stiffness = NULL, *num = (double *)(uintptr_t)dv_model_NUMBER(m);
  for (int i = 0; i < m->nnum; i++)
    if (num[i] == 8) stiffness = &num[i];
  assert_non_null(stiffness);
  assert_int_equal(e->take(e->self, 0, start, start + m->nx, J), 0);
  double slope = 0;
  for (int k = 0; k < pattern->count; k++) slope = fmin(slope, J[k]);
  assert_true(fabs(slope + 4) < 1e-15);  // -k / m
  *stiffness = 9;
  e->renew(e->self);
  assert_int_equal(e->take(e->self, 0, start, start + m->nx, J), 1);
  *stiffness = 8;
  e->renew(e->self);
  assert_int_equal(e->take(e->self, 0, start, start + m->nx, J), 0);
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(components), cmocka_unit_test(chart), cmocka_unit_test(runs),
                                     cmocka_unit_test(changed_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
