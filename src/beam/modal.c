// modal.c: elastic bodies from outside: nodes with mass, inertia and mode shapes, as a finite-element code exports them.
//
//   modal mass_kl = sum over nodes of m u_k.u_l + r_k J r_l
#include "beam/beam.h"

#include <math.h>

static const double *node_of(const dv_modal_table *t, int i) { return t->node + (7 + 6 * t->modes) * i; }

dv_beam_field dv_modal_field(dv_arena *a, const dv_modal_table *t)
{
  int n = t->modes;
  dv_beam_field f = {.n = t->nodes, .stride = 4 + 3 * n};
  f.node = DV_TAKE(a, double, t->nodes *f.stride);
  f.Jpsi = DV_TAKE(a, double, 3 * n + 1);
  f.N = DV_TAKE(a, double, n *n + 1);
  for (int i = 0; i < t->nodes; i++) {
    const double *from = node_of(t, i), *J = from + 4, *shape = from + 7;
    double *to = f.node + f.stride * i, c = sqrt(from[3]);
    to[0] = c;
    for (int j = 0; j < 3; j++) {
      to[1 + j] = c * from[j];
      f.J[j] += J[j];
      for (int k = 0; k < n; k++) {
        to[4 + 3 * k + j] = c * shape[6 * k + j];
        f.Jpsi[3 * k + j] += J[j] * shape[6 * k + 3 + j];
        for (int l = 0; l < n; l++)
          f.N[n * k + l] += from[3] * shape[6 * k + j] * shape[6 * l + j] + J[j] * shape[6 * k + 3 + j] * shape[6 * l + 3 + j];
      }
    }
    f.mass += from[3];
  }
  f.n = dv_rows_compress(f.n, f.stride, f.node);
  return f;
}

void dv_modal_mass(const dv_modal_table *t, double *mass)
{
  for (int k = 0; k < t->modes; k++) {
    mass[k] = 0;
    for (int i = 0; i < t->nodes; i++) {
      const double *from = node_of(t, i), *shape = from + 7 + 6 * k;
      for (int j = 0; j < 3; j++) mass[k] += from[3] * shape[j] * shape[j] + from[4 + j] * shape[3 + j] * shape[3 + j];
    }
  }
}

int dv_modal_nearest(const dv_modal_table *t, const double at[3])
{
  int best = 0;
  double least = HUGE_VAL;
  for (int i = 0; i < t->nodes; i++) {
    const double *x = node_of(t, i);
    double d = hypot(hypot(x[0] - at[0], x[1] - at[1]), x[2] - at[2]);
    if (d < least) least = d, best = i;
  }
  return best;
}

void dv_modal_at(const dv_modal_table *t, int node, dv_beam_value *v)
{
  const double *shape = node_of(t, node) + 7;
  for (int k = 0; k < t->modes; k++) {
    v[k] = (dv_beam_value){0};
    for (int j = 0; j < 3; j++) {
      v[k].phi[j] = shape[6 * k + j];
      v[k].psi[j] = shape[6 * k + 3 + j];
    }
  }
}
