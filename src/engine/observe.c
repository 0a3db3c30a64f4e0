// observe.c: what people look at but the rates do not need: poses, reactions, energies, momentum.
//
// Runs on the observer's tree (one link per body). Reactions come from Newton-Euler on the accelerations that the
// fast tree found, so they are those of the motion, whatever solved it.
#include "engine/observe.h"
#include "engine/section_load.h"

#include "engine/loop.h"
#include "kinds/marine/euler.h"
#include "math/quaternion.h"

// Coordinates of the observer's tree: those of the fast tree, welds at zero.
static void spread(const dv_model *m, real *w)
{
  const int *iq = dv_model_INT(m) + m->seen_q, *iv = dv_model_INT(m) + m->seen_v;
  for (int i = 0; i < m->seen_nq; i++) dv_work_seen_q(m, w)[i] = iq[i] < 0 ? dv_real(0) : dv_work_q(m, w)[iq[i]];
  for (int i = 0; i < m->seen_nv; i++) {
    dv_work_seen_v(m, w)[i] = iv[i] < 0 ? dv_real(0) : dv_work_v(m, w)[iv[i]];
    dv_work_seen_a(m, w)[i] = iv[i] < 0 ? dv_real(0) : dv_work_a(m, w)[iv[i]];
  }
}

static void body_motion(const dv_eval *e, const dv_body *b, const dv_link_work *k)
{
  const real *R = e->num + b->seen_num;
  real *pose = e->w + b->pose, *twist = e->w + b->twist;
  v3 at = dv_v3_of(R + 9);
  dv_m3_product(k->R_WB, R, pose);
  dv_v3_put(pose + 9, dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, at)));
  real eta[6];
  dv_quat_of(pose, pose + 12);
  euler_place(pose, eta);
  dv_v3_put(pose + 16, dv_v3_of(eta + 3));
  dv_v3_put(twist, dv_m3_mul(k->R_WB, k->w));
  dv_v3_put(twist + 3, dv_m3_mul(k->R_WB, dv_v3_add(k->v, dv_v3_cross(k->w, at))));
}

// Wrench on the child body from that on its link: body axes, about the body's origin.
static void joint_reaction(const dv_eval *e, const dv_joint *j, const dv_link_work *links)
{
  const dv_body *b = dv_model_BODY(e->m) + j->child;
  const dv_link_work *k = &links[b->seen];
  const real *R = e->num + b->seen_num;
  v3 moment = dv_v3_sub(k->n, dv_v3_cross(dv_v3_of(R + 9), k->f));
  dv_reaction_put(e->w + j->reaction, dv_m3_tmul(R, k->f), dv_m3_tmul(R, moment));
}

static void point_place(const dv_eval *e, const dv_point *p, const dv_link_work *links)
{
  const dv_link_work *k = &links[p->seen];
  const real *num = e->num + p->seen_num;
  real pose[12], *out = e->w + p->at;
  v3 r = dv_v3_of(num);
  dv_m3_product(k->R_WB, num + 3, pose);
  dv_v3_put(pose + 9, dv_v3_add(k->p_WB, dv_m3_mul(k->R_WB, r)));
  euler_place(pose, out);
  dv_v3_put(out + 6, dv_m3_mul(k->R_WB, dv_v3_add(k->v, dv_v3_cross(k->w, r))));
  dv_v3_put(out + 9, dv_m3_mul(k->R_WB, k->w));
  dv_quat_of(pose, out + 12);
  memcpy(out + 16, pose, 9 * sizeof(real));
}

static void port_powers(const dv_eval *e, const dv_part *p, const dv_kind *k)
{
  const int *port = dv_model_INT(e->m) + p->port;
  int slot = 0;
  for (int i = 0; i < k->nport; i++) {
    int width = dv_model_JUNCTION(e->m)[port[i]].width;
    int watches = k->port[i].role == DV_WATCHES, given = dv_domain_is_node(k->port[i].domain) ? p->flow : p->effort;
    real sum = dv_real(0);
    for (int n = 0; n < width; n++, slot++) {
      if (watches) e->w[given + slot] = dv_real(0);  // no law gives anything there
      sum += e->w[p->effort + slot] * e->w[p->flow + slot];
    }
    e->w[p->power + i] = sum;
  }
}

// Along the half arrow of its first terminal; the ledger's flow is the opposite one where that arrow leaves the part.
static void bond_power(const dv_eval *e, const dv_part *p, const dv_kind *k)
{
  real sum = dv_real(0);
  if (!k->bond || !p->nslot) return;
  for (int i = 0; i < p->neach; i++) sum += e->w[p->effort + i] * e->w[p->flow + i];
  e->w[p->power] = k->bond != DV_BOND_PLAIN && k->terminal[0].out ? -sum : sum;
}

