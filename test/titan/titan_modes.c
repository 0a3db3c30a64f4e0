// titan_modes.c: natural frequencies on closed valves (A14, A15) and roots of the error dynamics (A23, A24).
#include "titan/titan.h"

#include "solve/linear.h"
#include "engine/skeleton_at.h"

// Every one of the frequencies is among the undamped modes, and there are no others.
static void vibrates(const char *case_name, const double *omega)
{
  titan t = titan_open(case_name, NULL);
  dv_linear l = {0};
  int n = 0;
  assert_int_equal(dv_linearise(t.model, t.s, NULL, 0, NULL, 0, &l, t.m->diags, t.m->arena), 0);
  for (int k = 0; k < l.nmode; k++) {
    if (l.im[k] < 1) continue;
    assert_true(n < JOINTS);
    assert_near(l.im[k], omega[n], 1e-4);
    assert_near(l.re[k], 0, 1e-6);
    n++;
  }
  assert_int_equal(n, JOINTS);
  titan_close(&t);
}

static void closed_valves(void **state)
{
  (void)state;
  static const double stretched[] = {2.69884, 3.75446, 7.21869, 8.84103, 26.26129, 48.21102};
  static const double bent[] = {3.07594, 4.19177, 7.32004, 9.68001, 26.26136, 27.00906};
  vibrates("closed", stretched);
  vibrates("closed-bent", bent);
}

// a := B^-1 a for symmetric positive B, by elimination.
static void divide(const double *B, double *a)
{
  double M[JOINTS * JOINTS];
  memcpy(M, B, sizeof M);
  for (int k = 0; k < JOINTS; k++)
    for (int i = k + 1; i < JOINTS; i++) {
      double f = M[i * JOINTS + k] / M[k * JOINTS + k];
      for (int j = k; j < JOINTS; j++) M[i * JOINTS + j] -= f * M[k * JOINTS + j];
      a[i] -= f * a[k];
    }
  for (int i = JOINTS - 1; i >= 0; i--) {
    for (int j = i + 1; j < JOINTS; j++) a[i] -= M[i * JOINTS + j] * a[j];
    a[i] /= M[i * JOINTS + i];
  }
}

// Largest real part of the roots of B s^3 + D s^2 + Kp s + Ki, with the numbers that the machine's controller has.
static double slowest(const titan *t, const double *q, int damped)
{
  enum { N = 3 * JOINTS };
  static const char *const gain[] = {"control.ki.q", "control.kp.q", "control.damping.q"};
  double A[N * N] = {0}, B[JOINTS * JOINTS], most = -HUGE_VAL;
  const double *num = dv_model_NUMBER(t->model);
  dv_engine_mass_matrix(t->model, q, B, t->work);
  for (int i = 0; i < 2 * JOINTS; i++) A[i * N + i + JOINTS] = 1;
  for (int k = 0; k < JOINTS; k++)
    for (int power = 0; power < (damped ? 3 : 2); power++) {
      char path[64];
      double column[JOINTS] = {0};
      snprintf(path, sizeof path, "%s%d", gain[power], k + 1);
      column[k] = num[titan_variable(t, path)->index];
      divide(B, column);
      for (int i = 0; i < JOINTS; i++) A[(2 * JOINTS + i) * N + power * JOINTS + k] = -column[i];
    }
  dv_linear l = {.n = N, .A = A};
  assert_int_equal(dv_modes(&l, 0, t->m->diags, t->m->arena), 0);
  for (int i = 0; i < N; i++) most = fmax(most, l.re[i]);
  return most;
}

static void error_dynamics(void **state)
{
  (void)state;
  static const double pose[4][JOINTS] = {
      {0 },
      { 0, 0.6, -1,   0.3, 0, 0},
      { 0, 1.3, -0.6, 0.3, 0, 0},
      { 0, 0.6, -2.5, 0.3, 0, 0}
  };
  titan t = titan_open(NULL, NULL);
  for (int i = 0; i < 4; i++) assert_near(slowest(&t, pose[i], 1), -0.4016, 1e-3);
  assert_near(slowest(&t, pose[0], 0), 0.796, 1e-2);
  titan_close(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_valves), cmocka_unit_test(error_dynamics)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
