// dynamics.c: the skeleton's dynamics against itself: forward = mass matrix + inverse, driven = free, reactions close
// Newton-Euler on every body.
#include "tree.h"
#include "check.h"

enum { TREES = 400 };

static random_tree t;
static tree_state s;
static _Alignas(64) dv_link_work w[TREE_LINKS];
static double mass[TREE_NV * TREE_NV], bias[TREE_NV], zero[TREE_NV], tau[TREE_NV], a[TREE_NV];

static void make(int i, int options)
{
  tree_make(&t, 1000 + (uint64_t)i, 1 + i % 30, options | (i & TREE_NESTED));
  tree_state_make(&t, 77 + (uint64_t)i, &s);
}

// M a + bias = tau, with M of CRBA, bias of RNEA and a of ABA.
static void forward_is_mass_matrix_and_inverse(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    const double *fext = i % 3 ? s.fext : NULL;
    const int n = t.tree.nv;
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, s.tau, fext, a);
    dv_crba_x1(&t.tree, t.num, w, s.q, mass);
    dv_rnea_x1(&t.tree, t.num, w, s.q, s.v, zero, fext, bias);
    dv_rnea_x1(&t.tree, t.num, w, s.q, s.v, a, fext, tau);
    close_arrays(n, tau, s.tau, 1e-10, "inverse dynamics of the forward dynamics", i);

    double sum[TREE_NV], largest = 1;
    for (int r = 0; r < n; r++) {
      sum[r] = bias[r];
      for (int c = 0; c < n; c++) {
        sum[r] += mass[n * r + c] * a[c];
        if (fabs(mass[n * r + c] * a[c]) > largest) largest = fabs(mass[n * r + c] * a[c]);
        assert_true(mass[n * r + c] == mass[n * c + r]);
      }
    }
    for (int r = 0; r < n; r++) assert_float_equal(sum[r] / largest, s.tau[r] / largest, 1e-10);
  }
}

// Each column of the mass matrix is the effort of a unit acceleration at rest without gravity.
static void mass_matrix_is_unit_efforts(void **state)
{
  (void)state;
  for (int i = 0; i < 60; i++) {
    make(i, i % 32 & ~TREE_DRIVEN);
    memset(t.num, 0, sizeof t.gravity);
    const int n = t.tree.nv;
    dv_crba_x1(&t.tree, t.num, w, s.q, mass);
    for (int c = 0; c < n; c++) {
      double unit[TREE_NV] = {0}, column[TREE_NV];
      unit[c] = 1;
      dv_rnea_x1(&t.tree, t.num, w, s.q, zero, unit, NULL, tau);
      for (int r = 0; r < n; r++) column[r] = mass[n * r + c];
      close_arrays(n, tau, column, 1e-12, "column of the mass matrix", i);
    }
  }
}

// Any mixture: with the efforts that the drives report, the free machine accelerates in the same way.
static void driven_is_free_with_its_effort(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32 | TREE_DRIVEN);
    double given[TREE_NV];
    memcpy(tau, s.tau, sizeof tau);
    memcpy(a, s.a, sizeof a);
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, tau, s.fext, a);
    for (int k = 0; k < t.n; k++) {
      int nv = dv_joint_row_facts_x1(t.link[k].joint).nv;
      const double *kept = t.body[k].driven ? a : tau, *from = t.body[k].driven ? s.a : s.tau;
      for (int j = 0; j < nv; j++) assert_true(kept[t.link[k].iv + j] == from[t.link[k].iv + j]);
    }
    dv_rnea_x1(&t.tree, t.num, w, s.q, s.v, a, s.fext, given);
    close_arrays(t.tree.nv, tau, given, 1e-10, "efforts of drives", i);

    for (int k = 0; k < t.n; k++) t.link[k].drive = DV_FREE;
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, given, s.fext, s.a);
    close_arrays(t.tree.nv, s.a, a, 1e-9, "accelerations with the drives' efforts", i);
  }
}

// dv_aba_at after dv_velocity is dv_aba.
static void at_is_the_same(void **state)
{
  (void)state;
  for (int i = 0; i < 60; i++) {
    make(i, i % 32);
    memcpy(a, s.a, sizeof a);
    memcpy(tau, s.tau, sizeof tau);
    dv_aba_x1(&t.tree, t.num, w, s.q, s.v, s.tau, s.fext, s.a);
    dv_velocity_x1(&t.tree, t.num, w, s.q, s.v);
    dv_aba_at_x1(&t.tree, t.num, w, tau, s.fext, a);
    assert_memory_equal(a, s.a, sizeof(double) * (size_t)t.tree.nv);
    assert_memory_equal(tau, s.tau, sizeof(double) * (size_t)t.tree.nv);
  }
}

// World axes, plain doubles: force balance and moment balance about the link's origin.
static void subtract_children(int k, double *f, double *n)
{
  for (int c = k + 1; c < t.n; c++) {
    if (t.body[c].parent != k) continue;
    double fc[3], nc[3], arm[3], turn[3];
    turn_to_world(&w[c], w[c].f.x, fc);
    turn_to_world(&w[c], w[c].n.x, nc);
    for (int i = 0; i < 3; i++) arm[i] = w[c].p_WB.x[i] - w[k].p_WB.x[i];
    cross3(arm, fc, turn);
    for (int i = 0; i < 3; i++) {
      f[i] -= fc[i];
      n[i] -= nc[i] + turn[i];
    }
  }
}

