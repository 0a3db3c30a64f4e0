// way_kane.c: Kane's equations: the wrench that each inertia needs, on the partial velocities of the rates (its Jacobian).
//
//   nu = J v,   nu' = J a + J' v,   h = M nu,   h' = M (nu' - w x nu) + w x h,   tau = sum J^T (h' + (0, v_P x p)) - J_v^T m g0
//
// J' is the motion of the columns: all of a column turns with the link that its joint carries (chain.h), its line moves with
// that link's origin. Neither the slopes of B nor the skeleton's recursions come in. Kane and Levinson 1985.
#include "formulation/formulation.h"
#include "formulation/chain.h"
#include "formulation/matrix.h"

#include <string.h>

typedef struct {
  dv_chain *chain;
  double *point;  // [6][nv]
  v3 *w, *v;      // [nlink] turning of each link, velocity of its origin
} kane;

static void *room(dv_arena *a, const dv_tree *t, const double *num)
{
  kane *k = DV_TAKE(a, kane, 1);
  k->chain = dv_chain_new(a, t, num);
  k->point = DV_TAKE(a, double, 6 * t->nv + 1);
  k->w = DV_TAKE(a, v3, t->nlink + 1);
  k->v = DV_TAKE(a, v3, t->nlink + 1);
  return k;
}

static void move_links(kane *k, const double *v)
{
  const dv_chain *c = k->chain;
  for (int l = 0; l < c->tree.nlink; l++) {
    double twist[6];
    dv_chain_jacobian(c, l, dv_v3_zero(), k->point);
    dv_matrix_times(6, c->nv, k->point, v, twist);
    k->v[l] = dv_v3_of(twist);
    k->w[l] = dv_v3_of(twist + 3);
  }
}

// (w x linear, w x angular)
static void turned(v3 w, const double *x, double *out)
{
  dv_v3_put(out, dv_v3_cross(w, dv_v3_of(x)));
  dv_v3_put(out + 3, dv_v3_cross(w, dv_v3_of(x + 3)));
}

// out = M x, inertial axes.
static void weighed(const dv_chain *c, const dv_chain_inertia *b, const double *x, double *out)
{
  const double *R = c->R[b->link];
  double local[6], heavy[6];
  dv_v3_put(local, dv_m3_tmul(R, dv_v3_of(x)));
  dv_v3_put(local + 3, dv_m3_tmul(R, dv_v3_of(x + 3)));
  dv_matrix_times(6, 6, b->M, local, heavy);
  dv_v3_put(out, dv_m3_mul(R, dv_v3_of(heavy)));
  dv_v3_put(out + 3, dv_m3_mul(R, dv_v3_of(heavy + 3)));
}

// J' v of an inertia that moves with nu.
static void drift(const kane *k, const dv_chain_inertia *b, const double *v, v3 nu, double *out)
{
  const dv_chain *c = k->chain;
  v3 at = dv_v3_add(c->p[b->link], dv_m3_mul(c->R[b->link], b->at)), linear = dv_v3_zero(), angular = dv_v3_zero();
  for (int i = 0; i < b->n; i++) {
    const dv_chain_column *j = &c->column[b->column[i]];
    v3 w = k->w[j->link], turn = dv_v3_cross(w, j->turn), rate = dv_v3_cross(w, j->slide);
    rate = dv_v3_add(rate, dv_v3_cross(turn, dv_v3_sub(at, j->at)));
    rate = dv_v3_add(rate, dv_v3_cross(j->turn, dv_v3_sub(nu, k->v[j->link])));
    linear = dv_v3_add(linear, dv_v3_scale(rate, v[b->column[i]]));
    angular = dv_v3_add(angular, dv_v3_scale(turn, v[b->column[i]]));
  }
  dv_v3_put(out, linear);
  dv_v3_put(out + 3, angular);
}

// The wrench that inertia i needs, less its weight.
static void wrench(const kane *k, int i, const double *v, const double *a, double *F)
{
  const dv_chain *c = k->chain;
  const dv_chain_inertia *b = &c->inertia[i];
  double nu[6] = {0}, h[6], rate[6], turn[6];
  for (int r = 0; r < 6; r++)
    for (int j = 0; j < b->n; j++) nu[r] += c->J[i][r * b->n + j] * v[b->column[j]];
  v3 w = k->w[b->link];
  drift(k, b, v, dv_v3_of(nu), rate);
  turned(w, nu, turn);
  for (int r = 0; r < 6; r++) {
    rate[r] -= turn[r];
    for (int j = 0; j < b->n; j++) rate[r] += c->J[i][r * b->n + j] * a[b->column[j]];
  }
  weighed(c, b, nu, h);
  weighed(c, b, rate, F);
  turned(w, h, turn);
  v3 carried = dv_v3_cross(dv_v3_of(nu), dv_v3_of(h));
  for (int r = 0; r < 6; r++) F[r] += turn[r] + (r < 3 ? 0 : carried.x[r - 3]);
  for (int r = 0; r < 3 && b->weighs; r++) F[r] -= b->M[0] * c->num[c->tree.gravity + r];
}

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  kane *k = own;
  const dv_chain *c = k->chain;
  dv_chain_place(k->chain, q);
  move_links(k, v);
  memset(tau, 0, (size_t)f->tree.nv * sizeof *tau);
  for (int i = 0; i < c->ninertia; i++) {
    const dv_chain_inertia *b = &c->inertia[i];
    double F[6];
    wrench(k, i, v, a, F);
    for (int j = 0; j < b->n; j++)
      for (int r = 0; r < 6; r++) tau[b->column[j]] += c->J[i][r * b->n + j] * F[r];
  }
}

// B column by column: the efforts of unit accelerations, less those of none.
static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  int n = f->tree.nv;
  effort(f, own, q, v, f->zero, f->x);
  memset(f->y, 0, (size_t)n * sizeof *f->y);
  for (int j = 0; j < n; j++) {
    f->y[j] = 1;
    effort(f, own, q, v, f->y, f->z);
    f->y[j] = 0;
    for (int i = 0; i < n; i++) f->B[i * n + j] = f->z[i] - f->x[i];
  }
  for (int i = 0; i < n; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(n, f->B, a);
}

const dv_formulation dv_way_kane = {"kane", "Kane's equations: partial velocities, wrenches of accelerated bodies", .room = room,
                                    .effort = effort, .acceleration = acceleration};
