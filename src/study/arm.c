// arm.c: the coordinates that move a point, and what limits of joints and cylinders leave of them.
#include "study/reach.h"

#include "engine/engine.h"
#include "engine/closed_loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_root(const void *a, const void *b) { return (*(const dv_mover *const *)a)->iv - (*(const dv_mover *const *)b)->iv; }

// Columns of the Jacobian at two poses: a joint whose axis meets the point moves nothing in one of them.
int dv_arm_moves(const dv_arm *c, const dv_mover *m)
{
  int nv = c->k->m->nv;
  for (int pose = 0; pose < 2; pose++) {
    memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
    for (int i = 0; i < c->k->nmover && pose; i++)
      if (c->k->mover[i].free) c->q[c->k->mover[i].iq] += 0.3 + 0.1 * i;
    for (int s = 0; s <= c->heading.n; s++) {
      dv_spot_jacobian(c->k, s ? &c->ahead[s - 1] : &c->point, c->q, c->J);
      for (int i = 0; i < 3; i++)
        if (fabs(c->J[i * nv + m->iv]) > 1e-12) return 1;
    }
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

// The coordinate of the arm that an axis depends on; -1: none, -2: several.
static int single(dv_arm *c, const dv_way *w)
{
  int found = -1;
  for (int pose = 0; pose < 2; pose++) {
    memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
    for (int i = 0; i < c->n; i++) c->q[c->mover[i]->iq] += pose * (0.2 + 0.1 * i) * (c->follows ? 0.1 : 1);
    dv_arm_settle(c);
    dv_way_at(c->k, w, c->q, c->k->v, c->J, NULL);
    dv_arm_carry(c, c->J);
    for (int i = 0; i < c->n; i++) {
      if (fabs(c->row[i]) < 1e-12) continue;
      if (found >= 0 && found != i) return -2;
      found = i;
    }
  }
  memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
  return found;
}

// What a strut between two points has a dead point for: where its length no longer changes with the joint, the joint can go
// either way. 1, -1: side of it on which c->q is; 0: on it, or the axis is of another sort.
static int side_of(dv_arm *c, const dv_way *w, int i)
{
  if (!dv_way_is_strut(w)) return 0;
  dv_way_at(c->k, w, c->q, c->k->v, c->J, NULL);
  dv_arm_carry(c, c->J);
  return fabs(c->row[i]) < 1e-9 ? 0 : c->row[i] > 0 ? 1 : -1;
}

static int allowed(dv_arm *c, const dv_way *w, int i, int side, double x)
{
  c->q[c->mover[i]->iq] = x;
  dv_arm_settle(c);
  double y = dv_way_at(c->k, w, c->q, c->k->v, NULL, NULL);
  return !c->open && y >= w->lower && y <= w->upper && (!side || side_of(c, w, i) != -side);
}

static double edge(dv_arm *c, const dv_way *w, int i, int side, double in, double out)
{
  for (int k = 0; k < 200 && in != out; k++) {
    double half = (in + out) / 2;
    if (half == in || half == out) break;
    if (allowed(c, w, i, side, half)) in = half;
    else out = half;
  }
  return in;
}

// What an axis leaves of its only coordinate: the interval that holds the initial pose, or the nearest to it, on the initial
// pose's side of the dead point. A linkage has two ways to be put together, and the machine is in that one. -1: nothing is left.
static int narrow(dv_arm *c, const dv_way *w, int i)
{
  enum { STEPS = 1440 };
  double begin = c->k->q[c->mover[i]->iq], turn = c->mover[i]->rotary ? M_PI : 10;
  double lower = fmax(c->lower[i], begin - turn), step = (fmin(c->upper[i], begin + turn) - lower) / STEPS;
  memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
  dv_arm_settle(c);
  int first = -1, a, b, side = side_of(c, w, i);
  for (int k = 0; k <= STEPS; k++)
    if (allowed(c, w, i, side, lower + k * step) &&
        (first < 0 || fabs(lower + k * step - begin) < fabs(lower + first * step - begin)))
      first = k;
  if (first < 0) return -1;
  for (a = first; a > 0 && allowed(c, w, i, side, lower + (a - 1) * step);) a--;
  for (b = first; b < STEPS && allowed(c, w, i, side, lower + (b + 1) * step);) b++;
  if (a > 0) c->lower[i] = edge(c, w, i, side, lower + a * step, lower + (a - 1) * step);
  if (b < STEPS) c->upper[i] = edge(c, w, i, side, lower + b * step, lower + (b + 1) * step);
  return 0;
}

int dv_arm_ranges(dv_arm *c, dv_diags *d)
{
  for (int i = 0; i < c->n; i++) c->lower[i] = c->mover[i]->lower, c->upper[i] = c->mover[i]->upper;
  // unless others follow, loops let every axis depend on everything
  c->tied = c->nrow > 0;
  for (int k = 0; k < c->nway && (!c->nrow || c->follows); k++) {
    int i = single(c, &c->way[k]);
    c->tied |= i == -2;
    if (i < 0 || !narrow(c, &c->way[k], i)) continue;
    dv_diag_add(d, DV_ERROR, c->way[k].mark, "check the places of its ends and its limits",
                "axis '%s' is beyond its limits in every pose of '%s'", c->way[k].name, c->mover[i]->name);
    return -1;
  }
  if (!c->nrow || c->follows) dv_arm_group_struts(c);
  memcpy(c->q, c->k->q, (size_t)c->k->m->nq * sizeof(double));
  return 0;
}

static void look_ahead(dv_arm *c, const dv_heading *heading)
{
  c->heading = *heading;
  for (int i = 0; i < heading->n; i++) {
    c->ahead[i] = c->point;
    for (int j = 0; j < 3; j++) c->ahead[i].at[j] += heading->axis[i][j];
  }
}

dv_arm *dv_arm_new(dv_kinematics *k, const char *point, const dv_heading *heading, const char *const *names, int n, dv_diags *d)
{
  dv_arm *c = DV_TAKE(k->arena, dv_arm, 1);
  *c = (dv_arm){.k = k};
  if (dv_spot_find(k, point, &c->point) || c->point.body < 0) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, dv_spot_nearest(k, point), "there is no point '%s'", point);
    return NULL;
  }
  if (heading) look_ahead(c, heading);
  c->nrow = DV_MODEL_COUNT(k->m, CLOSURE);
  c->d = DV_TAKE(k->arena, double, k->m->nd);
  c->gap = DV_TAKE(k->arena, double, 2 * c->nrow);
  c->closure = DV_TAKE(k->arena, double, c->nrow * k->m->nv);
  c->q = DV_TAKE(k->arena, double, k->m->nx);
  memcpy(c->d, dv_model_START(k->m) + k->m->nx, (size_t)k->m->nd * sizeof(double));
  c->J = DV_TAKE(k->arena, double, 3 * k->m->nv);
  c->row = DV_TAKE(k->arena, double, k->m->nv);
  c->mover = DV_TAKE(k->arena, const dv_mover *, k->nmover + n);
  if (names && add_named(c, names, n, d)) return NULL;
  for (int i = 0; i < k->nmover && !names; i++)
    if (k->mover[i].free && (c->nrow || dv_arm_moves(c, &k->mover[i]))) c->mover[c->n++] = &k->mover[i];
  qsort(c->mover, (size_t)c->n, sizeof *c->mover, by_root);
  memcpy(c->q, k->q, (size_t)k->m->nq * sizeof(double));
  c->nway = dv_ways_limited(k, &c->way);
  if (c->nrow) c->side = dv_engine_loops_side(k->m, c->q, c->d, k->work);
  c->lower = DV_TAKE(k->arena, double, 2 * c->n);
  c->upper = c->lower + c->n;
  if (dv_arm_ranges(c, d)) return NULL;
  if (!c->n)
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "free its joints, or name another point", "no free coordinate moves '%s'", point);
  return c->n ? c : NULL;
}

