// formulation_titan.c: Titan 4 by Jacobians against its sheet: A1-A9 (mass, weight, places), A10, A14, A15.
#include "model.h"

#include "formulation/formulation.h"

enum { JOINTS = 6 };

static random_tree t;
static const double zero[JOINTS], pose[JOINTS] = {0.5, 0.8, -1.2, 0.4, 0.7, -0.3};

typedef struct {
  dv_arena *arena;
  dv_chain *chain;
  double B[JOINTS * JOINTS], dB[JOINTS * JOINTS * JOINTS], g[JOINTS];
} arm;

static arm arm_at(const double *q)
{
  arm a = {.arena = dv_arena_new()};
  memset(&t, 0, sizeof t);
  add_titan(&t, -1, JOINTS);
  t.gravity[2] = -9.81;
  tree_pack(&t);
  a.chain = dv_chain_new(a.arena, &t.tree, t.num);
  dv_chain_place(a.chain, q);
  dv_lagrange_mass(a.chain, a.B);
  dv_lagrange_slopes(a.chain, a.dB);
  dv_lagrange_gravity(a.chain, a.g);
  return a;
}

static double at(const double *B, int row, int column) { return B[(row - 1) * JOINTS + column - 1]; }

static void stretched(void **state)
{
  (void)state;
  static const double diagonal[] = {116.504769, 96.629484, 15.428929, 1.984516, 0.509672, 0.029};
  static const double weight[] = {0, 759.29400, 230.58405, 57.72204, 0, 0};
  arm a = arm_at(zero);
  for (int i = 0; i < JOINTS; i++) assert_near(a.B[7 * i], diagonal[i], 1e-6);
  assert_near(at(a.B, 2, 3), 35.431684, 1e-6);
  assert_near(at(a.B, 2, 4), 9.833772, 1e-6);
  assert_near(at(a.B, 3, 4), 4.826488, 1e-6);
  assert_near(at(a.B, 1, 5), 4.803624, 1e-6);
  assert_near(at(a.B, 1, 2), 0, 1e-6);
  assert_near(at(a.B, 1, 3), 0, 1e-6);
  for (int i = 0; i < JOINTS; i++) assert_near(a.g[i], weight[i], 1e-5);
  dv_arena_free(a.arena);
}

static void lies(const arm *a, double along, const double *want, double within)
{
  const double *R = a->chain->R[5];
  for (int i = 0; i < 3; i++) assert_near(a->chain->p[5].x[i] + along * R[3 * i + 2], want[i], within);
}

static void places(void **state)
{
  (void)state;
  static const double origin[] = {0, 1.695, 0.195}, tip[] = {0, 1.924, 0.195}, centre[] = {0, 1.778, 0.195};
  static const double bent_origin[] = {-0.7190356478, 1.1724069914, 0.6173809740};
  static const double bent_tip[] = {-0.9324725984, 1.2553869172, 0.6173809740};
  arm a = arm_at(zero);
  lies(&a, 0, origin, 1e-9);
  lies(&a, 0.229, tip, 1e-9);
  lies(&a, 0.083, centre, 1e-9);
  dv_arena_free(a.arena);
  a = arm_at(pose);
  lies(&a, 0, bent_origin, 1e-8);
  lies(&a, 0.229, bent_tip, 1e-8);
  dv_arena_free(a.arena);
}

static void bent(void **state)
{
  (void)state;
  static const double diagonal[] = {74.06682372, 72.34313793, 14.05743328, 1.62746436, 0.51045799, 0.029};
  static const double weight[] = {0, 579.0564116, 210.7006422, 51.4841874, 0, 0};
  arm a = arm_at(pose);
  for (int i = 0; i < JOINTS; i++) assert_near(a.B[7 * i], diagonal[i], 1e-6);
  assert_near(at(a.B, 1, 2), 0.73771610, 1e-6);
  assert_near(at(a.B, 1, 3), -0.32570111, 1e-6);
  assert_near(at(a.B, 2, 3), 22.60276310, 1e-6);
  assert_near(at(a.B, 2, 4), 7.07381894, 1e-6);
  assert_near(at(a.B, 3, 4), 3.96221432, 1e-6);
  assert_near(at(a.B, 1, 5), 3.18201024, 1e-6);
  for (int i = 0; i < JOINTS; i++) assert_near(a.g[i], weight[i], 1e-5);
  dv_arena_free(a.arena);
}

