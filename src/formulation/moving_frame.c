// moving_frame.c: frame connections and the recursion for B and B' (Evjenth, Moe, Schon 2017, eqs 7-48, corrected), any tree.
//
//   E^c = E^p T(s) R T(c),  R = R^{c/p};   s: joint from p's mass centre, c: own mass centre from the joint
//   w^c  = R^T w^p + w_r
//   Bw^c = R^T Bw^p + turn
//   Bv^c = Bv^p + R^p (Bw^p x s + slide) + R^c (Bw^c x c)
//   Bw'  = R^T Bw^p' - w_r x R^T Bw^p
//   Bv'  = Bv^p' + R^p (w^p x (Bw^p x s + slide) + Bw^p x s' + Bw^p' x s + slide') + R^c (w^c x (Bw^c x c) + Bw^c' x c)
//
// turn: in child axes, where it is constant; slide: in parent axes, where that of a free joint along child axes is not.
#include "formulation/moving_frame.h"

#include "formulation/joint.h"

#include <string.h>

// A joint at a state. Without a parent R, x, w of the inertial frame stand for the parent's.
typedef struct {
  int child, parent, first, n;  // links; its rates
  double Rp[9], R[9];           // parent's axes; child's axes in the parent
  v3 x, w;                      // parent's mass centre, angular velocity in its axes
  v3 s, ds, wr, c;              // joint from the parent's mass centre, its rate (parent axes); w_r, c (child axes)
  v3 turn[DV_JOINT_RATES], slide[DV_JOINT_RATES], dslide[DV_JOINT_RATES];
} passage;

static const dv_link_num *numbers(const dv_frames *f, int link)
{
  return (const dv_link_num *)(const void *)(f->num + f->tree.link[link].num);
}

static void from_parent(const dv_frames *f, passage *j)
{
  int p = j->parent;
  for (int i = 0; i < 9; i++) j->Rp[i] = p < 0 ? i % 4 == 0 : f->R[p][i];
  j->x = p < 0 ? dv_v3_zero() : f->x[p];
  j->w = p < 0 ? dv_v3_zero() : f->w[p];
}

// Sliding directions turn into parent axes; along the child's axes they turn with it.
static void slides(const dv_frames *f, passage *j, const double *v)
{
  int outer = f->outer && j->n == DV_JOINT_RATES;
  j->wr = j->ds = dv_v3_zero();
  for (int k = 0; k < j->n; k++) j->wr = dv_v3_add(j->wr, dv_v3_scale(j->turn[k], v[j->first + k]));
  for (int k = 0; k < j->n; k++) {
    v3 e = j->slide[k];
    j->slide[k] = outer ? e : dv_m3_mul(j->R, e);
    j->dslide[k] = outer ? dv_v3_zero() : dv_m3_mul(j->R, dv_v3_cross(j->wr, e));
    j->ds = dv_v3_add(j->ds, dv_v3_scale(j->slide[k], v[j->first + k]));
  }
}

static passage pass(const dv_frames *f, int i, const double *q, const double *v)
{
  const dv_link *l = &f->tree.link[i];
  const dv_link_num *x = numbers(f, i);
  passage j = {.child = i, .parent = l->parent, .first = l->iv, .c = f->centre[i]};
  double Q[9];
  v3 d;
  from_parent(f, &j);
  dv_joint_motion(l, x->pitch, q + l->iq, Q, &d);
  dv_m3_product(x->R, Q, j.R);
  j.s = dv_v3_add(dv_v3_of(x->p), dv_m3_mul(x->R, d));
  if (l->parent >= 0) j.s = dv_v3_sub(j.s, f->centre[l->parent]);
  j.n = dv_joint_axes(l, x->pitch, j.turn, j.slide);
  slides(f, &j, v);
  return j;
}

static void connect(dv_frames *f, const passage *j)
{
  double *R = f->R[j->child];
  dv_m3_product(j->Rp, j->R, R);
  f->x[j->child] = dv_v3_add(j->x, dv_v3_add(dv_m3_mul(j->Rp, j->s), dv_m3_mul(R, j->c)));
  f->w[j->child] = dv_v3_add(dv_m3_tmul(j->R, j->w), j->wr);
}

static v3 sum3(v3 a, v3 b, v3 c) { return dv_v3_add(a, dv_v3_add(b, c)); }

// One column of the child's rows; own: which rate of the joint it is, -1: of none.
static void column(dv_frames *f, const passage *j, int k, int own)
{
  size_t to = (size_t)(j->child * f->nv + k), from = (size_t)(j->parent * f->nv + k);
  const v3 none = dv_v3_zero();
  v3 Bw = none, Bv = none, dBw = none, dBv = none;  // parent's
  if (j->parent >= 0) Bw = f->Bw[from], Bv = f->Bv[from], dBw = f->dBw[from], dBv = f->dBv[from];
  v3 slide = own < 0 ? none : j->slide[own], dslide = own < 0 ? none : j->dslide[own];
  const double *R = f->R[j->child];

  v3 turned = dv_m3_tmul(j->R, Bw), w = own < 0 ? turned : dv_v3_add(turned, j->turn[own]);
  v3 dw = dv_v3_sub(dv_m3_tmul(j->R, dBw), dv_v3_cross(j->wr, turned));
  v3 outer = dv_v3_add(dv_v3_cross(Bw, j->s), slide), inner = dv_v3_cross(w, j->c);
  v3 douter = sum3(dv_v3_cross(j->w, outer), dv_v3_cross(Bw, j->ds), dv_v3_add(dv_v3_cross(dBw, j->s), dslide));
  v3 dinner = dv_v3_add(dv_v3_cross(f->w[j->child], inner), dv_v3_cross(dw, j->c));

  f->Bw[to] = w;
  f->dBw[to] = dw;
  f->Bv[to] = sum3(Bv, dv_m3_mul(j->Rp, outer), dv_m3_mul(R, inner));
  f->dBv[to] = sum3(dBv, dv_m3_mul(j->Rp, douter), dv_m3_mul(R, dinner));
}

void dv_frames_place(dv_frames *f, const double *q, const double *v)
{
  for (int i = 0; i < f->tree.nlink; i++) {
    passage j = pass(f, i, q, v);
    connect(f, &j);
    for (int k = 0; k < f->nv; k++) column(f, &j, k, k >= j.first && k < j.first + j.n ? k - j.first : -1);
  }
  dv_frames_stack(f, v);
}
