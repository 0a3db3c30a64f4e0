// loop_form.c: equations of motion in independent rates, from those of the tree (subscript t).
//
//   B = G^T B_t G,   c = G^T (B_t r + c_t), r = v' at y'' = 0,   g = G^T g_t,   tau = G^T tau_t
//   p = G^T p_t,     slope = G^T slope_t + G'^T p_t              since p' = (G^T p_t)' and G^T J^T = 0
//
// With b(v) = G' y' the dependent accelerations at y'' = 0, a quadratic form, G'(v) w = (b(v + w) - b(v) - b(w))/2 - [v, w]/2
// on dependent rates, where [v, w] of ball and free joints counts without what it gives them through G. G of what rolls is no
// slope of positions, G'(v) w - G'(w) v is not [v, w] there, and p and slope are left out.
// Garcia de Jalon & Bayo 1994, ch. 5; p_t, slope_t: lagrange.h.
#include "formulation/loop_form.h"

#include "formulation/lagrange.h"
#include "engine/evaluation.h"
#include "engine/closed_loops.h"
#include "engine/skeleton_at.h"

#include <string.h>

typedef struct {
  const dv_model *m;
  const double *x, *d;
  double *work;
  dv_arena *arena;
} place;

static dv_loop_form form_new(const place *s)
{
  const dv_model *m = s->m;
  size_t nv = (size_t)m->nv;
  dv_loop_form f = {.G = DV_TAKE(s->arena, double, nv *nv), .rate = DV_TAKE(s->arena, int, nv)};
  int *column = DV_TAKE(s->arena, int, nv);
  dv_engine_loops_columns(m, s->d, column);
  for (int i = 0; i < m->nv; i++)
    if (column[i] >= 0) f.rate[f.n++] = i;
  dv_engine_loops_map(m, s->x, s->d, f.G, s->work);
  f.B = DV_TAKE(s->arena, double, f.n *f.n);
  f.y = DV_TAKE(s->arena, double, 7 * f.n);
  f.a = f.y + f.n;
  f.c = f.a + f.n;
  f.g = f.c + f.n;
  f.tau = f.g + f.n;
  return f;
}

// out = G^T x
static void along(const dv_loop_form *f, int nv, const double *G, const double *x, double *out)
{
  for (int j = 0; j < f->n; j++) {
    out[j] = 0;
    for (int i = 0; i < nv; i++) out[j] += G[i * f->n + j] * x[i];
  }
}

static void find_mass(const place *s, dv_loop_form *f)
{
  int nv = s->m->nv;
  double *B = DV_TAKE(s->arena, double, nv *nv), *column = DV_TAKE(s->arena, double, nv), *row = DV_TAKE(s->arena, double, f->n);
  dv_engine_mass_matrix(s->m, s->x, B, s->work);
  for (int j = 0; j < f->n; j++) {
    for (int i = 0; i < nv; i++) {
      column[i] = 0;
      for (int k = 0; k < nv; k++) column[i] += B[i * nv + k] * f->G[k * f->n + j];
    }
    along(f, nv, f->G, column, row);
    for (int i = 0; i < f->n; i++) f->B[i * f->n + j] = row[i];
  }
}

static void find_efforts(const place *s, dv_loop_form *f, const double *a)
{
  const dv_model *m = s->m;
  int nv = m->nv;
  const double *q = s->x, *v = s->x + m->nq;
  double *tree = DV_TAKE(s->arena, double, 3 * nv), *rest = tree + nv, *zero = rest + nv;
  for (int j = 0; j < f->n; j++) f->y[j] = v[f->rate[j]], f->a[j] = a[f->rate[j]];
  for (int i = 0; i < nv; i++) {
    rest[i] = a[i];
    for (int j = 0; j < f->n; j++) rest[i] -= f->G[i * f->n + j] * f->a[j];
  }
  dv_engine_inverse_dynamics(m, q, zero, zero, tree, s->work);
  along(f, nv, f->G, tree, f->g);
  dv_engine_inverse_dynamics(m, q, v, rest, tree, s->work);
  along(f, nv, f->G, tree, f->c);
  for (int j = 0; j < f->n; j++) f->c[j] -= f->g[j];
  dv_engine_inverse_dynamics(m, q, v, a, tree, s->work);
  along(f, nv, f->G, tree, f->tau);
}

// G'(v) w, w = G_k.
static void turned(const place *s, const dv_loop_form *f, const dv_chain *c, const double *v, const double *w, double *out)
{
  int nv = s->m->nv;
  double *sum = DV_TAKE(s->arena, double, 5 * nv), *both = sum + nv, *one = both + nv, *other = one + nv, *bracket = other + nv;
  for (int i = 0; i < nv; i++) sum[i] = v[i] + w[i];
  dv_engine_loops_bend(s->m, s->x, sum, s->d, both, s->work);
  dv_engine_loops_bend(s->m, s->x, v, s->d, one, s->work);
  dv_engine_loops_bend(s->m, s->x, w, s->d, other, s->work);
  dv_lagrange_bracket(c, v, w, bracket);
  for (int i = 0; i < nv; i++) {
    double along = bracket[i];
    for (int j = 0; j < f->n; j++) along -= f->G[i * f->n + j] * bracket[f->rate[j]];
    out[i] = (both[i] - one[i] - other[i] - along) / 2;
  }
  for (int j = 0; j < f->n; j++) out[f->rate[j]] = 0;
}

// slope += G'^T p
static void turn(const place *s, dv_loop_form *f, const dv_chain *c, const double *p)
{
  int nv = s->m->nv;
  double *w = DV_TAKE(s->arena, double, 2 * nv), *column = w + nv;
  for (int j = 0; j < f->n; j++) {
    for (int i = 0; i < nv; i++) w[i] = f->G[i * f->n + j];
    turned(s, f, c, s->x + s->m->nq, w, column);
    for (int i = 0; i < nv; i++) f->slope[j] += column[i] * p[i];
  }
}

static void find_momentum(const place *s, dv_loop_form *f)
{
  int nv = s->m->nv;
  size_t n = (size_t)nv;
  const double *v = s->x + s->m->nq;
  dv_tree tree = dv_tree_of(s->m);
  dv_chain *c = dv_chain_new(s->arena, &tree, dv_model_NUMBER(s->m));
  double *B = DV_TAKE(s->arena, double, n *n), *dB = DV_TAKE(s->arena, double, n *n *n), *p = DV_TAKE(s->arena, double, 2 * n),
         *slope = p + n;
  f->p = f->tau + f->n;
  f->slope = f->p + f->n;
  dv_chain_place(c, s->x);
  dv_lagrange_mass(c, B);
  dv_lagrange_slopes(c, dB);
  dv_lagrange_momentum(c, B, dB, v, p, slope);
  along(f, nv, f->G, p, f->p);
  along(f, nv, f->G, slope, f->slope);
  turn(s, f, c, p);
}

dv_loop_form dv_loop_form_at(dv_arena *arena, const dv_model *m, const double *x, const double *d, const double *a, double *work)
{
  place s = {m, x, d, work, arena};
  dv_loop_form f = form_new(&s);
  find_mass(&s, &f);
  find_efforts(&s, &f, a);
  if (!m->elastic && m->nv <= DV_LAGRANGE_MOST && !dv_engine_rolls(m)) find_momentum(&s, &f);
  return f;
}
