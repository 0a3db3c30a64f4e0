// conservation.c: momentum changes by external wrenches, energy by power; an isolated tree keeps both.
#include "check.h"

enum { TREES = 120 };

static random_tree t;
static tree_state s;
static _Alignas(64) dv_link_work w[TREE_LINKS];

static void make(int i, int options)
{
  tree_make(&t, 300 + (uint64_t)i, 1 + i % 30, options);
  tree_state_make(&t, 40 + (uint64_t)i, &s);
}

// Momentum [6], energy, first moment of mass [3] of the whole.
static void whole(const double *q, const double *v, double *out)
{
  double kinetic, potential, mass, com[3];
  dv_velocity_x1(&t.tree, t.num, w, q, v);
  dv_pose_x1(&t.tree, t.num, w);
  dv_momentum_x1(&t.tree, t.num, w, out);
  dv_energy_x1(&t.tree, t.num, w, &kinetic, &potential);
  dv_mass_centre_x1(&t.tree, t.num, w, &mass, com);
  out[6] = kinetic + potential;
  for (int i = 0; i < 3; i++) out[7 + i] = mass * com[i];
}

// Eighth-order difference along the motion that starts with (q, v, a).
static void rates_of_whole(const double *a, double *rate)
{
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double h = 0.004;
  memset(rate, 0, 10 * sizeof *rate);
  for (int k = -4; k <= 4; k++) {
    double q[TREE_NQ], v[TREE_NV], x[10];
    if (!k) continue;
    dv_coordinate_add_x1(&t.tree, s.q, k * h, s.v, q);
    for (int i = 0; i < t.tree.nv; i++) v[i] = s.v[i] + k * h * a[i];
    whole(q, v, x);
    for (int i = 0; i < 10; i++) rate[i] += (k > 0 ? 1 : -1) * weight[abs(k) - 1] * x[i] / h;
  }
}

static void add_wrench(const dv_link_work *k, const double *n, const double *f, double *sum)
{
  double nw[3], fw[3], turn[3];
  turn_to_world(k, n, nw);
  turn_to_world(k, f, fw);
  cross3(k->p_WB.x, fw, turn);
  for (int i = 0; i < 3; i++) {
    sum[i] += nw[i] + turn[i];
    sum[3 + i] += fw[i];
  }
}

// Weight, fext and the reactions at the world against the rate of momentum; effort x rate and fext x twist against energy's.
static void rates_are_wrench_and_power(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32);
    double rate[10], sum[10] = {0}, here[10];
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, s.tau, s.fext, s.a);
    rates_of_whole(s.a, rate);
    whole(s.q, s.v, here);
    dv_aba_at_x1(&t.tree, t.num, w, s.tau, s.fext, s.a);
    dv_reaction_x1(&t.tree, t.num, w, s.fext);
    for (int k = 0; k < t.n; k++) {
      const double *fext = s.fext + 6 * k;
      double weight[3], at[3], turn[3];
      add_wrench(&w[k], fext, fext + 3, sum);
      if (t.body[k].parent < 0) add_wrench(&w[k], w[k].n.x, w[k].f.x, sum);
      turn_to_world(&w[k], t.body[k].com, at);
      for (int c = 0; c < 3; c++) {
        weight[c] = t.body[k].mass * t.gravity[c];
        at[c] += w[k].p_WB.x[c];
        sum[6] += fext[c] * w[k].w.x[c] + fext[3 + c] * w[k].v.x[c];
        sum[3 + c] += weight[c];
      }
      cross3(at, weight, turn);
      for (int c = 0; c < 3; c++) sum[c] += turn[c];
    }
    for (int k = 0; k < t.tree.nv; k++) sum[6] += s.tau[k] * s.v[k];
    // mass x velocity of its centre; with added inertia momentum has another part
    int full = 0;
    for (int k = 0; k < t.n; k++) full |= t.body[k].full;
    for (int c = 0; c < 3; c++) sum[7 + c] = full ? rate[7 + c] : here[3 + c];
    close_arrays(10, rate, sum, 1e-8, "rates of momentum, energy, first moment of mass", i);
  }
}

