// rnea.c: Newton-Euler: efforts for given accelerations, and the reaction in every joint.
//
//   outward: w, al, acc of each link, and the wrench I a + p that it takes;  inward: f_parent += f_link,  tau = S^T f
//
// Luh, Walker & Paul 1980; Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 5.
#include "skeleton/joints.h"

// n, f of the links alone become those of their joints. A child's share stays at hand if its parent comes next.
static void back(DV_TREE, real *tau)
{
  v3 n = dv_v3_zero(), f = n;
  for (int i = t->nlink - 1; i >= 0; i--) {
    here h = dv_here(t, num, w, i);
    int parent = h.l->parent;
    n = dv_v3_add(h.k->n, n);
    f = dv_v3_add(h.k->f, f);
    h.k->n = n;
    h.k->f = f;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_back(axis, h, &n, &f, tau ? tau + h.l->iv : NULL))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
    if (parent >= 0 && parent == i - 1) continue;
    if (parent >= 0) {
      w[parent].n = dv_v3_add(w[parent].n, n);
      w[parent].f = dv_v3_add(w[parent].f, f);
    }
    n = f = dv_v3_zero();
  }
}

static void out(DV_TREE, const real *q, const real *v, const real *a)
{
  v3 up = dv_v3_sub(dv_v3_zero(), dv_v3_of(num + t->gravity));
  real W[9];  // of the link before, which in chains is the parent
  dv_turn_matrix(dv_v3_zero(), dv_v3_zero(), W);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    if (p && h.l->parent != i - 1) dv_turn_matrix(p->w, p->al, W);
    if (h.l->body == DV_BEAM) memcpy(dv_beam_room(h).acc, a + h.l->mv, (size_t)h.l->modes * sizeof(real));
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...)                                                                                        \
  DV_CASE(name, family##_set(axis, h, q + h.l->iq); family##_rnea_out(axis, h, p, up, v + h.l->iv, a + h.l->iv, W))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

// What acts on links beside their rigid part and their joints; tau: NULL or where modal efforts go.
static void load(DV_TREE, const real *fext, real *tau)
{
  if (!t->full && !fext && !t->elastic) return;
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    if (h.l->body == DV_BEAM) DV_X(dv_beam_wrench)(h, &h.k->n, &h.k->f, tau ? tau + h.l->mv : NULL);
    if (h.l->body == DV_FULL) dv_full_wrench(h, h.k->al, h.k->acc, &h.k->n, &h.k->f);
    if (fext) dv_push(fext + 6 * i, &h.k->n, &h.k->f);
  }
}

void DV_X(dv_rnea)(DV_TREE, const real *q, const real *v, const real *a, const real *fext, real *tau)
{
  if (t->full) {
    DV_X(dv_velocity)(t, num, w, q, v);
    DV_X(dv_weigh)(t, num, w);
  }
  DV_X(dv_sines)(t, w, q);
  DV_X(dv_beams_place)(t, num, w, q);
  DV_X(dv_beams_move)(t, num, w, v);
  out(t, num, w, q, v, a);
  load(t, num, w, fext, tau);
  back(t, num, w, tau);
}

void DV_X(dv_reaction)(DV_TREE, const real *fext)
{
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    real W[9];
    dv_turn_matrix(h.k->w, h.k->al, W);
    dv_rigid_wrench(h, h.k->w, h.k->al, h.k->acc, W);
  }
  if (t->full) DV_X(dv_weigh)(t, num, w);
  load(t, num, w, fext, NULL);
  back(t, num, w, NULL);
}
