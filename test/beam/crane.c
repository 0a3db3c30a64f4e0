// crane.c: the knuckle-boom crane against its sheet, sections A to F: geometry, constants of the booms, statics, natural
// frequencies, every term of the dynamics at one state, and the same trajectory in rates and in momenta.
#include "crane.h"

#include "beam/eigen.h"
#include "solve/solve.h"
#include "engine/skeleton_at.h"

static const double root13 = 3.605551275463989;

// Lengths, and tau[j][k] = dl_j/dq_k: the length's rate at unit rates.
static void lengths(crane *c, const double *q, double *l, double *tau)
{
  for (int k = 0; k < N; k++) {
    double u[N] = {0};
    u[k] = 1;
    set(c, q, u);
    evaluate(c);
    tau[k] = seen(c, "cylinder1.axis.flow");
    tau[N + k] = seen(c, "cylinder2.axis.flow");
  }
  l[0] = seen(c, "cylinder1.axis.position");
  l[1] = seen(c, "cylinder2.axis.position");
}

// Weight G and stiffness: G - K q, the sheet's order; in newtons.
static void static_efforts(crane *c, const double *q, double *out)
{
  double rest[N] = {0}, tau[N];
  set(c, q, NULL);
  dv_engine_inverse_dynamics(c->m, c->s->x, rest, rest, tau, c->work);
  for (int i = 0; i < N; i++) out[i] = -tau[c->at[i]];
  for (int b = 0; b < 2; b++) {
    const double *K = c->machine->spec->body[1 + b].elastic->stiffness;
    for (int k = 0; k < 3; k++) out[3 + 3 * b + k] -= K[k] * q[3 + 3 * b + k];
  }
}

static void solve(int n, double *A, double *b)
{
  for (int j = 0; j < n; j++) {
    int p = j;
    for (int i = j + 1; i < n; i++)
      if (fabs(A[n * i + j]) > fabs(A[n * p + j])) p = i;
    for (int k = 0; k < n; k++) {
      double t = A[n * j + k];
      A[n * j + k] = A[n * p + k];
      A[n * p + k] = t;
    }
    double t = b[j];
    b[j] = b[p], b[p] = t;
    for (int i = 0; i < n; i++) {
      if (i == j) continue;
      double f = A[n * i + j] / A[n * j + j];
      for (int k = j; k < n; k++) A[n * i + k] -= f * A[n * j + k];
      b[i] -= f * b[j];
    }
  }
  for (int i = 0; i < n; i++) b[i] /= A[n * i + i];
}

// Residual of y = (q, F/1e6): efforts with the cylinders', and lengths.
static void residual(crane *c, const double *y, const double *wanted, double *r)
{
  double l[2], tau[2 * N];
  static_efforts(c, y, r);
  lengths(c, y, l, tau);
  for (int k = 0; k < N; k++) r[k] = (r[k] + 1e6 * (tau[k] * y[N] + tau[N + k] * y[N + 1])) / 1e6;
  for (int j = 0; j < CYLINDERS; j++) r[N + j] = l[j] - wanted[j];
}

// Elastic equilibrium with prescribed lengths by Newton with differences.
static void equilibrium(crane *c, double l1, double l2, double *y)
{
  enum { M = N + CYLINDERS };
  double wanted[2] = {l1, l2};
  for (int turn = 0; turn < 12; turn++) {
    double r[M], A[M * M], up[M], down[M];
    residual(c, y, wanted, r);
    for (int k = 0; k < M; k++) {
      double h = 1e-6, keep = y[k];
      y[k] = keep + h;
      residual(c, y, wanted, up);
      y[k] = keep - h;
      residual(c, y, wanted, down);
      y[k] = keep;
      for (int i = 0; i < M; i++) A[M * i + k] = (up[i] - down[i]) / (2 * h);
    }
    solve(M, A, r);
    for (int i = 0; i < M; i++) y[i] -= r[i];
  }
}

