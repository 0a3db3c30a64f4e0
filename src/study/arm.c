// arm.c: the coordinates that move a point, and the limits on the way.
#include "study/reach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_root(const void *a, const void *b) { return (*(const dv_mover *const *)a)->iv - (*(const dv_mover *const *)b)->iv; }

// Columns of the Jacobian at two poses: a joint whose axis meets the point moves nothing in one of them.
static int moves(dv_arm *c, const dv_mover *m)
{
  int nv = c->k->m->nv;
  for (int pose = 0; pose < 2; pose++) {
    memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
    for (int i = 0; i < c->k->nmover && pose; i++)
      if (c->k->mover[i].free) c->q[c->k->mover[i].iq] += 0.3 + 0.1 * i;
    dv_spot_jacobian(c->k, &c->point, c->q, c->J);
    for (int i = 0; i < 3; i++)
      if (fabs(c->J[i * nv + m->iv]) > 1e-12) return 1;
  }
  return 0;
}

static int add_named(dv_arm *c, const char *const *names, int n, dv_diags *d)
{
  for (int i = 0; i < n; i++) {
    const dv_mover *m = dv_mover_find(c->k, names[i]);
    if (m) {
      c->mover[c->n++] = m;
      continue;
    }
    const char **all = DV_TAKE(c->k->arena, const char *, c->k->nmover);
    for (int k = 0; k < c->k->nmover; k++) all[k] = c->k->mover[k].name;
    const char *near = dv_nearest(names[i], all, c->k->nmover);
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, near ? dv_arena_text(c->k->arena, "did you mean '%s'?", near) : NULL,
                "there is no coordinate '%s'", names[i]);
    return -1;
  }
  return 0;
}

dv_arm *dv_arm_new(dv_kinematics *k, const char *point, const char *const *names, int n, dv_diags *d)
{
  dv_arm *c = DV_TAKE(k->arena, dv_arm, 1);
  *c = (dv_arm){.k = k};
  if (dv_spot_find(k, point, &c->point) || c->point.body < 0) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_spot_nearest(k, point), "there is no point '%s'", point);
    return NULL;
  }
  c->q = DV_TAKE(k->arena, double, k->m->nq);
  c->J = DV_TAKE(k->arena, double, 3 * k->m->nv);
  c->row = DV_TAKE(k->arena, double, k->m->nv);
  c->mover = DV_TAKE(k->arena, const dv_mover *, k->nmover + n);
  if (names && add_named(c, names, n, d)) return NULL;
  for (int i = 0; i < k->nmover && !names; i++)
    if (k->mover[i].free && moves(c, &k->mover[i])) c->mover[c->n++] = &k->mover[i];
  qsort(c->mover, (size_t)c->n, sizeof *c->mover, by_root);
  memcpy(c->q, k->q, (size_t)k->m->nq * sizeof(double));
  c->nway = dv_ways_limited(k, &c->way);
  if (!c->n)
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "free its joints, or name another point", "no free coordinate moves '%s'", point);
  return c->n ? c : NULL;
}

void dv_arm_pose(dv_arm *c, const double *moved)
{
  for (int i = 0; i < c->n; i++) c->q[c->mover[i]->iq] = moved[i];
}

void dv_arm_point(dv_arm *c, const double *moved, double x[3])
{
  dv_arm_pose(c, moved);
  dv_spot_at(c->k, &c->point, c->q, x);
}

void dv_arm_jacobian(dv_arm *c, const double *moved, double *J)
{
  dv_arm_pose(c, moved);
  dv_spot_jacobian(c->k, &c->point, c->q, c->J);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < c->n; j++) J[i * c->n + j] = c->J[i * c->k->m->nv + c->mover[j]->iv];
}

double dv_arm_excess(dv_arm *c, const double *moved)
{
  double most = -HUGE_VAL;
  for (int i = 0; i < c->n; i++) most = fmax(most, fmax(c->mover[i]->lower - moved[i], moved[i] - c->mover[i]->upper));
  dv_arm_pose(c, moved);
  for (int i = 0; i < c->nway; i++) {
    double x = dv_way_at(c->k, &c->way[i], c->q, c->k->v, NULL, NULL);
    most = fmax(most, fmax(c->way[i].lower - x, x - c->way[i].upper));
  }
  return most;
}
