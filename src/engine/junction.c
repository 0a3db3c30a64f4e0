// junction.c: where parts meet the skeleton.
//
//   coordinate:  flow = v_i,                      tau_i      -= effort
//   line:        flow = u . (v_to - v_from),      force at `to` -= effort u,  at `from` += effort u
//   combination: flow = sum k_i flow_i,           effort_i += k_i effort
//   frame:       flow = twist of the frame,       wrench on the link -= effort
//   node:        effort = p, a state,             p' = -(sum of flows into the parts) / (sum of capacities)
//
// u is the unit vector from the first point to the second. Effort is what the parts take (power into the part is positive).
#include "engine/evaluation.h"

#include "math/spatial.h"

// Point of a link (or of the world: link -1) in world axes, and its velocity.
DV_FN void point_motion(const dv_eval *e, int link, const real *at, v3 *p, v3 *v)
{
  v3 r = dv_v3_of(at);
  if (link < 0) {
    *p = r;
    *v = dv_v3_zero();
    return;
  }
  const dv_link_work *k = &e->link[link];
  *p = dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, r));
  *v = dv_m3_mul(k->R_WB, dv_v3_add(k->v, dv_v3_cross(k->w, r)));
}

static void publish_line(dv_eval *e, const dv_junction *j)
{
  v3 p0, p1, v0, v1;
  point_motion(e, j->link[0], e->num + j->num, &p0, &v0);
  point_motion(e, j->link[1], e->num + j->num + 3, &p1, &v1);
  v3 d = dv_v3_sub(p1, p0);
  real length = dv_sqrt(dv_v3_dot(d, d));
  e->w[j->pos] = length;
  e->w[j->shared] = dv_v3_dot(d, dv_v3_sub(v1, v0)) / length;
}

// pos of a frame: R_WF [9], p_WF [3]; shared: angular, linear velocity in the frame's axes
static void publish_frame(dv_eval *e, const dv_junction *j)
{
  const real *R = e->num + j->num, *p = R + 9;
  real *pose = e->w + j->pos, *twist = e->w + j->shared;
  if (j->link[0] < 0) {
    for (int i = 0; i < 12; i++) pose[i] = R[i];
    for (int i = 0; i < 6; i++) twist[i] = dv_real(0);
    return;
  }
  const dv_link_work *k = &e->link[j->link[0]];
  v3 at = dv_v3_of(p);
  if (j->same_axes < 0) {
    dv_m3_product(k->R_WB, R, pose);
    dv_v3_put(twist, dv_m3_tmul(R, k->w));
  } else {
    const dv_junction *first = dv_model_JUNCTION(e->m) + j->same_axes;
    for (int i = 0; i < 9; i++) pose[i] = e->w[first->pos + i];
    for (int i = 0; i < 3; i++) twist[i] = e->w[first->shared + i];
  }
  dv_v3_put(pose + 9, dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, at)));
  dv_v3_put(twist + 3, dv_m3_tmul(R, dv_v3_add(k->v, dv_v3_cross(k->w, at))));
}

// Terms come before their combination in the list.
static void publish_combination(dv_eval *e, const dv_junction *j)
{
  const int *term = dv_model_INT(e->m) + j->term;
  const real *factor = e->num + j->num;
  real pos = factor[j->nterm], flow = dv_real(0);
  for (int i = 0; i < j->nterm; i++) {
    const dv_junction *k = dv_model_JUNCTION(e->m) + term[i];
    pos += factor[i] * e->w[k->pos];
    flow += factor[i] * e->w[k->shared];
  }
  e->w[j->pos] = pos;
  e->w[j->shared] = flow;
}

static void spread_combination(dv_eval *e, const dv_junction *j)
{
  const int *term = dv_model_INT(e->m) + j->term;
  for (int i = 0; i < j->nterm; i++) {
    const dv_junction *k = dv_model_JUNCTION(e->m) + term[i];
    e->w[k->sum] += e->num[j->num + i] * e->w[j->sum];
  }
}

void DV_X(dv_junctions_publish)(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_junction *j = dv_model_JUNCTION(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++, j++) {
    if (j->type == DV_AT_COORDINATE) {
      e->w[j->pos] = dv_work_q(m, e->w)[j->iq];
      e->w[j->shared] = dv_work_v(m, e->w)[j->iv];
    } else if (j->type == DV_AT_LINE) {
      if (j->for_rates || (e->whole && !j->service_only)) publish_line(e, j);
    } else if (j->type == DV_AT_COMBINATION) {
      publish_combination(e, j);
    } else if (j->type == DV_AT_FRAME) {
      publish_frame(e, j);
    }
  }
}

