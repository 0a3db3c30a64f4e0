// beam_pass.c: an elastic body's share of the passes: sums over its nodes, and the elimination of its modal coordinates.
//
//   (n, f) = M_bb (al, acc) + B x'' + bias,   modal efforts = B^T (al, acc) + N x'' + bias
//   eliminated:  x'' = A^-1 (tau - e) - W (al, acc),  W = A^-1 C^T;   what is left:  M_bb - C W,  bias + C A^-1 (tau - e)
#include "skeleton/beam_link.h"
#include "skeleton/body.h"

#include "math/dense.h"

// A node as it lies: r, phi' (with the share of shortening), and for the rates' sake e and G.
typedef struct {
  real c;
  v3 r;
  const real *phi;               // [modes][3]
  real bent[3 * DV_MODES_MOST];  // phi' of a node that shortens
} node;

// Loads node i at the modal coordinates x; of a field without shortening phi' is phi.
DV_FN const real *node_at(here h, int i, const real *x, node *a)
{
  const int n = h.l->modes, stride = 4 + 3 * n + (h.l->shortens ? n * n : 0);
  const real *b = dv_shape(h) + 3 + 3 * n + n * n + stride * i, *G = b + 4 + 3 * n;
  a->c = b[0];
  a->r = dv_v3_of(b + 1);
  a->phi = b + 4;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < 3; j++) a->r.x[j] += a->phi[3 * k + j] * x[k];
  if (!h.l->shortens) return G;
  real sum = dv_real(0);
  for (int k = 0; k < n; k++) {
    real g = dv_real(0);
    for (int l = 0; l < n; l++) g += G[n * k + l] * x[l];
    sum += 0.5 * g * x[k];
    for (int j = 0; j < 3; j++) a->bent[3 * k + j] = a->phi[3 * k + j] + dv_shape(h)[j] * g;
  }
  a->r = dv_v3_add(a->r, dv_v3_scale(dv_v3_of(dv_shape(h)), sum));
  a->phi = a->bent;
  return G;
}

DV_FN v3 combine(int n, const real *phi, const real *x)
{
  v3 u = dv_v3_zero();
  for (int k = 0; k < n; k++)
    for (int j = 0; j < 3; j++) u.x[j] += phi[3 * k + j] * x[k];
  return u;
}

static void place(here h, const real *x)
{
  const int n = h.l->modes;
  const real *Jpsi = dv_shape(h) + 3, *N = Jpsi + 3 * n;
  beam_room r = dv_beam_room(h);
  memset(r.own, 0, sizeof *r.own);
  memcpy(r.N, N, (size_t)(n * n) * sizeof(real));
  for (int k = 0; k < n; k++)
    for (int j = 0; j < 3; j++) {
      r.B[6 * k + j] = Jpsi[3 * k + j];
      r.B[6 * k + 3 + j] = dv_real(0);
    }
  for (int i = 0; i < h.l->nodes; i++) {
    node a;
    node_at(h, i, x, &a);
    solid s = {a.c * a.c, dv_v3_scale(a.r, a.c), {dv_real(0)}};
    real xx = a.r.x[0] * a.r.x[0], yy = a.r.x[1] * a.r.x[1], zz = a.r.x[2] * a.r.x[2];
    s.I[0] = yy + zz, s.I[3] = xx + zz, s.I[5] = xx + yy;
    s.I[1] = -a.r.x[0] * a.r.x[1], s.I[2] = -a.r.x[0] * a.r.x[2], s.I[4] = -a.r.x[1] * a.r.x[2];
    dv_solid_add(r.own, &s);
    for (int k = 0; k < n; k++) {
      v3 phi = dv_v3_of(a.phi + 3 * k), turn = dv_v3_cross(a.r, phi);
      for (int j = 0; j < 3; j++) {
        r.B[6 * k + j] += turn.x[j];
        r.B[6 * k + 3 + j] += a.c * phi.x[j];
      }
      for (int l = 0; h.l->shortens && l < n; l++) r.N[n * k + l] += dv_v3_dot(phi, dv_v3_of(a.phi + 3 * l));
    }
  }
}

