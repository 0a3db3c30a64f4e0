// hold_frame.c: the wrench that keeps a frame still, found from the dynamics themselves.
//
//   a(W) = a(0) + A W,  A: what six unit wrenches on the frame do to its acceleration;   A W = a* - a(0),  a* = -calm v
//
// World axes, about the frame's origin, moment first. A is symmetric and positive where the frame can move; where it cannot, a
// share of 1e-12 keeps it from being singular, and nothing is asked for. Kinds with DV_HOLDS_STILL: their parameters begin with
// calm, force, moment, thrust, their inputs with the switch and the thrusters', their tables are the thrusters'.
#include "engine/evaluation.h"

#include "kinds/marine/shares.h"

typedef struct {
  dv_eval *e;
  const dv_junction *j;
  real *fext, kept[6];  // wrench on its link, and what the other parts put there
} held;

// With the efforts of the parts on driven coordinates as they were before the drives took them over.
static void accelerate(dv_eval *e)
{
  const dv_model *m = e->m;
  const dv_drive *d = dv_model_DRIVE(m);
  real *tau = dv_work_tau(m, e->w);
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++) tau[d[i].iv] = e->w[d[i].applied];
  DV_X(dv_velocity)(&e->tree, e->num, e->link, dv_work_q(m, e->w), dv_work_v(m, e->w));
  DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_aba_at)(&e->tree, e->num, e->link, tau, dv_work_fext(m, e->w), dv_work_a(m, e->w));
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++) tau[d[i].iv] -= e->w[d[i].applied];
}

// Lets W (world axes, at the frame's origin) act on the link beside what acts there.
static void push(const held *h, const real *W)
{
  const dv_eval *e = h->e;
  const dv_link_work *k = &e->link[h->j->link[0]];
  v3 f = dv_m3_tmul(k->R_WB, dv_v3_of(W + 3)), n = dv_m3_tmul(k->R_WB, dv_v3_of(W));
  n = dv_v3_add(n, dv_v3_cross(dv_v3_of(e->num + h->j->num + 9), f));
  for (int i = 0; i < 3; i++) {
    h->fext[i] = h->kept[i] + n.x[i];
    h->fext[3 + i] = h->kept[3 + i] + f.x[i];
  }
}

// Acceleration of the frame under W: angular, linear.
static void respond(const held *h, const real *W, real *a)
{
  push(h, W);
  accelerate(h->e);
  DV_X(dv_junctions_move)(h->e);
  for (int i = 0; i < 6; i++) a[i] = h->e->w[h->j->motion + i];
}

// What the thrusters of the part give of W, as far as `through` says.
static void thrust(const held *h, const dv_cell *c, real most, real *W)
{
  if (!shares_count(c)) return;
  const real *pose = h->e->w + h->j->pos;
  real tau[6], left[6], weight[SHARES_MOST], f[SHARES_MOST], through = dv_clamp(c->in[1], dv_real(0), dv_real(1));
  for (int k = 0; k < SHARES_MOST; k++) weight[k] = dv_real(1);
  dv_v3_put(tau, dv_m3_tmul(pose, dv_v3_of(W + 3)));
  dv_v3_put(tau + 3, dv_m3_tmul(pose, dv_v3_of(W)));
  shares_out(c, weight, tau, most, 0, f);
  for (int i = 0; i < 6; i++) left[i] = tau[i];
  shares_less(c, f, left);
  for (int i = 0; i < 6; i++) tau[i] -= through * left[i];
  dv_v3_put(W, dv_m3_mul(pose, dv_v3_of(tau + 3)));
  dv_v3_put(W + 3, dv_m3_mul(pose, dv_v3_of(tau)));
}

// Not longer than most.
static void limit(real *x, real most)
{
  real size = dv_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + 1e-300), share = dv_min(most / size, dv_real(1));
  for (int i = 0; i < 3; i++) x[i] *= share;
}

static void wanted(const held *h, const dv_cell *c, const real *par, real on, const real *still, real *W)
{
  real A[36], a[6], unit[6], trace = dv_real(0);
  const real *pose = h->e->w + h->j->pos, *twist = h->e->w + h->j->shared;
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < 6; i++) unit[i] = dv_real(i == k);
    respond(h, unit, a);
    for (int i = 0; i < 6; i++) A[6 * i + k] = a[i] - still[i];
    trace += A[7 * k];
  }
  for (int k = 0; k < 6; k++) A[7 * k] += 1e-12 * trace;
  dv_v3_put(W, dv_m3_mul(pose, dv_v3_of(twist)));
  dv_v3_put(W + 3, dv_m3_mul(pose, dv_v3_of(twist + 3)));
  for (int i = 0; i < 6; i++) W[i] = -par[0] * W[i] - still[i];
  dv_ldl(6, A);
  dv_ldl_solve(6, A, W);
  limit(W, par[2]);
  limit(W + 3, par[1]);
  thrust(h, c, par[3], W);
  for (int i = 0; i < 6; i++) W[i] *= on;
}

void DV_X(dv_hold_call)(dv_eval *e, int part)
{
  const dv_model *m = e->m;
  const dv_part *p = dv_model_PART(m) + part;
  dv_cell *c = DV_X(dv_part_cell)(e, part);
  held h;
  h.e = e;
  h.j = dv_model_JUNCTION(m) + dv_model_INT(m)[p->port];
  if (h.j->link[0] < 0) return;
  h.fext = dv_work_fext(m, e->w) + 6 * h.j->link[0];
  real none[6], still[6], W[6], on = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  for (int i = 0; i < 6; i++) {
    h.kept[i] = h.fext[i];
    none[i] = dv_real(0);
  }
  respond(&h, none, still);
  wanted(&h, c, e->num + p->par, on, still, W);
  push(&h, W);
  accelerate(e);
  v3 n = dv_m3_tmul(e->w + h.j->pos, dv_v3_of(W)), f = dv_m3_tmul(e->w + h.j->pos, dv_v3_of(W + 3));
  for (int i = 0; i < 3; i++) {
    c->effort[i] = -n.x[i];
    c->effort[3 + i] = -f.x[i];
    e->w[h.j->sum + i] -= n.x[i];
    e->w[h.j->sum + 3 + i] -= f.x[i];
  }
}
