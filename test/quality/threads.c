// threads.c: runs that share one const model give the same bits, one after the other or two at a time.
#include "base/arena.h"
#include "assemble/assemble.h"
#include "solve/solve.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { THREADS = 2 };

typedef struct {
  const dv_model *model;
  const char *method;
  int result;
  uint64_t hash;  // of all recorded states
  long rows;
} job;

static int hash_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  job *j = context;
  (void)t;
  (void)work;
  for (int i = 0; i < j->model->nx; i++) {
    const double pair[2] = {x[i], dx[i]};
    const unsigned char *byte = (const unsigned char *)pair;
    for (size_t k = 0; k < sizeof pair; k++) j->hash = (j->hash ^ byte[k]) * 1099511628211u;
  }
  j->rows++;
  return 0;
}

static void *run(void *argument)
{
  job *j = argument;
  dv_arena *a = dv_arena_new();
  dv_run_options o = {.method = j->method, .step = 1e-3, .rtol = 1e-8, .atol = 1e-8, .until = 2, .every = 1e-2};
  dv_run_result out;
  j->hash = 14695981039346656037u;
  j->result = dv_run(j->model, dv_state_new(a, j->model), &o, hash_row, NULL, j, &out, dv_diags_new(a), a);
  dv_arena_free(a);
  return NULL;
}

static void run_together(job *jobs)
{
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, run, &jobs[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
}

static void machine_repeats(const char *file)
{
  static const char *const methods[] = {"euler", "rk4", "lie-rk4", "rosenbrock", "cvode-bdf"};
  dv_machine_options o = {0};
  dv_machine *m = dv_machine_open(file, &o);
  assert_non_null(m->model);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    job alone = {.model = m->model, .method = methods[i]}, both[THREADS] = {alone, alone};
    run(&alone);
    run_together(both);
    assert_int_equal(alone.result, 0);
    assert_true(alone.rows > 100);
    for (int k = 0; k < THREADS; k++) {
      assert_int_equal(both[k].result, 0);
      assert_true(both[k].hash == alone.hash);
    }
  }
  dv_machine_close(m);
}

static void small_machine(void **state)
{
  (void)state;
  machine_repeats("machines/pendulum-on-wagon.yaml");
}

static void floating_machine(void **state)
{
  (void)state;
  machine_repeats("machines/floating-two-arms.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(small_machine), cmocka_unit_test(floating_machine)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
