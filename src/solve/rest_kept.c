// rest_kept.c: amounts that a machine keeps whatever it does: oil shut in a chamber, the bend of bristles that stick.
//
//   z' = Z (q, z) + K v near rest:   w^T Z = 0   =>   w^T (z - K q) stays as it is
//
// Without them a boom on shut-in oil could rest anywhere. w: left null space of Z, its rows scaled to one (singular values).
#include "solve/rest.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Rows of Z with length one; those without any influence become zero. size [nz]: what each was divided by.
static void scale_rows(double *Z, int nz, int n, double *size)
{
  double most = 0;
  for (int i = 0; i < nz; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += Z[i * n + j] * Z[i * n + j];
    size[i] = sqrt(sum);
    most = fmax(most, size[i]);
  }
  for (int i = 0; i < nz; i++) {
    int none = size[i] <= 1e-12 * most;
    if (none) size[i] = 1;
    for (int j = 0; j < n; j++) Z[i * n + j] = none ? 0 : Z[i * n + j] / size[i];
  }
}

// One amount: (-w^T K, w^T) with length one.
static void put_row(const dv_rest *e, const double *w, const double *K, double *row)
{
  double sum = 0;
  for (int j = 0; j < e->n; j++) {
    row[j] = j < e->moves ? 0 : w[j - e->moves];
    for (int i = 0; j < e->moves && i < e->n - e->moves; i++) row[j] -= w[i] * K[i * e->moves + j];
    sum += row[j] * row[j];
  }
  for (int j = 0; j < e->n; j++) row[j] /= sqrt(sum);
}

// K: rates of parts' states per speed, in the sizes of states and displacements.
static double *speeds(dv_rest *e, dv_arena *a)
{
  int nz = e->n - e->moves, *at = DV_TAKE(a, int, e->moves);
  double *K = DV_TAKE(a, double, (size_t)nz *(size_t)e->moves);
  for (int j = 0; j < e->moves; j++) at[j] = e->m->nv + e->along[j];
  dv_rest_columns(e, at, e->moves, e->moves, K);
  for (int i = 0; i < nz; i++)
    for (int j = 0; j < e->moves; j++) K[i * e->moves + j] *= e->chart->scale[e->along[j]] / e->chart->scale[at[j]];
  return K;
}

int dv_rest_kept(dv_rest *e, double *rows)
{
  int n = e->n, nz = n - e->moves, found = 0;
  if (!nz) return 0;
  dv_arena *a = dv_arena_under(e->arena);
  size_t room = (size_t)nz * (size_t)n;
  double *Z = DV_TAKE(a, double, room), *U = DV_TAKE(a, double, (size_t)nz *(size_t)nz), *size = DV_TAKE(a, double, nz),
         *sigma = DV_TAKE(a, double, nz), *rest = DV_TAKE(a, double, nz), *w = DV_TAKE(a, double, nz), none;
  memcpy(Z, e->J + e->moves * n, room * sizeof *Z);
  scale_rows(Z, nz, n, size);
  LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'N', nz, n, Z, n, sigma, U, nz, &none, 1, rest);
  double *K = sigma[nz - 1] < 1e-6 ? speeds(e, a) : NULL;
  for (int k = nz - 1; k >= 0 && sigma[k] < 1e-6; k--) {
    for (int i = 0; i < nz; i++) w[i] = U[i * nz + k] / size[i];
    put_row(e, w, K, rows + n * found++);
  }
  dv_arena_free(a);
  return found;
}