// A guard sees what acts on the coordinate that its part watches: the effort of the parts, or of the drive.
static void show_efforts(const dv_eval *e, const dv_part *p, const dv_kind *k, int shown)
{
  const int *port = dv_model_INT(e->m) + p->port;
  for (int i = 0, slot = 0; i < k->nport; i++) {
    const dv_junction *j = dv_model_JUNCTION(e->m) + port[i];
    if (k->port[i].role == DV_WATCHES && j->type == DV_AT_COORDINATE)
      e->w[p->effort + slot] = shown ? dv_work_tau(e->m, e->w)[j->iv] : dv_real(0);
    slot += j->width;
  }
}

static void call_guard(dv_eval *e, const dv_part *p, const dv_kind *k, dv_cell *c)
{
  show_efforts(e, p, k, 1);
  k->guard(e->num + p->par, c);
  show_efforts(e, p, k, 0);
}

static void part_energies(dv_eval *e, real *stored)
{
  const dv_model *m = e->m;
  *stored = dv_real(0);
  for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
    const dv_part *p = dv_model_PART(m) + i;
    const dv_kind *k = dv_kind_of(e->m, p);
    port_powers(e, p, k);
    bond_power(e, p, k);
    if (!k->stored && !k->guard) continue;
    dv_cell *c = DV_X(dv_part_cell)(e, i);
    if (k->guard) call_guard(e, p, k, c);
    if (!k->stored) continue;
    e->w[p->stored] = k->stored(e->num + p->par, c);
    *stored += e->w[p->stored];
  }
}

// Loops leave links of other rates behind, so velocities come first; and last, since dynamics may follow.
void DV_X(dv_skeleton_sums)(dv_eval *e)
{
  const dv_model *m = e->m;
  real *energy = dv_work_energy(m, e->w), *momentum = dv_work_momentum(m, e->w), mass;
  const real *q = dv_work_q(m, e->w), *v = dv_work_v(m, e->w);
  DV_X(dv_velocity)(&e->tree, e->num, e->link, q, v);
  DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_energy)(&e->tree, e->num, e->link, &energy[DV_ENERGY_KINETIC], &energy[DV_ENERGY_POTENTIAL]);
  DV_X(dv_momentum)(&e->tree, e->num, e->link, momentum);
  DV_X(dv_mass_centre)(&e->tree, e->num, e->link, &mass, momentum + 6);
  DV_X(dv_momenta)(&e->tree, e->num, e->link, dv_work_momenta(m, e->w));
  DV_X(dv_velocity)(&e->tree, e->num, e->link, q, v);
}

static void energies(dv_eval *e)
{
  real *energy = dv_work_energy(e->m, e->w);
  DV_X(dv_skeleton_sums)(e);
  part_energies(e, &energy[DV_ENERGY_STORED]);
  energy[DV_ENERGY_TOTAL] = energy[DV_ENERGY_KINETIC] + energy[DV_ENERGY_POTENTIAL] + energy[DV_ENERGY_STORED];
}

dv_tree DV_X(dv_see)(const dv_eval *e)
{
  const dv_model *m = e->m;
  dv_tree tree = dv_tree_seen(m);
  dv_link_work *links = dv_work_seen_link(m, e->w);
  spread(m, e->w);
  DV_X(dv_velocity)(&tree, e->num, links, dv_work_seen_q(m, e->w), dv_work_seen_v(m, e->w));
  DV_X(dv_pose)(&tree, e->num, links);
  return tree;
}

void DV_X(dv_react)(dv_eval *e)
{
  const dv_model *m = e->m;
  dv_link_work *links = dv_work_seen_link(m, e->w);
  real *w = e->w;
  dv_tree tree = DV_X(dv_see)(e);
  DV_X(dv_junctions_collect_seen)(e, dv_work_seen_fext(m, w));
  if (DV_MODEL_COUNT(m, LOOP)) DV_X(dv_loops_react)(e, dv_work_seen_fext(m, w));
  DV_X(dv_rnea)
  (&tree, e->num, links, dv_work_seen_q(m, w), dv_work_seen_v(m, w), dv_work_seen_a(m, w), dv_work_seen_fext(m, w),
   dv_work_seen_tau(m, w));
  for (int i = 0; i < DV_MODEL_COUNT(m, BODY); i++) {
    const dv_body *b = dv_model_BODY(m) + i;
    body_motion(e, b, &links[b->seen]);
  }
  for (int i = 0; i < DV_MODEL_COUNT(m, JOINT); i++) joint_reaction(e, dv_model_JOINT(m) + i, links);
  DV_X(dv_stations)(e, &tree, links);
  for (int i = 0; i < DV_MODEL_COUNT(m, POINT); i++) point_place(e, dv_model_POINT(m) + i, links);
}

void DV_X(dv_observe)(dv_eval *e)
{
  energies(e);
  DV_X(dv_react)(e);
}
