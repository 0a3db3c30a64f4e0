// batch_lanes.c: whatever is done to a batch, each of its runs has the bits of a sim alone to which the same was done: inputs,
// parameters, states, resets of single runs, runs stepped on their own, saved states, failures and their words.
#include "support.h"

#include "davit/davit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 11, MOST = 4000 };

typedef struct {
  dv_model *m;
  dv_batch *b;
  dv_sim *s[N];
  int nin, nnumber, nall;
  int in[MOST], number[MOST], all[MOST];  // inputs, parameters that can be set, everything
  uint64_t seed;
} pair;

static double draw(pair *p) { return uniform(&p->seed, 0, 1); }

static int pick(pair *p, int n) { return (int)(draw(p) * n); }

static void open_pair(pair *p, const char *file, const char *name, const dv_method *by, int threads)
{
  char why[2000];
  dv_info q;
  p->m = dv_model_open(file, name, NULL, 0, why, sizeof why);
  if (!p->m) fail_msg("%s", why);
  p->b = dv_batch_new(p->m, by, N, threads, why, sizeof why);
  if (!p->b) fail_msg("%s", why);
  for (int i = 0; i < N; i++) assert_non_null(p->s[i] = dv_sim_new(p->m, by, why, sizeof why));
  for (int i = 0; i < dv_model_variables(p->m) && i < MOST; i++) {
    dv_model_info(p->m, i, &q);
    if (q.is == DV_IS_INPUT) p->in[p->nin++] = i;
    if (q.is == DV_IS_PARAMETER && q.settable && q.start != 0) p->number[p->nnumber++] = i;
    p->all[p->nall++] = i;
  }
}

static void close_pair(pair *p)
{
  dv_batch_free(p->b);
  for (int i = 0; i < N; i++) dv_sim_free(p->s[i]);
  dv_model_free(p->m);
}

static void set_inputs(pair *p)
{
  double value[N * 64];
  int n = p->nin < 64 ? p->nin : 64;
  for (int i = 0; i < N * n; i++) {
    dv_info q;
    dv_model_info(p->m, p->in[i % n], &q);
    double least = isfinite(q.least) ? q.least : -1, most = isfinite(q.most) ? q.most : 1;
    value[i] = least + (most - least) * draw(p);
  }
  dv_batch_set(p->b, p->in, n, value);
  for (int i = 0; i < N; i++) assert_int_equal(dv_sim_set_many(p->s[i], p->in, n, value + i * n), dv_batch_code(p->b, i));
}

static void step(pair *p, double dt)
{
  dv_batch_step(p->b, dt);
  for (int i = 0; i < N; i++) {
    assert_int_equal(dv_sim_step(p->s[i], dt), dv_batch_code(p->b, i));
    assert_string_equal(dv_sim_message(p->s[i]), dv_sim_message(dv_batch_sim(p->b, i)));
  }
}

static void reset_some(pair *p)
{
  char which[N];
  for (int i = 0; i < N; i++) which[i] = draw(p) < 0.3;
  dv_batch_reset(p->b, which);
  for (int i = 0; i < N; i++)
    if (which[i]) assert_int_equal(dv_sim_reset(p->s[i]), dv_batch_code(p->b, i));
}

static void change_one(pair *p)
{
  int i = pick(p, N);
  if (!p->nnumber) return;
  int handle = p->number[pick(p, p->nnumber)];
  dv_info q;
  dv_model_info(p->m, handle, &q);
  double value = q.start * (1 + 0.02 * draw(p));
  assert_int_equal(dv_sim_set(dv_batch_sim(p->b, i), handle, value), dv_sim_set(p->s[i], handle, value));
}

static void move_one(pair *p)
{
  int i = pick(p, N), handle = dv_model_state(p->m, pick(p, dv_model_states(p->m)));
  double here = dv_sim_get(p->s[i], handle), value = here * (1 + 1e-3 * draw(p));
  assert_true(dv_sim_get(dv_batch_sim(p->b, i), handle) == here);  // a look changes the books: both take one
  assert_int_equal(dv_sim_set(dv_batch_sim(p->b, i), handle, value), dv_sim_set(p->s[i], handle, value));
}

// A run that cannot go on after some steps, too fast for what a double can carry: its neighbours go on.
static void ruin_one(pair *p, int rate)
{
  int i = pick(p, N);
  assert_int_equal(dv_sim_set(dv_batch_sim(p->b, i), rate, 1.5e306), DV_OK);
  assert_int_equal(dv_sim_set(p->s[i], rate, 1.5e306), DV_OK);
  step(p, 1e-3);
  assert_int_equal(dv_batch_code(p->b, i), DV_OK);
  for (int k = 0; k < 40; k++) step(p, 1e-3);
  assert_int_equal(dv_batch_code(p->b, i), DV_RUN_FAILED);
  assert_non_null(strstr(dv_batch_message(p->b), "finite"));
}

static void copy_one(pair *p)
{
  int from = pick(p, N), to = pick(p, N);
  size_t n = dv_sim_state_bytes(p->s[from]);
  void *state = malloc(n);
  assert_int_equal(dv_sim_state_save(dv_batch_sim(p->b, from), state, n), DV_OK);
  assert_int_equal(dv_sim_state_load(dv_batch_sim(p->b, to), state, n), DV_OK);
  assert_int_equal(dv_sim_state_save(p->s[from], state, n), DV_OK);
  assert_int_equal(dv_sim_state_load(p->s[to], state, n), DV_OK);
  free(state);
}

