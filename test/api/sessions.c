// sessions.c: eight threads, each opens, checks, runs, saves, closes and steps machines of its own, and all step one model;
// results are those of one thread.
//
// Built with -fsanitize=thread (preset `threads`) this is the test that nothing is shared.
#include "support.h"

#include "davit/davit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 3 };

static const struct {
  const char *file, *method;
} machines[THREADS] = {
    {"machines/planar-pendulum.yaml",    "rk4"       },
    {"machines/knuckle-boom-crane.yaml", "cvode-bdf" },
    {"machines/tumbling-body.yaml",      "lie-rk4"   },
    {"machines/wagon-bondgraph.yaml",    "cvode-bdf" },
    {"machines/arm7.yaml",               "rosenbrock"},
    {"machines/pendulum-on-wagon.yaml",  "dopri5"    },
    {"machines/rov-manipulator.yaml",    "cvode-bdf" },
    {"machines/forestry-bogie.yaml",     "rosenbrock"},
};

typedef struct {
  int number, bad;
  uint64_t hash;
  char message[256];
} job;

static void hash_number(job *j, double x)
{
  const unsigned char *byte = (const unsigned char *)&x;
  for (size_t k = 0; k < sizeof x; k++) j->hash = (j->hash ^ byte[k]) * 1099511628211u;
}

static dv_model *shared;  // all threads have sims of it

// A sim of the model, stepped 20 times; all states at its end.
static void step(job *j, const dv_model *m)
{
  dv_sim *s = m ? dv_sim_new(m, NULL, j->message, sizeof j->message) : NULL;
  if (!s) j->bad = 5;
  for (int i = 0; s && i < 20 && !j->bad; i++) j->bad = dv_sim_step(s, 1e-3) ? 6 : 0;
  for (int i = 0; s && i < dv_model_states(m); i++) hash_number(j, dv_sim_get(s, dv_model_state(m, i)));
  if (s && j->bad) snprintf(j->message, sizeof j->message, "%.255s", dv_sim_message(s));
  dv_sim_free(s);
}

static void step_machines(job *j)
{
  char method[40];
  snprintf(method, sizeof method, "solver.method=%s", machines[j->number].method);
  dv_model *own = dv_model_open(machines[j->number].file, NULL, (const char *const[]){method}, 1, j->message, sizeof j->message);
  step(j, own);
  dv_model_free(own);
  if (!j->bad) step(j, shared);
}

static void hash_results(dv_session *s, job *j)
{
  int n = dv_row_count(s);
  double *x = malloc((size_t)n * sizeof *x);
  for (int c = 0; x && c < dv_column_count(s); c++) {
    dv_column_read(s, c, x);
    const unsigned char *byte = (const unsigned char *)x;
    for (size_t k = 0; k < (size_t)n * sizeof *x; k++) j->hash = (j->hash ^ byte[k]) * 1099511628211u;
  }
  free(x);
}

static void *work(void *argument)
{
  static const char *const suffix[] = {"csv", "h5", "mat"};
  job *j = argument;
  char path[80];
  for (int i = 0; i < ROUNDS && !j->bad; i++) {
    dv_session *s = dv_open(machines[j->number].file);
    dv_set(s, "until", "0.02 s");
    dv_set(s, "solver.method", machines[j->number].method);
    j->bad = dv_check(s) ? 1 : dv_simulate(s) ? 2 : dv_row_count(s) < 2 ? 3 : 0;
    hash_results(s, j);
    snprintf(path, sizeof path, "/tmp/davit-sessions-%ld-%d.%s", (long)getpid(), j->number, suffix[i]);
    if (!j->bad && dv_save(s, path)) j->bad = 4;
    remove(path);
    if (j->bad && dv_message_count(s)) snprintf(j->message, sizeof j->message, "%.255s", dv_message(s, 0));
    dv_close(s);
    if (!j->bad) step_machines(j);
  }
  return NULL;
}

static void threads_share_nothing(void **state)
{
  (void)state;
  pthread_t thread[THREADS];
  job together[THREADS], alone[THREADS];
  char why[400];
  shared = dv_model_open("machines/pendulum-on-wagon.yaml", NULL, NULL, 0, why, sizeof why);
  assert_non_null(shared);
  for (int i = 0; i < THREADS; i++) together[i] = alone[i] = (job){.number = i, .hash = 14695981039346656037u};
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, work, &together[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    work(&alone[i]);
    if (together[i].bad) fail_msg("%s: %d, %s", machines[i].file, together[i].bad, together[i].message);
    assert_int_equal(alone[i].bad, 0);
    assert_true(together[i].hash == alone[i].hash);
  }
  dv_model_free(shared);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
