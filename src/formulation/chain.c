// chain.c: open-chain kinematics in the inertial frame (Rokseth 2014, eqs 2.51-2.64), for trees and all joints.
//
//   column of a point r:  J_v = e x (r - o),  J_w = e  (revolute);   J_v = e,  J_w = 0  (prismatic);   both  (helical)
//
// A ball joint has three columns of the first kind, a free joint three of the second and three of the first, along the
// child's axes and through its origin.
#include "formulation/chain.h"

#include "formulation/joint.h"

#include <string.h>

static const dv_link_num *numbers(const dv_chain *c, int link)
{
  return (const dv_link_num *)(const void *)(c->num + c->tree.link[link].num);
}

static void find_columns(dv_arena *a, dv_chain *c, dv_chain_inertia *b)
{
  b->column = DV_TAKE(a, int, c->nv);
  for (int k = 0; k < c->nv; k++) {
    int link = b->link;
    while (link > c->column[k].link) link = c->tree.link[link].parent;
    if (link == c->column[k].link) b->column[b->n++] = k;
  }
}

static dv_chain_inertia *add_inertia(dv_arena *a, dv_chain *c, int link)
{
  dv_chain_inertia *b = &c->inertia[c->ninertia];
  b->link = link;
  find_columns(a, c, b);
  c->J[c->ninertia] = DV_TAKE(a, double, 6 * b->n);
  c->H[c->ninertia++] = DV_TAKE(a, double, 6 * b->n);
  return b;
}

// M = blkdiag(m 1, I_C),  I_C = I_O - m (c.c 1 - c c^T)
static void add_rigid(dv_arena *a, dv_chain *c, int link)
{
  const dv_link_num *x = numbers(c, link);
  if (x->m == 0 && x->I[0] == 0 && x->I[3] == 0 && x->I[5] == 0) return;  // a frame between two joints
  dv_chain_inertia *b = add_inertia(a, c, link);
  b->weighs = 1;
  b->at = x->m == 0 ? dv_v3_zero() : dv_v3_scale(dv_v3_of(x->mc), 1 / x->m);
  double cc = dv_v3_dot(b->at, b->at);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      b->M[6 * i + j] = i == j ? x->m : 0;
      b->M[6 * (3 + i) + 3 + j] = x->I[DV_SYM(i, j)] - x->m * ((i == j ? cc : 0) - b->at.x[i] * b->at.x[j]);
    }
}

static void add_full(dv_arena *a, dv_chain *c, int link)
{
  const double *J = numbers(c, link)->full, *H = J + 6, *M = H + 9;
  dv_chain_inertia *b = add_inertia(a, c, link);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      b->M[6 * i + j] = M[DV_SYM(i, j)];
      b->M[6 * i + 3 + j] = H[3 * j + i];
      b->M[6 * (3 + i) + j] = H[3 * i + j];
      b->M[6 * (3 + i) + 3 + j] = J[DV_SYM(i, j)];
    }
}

dv_chain *dv_chain_new(dv_arena *a, const dv_tree *t, const double *num)
{
  dv_chain *c = DV_TAKE(a, dv_chain, 1);
  c->tree = *t;
  c->num = num;
  c->nv = t->nv;
  c->R = (double(*)[9])dv_arena_take(a, (size_t)t->nlink * sizeof *c->R);
  c->p = DV_TAKE(a, v3, t->nlink);
  c->column = DV_TAKE(a, dv_chain_column, t->nv);
  c->inertia = DV_TAKE(a, dv_chain_inertia, 2 * t->nlink);
  c->H = DV_TAKE(a, double *, 2 * t->nlink);
  c->J = DV_TAKE(a, double *, 2 * t->nlink);
  for (int i = 0; i < t->nlink; i++)
    for (int k = 0; k < dv_joint_row_facts_x1(t->link[i].joint).nv; k++) c->column[t->link[i].iv + k].link = i;
  for (int i = 0; i < t->nlink; i++) {
    add_rigid(a, c, i);
    if (t->link[i].body == DV_FULL) add_full(a, c, i);
  }
  return c;
}