// A1-A3.
static void geometry(void **state)
{
  (void)state;
  static const double t1[N] = {2.8823067685, 0, 0, 0.6853091585, 0.4235443528, -0.4235443528, 0, 0, 0};
  static const double t2[N] = {
      0, 2.8823067685, 0, 0.6853091585, -0.4235443528, -0.4235443528, 0.8876347433, 0.6793662205, -0.3676703491};
  crane c = crane_open(NULL, 0);
  double q[N] = {0, -2 * M_PI / 3, M_PI / 6}, l[2], tau[2 * N];
  lengths(&c, q, l, tau);
  assert_relative("l1", l[0], root13, 1e-12);
  assert_relative("l2", l[1], root13, 1e-12);
  expect_all("tau 1", tau, t1, N, 1e-9);
  expect_all("tau 2", tau + N, t2, N, 1e-9);
  double six[N] = {57.279613 * M_PI / 180, -62.720387 * M_PI / 180, 0};
  lengths(&c, six, l, tau);
  assert_relative("l1 of 57.279613 degrees", l[0], 6, 1e-8);
  assert_relative("l2 of -62.720387 degrees", l[1], 6, 1e-8);
  double start =
      c.machine->model ? dv_model_START(c.m)[c.at[0]] + dv_model_START(c.m)[c.at[1]] + dv_model_START(c.m)[c.at[2]] : 0;
  assert_relative("wire vertical", start, -M_PI / 2, 1e-12);
  dv_machine_close(c.machine);
}

// B: a, b, N + Z, K and frequencies of the booms alone.
static void constants(void **state)
{
  (void)state;
  static const double L[2] = {10, 8}, mass[2] = {2072.4, 1657.92}, moment[2] = {10362, 6631.68}, J[2] = {69126.2365, 35405.9492};
  static const double a[2][3] = {
      {1319.3308163, 0, 439.7769388},
      {1055.464653,  0, 351.821551 }
  };
  static const double b[2][3] = {
      {6596.6540813, -3298.3270406, 2198.8846938},
      {4221.858612,  -2110.929306,  1407.286204 }
  };
  static const double K[2][3] = {
      {6.024265235e6,  9.638824376e7,  4.87965484e8  },
      {1.1766143037e7, 1.8825828859e8, 9.5305758601e8}
  };
  static const double Z[3] =
      {
          2.28167982, 9.12671928, 20.53511838
  },
                      f[2][3] = {{12.12196, 48.32881, 108.15127}, {18.92887, 75.32902, 168.07028}};
  dv_arena *arena = dv_arena_new();
  dv_beam_section s = {.A = 0.0264, .Iy = 5.89e-4, .Iz = 5.89e-4, .J = 1e-3, .Ay = 0.01, .Az = 0.01};
  for (int i = 0; i < 2; i++) {
    dv_beam_data d = {.length = L[i], .E = 210e9, .G = 80e9, .density = 7850, .nsection = 1, .section = &s, .count = {3}};
    const dv_beam *beam = dv_beam_new(arena, &d);
    dv_beam_field field = dv_beam_field_beyond(arena, beam, 0);
    double got[6] = {0};
    for (int n = 0; n < field.n; n++) {
      const double *x = field.node + field.stride * n;
      for (int k = 0; k < 3; k++) {
        got[k] += x[0] * x[4 + 3 * k + 1];
        got[3 + k] += x[1] * x[4 + 3 * k + 1];
      }
    }
    expect_all("a", got, a[i], 3, 1e-9);
    expect_all("b", got + 3, b[i], 3, 1e-9);
    assert_relative("m", field.mass, mass[i], 1e-12);
    assert_relative("S", field.moment, moment[i], 1e-12);
    assert_relative("J", field.inertia + field.J[2], J[i], 1e-9);
    for (int k = 0; k < 3; k++) {
      assert_relative("K", beam->stiffness[k], K[i][k], 1e-9);
      if (i == 0) assert_relative("N + Z", beam->mass[k], 1036.2 + Z[k], 1e-9);
      assert_relative("frequency", sqrt(beam->stiffness[k] / beam->mass[k]) / (2 * M_PI), f[i][k], 1e-6);
    }
  }
  dv_arena_free(arena);
}

