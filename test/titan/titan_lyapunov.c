// titan_lyapunov.c: the controller's Lyapunov function falls as its proof says, on the plant of the proof (A25).
//
//   V = 1/2 e2^T B e2 + 1/2 e1^T Kp e1 + 1/2 e3^T e3   =>   V' = -e2^T Kd e2 - e3^T K3 e3
//
// with Christoffel's C, friction compensated, Ki = 0 and the rate of the lever. V' holds the machine's own rates; those of B and
// of the wanted pressures along them are taken by differences, so that the controller's own derivative is not asked.
#include "titan/titan.h"
#include "engine/skeleton_at.h"

static const char *const settings[] = {
    "parts.control.coriolis=christoffel",
    "parts.control.friction=compensated",
    "parts.control.lever=turning",
    "parts.control.ki=0",
    "parts.control.kd=[2000, 2000, 2000, 200, 200, 200]",
    "parts.control.k3=7",
    "dp0=0.001 Pa",
    NULL,
};

static double list(const titan *t, const char *name, int k)
{
  return dv_model_NUMBER(t->model)[titan_variable(t, name)->index + k];
}

static double *state_of(const titan *t, double *x, const char *name, int k, const char *suffix)
{
  char path[32];
  snprintf(path, sizeof path, "%s%d%s", name, k, suffix);
  return &x[titan_variable(t, path)->index];
}

// A random state near its goal; 1: the supply can do what is asked. Pressures within 0.01 Pa of the wanted ones.
static int scatter(const titan *t, uint64_t *seed, double *x)
{
  int within = 1;
  for (int i = 0; i < t->model->nx; i++) x[i] = around_zero(seed, 0.4);  // within the end stops
  for (int k = 1; k <= JOINTS; k++) {
    double size = k < 4 ? 0.5 : 0.2;
    *state_of(t, x, "goal", k, ".y") = *state_of(t, x, "q", k, "") + around_zero(seed, 1e-2);
    *state_of(t, x, "goal", k, ".v") = *state_of(t, x, "q", k, ".rate") + around_zero(seed, size);
    *state_of(t, x, "ref", k, ".y") = *state_of(t, x, "goal", k, ".y") + around_zero(seed, 1e-3);
    *state_of(t, x, "a", k, ".pressure") = 0;
  }
  titan_rates(t, x);
  for (int k = 1; k <= JOINTS; k++) {
    double wanted = titan_value(t, x, t->work, "control.wanted.q", k, "");
    *state_of(t, x, "a", k, ".pressure") = wanted + around_zero(seed, 0.01);
    within &= fabs(wanted) < 0.95 * 187e5;
  }
  return within;
}

// Wanted pressures and mass matrix at x.
static void look(const titan *t, const double *x, double *wanted, double *B)
{
  titan_rates(t, x);
  for (int k = 0; k < JOINTS; k++) wanted[k] = titan_value(t, x, t->work, "control.wanted.q", k + 1, "");
  dv_engine_mass_matrix(t->model, x, B, t->work);
}

// Their rates along dx, by differences of order 8.
static void look_along(const titan *t, const double *x, const double *dx, double *at, double *wanted_rate, double *B_rate)
{
  static const double weight[] = {0.8, -0.2, 4.0 / 105, -1.0 / 280}, h = 0.01;
  memset(wanted_rate, 0, JOINTS * sizeof(double));
  memset(B_rate, 0, JOINTS * JOINTS * sizeof(double));
  for (int k = -4; k <= 4; k++) {
    double wanted[JOINTS], B[JOINTS * JOINTS], f = (k < 0 ? -1 : 1) / h;
    if (!k) continue;
    for (int i = 0; i < t->model->nx; i++) at[i] = x[i] + k * h * dx[i];
    look(t, at, wanted, B);
    for (int i = 0; i < JOINTS; i++) wanted_rate[i] += f * weight[(k < 0 ? -k : k) - 1] * wanted[i];
    for (int i = 0; i < JOINTS * JOINTS; i++) B_rate[i] += f * weight[(k < 0 ? -k : k) - 1] * B[i];
  }
}

static void check_at(const titan *t, double *x, double *dx, double *at)
{
  double wanted[JOINTS], B[JOINTS * JOINTS], wanted_rate[JOINTS], B_rate[JOINTS * JOINTS], e2[JOINTS], e2_rate[JOINTS], is = 0,
                                                                                                                        want = 0;
  look(t, x, wanted, B);
  titan_rates(t, x);
  memcpy(dx, t->dx, (size_t)t->model->nx * sizeof *dx);
  look_along(t, x, dx, at, wanted_rate, B_rate);
  for (int i = 0; i < JOINTS; i++) {
    int k = i + 1;
    double e1 = *state_of(t, x, "q", k, "") - *state_of(t, x, "goal", k, ".y"),
           e3 = *state_of(t, x, "a", k, ".pressure") - wanted[i];
    e2[i] = *state_of(t, x, "q", k, ".rate") - *state_of(t, x, "goal", k, ".v");
    e2_rate[i] = *state_of(t, dx, "q", k, ".rate") - *state_of(t, dx, "goal", k, ".v");
    is += list(t, "control.kp.q1", i) * e1 * e2[i] + e3 * (*state_of(t, dx, "a", k, ".pressure") - wanted_rate[i]);
    want -= list(t, "control.kd.q1", i) * e2[i] * e2[i] + list(t, "control.k3.q1", i) * e3 * e3;
  }
  for (int i = 0; i < JOINTS; i++)
    for (int j = 0; j < JOINTS; j++) is += e2[i] * (B[i * JOINTS + j] * e2_rate[j] + 0.5 * B_rate[i * JOINTS + j] * e2[j]);
  assert_near(is, want, 1e-9 * fabs(want));
}

static void falls_as_proved(void **state)
{
  (void)state;
  titan t = titan_open("control-plant", settings);
  size_t n = (size_t)t.model->nx;
  double *x = DV_TAKE(t.m->arena, double, n), *dx = DV_TAKE(t.m->arena, double, n), *at = DV_TAKE(t.m->arena, double, n);
  uint64_t seed = 3;
  for (int done = 0; done < 20;) {
    if (!scatter(&t, &seed, x)) continue;
    check_at(&t, x, dx, at);
    done++;
  }
  titan_close(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(falls_as_proved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
