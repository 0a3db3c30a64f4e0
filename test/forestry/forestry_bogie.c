// forestry_bogie.c: the bogie linkage, closed by loops, against the sheet's closed form (2.3) over the sweep of the gauges
// (4.10).
//
//   x = d^2:  16 x^3 - 16 (S - b^2) x^2 + 4 ((S - b^2)^2 - b^4) x + b^2 D^2 = 0,  S, D = d1^2 +- d2^2;   sin theta = D/(2 d b)
//   k = sin phi:  (s^2 + 1) k^2 + 2 Q s k + Q^2 - 1 = 0,  s = P/r,  Q = ((b/2)^2 (1 - cos theta)^2 - l^2 + P^2 + 2 r^2)/(2 r^2)
#include "forestry/forestry.h"

static const double b = 0.946, l = 0.80, r = 0.30, home = 0.60;

typedef struct {
  double d, theta, phi[2], root[3];
} bogie;

// Three real roots, by cosines (Vieta), largest first.
static void cubic(double a2, double a1, double a0, double *root)
{
  double p = a1 - a2 * a2 / 3, q = 2 * a2 * a2 * a2 / 27 - a2 * a1 / 3 + a0, size = 2 * sqrt(-p / 3);
  double angle = acos(fmax(-1, fmin(1, 3 * q / (p * size))));
  for (int i = 0; i < 3; i++) root[i] = size * cos((angle - 2 * i * acos(-1)) / 3) - a2 / 3;
}

// The root with Q + s k = +sqrt(1 - k^2) and the smaller |k|.
static double crank(double P, double theta)
{
  double s = P / r, c = b / 2 * (1 - cos(theta)), Q = (c * c - l * l + P * P + 2 * r * r) / (2 * r * r), best = NAN;
  double root = sqrt(Q * Q * s * s - (s * s + 1) * (Q * Q - 1));
  for (int sign = -1; sign <= 1; sign += 2) {
    double k = (-Q * s + sign * root) / (s * s + 1);
    if (fabs(k) <= 1 && Q + s * k > 0 && !(fabs(best) <= fabs(k))) best = k;
  }
  return asin(best);
}

static bogie closed_form(double d1, double d2)
{
  double S = d1 * d1 + d2 * d2, D = d1 * d1 - d2 * d2, u = S - b * b;
  bogie g;
  cubic(-u, (u * u - b * b * b * b) / 4, b * b * D * D / 16, g.root);
  g.d = sqrt(fmax(g.root[0], fmax(g.root[1], g.root[2])));
  g.theta = atan2(D / (2 * g.d * b), (b * b + 2 * g.d * g.d - S) / (b * b));
  for (int i = 0; i < 2; i++) g.phi[i] = crank(-l - (home - g.d) + (i ? 1 : -1) * b / 2 * sin(g.theta), g.theta);
  return g;
}

static void readings(void **state)
{
  (void)state;
  bogie g = closed_form(0.65, 0.55);
  double want[3] = {0.359993, 0.004189, -0.534098};
  for (int i = 0; i < 3; i++) {
    double best = HUGE_VAL;
    for (int k = 0; k < 3; k++) best = fmin(best, fabs(g.root[k] - want[i]));
    assert_near(best, 0, 1e-6);
  }
  assert_near(g.d, 0.5999941062, 1e-10);
  assert_near(g.theta / degree, 6.0680330, 1e-7);
  assert_near(g.phi[0] / degree, 9.598290, 1e-6);
  assert_near(g.phi[1] / degree, -9.590044, 1e-6);
}

static int keep_first(void *context, double t, const double *x, const double *dx, const double *work)
{
  (void)dx, (void)work;
  if (t == 0) memcpy(context, x, 4 * sizeof(double));
  return 0;
}

// The assembled machine: d, theta, phi1, phi2.
static void assembled(double d1, double d2, double *q)
{
  char text[2][40];
  const char *settings[2] = {text[0], text[1]};
  double x[4];
  snprintf(text[0], sizeof *text, "d1=%.17g", d1);
  snprintf(text[1], sizeof *text, "d2=%.17g", d2);
  dv_machine_options o = {.settings = settings, .nsetting = 2};
  forestry f = {.m = dv_machine_open("machines/forestry-bogie.yaml", &o)};
  assert_non_null(f.model = f.m->model);
  dv_run_options run = {.method = "rk4", .step = 1e-3, .until = 1e-3, .every = 1e-3};
  dv_run_result out;
  f.s = dv_state_new(f.m->arena, f.model);
  assert_int_equal(dv_run(f.model, f.s, &run, keep_first, NULL, x, &out, f.m->diags, f.m->arena), 0);
  static const char *const name[] = {"d", "theta", "phi1", "phi2"};
  for (int i = 0; i < 4; i++) q[i] = x[forestry_index(&f, name[i])];
  forestry_close(&f);
}

static void sweep(void **state)
{
  (void)state;
  for (int e = -80; e <= 80; e += 20) {
    double d1 = home + 1e-3 * e, d2 = home - 1e-3 * e, q[4];
    bogie g = closed_form(d1, d2);
    assembled(d1, d2, q);
    print_message("e = %3d mm: d %.6f m, theta %7.3f, phi %7.3f %7.3f degrees\n", e, q[0], q[1] / degree, q[2] / degree,
                  q[3] / degree);
    assert_near(q[0], g.d, 1e-11);
    assert_near(q[1], g.theta, 1e-11);
    assert_near(q[2], g.phi[0], 1e-11);
    assert_near(q[3], g.phi[1], 1e-11);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(readings), cmocka_unit_test(sweep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
