// riccati.c: X of  A'X + X A - X G X + Q = 0  and of  A'X (I + G X)^-1 A - X + Q = 0,  G = B R^-1 B'.
//
// From the stable subspace of the Hamiltonian (ordered Schur form) or of the symplectic pencil (ordered QZ), then Newton's
// method, whose steps are Lyapunov equations. States are scaled first: pressures stand beside angles.
// Laub 1979, A Schur method for solving algebraic Riccati equations; Pappas, Laub, Sandell 1980; Kleinman 1968.
#include "solve/riccati.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { NEWTON = 4 };

typedef struct {
  dv_arena *arena;
  int n, m, sampled;
  double *A, *Q, *G;  // scaled, the cross term taken out
  double *scale;      // [n] x = scale x_scaled
  double size;        // X = size X_scaled
} problem;

void dv_product(int n, int m, int k, const double *A, const double *B, double *C)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      double sum = 0;
      for (int l = 0; l < m; l++) sum += A[i * m + l] * B[l * k + j];
      C[i * k + j] = sum;
    }
}

void dv_product_turned(int n, int m, int k, const double *A, const double *B, double *C)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      double sum = 0;
      for (int l = 0; l < m; l++) sum += A[l * n + i] * B[l * k + j];
      C[i * k + j] = sum;
    }
}

int dv_solve_linear(dv_arena *a, int n, int k, const double *A, const double *B, double *X)
{
  double *LU = DV_TAKE(a, double, n *n + 1);
  lapack_int *pivot = DV_TAKE(a, lapack_int, n + 1);
  memcpy(LU, A, (size_t)n * (size_t)n * sizeof *LU);
  if (X != B) memcpy(X, B, (size_t)n * (size_t)k * sizeof *X);
  return LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, k, LU, n, pivot, X, k) != 0;
}

static double norm(const double *A, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) sum += A[i] * A[i];
  return sqrt(sum);
}

static double *square(const problem *p) { return DV_TAKE(p->arena, double, p->n * p->n + 1); }

// ---- the equation

// I + G X.
static double *spread(const problem *p, const double *X)
{
  int n = p->n;
  double *F = square(p);
  dv_product(n, n, n, p->G, X, F);
  for (int i = 0; i < n; i++) F[i * n + i] += 1;
  return F;
}

// Closed loop at X: A - G X, or (I + G X)^-1 A.
static double *closed(const problem *p, const double *X)
{
  int n = p->n;
  double *F = square(p);
  if (p->sampled) {
    dv_solve_linear(p->arena, n, n, spread(p, X), p->A, F);
    return F;
  }
  dv_product(n, n, n, p->G, X, F);
  for (int i = 0; i < n * n; i++) F[i] = p->A[i] - F[i];
  return F;
}

// What X leaves of the equation, into E; gives the size of its largest term.
static double remainder_of(const problem *p, const double *X, double *E)
{
  int n = p->n;
  double *XA = square(p), *XF = square(p), *T = square(p), *F = closed(p, X), largest;
  if (p->sampled) {
    dv_product(n, n, n, X, F, XF);
    dv_product_turned(n, n, n, p->A, XF, T);
    for (int i = 0; i < n * n; i++) E[i] = T[i] - X[i] + p->Q[i];
    largest = fmax(norm(T, n * n), norm(X, n * n));
  } else {
    dv_product(n, n, n, X, p->A, XA);
    dv_product(n, n, n, p->G, X, T);
    dv_product(n, n, n, X, T, XF);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) E[i * n + j] = XA[j * n + i] + XA[i * n + j] - XF[i * n + j] + p->Q[i * n + j];
    largest = fmax(norm(XA, n * n), norm(XF, n * n));
  }
  return fmax(largest, norm(p->Q, n * n));
}

// ---- a first solution, from the stable subspace

static lapack_logical is_left(const double *re, const double *im)
{
  (void)im;
  return *re < 0;
}

static lapack_logical is_inside(const double *re, const double *im, const double *by) { return hypot(*re, *im) < fabs(*by); }

static void hamiltonian(const problem *p, double *H)
{
  int n = p->n, w = 2 * n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      H[i * w + j] = p->A[i * n + j];
      H[i * w + n + j] = -p->G[i * n + j];
      H[(n + i) * w + j] = -p->Q[i * n + j];
      H[(n + i) * w + n + j] = -p->A[j * n + i];
    }
}

