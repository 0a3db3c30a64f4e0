// kinematics.c: twists and Jacobians against differences of poses, accelerations against differences of twists,
// coordinates against closed forms.
#include "check.h"

enum { TREES = 120 };

static random_tree t;
static tree_state s;
static _Alignas(64) dv_link_work w[TREE_LINKS], other[TREE_LINKS];

static void make(int i)
{
  tree_make(&t, 5000 + (uint64_t)i, 1 + i % 30, i % 32);
  tree_state_make(&t, 900 + (uint64_t)i, &s);
}

static void pose_at(const double *q, const double *v, dv_link_work *k)
{
  dv_velocity_x1(&t.tree, t.num, k, q, v);
  dv_pose_x1(&t.tree, t.num, k);
}

static void world_point(const dv_link_work *k, const double *point, double *x)
{
  turn_to_world(k, point, x);
  for (int i = 0; i < 3; i++) x[i] += k->p_WB.x[i];
}

// Angular and linear velocity of a point of a link, world axes, from the link's twist.
static void world_twist(const dv_link_work *k, const double *point, double *V)
{
  double spin[3], at[3];
  cross3(k->w.x, point, spin);
  for (int i = 0; i < 3; i++) at[i] = k->v.x[i] + spin[i];
  turn_to_world(k, k->w.x, V);
  turn_to_world(k, at, V + 3);
}

// Eighth-order difference of f along the curve (q (+) h v, v + h v'), whose first derivatives at h = 0 are those of the motion.
typedef void quantity(const dv_link_work *k, const double *point, double *out);
static void difference(const double *q, const double *v, const double *rate_of_v, int link, const double *point, quantity *f,
                       int n, double *out)
{
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double h = 0.01;
  double there[TREE_NQ], speed[TREE_NV], x[16];
  for (int i = 0; i < n; i++) out[i] = 0;
  for (int k = -4; k <= 4; k++) {
    if (!k) continue;
    dv_coordinate_add_x1(&t.tree, q, k * h, v, there);
    for (int i = 0; i < t.tree.nv; i++) speed[i] = v[i] + k * h * rate_of_v[i];
    pose_at(there, speed, other);
    f(&other[link], point, x);
    for (int i = 0; i < n; i++) out[i] += (k > 0 ? 1 : -1) * weight[abs(k) - 1] * x[i] / h;
  }
}

static void orientation(const dv_link_work *k, const double *point, double *out)
{
  world_point(k, point, out);
  memcpy(out + 3, k->R_WB, sizeof k->R_WB);
}

// x' and R' = [omega] R along the motion.
static void twists_are_rates_of_poses(void **state)
{
  const double zero[TREE_NV] = {0}, point[3] = {0.3, -0.2, 0.5};
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i);
    for (int link = 0; link < t.n; link += 1 + t.n / 4) {
      double rate[12], V[6], expected[12];
      difference(s.q, s.v, zero, link, point, orientation, 12, rate);
      pose_at(s.q, s.v, w);
      world_twist(&w[link], point, V);
      memcpy(expected, V + 3, 3 * sizeof(double));
      for (int c = 0; c < 3; c++) {
        double column[3] = {w[link].R_WB[c], w[link].R_WB[3 + c], w[link].R_WB[6 + c]}, turn[3];
        cross3(V, column, turn);
        for (int r = 0; r < 3; r++) expected[3 + 3 * r + c] = turn[r];
      }
      close_arrays(12, rate, expected, 1e-10, "rate of a pose", i);
    }
  }
}

// J v is the twist; each column is the twist of a unit rate.
static void jacobian_gives_twists(void **state)
{
  static double jac[6 * TREE_NV];
  const double point[3] = {-0.4, 0.1, 0.7};
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i);
    const int nv = t.tree.nv, link = t.n - 1 - i % t.n;
    for (int c = -1; c < nv; c++) {
      double unit[TREE_NV] = {0}, V[6], Jv[6] = {0};
      if (c >= 0) unit[c] = 1;
      const double *v = c < 0 ? s.v : unit;
      pose_at(s.q, v, w);
      dv_jacobian_x1(&t.tree, t.num, w, link, point, jac);
      world_twist(&w[link], point, V);
      for (int r = 0; r < 6; r++)
        for (int k = 0; k < nv; k++) Jv[r] += jac[nv * r + k] * v[k];
      close_arrays(6, Jv, V, 1e-12, "J v", i);
    }
  }
}