// C1: a crane of rigid booms.
static void rigid_statics(void **state)
{
  (void)state;
  const char *settings[] = {"modes=0"};
  static const double q[2][3] = {
      {0,                         -2 * M_PI / 3,              M_PI / 6                                        },
      {57.279613107 * M_PI / 180, -62.720386893 * M_PI / 180, (-90 + 62.720386893 - 57.279613107) * M_PI / 180}
  };
  static const double F[2][2] = {
      {207073.32, -80555.76},
      {512166.57, 260064.65}
  };
  crane c = crane_open(settings, 1);
  assert_int_equal(c.m->nv, 3);
  for (int i = 0; i < 2; i++) {
    double rest[3] = {0}, G[3], tau[2];
    dv_engine_inverse_dynamics(c.m, q[i], rest, rest, G, c.work);
    for (int j = 0; j < 2; j++) {
      memcpy(c.s->x, q[i], 3 * sizeof(double));
      for (int k = 0; k < 3; k++) c.s->x[3 + k] = k == j;
      evaluate(&c);
      tau[j] = seen(&c, j ? "cylinder2.axis.flow" : "cylinder1.axis.flow");
    }
    if (i == 0) {
      assert_relative("G1", -G[0], -596848.837, 1e-8);
      assert_relative("G2", -G[1], 232186.415, 1e-8);
    }
    assert_relative("F1", G[0] / tau[0], F[i][0], 1e-6);
    assert_relative("F2", G[1] / tau[1], F[i][1], 1e-6);
  }
  dv_machine_close(c.machine);
}

typedef struct {
  double l, q[3], b1[3], b2[3], F[2], rho[5], locked[5], oil[5], stiffness;
} pose;

static const pose poses[3] = {
    {3.605551275463989,
     {-0.0027552680, -2.0949795664, 0.5269385075},
     {0.010706091, 0.0012956834, -0.00010692166},
     {-0.0055770611, -0.00028795013, 3.260386e-5},
     {206585.576, -81042.078},
     {143099.448, 52004.721, 35830.936, -43817.279, 49050},
     {0.2017, 3.2614, 5.3090, 29.041, 75.054},
     {0.2017, 3.2406, 5.2572, 28.232, 74.498},
     1.240482e9},
    {5,
     {0.5129409266, -1.5828275795, -0.5009096739},
     {0.0435886, NAN, NAN},
     {0.00533624, NAN, NAN},
     {393702.729, 92937.306},
     {264720.138, 154807.520, 114942.003, 41976.605, 49050},
     {0.2025, 1.2119, 12.557, 30.103, 67.257},
     {0.2024, 1.1344, 9.3677, 21.600, 40.210},
     7.909188e7},
    {6,
     {0.9865905602, -1.1111437889, -1.4462430981},
     {0.05378936, NAN, NAN},
     {0.01106577, NAN, NAN},
     {515820.951, 259181.847},
     {377949.543, 181577.208, 216619.958, 87241.176, 49050},
     {0.2031, 0.9032, 8.8470, 28.538, 66.137},
     {0.2030, 0.8351, 6.7339, 17.336, 38.636},
     9.328043e7},
};

static void check_statics(crane *c, const pose *p, const double *y)
{
  static const char *const rho[] = {"q1.reaction.fx", "q1.reaction.fy", "q2.reaction.fx", "q2.reaction.fy", "q3.reaction.fx"};
  const double Ap = 0.04524, Ar = 0.04241;
  for (int i = 0; i < 3; i++) {
    assert_relative("q", y[i], p->q[i], 1e-6);
    if (!isnan(p->b1[i])) assert_relative("boom's mode", y[3 + i], p->b1[i], 1e-6);
    if (!isnan(p->b2[i])) assert_relative("knuckle's mode", y[6 + i], p->b2[i], 1e-6);
  }
  // reactions at rest: pressures that give exactly these forces
  set(c, y, NULL);
  for (int j = 0; j < 2; j++) {
    assert_relative("F", 1e6 * y[N + j], p->F[j], 1e-6);
    double Pp = (1e6 * y[N + j] + Ar * 20e6) / (Ap + Ar);
    c->s->x[index_of(c, j ? "A2.pressure" : "A1.pressure")] = Pp;
    c->s->x[index_of(c, j ? "B2.pressure" : "B1.pressure")] = 20e6 - Pp;
    if (p->l > 5.5) assert_relative("holding pressure", Pp, j ? 12.634134e6 : 15.562133e6, 1e-6);
  }
  evaluate(c);
  for (int i = 0; i < 5; i++) assert_relative(rho[i], -seen(c, rho[i]), p->rho[i], 2e-6);
}

// Hessian of V_g + U_e - sum F l at constant F.
static void hessian(crane *c, const double *y, double *H)
{
  for (int k = 0; k < N; k++) {
    double r[2][N], z[N + 2], l[2], tau[2 * N], h = 1e-5;
    for (int s = 0; s < 2; s++) {
      memcpy(z, y, sizeof z);
      z[k] += s ? h : -h;
      static_efforts(c, z, r[s]);
      lengths(c, z, l, tau);
      for (int i = 0; i < N; i++) r[s][i] += 1e6 * (y[N] * tau[i] + y[N + 1] * tau[N + i]);
    }
    for (int i = 0; i < N; i++) H[N * i + k] = -(r[1][i] - r[0][i]) / (2 * h);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) H[N * i + j] = H[N * j + i] = 0.5 * (H[N * i + j] + H[N * j + i]);
}