// A10: efforts of the (q, p) form, by recursion and by dB/dq, against recursive Newton-Euler; and the document's C is not one.
static void momentum_form_is_newton_euler(void **state)
{
  (void)state;
  uint64_t seed = 4;
  double worst = 0;
  for (int n = 0; n < 50; n++) {
    double q[JOINTS], v[JOINTS], acc[JOINTS], want[JOINTS], p[JOINTS], slope[JOINTS], x[JOINTS], y[JOINTS], Bdot[36], C[36];
    for (int i = 0; i < JOINTS; i++)
      q[i] = tree_uniform(&seed, -2, 2), v[i] = tree_uniform(&seed, -1, 1), acc[i] = tree_uniform(&seed, -1, 1);
    arm a = arm_at(q);
    dv_formulator *f = dv_formulator_new(a.arena, &t.tree, t.num);
    dv_rnea_x1(&t.tree, t.num, f->link, q, v, acc, NULL, want);
    dv_formulations[DV_WAY_momentum]->effort(f, f->own[DV_WAY_momentum], q, v, acc, x);
    for (int i = 0; i < JOINTS; i++) assert_near(x[i], want[i], 1e-8);
    // B a + B' v - slope + g, all by Jacobians
    dv_lagrange_momentum(a.chain, a.B, a.dB, v, p, slope);
    dv_lagrange_mass_rate(JOINTS, a.dB, v, Bdot);
    dv_matrix_times(JOINTS, JOINTS, a.B, acc, x);
    dv_matrix_times(JOINTS, JOINTS, Bdot, v, y);
    for (int i = 0; i < JOINTS; i++) assert_near(x[i] + y[i] - slope[i] + a.g[i], want[i], 1e-8);
    // The document's C gives the slope; z^T (B' - 2 C) z is zero for Christoffel's C only.
    double off[2] = {0, 0};
    for (int own = 0; own < 2; own++) {
      if (own) dv_lagrange_christoffel(a.chain, a.B, a.dB, v, C);
      else dv_lagrange_document(JOINTS, a.dB, v, C);
      dv_matrix_times(JOINTS, JOINTS, C, v, x);
      for (int i = 0; i < JOINTS && !own; i++) assert_near(x[i], slope[i], 1e-10);
      for (int i = 0; i < 36; i++) off[own] += acc[i / JOINTS] * (Bdot[i] - 2 * C[i]) * acc[i % JOINTS];
    }
    assert_near(off[1], 0, 1e-12);
    worst = fmax(worst, fabs(off[0]));
    dv_arena_free(a.arena);
  }
  assert_true(worst > 1);
}

