// service_task.c: dynamics in chosen coordinates, and what they do to a task.
//
//   v = G u + ..., v' = G u' + b:   B = G^T M G,  bias = G^T (M b + C v + g),  x' = J_v v,  x'' = J_v G u' + J_v b + J_v' v
//
// In a tree the chosen rates u are some of v: G selects them, b = 0, and the others keep their speed. Frames: (x, y, z) and
// (roll, pitch, yaw) of R = Rz(yaw) Ry(pitch) Rx(roll), in the world or as seen from another frame that may move itself.
#include "engine/service.h"

#include "engine/loop.h"
#include "kinds/marine/euler.h"

// Where a frame is and how it moves. J: [6][nv], angular rows first; at constant rates it accelerates by alpha, a.
typedef struct {
  real R[9];
  v3 p, w, v, alpha, a;
  real *J;
} motion;

// A frame of the world.
static void still_motion(const real *R, int nv, motion *m)
{
  for (int i = 0; i < 9; i++) m->R[i] = R[i];
  for (int i = 0; i < 6 * nv; i++) m->J[i] = dv_real(0);
  m->p = dv_v3_of(R + 9);
  m->w = m->v = m->alpha = m->a = dv_v3_zero();
}

static void frame_motion(const dv_eval *e, int link, int num, motion *m)
{
  const real *R = dv_service_numbers(e) + num;
  const dv_link_work *k = dv_service_links(e) + link;
  v3 r = dv_v3_of(R + 9);
  real drift[6];
  if (link < 0) {
    still_motion(R, e->m->nv, m);
    return;
  }
  dv_m3_product(k->R_WB, R, m->R);
  m->p = dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, r));
  m->w = dv_m3_mul(k->R_WB, k->w);
  m->v = dv_m3_mul(k->R_WB, dv_v3_add(k->v, dv_v3_cross(k->w, r)));
  DV_X(dv_jdotv)(&e->tree, dv_service_numbers(e), dv_service_links(e), link, R + 9, drift);
  DV_X(dv_jacobian)(&e->tree, dv_service_numbers(e), dv_service_links(e), link, R + 9, m->J);
  m->alpha = dv_v3_of(drift);
  m->a = dv_v3_of(drift + 3);
}

static v3 column(const real *J, int nv, int i)
{
  v3 c = dv_v3_zero();
  for (int k = 0; k < 3; k++) c.x[k] = J[k * nv + i];
  return c;
}

static void put_column(real *J, int nv, int i, v3 c)
{
  for (int k = 0; k < 3; k++) J[k * nv + i] = c.x[k];
}

// m as an observer on b sees it, in his axes.
static void relative(const motion *b, int nv, motion *m)
{
  real R[9];
  v3 d = dv_v3_sub(m->p, b->p), w = dv_v3_sub(m->w, b->w), v = dv_v3_sub(dv_v3_sub(m->v, b->v), dv_v3_cross(b->w, d));
  v3 turning = dv_v3_add(dv_v3_cross(b->alpha, d), dv_v3_cross(b->w, dv_v3_cross(b->w, d)));
  v3 coriolis = dv_v3_scale(dv_v3_cross(b->w, v), dv_real(2));
  m->a = dv_m3_tmul(b->R, dv_v3_sub(dv_v3_sub(dv_v3_sub(m->a, b->a), turning), coriolis));
  m->alpha = dv_m3_tmul(b->R, dv_v3_sub(dv_v3_sub(m->alpha, b->alpha), dv_v3_cross(b->w, m->w)));
  m->p = dv_m3_tmul(b->R, d);
  m->v = dv_m3_tmul(b->R, v);
  m->w = dv_m3_tmul(b->R, w);
  for (int i = 0; i < nv; i++) {
    v3 wb = column(b->J, nv, i), vb = column(b->J + 3 * nv, nv, i);
    v3 wi = dv_v3_sub(column(m->J, nv, i), wb);
    v3 vi = dv_v3_sub(dv_v3_sub(column(m->J + 3 * nv, nv, i), vb), dv_v3_cross(wb, d));
    put_column(m->J, nv, i, dv_m3_tmul(b->R, wi));
    put_column(m->J + 3 * nv, nv, i, dv_m3_tmul(b->R, vi));
  }
  for (int i = 0; i < 3; i++) {  // R_b^T R, column by column
    v3 c = dv_v3_zero();
    for (int k = 0; k < 3; k++) c.x[k] = m->R[3 * k + i];
    c = dv_m3_tmul(b->R, c);
    for (int k = 0; k < 3; k++) R[3 * k + i] = c.x[k];
  }
  for (int i = 0; i < 9; i++) m->R[i] = R[i];
}

