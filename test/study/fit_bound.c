// fit_bound.c: fits attain the bound of Cramer and Rao: a decaying oscillation, its stiffness and damping from noisy positions.
//
// No unbiased estimate has a covariance below s^2 (J'J)^-1, J from the closed form  x = x0 e^(-dt) (cos wt + d/w sin wt),
// d = b/2m, w^2 = k/m - d^2. Estimates over many draws of noise scatter by that, and so says the fit's own interval.
#include "study/fit.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

enum { ROWS = 60, DRAWS = 150 };
static const double mass = 2, k_true = 8, b_true = 0.6, x0 = 0.1, noise = 1e-3, step = 0.05;

static const char text[] = "parameters: {k: 8 N/m, b: 0.6 N.s/m}\ngravity: 0\nbodies: {m: {mass: 2 kg}}\n"
                           "joints: {x: {type: prismatic, child: m, position: 0.1 m, friction: {viscous: b}}}\n"
                           "parts: {s: {kind: force.spring, axis: x, stiffness: k}}\nuntil: 3 s\n"
                           "solver: {method: rk4, step: 25 ms}\n";

static double position(double k, double b, double t)
{
  double d = b / (2 * mass), w = sqrt(k / mass - d * d);
  return x0 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
}

static double drawn(uint64_t *s) { return ((double)(next_bits(s) >> 11) + 0.5) * 0x1p-53; }

static double normal(uint64_t *s) { return sqrt(-2 * log(drawn(s))) * cos(2 * acos(-1) * drawn(s)); }

// Deviations of k and b that the bound allows.
static void bound(double out[2])
{
  double a = 0, c = 0, e = 0, h = 1e-5;
  for (int i = 0; i < ROWS; i++) {
    double t = step * (i + 1), jk = (position(k_true + h, b_true, t) - position(k_true - h, b_true, t)) / (2 * h);
    double jb = (position(k_true, b_true + h, t) - position(k_true, b_true - h, t)) / (2 * h);
    a += jk * jk, c += jk * jb, e += jb * jb;
  }
  double det = a * e - c * c;
  out[0] = noise * sqrt(e / det), out[1] = noise * sqrt(a / det);
}

static dv_history *draw(dv_arena *a, uint64_t *seed)
{
  dv_history *h = dv_history_new(a, 2);
  h->column[0] = (dv_column){"time", "s"}, h->column[1] = (dv_column){"x", "m"};
  for (int i = 0; i < ROWS; i++) {
    double *row = dv_history_append(h);
    row[0] = step * (i + 1), row[1] = position(k_true, b_true, row[0]) + noise * normal(seed);
  }
  return h;
}

static void fit(const char *file, uint64_t *seed, double value[2], double error[2], int *exact)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_fitted p[] = {
      {.name = "k", .log = -1, .path = "k", .unit = "N/m",   .lower = 1,    .upper = 30, .start = 7  },
      {.name = "b", .log = -1, .path = "b", .unit = "N.s/m", .lower = 0.01, .upper = 5,  .start = 0.5}
  };
  dv_matched match = {.model = "x"};
  dv_fit_column column = {.column = 1, .factor = 1};
  dv_fit_log log = {.name = "drawn", .data = draw(a, seed), .column = &column};
  dv_fit f = {.file = file, .log = &log, .nlog = 1, .nparameter = 2, .parameter = p, .nmatch = 1, .match = &match};
  assert_int_equal(dv_fit_run(&f, d, a), 0);
  for (int i = 0; i < 2; i++) value[i] = p[i].value, error[i] = p[i].error;
  *exact = f.exact;
  dv_arena_free(a);
}

static void attained(void **state)
{
  char file[] = "/tmp/davit-fit-XXXXXX.yaml";
  int fd = mkstemps(file, 5);
  double must[2], sum[2] = {0, 0}, square[2] = {0, 0}, said[2] = {0, 0}, value[2], error[2];
  uint64_t seed = 7;
  (void)state;
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  bound(must);
  for (int n = 0; n < DRAWS; n++) {
    int exact;
    fit(file, &seed, value, error, &exact);
    assert_true(exact);
    for (int i = 0; i < 2; i++) sum[i] += value[i], square[i] += value[i] * value[i], said[i] += error[i] / DRAWS;
  }
  unlink(file);
  double truth[2] = {k_true, b_true};
  for (int i = 0; i < 2; i++) {
    double mean = sum[i] / DRAWS, deviation = sqrt((square[i] - DRAWS * mean * mean) / (DRAWS - 1));
    assert_near(deviation / must[i], 1, 0.1);
    assert_near(said[i] / must[i], 1, 0.1);
    assert_near((mean - truth[i]) / must[i], 0, 3.5 / sqrt(DRAWS));  // no bias that these draws could show
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(attained)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