void DV_X(dv_beams_place)(DV_TREE, const real *q)
{
  for (int i = 0; t->elastic && i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    if (h.l->body != DV_BEAM) continue;
    memcpy(dv_beam_room(h).pos, q + h.l->mq, (size_t)h.l->modes * sizeof(real));
    place(h, q + h.l->mq);
  }
}

void DV_X(dv_beams_move)(DV_TREE, const real *v)
{
  for (int i = 0; t->elastic && i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    if (h.l->body == DV_BEAM) memcpy(dv_beam_room(h).rate, v + h.l->mv, (size_t)h.l->modes * sizeof(real));
  }
}

// What the motion alone takes, at al = acc = x'' = 0: added to n, f, e.
static void bias(here h, v3 *n, v3 *f, real *e)
{
  const int modes = h.l->modes;
  beam_room r = dv_beam_room(h);
  v3 w = h.k->w;
  *n = dv_v3_add(*n, dv_v3_cross(w, combine(modes, dv_shape(h) + 3, r.rate)));
  for (int i = 0; i < h.l->nodes; i++) {
    node a;
    const real *G = node_at(h, i, r.pos, &a);
    v3 u = combine(modes, a.phi, r.rate), turn = dv_v3_add(dv_v3_cross(w, a.r), dv_v3_add(u, u));
    v3 acc = dv_v3_cross(w, turn);
    if (h.l->shortens) {
      real sum = dv_real(0);
      for (int k = 0; k < modes * modes; k++) sum += r.rate[k / modes] * G[k] * r.rate[k % modes];
      acc = dv_v3_add(acc, dv_v3_scale(dv_v3_of(dv_shape(h)), sum));
    }
    *n = dv_v3_add(*n, dv_v3_cross(a.r, acc));
    *f = dv_v3_add(*f, dv_v3_scale(acc, a.c));
    for (int k = 0; k < modes; k++) e[k] += dv_v3_dot(dv_v3_of(a.phi + 3 * k), acc);
  }
}

// The inertia's part, added to n, f:  M_bb (al, acc) + B x;   modal: B^T (al, acc) + N x
DV_FN void times(here h, v3 al, v3 acc, const real *x, v3 *n, v3 *f, real *modal)
{
  const int modes = h.l->modes;
  beam_room r = dv_beam_room(h);
  *n = dv_v3_add(*n, dv_v3_add(dv_s3_mul(r.own->I, al), dv_v3_cross(r.own->mc, acc)));
  *f = dv_v3_add(*f, dv_v3_add(dv_v3_scale(acc, r.own->m), dv_v3_cross(al, r.own->mc)));
  for (int k = 0; k < modes; k++) {
    v3 turn = dv_v3_of(r.B + 6 * k), slide = dv_v3_of(r.B + 6 * k + 3);
    *n = dv_v3_add(*n, dv_v3_scale(turn, x[k]));
    *f = dv_v3_add(*f, dv_v3_scale(slide, x[k]));
    if (!modal) continue;
    modal[k] = dv_v3_dot(turn, al) + dv_v3_dot(slide, acc);
    for (int l = 0; l < modes; l++) modal[k] += r.N[modes * k + l] * x[l];
  }
}

void DV_X(dv_beam_wrench)(here h, v3 *n, v3 *f, real *tau)
{
  beam_room r = dv_beam_room(h);
  times(h, h.k->al, h.k->acc, r.acc, n, f, r.e);
  bias(h, n, f, r.e);
  if (tau) memcpy(tau, r.e, (size_t)h.l->modes * sizeof(real));
}

void DV_X(dv_beam_momentum)(here h, v3 *n, v3 *f, real *p) { times(h, h.k->w, h.k->v, dv_beam_room(h).rate, n, f, p); }

