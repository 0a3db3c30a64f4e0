// davit.c: our own skeleton as one of the codes, in the width that DV_LANES says.
#include <stddef.h>

#include "base/arena.h"
#include "peer.h"

typedef struct {
  real *q, *v, *a, *tau, *fext;  // as put
  real *effort, *accel;          // results; accel starts as a copy of a, for driven links
  int forced;                    // fext was given
} sample;

typedef struct {
  dv_arena *arena;
  const dv_tree *t;
  real *num, *out;  // numbers; results that are not a sample's: mass matrix, totals, Jacobian and acceleration of a point
  dv_link_work *w;
  sample *s;  // [nsample / lanes]
} peer;

// The numbers of a tree end with those of its last link.
static int numbers(const dv_tree *t)
{
  const int rigid = (int)(offsetof(dv_link_num, full) / sizeof(real)), whole = (int)(sizeof(dv_link_num) / sizeof(real));
  int n = t->gravity + 3;
  for (int i = 0; i < t->nlink; i++) {
    int end = t->link[i].num + (t->link[i].body == DV_FULL ? whole : rigid);
    if (end > n) n = end;
  }
  return n;
}

static void *make(const dv_tree *t, const double *num, int nsample)
{
  const int n = numbers(t), nv = t->nv;
  dv_arena *arena = dv_arena_new();
  peer *p = DV_TAKE(arena, peer, 1);
  p->arena = arena;
  p->t = t;
  p->num = DV_TAKE(arena, real, n);
  p->out = DV_TAKE(arena, real, nv * nv + 6 * nv + 12);
  p->w = DV_TAKE(arena, dv_link_work, t->nlink);
  p->s = DV_TAKE(arena, sample, nsample / DV_LANES);
  for (int i = 0; i < n; i++) p->num[i] = dv_real(num[i]);
  for (int k = 0; k < nsample / DV_LANES; k++) {
    sample *s = &p->s[k];
    real **rates[5] = {&s->v, &s->a, &s->tau, &s->effort, &s->accel};
    for (int j = 0; j < 5; j++) *rates[j] = DV_TAKE(arena, real, nv);
    s->q = DV_TAKE(arena, real, t->nq + 8);  // the sines run in eights
    s->fext = DV_TAKE(arena, real, 6 * t->nlink);
  }
  return p;
}

static void drop(void *self) { dv_arena_free(((peer *)self)->arena); }

static void pack(const double *x, int n, int lane, real *y)
{
  for (int i = 0; i < n; i++) dv_put(&y[i], lane, x[i]);
}

static void put(void *self, int k, const dv_sample *in)
{
  peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  const int lane = k % DV_LANES, nv = p->t->nv;
  s->forced = in->fext != NULL;
  if (in->fext) pack(in->fext, 6 * p->t->nlink, lane, s->fext);
  pack(in->q, p->t->nq, lane, s->q);
  pack(in->v, nv, lane, s->v);
  pack(in->a, nv, lane, s->a);
  pack(in->a, nv, lane, s->accel);
  pack(in->tau, nv, lane, s->tau);
}

static void kinematics(void *self, int k)
{
  peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  DV_X(dv_velocity)(p->t, p->num, p->w, s->q, s->v);
  DV_X(dv_pose)(p->t, p->num, p->w);
}

static void rnea(void *self, int k)
{
  peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  DV_X(dv_rnea)(p->t, p->num, p->w, s->q, s->v, s->a, s->forced ? s->fext : NULL, s->effort);
}

static void crba(void *self, int k)
{
  peer *p = self;
  DV_X(dv_crba)(p->t, p->num, p->w, p->s[k / DV_LANES].q, p->out);
}

static void aba(void *self, int k)
{
  peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  DV_X(dv_aba)(p->t, p->num, p->w, s->q, s->v, s->tau, s->forced ? s->fext : NULL, s->accel);
}

static void reaction(void *self, int k)
{
  peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  const real *fext = s->forced ? s->fext : NULL;
  DV_X(dv_velocity)(p->t, p->num, p->w, s->q, s->v);
  DV_X(dv_aba_at)(p->t, p->num, p->w, s->tau, fext, s->accel);
  DV_X(dv_reaction)(p->t, p->num, p->w, fext);
}

static void total(void *self, int k)
{
  peer *p = self;
  real mass;
  kinematics(self, k);
  DV_X(dv_momentum)(p->t, p->num, p->w, p->out);
  DV_X(dv_mass_centre)(p->t, p->num, p->w, &mass, p->out + 6);
  DV_X(dv_energy)(p->t, p->num, p->w, p->out + 9, p->out + 10);
}

static void point(void *self, int k)
{
  peer *p = self;
  const int last = p->t->nlink - 1;
  real at[3];
  for (int i = 0; i < 3; i++) at[i] = dv_real(dv_peer_point[i]);
  kinematics(self, k);
  DV_X(dv_jacobian)(p->t, p->num, p->w, last, at, p->out);
  DV_X(dv_jdotv)(p->t, p->num, p->w, last, at, p->out + 6 * p->t->nv);
}

static void unpack(const real *x, int n, int lane, double *y)
{
  for (int i = 0; i < n; i++) y[i] = dv_lane(x[i], lane);
}

static void get_link(const dv_link_work *w, int lane, double *out)
{
  unpack(w->R_WB, 9, lane, out);
  unpack(w->p_WB.x, 3, lane, out + 9);
  unpack(w->w.x, 3, lane, out + 12);
  unpack(w->v.x, 3, lane, out + 15);
}

// Accelerations; at driven links, the efforts of their drives.
static void get_aba(const peer *p, const sample *s, int lane, double *out)
{
  for (int i = 0; i < p->t->nlink; i++) {
    const dv_link *l = &p->t->link[i];
    const int nv = DV_X(dv_joint_row_facts)(l->joint).nv;
    unpack((l->drive == DV_DRIVEN ? s->tau : s->accel) + l->iv, nv, lane, out + l->iv);
  }
}

static void get(void *self, int op, int k, double *out)
{
  const peer *p = self;
  const sample *s = &p->s[k / DV_LANES];
  const int lane = k % DV_LANES, nv = p->t->nv;
  if (op == DV_PEER_RNEA) unpack(s->effort, nv, lane, out);
  if (op == DV_PEER_CRBA) unpack(p->out, nv * nv, lane, out);
  if (op == DV_PEER_TOTAL) unpack(p->out, 11, lane, out);
  if (op == DV_PEER_POINT) unpack(p->out, 6 * nv + 6, lane, out);
  if (op == DV_PEER_ABA) get_aba(p, s, lane, out);
  for (int i = 0; i < p->t->nlink; i++) {
    if (op == DV_PEER_KINEMATICS) get_link(&p->w[i], lane, out + 18 * i);
    if (op == DV_PEER_REACTION) unpack(p->w[i].n.x, 3, lane, out + 6 * i);
    if (op == DV_PEER_REACTION) unpack(p->w[i].f.x, 3, lane, out + 6 * i + 3);
  }
}

const dv_peer DV_X(dv_peer_davit) = {
    "Davit", DV_LANES, make, drop, put, {kinematics, rnea, crba, aba, reaction, total, point},
         get
};
