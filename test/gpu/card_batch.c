// card_batch.c: dv_gpu_batch against sims that are stepped alone: the same bits. The card is a stand-in (processor_card.c), which
// the test's environment names; without one the test says that it is skipped.
#include "support.h"

#include "davit/davit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RUNS = 7, MOST = 8 };

typedef struct {
  dv_model *m;
  dv_gpu_batch *b;
  dv_sim *sim[RUNS];
  int in[MOST], out[MOST], nin, nout;
  double value[RUNS * MOST];
} pair;

static dv_model *open_text(const char *text)
{
  char path[600], why[2000] = "";
  snprintf(path, sizeof path, "%s/batch.yaml", FOLDER);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  dv_model *m = dv_model_open(path, NULL, NULL, 0, why, sizeof why);
  if (!m) fail_msg("%s", why);
  return m;
}

static void find(const pair *p, const char *const *name, int *handle, int *n)
{
  for (*n = 0; name[*n]; ++*n) {
    handle[*n] = dv_model_find(p->m, name[*n]);
    if (handle[*n] < 0) fail_msg("no %s", name[*n]);
  }
}

static pair open_pair(dv_model *m, const char *method, double step, const char *const *in, const char *const *out)
{
  pair p = {.m = m};
  char why[2000] = "";
  dv_method by = {.method = method, .step = step};
  assert_non_null(m);
  find(&p, in, p.in, &p.nin), find(&p, out, p.out, &p.nout);
  p.b = dv_gpu_batch_new(m, &by, RUNS, &(dv_exchanged){p.in, p.out, p.nin, p.nout, 0}, why, sizeof why);
  if (!p.b) fail_msg("%s", why);
  for (int k = 0; k < RUNS; k++) assert_non_null(p.sim[k] = dv_sim_new(m, &by, why, sizeof why));
  return p;
}

static void close_pair(pair *p)
{
  for (int k = 0; k < RUNS; k++) dv_sim_free(p->sim[k]);
  dv_gpu_batch_free(p->b);
  dv_model_free(p->m);
}

static void compare(const pair *p, const char *when, double dt, int step)
{
  double there[RUNS * MOST], here[MOST];
  assert_int_equal(dv_gpu_batch_get(p->b, there), DV_OK);
  for (int k = 0; k < RUNS; k++) {
    assert_int_equal(dv_sim_get_many(p->sim[k], p->out, p->nout, here), DV_OK);
    for (int i = 0; i < p->nout; i++)
      if (memcmp(&there[k * p->nout + i], &here[i], sizeof(double)))
        fail_msg("%s, step %d of %g s, run %d, output %d: %.17g on the card, %.17g alone", when, step, dt, k, i,
                 there[k * p->nout + i], here[i]);
  }
}

// Steps of all, with inputs that differ between runs and change now and then.
static void go_on(pair *p, const char *when, double dt, int steps, double (*input)(int run, int i, int step))
{
  for (int s = 0; s < steps; s++) {
    for (int k = 0; k < RUNS; k++)
      for (int i = 0; i < p->nin; i++) p->value[k * p->nin + i] = input(k, i, s);
    assert_int_equal(dv_gpu_batch_set(p->b, p->value), DV_OK);
    if (dv_gpu_batch_step(p->b, dt)) fail_msg("%s", dv_gpu_batch_message(p->b));
    for (int k = 0; k < RUNS; k++) {
      assert_int_equal(dv_sim_set_many(p->sim[k], p->in, p->nin, p->value + k * p->nin), DV_OK);
      assert_int_equal(dv_sim_step(p->sim[k], dt), DV_OK);
    }
    compare(p, when, dt, s);
  }
}

static void reset(pair *p, const char *which)
{
  assert_int_equal(dv_gpu_batch_reset(p->b, which), DV_OK);
  for (int k = 0; k < RUNS; k++)
    if (which[k]) assert_int_equal(dv_sim_reset(p->sim[k]), DV_OK);
  compare(p, "after a reset", 0, 0);
}

static double push(int run, int i, int step) { return (void)i, step / 5 % 2 ? 3.0 + run : -2.0 * run; }

#define BALL                                                                                                                     \
  "bodies: {ball: {mass: 2 kg}}\n"                                                                                               \
  "joints: {fall: {type: prismatic, child: ball, axis: [0, 0, 1], position: 20 cm, friction: {viscous: 0.5 N.s/m}}}\n"           \
  "parts:\n  stop: {kind: force.bumper, axis: fall, lower: 0 m, stiffness: 2e4 N/m, damping: 50 N.s/m}\n"                        \
  "  hand: {kind: force.effort, axis: fall, effort: push}\n"                                                                     \
  "signals:\n  push: {kind: input, value: 0 N, lower: -1 kN, upper: 1 kN}\n  seen: {kind: signal.sensor, in: fall, period: 10 "  \
  "ms, noise: 1 mm}\nuntil: 1 "                                                                                                  \
  "s\n"

