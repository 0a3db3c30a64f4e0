// hamilton.c: generalised momentum, and what changes it beside efforts and weight (Lagrange-Hamilton form).
//
//   p_j = S_j^T h_j,   p_j' = slope_j - g_j + tau_j,   slope_j = -S_j^T (V_j x* h_j) = (1/2) v^T dB/dq_j v
//
// h_j: momentum of everything that joint j carries, V_j: twist of its link. For coordinates the slope is dT/dq_j of the
// Lagrangian; for the quasi-velocities of ball and free joints it holds the gyroscopic terms as well. No dB/dq is needed. A
// beam's modal rows add up over its nodes and its sites, whose S changes: slope_k += S_k'^T h.
#include "skeleton/joints.h"

void DV_X(dv_momenta)(DV_TREE, real *p)
{
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    dv_link_momentum(h, &w[i].n, &w[i].f, p + h.l->mv);
  }
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    v3 n = h.k->n, f = h.k->f;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_back(axis, h, &n, &f, p + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    if (h.l->parent < 0) continue;
    w[h.l->parent].n = dv_v3_add(w[h.l->parent].n, n);
    w[h.l->parent].f = dv_v3_add(w[h.l->parent].f, f);
  }
}

void DV_X(dv_hamilton)(DV_TREE, const real *q, const real *v, real *p, real *slope)
{
  DV_X(dv_velocity)(t, num, w, q, v);
  DV_X(dv_momenta)(t, num, w, p);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *k = h.k;
    if (h.l->body == DV_BEAM) DV_X(dv_beam_slope)(h, slope + h.l->mv);
    if (h.l->joint == DV_ROW_site) site_slope(h, slope + h.l->iv);
    v3 f = dv_v3_cross(k->f, k->w), n = dv_v3_add(dv_v3_cross(k->n, k->w), dv_v3_cross(k->f, k->v));  // -(V x* h)
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_force(axis, h, n, f, slope + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}
