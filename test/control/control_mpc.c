// control_mpc.c: model predictive control of a mass on a slide (x'' = u/2) against LQR and against its quadratic program, which
// is written here in the inputs themselves (weights, Riccati's X at the end) and solved by Hildreth's method to the end.
#include "control/loop.h"

#include "model/variable_value.h"

enum { HORIZON = 12, SAMPLES = 60, VARIABLES_MOST = 4 * HORIZON };
static const double T = 0.1, WEIGHT = 100, EFFORT = 1;  // cost: 100 x^2 + u^2 of each sample

static const double A[4] = {1, 0.1, 0, 1}, B[2] = {0.1 * 0.1 / 4, 0.1 / 2};

typedef struct {
  double X[4], K[2], S;
} riccati;

static riccati lqr(void)
{
  riccati r = {.X = {0}};
  for (int k = 0; k < 5000; k++) {
    double XB[2] = {r.X[0] * B[0] + r.X[1] * B[1], r.X[2] * B[0] + r.X[3] * B[1]}, next[4];
    r.S = EFFORT + B[0] * XB[0] + B[1] * XB[1];
    for (int j = 0; j < 2; j++) r.K[j] = (XB[0] * A[j] + XB[1] * A[2 + j]) / r.S;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        double sum = (i + j == 0 ? WEIGHT : 0) - r.K[i] * r.S * r.K[j];
        for (int u = 0; u < 2; u++)
          for (int v = 0; v < 2; v++) sum += A[u * 2 + i] * r.X[u * 2 + v] * A[v * 2 + j];
        next[i * 2 + j] = sum;
      }
    memcpy(r.X, next, sizeof next);
  }
  return r;
}

// ---- the quadratic program in the inputs: least U'H U/2 + f'U with M U <= b

typedef struct {
  double H[HORIZON][HORIZON], f[HORIZON], M[VARIABLES_MOST][HORIZON], b[VARIABLES_MOST];
  int rows;
} program;

// x(k) = free + by U.
static void predict(const double *x0, double (*free)[2], double (*by)[2][HORIZON])
{
  memcpy(free[0], x0, sizeof free[0]);
  memset(by, 0, (HORIZON + 1) * sizeof *by);
  for (int k = 0; k < HORIZON; k++)
    for (int i = 0; i < 2; i++) {
      free[k + 1][i] = A[2 * i] * free[k][0] + A[2 * i + 1] * free[k][1];
      for (int j = 0; j < HORIZON; j++)
        by[k + 1][i][j] = A[2 * i] * by[k][0][j] + A[2 * i + 1] * by[k][1][j] + (j == k ? B[i] : 0);
    }
}

static void write_program(program *p, const riccati *r, const double *x0, double push, double speed)
{
  double free[HORIZON + 1][2], by[HORIZON + 1][2][HORIZON];
  memset(p, 0, sizeof *p);
  predict(x0, free, by);
  for (int k = 0; k <= HORIZON; k++)
    for (int u = 0; u < 2; u++)
      for (int v = 0; v < 2; v++) {
        double q = k < HORIZON ? (u + v == 0 ? WEIGHT : 0) : r->X[u * 2 + v];
        for (int i = 0; i < HORIZON; i++) {
          p->f[i] += by[k][u][i] * q * free[k][v];
          for (int j = 0; j < HORIZON; j++) p->H[i][j] += by[k][u][i] * q * by[k][v][j];
        }
      }
  for (int k = 0; k < HORIZON; k++) {
    p->H[k][k] += EFFORT;
    for (int side = -1; side <= 1; side += 2) {
      p->M[p->rows][k] = side, p->b[p->rows++] = push;
      if (!(speed > 0)) continue;
      for (int j = 0; j < HORIZON; j++) p->M[p->rows][j] = side * by[k + 1][1][j];
      p->b[p->rows++] = speed - side * free[k + 1][1];
    }
  }
}

// R [HORIZON] of H R = right, by elimination.
static void solve_with(const program *p, const double *right, double *R)
{
  double F[HORIZON][HORIZON + 1];
  for (int i = 0; i < HORIZON; i++) memcpy(F[i], p->H[i], sizeof p->H[i]), F[i][HORIZON] = right[i];
  for (int k = 0; k < HORIZON; k++)
    for (int i = 0; i < HORIZON; i++) {
      double by = F[i][k] / F[k][k];
      for (int j = k; j <= HORIZON && i != k; j++) F[i][j] -= by * F[k][j];
    }
  for (int i = 0; i < HORIZON; i++) R[i] = F[i][HORIZON] / F[i][i];
}

// First input of the best plan. Hildreth 1957: prices one after the other, until none moves.
static double best(const program *p)
{
  double HM[VARIABLES_MOST][HORIZON], U[HORIZON], price[VARIABLES_MOST] = {0}, moved = 1;
  solve_with(p, p->f, U);
  for (int i = 0; i < HORIZON; i++) U[i] = -U[i];
  for (int r = 0; r < p->rows; r++) solve_with(p, p->M[r], HM[r]);
  for (int turn = 0; turn < 20000 && moved > 1e-12; turn++) {
    moved = 0;
    for (int r = 0; r < p->rows; r++) {
      double excess = -p->b[r], own = 0, next;
      for (int i = 0; i < HORIZON; i++) excess += p->M[r][i] * U[i], own += p->M[r][i] * HM[r][i];
      next = fmax(0, price[r] + excess / own);
      for (int i = 0; i < HORIZON; i++) U[i] -= (next - price[r]) * HM[r][i];
      moved = fmax(moved, fabs(next - price[r]) * sqrt(own));
      price[r] = next;
    }
  }
  return U[0];
}

