// mujoco.c: the tree in MuJoCo, and the smallest set of its stages that answers each question.
//
// Its rates: a free joint's linear ones are in world axes. It has no helical joint, no driven joint, no added inertia,
// no massless moving body; free joints between links are three slides and a ball.
#include <assert.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

#include "mjcf.h"
#include "peer.h"
#include "rates.h"
#include "shape.h"

typedef struct {
  mjtNum *qpos, *qvel, *qacc, *qfrc;
  dv_rates rates;
} sample;

typedef struct {
  const dv_tree *t;
  const double *num;
  mjModel *m;
  mjData *d;
  int *body;     // [nlink]: MuJoCo's number of the link's body
  mjtNum *qfrc;  // [nv]: result of RNEA, right-hand side of ABA
  int nsample;
  sample *s;
} peer;

static int able(const dv_tree *t, const double *num)
{
  for (int i = 0; i < t->nlink; i++) {
    dv_shape s = dv_shape_of(t, num, i);
    if (s.joint == DV_SHAPE_HELICAL || s.m <= 0 || t->link[i].body != DV_RIGID || t->link[i].drive != DV_FREE) return 0;
  }
  return 1;
}

static void samples_make(peer *p, int nsample)
{
  const size_t nq = (size_t)p->m->nq, nv = (size_t)p->m->nv;
  p->nsample = nsample;
  p->s = calloc((size_t)nsample, sizeof *p->s);
  for (int k = 0; k < nsample; k++) {
    mjtNum *x = calloc(nq + 3 * nv, sizeof *x);
    p->s[k] = (sample){x, x + nq, x + nq + nv, x + nq + 2 * nv, dv_rates_make(p->t->nv)};
  }
}

static void *make(const dv_tree *t, const double *num, int nsample)
{
  if (!able(t, num)) return NULL;
  peer *p = calloc(1, sizeof *p);
  p->t = t;
  p->num = num;
  p->m = dv_mjcf_load(t, num);
  p->d = mj_makeData(p->m);
  p->body = calloc((size_t)t->nlink, sizeof *p->body);
  p->qfrc = calloc((size_t)p->m->nv, sizeof *p->qfrc);
  for (int i = 0; i < t->nlink; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    p->body[i] = mj_name2id(p->m, mjOBJ_BODY, name);
  }
  samples_make(p, nsample);
  return p;
}

static void drop(void *self)
{
  peer *p = self;
  for (int k = 0; k < p->nsample; k++) {
    free(p->s[k].qpos);
    dv_rates_drop(&p->s[k].rates);
  }
  mj_deleteData(p->d);
  mj_deleteModel(p->m);
  free(p->body);
  free(p->qfrc);
  free(p->s);
  free(p);
}

// A free joint: MuJoCo's own counts from the world, three slides and a ball from the joint frame.
static void put_free(const peer *p, int link, int joint, const dv_sample *in, sample *s)
{
  const dv_link *l = &p->t->link[link];
  dv_shape shape = dv_shape_of(p->t, p->num, link);
  const double *x = in->q + l->iq, *v = in->v + l->iv;
  const int own = p->m->jnt_type[joint] == mjJNT_FREE, dof = p->m->jnt_dofadr[joint];
  mjtNum *q = s->qpos + p->m->jnt_qposadr[joint];
  double E[9], T[9];

  dv_shape_rotation(x + 3, E);
  memcpy(q, x, 7 * sizeof *q);
  if (own) {
    mju_mulMatVec(q, shape.R, x, 3, 3);
    mju_addTo3(q, shape.p);
    mju_mulQuat(q + 3, p->m->body_quat + 4 * p->body[link], x + 3);
    dv_shape_multiply(shape.R, E, T);
  }
  dv_rates_add_three(&s->rates, l->iv, dof, own ? T : E);
  dv_rates_drift(&s->rates, v + 3, v);
  dv_rates_add_three(&s->rates, l->iv + 3, dof + 3, NULL);
}

