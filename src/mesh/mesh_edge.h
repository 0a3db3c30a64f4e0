// mesh_edge.h: edges of triangles, in an order by their ends.
#pragma once

typedef struct {
  float a[3], b[3];
} dv_mesh_edge;

// Order of two points; -0 is 0.
static inline int dv_mesh_order(const float *p, const float *q)
{
  for (int i = 0; i < 3; i++)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

// For qsort, of edges or of what begins with one.
static inline int dv_mesh_edge_order(const void *x, const void *y)
{
  const dv_mesh_edge *p = x, *q = y;
  int a = dv_mesh_order(p->a, q->a);
  return a ? a : dv_mesh_order(p->b, q->b);
}