// Events, samples with noise, inputs that change; then some runs start again, so that the times differ.
static void by_method(const char *method)
{
  static const char *const in[] = {"push.value", NULL}, *const out[] = {"fall", "fall.rate", "seen", NULL};
  pair p = open_pair(open_text(BALL), method, 1e-3, in, out);
  go_on(&p, method, 4e-3, 70, push);
  assert_true(dv_gpu_batch_pieces(p.b) > RUNS && dv_gpu_batch_pieces(p.b) < 40L * RUNS);  // falls and leaps, not all the time
  reset(&p, (const char[RUNS]){0, 1, 0, 0, 1, 1, 0});
  go_on(&p, method, 4e-3, 30, push);
  reset(&p, (const char[RUNS]){1, 0, 0, 0, 1, 0, 0});
  go_on(&p, method, 10e-3, 10, push);
  close_pair(&p);
}

static void events_samples_inputs(void **state)
{
  (void)state;
  by_method("rk4");
  by_method("rosenbrock");
}

static double none(int run, int i, int step) { return (void)run, (void)i, (void)step, 0; }

// Oil, valves and a controller; nothing goes in, outputs need an evaluation.
static void a_large_machine(void **state)
{
  (void)state;
  static const char *const in[] = {NULL}, *const out[] = {"q2", "q2.rate", "a2.pressure", NULL};
  char why[2000] = "";
  dv_model *m = dv_model_open("machines/titan4.yaml", NULL, NULL, 0, why, sizeof why);
  if (!m) fail_msg("%s", why);
  pair p = open_pair(m, "rk4", 1e-3, in, out);
  go_on(&p, "titan", 5e-3, 8, none);
  close_pair(&p);
}

static void wrong_use(void **state)
{
  (void)state;
  char why[2000] = "";
  dv_model *m = open_text(BALL);
  int fall = dv_model_find(m, "fall"), push_at = dv_model_find(m, "push.value"), bad = 100000;
  dv_method fixed = {.method = "rk4", .step = 1e-3}, cvode = {.method = "cvode"};
  assert_null(dv_gpu_batch_new(m, &cvode, 3, NULL, why, sizeof why));
  assert_non_null(strstr(why, "fixed step"));
  assert_null(dv_gpu_batch_new(m, &fixed, 3, &(dv_exchanged){&fall, NULL, 1, 0, 0}, why, sizeof why));
  assert_non_null(strstr(why, "must be inputs"));
  assert_null(dv_gpu_batch_new(m, &fixed, 3, &(dv_exchanged){NULL, &bad, 0, 1, 0}, why, sizeof why));
  assert_non_null(strstr(why, "no variable"));
  assert_null(dv_gpu_batch_new(m, &fixed, 0, NULL, why, sizeof why));
  dv_gpu_batch *b = dv_gpu_batch_new(m, &fixed, 3, &(dv_exchanged){&push_at, &fall, 1, 1, 0}, why, sizeof why);
  assert_non_null(b);
  assert_int_equal(dv_gpu_batch_step(b, -1), DV_BAD_USE);
  assert_int_equal(dv_gpu_batch_get(b, NULL), DV_BAD_USE);
  assert_int_equal(dv_gpu_batch_apart(b), 0);
  assert_int_equal(dv_gpu_batch_size(b), 3);
  dv_gpu_batch_free(b);
  assert_int_equal(dv_gpu_batch_step(NULL, 1), DV_BAD_USE);
  dv_model_free(m);
}

// Bytes of addresses that the program has.
static rlim_t taken(void)
{
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  assert_non_null(f);
  assert_int_equal(fscanf(f, "%ld", &pages), 1);
  fclose(f);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

// 16 million runs where there is memory for a few: a message, and the program goes on.
static void no_memory(void **state)
{
  (void)state;
  char why[2000] = "";
#ifdef SANITIZED  // their shadow alone is terabytes
  skip();
#endif
  dv_model *m = open_text(BALL);
  struct rlimit before, little;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  little = before;
  little.rlim_cur = taken() + ((rlim_t)100 << 20);
  assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
  dv_gpu_batch *b = dv_gpu_batch_new(m, &(dv_method){.method = "rk4", .step = 1e-3}, 1 << 24, NULL, why, sizeof why);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_null(b);
  assert_string_equal(why, "error: out of memory");
  dv_model_free(m);
}

int main(void)
{
  if (!dv_gpu_cards()) return puts("skipped: there is no card"), 77;
  const struct CMUnitTest tests[] = {cmocka_unit_test(events_samples_inputs), cmocka_unit_test(a_large_machine),
                                     cmocka_unit_test(wrong_use), cmocka_unit_test(no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