static void pencil(const problem *p, double *M, double *L)
{
  int n = p->n, w = 2 * n;
  for (int i = 0; i < n; i++) {
    M[(n + i) * w + n + i] = L[i * w + i] = 1;
    for (int j = 0; j < n; j++) {
      M[i * w + j] = p->A[i * n + j];
      M[(n + i) * w + j] = -p->Q[i * n + j];
      L[i * w + n + j] = p->G[i * n + j];
      L[(n + i) * w + n + j] = p->A[j * n + i];
    }
  }
}

// X = U2 U1^-1 of the basis U [2n][n...] of the stable subspace.
static int from_basis(const problem *p, const double *U, double *X)
{
  int n = p->n, w = 2 * n;
  double *top = square(p), *bottom = square(p);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) top[j * n + i] = U[i * w + j], bottom[j * n + i] = U[(n + i) * w + j];
  if (dv_solve_linear(p->arena, n, n, top, bottom, X)) return 1;  // U1' X' = U2'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) X[i * n + j] = X[j * n + i] = (X[i * n + j] + X[j * n + i]) / 2;
  return 0;
}

static int first_solution(const problem *p, double *X)
{
  int n = p->n, w = 2 * n;
  size_t cells = (size_t)w * (size_t)w;
  double *H = DV_TAKE(p->arena, double, cells), *L = DV_TAKE(p->arena, double, cells), *U = DV_TAKE(p->arena, double, cells);
  double *re = DV_TAKE(p->arena, double, 3 * w), *im = re + w, *by = im + w;
  lapack_int stable = 0, bad;
  if (p->sampled) {
    pencil(p, H, L);
    bad = LAPACKE_dgges(LAPACK_ROW_MAJOR, 'N', 'V', 'S', is_inside, w, H, w, L, w, &stable, re, im, by, NULL, w, U, w);
  } else {
    hamiltonian(p, H);
    bad = LAPACKE_dgees(LAPACK_ROW_MAJOR, 'V', 'S', is_left, w, H, w, &stable, re, im, U, w);
  }
  // w + 2: rounding has carried some over the border after they were put in order; Newton's method will tell
  if ((bad && bad != w + 2) || stable != n) return 1;
  return from_basis(p, U, X);
}

// ---- Newton's method

// D of F'D + D F + E = 0.
static int lyapunov(const problem *p, const double *F, const double *E, double *D)
{
  int n = p->n;
  double *T = square(p), *U = square(p), *C = square(p), *room = square(p), *re = DV_TAKE(p->arena, double, 2 * n), scale = 1;
  lapack_int none;
  memcpy(T, F, (size_t)n * (size_t)n * sizeof *T);
  if (LAPACKE_dgees(LAPACK_ROW_MAJOR, 'V', 'N', NULL, n, T, n, &none, re, re + n, U, n)) return 1;
  dv_product(n, n, n, E, U, room);
  dv_product_turned(n, n, n, U, room, C);
  for (int i = 0; i < n * n; i++) C[i] = -C[i];
  if (LAPACKE_dtrsyl(LAPACK_ROW_MAJOR, 'T', 'N', 1, n, n, T, n, T, n, C, n, &scale)) return 1;
  dv_product(n, n, n, U, C, room);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += room[i * n + k] * U[j * n + k];
      D[i * n + j] = sum / scale;
    }
  return 0;
}

// D of F'D F - D + E = 0: the sum of F'^k E F^k, as many again in each turn.
static int stein(const problem *p, const double *F, const double *E, double *D)
{
  int n = p->n, turns = 0;
  double *P = square(p), *room = square(p), *term = square(p);
  memcpy(P, F, (size_t)n * (size_t)n * sizeof *P);
  memcpy(D, E, (size_t)n * (size_t)n * sizeof *D);
  for (; turns < 60 && norm(P, n * n) > 1e-20; turns++) {
    dv_product(n, n, n, D, P, room);
    dv_product_turned(n, n, n, P, room, term);
    for (int i = 0; i < n * n; i++) D[i] += term[i];
    dv_product(n, n, n, P, P, room);
    memcpy(P, room, (size_t)n * (size_t)n * sizeof *P);
    if (!isfinite(norm(P, n * n))) return 1;
  }
  return turns == 60;
}

static double improve(const problem *p, double *X)
{
  int n = p->n;
  double *E = square(p), *D = square(p), *next = square(p), *left = square(p);
  double size = remainder_of(p, X, E), rest = norm(E, n * n) / size;
  for (int k = 0; k < NEWTON && rest > 0; k++) {
    const double *F = closed(p, X);
    if (p->sampled ? stein(p, F, E, D) : lyapunov(p, F, E, D)) break;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) next[i * n + j] = X[i * n + j] + (D[i * n + j] + D[j * n + i]) / 2;
    double of = remainder_of(p, next, left), better = norm(left, n * n) / of;
    if (!(better < rest)) break;
    memcpy(X, next, (size_t)n * (size_t)n * sizeof *X);
    memcpy(E, left, (size_t)n * (size_t)n * sizeof *E);
    rest = better;
  }
  return rest;
}

