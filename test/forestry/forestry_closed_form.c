// forestry_closed_form.c: the engine's three-freedom arm against the closed form of the sheet's section 2.4 (the document's
// appendix A, corrected), with random parameters and states; and where the stick's tip is (C3).
#include "forestry/forestry.h"
#include "engine/skeleton_at.h"

typedef struct {
  double m, x, y, z, xx, yy, zz, xy, xz, yz;  // products of inertia as integrals
} body;

typedef struct {
  double M[3][3], V[3], G[3];
} closed;

static const double l1 = 0.153, l2 = 4.118, l3 = 4.229, d1 = 0.786, g = 9.81;

static void velocity_terms(const body *b, const double *q, const double *w, const double *v, closed *c)
{
  const body *B = &b[1], *S = &b[2];
  double c2 = cos(q[1]), s2 = sin(q[1]), c3 = cos(q[2]), s3 = sin(q[2]), c23 = cos(q[1] + q[2]), s23 = sin(q[1] + q[2]);
  double X2 = w[0], Y2 = w[1], X3 = w[2], Y3 = w[3];
  double reach = l1 + l2 * c2 + X3;
  double k3 = S->m * reach * Y3 + S->xy * (c23 * c23 - s23 * s23) + s23 * c23 * (S->yy - S->xx);
  double k2 = S->m * reach * (l2 * s2 + Y3) + B->m * (l1 + X2) * Y2 + S->xy * (c23 * c23 - s23 * s23) +
              s23 * c23 * (S->yy - S->xx) + B->xy * (c2 * c2 - s2 * s2) + s2 * c2 * (B->yy - B->xx);
  double h = S->m * l2 * (S->x * s3 + S->y * c3);
  double n3 = -(S->m * S->z * X3 + S->xz * c23 - S->yz * s23);
  double n2 = -(S->m * S->z * (l2 * c2 + X3) + B->m * B->z * X2 + S->xz * c23 - S->yz * s23 + B->xz * c2 - B->yz * s2);
  c->V[0] = -2 * k2 * v[0] * v[1] - 2 * k3 * v[0] * v[2] + n2 * v[1] * v[1] + n3 * v[2] * v[2] + 2 * n3 * v[1] * v[2];
  c->V[1] = k2 * v[0] * v[0] - 2 * h * v[1] * v[2] - h * v[2] * v[2];
  c->V[2] = k3 * v[0] * v[0] + h * v[1] * v[1];
  c->G[0] = 0;
  c->G[1] = g * (S->m * (l2 * c2 + X3) + B->m * X2);
  c->G[2] = g * S->m * X3;
}

static void mass_terms(const body *b, const double *q, const double *w, closed *c)
{
  const body *A = &b[0], *B = &b[1], *S = &b[2];
  double c2 = cos(q[1]), s2 = sin(q[1]), c3 = cos(q[2]), s3 = sin(q[2]), c23 = cos(q[1] + q[2]), s23 = sin(q[1] + q[2]);
  double X2 = w[0], Y2 = w[1], X3 = w[2], Y3 = w[3], rr = S->x * S->x + S->y * S->y, along = S->x * c3 - S->y * s3;
  double reach = l1 + l2 * c2 + X3;
  c->M[2][2] = S->m * rr + S->zz;
  c->M[1][2] = c->M[2][1] = c->M[2][2] + S->m * l2 * along;
  c->M[1][1] = S->m * (rr + l2 * l2 + 2 * l2 * along) + B->m * (B->x * B->x + B->y * B->y) + S->zz + B->zz;
  c->M[0][2] = c->M[2][0] = -(S->m * S->z * Y3 + S->xz * s23 + S->yz * c23);
  c->M[0][1] = c->M[1][0] =
      -(S->m * S->z * (Y3 + l2 * s2) + B->m * B->z * Y2 + S->xz * s23 + S->yz * c23 + B->xz * s2 + B->yz * c2);
  c->M[0][0] = S->m * (reach * reach + S->z * S->z) + B->m * ((l1 + X2) * (l1 + X2) + B->z * B->z) +
               A->m * (A->x * A->x + A->y * A->y) + A->zz + B->xx * s2 * s2 + B->yy * c2 * c2 - 2 * B->xy * s2 * c2 +
               S->xx * s23 * s23 + S->yy * c23 * c23 - 2 * S->xy * s23 * c23;
}