// Eigenvalues of the pencil (K, B), K symmetric, rising: Jacobi rotations on L^-1 K L^-T.
static void pencil(const double *B, const double *K, double *value)
{
  double L[36], A[36], column[JOINTS];
  memcpy(L, B, sizeof L);
  memset(column, 0, sizeof column);
  assert_int_equal(dv_matrix_divide(JOINTS, L, column), 0);  // leaves the factor below the diagonal
  memcpy(A, K, sizeof A);
  for (int side = 0; side < 2; side++) {  // A := L^-1 A, then transposed
    double T[36];
    for (int j = 0; j < JOINTS; j++)
      for (int i = 0; i < JOINTS; i++) {
        double sum = A[i * JOINTS + j];
        for (int k = 0; k < i; k++) sum -= L[i * JOINTS + k] * A[k * JOINTS + j];
        A[i * JOINTS + j] = sum / L[i * JOINTS + i];
      }
    for (int i = 0; i < 36; i++) T[i] = A[i % JOINTS * JOINTS + i / JOINTS];
    memcpy(A, T, sizeof A);
  }
  for (int sweep = 0; sweep < 60; sweep++)
    for (int p = 0; p < JOINTS; p++)
      for (int q = p + 1; q < JOINTS; q++) {
        double theta = 0.5 * atan2(2 * A[p * JOINTS + q], A[p * JOINTS + p] - A[q * JOINTS + q]), c = cos(theta), s = sin(theta);
        for (int k = 0; k < JOINTS; k++) {
          double x = A[p * JOINTS + k], y = A[q * JOINTS + k];
          A[p * JOINTS + k] = c * x + s * y, A[q * JOINTS + k] = c * y - s * x;
        }
        for (int k = 0; k < JOINTS; k++) {
          double x = A[k * JOINTS + p], y = A[k * JOINTS + q];
          A[k * JOINTS + p] = c * x + s * y, A[k * JOINTS + q] = c * y - s * x;
        }
      }
  for (int i = 0; i < JOINTS; i++) value[i] = A[7 * i];
  for (int i = 0; i < JOINTS; i++)
    for (int k = i + 1; k < JOINTS; k++)
      if (value[k] < value[i]) column[0] = value[i], value[i] = value[k], value[k] = column[0];
}

// Lever of the cylinder: J = L L1 sin b / L_c, dJ/dq2 = L L1 cos b / L_c - J^2 / L_c.
static double lever(double q2, double *slope)
{
  const double L = 0.425, L1 = 0.117, b = 1.149 + q2, Lc = sqrt(L * L + L1 * L1 - 2 * L * L1 * cos(b)), J = L * L1 * sin(b) / Lc;
  *slope = (L * L1 * cos(b) - J * J) / Lc;
  return J;
}

static void vibrates(const double *q, const double *omega)
{
  static const double Vp[JOINTS] = {1e-4, 0, 1e-4, 1e-5, 1e-5, 1e-5}, Aup = 9.6e-4, Adown = 7.8e-4, stiff = 1e8 / 1e-3, h = 1e-3;
  static const double weight[] = {0.75, -3.0 / 20, 1.0 / 60};
  double K[36] = {0}, value[JOINTS], turn;
  for (int j = 0; j < JOINTS; j++)
    for (int step = -3; step <= 3; step++) {
      double near[JOINTS];
      if (!step) continue;
      memcpy(near, q, sizeof near);
      near[j] += step * h;
      arm a = arm_at(near);
      for (int i = 0; i < JOINTS; i++) K[i * JOINTS + j] += (step < 0 ? -1 : 1) * weight[abs(step) - 1] / h * a.g[i];
      dv_arena_free(a.arena);
    }
  arm a = arm_at(q);
  double J = lever(q[1], &turn);
  for (int i = 0; i < JOINTS; i++) K[7 * i] += 2 * stiff * Vp[i] * Vp[i];
  K[7] += J * J * (Aup * Aup + Adown * Adown) * stiff - a.g[1] / J * turn;
  pencil(a.B, K, value);
  for (int i = 0; i < JOINTS; i++) assert_near(sqrt(value[i]), omega[i], 1e-4);
  dv_arena_free(a.arena);
}

static void closed_valves(void **state)
{
  (void)state;
  static const double stretched_out[] = {2.69884, 3.75446, 7.21869, 8.84103, 26.26129, 48.21102};
  static const double working[] = {3.07594, 4.19177, 7.32004, 9.68001, 26.26136, 27.00906};
  static const double work_pose[JOINTS] = {0, 0.6, -1, 0.3, 0, 0};
  vibrates(zero, stretched_out);
  vibrates(work_pose, working);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stretched),     cmocka_unit_test(places),
      cmocka_unit_test(bent),          cmocka_unit_test(momentum_form_is_newton_euler),
      cmocka_unit_test(closed_valves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
