// desired.c: C(q, v) d + g(q) + B(q) d'  for a desired rate d at the present motion v, and its rate along that motion.
//
// Newton-Euler with two velocity fields, in link axes:
//   A = X A_p + S d' + 1/2 (V x S d + D x S v)
//   F = I A + 1/2 (V x* I D + D x* I V) - weight
//   (X u)' = X u' - S v x X u,   (X* f)' = X* (f' + S v x* f)
//
// The halves are C of Christoffel's symbols. Without them, C_jl = 1/2 sum_k v_k dB_kl/dq_j from momenta h = I V, k = I D of all
// that a joint carries: (C d)_j = -1/2 S_j^T (V_j x* k_j + D_j x* h_j), see hamilton.c. Derivatives of S and I are zero in link
// axes.
#include "skeleton/desired.h"

// 1/2 (V x* k + D x* h) and its rate.
DV_FN dv_six gyre(const dv_desired_work *d)
{
  return six_half(six_add(six_cross_force(d->V, d->k), six_cross_force(d->D, d->h)));
}
DV_FN dv_six gyre_rate(const dv_desired_work *d)
{
  dv_six with_k = six_add(six_cross_force(d->dV, d->k), six_cross_force(d->V, d->dk));
  dv_six with_h = six_add(six_cross_force(d->dD, d->h), six_cross_force(d->D, d->dh));
  return six_half(six_add(with_k, with_h));
}

#define DV_DESIRED  // every joint brings its share (passes.inc)
#include "skeleton/joints.h"

#define DV_RIGID_JOINTS  // model-based control knows machines of rigid bodies

DV_FN dv_six inertia(here h, dv_six x)
{
  v3 mc = dv_v3_of(h.b->mc);
  dv_six r = {dv_v3_add(dv_s3_mul(h.b->I, x.w), dv_v3_cross(mc, x.v)), dv_v3_add(dv_v3_scale(x.v, h.b->m), dv_v3_cross(x.w, mc))};
  if (h.l->body != DV_FULL) return r;
  dv_lump A = dv_full_lump(h);
  dv_six added = {dv_lump_moment(&A, x.w, x.v), dv_lump_force(&A, x.w, x.v)};
  return six_add(r, added);
}

// Weight on the rigid part of a link, and its rate: gravity stands still in the world.
DV_FN void weigh(here h, dv_desired_work *d, const int rates)
{
  v3 mc = dv_v3_of(h.b->mc), turn = dv_v3_cross(d->g, d->V.w);
  dv_six weight = {dv_v3_cross(mc, d->g), dv_v3_scale(d->g, h.b->m)};
  d->F = six_sub(d->F, weight);
  if (!rates) return;
  dv_six rate = {dv_v3_cross(mc, turn), dv_v3_scale(turn, h.b->m)};
  d->dF = six_sub(d->dF, rate);
}

// What the link alone takes.
DV_FN void load(here h, dv_desired_work *d, const real *fext, int christoffel, const int rates)
{
  d->F = inertia(h, d->A);
  d->h = inertia(h, d->V);
  d->k = inertia(h, d->D);
  if (rates) {
    d->dF = inertia(h, d->dA);
    d->dh = inertia(h, d->dV);
    d->dk = inertia(h, d->dD);
  }
  weigh(h, d, rates);
  d->L = six_zero();
  if (fext) d->L.w = dv_v3_of(fext), d->L.v = dv_v3_of(fext + 3);
  if (!christoffel) return;
  d->F = six_add(d->F, gyre(d));
  if (rates) d->dF = six_add(d->dF, gyre_rate(d));
}

DV_FN void desired(DV_TREE, dv_desired_work *d, const dv_desired_motion *m, real *effort, real *rate, const int rates)
{
  v3 gravity = dv_v3_of(num + t->gravity);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_desired_work *p = h.l->parent < 0 ? NULL : &d[h.l->parent];
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_desired_out(axis, h, p, gravity, m, &d[i], rates))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    load(h, &d[i], m->fext ? m->fext + 6 * i : NULL, m->christoffel, rates);
  }
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    dv_desired_work *p = h.l->parent < 0 ? NULL : &d[h.l->parent];
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                        \
  DV_CASE(name, family##_desired_back(axis, h, &d[i], p, m, effort + h.l->iv, rates ? rate + h.l->iv : NULL))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_desired)(DV_TREE, dv_desired_work *d, const dv_desired_motion *m, real *effort, real *rate)
{
  if (rate) desired(t, num, w, d, m, effort, rate, 1);
  else desired(t, num, w, d, m, effort, NULL, 0);
}