// Rate of the added momentum A V: R (A V' + V x* A V) in link axes, V' the rates of the twist's components.
static void added_rate(int k, const double *origin_acc, double *f, double *n)
{
  double V[6], dV[6], h[6], dh[6], wv[3], back[3], x[3], y[3];
  memcpy(V, w[k].w.x, sizeof x);
  memcpy(V + 3, w[k].v.x, sizeof x);
  cross3(V, V + 3, wv);
  turn_to_link(&w[k], origin_acc, back);
  for (int i = 0; i < 3; i++) {
    dV[i] = w[k].al.x[i];
    dV[3 + i] = back[i] - wv[i];
  }
  added_times(t.body[k].added, V, h);
  added_times(t.body[k].added, dV, dh);
  cross3(V, h, x);
  cross3(V + 3, h + 3, y);
  for (int i = 0; i < 3; i++) n[i] = dh[i] + x[i] + y[i];
  cross3(V, h + 3, x);
  for (int i = 0; i < 3; i++) f[i] = dh[3 + i] + x[i];
}

// What Newton and Euler ask for: m a_c, and I alpha + w x I w + c x m a_c about the origin.
static void needed(int k, double *f, double *n)
{
  const tree_link *b = &t.body[k];
  double om[3], al[3], acc[3], c[3], x[3], y[3], ac[3], Iw[3], Ia[3], fa[3] = {0}, na[3] = {0};
  turn_to_world(&w[k], w[k].w.x, om);
  turn_to_world(&w[k], w[k].al.x, al);
  turn_to_world(&w[k], w[k].acc.x, acc);
  turn_to_world(&w[k], b->com, c);
  for (int i = 0; i < 3; i++) acc[i] += t.gravity[i];
  cross3(al, c, ac);
  cross3(om, c, x);
  cross3(om, x, y);
  for (int i = 0; i < 3; i++) f[i] = b->mass * (acc[i] + ac[i] + y[i]);
  symmetric_times(b->inertia, w[k].w.x, x);
  turn_to_world(&w[k], x, Iw);
  symmetric_times(b->inertia, w[k].al.x, x);
  turn_to_world(&w[k], x, Ia);
  cross3(om, Iw, x);
  cross3(c, f, y);
  for (int i = 0; i < 3; i++) n[i] = Ia[i] + x[i] + y[i];
  if (!b->full) return;
  added_rate(k, acc, fa, na);
  turn_to_world(&w[k], fa, x);
  turn_to_world(&w[k], na, y);
  for (int i = 0; i < 3; i++) {
    f[i] += x[i];
    n[i] += y[i];
  }
}

static void balance(int k, int tree)
{
  double f[3], n[3], f0[3], n0[3], c[3], weight[3], turn[3], x[3];
  turn_to_world(&w[k], w[k].f.x, f);
  turn_to_world(&w[k], w[k].n.x, n);
  double scale = 1;
  for (int i = 0; i < 3; i++) scale = fmax(scale, fmax(fabs(f[i]), fabs(n[i])));
  subtract_children(k, f, n);
  turn_to_world(&w[k], t.body[k].com, c);
  for (int i = 0; i < 3; i++) weight[i] = t.body[k].mass * t.gravity[i];
  cross3(c, weight, turn);
  for (int i = 0; i < 3; i++) {
    f[i] += weight[i];
    n[i] += turn[i];
  }
  turn_to_world(&w[k], s.fext + 6 * k, x);
  for (int i = 0; i < 3; i++) n[i] += x[i];
  turn_to_world(&w[k], s.fext + 6 * k + 3, x);
  for (int i = 0; i < 3; i++) f[i] += x[i];
  needed(k, f0, n0);
  for (int i = 0; i < 3; i++)
    if (!(fabs(f[i] - f0[i]) <= 1e-9 * scale && fabs(n[i] - n0[i]) <= 1e-9 * scale))
      fail_msg("tree %d link %d (%s): force %g for %g, moment %g for %g", tree, k, t.body[k].joint, f[i], f0[i], n[i], n0[i]);
}

static void reactions_close_newton_euler(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    make(i, i % 32);
    dv_velocity_x1(&t.tree, t.num, w, s.q, s.v);
    dv_pose_x1(&t.tree, t.num, w);
    dv_aba_at_x1(&t.tree, t.num, w, s.tau, s.fext, s.a);
    dv_reaction_x1(&t.tree, t.num, w, s.fext);
    for (int k = 0; k < t.n; k++) balance(k, i);
    for (int k = 0; k < t.n; k++) {
      double share[6], given[6];
      int nv = effort_of(&t.body[k], w[k].n.x, w[k].f.x, share);
      memcpy(given, s.tau + t.link[k].iv, sizeof(double) * (size_t)nv);
      close_arrays(nv, share, given, 1e-9, "a joint's effort in its reaction", i);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forward_is_mass_matrix_and_inverse), cmocka_unit_test(mass_matrix_is_unit_efforts),
      cmocka_unit_test(driven_is_free_with_its_effort),     cmocka_unit_test(at_is_the_same),
      cmocka_unit_test(reactions_close_newton_euler),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
