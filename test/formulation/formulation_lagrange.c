// formulation_lagrange.c: the document's way against closed forms, differences and the skeleton's recursions, on random trees.
#include "formulation/lagrange.h"
#include "formulation/matrix.h"
#include "formulation/verify.h"
#include "skeleton/check.h"

enum { TREES = 80, N = TREE_NV };

static random_tree t;
static tree_state s;
static _Alignas(64) dv_link_work w[TREE_LINKS];
static double B[N * N], M[N * N], C[N * N], x[N], y[N], zero[N];

typedef struct {
  dv_arena *arena;
  dv_chain *chain;
  double *dB;
  int n;
} setting;

static setting make(int i, int links)
{
  setting k = {.arena = dv_arena_new()};
  tree_make(&t, 500 + (uint64_t)i, links, i % 32 & ~TREE_DRIVEN);
  tree_state_make(&t, 91 + (uint64_t)i, &s);
  k.n = t.tree.nv;
  k.chain = dv_chain_new(k.arena, &t.tree, t.num);
  k.dB = DV_TAKE(k.arena, double, k.n *k.n *k.n);
  dv_chain_place(k.chain, s.q);
  dv_lagrange_mass(k.chain, B);
  dv_lagrange_slopes(k.chain, k.dB);
  return k;
}

static void mass_and_weight_are_the_recursions(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    setting k = make(i, 1 + i % 20);
    dv_crba_x1(&t.tree, t.num, w, s.q, M);
    close_arrays(k.n * k.n, B, M, 1e-12, "mass matrix", i);
    dv_rnea_x1(&t.tree, t.num, w, s.q, zero, zero, NULL, x);
    dv_lagrange_gravity(k.chain, y);
    close_arrays(k.n, y, x, 1e-12, "weight", i);
    dv_arena_free(k.arena);
  }
}

// dB along rate j against differences of order 6 of the recursion's mass matrix along that rate.
static void slopes_are_differences(void **state)
{
  (void)state;
  static const double weight[] = {0.75, -3.0 / 20, 1.0 / 60}, h = 1e-2;
  for (int i = 0; i < TREES / 2; i++) {
    setting k = make(i, 1 + i % 8);
    for (int j = 0; j < k.n; j++) {
      double along[N] = {0}, at[TREE_NQ + 8], sum[N * N] = {0};
      along[j] = 1;
      for (int step = -3; step <= 3; step++) {
        if (!step) continue;
        dv_coordinate_add_x1(&t.tree, s.q, step * h, along, at);
        dv_crba_x1(&t.tree, t.num, w, at, M);
        for (int m = 0; m < k.n * k.n; m++) sum[m] += (step < 0 ? -1 : 1) * weight[abs(step) - 1] / h * M[m];
      }
      close_arrays(k.n * k.n, k.dB + j * k.n * k.n, sum, 1e-9, "slope of the mass matrix", i);
    }
    dv_arena_free(k.arena);
  }
}

static void momentum_terms_are_the_recursion(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    setting k = make(i, 1 + i % 20);
    double p[N], slope[N];
    dv_hamilton_x1(&t.tree, t.num, w, s.q, s.v, x, y);
    dv_lagrange_momentum(k.chain, B, k.dB, s.v, p, slope);
    close_arrays(k.n, p, x, 1e-12, "momentum", i);
    close_arrays(k.n, slope, y, 1e-11, "slope", i);
    dv_arena_free(k.arena);
  }
}

// C v = B' v - slope is what Newton and Euler ask at zero acceleration without weight; C + C^T = B'.
static void christoffel_is_newton_euler(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    setting k = make(i, 1 + i % 14);
    double Bdot[N * N], sum[N * N];
    memset(t.num, 0, sizeof t.gravity);
    dv_rnea_x1(&t.tree, t.num, w, s.q, s.v, zero, NULL, x);
    dv_lagrange_christoffel(k.chain, B, k.dB, s.v, C);
    dv_matrix_times(k.n, k.n, C, s.v, y);
    close_arrays(k.n, y, x, 1e-11, "Coriolis efforts", i);
    dv_lagrange_mass_rate(k.n, k.dB, s.v, Bdot);
    for (int a = 0; a < k.n; a++)
      for (int b = 0; b < k.n; b++) sum[a * k.n + b] = C[a * k.n + b] + C[b * k.n + a];
    close_arrays(k.n * k.n, sum, Bdot, 1e-12, "C + C^T", i);
    dv_arena_free(k.arena);
  }
}

