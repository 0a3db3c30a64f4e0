// rov.c: the ROV with a manipulator against its sheet: weights (V1), righting moment (V2), allocation (V3), inertia (V6, V7), and
// the power balance at random states (V23). The other checks are expectations of the machine itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"
#include <math.h>
#include <string.h>

#include "assemble/assemble.h"
#include "engine/program.h"
#include "engine/skeleton_at.h"
#include "solve/solve.h"

enum { BASE = 6, ARM = 3, LOAD = 6, NV = BASE + ARM + LOAD, NQ = NV + 2 };

typedef struct {
  dv_machine *m;
  const dv_model *model;
  const double *num;
  dv_state *s;
  double *work, *dx;
} rov;

static rov launch(const char *setting)
{
  const char *settings[1] = {setting};
  dv_machine_options o = {.case_name = "lift", .settings = settings, .nsetting = setting != NULL};
  rov r = {.m = dv_machine_open("machines/rov-manipulator.yaml", &o)};
  assert_non_null(r.m->model);
  r.model = r.m->model;
  r.num = dv_model_NUMBER(r.model);
  r.s = dv_state_new(r.m->arena, r.model);
  r.work = DV_TAKE(r.m->arena, double, r.model->nwork);
  r.dx = DV_TAKE(r.m->arena, double, r.model->nx);
  dv_engine_x1.ready(r.model, r.num, r.work);
  assert_int_equal(r.model->nv, NV);
  assert_int_equal(r.model->nq, NQ);
  r.s->x[BASE + 2] = 0.5;  // the working pose
  r.s->x[BASE + 3] = -1.2;
  return r;
}

static void rates(rov *r, const double *x)
{
  assert_int_equal(dv_engine_x1.rates(r->model, r->num, 0, x, r->s->d, r->dx, NULL, r->work), 0);
}

static double value(const rov *r, const char *path)
{
  int i = dv_model_find(r->model, path);
  if (i < 0) fail_msg("no variable '%s'", path);
  const dv_variable *v = dv_model_VARIABLE(r->model) + i;
  return v->array == DV_IN_STATE ? r->s->x[v->index] : r->work[v->index];
}

// Row of B a at rest: force or moment on the whole, body axes.
static double load_on(rov *r, int row)
{
  double B[NV * NV], sum = 0;
  rates(r, r->s->x);
  dv_engine_mass_matrix(r->model, r->s->x, B, r->work);
  for (int i = 0; i < NV; i++) sum += B[row * NV + i] * r->dx[NQ + i];
  return sum;
}

static void weighs_what_water_leaves(void **state)
{
  (void)state;
  rov r = launch(NULL);
  assert_near(load_on(&r, 2), -13.244, 1e-3);
  dv_machine_close(r.m);
  r = launch("parts.lift.volume=3.902439024390244 m3");  // the vehicle alone without weight
  assert_near(load_on(&r, 2), 676.154, 1e-3);
  dv_machine_close(r.m);
  r = launch("parameters.volume=0.023414634146341463 m3");  // three times that: the arm without weight
  assert_near(load_on(&r, 2), -689.398, 1e-3);
  dv_machine_close(r.m);
}

// Moment about axis 3 or 4 of a vehicle turned by a small angle about it.
static double righting(const char *setting, int axis, double angle)
{
  rov r = launch(setting);
  r.s->x[3] = cos(angle / 2);
  r.s->x[4 + axis] = sin(angle / 2);
  double moment = load_on(&r, 3 + axis);
  dv_machine_close(r.m);
  return moment;
}

static void rights_itself(void **state)
{
  (void)state;
  for (int axis = 0; axis < 2; axis++) {
    double angle = 1e-3, moment = righting(NULL, axis, angle) - righting("parts.lift.z=0", axis, angle);
    assert_near(-moment / sin(angle), 19964.70, 1e-2);
  }
}

static double at(const double *B, int i, int j) { return B[(i - 1) * NV + j - 1]; }

