// titan_widths.c: oil, controller and arm give the same bits in every width; so do the controller's programs.
#include "titan/titan.h"

static double *lanes_of(const titan *t, int count, int lanes)
{
  return DV_TAKE(t->m->arena, double, (size_t)count *(size_t)lanes);
}

// Every lane has a state of its own; one lane computes each of them again.
static void compare(titan *t, const dv_engine *wide)
{
  const dv_model *m = t->model, *same[8] = {m, m, m, m, m, m, m, m};
  int lanes = wide->lanes;
  double *num = lanes_of(t, m->nnum, lanes), *work = lanes_of(t, m->nwork, lanes), *x = lanes_of(t, m->nx, lanes);
  double *dx = lanes_of(t, m->nx, lanes), *d = lanes_of(t, m->nd, lanes), *power = lanes_of(t, m->nquad, lanes);
  double *alone = lanes_of(t, m->nx, 1), *power_alone = lanes_of(t, m->nquad, 1), *d_alone = lanes_of(t, m->nd, 1);
  const double *scale = dv_model_SCALE(m);
  uint64_t seed = 5;
  wide->pack(same, num);
  wide->ready(m, num, work);
  for (int i = 0; i < m->nx; i++)
    for (int l = 0; l < lanes; l++) x[i * lanes + l] = t->s->x[i] + around_zero(&seed, 0.3 * scale[i]);
  for (int i = 0; i < m->nd * lanes; i++) d[i] = around_zero(&seed, 1e-7);
  assert_int_equal(wide->rates(m, num, 3.5, x, d, dx, power, work), 0);
  for (int l = 0; l < lanes; l++) {
    for (int i = 0; i < m->nx; i++) alone[i] = x[i * lanes + l];
    for (int i = 0; i < m->nd; i++) d_alone[i] = d[i * lanes + l];
    assert_int_equal(dv_engine_x1.rates(m, dv_model_NUMBER(m), 3.5, alone, d_alone, t->dx, power_alone, t->work), 0);
    for (int i = 0; i < m->nx; i++) assert_memory_equal(&dx[i * lanes + l], &t->dx[i], sizeof(double));
    for (int i = 0; i < m->nquad; i++) assert_memory_equal(&power[i * lanes + l], &power_alone[i], sizeof(double));
  }
}

static void same_bits(void **state)
{
  static const char *const cases[] = {"e1", "e1-christoffel", "e1-document-reaction", "e1-sampled", "control-plant"};
  (void)state;
  for (int i = 0; i < 5; i++)
    for (int width = 4; width <= 8; width *= 2) {
      const dv_engine *wide = dv_engine_of_width(width);
      titan t = titan_open(cases[i], NULL);
      if (wide) compare(&t, wide);
      titan_close(&t);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
