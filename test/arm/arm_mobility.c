// arm_mobility.c: rank, null motion and misfit of the arm's closures (checks 26, 27; section 2.9), and two freedoms (check 28).
#include "arm.h"
#include "engine/closed_loops.h"

// of spec/check.h, whose other names are not for those of solve/
void dv_eigen_symmetric(int n, double *a, double *values, double *vectors);

enum { MOST = 12 };

// Singular values, rising, of the rows of some loops and the columns of some coordinates (both ended by NULL).
static int singular_values(const arm *a, const char *const *loop, const char *const *column, double *value, double *null)
{
  const dv_model *m = a->m->model;
  int nrow = DV_MODEL_COUNT(m, CLOSURE), n = 0;
  double *c = DV_TAKE(a->m->arena, double, nrow), *reach = DV_TAKE(a->m->arena, double, nrow),
         *J = DV_TAKE(a->m->arena, double, nrow * m->nv), product[MOST * MOST] = {0}, vectors[MOST * MOST];
  dv_engine_closures(m, a->s->x, a->s->d, c, J, reach, a->work);
  while (column[n]) n++;
  for (int k = 0; k < DV_MODEL_COUNT(m, LOOP); k++) {
    const dv_loop *l = dv_model_LOOP(m) + k;
    int used = 0;
    for (int i = 0; loop[i]; i++) used |= !strcmp(loop[i], dv_model_text(m, l->name));
    for (int row = l->row; used && row < l->row + l->nrow; row++)
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
          int at_i = dv_model_VARIABLE(m)[dv_model_find(m, column[i])].index;
          int at_j = dv_model_VARIABLE(m)[dv_model_find(m, column[j])].index;
          product[i * n + j] += J[row * m->nv + at_i] * J[row * m->nv + at_j];
        }
  }
  dv_eigen_symmetric(n, product, value, vectors);
  int least = 0, rank = 0;
  for (int i = 0; i < n; i++) {
    value[i] = sqrt(fmax(0, value[i]));
    if (value[i] < value[least]) least = i;
    rank += value[i] > 1e-7;
  }
  for (int i = 0; null && i < n; i++) null[i] = vectors[i * n + least];
  return rank;
}

static const char *const apexes[] = {"apex_i", "apex_j", NULL};
static const char *const twelve[] = {"q1i", "q2i", "q3i", "q4i", "q5i", "q1j", "q2j", "q3j", "q4j", "q5j", "q1t", "q2t", NULL};

static void thirteen_joints(void **state)
{
  static const double want[MOST] = {0.78167586,  0.046420898,  -0.047832667, -0.046420898, -0.21832414, 0.78167586,
                                    0.046420898, -0.047832667, -0.046420898, -0.21832414,  0,           1};
  static const char *const settings[] = {"variant=drawn", "z0=-70 mm", NULL};
  double value[MOST], null[MOST], next = HUGE_VAL;
  (void)state;
  arm a = arm_open(NULL, settings);
  assert_int_equal(singular_values(&a, apexes, twelve, value, null), 11);
  for (int i = 0; i < MOST; i++)
    if (value[i] > 1e-7) next = fmin(next, value[i]);
  assert_true(fabs(next - 0.1066) < 5e-5);
  for (int i = 0; i < MOST; i++) assert_true(fabs(null[i] / null[MOST - 1] - want[i]) < 1e-8);
  arm_close(&a);
}

// Where the legs are horizontal yaw is free to first order.
static void horizontal_legs(void **state)
{
  static const char *const settings[] = {"variant=drawn", "z0=-184 mm", NULL};
  double value[MOST];
  (void)state;
  arm a = arm_open(NULL, settings);
  assert_int_equal(singular_values(&a, apexes, twelve, value, NULL), 10);
  arm_close(&a);
}

static void point_closure(void **state)
{
  static const char *const settings[] = {"variant=two", "z0=-70 mm", "joints.q1t.position=0.1", NULL},
                           *const loops[] = {"apex_i", "apex_j", "upright", NULL}, *const nine[] = {"q1i", "q2i", "q3i", "q1j",
                                                                                                    "q2j", "q3j", "q1t", "q2t",
                                                                                                    "q3t", NULL};
  double value[MOST];
  (void)state;
  arm a = arm_open(NULL, settings);
  assert_int_equal(singular_values(&a, loops, nine, value, NULL), 7);
  arm_close(&a);
}

// Angle that the drawn joints would have to give way: between the axes of q2, q4 and of q5, less a right angle.
static void misfit(void **state)
{
  static const struct {
    const char *setting;
    double degrees;
  } rows[] = {
      {"joints.q1t.position=0.05", 0.4348},
      {"joints.q1t.position=0.1",  0.8726}
  };
  (void)state;
  for (int i = 0; i < DV_COUNT(rows); i++) {
    const char *const settings[] = {"variant=two", "z0=-70 mm", rows[i].setting, NULL};
    arm a = arm_open(NULL, settings);
    for (int leg = 0; leg < 2; leg++) {
      double angle = asin(sin(arm_value(&a, leg ? "q1j" : "q1i")) * sin(arm_value(&a, "q1t"))) * 180 / acos(-1);
      assert_true(fabs(fabs(angle) - rows[i].degrees) < 5e-5);
    }
    arm_close(&a);
  }
}

