// step_lanes.c: a step gives the same bits in every width, and a Jacobian in lanes those of one column at a time.
#include "solve/harness.h"

#include "run/running.h"
#include "solve/machine_pattern.h"
#include "step/step.h"

static const char *const machine =
    "bodies:\n"
    "  base: {mass: 5 kg, inertia: [0.5, 0.4, 0.6]}\n"
    "  top: {mass: 2 kg, com: [0.1, 0.05, 0.3], inertia: [0.03, 0.05, 0.02]}\n"
    "  arm: {mass: 1 kg, com: [0.4, 0, 0], inertia: [0.01, 0.02, 0.02]}\n"
    "joints:\n"
    "  fly: {type: free, child: base, rate: [0.1, 0.2, 0.3, 1, -0.5, 0.4]}\n"
    "  pivot: {type: ball, parent: base, child: top, rate: [1, -2, 6]}\n"
    "  elbow: {type: revolute, axis: y, parent: top, child: arm, at: {xyz: [0, 0, 0.5]}, position: 0.4 rad}\n"
    "signals: {soft: {kind: filter, in: sin(5*t) + elbow.rate, omega: 20 rad/s}}\n"
    "parts:\n"
    "  motor: {kind: force.effort, axis: elbow, effort: soft}\n"
    "  hold: {kind: force.damper, axis: elbow, damping: 0.3 N.m.s/rad}\n";

enum { STEPS = 20 };

// Lane l starts from a state of its own; STEPS steps; the lanes' states into out [lane][nx].
static void march(fixture *b, const dv_engine *e, const char *method, int first, dv_fan *fan, double *out)
{
  const dv_model *m = b->model, *same[8] = {m, m, m, m, m, m, m, m};
  const dv_stepper *stepper = dv_stepper_find(method, e->lanes);
  size_t lanes = (size_t)e->lanes;
  double *x = DV_TAKE(b->arena, double, lanes *(size_t)m->nx), *quad = DV_TAKE(b->arena, double, lanes *(size_t)m->nquad);
  double *num = DV_TAKE(b->arena, double, lanes *(size_t)m->nnum), *d = DV_TAKE(b->arena, double, lanes *(size_t)m->nd);
  dv_stepping s = {.engine = e, .m = m, .chart = dv_chart_new(b->arena, m), .num = num, .d = d, .latest = HUGE_VAL};
  s.work = DV_TAKE(b->arena, double, lanes *(size_t)m->nwork);
  s.scratch = DV_TAKE(b->arena, double, lanes * stepper->scratch(m));
  s.kept = DV_TAKE(b->arena, double, lanes *(size_t)dv_state_kept(m));
  s.pattern = dv_pattern_of_chart(b->arena, m, s.chart, 0);
  if (fan) fan->pattern = s.pattern;
  s.jacobian = fan ? dv_fan_chart : NULL;
  s.context = fan;
  e->pack(same, num);
  e->ready(m, num, s.work);
  for (int i = 0; i < m->nx; i++)
    for (int l = 0; l < e->lanes; l++) x[i * e->lanes + l] = b->state->x[i] + (i >= m->nq ? 0.01 * (first + l) : 0);
  for (int k = 0; k < STEPS; k++) assert_int_equal(stepper->step(&s, k * 5e-3, 5e-3, x, quad), 0);
  for (int l = 0; l < e->lanes; l++)
    for (int i = 0; i < m->nx; i++) out[l * m->nx + i] = x[i * e->lanes + l];
}

static void widths_agree(void **state)
{
  (void)state;
  fixture b = fixture_open(machine);
  size_t nx = (size_t)b.model->nx;
  double *one = DV_TAKE(b.arena, double, 8 * nx), *wide = DV_TAKE(b.arena, double, 8 * nx);
  for (int i = 0; dv_stepper_name(i); i++) {
    const char *method = dv_stepper_name(i);
    for (int l = 0; l < 8; l++) march(&b, &dv_engine_x1, method, l, NULL, one + (size_t)l * nx);
    for (int width = 4; width <= 8; width += 4) {
      const dv_engine *e = dv_engine_of_width(width);
      if (!e) continue;
      march(&b, e, method, 0, NULL, wide);
      assert_memory_equal(one, wide, (size_t)width * nx * sizeof(double));
    }
  }
  fixture_close(&b);
}

static void jacobians_agree(void **state)
{
  (void)state;
  fixture b = fixture_open(machine);
  size_t nx = (size_t)b.model->nx;
  double *columns = DV_TAKE(b.arena, double, nx), *lanes = DV_TAKE(b.arena, double, nx);
  const dv_chart *c = dv_chart_new(b.arena, b.model);
  march(&b, &dv_engine_x1, "rosenbrock", 0, NULL, columns);
  for (int width = 1; width <= 8; width *= 2) {
    if (!dv_engine_of_width(width)) continue;
    march(&b, &dv_engine_x1, "rosenbrock", 0, dv_fan_new(b.arena, b.model, c, width, NULL, NULL), lanes);
    assert_memory_equal(columns, lanes, nx * sizeof(double));
  }
  fixture_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(widths_agree), cmocka_unit_test(jacobians_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
