// loop_lanes.c: machines with loops have the same bits in one lane as in four and eight, also where Newton takes other numbers of
// steps.
#include "loops/random.h"

enum { WIDEST = 8 };

// e against the same engine in one lane.
static void compare(const dv_model *m, const dv_engine *e, const dv_engine *narrow, double far, dv_arena *a)
{
  int lanes = e->lanes, nx = m->nx, nd = m->nd;
  const dv_model *models[WIDEST] = {m, m, m, m, m, m, m, m};
  const double *number = dv_model_NUMBER(m), *start = dv_model_START(m), *d0 = start + nx;
  double *num = DV_TAKE(a, double, m->nnum *lanes), *work = DV_TAKE(a, double, e->nwork(m) * lanes),
         *x = DV_TAKE(a, double, nx *lanes), *dx = DV_TAKE(a, double, nx *lanes), *d = DV_TAKE(a, double, nd *lanes),
         *one = DV_TAKE(a, double, 2 * nx), *alone = DV_TAKE(a, double, narrow->nwork(m));
  uint64_t seed = 3;
  e->pack(models, num);
  e->ready(m, num, work);
  narrow->ready(m, number, alone);
  for (int i = 0; i < nd * lanes; i++) d[i] = d0[i / lanes];
  for (int trial = 0; trial < 30; trial++) {
    for (int i = 0; i < nx; i++)
      for (int l = 0; l < lanes; l++) x[i * lanes + l] = start[i] + far * l * around_zero(&seed, 1);
    e->rates(m, num, 0.3, x, d, dx, NULL, work);
    e->observe(m, num, x, work);
    for (int l = 0; l < lanes; l++) {
      for (int i = 0; i < nx; i++) one[i] = x[i * lanes + l];
      narrow->rates(m, number, 0.3, one, d0, one + nx, NULL, alone);
      narrow->observe(m, number, one, alone);
      for (int i = 0; i < nx; i++) assert_memory_equal(&dx[i * lanes + l], &one[nx + i], sizeof *dx);
      for (int k = 0; k < DV_MODEL_COUNT(m, LOOP); k++) {
        int at = dv_model_LOOP(m)[k].reaction;
        for (int i = 0; i < 6; i++) {  // a relation has one; builds that poison show NaN in the others
          double here = work[(at + i) * lanes + l];
          assert_true(here == alone[at + i] || (i && isnan(here) && isnan(alone[at + i])));
        }
      }
    }
  }
}

static void same_bits(const char *file, double far)
{
  dv_machine *m = dv_machine_open(file, NULL);
  assert_non_null(m->model);
  for (int width = 1; width <= WIDEST; width *= 2) {
    const dv_engine *e = dv_engine_of_width(width);
    if (!e) continue;
    compare(m->model, e, &dv_engine_x1, far, m->arena);
    compare(m->model, dv_engine_momentum(e), &dv_momentum_engine_x1, far, m->arena);
  }
  dv_machine_close(m);
}

static void planar(void **state)
{
  (void)state;
  same_bits("machines/benchmarks/four-bar.yaml", 0.02);
  same_bits("machines/benchmarks/a03-andrews.yaml", 0.002);
  same_bits("machines/benchmarks/a02-four-bars.yaml", 0.02);
}

static void in_space(void **state)
{
  (void)state;
  same_bits("machines/benchmarks/bricard.yaml", 0);
  same_bits("machines/electric-road-arm.yaml", 0.002);
}

// Coordinates of a joint that are tied to each other: homokinetic, on a curve; with beams on them.
static void tied(void **state)
{
  (void)state;
  same_bits("test/loops/curve-joint.yaml", 0.02);
  same_bits("test/loops/homokinetic-joint.yaml", 0.02);
  same_bits("test/loops/tied-beams.yaml", 0.002);
}

// Rows of rates alone, redundant ones among them.
static void rolling(void **state)
{
  (void)state;
  same_bits("test/loops/rolling.yaml", 0.002);
  same_bits("test/loops/rolling-disc.yaml", 0.02);
  same_bits("machines/benchmarks/ball-on-turntable.yaml", 0.002);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(planar), cmocka_unit_test(in_space), cmocka_unit_test(tied),
                                     cmocka_unit_test(rolling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
