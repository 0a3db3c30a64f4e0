// dead_point.c: struts (cylinders, axes between two points, with limits) that move several coordinates together.
//
// As many struts as coordinates hold them: lengths l(q) leave the pose on its side of the dead point, where det(dl/dq) is zero
// and the struts could push either way. So the sign of det is that of the initial pose. Struts that are fewer than the
// coordinates they reach have no dead point, since the machine can go round it.
#include "study/reach.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 };  // struts and coordinates of a group

int dv_way_is_strut(const dv_way *w) { return w->iq < 0 && !w->nterm && isfinite(w->lower) && isfinite(w->upper); }

static double slope(dv_arm *c, int way, int coordinate)
{
  dv_way_at(c->k, &c->way[way], c->q, c->k->v, c->J, NULL);
  dv_arm_carry(c, c->J);
  return c->row[coordinate];
}

// 1: the strut's length depends on the coordinate, in one of two poses.
static int depends(dv_arm *c, int way, int coordinate)
{
  int some = 0;
  for (int pose = 0; pose < 2; pose++) {
    memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
    for (int i = 0; i < c->n; i++) c->q[c->mover[i]->iq] += pose * (0.2 + 0.1 * i) * (c->follows ? 0.1 : 1);
    dv_arm_settle(c);
    some |= fabs(slope(c, way, coordinate)) > 1e-12;
  }
  memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
  return some;
}

// det by elimination; its sign, 0 where it is rounding.
static int sign_of(double (*A)[MOST], int n)
{
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
    if (fabs(A[best][k]) < 1e-9) return 0;
    for (int j = 0; j < n && best != k; j++) {
      double x = A[k][j];
      A[k][j] = A[best][j], A[best][j] = x;
    }
    sign *= (best == k ? 1 : -1) * (A[k][k] > 0 ? 1 : -1);
    for (int i = k + 1; i < n; i++)
      for (int j = n - 1; j >= k; j--) A[i][j] -= A[i][k] / A[k][k] * A[k][j];
  }
  return sign;
}

static int side(dv_arm *c, const dv_strut_group *g)
{
  double A[MOST][MOST];
  for (int i = 0; i < g->n; i++) {
    dv_way_at(c->k, &c->way[g->way[i]], c->q, c->k->v, c->J, NULL);
    dv_arm_carry(c, c->J);
    for (int j = 0; j < g->n; j++) A[i][j] = c->row[g->coordinate[j]];
  }
  return sign_of(A, g->n);
}

// The struts and coordinates that hang together with the strut `first`; marks them in `seen`. NULL: they are no group of equals.
static dv_strut_group *gather(dv_arm *c, int first, char *seen)
{
  int way[MOST] = {first}, coordinate[MOST], nway = 1, n = 0;
  seen[first] = 1;
  for (int k = 0; k < nway; k++)
    for (int i = 0; i < c->n; i++) {
      int known = 0;
      for (int j = 0; j < n; j++) known |= coordinate[j] == i;
      if (known || !depends(c, way[k], i)) continue;
      if (n == MOST) return NULL;
      coordinate[n++] = i;
      for (int w = 0; w < c->nway; w++) {
        if (seen[w] || !dv_way_is_strut(&c->way[w]) || !depends(c, w, i)) continue;
        if (nway == MOST) return NULL;
        seen[w] = 1;
        way[nway++] = w;
      }
    }
  if (n < 2 || n != nway) return NULL;
  dv_strut_group *g = DV_TAKE(c->k->arena, dv_strut_group, 1);
  g->n = n;
  g->way = DV_TAKE(c->k->arena, int, 2 * n);
  g->coordinate = g->way + n;
  memcpy(g->way, way, (size_t)n * sizeof(int));
  memcpy(g->coordinate, coordinate, (size_t)n * sizeof(int));
  g->side = side(c, g);
  return g;
}

void dv_arm_group_struts(dv_arm *c)
{
  char *seen = DV_TAKE(c->k->arena, char, c->nway);
  c->group = DV_TAKE(c->k->arena, dv_strut_group *, c->nway);
  c->ngroup = 0;
  memset(seen, 0, (size_t)c->nway);
  for (int i = 0; i < c->nway; i++) {
    dv_strut_group *g = seen[i] || !dv_way_is_strut(&c->way[i]) ? NULL : gather(c, i, seen);
    if (g && g->side) c->group[c->ngroup++] = g;
  }
}

int dv_arm_beyond_dead_point(dv_arm *c)
{
  for (int i = 0; i < c->ngroup; i++)
    if (side(c, c->group[i]) == -c->group[i]->side) return 1;
  return 0;
}