static void jacobian_is_the_skeletons(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    setting k = make(i, 1 + i % 20);
    double ours[6 * N], theirs[6 * N], at[3] = {0.3, -0.2, 0.5};
    int link = t.n - 1;
    dv_position_x1(&t.tree, t.num, w, s.q);
    dv_pose_x1(&t.tree, t.num, w);
    dv_jacobian_x1(&t.tree, t.num, w, link, at, theirs);
    dv_chain_jacobian(k.chain, link, dv_v3_of(at), ours);
    close_arrays(3 * k.n, ours, theirs + 3 * k.n, 1e-12, "linear", i);
    close_arrays(3 * k.n, ours + 3 * k.n, theirs, 1e-12, "angular", i);
    dv_arena_free(k.arena);
  }
}

// Sheet bondgraph-method, section 3: wagon m1 on x, pendulum m2 at L on a pin, angle from upright.
static void wagon_in_closed_form(void **state)
{
  (void)state;
  const double m1 = 2, m2 = 1, L = 0.3, g = 9.81, q2 = 0.3, v[2] = {0.7, -1.3};
  memset(&t, 0, sizeof t);
  t.n = 2;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 9; k++) t.body[i].R[k] = k % 4 == 0;
  t.body[0].parent = -1;
  strcpy(t.body[0].joint, "prismatic_x");
  t.body[0].mass = m1;
  strcpy(t.body[1].joint, "revolute_y");
  t.body[1].mass = m2;
  t.body[1].com[2] = L;
  t.gravity[2] = -g;
  tree_pack(&t);
  dv_arena *a = dv_arena_new();
  dv_chain *c = dv_chain_new(a, &t.tree, t.num);
  const double q[2] = {0.1, q2};
  double mass[4], dB[8], p[2], slope[2], weight[2], inverse[4], spoilt[4];
  dv_chain_place(c, q);
  dv_lagrange_mass(c, mass);
  dv_lagrange_slopes(c, dB);
  dv_lagrange_momentum(c, mass, dB, v, p, slope);
  dv_lagrange_gravity(c, weight);
  const double sheet[4] = {3, 0.2866009467, 0.2866009467, 0.09};
  const double sheet_inverse[4] = {0.4790804279, -1.5256100467, -1.5256100467, 15.9693475971};
  memcpy(spoilt, mass, sizeof mass);
  dv_matrix_inverse(2, spoilt, inverse);
  for (int i = 0; i < 4; i++) assert_true(fabs(mass[i] - sheet[i]) < 1e-9 && fabs(inverse[i] - sheet_inverse[i]) < 1e-9);
  const double slopes[8] = {0, 0, 0, 0, 0, -L * m2 * sin(q2), -L * m2 * sin(q2), 0};
  for (int i = 0; i < 8; i++) assert_true(fabs(dB[i] - slopes[i]) < 1e-14);
  assert_true(fabs(slope[0] - weight[0]) < 1e-14);
  assert_true(fabs(slope[1] - weight[1] - L * m2 * sin(q2) * (g - v[0] * v[1])) < 1e-14);
  dv_arena_free(a);
}

static int pairs(int n) { return n * (n - 1) / 2; }

static void all_formulations_agree(void **state)
{
  (void)state;
  int ways = DV_WAY_COUNT, efforts = 0;
  for (int i = 0; i < ways; i++) efforts += dv_formulations[i]->effort != NULL;
  for (int i = 0; i < TREES; i++) {
    dv_arena *a = dv_arena_new();
    tree_make(&t, 300 + (uint64_t)i, 1 + i % 12, i % 32);
    dv_verification *v = dv_verify(a, &t.tree, t.num, 3, 17);
    for (int k = 0; k < v->n; k++) {
      const dv_difference *d = &v->pair[k];
      if (!(d->difference < 1e-9))
        fail_msg("tree %d, %s: %s and %s differ by %g", i, d->what, d->first, d->second, d->difference);
      assert_true(d->as_effort < 1e-13);
    }
    assert_int_equal(v->n, 5 + 5 + pairs(efforts) + pairs(ways));  // terms by Jacobians, by projection
    dv_arena_free(a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_and_weight_are_the_recursions),
      cmocka_unit_test(slopes_are_differences),
      cmocka_unit_test(momentum_terms_are_the_recursion),
      cmocka_unit_test(christoffel_is_newton_euler),
      cmocka_unit_test(jacobian_is_the_skeletons),
      cmocka_unit_test(wagon_in_closed_form),
      cmocka_unit_test(all_formulations_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
