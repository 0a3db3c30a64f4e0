// formulation_quasi.c: quasi-velocities on the nine-freedom vehicle with arm of sheet rov-manipulator (no water).
//
// The machine is built twice: with coordinates (position, Euler angles, joints) of one-freedom links, and with a free joint
// whose rates are (v, w, joints) in body axes. The general equations turn the first into the second.
#include "model.h"

#include "quasi.h"

enum { DOF = 9 };

static random_tree euler, body;
static const double vehicle_inertia[3] = {2043, 3576, 3693}, foot[3] = {1.4, 0.4, 0.3};

static void add_arm(random_tree *t)
{
  static const double degrees[2] = {180, 90};
  int first = t->n;
  add_titan(t, first - 1, 3);
  turned(t->body[first].R, "yz", degrees);
  memcpy(t->body[first].p, foot, sizeof foot);
  tree_pack(t);
}

// Chain x y z, then psi theta phi; rates are in that order.
static void build(void)
{
  static const char *const chain[6] = {"prismatic_x", "prismatic_y", "prismatic_z", "revolute_z", "revolute_y", "revolute_x"};
  memset(&euler, 0, sizeof euler);
  memset(&body, 0, sizeof body);
  for (int i = 0; i < 6; i++) add_link(&euler, i - 1, chain[i], NULL, i == 5 ? 4000 : 0, NULL, i == 5 ? vehicle_inertia : NULL);
  add_link(&body, -1, "free", NULL, 4000, NULL, vehicle_inertia);
  euler.gravity[2] = body.gravity[2] = 9.81;
  add_arm(&euler);
  add_arm(&body);
}

// Place of coordinate i of q = (r, phi theta psi, q_e) in the chain.
static int place(int i) { return i >= 3 && i < 6 ? 8 - i : i; }

typedef struct {
  dv_arena *arena;
  double q[DOF], omega[DOF], tau[DOF];  // q = (r, Theta, q_e)
  double B[81], dB[729], g[DOF];        // in q
  double alpha[81], dalpha[729];
  dv_quasi *s;
} setting;

static void lagrange(setting *k)
{
  double at[DOF], B[81], dB[729], g[DOF];
  dv_chain *c = dv_chain_new(k->arena, &euler.tree, euler.num);
  for (int i = 0; i < DOF; i++) at[place(i)] = k->q[i];
  dv_chain_place(c, at);
  dv_lagrange_mass(c, B);
  dv_lagrange_slopes(c, dB);
  dv_lagrange_gravity(c, g);
  for (int i = 0; i < DOF; i++) {
    k->g[i] = g[place(i)];
    for (int j = 0; j < DOF; j++) {
      k->B[i * DOF + j] = B[place(i) * DOF + place(j)];
      for (int m = 0; m < DOF; m++) k->dB[m * 81 + i * DOF + j] = dB[place(m) * 81 + place(i) * DOF + place(j)];
    }
  }
}

// k->s points into k.
static void make(setting *k, uint64_t seed)
{
  k->arena = dv_arena_new();
  for (int i = 0; i < DOF; i++) {
    k->q[i] = tree_uniform(&seed, -1.2, 1.2);
    k->omega[i] = tree_uniform(&seed, -1, 1);
    k->tau[i] = tree_uniform(&seed, -100, 100);
  }
  lagrange(k);
  dv_quasi_euler(DOF, k->q + 3, k->alpha, k->dalpha);
  k->s = dv_quasi_new(k->arena, DOF, k->alpha, k->dalpha, k->B, k->dB, k->g);
  assert_non_null(k->s);
}

// Coordinates of the free joint: position and quaternion of Rz(psi) Ry(theta) Rx(phi).
static void with_quaternion(const double *q, double *x)
{
  double c[3], s[3];
  for (int i = 0; i < 3; i++) c[i] = cos(q[3 + i] / 2), s[i] = sin(q[3 + i] / 2);
  memcpy(x, q, 3 * sizeof *x);
  x[3] = c[2] * c[1] * c[0] + s[2] * s[1] * s[0];
  x[4] = c[2] * c[1] * s[0] - s[2] * s[1] * c[0];
  x[5] = c[2] * s[1] * c[0] + s[2] * c[1] * s[0];
  x[6] = s[2] * c[1] * c[0] - c[2] * s[1] * s[0];
  memcpy(x + 7, q + 6, 3 * sizeof *x);
}

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// The general gamma with Euler's alpha gives the closed form, whatever p.
static void gamma_is_the_closed_form(void **state)
{
  (void)state;
  build();
  for (uint64_t seed = 0; seed < 50; seed++) {
    setting k;
    make(&k, seed);
    double p[DOF], gamma[81], x[DOF], general[DOF], closed[DOF];
    dv_quasi_momentum(k.s, k.omega, p);
    dv_quasi_gamma(k.arena, k.s, k.omega, gamma);
    dv_matrix_times(DOF, DOF, gamma, p, x);
    dv_matrix_turned_times(DOF, DOF, k.s->beta, x, general);
    dv_quasi_base(DOF, k.omega, p, closed);
    double size = largest(closed, DOF);
    for (int i = 0; i < DOF; i++) assert_near(general[i] / size, closed[i] / size, 1e-12);
    dv_arena_free(k.arena);
  }
}

