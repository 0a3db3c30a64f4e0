// loop_forms.c: independent coordinates and multipliers give the same accelerations, efforts of drives and reactions.
#include "engine/loop.h"
#include "loops/random.h"

#include <stdlib.h>

// The same model with the other flag.
static const dv_model *by_multipliers(dv_arena *a, const dv_model *m)
{
  dv_model *copy = dv_arena_take(a, (size_t)m->bytes + 64);
  copy = (dv_model *)(((uintptr_t)copy + 63) / 64 * 64);
  memcpy(copy, m, (size_t)m->bytes);
  copy->multipliers = 1;
  return copy;
}

static void compare(const char *file, const char *case_name, double far, double fast, double within)
{
  dv_machine_options o = {.case_name = case_name};
  dv_machine *machine = dv_machine_open(file, &o);
  const dv_model *m = machine->model;
  assert_non_null(m);
  const dv_model *other = by_multipliers(machine->arena, m);
  const double *num = dv_model_NUMBER(m), *d = dv_model_START(m) + m->nx;
  double *x = DV_TAKE(machine->arena, double, m->nx), *dx = DV_TAKE(machine->arena, double, 2 * m->nx);
  double *work = DV_TAKE(machine->arena, double, 2 * m->nwork), *second = work + m->nwork,
         *size = DV_TAKE(machine->arena, double, 3);
  uint64_t seed = 5;
  dv_engine_x1.ready(m, num, work);
  dv_engine_x1.ready(m, num, second);
  for (int trial = 0; trial < 30; trial++) {
    random_state(m, d, far, fast, &seed, x, work);
    assert_int_equal(dv_engine_x1.rates(m, num, 0, x, d, dx, NULL, work), 0);
    assert_int_equal(dv_engine_x1.rates(other, num, 0, x, d, dx + m->nx, NULL, second), 0);
    dv_engine_x1.observe(m, num, x, work);
    dv_engine_x1.observe(other, num, x, second);
    size[0] = size[1] = size[2] = 1;
    for (int i = 0; i < m->nx; i++) size[0] = fmax(size[0], fabs(dx[i]));
    for (int i = 0; i < m->nx; i++) assert_near(dx[i], dx[m->nx + i], within * size[0]);
    for (int i = 0; i < m->nv; i++) size[1] = fmax(size[1], fabs(work[m->work_tau + i]));
    for (int i = 0; i < m->nv; i++) assert_near(work[m->work_tau + i], second[m->work_tau + i], within * size[1]);
    for (int l = 0; l < DV_MODEL_COUNT(m, LOOP); l++) {
      int at = dv_model_LOOP(m)[l].reaction;
      for (int i = 0; i < 6; i++) size[2] = fmax(size[2], fabs(work[at + i]));
      for (int i = 0; i < 6; i++) assert_near(work[at + i], second[at + i], within * size[2]);
    }
  }
  dv_machine_close(machine);
}

// The scratch that loops lay out is what the compiler took for them.
static void room(const char *file)
{
  dv_machine *machine = dv_machine_open(file, NULL);
  const dv_model *m = machine->model;
  assert_non_null(m);
  double *work = DV_TAKE(machine->arena, double, m->nwork);
  dv_eval e = dv_eval_of(m, dv_model_NUMBER(m), 0, work, work);
  memcpy(work + m->work_d, dv_model_START(m) + m->nx, (size_t)m->nd * sizeof(double));
  dv_loop_room r = dv_loop_room_of_x1(&e);
  int links = dv_tree_reals(&e.tree), used = (int)((double *)(void *)r.link - (work + m->work_loop)) + links;
  assert_int_equal(used, dv_loop_reals(r.nrow, r.nv, links));
  dv_machine_close(machine);
}

static void rooms(void **state)
{
  (void)state;
  room("machines/benchmarks/four-bar.yaml");
  room("machines/benchmarks/a03-andrews.yaml");
  room("test/loops/bead.yaml");
  room("test/loops/elastic.yaml");
  room("machines/electric-road-arm.yaml");
}

static void planar(void **state)
{
  (void)state;
  compare("machines/benchmarks/four-bar.yaml", "swing", 0.1, 5, 1e-10);
  compare("machines/benchmarks/a03-andrews.yaml", NULL, 0.02, 50, 1e-9);
  compare("machines/benchmarks/a02-four-bars.yaml", NULL, 0.1, 5, 1e-10);
}

static void driven(void **state)
{
  (void)state;
  compare("machines/benchmarks/four-bar.yaml", "steady", 0.1, 5, 1e-10);
}

static void overconstrained(void **state)
{
  (void)state;
  compare("machines/benchmarks/bricard.yaml", NULL, 0, 5, 1e-10);
  compare("machines/benchmarks/spatial-parallelogram.yaml", NULL, 0.05, 3, 1e-10);
}

static void rolling(void **state)
{
  (void)state;
  compare("test/loops/rolling.yaml", "down", 0.02, 3, 1e-10);
  compare("test/loops/rolling-disc.yaml", "fast", 0.1, 3, 1e-10);
  compare("machines/benchmarks/ball-on-turntable.yaml", NULL, 0.05, 3, 1e-10);
  compare("machines/benchmarks/chaplygin-sleigh.yaml", NULL, 0.1, 3, 1e-10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rooms), cmocka_unit_test(planar), cmocka_unit_test(driven),
                                     cmocka_unit_test(overconstrained), cmocka_unit_test(rolling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