static void has_the_sheets_inertia(void **state)
{
  (void)state;
  static const double added[BASE] = {1600, 1600, 1600, 817, 1430, 1477};
  static const struct {
    int i, j;
    double is;
  } want[] = {
      {1, 1, 4100.8     },
      {4, 4, 2062.333612},
      {5, 5, 3960.433116},
      {6, 6, 4091.107304},
      {7, 7, 41.657318  },
      {8, 8, 34.541568  },
      {9, 9, 1.719728   },
      {1, 5, -3.906739  },
      {1, 6, -40.32     },
      {3, 5, -192.103567},
      {2, 6, 192.103567 },
      {6, 7, -113.034311},
      {5, 8, 95.670099  },
      {8, 9, 3.488456   },
      {4, 5, -76.841427 }
  };
  rov r = launch(NULL);
  double B[NV * NV];
  dv_engine_mass_matrix(r.model, r.s->x, B, r.work);
  for (int i = 0; i < BASE; i++) B[i * NV + i] -= added[i];
  for (size_t k = 0; k < sizeof want / sizeof *want; k++) assert_near(at(B, want[k].i, want[k].j), want[k].is, 1e-5);
  dv_machine_close(r.m);
}

// The sheet's H (2.5); surge sway heave roll pitch yaw.
static void sheet_H(double H[6][6])
{
  const double ca = cos(0.5), sa = sin(0.5), d1 = 1.4, d2 = 0.6, d3 = 1.2, d4 = 0.6, d6 = 1.2, d7 = 0.3, a = d1 * sa + d2 * ca;
  const double rows[6][6] = {
      {ca,  ca, 0,   0,   0,  0 },
      {-sa, sa, 0,   0,   0,  1 },
      {0,   0,  1,   1,   1,  0 },
      {0,   0,  -d4, d4,  0,  0 },
      {0,   0,  -d3, -d3, d6, 0 },
      {a,   -a, 0,   0,   0,  d7}
  };
  memcpy(H, rows, sizeof rows);
}

// By elimination with pivots; a swap turns one row's sign.
static double determinant(double A[6][6])
{
  double det = 1;
  for (int j = 0; j < 6; j++) {
    int best = j;
    for (int i = j; i < 6; i++)
      if (fabs(A[i][j]) > fabs(A[best][j])) best = i;
    for (int k = 0; best != j && k < 6; k++) {
      double swap = A[j][k];
      A[j][k] = A[best][k];
      A[best][k] = -swap;
    }
    det *= A[j][j];
    for (int i = j + 1; i < 6; i++)
      for (int k = 5; k >= j; k--) A[i][k] -= A[i][j] / A[j][j] * A[j][k];
  }
  return det;
}

// Largest over smallest singular value: columns of H are turned in pairs until they are at right angles (Hestenes 1958).
static double condition(double H[6][6])
{
  double least = HUGE_VAL, most = 0;
  for (int n = 0; n < 15 * 30; n++) {
    int p = 0, q = n % 15 + 1;
    while (q > 5 - p) q -= 5 - p++;
    q += p;
    double a = 0, b = 0, c = 0;
    for (int i = 0; i < 6; i++) a += H[i][p] * H[i][p], b += H[i][q] * H[i][q], c += H[i][p] * H[i][q];
    double angle = 0.5 * atan2(2 * c, a - b), cs = cos(angle), sn = sin(angle);
    for (int i = 0; i < 6; i++) {
      double x = H[i][p], y = H[i][q];
      H[i][p] = cs * x + sn * y;
      H[i][q] = cs * y - sn * x;
    }
  }
  for (int j = 0; j < 6; j++) {
    double size = 0;
    for (int i = 0; i < 6; i++) size += H[i][j] * H[i][j];
    least = fmin(least, sqrt(size));
    most = fmax(most, sqrt(size));
  }
  return most / least;
}

static void reaches_all_directions(void **state)
{
  (void)state;
  double H[6][6];
  sheet_H(H);
  assert_near(determinant(H), 6.781484, 1e-5);
  sheet_H(H);
  assert_near(condition(H), 2.643, 5e-4);
}