// omega' of the quasi-velocity equations is d/dt (alpha^T q') of Lagrange's B q'' + C q' + g = tau.
static void quasi_velocities_are_lagrange(void **state)
{
  (void)state;
  build();
  for (uint64_t seed = 0; seed < 50; seed++) {
    setting k;
    make(&k, seed);
    double qdot[DOF], qdd[DOF], want[DOF], x[DOF], Bdot[81], ours[DOF];
    dv_matrix_times(DOF, DOF, k.s->beta, k.omega, qdot);
    dv_lagrange_mass_rate(DOF, k.dB, qdot, Bdot);
    dv_matrix_times(DOF, DOF, Bdot, qdot, x);
    for (int i = 0; i < DOF; i++) {
      double slope = 0;
      for (int j = 0; j < 81; j++) slope += 0.5 * qdot[j / DOF] * k.dB[i * 81 + j] * qdot[j % DOF];
      qdd[i] = k.tau[i] - x[i] + slope - k.g[i];
    }
    memcpy(Bdot, k.B, sizeof Bdot);
    assert_int_equal(dv_matrix_divide(DOF, Bdot, qdd), 0);
    dv_matrix_turned_times(DOF, DOF, k.alpha, qdd, want);
    for (int m = 0; m < DOF; m++) {
      dv_matrix_turned_times(DOF, DOF, k.dalpha + 81 * m, qdot, x);
      for (int i = 0; i < DOF; i++) want[i] += qdot[m] * x[i];
    }
    assert_int_equal(dv_quasi_acceleration(k.arena, k.s, k.omega, k.tau, ours), 0);
    double size = largest(want, DOF);
    for (int i = 0; i < DOF; i++) assert_near(ours[i] / size, want[i] / size, 1e-10);
    dv_arena_free(k.arena);
  }
}

// The free joint's own momentum equation, by Jacobians and by recursion, is the general one.
static void free_joint_has_these_quasi_velocities(void **state)
{
  (void)state;
  static _Alignas(64) dv_link_work w[TREE_LINKS];
  build();
  for (uint64_t seed = 0; seed < 50; seed++) {
    setting k;
    make(&k, seed);
    double x[10], B[81], dB[729], g[DOF], p[DOF], slope[DOF], q[DOF], r[DOF], want_p[DOF], rate[DOF], zero[DOF] = {0};
    with_quaternion(k.q, x);
    dv_chain *c = dv_chain_new(k.arena, &body.tree, body.num);
    dv_chain_place(c, x);
    dv_lagrange_mass(c, B);
    dv_lagrange_slopes(c, dB);
    dv_lagrange_gravity(c, g);
    dv_lagrange_momentum(c, B, dB, k.omega, p, slope);
    dv_quasi_momentum(k.s, k.omega, want_p);
    dv_quasi_rate(k.arena, k.s, k.omega, zero, rate);
    dv_hamilton_x1(&body.tree, body.num, w, x, k.omega, q, r);
    double size = largest(want_p, DOF), most = largest(rate, DOF);
    for (int i = 0; i < DOF; i++) {
      assert_near(p[i] / size, want_p[i] / size, 1e-12);
      assert_near(q[i] / size, want_p[i] / size, 1e-12);
      assert_near((slope[i] - g[i]) / most, rate[i] / most, 1e-12);
      assert_near((r[i] - g[i]) / most, rate[i] / most, 1e-12);
    }
    dv_arena_free(k.arena);
  }
}

// A user's own choice: omega = any positive mixture of the rates that hangs on q; energy's rate is the efforts' power.
static void any_alpha_keeps_the_power(void **state)
{
  (void)state;
  build();
  for (uint64_t seed = 0; seed < 20; seed++) {
    setting k;
    make(&k, seed);
    double alpha[81] = {0}, dalpha[729] = {0}, qdot[DOF], acc[DOF], p[DOF], power = 0, rate = 0, Bdot[81], x[DOF];
    for (int i = 0; i < DOF; i++) {
      alpha[10 * i] = 1;
      for (int j = 0; j < DOF; j++) {
        int m = (i + 2 * j) % DOF;
        alpha[i * DOF + j] += 0.08 * sin(k.q[m] + i - j);
        dalpha[m * 81 + i * DOF + j] += 0.08 * cos(k.q[m] + i - j);
      }
    }
    dv_quasi *s = dv_quasi_new(k.arena, DOF, alpha, dalpha, k.B, k.dB, k.g);
    assert_non_null(s);
    dv_matrix_times(DOF, DOF, s->beta, k.omega, qdot);
    dv_quasi_momentum(s, k.omega, p);
    assert_int_equal(dv_quasi_acceleration(k.arena, s, k.omega, k.tau, acc), 0);
    dv_lagrange_mass_rate(DOF, s->dBbar, qdot, Bdot);
    dv_matrix_times(DOF, DOF, Bdot, k.omega, x);
    for (int i = 0; i < DOF; i++) {
      rate += p[i] * acc[i] + 0.5 * k.omega[i] * x[i] + k.g[i] * qdot[i];
      power += k.tau[i] * qdot[i];
    }
    assert_near(rate / power, 1, 1e-8);
    dv_arena_free(k.arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gamma_is_the_closed_form),
      cmocka_unit_test(quasi_velocities_are_lagrange),
      cmocka_unit_test(free_joint_has_these_quasi_velocities),
      cmocka_unit_test(any_alpha_keeps_the_power),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
