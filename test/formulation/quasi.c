// quasi.c: momentum equations in quasi-velocities (Rokseth 2014, eqs 3.33-3.41, after Meirovitch).
//
//   q' = beta omega,  beta = alpha^-T,   Bbar = beta^T B beta,   p = Bbar omega
//   p' = -beta^T gamma p + 1/2 beta^T [omega^T dBbar/dq_j omega]_j - beta^T g + beta^T tau
//   gamma_ij = q'^T d(alpha_ij)/dq - [q'^T d(alpha)/dq_i]_j
#include "quasi.h"

#include "formulation/matrix.h"
#include "math/spatial.h"

// d(Bbar)/dq_k = Y + Y^T + beta^T dB_k beta,  Y = beta^T B dbeta_k,  dbeta_k = -beta dalpha_k^T beta
static void bar_slope(dv_arena *a, const dv_quasi *s, int k, double *out)
{
  int n = s->n, nn = n * n;
  double *turned = DV_TAKE(a, double, 4 * nn), *dbeta = turned + nn, *X = dbeta + nn, *Y = X + nn;
  for (int i = 0; i < nn; i++) turned[i] = s->dalpha[k * nn + i % n * n + i / n];
  dv_matrix_product(n, turned, s->beta, X);
  dv_matrix_product(n, s->beta, X, dbeta);
  for (int i = 0; i < nn; i++) dbeta[i] = -dbeta[i];
  dv_matrix_product(n, s->B, dbeta, X);
  dv_matrix_turned_product(n, s->beta, X, Y);
  dv_matrix_product(n, s->dB + k * nn, s->beta, X);
  dv_matrix_turned_product(n, s->beta, X, out);
  for (int i = 0; i < nn; i++) out[i] += Y[i] + Y[i % n * n + i / n];
}

dv_quasi *dv_quasi_new(dv_arena *a, int n, const double *alpha, const double *dalpha, const double *B, const double *dB,
                       const double *g)
{
  dv_quasi *s = DV_TAKE(a, dv_quasi, 1);
  size_t nn = (size_t)n * (size_t)n;
  double *turned = DV_TAKE(a, double, nn), *X = DV_TAKE(a, double, nn);
  s->n = n;
  s->alpha = alpha, s->dalpha = dalpha;
  s->B = B, s->dB = dB, s->g = g;
  s->beta = DV_TAKE(a, double, nn);
  s->Bbar = DV_TAKE(a, double, nn);
  s->dBbar = DV_TAKE(a, double, nn *(size_t)n);
  for (int i = 0; i < n * n; i++) turned[i] = alpha[i % n * n + i / n];
  if (dv_matrix_inverse(n, turned, s->beta)) return NULL;
  dv_matrix_product(n, B, s->beta, X);
  dv_matrix_turned_product(n, s->beta, X, s->Bbar);
  for (int k = 0; k < n; k++) bar_slope(a, s, k, s->dBbar + (size_t)k * nn);
  return s;
}

void dv_quasi_gamma(dv_arena *a, const dv_quasi *s, const double *omega, double *gamma)
{
  int n = s->n, nn = n * n;
  double *qdot = DV_TAKE(a, double, n);
  dv_matrix_times(n, n, s->beta, omega, qdot);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += qdot[k] * (s->dalpha[k * nn + i * n + j] - s->dalpha[i * nn + k * n + j]);
      gamma[i * n + j] = sum;
    }
}

void dv_quasi_momentum(const dv_quasi *s, const double *omega, double *p) { dv_matrix_times(s->n, s->n, s->Bbar, omega, p); }

void dv_quasi_rate(dv_arena *a, const dv_quasi *s, const double *omega, const double *tau, double *rate)
{
  int n = s->n;
  double *gamma = DV_TAKE(a, double, n *n), *p = DV_TAKE(a, double, 3 * n), *h = p + n, *f = h + n;
  dv_quasi_gamma(a, s, omega, gamma);
  dv_quasi_momentum(s, omega, p);
  dv_matrix_times(n, n, gamma, p, f);
  for (int j = 0; j < n; j++) {
    dv_matrix_times(n, n, s->dBbar + (size_t)j * (size_t)(n * n), omega, h);
    double slope = 0;
    for (int i = 0; i < n; i++) slope += 0.5 * omega[i] * h[i];
    f[j] = -f[j] + slope - s->g[j] + tau[j];
  }
  dv_matrix_turned_times(n, n, s->beta, f, rate);
}

