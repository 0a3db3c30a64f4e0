// titan_arm.c: mass matrix and weight of the arm against the sheet (A1-A3, A7-A9); momentum form against Newton-Euler (A10).
#include "titan/titan.h"

#include "engine/evaluation.h"
#include "engine/skeleton_at.h"

static const double zero[JOINTS], pose[JOINTS] = {0.5, 0.8, -1.2, 0.4, 0.7, -0.3};

static void weighs(const titan *t, const double *q, const double *want)
{
  double g[JOINTS];
  dv_engine_inverse_dynamics(t->model, q, zero, zero, g, t->work);
  for (int i = 0; i < JOINTS; i++) assert_near(g[i], want[i], 1e-5);
}

typedef struct {
  int row, column;
  double is;
} entry;

static void has_mass(const titan *t, const double *q, const entry *list, int n)
{
  double B[JOINTS * JOINTS];
  dv_engine_mass_matrix(t->model, q, B, t->work);
  for (int i = 0; i < n; i++) {
    assert_near(B[(list[i].row - 1) * JOINTS + list[i].column - 1], list[i].is, 1e-6);
    assert_near(B[(list[i].column - 1) * JOINTS + list[i].row - 1], list[i].is, 1e-6);
  }
}

static void stretched(void **state)
{
  (void)state;
  static const entry B[] = {
      {1, 1, 116.504769},
      {2, 2, 96.629484 },
      {3, 3, 15.428929 },
      {4, 4, 1.984516  },
      {5, 5, 0.509672  },
      {6, 6, 0.029     },
      {2, 3, 35.431684 },
      {2, 4, 9.833772  },
      {3, 4, 4.826488  },
      {1, 5, 4.803624  },
      {1, 2, 0         },
      {1, 3, 0         },
  };
  static const double g[JOINTS] = {0, 759.29400, 230.58405, 57.72204, 0, 0};
  titan t = titan_open(NULL, NULL);
  has_mass(&t, zero, B, 12);
  weighs(&t, zero, g);
  titan_close(&t);
}

static void bent(void **state)
{
  (void)state;
  static const entry B[] = {
      {1, 1, 74.06682372},
      {2, 2, 72.34313793},
      {3, 3, 14.05743328},
      {4, 4, 1.62746436 },
      {5, 5, 0.51045799 },
      {6, 6, 0.029      },
      {1, 2, 0.73771610 },
      {1, 3, -0.32570111},
      {2, 3, 22.60276310},
      {2, 4, 7.07381894 },
      {3, 4, 3.96221432 },
      {1, 5, 3.18201024 },
  };
  static const double g[JOINTS] = {0, 579.0564116, 210.7006422, 51.4841874, 0, 0};
  titan t = titan_open(NULL, NULL);
  has_mass(&t, pose, B, 12);
  weighs(&t, pose, g);
  titan_close(&t);
}

// p' = slope - g + tau must be the rate of B v along the motion: slope - g + tau = (d/dt B) v + B a, with tau of Newton-Euler.
static void momentum_form_agrees(void **state)
{
  (void)state;
  static const double weight[] = {1.0 / 60, -3.0 / 20, 0.75}, h = 1e-2;
  titan t = titan_open(NULL, NULL);
  dv_tree tree = dv_tree_of(t.model);
  const double *num = dv_model_NUMBER(t.model);
  dv_link_work *link = (dv_link_work *)(void *)(t.work + t.model->work_link);
  uint64_t seed = 7;
  for (int n = 0; n < 50; n++) {
    double q[JOINTS], v[JOINTS], a[JOINTS], tau[JOINTS], g[JOINTS], p[JOINTS], slope[JOINTS], rate[JOINTS] = {0};
    for (int i = 0; i < JOINTS; i++) q[i] = around_zero(&seed, 2), v[i] = around_zero(&seed, 1), a[i] = around_zero(&seed, 1);
    dv_engine_inverse_dynamics(t.model, q, v, a, tau, t.work);
    dv_engine_inverse_dynamics(t.model, q, zero, zero, g, t.work);
    dv_hamilton_x1(&tree, num, link, q, v, p, slope);
    for (int k = -3; k <= 3; k++) {
      double at[JOINTS], now[JOINTS], momentum[JOINTS], unused[JOINTS];
      if (!k) continue;
      for (int i = 0; i < JOINTS; i++) at[i] = q[i] + k * h * v[i] + 0.5 * k * h * k * h * a[i], now[i] = v[i] + k * h * a[i];
      dv_hamilton_x1(&tree, num, link, at, now, momentum, unused);
      for (int i = 0; i < JOINTS; i++) rate[i] += (k < 0 ? -1 : 1) * weight[3 - (k < 0 ? -k : k)] / h * momentum[i];
    }
    for (int i = 0; i < JOINTS; i++) assert_near(slope[i] - g[i] + tau[i], rate[i], 1e-8);
  }
  titan_close(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(stretched), cmocka_unit_test(bent), cmocka_unit_test(momentum_form_agrees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
