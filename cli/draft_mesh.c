// draft_mesh.c: the edges of a mesh that a draughtsman would draw: where its faces meet at an angle, and where it ends.
#include "draft.h"

#include "mesh/mesh_edge.h"
#include "mesh/triangles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double smooth = 0.9;  // cosine of the angle between two faces of one surface

typedef struct {
  dv_mesh_edge ends;  // the lesser first
  double normal[3];   // of the face
} edge;

static void find_normal(const float *t, const double *scale, double n[3])
{
  double u[3], w[3], size = 0;
  for (int i = 0; i < 3; i++) u[i] = (t[3 + i] - t[i]) * scale[i], w[i] = (t[6 + i] - t[i]) * scale[i];
  for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * w[(i + 2) % 3] - u[(i + 2) % 3] * w[(i + 1) % 3], size += n[i] * n[i];
  for (int i = 0; i < 3; i++) n[i] = size > 0 ? n[i] / sqrt(size) : 0;
}

static edge *edges_of(dv_arena *a, const float *t, int n, const double *scale)
{
  edge *all = DV_TAKE(a, edge, 3 * (size_t)n);
  for (int i = 0; i < n; i++) {
    double normal[3];
    find_normal(t + 9 * i, scale, normal);
    for (int k = 0; k < 3; k++) {
      const float *p = t + 9 * i + 3 * k, *q = t + 9 * i + 3 * ((k + 1) % 3);
      edge *e = &all[3 * i + k];
      int turned = dv_mesh_order(p, q) > 0;
      memcpy(e->ends.a, turned ? q : p, sizeof e->ends.a);
      memcpy(e->ends.b, turned ? p : q, sizeof e->ends.b);
      memcpy(e->normal, normal, sizeof normal);
    }
  }
  qsort(all, 3 * (size_t)n, sizeof *all, dv_mesh_edge_order);
  return all;
}

void draft_mesh(dv_draft *d, const char *layer, const stand *s, const dv_visual_spec *v, dv_diags *diags)
{
  int n = 0;
  const float *t = dv_mesh_triangles(d->arena, diags, v->file, &n);
  if (!t) return;
  const edge *all = edges_of(d->arena, t, n, v->scale);
  for (int i = 0, next; i < 3 * n; i = next) {
    int flat = 0;
    for (next = i + 1; next < 3 * n && !dv_mesh_edge_order(&all[i], &all[next]);) next++;
    if (next - i == 2) {
      const double *p = all[i].normal, *q = all[i + 1].normal;
      flat = fabs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) > smooth;
    }
    if (flat) continue;
    double x[2][3], at[2][3];
    for (int k = 0; k < 3; k++) x[0][k] = all[i].ends.a[k] * v->scale[k], x[1][k] = all[i].ends.b[k] * v->scale[k];
    for (int k = 0; k < 2; k++) stand_put(s, x[k], at[k]);
    dv_draft_line(d, layer, at[0], at[1]);
  }
}
