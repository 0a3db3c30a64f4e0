// rates.c: block maps between rates; see rates.h for the equations.
#include "rates.h"

#include <stdlib.h>
#include <string.h>

dv_rates dv_rates_make(int nv) { return (dv_rates){0, malloc((size_t)nv * sizeof(dv_rate_block))}; }

void dv_rates_drop(dv_rates *r) { free(r->block); }

void dv_rates_clear(dv_rates *r) { r->nblock = 0; }

static dv_rate_block *add(dv_rates *r, int n, int ours, int theirs)
{
  dv_rate_block *b = &r->block[r->nblock++];
  *b = (dv_rate_block){
      .n = n, .ours = ours, .theirs = theirs, .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}
  };
  return b;
}

void dv_rates_add_one(dv_rates *r, int ours, int theirs) { add(r, 1, ours, theirs); }

void dv_rates_add_three(dv_rates *r, int ours, int theirs, const double *R)
{
  dv_rate_block *b = add(r, 3, ours, theirs);
  if (R) memcpy(b->R, R, sizeof b->R);
}

void dv_rates_drift(dv_rates *r, const double *w, const double *v)
{
  dv_rate_block *b = &r->block[r->nblock - 1];
  double x[3] = {w[1] * v[2] - w[2] * v[1], w[2] * v[0] - w[0] * v[2], w[0] * v[1] - w[1] * v[0]};
  for (int i = 0; i < 3; i++) b->c[i] = b->R[3 * i] * x[0] + b->R[3 * i + 1] * x[1] + b->R[3 * i + 2] * x[2];
}

// y = scale c + T x and x = T^T (y - scale c), vectors of any stride.
static void there(const dv_rates *r, const double *x, int sx, double scale, double *y)
{
  for (const dv_rate_block *b = r->block; b < r->block + r->nblock; b++)
    for (int i = 0; i < b->n; i++) {
      double s = scale * b->c[i];
      for (int j = 0; j < b->n; j++) s += b->R[3 * i + j] * x[(b->ours + j) * sx];
      y[b->theirs + i] = s;
    }
}

static void back(const dv_rates *r, const double *y, int sy, double scale, double *x)
{
  for (const dv_rate_block *b = r->block; b < r->block + r->nblock; b++)
    for (int j = 0; j < b->n; j++) {
      double s = 0;
      for (int i = 0; i < b->n; i++) s += b->R[3 * i + j] * (y[(b->theirs + i) * sy] - scale * b->c[i]);
      x[b->ours + j] = s;
    }
}

void dv_rates_there(const dv_rates *r, const double *x, double *y) { there(r, x, 1, 0, y); }

void dv_rates_back(const dv_rates *r, const double *y, double *x) { back(r, y, 1, 0, x); }

void dv_rates_there_accel(const dv_rates *r, const double *a, double *y) { there(r, a, 1, 1, y); }

void dv_rates_back_accel(const dv_rates *r, const double *y, double *a) { back(r, y, 1, 1, a); }

void dv_rates_back_matrix(const dv_rates *r, int nv, double *M)
{
  double *x = malloc((size_t)nv * sizeof *x);
  for (int j = 0; j < nv; j++) {
    back(r, M + j, nv, 0, x);
    for (int i = 0; i < nv; i++) M[i * nv + j] = x[i];
  }
  for (int i = 0; i < nv; i++) {
    back(r, M + i * nv, 1, 0, x);
    memcpy(M + i * nv, x, (size_t)nv * sizeof *x);
  }
  free(x);
}