// ---- from and to the user's numbers

double *dv_balance(dv_arena *a, int n, const double *A)
{
  lapack_int low, high;
  double *copy = DV_TAKE(a, double, n *n + 1), *scale = DV_TAKE(a, double, n + 1);
  memcpy(copy, A, (size_t)n * (size_t)n * sizeof *copy);
  LAPACKE_dgebal(LAPACK_ROW_MAJOR, 'S', n, copy, n, &low, &high, scale);
  return scale;
}

// A - B R^-1 N', Q - N R^-1 N', B R^-1 B', scaled. 1: R is not positive definite.
static int take(problem *p, const dv_riccati *r, double *RB, double *RN)
{
  int n = p->n, m = p->m;
  double *R = DV_TAKE(p->arena, double, m *m + 1);
  memcpy(R, r->R, (size_t)m * (size_t)m * sizeof *R);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) RB[j * n + i] = r->B[i * m + j], RN[j * n + i] = r->N ? r->N[i * m + j] : 0;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', m, R, m)) return 1;
  LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', m, n, R, m, RB, n);
  LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', m, n, R, m, RN, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double a = r->A[i * n + j], q = r->Q[i * n + j], g = 0;
      for (int k = 0; k < m; k++) {
        a -= r->B[i * m + k] * RN[k * n + j];
        q -= r->N ? r->N[i * m + k] * RN[k * n + j] : 0;
        g += r->B[i * m + k] * RB[k * n + j];
      }
      p->A[i * n + j] = a, p->Q[i * n + j] = q, p->G[i * n + j] = g;
    }
  return 0;
}

static void scale_all(problem *p)
{
  int n = p->n;
  const double *s = p->scale = dv_balance(p->arena, n, p->A);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      p->A[i * n + j] *= s[j] / s[i];
      p->Q[i * n + j] *= s[i] * s[j];
      p->G[i * n + j] /= s[i] * s[j];
    }
  double q = norm(p->Q, n * n), g = norm(p->G, n * n);
  p->size = q > 0 && g > 0 ? sqrt(q / g) : 1;
  for (int i = 0; i < n * n; i++) p->Q[i] /= p->size, p->G[i] *= p->size;
}

// K = R^-1 (B'X + N'); sampled: (R + B'X B)^-1 (B'X A + N').
static int gain(const problem *p, const dv_riccati *r, const double *X, double *K)
{
  int n = p->n, m = p->m;
  double *XB = DV_TAKE(p->arena, double, n *m + 1), *S = DV_TAKE(p->arena, double, m *m + 1),
         *T = DV_TAKE(p->arena, double, m *n + 1);
  dv_product(n, n, m, X, r->B, XB);
  memcpy(S, r->R, (size_t)m * (size_t)m * sizeof *S);
  if (p->sampled) {
    double *more = DV_TAKE(p->arena, double, m *m + 1);
    dv_product_turned(m, n, m, r->B, XB, more);
    for (int i = 0; i < m * m; i++) S[i] += more[i];
    dv_product_turned(m, n, n, XB, r->A, T);
  } else {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) T[j * n + i] = XB[i * m + j];
  }
  for (int i = 0; i < n && r->N; i++)
    for (int j = 0; j < m; j++) T[j * n + i] += r->N[i * m + j];
  return dv_solve_linear(p->arena, m, n, S, T, K);
}

static int solve(problem *p, const dv_riccati *r, double *X, double *K, double *residual)
{
  int n = p->n;
  double *RB = DV_TAKE(p->arena, double, 2 * n * p->m + 2), *RN = RB + n * p->m;
  if (take(p, r, RB, RN)) return 2;
  scale_all(p);
  if (first_solution(p, X)) return 1;
  *residual = improve(p, X);
  if (!isfinite(*residual)) return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) X[i * n + j] *= p->size / (p->scale[i] * p->scale[j]);
  return gain(p, r, X, K);
}

int dv_riccati_solve(dv_arena *a, const dv_riccati *r, double *X, double *K, double *residual)
{
  problem p = {.arena = dv_arena_under(a), .n = r->n, .m = r->m, .sampled = r->sampled};
  p.A = square(&p), p.Q = square(&p), p.G = square(&p);
  int bad = r->n ? solve(&p, r, X, K, residual) : 1;
  dv_arena_free(p.arena);
  return bad;
}
