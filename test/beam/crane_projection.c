// crane_projection.c: the crane by screw projection, checks A4, E and F1 of its sheet: M by six-dimensional screws and Gauss
// quadrature, every term at one state, reactions by auxiliary speeds in the exact form and by the document's literal (97).
#include "crane.h"

#include "beam/beam.h"
#include "formulation/matrix.h"
#include "formulation/projection.h"

static const double length[3] = {10, 8, 6}, density = 7850, area = 0.0264, second = 5.89e-4;

// Absolute angle of link i, and where it begins.
static double angle(const double *q, int i) { return i < 0 ? 0 : angle(q, i - 1) + q[i]; }
static v3 joint(const double *q, int i)
{
  v3 o = i ? joint(q, i - 1) : dv_v3_zero();
  if (i) o.x[0] += length[i - 1] * cos(angle(q, i - 1)), o.x[1] += length[i - 1] * sin(angle(q, i - 1));
  return o;
}

// P of the section at x of link i, as the document builds it: V L_1 ... V L_i, then psi' L_z + psi N_y; the sheet's order.
static void columns(const double *q, int i, double x, dv_twist *P)
{
  double phi = angle(q, i), R[9] = {cos(phi), -sin(phi), 0, sin(phi), cos(phi), 0, 0, 0, 1};
  v3 place = {
      {x, 0, 0}
  };
  for (int k = 0; k < N; k++) P[k] = dv_twist_zero();
  for (int k = 0; k < 3 && i < 2; k++) {
    double kappa = (k + 1) * M_PI / length[i];
    place.x[1] += sin(kappa * x) * q[3 + 3 * i + k];
    P[3 + 3 * i + k] = (dv_twist){{{0, 0, kappa * cos(kappa * x)}}, {{0, sin(kappa * x), 0}}};
  }
  place = dv_v3_add(joint(q, i), dv_m3_mul(R, place));
  for (int j = 0; j <= i; j++) P[j] = dv_twist_down(R, dv_twist_refer(dv_twist_unit(2), dv_v3_sub(joint(q, j), place)));
}

static void add_mass(const double *q, int i, double x, double mass, double inertia, double *M)
{
  dv_twist P[N];
  columns(q, i, x, P);
  for (int r = 0; r < N; r++)
    for (int c = 0; c < N; c++) M[N * r + c] += mass * dv_v3_dot(P[r].v, P[c].v) + inertia * dv_v3_dot(P[r].w, P[c].w);
}

static void mass_by_quadrature(const double *q, double *M)
{
  enum { POINTS = 24 };
  double at[POINTS], weight[POINTS];
  memset(M, 0, N * N * sizeof *M);
  dv_gauss(POINTS, at, weight);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < POINTS; k++) {
      double dx = weight[k] * length[i];
      add_mass(q, i, at[k] * length[i], density * area * dx, density * second * dx, M);
    }
  add_mass(q, 0, 4, 235, 0, M);
  add_mass(q, 0, 6, 713, 0, M);
  add_mass(q, 1, 3, 235, 0, M);
  add_mass(q, 2, 6, 5000, 0, M);
}

// Section 2.3: constants of a boom with its lumped masses.
typedef struct {
  double m, S, J, a[3], b[3], modal[3][3], Z[3];
} boom;

static void add_point(boom *l, double L, double x, double mass)
{
  double psi[3];
  for (int k = 0; k < 3; k++) psi[k] = sin((k + 1) * M_PI * x / L);
  l->m += mass, l->S += mass * x, l->J += mass * x * x;
  for (int k = 0; k < 3; k++) {
    l->a[k] += mass * psi[k];
    l->b[k] += mass * x * psi[k];
    for (int j = 0; j < 3; j++) l->modal[k][j] += mass * psi[k] * psi[j];
  }
}

