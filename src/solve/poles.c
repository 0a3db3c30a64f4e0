// poles.c: eigenvalues, and feedback that puts them where they are wanted.
//
// One or two of them at a time: the last rows of an ordered Schur form, W'A = T W', are moved by u = -f W'x, which leaves all
// others where they are. Varga 1981, A Schur method for pole assignment.
#include "solve/riccati.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

int dv_eigenvalues(dv_arena *under, int n, const double *A, double *re, double *im, double *V, int left)
{
  dv_arena *a = dv_arena_under(under);
  double *copy = DV_TAKE(a, double, n *n + 1);
  char nv = V ? 'V' : 'N';
  memcpy(copy, A, (size_t)n * (size_t)n * sizeof *copy);
  int bad = LAPACKE_dgeev(LAPACK_ROW_MAJOR, left ? nv : 'N', left ? 'N' : nv, n, copy, n, re, im, left ? V : NULL, n,
                          left ? NULL : V, n) != 0;
  dv_arena_free(a);
  return bad;
}

typedef struct {
  dv_arena *arena;
  int n, m, done;
  const double *B;
  double *F;            // [n][n] A - B K so far
  double *T, *U;        // its Schur form
  double *re, *im;      // [n] its eigenvalues
  char *settled;        // [n] 1: of the Schur form: where it is wanted
  double *goal, *turn;  // [n] wanted, re and im
  double *K;
} placing;

// Marks the eigenvalues that stand where they were put: for each goal reached, the nearest.
static void mark_settled(placing *p)
{
  memset(p->settled, 0, (size_t)p->n);
  for (int g = 0; g < p->done; g++) {
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < p->n; i++) {
      double far = hypot(p->re[i] - p->goal[g], p->im[i] - p->turn[g]);
      if (!p->settled[i] && far < least) least = far, best = i;
    }
    if (best >= 0) p->settled[best] = 1;
  }
}

// The first that are not settled, up to `want`: a pair where one can be had, or single ones.
static int choose(const placing *p, int want, int *chosen)
{
  int n = 0;
  for (int turn = 0; turn < 2 && n < want; turn++)
    for (int i = 0; i < p->n && n < want; i++) {
      int pair = p->im[i] != 0;
      if (p->settled[i] || chosen[i] || pair != (want == 2 ? !turn : turn)) continue;
      chosen[i] = 1, n++;
      if (pair) chosen[i + 1] = 1, n++;
    }
  return n;
}

// Brings the chosen eigenvalues to the end of the Schur form.
static int bring_last(placing *p, const int *chosen)
{
  int n = p->n;
  lapack_logical *first = DV_TAKE(p->arena, lapack_logical, n + 1);
  lapack_int count, *whole = DV_TAKE(p->arena, lapack_int, n + 1);
  double s, sep, *room = DV_TAKE(p->arena, double, n + 1);
  for (int i = 0; i < n; i++) first[i] = !chosen[i];
  // with room of our own: LAPACKE_dtrsen gives it none for integers
  return LAPACKE_dtrsen_work(LAPACK_ROW_MAJOR, 'N', 'V', first, n, p->T, n, p->U, n, p->re, p->im, &count, &s, &sep, room, n + 1,
                             whole, n + 1) != 0;
}