// M and n of (psi, theta) from accelerations: M x'' + n = (dL/dx)^T f. Rates of the strokes at unit rates are dL/dx.
typedef struct {
  const char *psi, *z0;
  double M[3], n[2], f[2];  // M11, M12, M22; bias; forces that hold it
} yawed;

static const yawed table[] = {
    {"joints.q1t.position=0",
     "z0=-70 mm",  {1.02486372095, 7.07792888e-4, 0.357309292394},
     {-0.010522010667, -6.39679173143},
     {66.8247219585, 66.8247219585}},
    {"joints.q1t.position=0.12",
     "z0=-70 mm",  {1.01460757685, -3.74334403e-3, 0.357340992213},
     {-0.028231328649, -6.39766948462},
     {70.2315738810, 63.0730042109}},
    {"joints.q1t.position=-0.2",
     "z0=-120 mm", {0.999570414119, 0.0143893992512, 0.374632607202},
     {0.031701057384, -6.33626567649},
     {55.1555009005, 66.1563086279}},
};

static arm open_two(const yawed *r, const char *const more[4])
{
  const char *const settings[] = {"variant=two", "F=0", r->psi, r->z0, more[0], more[1], more[2], more[3], NULL};
  return arm_open(NULL, settings);
}

static void accelerations(const yawed *r, const char *const more[4], double *x)
{
  arm a = open_two(r, more);
  x[0] = arm_value(&a, "q1t.acceleration");
  x[1] = arm_value(&a, "q2t.acceleration");
  arm_close(&a);
}

static void stroke_rates(const yawed *r, double L[2][2])
{
  for (int k = 0; k < 2; k++) {
    const char *const more[4] = {k ? "joints.q1t.rate=0" : "joints.q1t.rate=1", k ? "joints.q2t.rate=1" : "joints.q2t.rate=0"};
    arm a = open_two(r, more);
    L[0][k] = arm_value(&a, "q3i.rate");
    L[1][k] = arm_value(&a, "q3j.rate");
    arm_close(&a);
  }
}

static void two_freedoms(void **state)
{
  static const char *const none[4] = {"signals.f_i=0 N", "signals.f_j=0 N"},
                           *const left[4] = {"signals.f_i=100 N", "signals.f_j=0 N"},
                           *const right[4] = {"signals.f_i=0 N", "signals.f_j=100 N"},
                           *const moving[4] = {"joints.q1t.rate=0.4", "joints.q2t.rate=-0.3"};
  (void)state;
  for (int i = 0; i < DV_COUNT(table); i++) {
    const yawed *r = &table[i];
    double L[2][2], x0[2], x[2][2], v[2], A[2][2], W[2][2];
    stroke_rates(r, L);
    accelerations(r, none, x0);
    accelerations(r, left, x[0]);
    accelerations(r, right, x[1]);
    accelerations(r, moving, v);
    // M^-1 (dL/dx)^T column by column, then M
    for (int k = 0; k < 2; k++)
      for (int j = 0; j < 2; j++) W[j][k] = (x[k][j] - x0[j]) / 100;
    double det = W[0][0] * W[1][1] - W[0][1] * W[1][0];
    for (int j = 0; j < 2; j++) {
      A[j][0] = (L[0][j] * W[1][1] - L[1][j] * W[1][0]) / det;
      A[j][1] = (L[1][j] * W[0][0] - L[0][j] * W[0][1]) / det;
    }
    assert_relative("M11", A[0][0], r->M[0], 1e-8);
    assert_true(fabs(A[0][1] - r->M[1]) < 1e-8 * r->M[0] && fabs(A[1][0] - r->M[1]) < 1e-8 * r->M[0]);
    assert_relative("M22", A[1][1], r->M[2], 1e-8);
    for (int j = 0; j < 2; j++) {
      double n = -(A[j][0] * v[0] + A[j][1] * v[1]), hold = L[0][j] * r->f[0] + L[1][j] * r->f[1];
      double g = -(A[j][0] * x0[0] + A[j][1] * x0[1]);
      assert_true(fabs(n - r->n[j]) < 1e-8 * fabs(r->n[1]));
      assert_true(fabs(hold - g) < 1e-8 * fabs(r->n[1]));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(thirteen_joints), cmocka_unit_test(horizontal_legs),
                                     cmocka_unit_test(point_closure), cmocka_unit_test(misfit), cmocka_unit_test(two_freedoms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