static boom boom_of(int i)
{
  double L = length[i], mu = density * area;
  boom l = {0};
  if (i == 2) {
    l = (boom){5000, 5000 * L, 5000 * L * L, {0}, {0}, {{0}}, {0}};
    return l;
  }
  l.m = mu * L, l.S = mu * L * L / 2, l.J = mu * L * L * L / 3 + density * second * L;
  for (int k = 0; k < 3; k++) {
    double kappa = (k + 1) * M_PI / L, even = k % 2 ? 1 : -1;  // cos k pi
    l.a[k] = mu * (1 - even) / kappa;
    l.b[k] = -mu * L * even / kappa;
    l.modal[k][k] = mu * L / 2;
    l.Z[k] = density * second * kappa * kappa * L / 2;
  }
  add_point(&l, L, i ? 3 : 4, 235);
  if (i == 0) add_point(&l, L, 6, 713);
  return l;
}

// Kinetic energy of section 2.3 at rates u.
static double closed_energy(const double *q, const double *u)
{
  double T = 0, V[2] = {0, 0};
  for (int i = 0; i < 3; i++) {
    boom l = boom_of(i);
    double phi = angle(q, i), alpha = angle(u, i), c[2] = {cos(phi), sin(phi)}, s[2] = {-sin(phi), cos(phi)}, W = 0, dW = 0;
    const double *x = q + 3 + 3 * i, *dx = u + 3 + 3 * i;
    T += 0.5 * l.m * (V[0] * V[0] + V[1] * V[1]) + 0.5 * alpha * alpha * l.J;
    for (int k = 0; k < 3 && i < 2; k++) {
      W += l.a[k] * x[k], dW += l.a[k] * dx[k];
      T += alpha * l.b[k] * dx[k] + 0.5 * l.Z[k] * dx[k] * dx[k];
      for (int j = 0; j < 3; j++) T += 0.5 * l.modal[k][j] * (alpha * alpha * x[k] * x[j] + dx[k] * dx[j]);
    }
    for (int j = 0; j < 2; j++) {
      T += V[j] * (alpha * (l.S * s[j] - W * c[j]) + dW * s[j]);
      V[j] += length[i] * alpha * s[j];
    }
  }
  return T;
}

// M_ij = T(e_i + e_j) - T(e_i) - T(e_j)
static void mass_closed(const double *q, double *M)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double both[N] = {0}, one[N] = {0}, other[N] = {0};
      one[i] = other[j] = 1;
      both[i] += 1, both[j] += 1;
      M[N * i + j] = closed_energy(q, both) - closed_energy(q, one) - closed_energy(q, other);
    }
}

static dv_projection *project(crane *c)
{
  dv_tree tree = dv_tree_of(c->m);
  dv_projection *s = dv_projection_new(c->machine->arena, &tree, dv_model_NUMBER(c->m));
  load_state(c);
  dv_projection_place(s, c->s->x, c->s->x + c->m->nq);
  dv_projection_form(s);
  return s;
}

// A4.
static void mass_matrix_by_screws(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  dv_projection *s = project(&c);
  double quadrature[N * N], closed[N * N], own[N * N];
  mass_by_quadrature(eq, quadrature);
  mass_closed(eq, closed);
  for (int i = 0; i < N * N; i++) own[i] = s->M[N * c.at[i / N] + c.at[i % N]];
  expect_all("quadrature and closed form", quadrature, closed, N * N, 1e-12);
  expect_all("sections and closed form", own, closed, N * N, 1e-12);
  dv_machine_close(c.machine);
}

// E: M, p, E, h, G.
static void terms_at_one_state(void **state)
{
  (void)state;
  crane c = crane_open(NULL, 0);
  dv_projection *s = project(&c);
  const double *term[5] = {s->M + N * c.at[0], s->momentum, s->E, s->h, s->G};
  const double *sheet[5] = {eM, ep, eE, eh, eG};
  for (int k = 0; k < 5; k++) {
    double got[N];
    for (int i = 0; i < N; i++) got[i] = term[k][c.at[i]];
    expect_all("term", got, sheet[k], N, 1e-9);
  }
  dv_machine_close(c.machine);
}

