// moving_frame_form.c: equations of motion by the moving frame method, and free beside prescribed coordinates.
//
//   M* = B^T M B,  N* = B^T (M B' + D M B),  F* = B^T F                                (eqs 81-83 of the document)
//   M*_ff v'_f = F*_f + tau_f - N*_f v - M*_fp v'_p          (91)         tau_p = M*_p v' + N*_p v - F*_p
//
// Virtual displacements of prescribed coordinates are zero, so their rows are no equations of motion but give the drives'
// efforts.
#include "formulation/moving_frame.h"

#include "formulation/matrix.h"

// Column k of M B and of M B' + D M B, for one block.
static void momentum_column(const dv_frames *f, int block, int k, double *H, double *rate)
{
  const dv_frame_rows *b = &f->rows[block];
  double x[6], dx[6], turned[6];
  for (int i = 0; i < 6; i++) {
    x[i] = f->B[(size_t)((6 * block + i) * f->nv + k)];
    dx[i] = f->Bdot[(size_t)((6 * block + i) * f->nv + k)];
  }
  dv_matrix_times(6, 6, b->M, x, H);
  dv_matrix_times(6, 6, b->M, dx, rate);
  dv_matrix_times(6, 6, b->D, H, turned);
  for (int i = 0; i < 6; i++) rate[i] += turned[i];
}

void dv_frames_form(dv_frames *f)
{
  int n = f->nv;
  memset(f->M, 0, (size_t)(n * n) * sizeof *f->M);
  memset(f->N, 0, (size_t)(n * n) * sizeof *f->N);
  for (int b = 0; b < f->nblock; b++)
    for (int k = 0; k < n; k++) {
      double H[6], rate[6];
      momentum_column(f, b, k, H, rate);
      for (int r = 0; r < 6; r++)
        for (int i = 0; i < n; i++) {
          double Bri = f->B[(size_t)((6 * b + r) * n + i)];
          f->M[i * n + k] += Bri * H[r];
          f->N[i * n + k] += Bri * rate[r];
        }
    }
}

void dv_frames_weigh(dv_frames *f)
{
  const double *g = f->num + f->tree.gravity;
  memset(f->F, 0, 6 * (size_t)f->nblock * sizeof *f->F);
  for (int b = 0; b < f->nblock; b++)
    for (int i = 0; i < 3 && !f->rows[b].added; i++) f->F[6 * b + i] = f->rows[b].M[0] * g[i];
}

void dv_frames_load(dv_frames *f) { dv_matrix_turned_times(6 * f->nblock, f->nv, f->B, f->F, f->Fstar); }

void dv_frames_effort(const dv_frames *f, const double *v, const double *a, double *tau)
{
  int n = f->nv;
  for (int i = 0; i < n; i++) {
    tau[i] = -f->Fstar[i];
    for (int k = 0; k < n; k++) tau[i] += f->M[i * n + k] * a[k] + f->N[i * n + k] * v[k];
  }
}

int dv_frames_split(dv_arena *a, const dv_frames *f, const double *v, const char *driven, double *acceleration, double *tau)
{
  int n = f->nv, nf = 0, *free = DV_TAKE(a, int, n);
  double *A = DV_TAKE(a, double, n *n), *x = DV_TAKE(a, double, 2 * n), *effort = x + n;
  for (int i = 0; i < n; i++)
    if (!driven || !driven[i]) {
      free[nf++] = i;
      acceleration[i] = 0;
    }
  dv_frames_effort(f, v, acceleration, effort);
  for (int i = 0; i < nf; i++) {
    x[i] = tau[free[i]] - effort[free[i]];
    for (int k = 0; k < nf; k++) A[i * nf + k] = f->M[free[i] * n + free[k]];
  }
  if (dv_matrix_divide(nf, A, x)) return 1;
  for (int i = 0; i < nf; i++) acceleration[free[i]] = x[i];
  dv_frames_effort(f, v, acceleration, effort);
  for (int i = 0; driven && i < n; i++)
    if (driven[i]) tau[i] = effort[i];
  return 0;
}