// Adds a force f (world axes) at a point of a link to the wrench (n, f) on it, link axes about its origin.
DV_FN void push(real *fext, const dv_link_work *k, const real *at, v3 f)
{
  v3 local = dv_m3_tmul(k->R_WB, f), n = dv_v3_cross(dv_v3_of(at), local);
  for (int i = 0; i < 3; i++) {
    fext[i] += n.x[i];
    fext[3 + i] += local.x[i];
  }
}

static void collect_line(const dv_eval *e, const dv_junction *j, const dv_link_work *links, const int *link, const real *at,
                         real *fext)
{
  v3 p0, p1, v;
  point_motion(e, j->link[0], e->num + j->num, &p0, &v);
  point_motion(e, j->link[1], e->num + j->num + 3, &p1, &v);
  v3 f = dv_v3_scale(dv_v3_sub(p1, p0), e->w[j->sum] / e->w[j->pos]);
  if (link[0] >= 0) push(fext + 6 * link[0], &links[link[0]], at, f);
  if (link[1] >= 0) push(fext + 6 * link[1], &links[link[1]], at + 3, dv_v3_scale(f, dv_real(-1)));
}

static void collect_frame(const dv_eval *e, const dv_junction *j, int link, const real *R, real *fext)
{
  if (link < 0) return;
  const real *sum = e->w + j->sum;
  v3 f = dv_m3_mul(R, dv_v3_of(sum + 3));
  v3 n = dv_v3_add(dv_m3_mul(R, dv_v3_of(sum)), dv_v3_cross(dv_v3_of(R + 9), f));
  for (int i = 0; i < 3; i++) {
    fext[6 * link + i] -= n.x[i];
    fext[6 * link + 3 + i] -= f.x[i];
  }
}

void DV_X(dv_junctions_collect)(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_junction *j = dv_model_JUNCTION(m);
  real *tau = dv_work_tau(m, e->w), *fext = dv_work_fext(m, e->w);
  for (int i = 0; i < m->nv; i++) tau[i] = dv_real(0);
  for (int i = DV_MODEL_COUNT(m, JUNCTION) - 1; i >= 0; i--)
    if (j[i].type == DV_AT_COMBINATION) spread_combination(e, j + i);
  if (m->wants_wrench)
    for (int i = 0; i < 6 * m->nlink; i++) fext[i] = dv_real(0);
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++, j++) {
    if (j->type == DV_AT_COORDINATE) tau[j->iv] -= e->w[j->sum];
    else if (j->type == DV_AT_LINE && j->loaded) collect_line(e, j, e->link, j->link, e->num + j->num, fext);
    else if (j->type == DV_AT_FRAME) collect_frame(e, j, j->link[0], e->num + j->num, fext);
  }
}

void DV_X(dv_junctions_collect_seen)(dv_eval *e, real *fext)
{
  const dv_model *m = e->m;
  const dv_junction *j = dv_model_JUNCTION(m);
  const dv_link_work *links = dv_work_seen_link(m, e->w);
  for (int i = 0; i < 6 * m->nseen; i++) fext[i] = dv_real(0);
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++, j++) {
    if (j->type == DV_AT_LINE && j->loaded) collect_line(e, j, links, j->seen, e->num + j->seen_num, fext);
    else if (j->type == DV_AT_FRAME) collect_frame(e, j, j->seen[0], e->num + j->seen_num, fext);
  }
}

void DV_X(dv_nodes_publish)(dv_eval *e)
{
  const dv_junction *j = dv_model_JUNCTION(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, JUNCTION); i++, j++)
    if (j->type == DV_AT_NODE && j->x >= 0) e->w[j->shared] = e->x[j->x];
}

void DV_X(dv_nodes_rate)(dv_eval *e)
{
  const dv_junction *all = dv_model_JUNCTION(e->m), *j = all;
  const dv_settlement *s = dv_model_SETTLEMENT(e->m);
  for (int i = 0; i < DV_MODEL_COUNT(e->m, JUNCTION); i++, j++)
    if (j->type == DV_AT_NODE && j->x >= 0) e->dx[j->x] = -e->w[j->sum] / e->w[j->capacity];
  for (int i = 0; i < DV_MODEL_COUNT(e->m, SETTLEMENT); i++, s++) {
    j = &all[s->junction];
    if (s->capacity < 0) e->w[s->flow] = -e->w[j->sum];
    else if (j->x >= 0) e->w[s->flow] += e->w[s->capacity] * e->dx[j->x];
  }
}
