// beam_widths.c: elastic machines give the same bits in every width: rates, powers, and all that is observed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "support.h"

#include "assemble/assemble.h"
#include "engine/engine.h"

static double *lanes_of(const dv_machine *t, int count, int lanes)
{
  return DV_TAKE(t->arena, double, (size_t)count *(size_t)lanes);
}

// Outputs of one lane of a work against a work of one lane.
static void compare_outputs(const dv_model *m, const double *work, int lanes, int lane, const double *alone)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (v[i].array == DV_IN_WORK && memcmp(&work[v[i].index * lanes + lane], &alone[v[i].index], sizeof(double)) != 0)
      fail_msg("%s: %.17g in %d lanes, %.17g in one", dv_model_text(m, v[i].path), work[v[i].index * lanes + lane], lanes,
               alone[v[i].index]);
}

// Every lane has a state of its own; one lane computes each of them again.
static void compare(const dv_machine *t, const dv_engine *wide)
{
  const dv_model *m = t->model, *same[8] = {m, m, m, m, m, m, m, m};
  int lanes = wide->lanes;
  double *num = lanes_of(t, m->nnum, lanes), *work = lanes_of(t, m->nwork, lanes), *x = lanes_of(t, m->nx, lanes);
  double *dx = lanes_of(t, m->nx, lanes), *d = lanes_of(t, m->nd, lanes);
  double *alone = lanes_of(t, m->nx, 1), *dx_alone = lanes_of(t, m->nx, 1), *d_alone = lanes_of(t, m->nd, 1);
  double *work_alone = lanes_of(t, m->nwork, 1);
  const double *scale = dv_model_SCALE(m), *start = dv_model_START(m), *one = dv_model_NUMBER(m);
  uint64_t seed = 5;
  wide->pack(same, num);
  wide->ready(m, num, work);
  dv_engine_x1.ready(m, one, work_alone);
  for (int i = 0; i < m->nx; i++)
    for (int l = 0; l < lanes; l++) x[i * lanes + l] = start[i] + around_zero(&seed, 0.01 * scale[i]);
  for (int i = 0; i < m->nd; i++)
    for (int l = 0; l < lanes; l++) d[i * lanes + l] = d_alone[i] = start[m->nx + i];
  assert_int_equal(wide->rates(m, num, 3.5, x, d, dx, NULL, work), 0);
  wide->observe(m, num, x, work);
  for (int l = 0; l < lanes; l++) {
    for (int i = 0; i < m->nx; i++) alone[i] = x[i * lanes + l];
    assert_int_equal(dv_engine_x1.rates(m, one, 3.5, alone, d_alone, dx_alone, NULL, work_alone), 0);
    for (int i = 0; i < m->nx; i++) assert_memory_equal(&dx[i * lanes + l], &dx_alone[i], sizeof(double));
    dv_engine_x1.observe(m, one, alone, work_alone);
    compare_outputs(m, work, lanes, l, work_alone);
  }
}

static void same_bits(void **state)
{
  static const char *const file[] = {"machines/knuckle-boom-crane.yaml", "test/beam/pendulum.yaml", "test/beam/halves.yaml",
                                     "test/beam/modal.yaml"};
  (void)state;
  for (int i = 0; i < 4; i++)
    for (int width = 4; width <= 8; width *= 2) {
      const dv_engine *wide = dv_engine_of_width(width);
      dv_machine *m = dv_machine_open(file[i], NULL);
      assert_non_null(m->model);
      if (wide) compare(m, wide);
      dv_machine_close(m);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
