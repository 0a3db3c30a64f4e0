// momentum.c: lie-rk4 that keeps the books of momentum for machines that float.
//
//   h1 = h0 + sum of weight_i (wrench from outside)_i,   then the base's velocity V from   B_bb dV = h1 - h(x1)
//
// h: momentum of all that a free base carries, about the world's origin, in world axes. What only acts inside changes nothing, so
// without outer forces momentum stays to rounding, whatever the step. The correction is of the method's own error: order 4 is
// kept.
#include "math/dense.h"
#include "math/quaternion.h"
#include "engine/run.h"
#include "step/stepper.h"

enum { SIX = 6 };

typedef struct {
  v3 P, L;  // linear; angular about the world's origin
} momentum;

typedef struct {
  dv_eval e;
  real *mass;                     // [nv][nv]
  real *p, *slope, *zero, *rnea;  // [nv]
  real *h;                        // [nlink][6] momentum at the end of the step, of each free base
} books;

static int floats(const dv_link *l)
{
  return l->parent < 0 && l->drive == DV_FREE && DV_X(dv_joint_row_facts)(l->joint).nv == SIX;
}

static size_t scratch(const dv_model *m)
{
  return DV_X(dv_lie_rk4).scratch(m) + (size_t)(m->nv * m->nv) + 4 * (size_t)m->nv + SIX * (size_t)m->nlink;
}

static books open_books(dv_stepping *s)
{
  const dv_model *m = s->m;
  books b;
  b.e = dv_eval_of(m, s->num, 0, s->work, s->work);
  b.mass = dv_reals(s->scratch) + DV_X(dv_lie_rk4).scratch(m);
  b.p = b.mass + m->nv * m->nv;
  b.slope = b.p + m->nv;
  b.zero = b.slope + m->nv;
  b.rnea = b.zero + m->nv;
  b.h = b.rnea + m->nv;
  for (int i = 0; i < m->nv; i++) b.zero[i] = dv_real(0);
  return b;
}

// A force and a moment, or momenta, in base axes about the base's origin; seen from the world, and back.
static momentum to_world(const real *q, const real *fn)
{
  real R[9];
  momentum h;
  dv_quat_matrix(q + 3, R);
  h.P = dv_m3_mul(R, dv_v3_of(fn));
  h.L = dv_v3_add(dv_m3_mul(R, dv_v3_of(fn + 3)), dv_v3_cross(dv_v3_of(q), h.P));
  return h;
}

static void to_base(const real *q, momentum h, real *fn)
{
  real R[9];
  dv_quat_matrix(q + 3, R);
  dv_v3_put(fn, dv_m3_tmul(R, h.P));
  dv_v3_put(fn + 3, dv_m3_tmul(R, dv_v3_sub(h.L, dv_v3_cross(dv_v3_of(q), h.P))));
}

static void enter(books *b, const real *q, const real *rows, double weight)
{
  for (int i = 0; i < b->e.tree.nlink; i++) {
    const dv_link *l = &b->e.tree.link[i];
    if (!floats(l)) continue;
    momentum h = to_world(q + l->iq, rows + l->iv);
    for (int k = 0; k < 3; k++) {
      b->h[SIX * i + k] += weight * h.P.x[k];
      b->h[SIX * i + 3 + k] += weight * h.L.x[k];
    }
  }
}

// Wrench from outside: what the accelerations ask for, and the weight; where driven coordinates are as their signals say.
static void stage(dv_stepping *s, double weight, void *context)
{
  books *b = (books *)context;
  const dv_eval *e = &b->e;
  const real *q = e->w + s->m->work_q, *v = e->w + s->m->work_v, *a = e->w + s->m->work_a;
  DV_X(dv_rnea)(&e->tree, e->num, e->link, q, v, a, NULL, b->rnea);
  enter(b, q, b->rnea, weight);
  DV_X(dv_rnea)(&e->tree, e->num, e->link, q, b->zero, b->zero, NULL, b->rnea);
  enter(b, q, b->rnea, -weight);
}

static void correct(books *b, const real *q, real *v)
{
  const int nv = b->e.tree.nv;
  DV_X(dv_hamilton)(&b->e.tree, b->e.num, b->e.link, q, v, b->p, b->slope);
  DV_X(dv_crba)(&b->e.tree, b->e.num, b->e.link, q, b->mass);
  for (int i = 0; i < b->e.tree.nlink; i++) {
    const dv_link *l = &b->e.tree.link[i];
    if (!floats(l)) continue;
    momentum h = {dv_v3_of(b->h + SIX * i), dv_v3_of(b->h + SIX * i + 3)};
    real dv[SIX], B[SIX * SIX];
    to_base(q + l->iq, h, dv);
    for (int r = 0; r < SIX; r++) {
      dv[r] -= b->p[l->iv + r];
      for (int k = 0; k < SIX; k++) B[SIX * r + k] = b->mass[(l->iv + r) * nv + l->iv + k];
    }
    dv_ldl(SIX, B);
    dv_ldl_solve(SIX, B, dv);
    for (int r = 0; r < SIX; r++) v[l->iv + r] += dv[r];
  }
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  books b = open_books(s);
  real *x = dv_reals(xd), *y = dv_reals(s->scratch);
  memset(b.h, 0, SIX * (size_t)s->m->nlink * sizeof(real));
  s->engine->leave(s->m, s->num, t, xd, s->d, dv_doubles(y), s->work);
  DV_X(dv_hamilton)(&b.e.tree, b.e.num, b.e.link, y, y + s->m->nq, b.p, b.slope);
  enter(&b, y, b.p, 1);
  if (DV_X(dv_step_lie)(s, t, h, x, quad, stage, &b)) return 1;
  s->engine->leave(s->m, s->num, t + h, xd, s->d, xd, s->work);
  correct(&b, x, x + s->m->nq);
  s->engine->enter(s->m, s->num, xd, xd, s->work);
  return 0;
}

const dv_stepper DV_X(dv_momentum_rk4) = {"momentum-rk4", 4, 0, scratch, step};
