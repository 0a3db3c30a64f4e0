// forestry_widths.c: the machine in lanes gives the bits of one lane: linkages that invert the cylinders' geometry, gains by
// rule.
#include "forestry/forestry.h"

enum { LANES_MOST = 8 };

// Rates at t in every lane of an engine, the states of the lanes a little apart; [lane][nx].
static void rates(const forestry *f, const dv_engine *e, int first, double t, double *out)
{
  const dv_model *m = f->model, *same[LANES_MOST];
  dv_arena *a = f->m->arena;
  size_t lanes = (size_t)e->lanes;
  double *x = DV_TAKE(a, double, lanes *(size_t)m->nx), *dx = DV_TAKE(a, double, lanes *(size_t)m->nx);
  double *num = DV_TAKE(a, double, lanes *(size_t)m->nnum), *d = DV_TAKE(a, double, lanes *(size_t)m->nd);
  double *work = DV_TAKE(a, double, lanes *(size_t)m->nwork);
  for (int l = 0; l < e->lanes; l++) same[l] = m;
  e->pack(same, num);
  e->ready(m, num, work);
  for (int i = 0; i < m->nx; i++)
    for (int l = 0; l < e->lanes; l++) x[i * e->lanes + l] = f->s->x[i] + 0.01 * (first + l) * (i + 1);
  assert_int_equal(e->rates(m, num, t, x, d, dx, NULL, work), 0);
  for (int l = 0; l < e->lanes; l++)
    for (int i = 0; i < m->nx; i++) out[l * m->nx + i] = dx[i * e->lanes + l];
}

static void same_bits(void **state)
{
  (void)state;
  static const char *const variant[] = {"lift", "five", "three", "six", NULL};
  for (int v = 0; v < 5; v++) {
    forestry f = forestry_open(variant[v], NULL, NULL);
    size_t nx = (size_t)f.model->nx;
    double *one = DV_TAKE(f.m->arena, double, LANES_MOST *nx), *wide = DV_TAKE(f.m->arena, double, LANES_MOST *nx);
    for (int l = 0; l < LANES_MOST; l++) rates(&f, &dv_engine_x1, l, 3.7, one + (size_t)l * nx);
    for (int width = 4; width <= LANES_MOST; width += 4) {
      const dv_engine *e = dv_engine_of_width(width);
      if (!e) continue;
      rates(&f, e, 0, 3.7, wide);
      assert_memory_equal(one, wide, (size_t)width * nx * sizeof(double));
    }
    forestry_close(&f);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