static void mass_matrix(crane *c, const double *y, double *M)
{
  double own[N * N];
  set(c, y, NULL);
  dv_engine_mass_matrix(c->m, c->s->x, own, c->work);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) M[N * i + j] = own[N * c->at[i] + c->at[j]];
}

// P^T A P with columns of P that keep both lengths: the last seven coordinates free, the first two following.
static void project(const double *tau, const double *A, double *out)
{
  double P[N * 7] = {0};
  for (int k = 0; k < 7; k++) {
    double T[4] = {tau[0], tau[1], tau[N], tau[N + 1]}, b[2] = {-tau[2 + k], -tau[N + 2 + k]};
    solve(2, T, b);
    P[k] = b[0];
    P[7 + k] = b[1];
    P[7 * (2 + k) + k] = 1;
  }
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) {
      out[7 * i + j] = 0;
      for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++) out[7 * i + j] += P[7 * a + i] * A[N * a + b] * P[7 * b + j];
    }
}

static void check_modes(crane *c, const pose *p, const double *y)
{
  dv_arena *a = c->machine->arena;
  double H[N * N], M[N * N], h[49], m[49], l[2], tau[2 * N], w[N], v[N * N];
  const double Ap = 0.04524, Ar = 0.04241, s = p->l - 3.6;
  double oil = 1.5e9 * (Ap / (0.05 + s) + Ar / (3.37 - s));
  hessian(c, y, H);
  lengths(c, y, l, tau);
  mass_matrix(c, y, M);
  project(tau, H, h);
  project(tau, M, m);
  assert_int_equal(dv_eigen_pair(a, 7, h, m, 0, w, v), 0);
  for (int k = 0; k < 5; k++) assert_relative("locked cylinders", sqrt(w[k]) / (2 * M_PI), p->locked[k], 1e-3);
  assert_relative("oil", oil, p->stiffness, 1e-6);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) H[N * i + j] += oil * (tau[i] * tau[j] + tau[N + i] * tau[N + j]);
  assert_int_equal(dv_eigen_pair(a, N, H, M, 0, w, v), 0);
  for (int k = 0; k < 5; k++) assert_relative("oil springs", sqrt(w[k]) / (2 * M_PI), p->oil[k], 1e-3);
}

// C2, C3, D.
static void statics_and_modes(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  for (int i = 0; i < 3; i++) {
    const pose *p = &poses[i];
    double y[N + 2] = {p->q[0] + 0.01, p->q[1] - 0.01, p->q[2], 0, 0, 0, 0, 0, 0, 0.2, 0};
    equilibrium(&c, p->l, p->l, y);
    check_statics(&c, p, y);
    if (i == 2) {
      assert_relative("tip x", seen(&c, "knuckle.tip.x"), 13.453397, 1e-7);
      assert_relative("tip y", seen(&c, "knuckle.tip.y"), 7.347652, 1e-7);
    }
    check_modes(&c, p, y);
  }
  dv_machine_close(c.machine);
}

// 2.9: with shortening the crane stiffens: F and the lowest boom frequency at 6 m.
static void stiffening(void **state)
{
  (void)state;
  const char *settings[] = {"bodies.boom.beam.stiffening=true", "bodies.knuckle.beam.stiffening=true"};
  crane c = crane_open(settings, 2);
  double y[N + 2] = {0.98, -1.11, -1.44, 0.05, 0, 0, 0.01, 0, 0, 0.5, 0.25}, H[N * N], M[N * N], h[49], m[49], l[2], tau[2 * N],
               w[7], v[49];
  equilibrium(&c, 6, 6, y);
  assert_relative("F1", 1e6 * y[N], 515756.2, 1e-6);
  assert_relative("F2", 1e6 * y[N + 1], 259259.6, 1e-6);
  hessian(&c, y, H);
  lengths(&c, y, l, tau);
  mass_matrix(&c, y, M);
  project(tau, H, h);
  project(tau, M, m);
  assert_int_equal(dv_eigen_pair(c.machine->arena, 7, h, m, 0, w, v), 0);
  assert_relative("stiffened boom", sqrt(w[1]) / (2 * M_PI), 0.9329, 1e-4);
  dv_machine_close(c.machine);
}

