// aba.c: accelerations for given efforts, or any mixture of the two, by articulated bodies.
//
//   f = I a + p of a link with all that hangs on it;  its joint's freedom S, tau = S^T f, is eliminated:
//   D = S^T I S,  U = I S,  u = tau - S^T p;   to the parent:  I - U U^T/D,  p + (I - U U^T/D) c + U u/D
//
// A driven joint gives its acceleration instead and hands on I and p + I (c + S a). Featherstone 2008, ch. 7 and 9;
// accelerations are those of the origins, not spatial ones, so that no linear velocity is needed.
#include "skeleton/joints.h"

// Outward: joint rotations, angular velocities, and each body's own inertia and bias.
static void prepare(DV_TREE, const real *q, const real *v)
{
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                       \
  DV_CASE(name, family##_set(axis, h, q + h.l->iq); family##_move(axis, h, p, v + h.l->iv, 0))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    dv_rigid_inertia(h);
    dv_rigid_bias(h, h.k->w);
  }
}

// The same after dv_velocity, and with bodies that have an added inertia.
static void prepare_at(DV_TREE)
{
  int full = 0;
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    dv_rigid_inertia(h);
    dv_rigid_bias(h, h.k->w);
    full |= h.l->body == DV_FULL;
  }
  if (!full) return;
  DV_X(dv_weigh)(t, num, w);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    if (h.l->body != DV_FULL) continue;
    dv_full_wrench(h, dv_v3_zero(), dv_v3_zero());
    dv_full_inertia(h);
  }
}

static void inward(DV_TREE, const real *tau, const real *a)
{
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    dv_link_work *p = dv_parent_of(h, w);
    int row = h.l->drive == DV_DRIVEN ? h.l->joint + DV_ROWS : h.l->joint;
    switch (row) {
#define DV_JOINT(name, family, axis, ...)                                                                                       \
  DV_CASE(name, family##_aba_free(axis, h, p, tau + h.l->iv))                                                                   \
  DV_CASE(name + DV_ROWS, family##_aba_driven(axis, h, p, a + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

static void outward(DV_TREE, real *tau, real *a)
{
  v3 up = dv_v3_sub(dv_v3_zero(), dv_v3_of(num + t->gravity));
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    int row = h.l->drive == DV_DRIVEN ? h.l->joint + DV_ROWS : h.l->joint;
    switch (row) {
#define DV_JOINT(name, family, axis, ...)                                                                                       \
  DV_CASE(name, family##_aba_out(axis, h, p, up, a + h.l->iv))                                                                  \
  DV_CASE(name + DV_ROWS, family##_aba_effort(axis, h, p, up, a + h.l->iv, tau + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

static void run(DV_TREE, real *tau, const real *fext, real *a)
{
  if (fext)
    for (int i = 0; i < t->nlink; i++) dv_push(dv_here(t, num, w, i), fext + 6 * i);
  inward(t, num, w, tau, a);
  outward(t, num, w, tau, a);
}

void DV_X(dv_aba_at)(DV_TREE, real *tau, const real *fext, real *a)
{
  prepare_at(t, num, w);
  run(t, num, w, tau, fext, a);
}

void DV_X(dv_aba)(DV_TREE, const real *q, const real *v, real *tau, const real *fext, real *a)
{
  if (DV_X(dv_sines)(t, num, w, q)) {
    DV_X(dv_velocity)(t, num, w, q, v);
    prepare_at(t, num, w);
  } else {
    prepare(t, num, w, q, v);
  }
  run(t, num, w, tau, fext, a);
}
