// verify_ports.c: do ports say where they are and how they move?
//
//   frame:  p' = R v,  R' = R [w]        axis between two points:  (x^2)' = 2 x x'
//
// Left: central differences of order 4 along the motion q' = N(q) v; right: what parts get to see. A frame whose attitude or
// rates are those of another section of its body keeps every book of energy: forces and velocities are turned alike.
#include "formulation/verify.h"

#include "engine/observe.h"

#include <math.h>
#include <string.h>

enum { PLACE = 12 };  // of a frame: R, p; of an axis: x^2

typedef struct {
  dv_eval e;
  double *q, *v, *moved;
  double *slope;  // [junction][PLACE], by differences
} probe;

static void publish(probe *p, const double *q)
{
  const dv_model *m = p->e.m;
  memcpy(dv_work_q(m, p->e.w), q, (size_t)m->nq * sizeof(double));
  memcpy(dv_work_v(m, p->e.w), p->v, (size_t)m->nv * sizeof(double));
  dv_velocity_x1(&p->e.tree, p->e.num, p->e.link, q, p->v);
  dv_pose_x1(&p->e.tree, p->e.num, p->e.link);
  dv_junctions_publish_x1(&p->e);
}

static int is_place(const dv_junction *j) { return j->type == DV_AT_FRAME || (j->type == DV_AT_LINE && !j->service_only); }

static void add_places(const probe *p, double factor, double *out)
{
  const dv_junction *j = dv_model_JUNCTION(p->e.m);
  for (int i = 0; i < DV_MODEL_COUNT(p->e.m, JUNCTION); i++) {
    const double *x = p->e.w + j[i].pos;
    if (!is_place(j + i)) continue;
    if (j[i].type == DV_AT_LINE) out[PLACE * i] += factor * x[0] * x[0];
    else
      for (int k = 0; k < PLACE; k++) out[PLACE * i + k] += factor * x[k];
  }
}

// The same slopes from the rates that parts see.
static void told_slope(const probe *p, const dv_junction *j, double *out)
{
  const double *R = p->e.w + j->pos, *flow = p->e.w + j->shared;
  memset(out, 0, PLACE * sizeof(double));
  if (j->type == DV_AT_LINE) {
    out[0] = 2 * R[0] * flow[0];
    return;
  }
  for (int i = 0; i < 3; i++) {
    v3 row = dv_v3_cross(dv_v3_of(R + 3 * i), dv_v3_of(flow));
    dv_v3_put(out + 3 * i, row);
  }
  dv_v3_put(out + 9, dv_m3_mul(R, dv_v3_of(flow + 3)));
}

static double apart(const double *x, const double *y, int n, double size)
{
  double worst = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
  for (int i = 0; i < n; i++) worst = fabs(x[i] - y[i]) <= worst ? worst : fabs(x[i] - y[i]);
  return worst / size;
}

// A frame by the observer's tree.
static double pose_apart(const probe *p, const dv_junction *j)
{
  const dv_link_work *k = dv_work_seen_link(p->e.m, p->e.w);
  const double *X = p->e.num + j->seen_num;
  double seen[PLACE];
  if (j->seen[0] < 0) return 0;
  k += j->seen[0];
  dv_m3_product(k->R_WB, X, seen);
  dv_v3_put(seen + 9, dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, dv_v3_of(X + 9))));
  return apart(p->e.w + j->pos, seen, PLACE, 1);
}

static void compare_at(probe *p, dv_ports_apart *out)
{
  static const double weight[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
  const dv_model *m = p->e.m;
  const dv_junction *j = dv_model_JUNCTION(m);
  int n = DV_MODEL_COUNT(m, JUNCTION);
  double fast = 1, told[PLACE];
  for (int i = 0; i < m->nv; i++) fast += fabs(p->v[i]);
  memset(p->slope, 0, (size_t)(n * PLACE) * sizeof(double));
  for (int k = -2; k <= 2; k++) {
    dv_coordinate_add_x1(&p->e.tree, p->q, k * 1e-3 / fast, p->v, p->moved);
    if (k) publish(p, p->moved);
    if (k) add_places(p, weight[k + 2] * fast / 1e-3, p->slope);
  }
  publish(p, p->q);
  dv_see_x1(&p->e);
  for (int i = 0; i < n; i++) {
    if (!is_place(j + i)) continue;
    told_slope(p, j + i, told);
    out->motion = fmax(out->motion, apart(p->slope + PLACE * i, told, PLACE, fast));
    if (j[i].type == DV_AT_FRAME) out->pose = fmax(out->pose, pose_apart(p, j + i));
  }
}

dv_ports_apart dv_verify_ports(dv_arena *a, const dv_model *m, int states, uint64_t seed)
{
  double *work = DV_TAKE(a, double, m->nwork);
  probe p = {.e = dv_eval_of(m, dv_model_NUMBER(m), 0, work, work)};
  dv_ports_apart out = {0};
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++) out.n += is_place(dv_model_JUNCTION(m) + i);
  if (!out.n) return out;
  p.e.whole = 1;
  p.q = DV_TAKE(a, double, 2 * m->nq + m->nv);
  p.moved = p.q + m->nq;
  p.v = p.moved + m->nq;
  p.slope = DV_TAKE(a, double, PLACE *DV_MODEL_COUNT(m, JUNCTION));
  for (int k = 0; k < states; k++) {
    dv_verify_scatter(&p.e.tree, &seed, p.q);
    for (int i = 0; i < m->nv; i++) p.v[i] = dv_verify_uniform(&seed);
    compare_at(&p, &out);
  }
  return out;
}
