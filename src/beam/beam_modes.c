// beam_modes.c: from functions to modes: M and K of the beam alone by quadrature, then Ritz modes if they are not diagonal.
//
//   M_kl = int m u_k u_l + J th_k th_l,   K_kl = int EI th'_k th'_l + GA (w' - th)_k (w' - th)_l
#include "beam/eigen.h"
#include "beam/shape.h"

#include <math.h>
#include <string.h>

// Points of Gauss and Legendre: roots of P_n by Newton from Chebyshev's guess.
void dv_gauss(int n, double *x, double *weight)
{
  for (int i = 0; i < n; i++) {
    double z = cos(M_PI * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int turn = 0; turn < 30; turn++) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; k++) {
        double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (z * p - before) / (z * z - 1);
      z -= p / slope;
      if (fabs(p / slope) < 1e-16) break;
    }
    x[i] = 0.5 * (1 - z);
    weight[i] = 1 / ((1 - z * z) * slope * slope);
  }
}

void dv_shape_at(const dv_beam_basis *b, double x, dv_shape_value *v)
{
  for (int k = 0; k < b->n; k++) {
    if (b->nodal) dv_shape_element(b, k, x, &v[k]);
    else dv_shape_closed(b, k, x, &v[k]);
  }
}

static void integrate(dv_arena *a, const dv_beam_basis *b, double *M, double *K)
{
  const dv_beam_data *d = b->data;
  enum { POINTS = 12 };
  int n = b->n, panels = b->nodal ? d->elements : n + 1;
  if (d->nsection > 1 && !b->nodal) panels *= d->nsection - 1;
  double at[POINTS], weight[POINTS], l = d->length / panels;
  dv_shape_value *v = DV_TAKE(a, dv_shape_value, n);
  dv_gauss(POINTS, at, weight);
  for (int p = 0; p < panels * POINTS; p++) {
    int panel = p / POINTS;
    double x = (panel + at[p % POINTS]) * l, dx = weight[p % POINTS] * l;
    dv_way_section s = dv_beam_way_at(d, b->way, x);
    dv_shape_at(b, x, v);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        M[n * i + j] += dx * (s.mass * v[i].u * v[j].u + s.turn * v[i].turn * v[j].turn);
        K[n * i + j] += dx * (s.bend * v[i].strain * v[j].strain + s.shear * v[i].shear * v[j].shear);
      }
  }
}

static int is_diagonal(int n, const double *A)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j && fabs(A[n * i + j]) > 1e-9 * sqrt(fabs(A[n * i + i] * A[n * j + j]))) return 0;
  return 1;
}

// Largest displacement of each mode becomes about one, its first large one positive.
static void scale(dv_arena *a, dv_beam_basis *b)
{
  enum { PLACES = 200 };
  int n = b->n;
  dv_shape_value *v = DV_TAKE(a, dv_shape_value, n);
  for (int k = 0; k < n; k++) {
    double most = 0, sign = 1;
    for (int i = 0; i <= PLACES; i++) {
      double u = 0;
      dv_shape_at(b, b->data->length * i / PLACES, v);
      for (int j = 0; j < n; j++) u += b->mix[n * j + k] * v[j].u;
      if (fabs(u) > most * (1 + 1e-9)) sign = u < 0 ? -1 : 1;
      most = fmax(most, fabs(u));
    }
    for (int j = 0; j < n; j++) b->mix[n * j + k] *= sign / most;
    b->mass[k] /= most * most;
    b->stiffness[k] /= most * most;
  }
}

static int solve_way(dv_arena *a, dv_beam_basis *b)
{
  int n = b->n, bends = b->way == DV_BEND_Y || b->way == DV_BEND_Z;
  if (bends && b->data->elements && dv_element_modes(a, b)) return -1;
  double *M = DV_TAKE(a, double, n *n), *K = DV_TAKE(a, double, n *n);
  b->mix = DV_TAKE(a, double, n *n);
  b->mass = DV_TAKE(a, double, n);
  b->stiffness = DV_TAKE(a, double, n);
  integrate(a, b, M, K);
  int ready = is_diagonal(n, M) && is_diagonal(n, K) && !b->nodal;
  for (int i = 0; i < n; i++) {
    b->mix[n * i + i] = 1;
    b->mass[i] = M[n * i + i];
    b->stiffness[i] = K[n * i + i];
  }
  if (ready) return 0;
  if (dv_eigen_pair(a, n, K, M, 0, b->stiffness, b->mix)) return -1;
  for (int i = 0; i < n; i++) b->mass[i] = 1;
  scale(a, b);
  return 0;
}

const dv_beam *dv_beam_new(dv_arena *a, const dv_beam_data *d)
{
  dv_beam *b = DV_TAKE(a, dv_beam, 1);
  dv_beam_basis *basis = DV_TAKE(a, dv_beam_basis, DV_BEAM_WAYS);
  b->data = d;
  b->basis = basis;
  for (int w = 0; w < DV_BEAM_WAYS; w++) b->modes += d->count[w];
  b->way = DV_TAKE(a, dv_beam_way, b->modes + 1);
  b->order = DV_TAKE(a, int, b->modes + 1);
  b->mass = DV_TAKE(a, double, b->modes + 1);
  b->stiffness = DV_TAKE(a, double, b->modes + 1);
  for (int w = 0, k = 0; w < DV_BEAM_WAYS; w++) {
    basis[w] = (dv_beam_basis){.data = d, .way = (dv_beam_way)w, .n = d->count[w]};
    if (d->count[w] && solve_way(a, &basis[w])) return NULL;
    for (int i = 0; i < d->count[w]; i++, k++) {
      b->way[k] = (dv_beam_way)w;
      b->order[k] = i + 1;
      b->mass[k] = basis[w].mass[i];
      b->stiffness[k] = basis[w].stiffness[i];
    }
  }
  return b;
}

static void put(dv_beam_way way, const dv_shape_value *s, dv_beam_value *v)
{
  *v = (dv_beam_value){.slope = s->slope, .strain = s->strain, .shear = s->shear};
  switch (way) {
  case DV_BEND_Y: v->phi[1] = s->u, v->psi[2] = s->turn; break;
  case DV_BEND_Z: v->phi[2] = s->u, v->psi[1] = -s->turn; break;
  case DV_TWIST: v->psi[0] = s->u; break;
  default: v->phi[0] = s->u; break;
  }
}

void dv_beam_at(const dv_beam *b, double x, dv_beam_value *v)
{
  dv_shape_value f[DV_BEAM_MODES_MOST];
  for (int w = 0, k = 0; w < DV_BEAM_WAYS; w++) {
    const dv_beam_basis *s = &b->basis[w];
    if (s->n) dv_shape_at(s, x, f);
    for (int i = 0; i < s->n; i++, k++) {
      dv_shape_value sum = {0};
      for (int j = 0; j < s->n; j++) {
        double m = s->mix[s->n * j + i];
        sum.u += m * f[j].u;
        sum.turn += m * f[j].turn;
        sum.slope += m * f[j].slope;
        sum.strain += m * f[j].strain;
        sum.shear += m * f[j].shear;
      }
      put((dv_beam_way)w, &sum, &v[k]);
    }
  }
}
