// motion.c: accelerations of axes and frames, for signals that ask for them; after the dynamics.
//
//   frame:  a + al x r + w x (w x r),  in world axes, and second derivatives of roll, pitch, yaw
//   line:   x'' = (d . (a1 - a0) + |v1 - v0|^2 - x'^2) / x
#include "engine/evaluation.h"

#include "kinds/marine/euler.h"
#include "math/jet.h"

typedef struct {
  v3 p, v, a;  // world axes
} point;

static point point_of(const dv_eval *e, int link, v3 r)
{
  point out = {r, dv_v3_zero(), dv_v3_zero()};
  if (link < 0) return out;
  const dv_link_work *k = &e->link[link];
  v3 turned = dv_v3_cross(k->w, r);
  v3 a = dv_v3_add(k->acc, dv_v3_add(dv_v3_cross(k->al, r), dv_v3_cross(k->w, turned)));
  out.p = dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, r));
  out.v = dv_m3_mul(k->R_WB, dv_v3_add(k->v, turned));
  out.a = dv_v3_add(dv_m3_mul(k->R_WB, a), dv_v3_of(e->num + e->m->gravity));  // acc is what an accelerometer reads
  return out;
}

static void move_line(const dv_eval *e, const dv_junction *j)
{
  point from = point_of(e, j->link[0], dv_v3_of(e->num + j->num)), to = point_of(e, j->link[1], dv_v3_of(e->num + j->num + 3));
  v3 d = dv_v3_sub(to.p, from.p), v = dv_v3_sub(to.v, from.v), a = dv_v3_sub(to.a, from.a);
  real x = e->w[j->pos], rate = e->w[j->shared];
  e->w[j->motion] = (dv_v3_dot(d, a) + dv_v3_dot(v, v) - rate * rate) / x;
}

// roll' = p + sin(pitch) yaw',  pitch' = q cos(roll) - r sin(roll),  yaw' = (q sin(roll) + r cos(roll))/cos(pitch), once more.
static void move_angles(const real *pose, const real *twist, v3 alpha, real *out)
{
  real eta[6], rate[6];
  v3 own = dv_m3_tmul(pose, alpha);
  euler_place(pose, eta);
  euler_rate(pose, eta, twist, rate);
  dv_jet roll = dv_jet_of(eta[3], rate[3], dv_real(0)), pitch = dv_jet_of(eta[4], rate[4], dv_real(0));
  dv_jet q = dv_jet_of(twist[1], own.x[1], dv_real(0)), r = dv_jet_of(twist[2], own.x[2], dv_real(0));
  dv_jet across = dv_jet_add(dv_jet_mul(q, dv_jet_sin(roll)), dv_jet_mul(r, dv_jet_cos(roll)));
  dv_jet yaw = dv_jet_mul(across, dv_jet_inverse(dv_jet_cos(pitch)));
  out[0] = own.x[0] + dv_jet_mul(dv_jet_sin(pitch), yaw).d;
  out[1] = dv_jet_sub(dv_jet_mul(q, dv_jet_cos(roll)), dv_jet_mul(r, dv_jet_sin(roll))).d;
  out[2] = yaw.d;
}

static void move_frame(const dv_eval *e, const dv_junction *j)
{
  real *out = e->w + j->motion;
  v3 alpha = dv_v3_zero();
  if (j->link[0] >= 0) alpha = dv_m3_mul(e->link[j->link[0]].R_WB, e->link[j->link[0]].al);
  dv_v3_put(out + DV_MOTION_ANGULAR, alpha);
  dv_v3_put(out + DV_MOTION_LINEAR, point_of(e, j->link[0], dv_v3_of(e->num + j->num + 9)).a);
  move_angles(e->w + j->pos, e->w + j->shared, alpha, out + DV_MOTION_EULER);
}

static void move_combination(const dv_eval *e, const dv_junction *j)
{
  const int *term = dv_model_INT(e->m) + j->term;
  real sum = dv_real(0);
  for (int i = 0; i < j->nterm; i++) sum += e->num[j->num + i] * e->w[(dv_model_JUNCTION(e->m) + term[i])->motion];
  e->w[j->motion] = sum;
}

void DV_X(dv_junctions_move)(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_junction *j = dv_model_JUNCTION(m);
  DV_X(dv_velocity)(&e->tree, e->num, e->link, dv_work_q(m, e->w), dv_work_v(m, e->w));  // loops leave others behind
  DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_accelerate)(&e->tree, e->num, e->link, dv_work_a(m, e->w));
  for (int i = 0; i < DV_MODEL_COUNT(m, JUNCTION); i++, j++) {
    if (j->motion < 0) continue;
    if (j->type == DV_AT_COORDINATE) e->w[j->motion] = dv_work_a(m, e->w)[j->iv];
    else if (j->type == DV_AT_LINE) move_line(e, j);
    else if (j->type == DV_AT_COMBINATION) move_combination(e, j);
    else if (j->type == DV_AT_FRAME) move_frame(e, j);
  }
}
