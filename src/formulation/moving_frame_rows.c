// moving_frame_rows.c: the stacked matrices of the moving frame method: B, B', M, D.
//
//   rigid body:  X' = (x', w)   M = diag(m 1, J)           D = diag(0, [w])                 (eqs 46-70 of the document)
//   added mass:  X' = (u, w)    M = [M_A H^T; H J_A]       D = [[w] 0; [u] [w]],  u = R^T x'_origin: Kirchhoff's equations
#include "formulation/moving_frame.h"

#include <string.h>

static const dv_link_num *numbers(const dv_frames *f, int link)
{
  return (const dv_link_num *)(const void *)(f->num + f->tree.link[link].num);
}

// J about the mass centre: I_O - m (c.c 1 - c c^T)
static void rigid_mass(const dv_link_num *x, v3 c, double *M)
{
  double cc = dv_v3_dot(c, c);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      M[6 * i + j] = i == j ? x->m : 0;
      M[6 * (3 + i) + 3 + j] = x->I[DV_SYM(i, j)] - x->m * ((i == j ? cc : 0) - c.x[i] * c.x[j]);
    }
}

static void added_mass(const dv_link_num *x, double *M)
{
  const double *J = x->full, *H = J + 6, *A = H + 9;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      M[6 * i + j] = A[DV_SYM(i, j)];
      M[6 * i + 3 + j] = H[3 * j + i];
      M[6 * (3 + i) + j] = H[3 * i + j];
      M[6 * (3 + i) + 3 + j] = J[DV_SYM(i, j)];
    }
}

static void make_rows(dv_arena *a, dv_frames *f)
{
  int n = f->tree.nlink;
  f->rows = DV_TAKE(a, dv_frame_rows, 2 * n);
  f->nblock = n;
  for (int i = 0; i < n; i++) {
    const dv_link_num *x = numbers(f, i);
    f->centre[i] = x->m == 0 ? dv_v3_zero() : dv_v3_scale(dv_v3_of(x->mc), 1 / x->m);
    f->rows[i].link = i;
    rigid_mass(x, f->centre[i], f->rows[i].M);
    if (f->tree.link[i].body != DV_FULL) continue;
    dv_frame_rows *b = &f->rows[f->nblock++];
    b->link = i;
    b->added = 1;
    added_mass(x, b->M);
  }
}

dv_frames *dv_frames_new(dv_arena *a, const dv_tree *t, const double *num, int outer)
{
  dv_frames *f = DV_TAKE(a, dv_frames, 1);
  size_t n = (size_t)t->nlink, nv = (size_t)t->nv;
  f->tree = *t;
  f->num = num;
  f->nv = t->nv;
  f->outer = outer;
  f->centre = DV_TAKE(a, v3, n);
  f->R = (double(*)[9])dv_arena_take(a, n * sizeof *f->R);
  f->x = DV_TAKE(a, v3, n);
  f->w = DV_TAKE(a, v3, n);
  f->Bv = DV_TAKE(a, v3, n * nv);
  f->Bw = DV_TAKE(a, v3, n * nv);
  f->dBv = DV_TAKE(a, v3, n * nv);
  f->dBw = DV_TAKE(a, v3, n * nv);
  make_rows(a, f);
  size_t rows = 6 * (size_t)f->nblock;
  f->B = DV_TAKE(a, double, rows *nv);
  f->Bdot = DV_TAKE(a, double, rows *nv);
  f->M = DV_TAKE(a, double, nv *nv);
  f->N = DV_TAKE(a, double, nv *nv);
  f->F = DV_TAKE(a, double, rows);
  f->Fstar = DV_TAKE(a, double, nv);
  return f;
}

static void put_column(const dv_frames *f, double *B, int block, int k, v3 linear, v3 angular)
{
  for (int i = 0; i < 3; i++) {
    B[(size_t)((6 * block + i) * f->nv + k)] = linear.x[i];
    B[(size_t)((6 * block + 3 + i) * f->nv + k)] = angular.x[i];
  }
}

// u = R^T x' - w x c of the origin, and its rate, for column k
static void put_added(dv_frames *f, int block, int k)
{
  int i = f->rows[block].link;
  size_t at = (size_t)(i * f->nv + k);
  v3 c = f->centre[i], Bw = f->Bw[at], dBw = f->dBw[at], turned = dv_m3_tmul(f->R[i], f->Bv[at]);
  v3 rate = dv_v3_sub(dv_m3_tmul(f->R[i], f->dBv[at]), dv_v3_cross(f->w[i], turned));
  put_column(f, f->B, block, k, dv_v3_sub(turned, dv_v3_cross(Bw, c)), Bw);
  put_column(f, f->Bdot, block, k, dv_v3_sub(rate, dv_v3_cross(dBw, c)), dBw);
}

static void put_cross(double *D, int row, int column, v3 w)
{
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    D[6 * (row + y) + column + z] = -w.x[i];
    D[6 * (row + z) + column + y] = w.x[i];
  }
}

static void turn_rates(dv_frames *f, int block, const double *v)
{
  dv_frame_rows *b = &f->rows[block];
  put_cross(b->D, 3, 3, f->w[b->link]);
  if (!b->added) return;
  v3 u = dv_v3_zero();
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < f->nv; k++) u.x[i] += f->B[(size_t)((6 * block + i) * f->nv + k)] * v[k];
  put_cross(b->D, 0, 0, f->w[b->link]);
  put_cross(b->D, 3, 0, u);
}

void dv_frames_stack(dv_frames *f, const double *v)
{
  for (int b = 0; b < f->nblock; b++) {
    size_t at = (size_t)(f->rows[b].link * f->nv);
    for (int k = 0; k < f->nv; k++) {
      if (f->rows[b].added) {
        put_added(f, b, k);
        continue;
      }
      put_column(f, f->B, b, k, f->Bv[at + (size_t)k], f->Bw[at + (size_t)k]);
      put_column(f, f->Bdot, b, k, f->dBv[at + (size_t)k], f->dBw[at + (size_t)k]);
    }
    turn_rates(f, b, v);
  }
}

void dv_frames_collapse(dv_frames *f)
{
  for (int b = 0; b < f->nblock; b++)
    for (int i = 0; i < 36; i++)
      if (i < 18 || i % 6 < 3) f->rows[b].M[i] = 0;
}