// How an angle turns with an angular velocity: angle' = k . w. roll' = (cy wx + sy wy)/cp, pitch' = cy wy - sy wx,
// yaw' = wz + sp roll'.
static void angle_weights(const real *R, int what, real *k)
{
  real cp = dv_max(dv_hypot(R[0], R[3]), dv_real(1e-9)), sp = -R[6], cy = R[0] / cp, sy = R[3] / cp;
  real along = what == DV_ROW_ROLL ? 1 / cp : sp / cp;
  k[0] = what == DV_ROW_PITCH ? -sy : cy * along;
  k[1] = what == DV_ROW_PITCH ? cy : sy * along;
  k[2] = dv_real(what == DV_ROW_YAW);
}

// Second derivative of an angle at the angular acceleration alpha, beyond k . alpha.
static real angle_drift(const real *R, int what, v3 w)
{
  real cp = dv_max(dv_hypot(R[0], R[3]), dv_real(1e-9)), sp = -R[6], rate[3], k[3];
  for (int i = 0; i < 3; i++) {
    angle_weights(R, DV_ROW_ROLL + i, k);
    rate[i] = k[0] * w.x[0] + k[1] * w.x[1] + k[2] * w.x[2];
  }
  real roll = (rate[2] * rate[1] + rate[0] * sp * rate[1]) / cp;
  if (what == DV_ROW_ROLL) return roll;
  return what == DV_ROW_PITCH ? -rate[2] * cp * rate[0] : cp * rate[1] * rate[0] + sp * roll;
}

static void angle_row(const motion *m, int nv, int what, dv_axis_motion *out)
{
  real pose[12], eta[6], k[3];
  for (int i = 0; i < 12; i++) pose[i] = i < 9 ? m->R[i] : dv_real(0);
  euler_place(pose, eta);
  angle_weights(m->R, what, k);
  out->x = eta[what];
  out->rate = k[0] * m->w.x[0] + k[1] * m->w.x[1] + k[2] * m->w.x[2];
  out->drift = k[0] * m->alpha.x[0] + k[1] * m->alpha.x[1] + k[2] * m->alpha.x[2] + angle_drift(m->R, what, m->w);
  for (int i = 0; i < nv; i++) out->row[i] = k[0] * m->J[i] + k[1] * m->J[nv + i] + k[2] * m->J[2 * nv + i];
}

static void place_row(const motion *m, int nv, int what, dv_axis_motion *out)
{
  out->x = m->p.x[what];
  out->rate = m->v.x[what];
  out->drift = m->a.x[what];
  for (int i = 0; i < nv; i++) out->row[i] = m->J[(3 + what) * nv + i];
}

// Scratch of one reduction; see dv_service_map.
typedef struct {
  real *M, *G, *J, *base, *row, *tau, *b;
} scratch;

static scratch scratch_of(const dv_eval *e, int n)
{
  int nv = e->m->nv;
  real *at = e->w + e->m->work_service_map;
  scratch s = {at, at + nv * nv, at + nv * nv + nv * n, NULL, NULL, NULL, NULL};
  s.base = s.J + 6 * nv;
  s.row = s.base + 6 * nv;
  s.tau = s.row + nv;
  s.b = s.tau + nv;
  return s;
}

// The nominal machine, on the service's scratch.
static dv_eval known_of(const dv_eval *e)
{
  dv_eval known = *e;
  known.num = dv_service_numbers(e);
  known.link = dv_service_links(e);
  known.room = e->m->work_service_loop;
  return known;
}

// v' = G y'' + b; G: [nv][n].
static void map_coordinates(const dv_eval *e, const dv_choice *c, const scratch *s, const real *q, const real *v)
{
  int nv = e->m->nv;
  if (DV_MODEL_COUNT(e->m, LOOP)) {
    dv_eval known = known_of(e);
    DV_X(dv_loop_map)(&known, q, v, c->n, c->iv, s->G, s->b);
    return;
  }
  for (int i = 0; i < nv * c->n; i++) s->G[i] = dv_real(0);
  for (int k = 0; k < c->n; k++) s->G[c->iv[k] * c->n + k] = dv_real(1);
  for (int i = 0; i < nv; i++) s->b[i] = dv_real(0);
}

// out [n] = G^T full [nv]
static void project(int nv, int n, const real *G, const real *full, real *out)
{
  for (int k = 0; k < n; k++) {
    out[k] = dv_real(0);
    for (int i = 0; i < nv; i++) out[k] += G[i * n + k] * full[i];
  }
}

static void reduce_mass(const dv_eval *e, int n, const scratch *s, const real *q, real *B)
{
  int nv = e->m->nv;
  DV_X(dv_crba)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, s->M);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < nv; i++) {
      s->tau[i] = dv_real(0);
      for (int j = 0; j < nv; j++) s->tau[i] += s->M[i * nv + j] * s->G[j * n + k];
    }
    project(nv, n, s->G, s->tau, B + k * n);
  }
}