// f [m][k] such that M - N f, M [k][k], N [k][m], has the next k goals. 1: not to be done.
static int move_block(const placing *p, int k, const double *M, const double *N, double *f)
{
  int m = p->m;
  double U[4], s[2], rest[2], *copy = DV_TAKE(p->arena, double, 2 * m), *V = DV_TAKE(p->arena, double, m *m + 1), b[2] = {0, 0};
  memcpy(copy, N, (size_t)(k * m) * sizeof *copy);
  if (LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', k, m, copy, m, s, U, k, V, m, rest)) return 1;
  for (int i = 0; i < k; i++)
    for (int j = 0; j < m; j++) b[i] += N[i * m + j] * V[j];  // the input direction that moves it most
  double x[2] = {0};
  if (k == 1) {
    if (!(fabs(b[0]) > 0)) return 1;
    x[0] = (M[0] - p->goal[p->done]) / b[0];
  } else {
    // Ackermann: x = [0 1] [b Mb]^-1 (M^2 - sum M + product)
    const double *g = p->goal + p->done, *h = p->turn + p->done;
    double sum = g[0] + g[1], product = h[0] != 0 ? g[0] * g[0] + h[0] * h[0] : g[0] * g[1];
    double c[2] = {M[0] * b[0] + M[1] * b[1], M[2] * b[0] + M[3] * b[1]}, det = b[0] * c[1] - b[1] * c[0];
    double phi[4] = {M[0] * M[0] + M[1] * M[2] - sum * M[0] + product, M[1] * (M[0] + M[3] - sum), M[2] * (M[0] + M[3] - sum),
                     M[3] * M[3] + M[1] * M[2] - sum * M[3] + product};
    double size = hypot(b[0], b[1]) * (hypot(c[0], c[1]) + hypot(b[0], b[1]) * hypot(M[0] - M[3], M[1] - M[2]));
    if (!(fabs(det) > 1e-13 * size)) return 1;
    for (int j = 0; j < 2; j++) x[j] = (-b[1] * phi[j] + b[0] * phi[2 + j]) / det;
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < k; j++) f[i * k + j] = V[i] * x[j];
  return 0;
}

static int step(placing *p)
{
  int n = p->n, m = p->m, want = p->turn[p->done] != 0 ? 2 : 1, *chosen = DV_TAKE(p->arena, int, n + 1);
  lapack_int none;
  memcpy(p->T, p->F, (size_t)n * (size_t)n * sizeof *p->T);
  if (LAPACKE_dgees(LAPACK_ROW_MAJOR, 'V', 'N', NULL, n, p->T, n, &none, p->re, p->im, p->U, n)) return 1;
  mark_settled(p);
  int k = choose(p, want, chosen), at = n - k;
  if (k < 1 || k > 2 || k > n - p->done || bring_last(p, chosen)) return 1;
  double M[4], *N = DV_TAKE(p->arena, double, 2 * m), *f = DV_TAKE(p->arena, double, 2 * m);
  for (int i = 0; i < k; i++) {
    for (int j = 0; j < k; j++) M[i * k + j] = p->T[(at + i) * n + at + j];
    for (int j = 0; j < m; j++)
      for (int l = 0; l < n; l++) N[i * m + j] += p->U[l * n + at + i] * p->B[l * m + j];
  }
  if (move_block(p, k, M, N, f)) return 1;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double add = 0;
      for (int l = 0; l < k; l++) add += f[i * k + l] * p->U[j * n + at + l];
      p->K[i * n + j] += add;
      for (int r = 0; r < n; r++) p->F[r * n + j] -= p->B[r * m + i] * add;
    }
  p->done += k;
  return 0;
}

// Pairs first, then real ones: where only pairs are left to be moved, two real goals go together.
static void sort_goals(placing *p, const double *re, const double *im)
{
  int k = 0;
  for (int i = 0; i < p->n; i++)
    if (im[i] != 0) p->goal[k] = re[i], p->turn[k++] = im[i];
  for (int i = 0; i < p->n; i++)
    if (im[i] == 0) p->goal[k++] = re[i];
}

int dv_place_poles(dv_arena *under, int n, int m, const double *A, const double *B, const double *re, const double *im, double *K)
{
  dv_arena *a = dv_arena_under(under);
  size_t cells = (size_t)n * (size_t)n + 1;
  placing p = {
      .arena = a, .n = n, .m = m, .B = B, .K = K, .F = DV_TAKE(a, double, 3 * cells), .settled = DV_TAKE(a, char, n + 1)};
  p.T = p.F + cells, p.U = p.T + cells, p.re = DV_TAKE(a, double, 4 * n + 4), p.im = p.re + n;
  p.goal = p.im + n, p.turn = p.goal + n;
  memcpy(p.F, A, (size_t)n * (size_t)n * sizeof *A);
  memset(K, 0, (size_t)n * (size_t)m * sizeof *K);
  sort_goals(&p, re, im);
  int bad = 0;
  while (!bad && p.done < n) bad = step(&p);
  dv_arena_free(a);
  return bad;
}