// E: M, p, E, h, G by the skeleton.
static void terms_at_one_state(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  double M[N * N], own[4][N], got[4][N], rest[N] = {0};
  mass_matrix(&c, eq, M);
  expect_all("M", M, eM, N, 1e-9);
  load_state(&c);
  const double *q = c.s->x, *v = c.s->x + c.m->nq;
  dv_tree tree = dv_tree_of(c.m);
  const double *num = dv_model_NUMBER(c.m);
  dv_link_work *w = (dv_link_work *)(void *)(c.work + c.m->work_link);
  dv_hamilton_x1(&tree, num, w, q, v, own[0], own[1]);
  dv_engine_inverse_dynamics(c.m, q, rest, rest, own[2], c.work);
  dv_engine_inverse_dynamics(c.m, q, v, rest, own[3], c.work);
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < N; i++) got[k][i] = own[k][c.at[i]];
  for (int i = 0; i < N; i++) {
    got[3][i] -= got[2][i];
    got[2][i] *= -1;
  }
  expect_all("p", got[0], ep, N, 1e-9);
  expect_all("E", got[1], eE, N, 1e-9);
  expect_all("G", got[2], eG, N, 1e-9);
  expect_all("h", got[3], eh, N, 1e-9);
  dv_machine_close(c.machine);
}

// E: accelerations, lengths, flows, pressure rates, spools, reactions by the machine.
static void machine_at_one_state(void **state)
{
  (void)state;
  static const double acceleration[N] = {18.4159025176,   -73.9465836081, 130.2089279831,  -174.7137983477, 439.4370375057,
                                         -580.9474203803, 285.7129125439, -420.4320408007, 544.8709389377};
  static const double pressure[4] = {-1.5778784274e8, 1.5438263028e8, 4.9253421462e7, 2.5522849023e7};
  static const double flow[4] = {0.0169898365, -0.0134316451, -0.0120136286, 0.0149836274};
  static const double rho[6] = {259154.61504, 97557.552283, 337305.93817, 80589.107555, -142112.07089, 250.0};
  static const char *const node[4] = {"A1.pressure", "B1.pressure", "A2.pressure", "B2.pressure"};
  static const char *const port[4] = {"valve1.a.flow", "valve1.b.flow", "valve2.a.flow", "valve2.b.flow"};
  static const char *const force[6] = {"q1.reaction.fx", "q1.reaction.fy", "q2.reaction.fx",
                                       "q2.reaction.fy", "q3.reaction.fx", "q3.reaction.fy"};
  crane c = crane_open(NULL, 0);
  double got[N];
  load_state(&c);
  evaluate(&c);
  for (int i = 0; i < N; i++) got[i] = c.dx[c.m->nq + c.at[i]];
  expect_all("acceleration", got, acceleration, N, 1e-8);
  for (int i = 0; i < 4; i++) assert_relative(node[i], c.dx[index_of(&c, node[i])], pressure[i], 1e-8);
  for (int i = 0; i < 4; i++) assert_relative(port[i], -seen(&c, port[i]), flow[i], 1e-8);
  assert_relative("l1", seen(&c, "cylinder1.axis.position"), 4.958613798, 1e-9);
  assert_relative("l2", seen(&c, "cylinder2.axis.position"), 5.418426394, 1e-9);
  assert_relative("l1'", seen(&c, "cylinder1.axis.flow"), 0.523708277, 1e-8);
  assert_relative("l2'", seen(&c, "cylinder2.axis.flow"), -0.326910801, 1e-8);
  assert_relative("xv1'", c.dx[index_of(&c, "valve1.spool")], 0.0620793, 1e-6);
  assert_relative("xv2'", c.dx[index_of(&c, "valve2.spool")], 1.7269670, 1e-6);
  for (int i = 0; i < 6; i++) assert_relative(force[i], -seen(&c, force[i]), rho[i], 1e-7);
  dv_machine_close(c.machine);
}