// Squared size of rows first to first + 2 of the frame's J, for the chosen coordinates.
static real span_of(const motion *m, int nv, int n, const real *G, int first)
{
  real sum = dv_real(0);
  for (int r = first; r < first + 3; r++)
    for (int k = 0; k < n; k++) {
      real j = dv_real(0);
      for (int i = 0; i < nv; i++) j += m->J[r * nv + i] * G[i * n + k];
      sum += j * j;
    }
  return sum;
}

static void task_row(const dv_eval *e, const dv_choice *c, const scratch *s, int r, const real *q, const real *v,
                     const dv_reduced *out)
{
  const dv_task_row *row = &c->row[r];
  int nv = e->m->nv, axis = row->what == DV_ROW_AXIS;
  dv_axis_motion at = {dv_real(0), dv_real(0), dv_real(0), s->row};
  motion m, base;
  m.J = s->J;
  base.J = s->base;
  if (axis) DV_X(dv_service_axis)(e, row->link, q, v, &at);
  else frame_motion(e, row->link, row->num, &m);
  if (!axis && row->from_num >= 0) {
    frame_motion(e, row->from, row->from_num, &base);
    relative(&base, nv, &m);
  }
  if (!axis && row->what < DV_ROW_ROLL) place_row(&m, nv, row->what, &at);
  else if (!axis) angle_row(&m, nv, row->what, &at);
  project(nv, c->n, s->G, s->row, out->J + r * c->n);
  out->x[r] = at.x;
  out->rate[r] = at.rate;
  out->drift[r] = at.drift;
  for (int i = 0; i < nv; i++) out->drift[r] += s->row[i] * s->b[i];
  real own = dv_real(0);
  for (int k = 0; k < c->n; k++) own += out->J[r * c->n + k] * out->J[r * c->n + k];
  out->span[r] = axis ? own : span_of(&m, nv, c->n, s->G, row->what < DV_ROW_ROLL ? 3 : 0);
}

// The coordinates themselves.
static void own_rows(const dv_choice *c, const real *q, const real *v, const dv_reduced *out)
{
  for (int i = 0; i < c->n; i++) {
    out->x[i] = q[c->iq[i]];
    out->rate[i] = v[c->iv[i]];
    out->drift[i] = dv_real(0);
    out->span[i] = dv_real(1);
    for (int k = 0; k < c->n; k++) out->J[i * c->n + k] = dv_real(i == k);
  }
}

// 1 if the machine is there already.
static int is_there(const dv_eval *e, const dv_choice *c, const real *position, const real *rate, const real *q, const real *v)
{
  int there = e->m->nominal == 0;
  for (int k = 0; k < c->n; k++) there &= dv_all((position[k] == q[c->iq[k]]) & (rate[k] == v[c->iv[k]]));
  return there;
}

void DV_X(dv_service_place)(const dv_service *service, const dv_choice *c, const real *position, const real *rate, real *q,
                            real *v)
{
  const dv_eval *e = dv_service_eval(service);
  scratch s = scratch_of(e, c->n);
  dv_loop_scratch room = {s.G, s.b, s.row};
  if (DV_MODEL_COUNT(e->m, LOOP)) {
    dv_eval known = known_of(e);
    if (!is_there(e, c, position, rate, q, v)) DV_X(dv_loop_place)(&known, c, position, rate, &room, q, v);
    return;
  }
  for (int k = 0; k < c->n; k++) {
    q[c->iq[k]] = position[k];
    v[c->iv[k]] = rate[k];
  }
}

void DV_X(dv_service_reduced)(const dv_service *service, const dv_choice *c, const real *q, const real *v, const dv_reduced *out)
{
  const dv_eval *e = dv_service_eval(service);
  scratch s = scratch_of(e, c->n);
  map_coordinates(e, c, &s, q, v);
  if (out->B) reduce_mass(e, c->n, &s, q, out->B);
  if (out->bias) {
    DV_X(dv_service_efforts)(e, q, v, s.b, s.tau);
    project(e->m->nv, c->n, s.G, s.tau, out->bias);
  }
  if (!out->x) return;
  if (!c->row) {
    own_rows(c, q, v, out);
    return;
  }
  DV_X(dv_velocity)(&e->tree, dv_service_numbers(e), dv_service_links(e), q, v);
  DV_X(dv_pose)(&e->tree, dv_service_numbers(e), dv_service_links(e));
  for (int r = 0; r < c->m; r++) task_row(e, c, &s, r, q, v, out);
}
