// modes.c: A x = lambda x.  f = |lambda| / 2 pi,  damping = -Re lambda / |lambda|.
//
// A pair of conjugate eigenvalues is one mode. Shapes are turned and scaled so that the largest displacement is 1.
#include "solve/linear.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double re, im;
  int column;  // of LAPACK's vectors: real part; imaginary part in the next
} mode;

static int by_frequency(const void *a, const void *b)
{
  const mode *p = a, *q = b;
  double f = hypot(p->re, p->im), g = hypot(q->re, q->im);
  if (f != g) return f < g ? -1 : 1;
  if (p->re != q->re) return p->re < q->re ? -1 : 1;
  return p->column - q->column;
}

// Column k of the shapes from LAPACK's vectors V [n][n], row-major.
static void shape(dv_linear *o, int k, const mode *m, const double *V, int displacements)
{
  int n = o->n, among = displacements ? displacements : n, top = 0;
  double most = 0;
  for (int i = 0; i < n; i++) {
    double re = V[i * n + m->column], im = m->im > 0 ? V[i * n + m->column + 1] : 0;
    o->shape_re[i * n + k] = re;
    o->shape_im[i * n + k] = im;
    if (i < among && hypot(re, im) > most * (1 + 1e-9)) {
      most = hypot(re, im);
      top = i;
    }
  }
  if (most == 0) return;
  double c = o->shape_re[top * n + k] / (most * most), s = -o->shape_im[top * n + k] / (most * most);
  for (int i = 0; i < n; i++) {
    double re = o->shape_re[i * n + k], im = o->shape_im[i * n + k];
    o->shape_re[i * n + k] = re * c - im * s;
    o->shape_im[i * n + k] = re * s + im * c;
  }
}

static void take(dv_linear *o, dv_arena *a)
{
  size_t n = (size_t)o->n;
  o->re = DV_TAKE(a, double, n);
  o->im = DV_TAKE(a, double, n);
  o->frequency = DV_TAKE(a, double, n);
  o->damping = DV_TAKE(a, double, n);
  o->shape_re = DV_TAKE(a, double, n *n);
  o->shape_im = DV_TAKE(a, double, n *n);
}

// The modes in order, then what is left of the conjugate pairs.
static void fill(dv_linear *o, mode *list, const double *V, int displacements)
{
  qsort(list, (size_t)o->nmode, sizeof *list, by_frequency);
  int rest = o->nmode;
  for (int k = 0; k < o->nmode; k++) {
    const mode *m = &list[k];
    double size = hypot(m->re, m->im);
    o->re[k] = m->re;
    o->im[k] = m->im;
    o->frequency[k] = size / (2 * acos(-1));
    o->damping[k] = size > 0 ? 0 - m->re / size : 0;  // not -0
    shape(o, k, m, V, displacements);
    if (!(m->im > 0)) continue;
    o->re[rest] = m->re;
    o->im[rest++] = -m->im;
  }
}

int dv_modes(dv_linear *o, int displacements, dv_diags *d, dv_arena *a)
{
  size_t n = (size_t)o->n;
  double *A = DV_TAKE(a, double, n *n), *V = DV_TAKE(a, double, n *n), *re = DV_TAKE(a, double, n), *im = DV_TAKE(a, double, n);
  mode *list = DV_TAKE(a, mode, n);
  dv_mark none = {NULL, 0, 0};
  take(o, a);
  if (!n) return 0;
  memcpy(A, o->A, n * n * sizeof(double));
  if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'V', o->n, A, o->n, re, im, NULL, o->n, V, o->n)) {
    dv_diag_add(d, DV_ERROR, none, NULL, "the eigenvalues of the linearised machine do not converge");
    return 2;
  }
  for (int i = 0; i < o->n; i++) {
    if (im[i] < 0) continue;
    mode m = {re[i], im[i], i};
    list[o->nmode++] = m;
  }
  fill(o, list, V, displacements);
  return 0;
}
