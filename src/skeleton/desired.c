// desired.c: C(q, v) d + g(q) + B(q) d'  for a desired rate d at the present motion v, and its rate along that motion.
//
//   Newton-Euler with two velocity fields:  A = X A_p + S d' + 1/2 (V x S d + D x S v),   F = I A + 1/2 (V x* I D + D x* I V) -
//   weight in link axes (X u)' = X u' - S v x X u,  (X* f)' = X* (f' + S v x* f)
//
// The halves are C of Christoffel's symbols. Without them, C_jl = 1/2 sum_k v_k dB_kl/dq_j from momenta h = I V, k = I D of all
// that a joint carries: (C d)_j = -1/2 S_j^T (V_j x* k_j + D_j x* h_j), see hamilton.c. Derivatives of S and I are zero in link
// axes.
#include "skeleton/desired.h"

#include "skeleton/joints.h"

#define DV_RIGID_JOINTS  // model-based control knows machines of rigid bodies

DV_FN dv_six six_zero(void)
{
  dv_six a = {dv_v3_zero(), dv_v3_zero()};
  return a;
}
DV_FN dv_six six_add(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_add(a.w, b.w), dv_v3_add(a.v, b.v)};
  return r;
}
DV_FN dv_six six_sub(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_sub(a.w, b.w), dv_v3_sub(a.v, b.v)};
  return r;
}
DV_FN dv_six six_half(dv_six a)
{
  dv_six r = {dv_v3_scale(a.w, dv_real(0.5)), dv_v3_scale(a.v, dv_real(0.5))};
  return r;
}
// a x b of twists; a x* f of a twist and a wrench.
DV_FN dv_six six_cross(dv_six a, dv_six b)
{
  dv_six r = {dv_v3_cross(a.w, b.w), dv_v3_add(dv_v3_cross(a.w, b.v), dv_v3_cross(a.v, b.w))};
  return r;
}
DV_FN dv_six six_cross_force(dv_six a, dv_six f)
{
  dv_six r = {dv_v3_add(dv_v3_cross(a.w, f.w), dv_v3_cross(a.v, f.v)), dv_v3_cross(a.w, f.v)};
  return r;
}

DV_FN dv_six inertia(here h, dv_six x)
{
  v3 mc = dv_v3_of(h.b->mc);
  dv_six r = {dv_v3_add(dv_s3_mul(h.b->I, x.w), dv_v3_cross(mc, x.v)), dv_v3_add(dv_v3_scale(x.v, h.b->m), dv_v3_cross(x.w, mc))};
  if (h.l->body != DV_FULL) return r;
  dv_lump A = dv_full_lump(h);
  dv_six added = {dv_lump_moment(&A, x.w, x.v), dv_lump_force(&A, x.w, x.v)};
  return six_add(r, added);
}

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

// S x u and S x* f of a rate x, where S has a single axis: e turned by x, without the products with zero.
DV_FN v3 axis_cross(int e, real x, v3 a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  v3 r;
  r.x[e] = dv_real(0);
  r.x[y] = -x * a.x[z];
  r.x[z] = x * a.x[y];
  return r;
}
DV_FN dv_six revolute_turn_by(HERE, const real *x, dv_six u)
{
  dv_six r = {axis_cross(e, x[0], u.w), axis_cross(e, x[0], u.v)};
  return r;
}
DV_FN dv_six revolute_turn_wrench_by(HERE, const real *x, dv_six f) { return revolute_turn_by(e, h, x, f); }
DV_FN dv_six prismatic_turn_by(HERE, const real *x, dv_six u)
{
  dv_six r = {dv_v3_zero(), axis_cross(e, x[0], u.w)};
  return r;
}
DV_FN dv_six prismatic_turn_wrench_by(HERE, const real *x, dv_six f)
{
  dv_six r = {axis_cross(e, x[0], f.v), dv_v3_zero()};
  return r;
}
DV_FN dv_six helical_turn_by(HERE, const real *x, dv_six u)
{
  real slide = h.b->pitch * x[0];
  return six_add(revolute_turn_by(e, h, x, u), prismatic_turn_by(e, h, &slide, u));
}
DV_FN dv_six helical_turn_wrench_by(HERE, const real *x, dv_six f)
{
  real slide = h.b->pitch * x[0];
  return six_add(revolute_turn_by(e, h, x, f), prismatic_turn_wrench_by(e, h, &slide, f));
}
DV_FN dv_six ball_turn_by(HERE, const real *x, dv_six u)
{
  dv_six r = {dv_v3_cross(dv_v3_of(x), u.w), dv_v3_cross(dv_v3_of(x), u.v)};
  return r;
}
DV_FN dv_six ball_turn_wrench_by(HERE, const real *x, dv_six f) { return ball_turn_by(e, h, x, f); }
DV_FN dv_six free_turn_by(HERE, const real *x, dv_six u)
{
  dv_six J = {dv_v3_of(x + 3), dv_v3_of(x)};
  return six_cross(J, u);
}
DV_FN dv_six free_turn_wrench_by(HERE, const real *x, dv_six f)
{
  dv_six J = {dv_v3_of(x + 3), dv_v3_of(x)};
  return six_cross_force(J, f);
}

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define P(name) JOIN(FAMILY, name)
#define FAMILY revolute
#include "skeleton/desired.inc"
#undef FAMILY
#define FAMILY prismatic
#include "skeleton/desired.inc"
#undef FAMILY
#define FAMILY helical
#include "skeleton/desired.inc"
#undef FAMILY
#define FAMILY ball
#include "skeleton/desired.inc"
#undef FAMILY
#define FAMILY free
#include "skeleton/desired.inc"
#undef FAMILY

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