// [x, y] of the joint's freedoms, for attitudes.
static void bracket(const double *x, const double *y, double *out)
{
  memset(out, 0, sizeof(double) * (size_t)t.tree.nv);
  for (int k = 0; k < t.n; k++) {
    int iv = t.link[k].iv, nv = dv_joint_row_facts_x1(t.link[k].joint).nv;
    if (nv == 1) continue;
    const double *xw = x + iv + nv - 3, *yw = y + iv + nv - 3;
    cross3(xw, yw, out + iv + nv - 3);
    if (nv == 3) continue;
    double a[3], b[3];
    cross3(xw, y + iv, a);
    cross3(yw, x + iv, b);
    for (int i = 0; i < 3; i++) out[iv + i] = a[i] - b[i];
  }
}

// Runge-Kutta-Munthe-Kaas of order 4 for q = q0 (+) theta:  theta' = v + [theta, v]/2 + [theta, [theta, v]]/12.
static void lie_step(double h, double *q, double *v)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  const int n = t.tree.nv;
  double zero[TREE_NV] = {0}, a[TREE_NV] = {0}, rate[TREE_NV] = {0}, dq[TREE_NV] = {0}, dv[TREE_NV] = {0}, out[TREE_NQ];
  for (int stage = 0; stage < 4; stage++) {
    double theta[TREE_NV], there[TREE_NQ], speed[TREE_NV], once[TREE_NV], twice[TREE_NV];
    for (int i = 0; i < n; i++) {
      theta[i] = node[stage] * h * rate[i];
      speed[i] = v[i] + node[stage] * h * a[i];
    }
    dv_coordinate_add_x1(&t.tree, q, 1, theta, there);
    dv_aba_x1(&t.tree, t.num, w, there, speed, zero, NULL, a);
    bracket(theta, speed, once);
    bracket(theta, once, twice);
    for (int i = 0; i < n; i++) {
      rate[i] = speed[i] + once[i] / 2 + twice[i] / 12;
      dq[i] += h * weight[stage] * rate[i];
      dv[i] += h * weight[stage] * a[i];
    }
  }
  dv_coordinate_add_x1(&t.tree, q, 1, dq, out);
  memcpy(q, out, sizeof(double) * (size_t)t.tree.nq);
  for (int i = 0; i < n; i++) v[i] += dv[i];
}

// Largest change of momentum and energy over 0.4 s.
static double drift(int steps)
{
  double q[TREE_NQ], v[TREE_NV], first[10], last[10], worst = 0, scale = 1;
  memcpy(q, s.q, sizeof q);
  memcpy(v, s.v, sizeof v);
  whole(q, v, first);
  for (int i = 0; i < steps; i++) lie_step(0.4 / steps, q, v);
  whole(q, v, last);
  for (int i = 0; i < 7; i++) scale = fmax(scale, fabs(first[i]));
  for (int i = 0; i < 7; i++) worst = fmax(worst, fabs(last[i] - first[i]));
  return worst / scale;
}

// Floating, no gravity, no efforts: what is lost is the integrator's error, and falls with the fourth power of the step.
static void isolated_trees_keep_momentum_and_energy(void **state)
{
  (void)state;
  for (int i = 0; i < 12; i++) {
    make(i, TREE_FLOATING | TREE_MASSLESS | (i % 2 ? TREE_FULL : 0));
    memset(t.num, 0, sizeof t.gravity);
    double coarse = drift(20), fine = drift(80);
    print_message("%2d links: drift %.1e, with a quarter of the step %.1e\n", t.n, coarse, fine);
    assert_true(fine < 1e-8);
    assert_true(fine < 1e-14 || fine < coarse / 128);  // 256 in the limit
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_are_wrench_and_power),
      cmocka_unit_test(isolated_trees_keep_momentum_and_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