static void place_link(dv_chain *c, int i, const double *q)
{
  const dv_link *l = &c->tree.link[i];
  const dv_link_num *x = numbers(c, i);
  double Q[9], RQ[9];
  v3 d;
  dv_joint_motion(l, x->pitch, q + l->iq, Q, &d);
  dv_m3_product(x->R, Q, RQ);
  c->p[i] = dv_v3_add(dv_v3_of(x->p), dv_m3_mul(x->R, d));
  memcpy(c->R[i], RQ, sizeof RQ);
  if (l->parent < 0) return;
  c->p[i] = dv_v3_add(c->p[l->parent], dv_m3_mul(c->R[l->parent], c->p[i]));
  dv_m3_product(c->R[l->parent], RQ, c->R[i]);
}

static void place_columns(dv_chain *c, int i)
{
  const dv_link *l = &c->tree.link[i];
  dv_chain_column *k = c->column + l->iv;
  v3 turn[DV_JOINT_RATES], slide[DV_JOINT_RATES];
  int n = dv_joint_axes(l, numbers(c, i)->pitch, turn, slide);
  for (int m = 0; m < n; m++) {
    k[m].at = c->p[i];
    k[m].turn = dv_m3_mul(c->R[i], turn[m]);
    k[m].slide = dv_m3_mul(c->R[i], slide[m]);
  }
}

static v3 point_rate(const dv_chain_column *k, v3 r) { return dv_v3_add(k->slide, dv_v3_cross(k->turn, dv_v3_sub(r, k->at))); }

static v3 point_of(const dv_chain *c, int link, v3 at) { return dv_v3_add(c->p[link], dv_m3_mul(c->R[link], at)); }

// M J with M = blocks R M_b R^T
static void unit_momenta(const dv_chain_inertia *b, const double *R, const double *J, double *H)
{
  double M[36];
  for (int block = 0; block < 4; block++) {
    int at = 18 * (block / 2) + 3 * (block % 2);
    double A[9];
    for (int k = 0; k < 9; k++) A[k] = b->M[at + 6 * (k / 3) + k % 3];
    dv_m3_rotate(R, A);
    for (int k = 0; k < 9; k++) M[at + 6 * (k / 3) + k % 3] = A[k];
  }
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < b->n; k++) {
      double sum = 0;
      for (int m = 0; m < 6; m++) sum += M[6 * i + m] * J[m * b->n + k];
      H[i * b->n + k] = sum;
    }
}

static void place_inertia(dv_chain *c, int i)
{
  const dv_chain_inertia *b = &c->inertia[i];
  double *J = c->J[i];
  v3 r = point_of(c, b->link, b->at);
  for (int k = 0; k < b->n; k++) {
    const dv_chain_column *e = &c->column[b->column[k]];
    v3 v = point_rate(e, r);
    for (int m = 0; m < 3; m++) {
      J[m * b->n + k] = v.x[m];
      J[(3 + m) * b->n + k] = e->turn.x[m];
    }
  }
  unit_momenta(b, c->R[b->link], J, c->H[i]);
}

void dv_chain_place(dv_chain *c, const double *q)
{
  for (int i = 0; i < c->tree.nlink; i++) {
    place_link(c, i, q);
    place_columns(c, i);
  }
  for (int i = 0; i < c->ninertia; i++) place_inertia(c, i);
}

void dv_chain_jacobian(const dv_chain *c, int link, v3 point, double *J)
{
  v3 r = point_of(c, link, point);
  memset(J, 0, 6 * (size_t)c->nv * sizeof *J);
  for (int i = link; i >= 0; i = c->tree.link[i].parent)
    for (int k = c->tree.link[i].iv, end = k + dv_joint_row_facts_x1(c->tree.link[i].joint).nv; k < end; k++) {
      v3 v = point_rate(&c->column[k], r);
      for (int m = 0; m < 3; m++) {
        J[m * c->nv + k] = v.x[m];
        J[(3 + m) * c->nv + k] = c->column[k].turn.x[m];
      }
    }
}