// Acceleration of a point: difference of its velocity = J a + J' v = al, acc of dv_accelerate with gravity put back.
static void accelerations_are_rates_of_twists(void **state)
{
  static double jac[6 * TREE_NV];
  const double point[3] = {0.2, 0.6, -0.3};
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i);
    const int nv = t.tree.nv, link = t.n - 1 - i % t.n;
    double rate[6], drift[6], sum[6], turn[3], twice[3], at[3], direct[6];
    difference(s.q, s.v, s.a, link, point, world_twist, 6, rate);
    pose_at(s.q, s.v, w);
    dv_jacobian_x1(&t.tree, t.num, w, link, point, jac);
    dv_jdotv_x1(&t.tree, t.num, w, link, point, drift);
    dv_accelerate_x1(&t.tree, t.num, w, s.a);
    for (int r = 0; r < 6; r++) {
      sum[r] = drift[r];
      for (int k = 0; k < nv; k++) sum[r] += jac[nv * r + k] * s.a[k];
    }
    close_arrays(6, sum, rate, 1e-9, "J a + J' v", i);
    cross3(w[link].al.x, point, turn);
    cross3(w[link].w.x, point, twice);
    cross3(w[link].w.x, twice, at);
    for (int r = 0; r < 3; r++) at[r] += w[link].acc.x[r] + turn[r];
    turn_to_world(&w[link], w[link].al.x, direct);
    turn_to_world(&w[link], at, direct + 3);
    for (int r = 0; r < 3; r++) direct[3 + r] += t.gravity[r];
    close_arrays(6, direct, sum, 1e-11, "accelerations of the links", i);
  }
}

// q (+) h v has the rate of dv_coordinate_rate at h = 0, and turns a ball joint by |v| h about v.
static void coordinates(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i);
    static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    double rate[TREE_NQ], sum[TREE_NQ] = {0}, there[TREE_NQ], back[TREE_NQ];
    dv_coordinate_rate_x1(&t.tree, s.q, s.v, rate);
    for (int k = -4; k <= 4; k++) {
      if (!k) continue;
      dv_coordinate_add_x1(&t.tree, s.q, k * 0.01, s.v, there);
      for (int c = 0; c < t.tree.nq; c++) sum[c] += (k > 0 ? 1 : -1) * weight[abs(k) - 1] * there[c] / 0.01;
    }
    close_arrays(t.tree.nq, sum, rate, 1e-11, "rate of coordinates", i);

    // a constant twist there and back again, in one step and in two
    dv_coordinate_add_x1(&t.tree, s.q, 1.7, s.v, there);
    dv_coordinate_add_x1(&t.tree, there, -0.7, s.v, there);
    dv_coordinate_add_x1(&t.tree, s.q, 1, s.v, back);
    close_arrays(t.tree.nq, there, back, 1e-14, "a screw in two parts", i);
  }
}

// Half a turn about z, moving forward along x: a half circle of radius v/omega.
static void screw_makes_a_circle(void **state)
{
  const double pi = 3.14159265358979323846, expected[7] = {0, 2 / pi, 0, 0, 0, 0, 1};
  double q[7] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {1, 0, 0, 0, 0, pi}, out[7];
  (void)state;
  dv_link link = {.parent = -1, .joint = dv_joint_row_x1("free")};
  dv_tree tree = {.nlink = 1, .nq = 7, .nv = 6, .link = &link};
  dv_coordinate_add_x1(&tree, q, 1, v, out);
  close_arrays(7, out, expected, 1e-15, "half circle", 0);
  // small turns: (a - sin a)/a^3 by its series
  for (double turn = 1e-12; turn < 3; turn *= 1.7) {
    double u[6] = {0, 0, 1, 0, turn, 0}, x = (1 - cosl((long double)turn)) / turn, z = sinl((long double)turn) / turn;
    if (turn < 1e-4) x = turn / 2;
    dv_coordinate_add_x1(&tree, q, 1, u, out);
    assert_float_equal(out[0], x, 1e-15);
    assert_float_equal(out[2], z, 1e-15);
  }
}

// A quaternion that is not quite of unit length gives the same poses as its normalised one.
static void length_of_quaternions_is_ignored(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i);
    double a[TREE_NV], b[TREE_NV], long_q[TREE_NQ];
    memcpy(long_q, s.q, sizeof long_q);
    for (int k = 0; k < t.n; k++) {
      int nq = dv_joint_row_facts_x1(t.link[k].joint).nq;
      for (int c = 4; nq >= 4 && c >= 1; c--) long_q[t.link[k].iq + nq - c] *= 1.003;
    }
    for (int k = 0; k < t.n; k++) t.link[k].drive = DV_FREE;
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, s.tau, NULL, a);
    dv_aba_x1(&t.tree, t.num, w, long_q, s.v, s.tau, NULL, b);
    close_arrays(t.tree.nv, b, a, 1e-10, "longer quaternions", i);
    dv_coordinate_normalise_x1(&t.tree, long_q);
    close_arrays(t.tree.nq, long_q, s.q, 1e-15, "normalised", i);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(twists_are_rates_of_poses),
      cmocka_unit_test(jacobian_gives_twists),
      cmocka_unit_test(accelerations_are_rates_of_twists),
      cmocka_unit_test(coordinates),
      cmocka_unit_test(screw_makes_a_circle),
      cmocka_unit_test(length_of_quaternions_is_ignored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