static void put(void *self, int k, const dv_sample *in)
{
  const peer *p = self;
  sample *s = &p->s[k];
  assert(!in->fext);
  dv_rates_clear(&s->rates);
  for (int i = 0; i < p->t->nlink; i++) {
    const dv_link *l = &p->t->link[i];
    const int joint = p->m->body_jntadr[p->body[i]], nq = dv_joint_row_facts_x1(l->joint).nq;
    memcpy(s->qpos + p->m->jnt_qposadr[joint], in->q + l->iq, (size_t)nq * sizeof(double));
    if (nq == 7) put_free(p, i, joint, in, s);
    else if (nq == 4) dv_rates_add_three(&s->rates, l->iv, p->m->jnt_dofadr[joint], NULL);
    else dv_rates_add_one(&s->rates, l->iv, p->m->jnt_dofadr[joint]);
  }
  dv_rates_there(&s->rates, in->v, s->qvel);
  dv_rates_there(&s->rates, in->tau, s->qfrc);
  dv_rates_there_accel(&s->rates, in->a, s->qacc);
}

static void position(const peer *p, int k)
{
  mju_copy(p->d->qpos, p->s[k].qpos, p->m->nq);
  mj_kinematics(p->m, p->d);
  mj_comPos(p->m, p->d);
}

static void kinematics(void *self, int k)
{
  const peer *p = self;
  position(p, k);
  mju_copy(p->d->qvel, p->s[k].qvel, p->m->nv);
  mj_comVel(p->m, p->d);
}

static void rnea(void *self, int k)
{
  const peer *p = self;
  kinematics(self, k);
  mju_copy(p->d->qacc, p->s[k].qacc, p->m->nv);
  mj_rne(p->m, p->d, 1, p->qfrc);
}

static void crba(void *self, int k)
{
  const peer *p = self;
  position(p, k);
  mj_crb(p->m, p->d);
}

static void aba(void *self, int k)
{
  const peer *p = self;
  kinematics(self, k);
  mj_crb(p->m, p->d);
  mj_factorM(p->m, p->d);
  mj_rne(p->m, p->d, 0, p->qfrc);
  mju_sub(p->qfrc, p->s[k].qfrc, p->qfrc, p->m->nv);
  mj_solveM(p->m, p->d, p->d->qacc, p->qfrc, 1);
}

static void reaction(void *self, int k)
{
  const peer *p = self;
  aba(self, k);
  mj_rnePostConstraint(p->m, p->d);
}

static void get_body(const peer *p, int b, double *out)
{
  memcpy(out, p->d->xmat + 9 * b, 9 * sizeof *out);
  memcpy(out + 9, p->d->xpos + 3 * b, 3 * sizeof *out);
  mj_objectVelocity(p->m, p->d, mjOBJ_XBODY, b, out + 12, 1);
}

// cfrc_int is (moment, force) in world axes about the centre of mass of the whole tree of the body.
static void get_reaction(const peer *p, int b, double *out)
{
  const mjtNum *w = p->d->cfrc_int + 6 * b, *com = p->d->subtree_com + 3 * p->m->body_rootid[b];
  mjtNum arm[3], n[3];
  mju_sub3(arm, com, p->d->xpos + 3 * b);
  mju_cross(n, arm, w + 3);
  mju_addTo3(n, w);
  mju_rotVecMatT(out, n, p->d->xmat + 9 * b);
  mju_rotVecMatT(out + 3, w + 3, p->d->xmat + 9 * b);
}

static void get(void *self, int op, int k, double *out)
{
  const peer *p = self;
  const dv_rates *r = &p->s[k].rates;
  if (op == DV_PEER_RNEA) dv_rates_back(r, p->qfrc, out);
  if (op == DV_PEER_ABA) dv_rates_back_accel(r, p->d->qacc, out);
  if (op == DV_PEER_CRBA) {
    mj_fullM(p->m, out, p->d->qM);
    dv_rates_back_matrix(r, p->m->nv, out);
  }
  for (int i = 0; i < p->t->nlink && op == DV_PEER_KINEMATICS; i++) get_body(p, p->body[i], out + 18 * i);
  for (int i = 0; i < p->t->nlink && op == DV_PEER_REACTION; i++) get_reaction(p, p->body[i], out + 6 * i);
}

const dv_peer dv_peer_mujoco = {
    "MuJoCo", 1, make, drop, put, {kinematics, rnea, crba, aba, reaction, NULL, NULL},
         get
};