void dv_arm_pose(dv_arm *c, const double *moved)
{
  for (int i = 0; i < c->n; i++) c->q[c->mover[i]->iq] = moved[i];
  dv_arm_settle(c);
}

void dv_arm_spot(dv_arm *c, const dv_spot *p, const double *moved, double x[3], double *J)
{
  dv_arm_pose(c, moved);
  dv_spot_at(c->k, p, c->q, x);
  for (int i = 0; i < 3 && c->open; i++) x[i] = NAN;
  if (!J) return;
  dv_spot_jacobian(c->k, p, c->q, c->J);
  for (int i = 0; i < 3; i++) {
    dv_arm_carry(c, c->J + i * c->k->m->nv);
    for (int j = 0; j < c->n; j++) J[i * c->n + j] = c->open ? NAN : c->row[j];
  }
}

void dv_arm_point(dv_arm *c, const double *moved, double x[3]) { dv_arm_spot(c, &c->point, moved, x, NULL); }

void dv_arm_jacobian(dv_arm *c, const double *moved, double *J)
{
  double x[3];
  dv_arm_spot(c, &c->point, moved, x, J);
}

void dv_arm_twist(dv_arm *c, const double *moved, int j, double turn[3], double slide[3])
{
  int nv = c->k->m->nv;
  dv_arm_pose(c, moved);
  dv_spot_jacobian(c->k, &c->point, c->q, c->J);
  for (int i = 0; i < 6; i++) {
    dv_arm_carry(c, i < 3 ? c->k->jac + i * nv : c->J + (i - 3) * nv);
    (i < 3 ? turn : slide)[i % 3] = c->row[j];
  }
}

double dv_arm_gap(dv_arm *c, const double *moved)
{
  double most = 0;
  dv_arm_pose(c, moved);
  if (c->nrow) dv_engine_closures(c->k->m, c->q, c->d, c->gap, c->closure, c->gap + c->nrow, c->k->work);
  for (int i = 0; i < c->nrow; i++) most = fmax(most, fabs(c->gap[i]));
  return most;
}

// Between two ways to put a linkage together lies a position where det J_D is zero.
int dv_arm_crossed(dv_arm *c)
{
  return c->nrow && !c->follows && c->side && dv_engine_loops_side(c->k->m, c->q, c->d, c->k->work) == -c->side;
}

double dv_arm_excess(dv_arm *c, const double *moved)
{
  double most = -HUGE_VAL;
  for (int i = 0; i < c->n; i++) most = fmax(most, fmax(c->lower[i] - moved[i], moved[i] - c->upper[i]));
  dv_arm_pose(c, moved);
  if (c->open || dv_arm_crossed(c) || dv_arm_beyond_dead_point(c)) return HUGE_VAL;
  for (int i = 0; i < c->nway; i++) {
    double x = dv_way_at(c->k, &c->way[i], c->q, c->k->v, NULL, NULL);
    most = fmax(most, fmax(c->way[i].lower - x, x - c->way[i].upper));
  }
  return most;
}
