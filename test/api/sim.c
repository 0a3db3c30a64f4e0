// sim.c: machines stepped through davit.h: the bits of runs, states that come back, no allocation on the way.
#include "davit/davit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- allocations are counted

static long taken;
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t align, size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) { return taken++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return taken++, __real_calloc(n, size); }
void *__wrap_aligned_alloc(size_t align, size_t n) { return taken++, __real_aligned_alloc(align, n); }
void *__wrap_realloc(void *p, size_t n) { return taken++, __real_realloc(p, n); }

static dv_model *open_model(const char *path, const char *const *setting, int n)
{
  char why[2000];
  dv_model *m = dv_model_open(path, NULL, setting, n, why, sizeof why);
  if (!m) print_message("%s\n", why);
  assert_non_null(m);
  return m;
}

static dv_sim *open_sim(const dv_model *m, const dv_method *by)
{
  char why[2000];
  dv_sim *s = dv_sim_new(m, by, why, sizeof why);
  if (!s) print_message("%s\n", why);
  assert_non_null(s);
  return s;
}

static void step(dv_sim *s, double dt)
{
  if (dv_sim_step(s, dt)) fail_msg("%s", dv_sim_message(s));
}

// The last row of a run of the same machine, by the older functions.
static double *run_end(const char *path, const char *method, const char *length, const char *until, const dv_model *m)
{
  dv_session *s = dv_open(path);
  dv_set(s, "solver.method", method);
  dv_set(s, "solver.step", length);
  dv_set(s, "until", until);
  dv_record_only(s, "*");
  if (dv_simulate(s)) fail_msg("%s", dv_message(s, 0));
  int n = dv_model_variables(m), rows = dv_row_count(s);
  double *end = calloc((size_t)n, sizeof *end), *column = calloc((size_t)rows, sizeof *column);
  for (int i = 0; i < n; i++) {
    dv_info info;
    assert_int_equal(dv_model_info(m, i, &info), DV_OK);
    int c = dv_column_find(s, info.name);
    end[i] = (double)NAN;
    if (c < 0 || info.is > DV_IS_OUTPUT) continue;
    dv_column_read(s, c, column);
    end[i] = column[rows - 1];
  }
  free(column);
  dv_close(s);
  return end;
}

typedef struct {
  const char *path, *method, *step, *until;
  double dt;
  int n;
} row;

// Every state and output at the end has the bits of the run, whatever the pieces.
static void bits_of_a_run(void **state)
{
  static const row rows[] = {
      {"machines/planar-pendulum.yaml", "rk4",        "1 ms", "0.5 s", 1e-3, 500},
      {"machines/planar-pendulum.yaml", "lie-rk4",    "1 ms", "0.5 s", 0.01, 50 },
      {"test/api/cart.yaml",            "rk4",        "1 ms", "1 s",   0.01, 100},
      {"machines/loader-crane.yaml",    "rosenbrock", "1 ms", "0.2 s", 1e-3, 200},
      {"machines/loader-crane.yaml",    "rosenbrock", "1 ms", "0.2 s", 0.02, 10 },
  };
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const row *w = &rows[k];
    dv_model *m = open_model(w->path, NULL, 0);
    dv_method by = {.method = w->method, .step = 1e-3};
    dv_sim *s = open_sim(m, &by);
    for (int i = 0; i < w->n; i++) step(s, w->dt);
    double *end = run_end(w->path, w->method, w->step, w->until, m);
    int compared = 0;
    for (int i = 0; i < dv_model_variables(m); i++) {
      dv_info info;
      dv_model_info(m, i, &info);
      if (isnan(end[i]) || !strcmp(info.name, "energy.residual")) continue;
      double now = dv_sim_get(s, i);
      if (now != end[i]) fail_msg("%s %s: %s is %.17g, the run has %.17g", w->path, w->method, info.name, now, end[i]);
      compared++;
    }
    assert_true(compared > 3);
    free(end);
    dv_sim_free(s);
    dv_model_free(m);
  }
}

static void nothing_is_taken_while_stepping(void **state)
{
  static const struct {
    const char *path, *method;
    double step;
  } rows[] = {
      {"test/api/cart.yaml",         "rk4",        1e-3},
      {"machines/loader-crane.yaml", "rosenbrock", 1e-3},
      {"machines/loader-crane.yaml", "dopri5",     0   },
      {"machines/loader-crane.yaml", "rosenbrock", -1  },
      {"test/api/cart.yaml",         "dopri5",     0   }
  };
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    dv_model *m = open_model(rows[k].path, NULL, 0);
    dv_method by = {.method = rows[k].method, .step = rows[k].step};
    dv_sim *s = open_sim(m, &by);
    void *kept = malloc(dv_sim_state_bytes(s));
    dv_energy e;
    long before = taken;
    for (int i = 0; i < 100; i++) {
      step(s, 2e-3);
      dv_sim_get(s, i % dv_model_variables(m));
      dv_sim_energy(s, &e);
    }
    dv_sim_state_save(s, kept, dv_sim_state_bytes(s));
    dv_sim_state_load(s, kept, dv_sim_state_bytes(s));
    dv_sim_reset(s);
    if (!dv_sim_warning(s, 0)) assert_int_equal(taken, before);
    free(kept);
    dv_sim_free(s);
    dv_model_free(m);
  }
}