void DV_X(dv_beam_slope)(here h, real *slope)
{
  const int modes = h.l->modes;
  beam_room r = dv_beam_room(h);
  for (int k = 0; k < modes; k++) slope[k] = dv_real(0);
  for (int i = 0; i < h.l->nodes; i++) {
    node a;
    const real *G = node_at(h, i, r.pos, &a);
    v3 u = dv_v3_add(dv_v3_add(dv_v3_scale(h.k->v, a.c), dv_v3_cross(h.k->w, a.r)), combine(modes, a.phi, r.rate));
    v3 turn = dv_v3_cross(u, h.k->w);  // u . (w x phi) = (u x w) . phi
    real along = dv_v3_dot(u, dv_v3_of(dv_shape(h)));
    for (int k = 0; k < modes; k++) {
      slope[k] += dv_v3_dot(turn, dv_v3_of(a.phi + 3 * k));
      for (int l = 0; h.l->shortens && l < modes; l++) slope[k] += along * G[modes * k + l] * r.rate[l];
    }
  }
}

void DV_X(dv_beams_open)(DV_TREE)
{
  for (int i = 0; t->elastic && i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    if (h.l->body != DV_BEAM) continue;
    const int n = h.l->modes;
    beam_room r = dv_beam_room(h);
    memcpy(r.A, r.N, (size_t)(n * n) * sizeof(real));
    memcpy(r.C, r.B, 6 * (size_t)n * sizeof(real));
    for (int k = 0; k < n; k++) r.e[k] = dv_real(0);
  }
}

// I - C W, pn + C y, where y = x'' at al = acc = 0.
DV_FN void reduce(int modes, const real *C, const real *W, const real *y, dv_burden *c)
{
  for (int k = 0; k < modes; k++) {
    const real *U = C + 6 * k, *g = W + 6 * k;
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) {
        c->I.J[DV_SYM(i, j)] -= U[i] * g[j];
        c->I.M[DV_SYM(i, j)] -= U[3 + i] * g[3 + j];
      }
      for (int j = 0; j < 3; j++) c->I.H[3 * i + j] -= U[i] * g[3 + j];
      c->n.x[i] += U[i] * y[k];
      c->f.x[i] += U[3 + i] * y[k];
    }
  }
}

void DV_X(dv_beam_eliminate)(DV_TREE, int i, const real *tau, dv_burden *c)
{
  here h = dv_here(t, num, w, i);
  const int n = h.l->modes;
  beam_room r = dv_beam_room(h);
  real column[DV_MODES_MOST];
  dv_lump own;
  dv_solid_lump(r.own, &own);
  dv_lump_add(&c->I, &own);
  bias(h, &c->n, &c->f, r.e);
  dv_ldl(n, r.A);
  for (int k = 0; k < n; k++) r.e[k] = tau[k] - r.e[k];
  dv_ldl_solve(n, r.A, r.e);
  for (int j = 0; j < 6; j++) {
    for (int k = 0; k < n; k++) column[k] = r.C[6 * k + j];
    dv_ldl_solve(n, r.A, column);
    for (int k = 0; k < n; k++) r.W[6 * k + j] = column[k];
  }
  reduce(n, r.C, r.W, r.e, c);
}

void DV_X(dv_beam_finish)(DV_TREE, int i, real *acc)
{
  here h = dv_here(t, num, w, i);
  beam_room r = dv_beam_room(h);
  for (int k = 0; k < h.l->modes; k++) {
    const real *g = r.W + 6 * k;
    acc[k] = r.acc[k] = r.e[k] - dv_v3_dot(dv_v3_of(g), h.k->al) - dv_v3_dot(dv_v3_of(g + 3), h.k->acc);
  }
}

void DV_X(dv_beam_part)(DV_TREE, int link, const dv_link *part, const real *J, real *room, real *wrench)
{
  here whole = dv_here(t, num, w, link), h = whole;
  dv_link own = *part;
  own.room = 0;
  h.l = &own;
  h.w = (dv_link_work *)(void *)room;
  beam_room r = dv_beam_room(h);
  if (part->modes) memcpy(r.pos, dv_beam_room(whole).pos, 3 * (size_t)part->modes * sizeof(real));  // and rates, accelerations
  place(h, r.pos);
  v3 n = dv_v3_add(dv_s3_mul(J, h.k->al), dv_v3_cross(h.k->w, dv_s3_mul(J, h.k->w))), f = dv_v3_zero();
  times(h, h.k->al, h.k->acc, r.acc, &n, &f, r.e);
  bias(h, &n, &f, r.e);
  dv_v3_put(wrench, n);
  dv_v3_put(wrench + 3, f);
}
