// elastic.c: elastic bodies in random trees: forward = mass matrix + inverse, momentum form, power, momentum of the whole,
// sites against differences of their poses, the elastic body against rigid ones in the same places.
#include "elastic.h"

static void forward_is_mass_matrix_and_inverse(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    const int n = t.tree.nv;
    const double *push = i % 3 ? fext : NULL;
    double bias[NV], sum[NV];
    dv_aba_x1(&t.tree, t.num, w, q, v, tau, push, a);
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, push, effort);
    close_arrays(n, effort, tau, 1e-9, "inverse of the forward dynamics", i);
    dv_crba_x1(&t.tree, t.num, w, q, mass);
    dv_rnea_x1(&t.tree, t.num, w, q, v, zero, push, bias);
    for (int r = 0; r < n; r++) {
      sum[r] = bias[r];
      for (int c = 0; c < n; c++) sum[r] += mass[n * r + c] * a[c];
    }
    close_arrays(n, sum, effort, 1e-10, "mass matrix and bias", i);
  }
}

static void mass_matrix_is_unit_efforts(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    memset(t.num, 0, 3 * sizeof(double));
    const int n = t.tree.nv;
    dv_crba_x1(&t.tree, t.num, w, q, mass);
    for (int c = 0; c < n; c++) {
      double unit[NV] = {0}, column[NV];
      unit[c] = 1;
      dv_rnea_x1(&t.tree, t.num, w, q, zero, unit, NULL, effort);
      for (int r = 0; r < n; r++) column[r] = mass[n * r + c];
      close_arrays(n, effort, column, 1e-12, "column of the mass matrix", i);
    }
  }
}

static void driven_is_free_with_its_effort(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 | TREE_DRIVEN);
    double given[NV], again[NV];
    dv_aba_x1(&t.tree, t.num, w, q, v, tau, fext, a);
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, fext, given);
    close_arrays(t.tree.nv, tau, given, 1e-9, "efforts of drives", i);
    for (int k = 0; k < t.tree.nlink; k++) t.link[k].drive = DV_FREE;
    dv_aba_x1(&t.tree, t.num, w, q, v, given, fext, again);
    close_arrays(t.tree.nv, again, a, 1e-8, "accelerations with the drives' efforts", i);
  }
}

static void at_is_the_same(void **state)
{
  (void)state;
  for (int i = 0; i < 60; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    double again[NV];
    dv_aba_x1(&t.tree, t.num, w, q, v, tau, fext, a);
    dv_velocity_x1(&t.tree, t.num, w, q, v);
    dv_aba_at_x1(&t.tree, t.num, w, tau, fext, again);
    assert_memory_equal(a, again, sizeof(double) * (size_t)t.tree.nv);
  }
}

// The state a time h later along v and a, to second order.
static void later(double h, double *q1, double *v1)
{
  double middle[NV];
  for (int i = 0; i < t.tree.nv; i++) {
    middle[i] = v[i] + 0.5 * h * a[i];
    v1[i] = v[i] + h * a[i];
  }
  dv_coordinate_add_x1(&t.tree, q, h, middle, q1);
}

// p' = slope - g + tau, where p' is a difference; d(T + U)/dt = tau . v; momentum of the whole changes by its weight.
static void momentum_and_power(void **state)
{
  const double h = 1e-5;
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 & ~TREE_DRIVEN & ~TREE_FULL);
    const int n = t.tree.nv;
    double p[2][NV], slope[NV], g[NV], T[2], U[2], q1[2 * NV], v1[NV], power = 0, rate[NV], sum[NV];
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, NULL, effort);
    for (int s = 0; s < 2; s++) {
      later(s ? h : -h, q1, v1);
      dv_hamilton_x1(&t.tree, t.num, w, q1, v1, p[s], slope);
      dv_pose_x1(&t.tree, t.num, w);
      dv_energy_x1(&t.tree, t.num, w, &T[s], &U[s]);
    }
    dv_rnea_x1(&t.tree, t.num, w, q, zero, zero, NULL, g);
    dv_hamilton_x1(&t.tree, t.num, w, q, v, sum, slope);
    for (int k = 0; k < n; k++) {
      rate[k] = (p[1][k] - p[0][k]) / (2 * h);
      sum[k] = slope[k] - g[k] + effort[k];
      power += effort[k] * v[k];
    }
    close_arrays(n, rate, sum, 1e-7, "rate of momentum", i);
    double change = (T[1] + U[1] - T[0] - U[0]) / (2 * h);
    close_arrays(1, &change, &power, 1e-7, "power", i);
  }
}