// Bbar omega' = p' - Bbar' omega
int dv_quasi_acceleration(dv_arena *a, const dv_quasi *s, const double *omega, const double *tau, double *acceleration)
{
  int n = s->n, nn = n * n;
  double *M = DV_TAKE(a, double, nn), *qdot = DV_TAKE(a, double, 2 * n), *h = qdot + n;
  dv_quasi_rate(a, s, omega, tau, acceleration);
  dv_matrix_times(n, n, s->beta, omega, qdot);
  for (int k = 0; k < n; k++) {
    dv_matrix_times(n, n, s->dBbar + (size_t)k * (size_t)nn, omega, h);
    for (int i = 0; i < n; i++) acceleration[i] -= qdot[k] * h[i];
  }
  memcpy(M, s->Bbar, (size_t)nn * sizeof *M);
  return dv_matrix_divide(n, M, acceleration);
}

// Rz(psi) Ry(theta) Rx(phi), with the matrices of d[k] derived once: d = 0: as it is, 1: derivative by its angle.
static void euler_matrix(const double angles[3], const int d[3], double *R)
{
  double E[3][9] = {{0}}, RzRy[9];
  for (int e = 0; e < 3; e++) {
    int y = (e + 1) % 3, z = (e + 2) % 3;
    double s = d[e] ? cos(angles[e]) : sin(angles[e]), c = d[e] ? -sin(angles[e]) : cos(angles[e]);
    E[e][4 * e] = !d[e];
    E[e][4 * y] = E[e][4 * z] = c;
    E[e][3 * z + y] = s;
    E[e][3 * y + z] = -s;
  }
  dv_m3_product(E[2], E[1], RzRy);
  dv_m3_product(RzRy, E[0], R);
}

// T^-1 with w = T^-1 (phi', theta', psi'), or a derivative of it by phi (by = 0), theta (1); psi does not occur.
static void euler_rates(const double angles[3], int by, double *T)
{
  double sf = sin(angles[0]), cf = cos(angles[0]), st = sin(angles[1]), ct = cos(angles[1]);
  const double as_it_is[9] = {1, 0, -st, 0, cf, ct * sf, 0, -sf, ct * cf};
  const double by_phi[9] = {0, 0, 0, 0, -sf, ct * cf, 0, -cf, -ct * sf};
  const double by_theta[9] = {0, 0, -ct, 0, 0, -st * sf, 0, 0, -st * cf};
  memcpy(T, by < 0 ? as_it_is : by == 0 ? by_phi : by_theta, sizeof as_it_is);
}

// alpha = blkdiag(R, T^-T, 1)
void dv_quasi_euler(int n, const double angles[3], double *alpha, double *dalpha)
{
  int nn = n * n;
  memset(dalpha, 0, (size_t)nn * (size_t)n * sizeof *dalpha);
  for (int i = 0; i < nn; i++) alpha[i] = i % (n + 1) == 0;
  for (int by = -1; by < 3; by++) {
    double R[9], T[9] = {0}, *to = by < 0 ? alpha : dalpha + (3 + by) * nn;
    const int d[3] = {by == 0, by == 1, by == 2};
    euler_matrix(angles, d, R);
    if (by < 2) euler_rates(angles, by, T);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        to[i * n + j] = R[3 * i + j];
        to[(3 + i) * n + 3 + j] = T[3 * j + i];
      }
  }
}

void dv_quasi_base(int n, const double *omega, const double *p, double *out)
{
  v3 v = dv_v3_of(omega), w = dv_v3_of(omega + 3), pv = dv_v3_of(p), pw = dv_v3_of(p + 3);
  memset(out, 0, (size_t)n * sizeof *out);
  dv_v3_put(out, dv_v3_cross(w, pv));
  dv_v3_put(out + 3, dv_v3_add(dv_v3_cross(v, pv), dv_v3_cross(w, pw)));
}
