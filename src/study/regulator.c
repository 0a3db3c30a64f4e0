// regulator.c: linear design of a controller; see regulator.h.
#include "study/regulator.h"

#include "study/regulator_modes.h"

#include <math.h>
#include <string.h>

static const dv_mark no_place = {NULL, 0, 0};

// ---- the machine between two samples

// [A B; 0 0] and the cost of states and inputs over it.
static void gather_cost(dv_arena *a, const dv_regulator *r, double *W)
{
  int n = r->l->n, m = r->l->nu, w = n + m;
  double *row = DV_TAKE(a, double, w + 1);
  for (int k = 0; k < r->nweight; k++) {
    double size = r->weight[k];
    for (int j = 0; j < n; j++) row[j] = r->l->C[k * n + j] / size;
    for (int j = 0; j < m; j++) row[n + j] = r->l->D[k * m + j] / size;
    for (int i = 0; i < w; i++)
      for (int j = 0; j < w; j++) W[i * w + j] += row[i] * row[j];
  }
  for (int j = 0; j < m; j++) W[(n + j) * w + n + j] += 1 / (r->effort[j] * r->effort[j]);
}

static void sample(dv_arena *a, const dv_regulator *r, double *W)
{
  int n = r->l->n, m = r->l->nu, w = n + m;
  size_t cells = (size_t)w * (size_t)w;
  double *F = DV_TAKE(a, double, cells), *E = DV_TAKE(a, double, cells), *S = DV_TAKE(a, double, cells);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) F[i * w + j] = r->l->A[i * n + j];
    for (int j = 0; j < m; j++) F[i * w + n + j] = r->l->B[i * m + j];
  }
  dv_exponential(a, w, F, r->period, E, W, S);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) r->A[i * n + j] = E[i * w + j];
    for (int j = 0; j < m; j++) r->B[i * m + j] = E[i * w + n + j];
  }
  for (size_t i = 0; i < cells; i++) W[i] = S[i] / r->period;
}

// ---- feedback

static int by_weights(dv_arena *a, dv_diags *d, dv_regulator *r, const double *W)
{
  int n = r->l->n, m = r->l->nu, w = n + m;
  double *Q = DV_TAKE(a, double, n *n), *N = DV_TAKE(a, double, n *m), *R = DV_TAKE(a, double, m *m);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) Q[i * n + j] = W[i * w + j];
    for (int j = 0; j < m; j++) N[i * m + j] = W[i * w + n + j];
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) R[i * m + j] = W[(n + i) * w + n + j];
  dv_riccati q = {.n = n, .m = m, .sampled = r->period > 0, .A = r->A, .B = r->B, .Q = Q, .R = R, .N = N};
  r->X = DV_TAKE(a, double, n *n);
  if (dv_riccati_solve(a, &q, r->X, r->K, &r->left_X)) {
    dv_diag_add(d, DV_ERROR, no_place, "weigh what that mode moves", "Riccati's equation has no stabilising solution");
    return 1;
  }
  r->S = R;
  if (r->period > 0) {
    double *XB = DV_TAKE(a, double, n *m), *S = DV_TAKE(a, double, m *m);
    dv_product(n, n, m, r->X, r->B, XB);
    dv_product_turned(m, n, m, r->B, XB, S);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++) R[i * m + j] += (S[i * m + j] + S[j * m + i]) / 2;
  }
  return 0;
}

static int by_poles(dv_arena *a, dv_diags *d, dv_regulator *r)
{
  int n = r->l->n;
  double *re = DV_TAKE(a, double, 2 * n), *im = re + n;
  for (int i = 0; i < n; i++) {
    re[i] = r->re[i], im[i] = r->im[i];
    if (r->period > 0) {
      double size = exp(re[i] * r->period), turn = im[i] * r->period;
      re[i] = size * cos(turn), im[i] = size * sin(turn);
    }
  }
  if (!dv_place_poles(a, n, r->l->nu, r->A, r->B, re, im, r->K)) return 0;
  dv_diag_add(d, DV_ERROR, no_place, "leave poles that are already there where they are, or use weights",
              "the poles cannot be put there");
  return 1;
}

// ---- filter

