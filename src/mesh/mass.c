// mass.c: what a mesh encloses, by the divergence theorem.
//
// Each triangle (a, b, c) spans a tetrahedron with a point of the mesh; with D = a . (b x c):
//   V = sum D / 6,   V com = sum D (a + b + c) / 24,   integral x x' = sum D / 120 (s s' + a a' + b b' + c c'), s = a + b + c
// A closed mesh has every edge twice, once in each direction; a mesh turned inside out has a negative volume and is turned back.
// An open one is guessed: tetrahedra with the middle of its corners, all counted as positive, so that no inertia is negative.
#include "mesh/mass.h"

#include "mesh/mesh_edge.h"
#include "mesh/triangles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dv_mesh_edge edge;

// Edges in one direction against those in the other, both sorted.
static int open_edges(dv_arena *a, const float *t, int n)
{
  edge *up = DV_TAKE(a, edge, 3 * (size_t)n), *down = DV_TAKE(a, edge, 3 * (size_t)n);
  int nup = 0, ndown = 0, open = 0;
  for (int i = 0; i < 3 * n; i++) {
    const float *p = t + 3 * i, *q = t + 9 * (i / 3) + 3 * ((i + 1) % 3);
    int order = dv_mesh_order(p, q);
    edge *e = order < 0 ? &up[nup++] : order > 0 ? &down[ndown++] : NULL;
    if (e) memcpy(e->a, order < 0 ? p : q, sizeof e->a), memcpy(e->b, order < 0 ? q : p, sizeof e->b);
  }
  qsort(up, (size_t)nup, sizeof *up, dv_mesh_edge_order);
  qsort(down, (size_t)ndown, sizeof *down, dv_mesh_edge_order);
  int i = 0, k = 0;
  while (i < nup && k < ndown) {
    int order = dv_mesh_edge_order(&up[i], &down[k]);
    open += order != 0;
    i += order <= 0;
    k += order >= 0;
  }
  return open + nup - i + ndown - k;
}

// absolute: each tetrahedron counts, whichever way its triangle is turned
static void add_triangle(const double p[3][3], int absolute, double *volume, double first[3], double second[6], double *area)
{
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  double n[3], D = 0, s[3], size = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = p[1][j] * p[2][k] - p[1][k] * p[2][j];
    D += p[0][i] * n[i];
    s[i] = p[0][i] + p[1][i] + p[2][i];
    double e = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
    size += e * e;
  }
  if (absolute) D = fabs(D);
  *volume += D / 6;
  *area += 0.5 * sqrt(size);
  for (int i = 0; i < 3; i++) first[i] += D * s[i] / 24;
  for (int k = 0; k < 6; k++) {
    int i = row[k], j = column[k];
    second[k] += D / 120 * (s[i] * s[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
  }
}

// Where the tetrahedra begin: at a corner; of an open mesh in the middle of its corners, where it matters.
static void find_middle(const float *t, int n, int open, double from[3])
{
  for (int i = 0; i < 3; i++) from[i] = n ? (double)t[i] : 0;
  if (!open) return;
  for (int i = 0; i < 3; i++) {
    from[i] = 0;
    for (int k = 0; k < 3 * n; k++) from[i] += (double)t[3 * (size_t)k + (size_t)i] / (3.0 * n);
  }
}

dv_mesh_solid dv_triangles_solid(dv_arena *a, const float *t, int n, const double scale[3])
{
  dv_mesh_solid s = {.open = open_edges(a, t, n)};
  double first[3] = {0}, C[6] = {0}, from[3];
  find_middle(t, n, s.open, from);
  for (int k = 0; k < n; k++) {
    double p[3][3];
    for (int i = 0; i < 9; i++) p[i / 3][i % 3] = ((double)t[9 * (size_t)k + (size_t)i] - from[i % 3]) * scale[i % 3];
    add_triangle((const double(*)[3])p, s.open > 0, &s.volume, first, C, &s.area);
  }
  double sign = s.volume < 0 ? -1 : 1;
  s.volume *= sign;
  if (!(s.volume > 0)) return s;
  for (int i = 0; i < 3; i++) first[i] *= sign / s.volume;
  for (int k = 0; k < 6; k++) C[k] *= sign;
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) C[k] -= s.volume * first[row[k]] * first[column[k]];
  for (int k = 0; k < 6; k++) s.inertia[k] = k < 3 ? C[0] + C[1] + C[2] - C[k] : -C[k];
  for (int i = 0; i < 3; i++) s.com[i] = first[i] + from[i] * scale[i];
  return s;
}

int dv_mesh_solid_of(dv_arena *a, dv_diags *d, const char *path, const double scale[3], dv_mesh_solid *out)
{
  int n;
  const float *t = dv_mesh_triangles(a, d, path, &n);
  if (!t) return -1;
  *out = dv_triangles_solid(a, t, n, scale);
  dv_mark mark = {path, 0, 0};
  // an open surface encloses nothing; a sheet encloses less than rounding
  if (!isfinite(out->volume) || !(out->volume > 1e-9 * pow(out->area, 1.5))) {
    dv_diag_add(d, DV_WARNING, mark, "give mass and inertia by numbers", "the mesh encloses no volume");
    return -1;
  }
  if (out->open)
    dv_diag_add(d, DV_WARNING, mark, "close it, or give mass and inertia by numbers",
                "the mesh is not closed (%d edges): its volume, %.4g m^3, is a guess", out->open, out->volume);
  return 0;
}