static closed closed_form(const body *b, const double *q, const double *v)
{
  const body *B = &b[1], *S = &b[2];
  double c2 = cos(q[1]), s2 = sin(q[1]), c23 = cos(q[1] + q[2]), s23 = sin(q[1] + q[2]);
  double w[4] = {B->x * c2 - B->y * s2, B->x * s2 + B->y * c2, S->x * c23 - S->y * s23, S->x * s23 + S->y * c23};
  closed c;
  mass_terms(b, q, w, &c);
  velocity_terms(b, q, w, v, &c);
  return c;
}

static body draw_body(uint64_t *seed)
{
  body b = {
      .m = 500 + 300 * around_zero(seed, 1), .x = around_zero(seed, 1), .y = around_zero(seed, 1), .z = around_zero(seed, 1)};
  b.xx = 900 + 100 * around_zero(seed, 1);
  b.yy = 900 + 100 * around_zero(seed, 1);
  b.zz = 900 + 100 * around_zero(seed, 1);
  b.xy = 50 * around_zero(seed, 1);
  b.xz = 50 * around_zero(seed, 1);
  b.yz = 50 * around_zero(seed, 1);
  return b;
}

static forestry open_with(const body *b)
{
  static const char *const name[] = {"column", "beam", "dipper"};
  char text[9][200];
  const char *settings[10] = {0};
  for (int i = 0, n = 0; i < 3; i++) {
    snprintf(text[n], sizeof *text, "bodies.%s.mass=%.17g", name[i], b[i].m);
    settings[n] = text[n], n++;
    snprintf(text[n], sizeof *text, "bodies.%s.com=[%.17g, %.17g, %.17g]", name[i], b[i].x, b[i].y, b[i].z);
    settings[n] = text[n], n++;
    snprintf(text[n], sizeof *text, "bodies.%s.inertia=[%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", name[i], b[i].xx, b[i].yy,
             b[i].zz, -b[i].xy, -b[i].xz, -b[i].yz);
    settings[n] = text[n], n++;
  }
  return forestry_open("three", NULL, settings);
}

static void engine_is_closed_form(void **state)
{
  (void)state;
  uint64_t seed = 1;
  double worst = 0;
  for (int k = 0; k < 20; k++) {
    body b[3] = {draw_body(&seed), draw_body(&seed), draw_body(&seed)};
    forestry f = open_with(b);
    double *x = f.s->x, zero[3] = {0}, M[9], bias[3], sizeM = 0, size = 0;
    for (int i = 0; i < 3; i++) x[i] = 3 * around_zero(&seed, 1), x[3 + i] = around_zero(&seed, 1);
    closed c = closed_form(b, x, x + 3);
    dv_engine_mass_matrix(f.model, x, M, f.work);
    dv_engine_inverse_dynamics(f.model, x, x + 3, zero, bias, f.work);
    for (int i = 0; i < 9; i++) sizeM = fmax(sizeM, fabs(M[i]));
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(bias[i]));
    for (int i = 0; i < 9; i++) worst = fmax(worst, fabs(M[i] - c.M[i / 3][i % 3]) / sizeM);
    for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(bias[i] - c.V[i] - c.G[i]) / size);
    forestry_close(&f);
  }
  print_message("closed form: worst difference %.2g\n", worst);
  assert_true(worst < 1e-13);
}

// C3: the tip and the determinant of its Jacobian.
static void tip(void **state)
{
  (void)state;
  const pose p[] = {
      {"swing", 0.3,  0},
      {"boom",  0.2,  0},
      {"stick", -1.0, 0}
  };
  const double point[3] = {l3, 0, 0}, want[3] = {6.81659988, 2.10862144, -1.42957860};
  forestry f = forestry_open("three", NULL, NULL);
  double at[3], J[18];
  forestry_pose(&f, p, 3);
  dv_engine_point(f.model, f.s->x, f.s->x + 3, 5, point, at, NULL, NULL, f.work);
  dv_engine_jacobian(f.model, f.s->x, 5, point, J, f.work);
  const double *a = J + 9, *b = J + 12, *c = J + 15;  // rows x, y, z
  double det = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  double r = l1 + l2 * cos(0.2) + l3 * cos(-0.8);
  for (int i = 0; i < 3; i++) assert_near(at[i], want[i], 1e-8);
  assert_near(at[2], d1 + l2 * sin(0.2) + l3 * sin(-0.8), 1e-14);
  assert_near(det, 104.5621753, 1e-7);
  assert_near(det, -l2 * l3 * r * sin(-1.0), 1e-12);
  forestry_close(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(engine_is_closed_form), cmocka_unit_test(tip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