// A swing of w = 2000 rad/s by steps that are too long for it, alone and in the lanes of a batch; damped by h w = 1/4 it is not.
static const char *const swing =
    "gravity: 0\nbodies: {m: {mass: 1 g}}\njoints: {x: {type: prismatic, axis: x, child: m}}\n"
    "signals: {drive: {kind: sine, frequency: 300 Hz}}\n"
    "parts: {k: {kind: force.spring, axis: x, stiffness: 4000 N/m}, f: {kind: force.effort, axis: x, effort: drive}}\n"
    "solver: {method: rosenbrock, step: 1 ms}\n";

static void steps_that_are_too_long(void **state)
{
  (void)state;
  const double h[] = {1e-3, 2e-5};
  FILE *file = fopen("swing.yaml", "w");
  assert_non_null(file);
  fputs(swing, file);
  fclose(file);
  dv_model *m = open_model("swing.yaml", NULL, 0);
  for (int i = 0; i < 2; i++) {
    char why[2000];
    dv_method by = {.method = "rosenbrock", .step = h[i]};
    dv_sim *s = open_sim(m, &by);
    dv_batch *b = dv_batch_new(m, &by, 9, 1, why, sizeof why);
    assert_non_null(b);
    for (int k = 0; k < 3; k++) {
      step(s, 1000 * h[i]);
      dv_batch_step(b, 1000 * h[i]);
    }
    for (int k = -1; k < 9; k++) {
      const dv_sim *one = k < 0 ? s : dv_batch_sim(b, k);
      const char *text = dv_sim_warning(one, 0);
      assert_int_equal(text != NULL, !i);
      if (text) assert_non_null(strstr(text, "the step is too long"));
      assert_null(dv_sim_warning(one, 1));
    }
    dv_batch_free(b);
    dv_sim_free(s);
  }
  dv_model_free(m);
  remove("swing.yaml");
}

// Going on from a saved state, in another sim too, and after a reset: the same bits.
static void states_come_back(void **state)
{
  static const struct {
    const char *path, *method;
    double step;
  } rows[] = {
      {"test/api/cart.yaml",         "rk4",        1e-3},
      {"machines/loader-crane.yaml", "rosenbrock", 1e-3},
      {"machines/loader-crane.yaml", "rosenbrock", -1  },
      {"machines/loader-crane.yaml", "dopri5",     0   }
  };
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    dv_model *m = open_model(rows[k].path, NULL, 0);
    dv_method by = {.method = rows[k].method, .step = rows[k].step};
    dv_sim *s = open_sim(m, &by), *other = open_sim(m, &by);
    int n = dv_model_states(m);
    size_t bytes = dv_sim_state_bytes(s), size = (size_t)n * sizeof(double);
    double *a = malloc(size), *b = malloc(size);
    void *kept = malloc(bytes);
    for (int i = 0; i < 70; i++) step(s, 5e-3);
    assert_int_equal(dv_sim_state_save(s, kept, bytes), DV_OK);
    for (int i = 0; i < 60; i++) step(s, 5e-3);
    dv_sim_get_states(s, a);
    assert_int_equal(dv_sim_state_load(s, kept, bytes), DV_OK);
    assert_int_equal(dv_sim_state_load(other, kept, bytes), DV_OK);
    for (int i = 0; i < 60; i++) step(s, 5e-3), step(other, 5e-3);
    dv_sim_get_states(s, b);
    assert_memory_equal(a, b, size);
    dv_sim_get_states(other, b);
    assert_memory_equal(a, b, size);
    assert_int_equal(dv_sim_reset(s), DV_OK);
    assert_true(dv_sim_time(s) == 0);
    for (int i = 0; i < 130; i++) step(s, 5e-3);
    dv_sim_get_states(s, b);
    assert_memory_equal(a, b, size);
    ((char *)kept)[bytes / 2] ^= 1;
    assert_int_equal(dv_sim_state_load(s, kept, bytes), DV_BAD_USE);
    assert_non_null(strstr(dv_sim_message(s), "damaged"));
    free(a), free(b), free(kept);
    dv_sim_free(s), dv_sim_free(other);
    dv_model_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bits_of_a_run),
      cmocka_unit_test(nothing_is_taken_while_stepping),
      cmocka_unit_test(steps_that_are_too_long),
      cmocka_unit_test(states_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
