// welded.c: a welded joint is a locked one without its coordinates: the other joints accelerate alike, whatever the joint.
#include "solve/harness.h"

static const char *const frame =
    "bodies:\n"
    "  a: {mass: 3 kg, com: [0.1, 0.2, 0], inertia: [0.2, 0.3, 0.4]}\n"
    "  b: {mass: 2 kg, com: [0, 0.1, 0.3], inertia: [0.1, 0.2, 0.15]}\n"
    "  c: {mass: 1 kg, com: [0.3, 0, 0], inertia: [0.05, 0.06, 0.07]}\n"
    "joints:\n"
    "  first: {type: revolute, axis: [1, 2, 3], child: a, position: 0.3, rate: 1.5}\n"
    "  between: {parent: a, child: b, at: {xyz: [0.2, 0.1, -0.3], rpy: [0.4, -0.2, 0.7]}, motion: %s, %s}\n"
    "  last: {type: revolute, axis: y, parent: b, child: c, at: {xyz: [0.5, 0, 0.1]}, position: -0.8, rate: -2}\n";

static void accelerations(const char *motion, const char *joint, double *a)
{
  char text[1024];
  snprintf(text, sizeof text, frame, motion, joint);
  fixture b = fixture_open(text);
  double *work = DV_TAKE(b.arena, double, b.model->nwork), *dx = DV_TAKE(b.arena, double, b.model->nx);
  const double *num = dv_model_NUMBER(b.model);
  dv_engine_x1.ready(b.model, num, work);
  dv_engine_x1.tidy(b.model, num, 0, b.state->x, b.state->d, work);
  assert_int_equal(dv_engine_x1.rates(b.model, num, 0, b.state->x, b.state->d, dx, NULL, work), 0);
  a[0] = dx[fixture_index(&b, "first.rate")];
  a[1] = dx[fixture_index(&b, "last.rate")];
  fixture_close(&b);
}

static void every_joint(void **state)
{
  (void)state;
  static const char *const joint[] = {
      "type: revolute, axis: [2, -1, 1], position: 0.7",
      "type: prismatic, axis: [1, 1, 0], position: 0.4",
      "type: helical, axis: y, lead: 0.3 m, position: 1.2",
      "type: cylindrical, axis: [0, 1, 2], position: [0.2, 0.9]",
      "type: universal, position: [0.5, -0.6]",
      "type: planar, axis: [1, 0, 2], position: [0.1, -0.2, 0.8]",
      "type: ball, position: {rpy: [0.3, -0.4, 0.5]}",
      "type: free, position: {xyz: [0.1, 0.2, 0.3], rpy: [0.3, -0.4, 0.5]}",
  };
  for (int i = 0; i < (int)(sizeof joint / sizeof *joint); i++) {
    double locked[2], welded[2];
    accelerations("locked", joint[i], locked);
    accelerations("welded", joint[i], welded);
    print_message("%-66s %.12g %.12g\n", joint[i], welded[0], welded[1]);
    for (int k = 0; k < 2; k++) assert_near(welded[k], locked[k], 1e-11 * fabs(locked[k]));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_joint)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