// The Jacobian of a point on a bent boom against differences of its place.
static void jacobian_of_a_point(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  const double at[3] = {4, 0, 0}, h = 1e-6;
  double J[6 * N], x[2][2];
  set(&c, eq, NULL);
  dv_engine_jacobian(c.m, c.s->x, 1, at, J, c.work);
  for (int k = 0; k < N; k++) {
    for (int s = 0; s < 2; s++) {
      double q[N];
      memcpy(q, eq, sizeof q);
      q[k] += s ? h : -h;
      set(&c, q, NULL);
      evaluate(&c);
      x[s][0] = seen(&c, "boom.lug.x");
      x[s][1] = seen(&c, "boom.lug.y");
    }
    for (int j = 0; j < 2; j++) assert_float_equal(J[N * (3 + j) + c.at[k]], (x[1][j] - x[0][j]) / (2 * h), 1e-8);
  }
  dv_machine_close(c.machine);
}

// Studies ask for a point by its body: it moves with its section, as the observer sees it and as its Jacobian says.
static void motion_of_a_point(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  const double at[3] = {4, 0, 0};
  double J[6 * N], x[3], v[3], speed[3] = {0};
  set(&c, eq, eu);
  dv_engine_point(c.m, c.s->x, c.s->x + c.m->nq, 1, at, x, v, NULL, c.work);
  dv_engine_jacobian(c.m, c.s->x, 1, at, J, c.work);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < N; k++) speed[i] += J[N * (3 + i) + k] * c.s->x[c.m->nq + k];
  evaluate(&c);
  assert_float_equal(x[0], seen(&c, "boom.lug.x"), 1e-12);
  assert_float_equal(x[1], seen(&c, "boom.lug.y"), 1e-12);
  for (int i = 0; i < 3; i++) assert_float_equal(v[i], speed[i], 1e-12);
  dv_machine_close(c.machine);
}

// On a deck that accelerates upward the crane moves as under more gravity.
static void deck_is_gravity(void **state)
{
  (void)state;
  const char *const settings[2][3] = {
      {"joints.pedestal.type=planar", "joints.pedestal.motion={x: locked, y: {prescribed: lift}, angle: locked}",
       "signals.lift=0.6*t^2"                                                                                         },
      {"gravity=[0, -11.01, 0]",      NULL,                                                                       NULL},
  };
  double end[2][2 * N];
  for (int i = 0; i < 2; i++) {
    crane c = crane_open(settings[i], i ? 1 : 3);
    dv_run_options o = {.method = "cvode-adams", .until = 0.3, .every = 0.3, .rtol = 1e-11, .atol = 1e-12};
    dv_run_result r;
    assert_int_equal(dv_run(c.m, c.s, &o, NULL, NULL, NULL, &r, c.machine->diags, c.machine->arena), 0);
    for (int k = 0; k < N; k++) {
      end[i][k] = c.s->x[index_of(&c, order[k])];
      end[i][N + k] = c.s->x[index_of(&c, dv_arena_text(c.machine->arena, "%s.rate", order[k]))];
    }
    dv_machine_close(c.machine);
  }
  for (int i = 0; i < 2 * N; i++)
    if (!(fabs(end[0][i] - end[1][i]) < 1e-7)) fail_msg("state %d: %.12g and %.12g", i, end[0][i], end[1][i]);
}

// F2: rates and momenta give one trajectory.
static void same_trajectory(void **state)
{
  (void)state;
  double end[2][64];
  for (int i = 0; i < 2; i++) {
    crane c = crane_open(NULL, 0);
    dv_run_options o = {.method = "cvode-adams", .until = 0.3, .every = 0.3, .rtol = 1e-11, .atol = 1e-13, .momentum = i};
    dv_run_result r;
    assert_int_equal(dv_run(c.m, c.s, &o, NULL, NULL, NULL, &r, c.machine->diags, c.machine->arena), 0);
    memcpy(end[i], c.s->x, 2 * N * sizeof(double));
    dv_machine_close(c.machine);
  }
  for (int i = 0; i < 2 * N; i++)
    if (!(fabs(end[0][i] - end[1][i]) < 1e-8)) fail_msg("state %d: %.12g and %.12g", i, end[0][i], end[1][i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(geometry),
      cmocka_unit_test(constants),
      cmocka_unit_test(rigid_statics),
      cmocka_unit_test(statics_and_modes),
      cmocka_unit_test(stiffening),
      cmocka_unit_test(terms_at_one_state),
      cmocka_unit_test(machine_at_one_state),
      cmocka_unit_test(same_trajectory),
      cmocka_unit_test(jacobian_of_a_point),
      cmocka_unit_test(motion_of_a_point),
      cmocka_unit_test(deck_is_gravity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