// u' of the exact form, and theta = M^-1 (E - D u - p') of (97) with D of the wire's pivot; E - p' = -M u' - h.
static void accelerations(const crane *c, dv_projection *s, double *exact, double *literal)
{
  double M[N * N];
  memcpy(exact, c->dx + c->m->nq, N * sizeof *exact);
  for (int i = 0; i < N; i++) {
    literal[i] = -s->h[i];
    for (int k = 0; k < N; k++) literal[i] -= s->M[N * i + k] * exact[k];
  }
  literal[c->at[2]] -= 5000 * eu[2];
  memcpy(M, s->M, sizeof M);
  assert_int_equal(dv_matrix_divide(N, M, literal), 0);
}

// Coordinates or rates of the observer's tree from those of the machine.
static double *spread(const crane *c, const double *x, int map, int n)
{
  double *out = DV_TAKE(c->machine->arena, double, n);
  const int *from = dv_model_INT(c->m) + map;
  for (int i = 0; i < n; i++) out[i] = from[i] < 0 ? 0 : x[from[i]];
  return out;
}

// E: reactions, exact and by the literal (97); the observer's are the exact ones.
static void reactions_at_one_state(void **state)
{
  (void)state;
  static const double sheet[2][6] = {
      {259154.61504, 97557.552283, 337305.93817, 80589.107555, -142112.07089, 250.0},
      {258626.81225, 97567.049226, 337262.40530, 80732.959166, -143018.76927, 0    }
  };
  static const char *const pin[3] = {"q1.reaction.", "q2.reaction.", "q3.reaction."};
  static const char *const axis[6] = {"mx", "my", "mz", "fx", "fy", "fz"};
  crane c = crane_open(NULL, 0);
  dv_arena *a = c.machine->arena;
  double exact[N], literal[N], got[2][6];
  dv_projection *fast = project(&c);
  evaluate(&c);
  accelerations(&c, fast, exact, literal);
  dv_tree tree = dv_tree_of(c.m);
  tree.nlink = c.m->nseen, tree.nq = c.m->seen_nq, tree.nv = c.m->seen_nv, tree.link = dv_model_SEEN(c.m);
  dv_projection *s = dv_projection_new(a, &tree, dv_model_NUMBER(c.m));
  dv_auxiliary r = dv_auxiliary_new(a, s);
  dv_projection_place(s, spread(&c, c.s->x, c.m->seen_q, tree.nq), spread(&c, c.s->x + c.m->nq, c.m->seen_v, tree.nv));
  const double *acceleration = spread(&c, exact, c.m->seen_v, tree.nv), *theta = spread(&c, literal, c.m->seen_v, tree.nv);
  for (int j = 0; j < 3; j++) {
    double rho[6], own[6];
    const dv_joint *joint = dv_model_JOINT(c.m) + (DV_MODEL_COUNT(c.m, JOINT) - 3 + j);
    dv_auxiliary_form(s, dv_model_BODY(c.m)[joint->child].seen, c.work + c.m->work_seen_fext, &r);
    dv_auxiliary_reaction(s, &r, acceleration, rho);
    for (int d = 0; d < 6; d++) own[d] = -seen(&c, dv_arena_text(a, "%s%s", pin[j], axis[d]));
    expect_all("reaction", rho, own, 6, 1e-10);
    for (int d = 0; d < 2; d++) {
      got[0][2 * j + d] = rho[3 + d];
      got[1][2 * j + d] = r.G[3 + d] + r.tau[3 + d];
      for (int k = 0; k < tree.nv; k++) got[1][2 * j + d] += r.M[(3 + d) * tree.nv + k] * theta[k];
    }
  }
  for (int i = 0; i < 6; i++) assert_relative("rho, exact", got[0][i], sheet[0][i], 1e-8);
  for (int i = 0; i < 5; i++) assert_relative("rho, literal (97)", got[1][i], sheet[1][i], 1e-8);
  assert_float_equal(got[1][5], 0, 1e-5);
  dv_machine_close(c.machine);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_matrix_by_screws),
      cmocka_unit_test(terms_at_one_state),
      cmocka_unit_test(reactions_at_one_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