// ---- the machine

static const char slide[] = "gravity: 0\nbodies: {m: {mass: 2 kg}}\n"
                            "joints: {z: {type: prismatic, axis: z, child: m, position: 1 m, rate: 0.2 m/s}}\n"
                            "parts:\n  motor: {kind: force.effort, axis: z, effort: law.u1}\n"
                            "  law: {kind: control.mpc, states: 2, period: 0.1 s, horizon: %d, y1: z, y2: z.rate, %s,\n"
                            "        model: [0, 1, 0.1, 0.0025, 0, 0, 1, 0.05, %s 0, %.17g, %.17g, %.17g]}\n";

typedef struct {
  const dv_model *m;
  double x[SAMPLES + 1][2], u[SAMPLES + 1], left, broken;
} noted;

// States at the instants of samples, outputs between them.
static int note(void *context, double t, const double *x, const double *dx, const double *work)
{
  noted *n = context;
  int half = (int)floor(2 * t / T + 0.5), k = half / 2;
  if (k > SAMPLES) return 0;
  if (half % 2 == 0) memcpy(n->x[k], x, sizeof n->x[k]);
  else n->u[k] = dv_variable_value(n->m, dv_model_find(n->m, "law.u1"), x, dx, work);
  n->left = fmax(n->left, dv_variable_value(n->m, dv_model_find(n->m, "law.left"), x, dx, work));
  n->broken = fmax(n->broken, dv_variable_value(n->m, dv_model_find(n->m, "law.broken"), x, dx, work));
  return 0;
}

static noted go(const char *limits, const char *limited, int *warnings)
{
  char yaml[1500];
  riccati r = lqr();
  dv_run_result done;
  dv_run_options o = {.method = "rk4", .step = T / 2, .until = SAMPLES * T, .every = T / 2};
  snprintf(yaml, sizeof yaml, slide, HORIZON, limits, limited, r.K[0], r.K[1], r.S);
  loop l = loop_open(yaml);
  noted n = {.m = l.b.model};
  assert_int_equal(dv_run(l.b.model, l.b.state, &o, note, NULL, &n, &done, l.b.diags, l.b.arena), 0);
  if (warnings) *warnings = l.b.diags->n;
  loop_close(&l);
  return n;
}

static void free_is_lqr(void **state)
{
  riccati r = lqr();
  (void)state;
  noted n = go("limits: [[-1e6, 1e6]]", "", NULL);
  for (int k = 0; k < SAMPLES; k++) assert_near(n.u[k], -r.K[0] * n.x[k][0] - r.K[1] * n.x[k][1], 1e-12);
  assert_near(n.left, 0, 1e-12);
}

// Each sample against the program at the state that it saw.
static void compare(const noted *n, double push, double speed)
{
  riccati r = lqr();
  int full = 0;
  static program p;
  for (int k = 0; k < SAMPLES; k++) {
    write_program(&p, &r, n->x[k], push, speed);
    assert_near(n->u[k], best(&p), 1e-7);
    assert_true(n->u[k] >= -push && n->u[k] <= push);
    full += fabs(n->u[k]) == push;
  }
  assert_true(full > 3);
}

static void limited_push(void **state)
{
  (void)state;
  noted n = go("limits: [[-1.5, 1.5]]", "", NULL);
  compare(&n, 1.5, 0);
  assert_near(n.x[SAMPLES][0], 0, 1e-3);
}

static void limited_speed(void **state)
{
  double fastest = 0;
  (void)state;
  noted n = go("limited: 1, limits: [[-1.5, 1.5], [-0.4, 0.4]]", "0, 0, 1, 0,", NULL);
  compare(&n, 1.5, 0.4);
  for (int k = 0; k < SAMPLES; k++) fastest = fmax(fastest, fabs(n.x[k][1]));
  assert_near(fastest, 0.4, 1e-7);
  assert_near(n.broken, 0, 1e-8);
}

// The speed cannot be below 0.1 m/s after one sample: outputs stay within their limits, and a warning says so.
static void limits_that_cannot_be_kept(void **state)
{
  int warnings = 0;
  (void)state;
  noted n = go("limited: 1, limits: [[-1, 1], [-0.1, 0.1]]", "0, 0, 1, 0,", &warnings);
  assert_near(n.u[0], -1, 0);
  assert_true(n.broken > 0.1);
  assert_int_equal(warnings, 1);
  assert_true(fabs(n.x[SAMPLES][1]) < 0.1 + 1e-6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_is_lqr),
      cmocka_unit_test(limited_push),
      cmocka_unit_test(limited_speed),
      cmocka_unit_test(limits_that_cannot_be_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