static void random_state(rov *r, uint64_t *seed);

static void shares_out_what_is_wanted(void **state)
{
  (void)state;
  static const char *const wanted[6] = {"pilot.fx", "pilot.fy", "pilot.fz", "pilot.mx", "pilot.my", "pilot.mz"};
  static const char *const thrust[6] = {"share.thrust1", "share.thrust2", "share.thrust3",
                                        "share.thrust4", "share.thrust5", "share.thrust6"};
  rov r = launch(NULL);
  uint64_t seed = 7;
  double H[6][6];
  sheet_H(H);
  for (int trial = 0; trial < 20; trial++) {
    random_state(&r, &seed);
    rates(&r, r.s->x);
    for (int i = 0; i < 6; i++) {
      double sum = 0;
      for (int k = 0; k < 6; k++) sum += H[i][k] * value(&r, thrust[k]);
      assert_near(sum, value(&r, wanted[i]), 1e-8 * (1 + fabs(value(&r, wanted[i]))) + 1e-6);
    }
  }
  dv_machine_close(r.m);
}

// Anything that moves; grip closed with an anchor somewhere, object clear of the pillar.
static void random_state(rov *r, uint64_t *seed)
{
  double *x = r->s->x;
  for (int i = 0; i < r->model->nx; i++) x[i] += around_zero(seed, 0.3);
  for (int k = 0; k < 2; k++) {
    double *q = x + (k ? BASE + 1 + ARM + 3 : 3), size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= size;
  }
  for (int i = 0; i < r->model->nd; i++) r->s->d[i] = 0;
  const dv_part *p = dv_model_PART(r->model);
  for (int i = 0; i < DV_MODEL_COUNT(r->model, PART); i++)
    if (!strcmp(dv_model_text(r->model, p[i].name), "grip")) r->s->d[p[i].d] = 1;
}

// Kinetic and potential energy of the skeleton at x.
static double mechanical(rov *r, const double *x)
{
  rates(r, x);
  dv_engine_x1.observe(r->model, r->num, x, r->work);
  const double *e = r->work + r->model->work_energy;
  return e[DV_ENERGY_KINETIC] + e[DV_ENERGY_POTENTIAL];
}

// d(T + V)/dt by central differences of order 4 along the motion.
static double mechanical_rate(rov *r)
{
  enum { MOST = 256 };
  static const double step[4] = {1, -1, 2, -2}, weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12};
  const double h = 1e-5;
  double dx[MOST], x[MOST], sum = 0;
  assert_true(r->model->nx <= MOST);
  rates(r, r->s->x);
  memcpy(dx, r->dx, (size_t)r->model->nx * sizeof *dx);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < r->model->nx; i++) x[i] = r->s->x[i] + step[k] * h * dx[i];
    sum += weight[k] * mechanical(r, x) / h;
  }
  return sum;
}

static void balances_power(void **state)
{
  (void)state;
  rov r = launch(NULL);
  uint64_t seed = 23;
  for (int trial = 0; trial < 10; trial++) {
    double into = 0, size = 1;
    random_state(&r, &seed);
    double change = mechanical_rate(&r);
    mechanical(&r, r.s->x);
    const dv_part *p = dv_model_PART(r.model);
    for (int i = 0; i < DV_MODEL_COUNT(r.model, PART); i++)
      for (int k = 0; k < dv_kinds_x1[p[i].kind]->nport; k++) {
        into += r.work[p[i].power + k];
        size += fabs(r.work[p[i].power + k]);
      }
    assert_near(-into, change, 1e-6 * size);
  }
  dv_machine_close(r.m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weighs_what_water_leaves),  cmocka_unit_test(rights_itself),
      cmocka_unit_test(has_the_sheets_inertia),    cmocka_unit_test(reaches_all_directions),
      cmocka_unit_test(shares_out_what_is_wanted), cmocka_unit_test(balances_power),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
