// skeleton_at.c: the skeleton alone at one state, for eval and analyses.
#include "davit/real.h"

#if DV_LANES == 1

#include "engine/loop.h"
#include "engine/skeleton_at.h"

static dv_eval at(const dv_model *m, double *work) { return dv_eval_of(m, dv_model_NUMBER(m), 0, work, work); }

void dv_engine_mass_matrix(const dv_model *m, const double *q, double *mass, double *work)
{
  dv_eval e = at(m, work);
  dv_crba_x1(&e.tree, e.num, e.link, q, mass);
}

void dv_engine_inverse_dynamics(const dv_model *m, const double *q, const double *v, const double *a, double *tau, double *work)
{
  dv_eval e = at(m, work);
  dv_rnea_x1(&e.tree, e.num, e.link, q, v, a, NULL, tau);
}

// With its loops: their pivots are in the work since the last evaluation. Nothing but tau acts.
static void close_and_move(dv_eval *e, const double *q, const double *v, double *tau, double *a)
{
  const dv_model *m = e->m;
  size_t n = (size_t)m->nv * sizeof(double);
  memcpy(dv_work_q(m, e->w), q, (size_t)m->nq * sizeof(double));
  memcpy(dv_work_v(m, e->w), v, n);
  memcpy(dv_work_a(m, e->w), a, n);
  memcpy(dv_work_tau(m, e->w), tau, n);
  memset(dv_work_fext(m, e->w), 0, 6 * (size_t)m->nlink * sizeof(double));
  dv_loops_close_x1(e);
  dv_velocity_x1(&e->tree, e->num, e->link, dv_work_q(m, e->w), dv_work_v(m, e->w));
  dv_pose_x1(&e->tree, e->num, e->link);
  dv_loops_accelerate_x1(e);
  memcpy(a, dv_work_a(m, e->w), n);
  memcpy(tau, dv_work_tau(m, e->w), n);
}

void dv_engine_forward_dynamics(const dv_model *m, const double *q, const double *v, double *tau, double *a, double *work)
{
  dv_eval e = at(m, work);
  if (DV_MODEL_COUNT(m, LOOP)) close_and_move(&e, q, v, tau, a);
  else dv_aba_x1(&e.tree, e.num, e.link, q, v, tau, NULL, a);
}

// Link of a point of a body and its place there: of a named point on an elastic body its site, else the body's link.
static int seat_of(const dv_eval *e, int body, const double point[3], v3 *at)
{
  const dv_body *b = dv_model_BODY(e->m) + body;
  const double *X = e->num + b->num;
  *at = dv_v3_add(dv_v3_of(X + 9), dv_m3_mul(X, dv_v3_of(point)));
  if (b->link < 0 || e->tree.link[b->link].body != DV_BEAM) return b->link;
  for (int i = 0; i < DV_MODEL_COUNT(e->m, POINT); i++) {
    const dv_point *p = dv_model_POINT(e->m) + i;
    if (p->body != body || memcmp(e->num + p->num, point, 3 * sizeof *point) != 0) continue;
    *at = dv_v3_of(e->num + p->link_num);
    return p->link;
  }
  return b->link;
}

void dv_engine_jacobian(const dv_model *m, const double *q, int body, const double point[3], double *jac, double *work)
{
  dv_eval e = at(m, work);
  v3 p;
  int link = seat_of(&e, body, point, &p);
  memset(jac, 0, 6 * (size_t)m->nv * sizeof(double));
  if (link < 0) return;
  dv_position_x1(&e.tree, e.num, e.link, q);
  dv_pose_x1(&e.tree, e.num, e.link);
  dv_jacobian_x1(&e.tree, e.num, e.link, link, p.x, jac);
}

void dv_engine_frame_jacobian(const dv_model *m, const double *q, int junction, const double *place, double *where, double *jac,
                              double *work)
{
  dv_eval e = at(m, work);
  const dv_junction *j = dv_model_JUNCTION(m) + junction;
  const dv_link_work *k = j->link[0] < 0 ? NULL : &e.link[j->link[0]];
  v3 p = dv_v3_of(e.num + j->num + 9);
  memset(jac, 0, 6 * (size_t)m->nv * sizeof(double));
  dv_position_x1(&e.tree, e.num, e.link, q);
  dv_pose_x1(&e.tree, e.num, e.link);
  if (k && place) p = dv_m3_tmul(k->R_WB, dv_v3_sub(dv_v3_of(place), k->p_WB));
  if (k) dv_jacobian_x1(&e.tree, e.num, e.link, j->link[0], p.x, jac);
  if (where) dv_v3_put(where, k ? dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, p)) : p);
}

void dv_engine_point(const dv_model *m, const double *q, const double *v, int body, const double point[3], double position[3],
                     double *velocity, double *acceleration, double *work)
{
  dv_eval e = at(m, work);
  v3 p;
  int link = seat_of(&e, body, point, &p);
  dv_link_work *k = link < 0 ? NULL : &e.link[link];
  double six[6] = {0};
  dv_velocity_x1(&e.tree, e.num, e.link, q, v);
  dv_pose_x1(&e.tree, e.num, e.link);
  if (k) dv_jdotv_x1(&e.tree, e.num, e.link, link, p.x, six);
  v3 speed = k ? dv_m3_mul(k->R_WB, dv_v3_add(k->v, dv_v3_cross(k->w, p))) : dv_v3_zero();
  dv_v3_put(position, k ? dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, p)) : p);
  if (velocity) dv_v3_put(velocity, speed);
  if (acceleration) memcpy(acceleration, six + 3, 3 * sizeof(double));
}

#endif
