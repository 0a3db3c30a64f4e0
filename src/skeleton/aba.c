// aba.c: accelerations for given efforts, or any mixture of the two, by articulated bodies.
//
//   f = I a + p of a link with all that hangs on it;  its joint's freedom S, tau = S^T f, is eliminated:
//   D = S^T I S,  U = I S,  u = tau - S^T p;   to the parent:  I - U U^T/D,  p + (I - U U^T/D) c + U u/D
//
// A driven joint gives its acceleration instead and hands on I and p + I (c + S a). Featherstone 2008, ch. 7 and 9;
// accelerations are those of the origins, not spatial ones, so that no linear velocity is needed.
#include "skeleton/joints.h"

// Joint rotations, angular velocities and velocity products.
static void move(DV_TREE, const real *q, const real *v)
{
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    h.k->heaped = 0;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                        \
  DV_CASE(name, family##_set(axis, h, q + h.l->iq); family##_move(axis, h, p, v + h.l->iv, 0))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

// What a body that is more than rigid loads on its link besides. Out of line, the loop keeps its registers for rigid ones.
static __attribute__((noinline)) void burden_more(DV_TREE, int i, const real *tau, dv_burden *c)
{
  here h = dv_here(t, num, w, i);
  if (h.l->body == DV_BEAM) DV_X(dv_beam_eliminate)(t, num, w, i, tau + h.l->mv, c);
  if (h.l->body != DV_FULL) return;
  dv_lump A = dv_full_lump(h);
  dv_lump_add(&c->I, &A);
  dv_full_wrench(h, dv_v3_zero(), dv_v3_zero(), &c->n, &c->f);
}

// The burden on a link: its nearest child's is at hand in c, the others' are heaped on the link.
DV_FN const dv_burden *gather(here h, int near, const dv_burden *nothing, dv_burden *c)
{
  const dv_burden *in = near ? c : h.k->heaped ? &h.k->load : nothing;
  if (near && h.k->heaped) dv_burden_add(c, &h.k->load);
  h.k->heaped = 0;
  return in;
}

static void inward(DV_TREE, const real *tau, const real *fext, const real *a)
{
  dv_burden nothing, c;
  dv_burden_clear(&nothing);
  DV_X(dv_beams_open)(t, num, w);
  for (int i = t->nlink - 1, near = 0; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    const dv_burden *in = gather(h, near, &nothing, &c);
    v3 n = in->n, f = in->f;
    if (fext) dv_push(fext + 6 * i, &n, &f);
    if (h.l->body != DV_RIGID) {
      if (!near) c.I = in->I;
      c.n = n;
      c.f = f;
      burden_more(t, num, w, i, tau, &c);
      in = &c;
      n = c.n;
      f = c.f;
    }
    dv_link_work *p = dv_parent_of(h, w);
    near = h.l->parent == i - 1;
    dv_burden *out = p && !near && !p->heaped ? &p->load : &c;
    switch (h.l->drive == DV_DRIVEN ? h.l->joint + DV_JOINT_ROWS : h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                        \
  DV_CASE(name, family##_aba_free(axis, h, tau + h.l->iv, &in->I, n, f, p == NULL, out))                                         \
  DV_CASE(name + DV_JOINT_ROWS, family##_aba_driven(axis, h, a + h.l->iv, &in->I, n, f, out))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    if (!p || near) continue;
    if (p->heaped) dv_burden_add(&p->load, &c);
    p->heaped = 1;
  }
}

static void outward(DV_TREE, real *tau, real *a)
{
  v3 up = dv_v3_sub(dv_v3_zero(), dv_v3_of(num + t->gravity));
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    switch (h.l->drive == DV_DRIVEN ? h.l->joint + DV_JOINT_ROWS : h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                        \
  DV_CASE(name, family##_aba_out(axis, h, p, up, a + h.l->iv))                                                                   \
  DV_CASE(name + DV_JOINT_ROWS, family##_aba_effort(axis, h, p, up, a + h.l->iv, tau + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    if (t->elastic && h.l->body == DV_BEAM) DV_X(dv_beam_finish)(t, num, w, i, a + h.l->mv);
  }
}

void DV_X(dv_aba_at)(DV_TREE, real *tau, const real *fext, real *a)
{
  if (t->full) DV_X(dv_weigh)(t, num, w);
  inward(t, num, w, tau, fext, a);
  outward(t, num, w, tau, a);
}

void DV_X(dv_aba)(DV_TREE, const real *q, const real *v, real *tau, const real *fext, real *a)
{
  if (t->full) {
    DV_X(dv_velocity)(t, num, w, q, v);
    DV_X(dv_weigh)(t, num, w);
  } else {
    DV_X(dv_sines)(t, w, q);
    DV_X(dv_beams_place)(t, num, w, q);
    DV_X(dv_beams_move)(t, num, w, v);
    move(t, num, w, q, v);
  }
  inward(t, num, w, tau, fext, a);
  outward(t, num, w, tau, a);
}
