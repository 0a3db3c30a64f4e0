// control_widths.c: controllers give the same bits in every width: all laws, on a moving base, sampled too.
#include "control/loop.h"

static const char machine[] =
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
    "axes: {ram: {from: hull.foot, to: upper.lug}}\n"
    "nominal: {bodies.tool.mass: 1.3 kg}\n"
    "parts:\n"
    "  ma: {kind: force.effort, axis: a, effort: law.effort.a}\n"
    "  mb: {kind: force.effort, axis: b, effort: law.effort.b}\n"
    "  mc: {kind: force.effort, axis: c, effort: law.effort.c}\n"
    "  law: {coordinates: [a, b, c], limit: 40, slew: 1000, ";

#define TAKE(n) DV_TAKE(l->b.arena, double, (size_t)(n) * (size_t)lanes)

// Rates and outputs at random states, then a sample; one lane computes each of them again.
static void compare(loop *l, const dv_engine *wide)
{
  const dv_model *m = l->b.model, *same[8] = {m, m, m, m, m, m, m, m};
  const double *number = dv_model_NUMBER(m);
  int lanes = wide->lanes, part = (int)(l->law - dv_model_PART(m)), shown = 2 * l->law->nrow + 2 * l->law->neach;
  double *num = TAKE(m->nnum), *work = TAKE(m->nwork), *x = TAKE(m->nx), *dx = TAKE(m->nx), *d = TAKE(m->nd),
         *after = TAKE(m->nd);
  double x_alone[64], d_alone[256];
  wide->pack(same, num);
  wide->ready(m, num, work);
  for (int i = 0; i < m->nx * lanes; i++) x[i] = l->b.state->x[i / lanes] + loop_random(0.4);
  for (int i = 0; i < m->nd * lanes; i++) after[i] = d[i] = loop_random(1);
  wide->sample(m, num, part, 3.5, x, after, work);
  assert_int_equal(wide->rates(m, num, 3.5, x, d, dx, NULL, work), 0);
  for (int lane = 0; lane < lanes; lane++) {
    for (int i = 0; i < m->nx; i++) x_alone[i] = x[i * lanes + lane];
    for (int i = 0; i < m->nd; i++) d_alone[i] = d[i * lanes + lane];
    assert_int_equal(dv_engine_x1.rates(m, number, 3.5, x_alone, d_alone, l->dx, NULL, l->work), 0);
    for (int i = 0; i < m->nx; i++) assert_memory_equal(&dx[i * lanes + lane], &l->dx[i], sizeof(double));
    for (int i = l->law->out; i < l->law->out + shown; i++)
      assert_memory_equal(&work[i * lanes + lane], &l->work[i], sizeof(double));
    dv_engine_x1.sample(m, number, part, 3.5, x_alone, d_alone, l->work);
    for (int i = 0; i < m->nd; i++) assert_memory_equal(&after[i * lanes + lane], &d_alone[i], sizeof(double));
  }
}

static void same_bits(void **state)
{
  static const char *const law[] = {
      "kind: control.inverse-dynamics, task: [tool.tip.x, tool.tip.y, tool.tip.z], relative_to: hull.eye, kp: 9, kd: 6, ki: 1, goal: 0.1}\n",
      "kind: control.impedance, task: [tool.roll, ram], kp: 9, kd: 6, mass: 2, force: [a, b], rest: 1, goal: [0.1, 0.3]}\n",
      "kind: control.force-position, task: [tool.tip.z], kp: 9, kd: 6, kf: 0.1, ki: 0.2, goal_force: 3, force: a, base: still}\n",
      "kind: control.pd-gravity, frequency: 1 Hz, ratio: 0.7, gravity: goal, goal: [0.1, 0.2, 0.3], period: 10 ms, delay: 13 ms}\n",
  };
  (void)state;
  for (int i = 0; i < 4; i++)
    for (int width = 4; width <= 8; width *= 2) {
      char yaml[3000];
      const dv_engine *wide = dv_engine_of_width(width);
      snprintf(yaml, sizeof yaml, "%s%s", machine, law[i]);
      loop l = loop_open(yaml);
      if (wide) compare(&l, wide);
      loop_close(&l);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
