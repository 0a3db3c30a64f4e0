// jacobian.c: how a point of a link moves with the rates, and what it accelerates by while they are constant.
//
//   (omega, velocity) = J v,   (alpha, acceleration) = J v' + J' v;   world axes
//
// J' v adds up the velocity products c of the joints on the way to the root, each with its lever to the point.
#include "skeleton/joints.h"

static v3 point_of(const dv_link_work *k, const real *point) { return dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, dv_v3_of(point))); }

void DV_X(dv_jacobian)(DV_TREE, int link, const real *point, real *Jac)
{
  v3 at = point_of(&w[link], point);
  for (int i = 0; i < 6 * t->nv; i++) Jac[i] = dv_real(0);
  for (int i = link; i >= 0; i = t->link[i].parent) {
    here h = dv_here(t, num, w, i);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_columns(axis, h, at, t->nv, Jac + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_jdotv)(DV_TREE, int link, const real *point, real *acc)
{
  v3 at = point_of(&w[link], point), arm = dv_v3_sub(at, w[link].p_WB), spin = dv_m3_mul(w[link].R_WB, w[link].w);
  v3 alpha = dv_v3_zero(), a = dv_v3_cross(spin, dv_v3_cross(spin, arm));
  (void)num;
  for (int i = link; i >= 0; i = t->link[i].parent) {
    const dv_link_work *k = &w[i];
    v3 cw = dv_m3_mul(k->R_WB, k->cw), cv = dv_m3_mul(k->R_WB, k->cv);
    alpha = dv_v3_add(alpha, cw);
    a = dv_v3_add(a, dv_v3_add(cv, dv_v3_cross(cw, dv_v3_sub(at, k->p_WB))));
  }
  dv_v3_put(acc, alpha);
  dv_v3_put(acc + 3, a);
}
