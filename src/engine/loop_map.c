// loop_map.c: the motion of a machine with loops in rates of the caller's choice, for control.
//
//   v = G y',   v' = G y'' + b;   one exchange per chosen rate that the pivots call dependent:
//   G_j <- G_j / G_ij,   G_l <- G_l - G_il G_j,   b <- b - b_i G_j
//
// Independent rates that were not chosen keep their value and do not accelerate. Exchanges follow the first lane. The same map
// places a machine at chosen coordinates: Newton with G (position - q) and b that closes the gaps, J b = -c.
#include "engine/loop.h"

static void find_rest(dv_loop_room *r, real *b)
{
  for (int i = 0; i < r->nv; i++) b[i] = dv_real(0);
  for (int k = 0; k < r->rank; k++) r->rhs[k] = -r->gamma[r->row[k]];
  DV_X(dv_loop_solve)(r, NULL, r->rhs);
  for (int k = 0; k < r->rank; k++) b[r->column[k]] = r->rhs[k];
}

// The column, not taken yet, in which rate i has the largest factor.
static int find_column(const dv_loop_room *r, int i, const int *taken)
{
  int best = -1;
  double most = 0;
  for (int j = 0; j < r->nfree; j++) {
    double a = fabs(dv_lane(r->G[j * r->nv + i], 0));
    if (taken[j] || a <= most) continue;
    most = a;
    best = j;
  }
  return best;
}

static void exchange(dv_loop_room *r, int i, int j, real *b)
{
  real *G = r->G + j * r->nv, scale = 1 / G[i], rest = b[i];
  for (int k = 0; k < r->nv; k++) G[k] = k == i ? dv_real(1) : G[k] * scale;
  for (int l = 0; l < r->nfree; l++) {
    real factor = r->G[l * r->nv + i];
    for (int k = 0; k < r->nv && l != j; k++) r->G[l * r->nv + k] -= factor * G[k];
  }
  for (int k = 0; k < r->nv; k++) b[k] -= rest * G[k];
}

void DV_X(dv_loop_map)(const dv_eval *e, const real *q, const real *v, int n, const int *iv, real *G, real *b)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  int *taken = r.driven, nv = r.nv;  // driven rates do not accelerate here, so their list is free for use
  r.q = q;
  r.v = v;
  if (v) DV_X(dv_velocity)(&e->tree, e->num, e->link, q, v);
  else DV_X(dv_position)(&e->tree, e->num, e->link, q);
  DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_loop_rows)(e, &r);
  if (v) DV_X(dv_loop_bias)(e, &r);
  for (int k = 0; k < r.rank; k++) {
    if (!v) r.gamma[r.row[k]] = r.c[r.row[k]];
    r.c[r.row[k]] = dv_real(0);  // a nominal machine need not close
  }
  DV_X(dv_loop_factor)(&r);
  DV_X(dv_loop_spread)(&r);
  find_rest(&r, b);
  for (int j = 0; j < r.nfree; j++) taken[j] = 0;
  for (int k = 0; k < n; k++) {
    int j = find_column(&r, iv[k], taken);
    if (j < 0) j = 0;  // more rates than freedoms: not finite, and the run says so
    exchange(&r, iv[k], j, b);
    taken[j] = k + 1;
  }
  for (int i = 0; i < nv * n; i++) G[i] = dv_real(0);
  for (int j = 0; j < r.nfree; j++)
    for (int i = 0; i < nv && taken[j]; i++) G[i * n + taken[j] - 1] = r.G[j * nv + i];
}

// q <- q (+) step, where a step is more than rounding; says where.
static dv_bool go(const dv_eval *e, const real *step, real *move, real *q)
{
  real most = dv_real(0);
  int nv = e->m->nv;
  for (int i = 0; i < nv; i++) most = dv_max(most, dv_abs(step[i]));
  dv_bool far = most > 1e-11;
  for (int i = 0; i < nv; i++) move[i] = dv_select(far, step[i], dv_real(0));
  if (dv_any(far)) DV_X(dv_coordinate_add)(&e->tree, q, 1, move, q);
  return far;
}

void DV_X(dv_loop_place)(const dv_eval *e, const dv_choice *c, const real *position, const real *rate, const dv_loop_scratch *s,
                         real *q, real *v)
{
  enum { ITERATIONS = 25 };
  int nv = e->m->nv, n = c->n, moves = 1;
  dv_bool there = dv_real(e->m->nominal) == 0.0;  // a lane that is there stays, as it would alone
  for (int j = 0; j < n; j++) there = there & (position[j] == q[c->iq[j]]) & (rate[j] == v[c->iv[j]]);
  for (int k = 0; k < ITERATIONS && moves; k++) {
    DV_X(dv_loop_map)(e, q, NULL, n, c->iv, s->G, s->b);
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < n; j++) s->b[i] += s->G[i * n + j] * (position[j] - q[c->iq[j]]);
      s->b[i] = dv_select(there, dv_real(0), s->b[i]);
    }
    moves = dv_any(go(e, s->b, s->step, q));
  }
  for (int j = 0; j < n; j++) s->step[j] = rate[j] - v[c->iv[j]];
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < n; j++) v[i] += s->G[i * n + j] * s->step[j];
}