static void go_alone(pair *p)
{
  int i = pick(p, N);
  assert_int_equal(dv_sim_step(dv_batch_sim(p->b, i), 1e-3), dv_sim_step(p->s[i], 1e-3));
}

static void compare(pair *p)
{
  static double got[N * MOST], one[MOST];
  size_t n = (size_t)p->nall;
  dv_batch_get(p->b, p->all, p->nall, got);
  for (int i = 0; i < N; i++) {
    dv_sim_get_many(p->s[i], p->all, p->nall, one);
    for (int k = 0; k < p->nall; k++) {
      dv_info q;
      dv_model_info(p->m, k, &q);
      if (memcmp(&got[(size_t)i * n + (size_t)k], &one[k], sizeof(double)))
        fail_msg("run %d, t = %.17g: %s is %.17g, alone %.17g", i, dv_sim_time(p->s[i]), q.name, got[(size_t)i * n + (size_t)k],
                 one[k]);
    }
  }
}

static void compare_whole(pair *p)
{
  size_t n = dv_sim_state_bytes(p->s[0]);
  char *a = malloc(n), *b = malloc(n);
  for (int i = 0; i < N; i++) {
    dv_counts c = dv_sim_counts(p->s[i]), d = dv_sim_counts(dv_batch_sim(p->b, i));
    assert_int_equal(dv_sim_state_save(p->s[i], a, n), DV_OK);
    assert_int_equal(dv_sim_state_save(dv_batch_sim(p->b, i), b, n), DV_OK);
    assert_memory_equal(a, b, n);
    assert_true(c.steps == d.steps && c.events == d.events);
  }
  free(a), free(b);
}

static void torture(const char *file, const char *name, const dv_method *by, int rounds, uint64_t seed)
{
  static pair p;
  memset(&p, 0, sizeof p);
  p.seed = seed;
  open_pair(&p, file, name, by, 1 + (int)(seed % 3));
  for (int k = 0; k < rounds; k++) {
    double what = draw(&p);
    if (what < 0.3) set_inputs(&p);
    else if (what < 0.4) reset_some(&p);
    else if (what < 0.5) change_one(&p);
    else if (what < 0.55) move_one(&p);
    else if (what < 0.6) go_alone(&p);
    else if (what < 0.65) copy_one(&p);
    else if (what < 0.8) compare(&p);
    for (int i = pick(&p, 20); i >= 0; i--) step(&p, draw(&p) < 0.2 ? 4e-3 : 1e-3);
  }
  if (dv_model_find(p.m, "lever.value") >= 0) ruin_one(&p, dv_model_find(p.m, "x.rate"));
  compare(&p);
  compare_whole(&p);
  close_pair(&p);
}

static void cart(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 2; seed++) torture("test/api/cart.yaml", NULL, NULL, 50, seed);
  torture("test/api/cart.yaml", NULL, &(dv_method){.method = "dopri5", .step = 1e-3}, 20, 5);
  torture("test/api/cart.yaml", NULL, &(dv_method){.method = "rosenbrock", .step = 1e-3}, 30, 6);
}

static void machines(void **state)
{
  const dv_method rk4 = {.method = "rk4", .step = 1e-3}, lie = {.method = "lie-rk4", .step = 1e-3};
  const dv_method implicit = {.method = "rosenbrock", .step = 1e-3};
  (void)state;
  torture("machines/titan4.yaml", NULL, &rk4, 4, 7);
  torture("machines/rov-manipulator.yaml", "drive", &lie, 3, 8);            // a floating base, inputs
  torture("machines/knuckle-boom-crane-cylinders.yaml", NULL, &rk4, 3, 9);  // closed loops
  torture("machines/titan4.yaml", NULL, &implicit, 4, 10);
  torture("machines/rov-manipulator.yaml", "drive", &implicit, 2, 11);
  torture("machines/knuckle-boom-crane-cylinders.yaml", NULL, &implicit, 3, 12);
}

// The last run goes one lane down, as the first is ahead, gets another parameter there, and comes back to where it was: what it
// left there is old.
static void lane_is_old(void **state)
{
  static const char *const method[] = {"rk4", "rosenbrock"};
  (void)state;
  for (int k = 0; k < 2; k++) {
    static pair p;
    memset(&p, 0, sizeof p);
    open_pair(&p, "test/api/cart.yaml", NULL, &(dv_method){.method = method[k], .step = 1e-3}, 1);
    int handle = dv_model_find(p.m, "spring.stiffness");
    step(&p, 1e-3);
    assert_int_equal(dv_sim_step(dv_batch_sim(p.b, 0), 1e-3) | dv_sim_step(p.s[0], 1e-3), DV_OK);
    assert_int_equal(dv_sim_set(dv_batch_sim(p.b, N - 1), handle, 500) | dv_sim_set(p.s[N - 1], handle, 500), DV_OK);
    step(&p, 1e-3);
    for (int i = 1; i < N; i++) assert_int_equal(dv_sim_step(dv_batch_sim(p.b, i), 1e-3) | dv_sim_step(p.s[i], 1e-3), DV_OK);
    for (int i = 0; i < 3; i++) step(&p, 1e-3);
    compare(&p);
    compare_whole(&p);
    close_pair(&p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(cart), cmocka_unit_test(lane_is_old), cmocka_unit_test(machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