// p = B v, T = v . p / 2.
static void momentum_is_mass_times_rates(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    const int n = t.tree.nv;
    double p[NV], slope[NV], sum[NV] = {0}, T, U, twice = 0;
    dv_crba_x1(&t.tree, t.num, w, q, mass);
    dv_hamilton_x1(&t.tree, t.num, w, q, v, p, slope);
    dv_pose_x1(&t.tree, t.num, w);
    dv_energy_x1(&t.tree, t.num, w, &T, &U);
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++) sum[r] += mass[n * r + c] * v[c];
    close_arrays(n, p, sum, 1e-12, "momentum", i);
    for (int r = 0; r < n; r++) twice += p[r] * v[r];
    twice *= 0.5;
    close_arrays(1, &T, &twice, 1e-12, "kinetic energy", i);
  }
}

// Twist, Jacobian and accelerations of every link against differences of its pose.
static void motion_is_a_difference(void **state)
{
  const double h = 1e-5;
  (void)state;
  for (int i = 0; i < 60; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    double q1[2 * NV], v1[NV], p[2][3 * LINKS], u[2][6 * LINKS], J[6 * NV], jv[6], x[3], point[3] = {0};
    for (int s = 0; s < 2; s++) {
      later(s ? h : -h, q1, v1);
      dv_velocity_x1(&t.tree, t.num, w, q1, v1);
      dv_pose_x1(&t.tree, t.num, w);
      for (int k = 0; k < t.tree.nlink; k++) {
        memcpy(p[s] + 3 * k, w[k].p_WB.x, sizeof x);
        turn_to_world(&w[k], w[k].w.x, u[s] + 6 * k);
        turn_to_world(&w[k], w[k].v.x, u[s] + 6 * k + 3);
      }
    }
    dv_velocity_x1(&t.tree, t.num, w, q, v);
    dv_pose_x1(&t.tree, t.num, w);
    for (int k = 0; k < t.tree.nlink; k++) {
      double difference[3], acc[6];
      turn_to_world(&w[k], w[k].v.x, x);
      for (int j = 0; j < 3; j++) difference[j] = (p[1][3 * k + j] - p[0][3 * k + j]) / (2 * h);
      close_arrays(3, x, difference, 1e-8, "velocity", i);
      dv_jacobian_x1(&t.tree, t.num, w, k, point, J);
      dv_jdotv_x1(&t.tree, t.num, w, k, point, jv);
      for (int j = 0; j < 6; j++) {
        acc[j] = (u[1][6 * k + j] - u[0][6 * k + j]) / (2 * h);
        for (int c = 0; c < t.tree.nv; c++) jv[j] += J[t.tree.nv * j + c] * a[c];
      }
      close_arrays(6, jv, acc, 1e-7, "acceleration", i);
    }
  }
}

// Reactions after the forward dynamics are those of the inverse; the root's carry the change of the whole momentum.
static void reactions(void **state)
{
  (void)state;
  for (int i = 0; i < 60; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    double first[6 * LINKS];
    dv_velocity_x1(&t.tree, t.num, w, q, v);
    dv_aba_at_x1(&t.tree, t.num, w, tau, fext, a);
    dv_reaction_x1(&t.tree, t.num, w, fext);
    for (int k = 0; k < t.tree.nlink; k++) {
      memcpy(first + 6 * k, w[k].n.x, 3 * sizeof(double));
      memcpy(first + 6 * k + 3, w[k].f.x, 3 * sizeof(double));
    }
    dv_rnea_x1(&t.tree, t.num, w, q, v, a, fext, effort);
    for (int k = 0; k < t.tree.nlink; k++) {
      close_arrays(3, first + 6 * k, w[k].n.x, 1e-9, "moment", i);
      close_arrays(3, first + 6 * k + 3, w[k].f.x, 1e-9, "force", i);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forward_is_mass_matrix_and_inverse),
      cmocka_unit_test(mass_matrix_is_unit_efforts),
      cmocka_unit_test(driven_is_free_with_its_effort),
      cmocka_unit_test(at_is_the_same),
      cmocka_unit_test(momentum_and_power),
      cmocka_unit_test(momentum_is_mass_times_rates),
      cmocka_unit_test(motion_is_a_difference),
      cmocka_unit_test(reactions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
