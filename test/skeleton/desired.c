// desired.c: efforts of a desired motion against Newton-Euler and the momentum form; their rates against differences.
#include "check.h"

#include "skeleton/desired.h"

enum { TREES = 120 };

static random_tree t;
static tree_state s, d;  // d: v, a, tau are the desired rates, accelerations, jerks
static _Alignas(64) dv_link_work w[TREE_LINKS];
static _Alignas(64) dv_desired_work k[TREE_LINKS];
static const double zero[TREE_NV];

static void make(int i)
{
  static const int options[] = {0, TREE_FLOATING, TREE_FULL, TREE_FLOATING | TREE_FULL | TREE_INNER_FREE, TREE_MASSLESS};
  tree_make(&t, 900 + (uint64_t)i, 1 + i % 30, options[i % 5]);
  tree_state_make(&t, 70 + (uint64_t)i, &s);
  tree_state_make(&t, 7000 + (uint64_t)i, &d);
}

static void efforts(const double *q, const double *v, const double *a, const double *dv, const double *da, const double *dj,
                    int christoffel, double *effort, double *rate)
{
  dv_desired_motion m = {q, v, a, dv, da, dj, NULL, christoffel};
  dv_position_x1(&t.tree, t.num, w, q);
  dv_desired_x1(&t.tree, t.num, w, k, &m, effort, rate);
}

// What is desired is what happens: C v + g + B a of Newton-Euler, or the slope of the kinetic energy instead of C v.
static void agrees_with_the_motion(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++) {
    double is[TREE_NV], rate[TREE_NV], want[TREE_NV], slope[TREE_NV], p[TREE_NV];
    make(i);
    efforts(s.q, s.v, s.a, s.v, s.a, zero, 1, is, rate);
    dv_rnea_x1(&t.tree, t.num, w, s.q, s.v, s.a, NULL, want);
    close_arrays(t.tree.nv, is, want, 1e-11, "christoffel", i);
    efforts(s.q, s.v, s.a, s.v, s.a, zero, 0, is, rate);
    dv_rnea_x1(&t.tree, t.num, w, s.q, zero, s.a, NULL, want);
    dv_hamilton_x1(&t.tree, t.num, w, s.q, s.v, p, slope);
    for (int j = 0; j < t.tree.nv; j++) want[j] += slope[j];
    close_arrays(t.tree.nv, is, want, 1e-11, "slope", i);
  }
}

// C(q, v) d = C(q, d) v in both forms: Christoffel's symbols are symmetric, and so is dB/dq.
static void is_symmetric(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++)
    for (int christoffel = 0; christoffel < 2; christoffel++) {
      double one[TREE_NV], two[TREE_NV], rate[TREE_NV];
      make(i);
      efforts(s.q, s.v, s.a, d.v, d.a, zero, christoffel, one, rate);
      efforts(s.q, d.v, s.a, s.v, d.a, zero, christoffel, two, rate);
      close_arrays(t.tree.nv, one, two, 1e-11, "symmetry", i);
    }
}

// Eighth-order differences along (q + h v, v + h a, dv + h da, da + h dj).
static void differences(int christoffel, double *rate)
{
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280}, h = 0.004;
  memset(rate, 0, TREE_NV * sizeof *rate);
  for (int n = -4; n <= 4; n++) {
    double q[TREE_NQ], v[TREE_NV], dv[TREE_NV], da[TREE_NV], is[TREE_NV], unused[TREE_NV];
    if (!n) continue;
    dv_coordinate_add_x1(&t.tree, s.q, n * h, s.v, q);
    for (int i = 0; i < t.tree.nv; i++) {
      v[i] = s.v[i] + n * h * s.a[i];
      dv[i] = d.v[i] + n * h * d.a[i];
      da[i] = d.a[i] + n * h * d.tau[i];
    }
    efforts(q, v, s.a, dv, da, d.tau, christoffel, is, unused);
    for (int i = 0; i < t.tree.nv; i++) rate[i] += (n > 0 ? 1 : -1) * weight[abs(n) - 1] * is[i] / h;
  }
}

static void rates_are_derivatives(void **state)
{
  (void)state;
  for (int i = 0; i < TREES; i++)
    for (int christoffel = 0; christoffel < 2; christoffel++) {
      double effort[TREE_NV], is[TREE_NV], want[TREE_NV];
      make(i);
      efforts(s.q, s.v, s.a, d.v, d.a, d.tau, christoffel, effort, is);
      differences(christoffel, want);
      close_arrays(t.tree.nv, is, want, 1e-9, "rate", i);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_motion),
      cmocka_unit_test(is_symmetric),
      cmocka_unit_test(rates_are_derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
