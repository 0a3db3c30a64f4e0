// mass.c: what a mesh encloses, by the divergence theorem.
//
// Each triangle (a, b, c) spans a tetrahedron with a point of the mesh; with D = a . (b x c):
//   V = sum D / 6,   V com = sum D (a + b + c) / 24,   integral x x' = sum D / 120 (s s' + a a' + b b' + c c'), s = a + b + c
// A closed mesh has every edge twice, once in each direction; a mesh turned inside out has a negative volume and is turned back.
// An open one is guessed: all tetrahedra are counted as positive, so that no inertia is negative.
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

typedef struct {
  const float *t;
  int n;
  const double *scale;
} triangles;

typedef struct {
  double volume, area;
  int inside_out;
  double first[3], second[6];  // integrals of x and x x' (xx yy zz xy xz yz)
} sums;

static void corners_of(const triangles *m, int k, const double from[3], double p[3][3])
{
  for (int i = 0; i < 9; i++) p[i / 3][i % 3] = (double)m->t[9 * (size_t)k + (size_t)i] * m->scale[i % 3] - from[i % 3];
}

// absolute: each tetrahedron counts, whichever way its triangle is turned
static void add_triangle(const double p[3][3], int absolute, sums *s)
{
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  double D = 0, corners[3], size = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    D += p[0][i] * (p[1][j] * p[2][k] - p[1][k] * p[2][j]);
    corners[i] = p[0][i] + p[1][i] + p[2][i];
    double e = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
    size += e * e;
  }
  if (absolute) D = fabs(D);
  s->volume += D / 6;
  s->area += 0.5 * sqrt(size);
  for (int i = 0; i < 3; i++) s->first[i] += D * corners[i] / 24;
  for (int k = 0; k < 6; k++) {
    int i = row[k], j = column[k];
    s->second[k] += D / 120 * (corners[i] * corners[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
  }
}

static sums sum(const triangles *m, const double from[3], int absolute)
{
  sums s = {0};
  double p[3][3];
  for (int k = 0; k < m->n; k++) {
    corners_of(m, k, from, p);
    add_triangle((const double(*)[3])p, absolute, &s);
  }
  double sign = s.volume < 0 ? -1 : 1;
  s.inside_out = s.volume < 0;
  s.volume *= sign;
  for (int i = 0; i < 3; i++) s.first[i] *= sign;
  for (int k = 0; k < 6; k++) s.second[k] *= sign;
  return s;
}

// The middle of the surface.
static void surface_middle(const triangles *m, double out[3])
{
  static const double origin[3] = {0};
  double area = 0, p[3][3];
  memset(out, 0, 3 * sizeof *out);
  for (int k = 0; k < m->n; k++) {
    sums one = {0};
    corners_of(m, k, origin, p);
    add_triangle((const double(*)[3])p, 0, &one);
    for (int i = 0; i < 3; i++) out[i] += one.area * (p[0][i] + p[1][i] + p[2][i]) / 3;
    area += one.area;
  }
  for (int i = 0; i < 3 && area > 0; i++) out[i] /= area;
}

static void moments(const double C[6], double inertia[6])
{
  for (int k = 0; k < 6; k++) inertia[k] = k < 3 ? C[0] + C[1] + C[2] - C[k] : -C[k];
}

static dv_mesh_solid enclosed(const triangles *m)
{
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  double from[3];  // a corner: far from the origin nothing is lost
  for (int i = 0; i < 3; i++) from[i] = m->n ? (double)m->t[i] * m->scale[i] : 0;
  sums s = sum(m, from, 0);
  dv_mesh_solid out = {.volume = s.volume, .area = s.area, .inside_out = s.inside_out};
  if (!(s.volume > 0)) return out;
  for (int k = 0; k < 6; k++) s.second[k] -= s.first[row[k]] * s.first[column[k]] / s.volume;
  for (int i = 0; i < 3; i++) out.com[i] = s.first[i] / s.volume + from[i];
  moments(s.second, out.inertia);
  return out;
}

// The centre by tetrahedra from the middle of the surface, volume and inertia by those from that centre: so does MuJoCo, unless
// a mesh asks for another way.
static dv_mesh_solid unsigned_sums(const triangles *m)
{
  double from[3];
  surface_middle(m, from);
  sums s = sum(m, from, 1);
  dv_mesh_solid out = {.area = s.area};
  if (!(s.volume > 0)) return out;
  for (int i = 0; i < 3; i++) out.com[i] = s.first[i] / s.volume + from[i];
  s = sum(m, out.com, 1);
  out.volume = s.volume;
  moments(s.second, out.inertia);
  return out;
}

dv_mesh_solid dv_triangles_solid(dv_arena *a, const float *t, int n, const double scale[3], dv_mesh_way way)
{
  const triangles m = {t, n, scale};
  int open = open_edges(a, t, n);
  dv_mesh_solid s = way == DV_MESH_UNSIGNED || open ? unsigned_sums(&m) : enclosed(&m);
  s.open = open;
  return s;
}

int dv_mesh_solid_of(dv_arena *a, dv_diags *d, const char *path, const double scale[3], dv_mesh_way way, dv_mesh_solid *out)
{
  int n;
  const float *t = dv_mesh_triangles(a, d, path, &n);
  if (!t) return -1;
  *out = dv_triangles_solid(a, t, n, scale, way);
  dv_mark mark = {path, 0, 0};
  // an open surface encloses nothing; a sheet encloses less than rounding
  if (!isfinite(out->volume) || !(out->volume > 1e-9 * pow(out->area, 1.5))) {
    dv_diag_add(d, DV_WARNING, mark, "give mass and inertia by numbers", "the mesh encloses no volume");
    return -1;
  }
  if (out->open && way == DV_MESH_ENCLOSED)
    dv_diag_add(d, DV_WARNING, mark, "close it, or give mass and inertia by numbers",
                "the mesh is not closed (%d edges): its volume, %.4g m^3, is a guess", out->open, out->volume);
  return 0;
}

double dv_mesh_doubled(dv_arena *a, const char *path, const double scale[3], int inside_out)
{
  int n;
  const float *t = dv_mesh_triangles(a, dv_diags_new(a), path, &n);
  return t ? dv_triangles_doubled(t, n, scale, inside_out) : 0;
}