// Covariance W [n][n] of what disturbs the states; sampled: of what a period brings.
static void gather_noise(dv_arena *a, const dv_regulator *r, double *W)
{
  int n = r->l->n, m = r->l->nu;
  for (int i = 0; i < n; i++) {
    W[i * n + i] = r->disturbance[i] * r->disturbance[i];
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++) W[i * n + j] += r->l->B[i * m + k] * r->l->B[j * m + k] * r->shake[k] * r->shake[k];
  }
  if (!(r->period > 0)) return;
  double *F = DV_TAKE(a, double, 3 * n * n), *E = F + n * n, *S = E + n * n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) F[i * n + j] = r->l->A[j * n + i];
  dv_exponential(a, n, F, r->period, E, W, S);
  memcpy(W, S, (size_t)n * (size_t)n * sizeof *W);
}

// From X [rows][columns] to Y, turned.
static void turn(int rows, int columns, const double *X, double *Y)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) Y[j * rows + i] = X[i * columns + j];
}

// Riccati's equation of the filter is that of feedback for A', C'.
static int filter(dv_arena *a, dv_diags *d, dv_regulator *r)
{
  int n = r->l->n, y = r->nmeasured;
  double *W = DV_TAKE(a, double, 2 * n * n), *At = W + n * n;
  double *Ct = DV_TAKE(a, double, n *y), *V = DV_TAKE(a, double, y *y), *gain = DV_TAKE(a, double, y *n);
  gather_noise(a, r, W);
  turn(n, n, r->A, At);
  turn(y, n, r->C, Ct);
  for (int i = 0; i < y; i++) V[i * y + i] = r->noise[i] * r->noise[i];
  dv_riccati q = {.n = n, .m = y, .sampled = r->period > 0, .A = At, .B = Ct, .Q = W, .R = V};
  r->P = DV_TAKE(a, double, n *n), r->L = DV_TAKE(a, double, n *y), r->now = DV_TAKE(a, double, n *y);
  if (dv_riccati_solve(a, &q, r->P, gain, &r->left_P)) {
    dv_diag_add(d, DV_ERROR, no_place, "give disturbances that reach every mode which does not fade",
                "Riccati's equation of the filter has no stabilising solution");
    return 1;
  }
  turn(y, n, gain, r->L);
  // L = A now: solved with the covariance instead, since A may be singular
  double *PC = DV_TAKE(a, double, n *y), *T = DV_TAKE(a, double, y *y), *Z = DV_TAKE(a, double, y *n);
  dv_product(n, n, y, r->P, Ct, PC);
  dv_product_turned(y, n, y, Ct, PC, T);
  for (int i = 0; i < y * y; i++) T[i] += V[i];
  turn(n, y, PC, Z);
  if (dv_solve_linear(a, y, n, T, Z, gain)) return 1;
  turn(y, n, gain, r->now);
  return 0;
}

// ---- closed loop

static int closed_poles(dv_arena *a, dv_regulator *r)
{
  int n = r->l->n, m = r->l->nu, y = r->nmeasured, bad;
  double *F = DV_TAKE(a, double, n *n);
  r->cl_re = DV_TAKE(a, double, 4 * n + 1), r->cl_im = r->cl_re + 2 * n;
  r->npoles = n;
  dv_product(n, m, n, r->B, r->K, F);
  for (int i = 0; i < n * n; i++) F[i] = r->A[i] - F[i];
  bad = dv_eigenvalues(a, n, F, r->cl_re, r->cl_im, NULL, 0);
  if (bad || !r->L) return bad;
  dv_product(n, y, n, r->L, r->C, F);
  for (int i = 0; i < n * n; i++) F[i] = r->A[i] - F[i];
  r->npoles = 2 * n;
  return dv_eigenvalues(a, n, F, r->cl_re + n, r->cl_im + n, NULL, 0);
}

int dv_regulator_design(dv_arena *a, dv_diags *d, dv_regulator *r)
{
  int n = r->l->n, m = r->l->nu, w = n + m;
  double *W = DV_TAKE(a, double, w *w + 1);
  int before = r->nweight + r->nlimited;
  r->nmeasured = r->l->ny - before;
  r->C = r->l->C + before * n, r->D = r->l->D + before * m;
  r->A = DV_TAKE(a, double, n *n), r->B = DV_TAKE(a, double, n *m), r->K = DV_TAKE(a, double, m *n);
  memcpy(r->A, r->l->A, (size_t)n * (size_t)n * sizeof *r->A);
  memcpy(r->B, r->l->B, (size_t)n * (size_t)m * sizeof *r->B);
  if (dv_regulator_modes(a, d, r)) return 1;
  gather_cost(a, r, W);
  if (r->period > 0) sample(a, r, W);
  if (r->npole ? by_poles(a, d, r) : by_weights(a, d, r, W)) return 1;
  if (r->disturbance && filter(a, d, r)) return 1;
  return closed_poles(a, r);
}
