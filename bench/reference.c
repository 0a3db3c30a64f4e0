// reference.c: the reference loop as one of the codes.
#include "base/arena.h"
#include "codes.h"
#include "peer.h"
#include "reference_loop.h"
#include "shape.h"

typedef struct {
  real *q, *v, *a, *tau;
} sample;

typedef struct {
  dv_arena *arena;
  int n;
  loop_link *link;
  loop_work *work;
  real *out;
  sample *s;  // [nsample / lanes]
} peer;

static int able(const dv_tree *t, const double *num)
{
  for (int i = 0; i < t->nlink; i++)
    if (dv_shape_of(t, num, i).joint != DV_SHAPE_REVOLUTE || t->link[i].body != DV_RIGID || t->link[i].drive != DV_FREE) return 0;
  return 1;
}

static void link_make(loop_link *l, const dv_link *link, const dv_shape *s)
{
  *l = (loop_link){.parent = link->parent, .axis = s->axis, .turned = link->turned, .m = s->m};
  memcpy(l->R, s->R, sizeof l->R);
  memcpy(l->p, s->p, sizeof l->p);
  memcpy(l->mc, s->mc, sizeof l->mc);
  memcpy(l->I, s->I, sizeof l->I);
}

static void *make(const dv_tree *t, const double *num, int nsample)
{
  if (!able(t, num)) return NULL;
  dv_arena *arena = dv_arena_new();
  const int n = t->nlink;
  peer *p = DV_TAKE(arena, peer, 1);
  *p = (peer){arena,
              n,
              DV_TAKE(arena, loop_link, n),
              DV_TAKE(arena, loop_work, n),
              DV_TAKE(arena, real, n),
              DV_TAKE(arena, sample, nsample / DV_LANES)};
  for (int i = 0; i < n; i++) {
    dv_shape s = dv_shape_of(t, num, i);
    link_make(&p->link[i], &t->link[i], &s);
  }
  for (int k = 0; k < nsample / DV_LANES; k++)
    p->s[k] = (sample){DV_TAKE(arena, real, n), DV_TAKE(arena, real, n), DV_TAKE(arena, real, n), DV_TAKE(arena, real, n)};
  return p;
}

static void drop(void *self) { dv_arena_free(((peer *)self)->arena); }

static void put(void *self, int k, const dv_sample *in)
{
  const peer *p = self;
  sample *s = &p->s[k / DV_LANES];
  for (int i = 0; i < p->n; i++) {
    dv_put(&s->q[i], k % DV_LANES, in->q[i]);
    dv_put(&s->v[i], k % DV_LANES, in->v[i]);
    dv_put(&s->a[i], k % DV_LANES, in->a[i]);
    dv_put(&s->tau[i], k % DV_LANES, in->tau[i]);
  }
}

static void rnea(void *self, int k)
{
  const peer *p = self;
  const sample *s = &p->s[k / DV_LANES];
  DV_X(dv_loop_rnea)(p->n, p->link, p->work, s->q, s->v, s->a, p->out);
}

static void aba(void *self, int k)
{
  const peer *p = self;
  const sample *s = &p->s[k / DV_LANES];
  DV_X(dv_loop_aba)(p->n, p->link, p->work, s->q, s->v, s->tau, p->out);
}

static void get(void *self, int op, int k, double *out)
{
  const peer *p = self;
  (void)op;
  for (int i = 0; i < p->n; i++) out[i] = dv_lane(p->out[i], k % DV_LANES);
}

const dv_peer DV_X(dv_peer_reference) = {
    "reference loop", DV_LANES, make, drop, put, {NULL, rnea, NULL, aba, NULL, NULL, NULL},
         get
};
