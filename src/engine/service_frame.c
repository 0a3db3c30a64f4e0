// service_frame.c: six coordinates of a frame, as the world or a frame that moves itself sees it: place and angles.
//
//   R = Rz(yaw) Ry(pitch) Rx(roll);   r = R_b^T (p - p_b),   r'' = R_b^T (a - a_b - al_b x d - w_b x (w_b x d) - 2 w_b x d')
//
// Angles: roll' = (cy wx + sy wy)/cp, pitch' = cy wy - sy wx, yaw' = wz + sp roll'; held off their poles at pitch = +-90 degrees.
#include "engine/service.h"
#include "kinds/marine/euler.h"

// A frame of the world.
static void still_motion(const real *R, int nv, dv_frame_motion *m)
{
  for (int i = 0; i < 9; i++) m->R[i] = R[i];
  for (int i = 0; i < 6 * nv; i++) m->J[i] = dv_real(0);
  m->p = dv_v3_of(R + 9);
  m->w = m->v = m->alpha = m->a = dv_v3_zero();
}

void DV_X(dv_service_frame)(const dv_eval *e, int link, int num, dv_frame_motion *m)
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

void DV_X(dv_frame_relative)(const dv_frame_motion *b, int nv, dv_frame_motion *m)
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

// How an angle turns with an angular velocity: angle' = k . w.
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

static void angle_row(const dv_frame_motion *m, int nv, int what, dv_axis_motion *out)
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

static void place_row(const dv_frame_motion *m, int nv, int what, dv_axis_motion *out)
{
  out->x = m->p.x[what];
  out->rate = m->v.x[what];
  out->drift = m->a.x[what];
  for (int i = 0; i < nv; i++) out->row[i] = m->J[(3 + what) * nv + i];
}

void DV_X(dv_frame_row)(const dv_frame_motion *m, int nv, int what, dv_axis_motion *out)
{
  if (what < DV_ROW_ROLL) place_row(m, nv, what, out);
  else angle_row(m, nv, what, out);
}
