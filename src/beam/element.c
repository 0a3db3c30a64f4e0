// element.c: shape functions by finite elements: modes of the discretised beam, or the shapes of Craig and Bampton.
//
//   w, theta in an element interpolate nodes with the static solution of Timoshenko's beam, p = 12 EI/(GA l^2); p = 0: Hermite
//   K = int EI theta'^2 + GA (w' - theta)^2,   M = int m w^2 + J theta^2
//
// Craig-Bampton: static shapes of a unit displacement and rotation of the tip, then modes with the tip held. The root is clamped.
// Przemieniecki 1968, ch. 5; Craig & Bampton 1968.
#include "beam/eigen.h"
#include "beam/shape.h"

#include <string.h>

// The four functions of an element at s in [0, 1].
static void element(double l, double p, double s, dv_shape_value f[4])
{
  double q = 1 / (1 + p), a = s * s, c = a * s;
  double w[4] = {1 - 3 * a + 2 * c + p * (1 - s), l * (s - 2 * a + c + p / 2 * (s - a)), 3 * a - 2 * c + p * s,
                 l * (c - a - p / 2 * (s - a))};
  double dw[4] = {6 * (a - s) - p, l * (1 - 4 * s + 3 * a + p / 2 * (1 - 2 * s)), 6 * (s - a) + p,
                  l * (3 * a - 2 * s - p / 2 * (1 - 2 * s))};
  double th[4] = {6 * (a - s) / l, 1 - 4 * s + 3 * a + p * (1 - s), 6 * (s - a) / l, 3 * a - 2 * s + p * s};
  double dth[4] = {6 * (2 * s - 1) / l, 6 * s - 4 - p, 6 * (1 - 2 * s) / l, 6 * s - 2 + p};
  for (int i = 0; i < 4; i++) {
    f[i].u = q * w[i];
    f[i].slope = q * dw[i] / l;
    f[i].turn = q * th[i];
    f[i].strain = q * dth[i] / l;
    f[i].shear = f[i].slope - f[i].turn;
  }
}

static double shear_number(const dv_beam_basis *b, int e)
{
  const dv_beam_data *d = b->data;
  double l = d->length / d->elements;
  dv_way_section s = dv_beam_way_at(d, b->way, (e + 0.5) * l);
  return d->timoshenko ? 12 * s.bend / (s.shear * l * l) : 0;
}

void dv_shape_element(const dv_beam_basis *b, int k, double x, dv_shape_value *v)
{
  const dv_beam_data *d = b->data;
  double l = d->length / d->elements;
  int e = (int)(x / l);
  e = e < 0 ? 0 : e >= d->elements ? d->elements - 1 : e;
  dv_shape_value f[4];
  element(l, shear_number(b, e), x / l - e, f);
  *v = (dv_shape_value){0};
  for (int i = 0; i < 4; i++) {
    double c = b->nodal[b->n * (2 * e + i) + k];
    v->u += c * f[i].u;
    v->slope += c * f[i].slope;
    v->turn += c * f[i].turn;
    v->strain += c * f[i].strain;
    v->shear += c * f[i].shear;
  }
}

static void assemble(const dv_beam_basis *b, int n, double *K, double *M)
{
  enum { POINTS = 5 };
  const dv_beam_data *d = b->data;
  double l = d->length / d->elements, at[POINTS], weight[POINTS];
  dv_gauss(POINTS, at, weight);
  for (int e = 0; e < d->elements; e++)
    for (int g = 0; g < POINTS; g++) {
      dv_way_section s = dv_beam_way_at(d, b->way, (e + at[g]) * l);
      dv_shape_value f[4];
      element(l, shear_number(b, e), at[g], f);
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
          int to = n * (2 * e + i) + 2 * e + j;
          K[to] += weight[g] * l * (s.bend * f[i].strain * f[j].strain + s.shear * f[i].shear * f[j].shear);
          M[to] += weight[g] * l * (s.mass * f[i].u * f[j].u + s.turn * f[i].turn * f[j].turn);
        }
    }
}

// Rows and columns that stay: all but those that the ends hold.
static int free_rows(const dv_beam_data *d, dv_beam_ends ends, int *row)
{
  int last = 2 * d->elements, n = 0;
  int root = ends == DV_FREE_FREE ? 0 : ends == DV_HINGED_HINGED ? 1 : 2;
  int tip = ends == DV_CLAMPED_FREE || ends == DV_FREE_FREE ? 0 : ends == DV_HINGED_HINGED ? 1 : 2;
  for (int i = root; i < last + 2 - 2 * (tip > 0); i++) row[n++] = i;
  if (tip == 1) row[n++] = last + 1;
  return n;
}

static void keep(int all, const double *A, int n, const int *row, double *out)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[n * i + j] = A[all * row[i] + row[j]];
}

// Static shapes of a tip that moves by one, or turns by one: K_ii x = -K_it.
static int tip_shapes(dv_arena *a, dv_beam_basis *b, int all, const double *K, int n, const int *row)
{
  double *L = DV_TAKE(a, double, n *n), *x = DV_TAKE(a, double, n);
  keep(all, K, n, row, L);
  if (dv_cholesky(n, L)) return -1;
  for (int k = 0; k < 2 && k < b->n; k++) {
    int tip = all - 2 + k;
    for (int i = 0; i < n; i++) x[i] = -K[all * row[i] + tip];
    dv_cholesky_solve(n, L, x);
    for (int i = 0; i < n; i++) b->nodal[b->n * row[i] + k] = x[i];
    b->nodal[b->n * tip + k] = 1;
  }
  return 0;
}

int dv_element_modes(dv_arena *a, dv_beam_basis *b)
{
  const dv_beam_data *d = b->data;
  dv_beam_ends ends = dv_beam_ends_of(d, b->way);
  int all = 2 * (d->elements + 1), *row = DV_TAKE(a, int, all), n = free_rows(d, ends, row), first = 0;
  int rigid = ends == DV_FREE_FREE ? 2 : 0;
  double *K = DV_TAKE(a, double, 6 * all * all), *M = K + all * all, *k = M + all * all, *m = k + all * all,
         *vector = m + all * all, *value = vector + all * all;
  b->nodal = DV_TAKE(a, double, all * b->n);
  assemble(b, all, K, M);
  if (ends == DV_CRAIG_BAMPTON) {
    if (tip_shapes(a, b, all, K, n, row)) return -1;
    first = 2;
  }
  if (b->n - first + rigid > n) return -1;
  keep(all, K, n, row, k);
  keep(all, M, n, row, m);
  double shift = rigid ? 1e-3 * k[0] / m[0] : 0;
  if (b->n > first && dv_eigen_pair(a, n, k, m, shift, value, vector)) return -1;
  for (int i = 0; i < n; i++)
    for (int j = first; j < b->n; j++) b->nodal[b->n * row[i] + j] = vector[n * i + j - first + rigid];
  return 0;
}
