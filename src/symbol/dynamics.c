// dynamics.c: potential energy, mass matrix by composite bodies, and what their slopes give.
//
//   V = -g . sum of m r;  M_kl = S_l . (I_composite S_k);  g_k = dV along k
//   C_jl = 1/2 sum_k (dM_jl/dk + dM_jk/dl - dM_kl/dj + <[k,l],j> - <[k,j],l> - <[l,j],k>) v_k    (Koszul; brackets of ball, free)
#include "symbol/machine.h"

#include <math.h>

dv_poly dv_symbol_tidy(dv_symbol_machine *m, dv_poly a)
{
  for (int iq = 0, iv = 0; iv < m->nv;) {
    if (m->v[iv].whole < 0) {
      iq++, iv++;
      continue;
    }
    int first = iq + m->v[iv].slides, rest[3] = {m->q[first + 1].atom, m->q[first + 2].atom, m->q[first + 3].atom};
    a = dv_poly_unit(m->ring, a, m->q[first].atom, rest);
    iq = first + 4, iv += m->v[iv].slides + 3;
  }
  return a;
}

dv_poly dv_symbol_along(dv_symbol_machine *m, dv_poly a, int rate)
{
  dv_poly sum = {0};
  for (int i = 0; i < m->nq; i++) {
    dv_poly n = m->N[i * m->nv + rate];
    if (!n.n) continue;
    if (m->q[i].angle >= 0)
      sum = dv_poly_add(m->ring, sum, dv_poly_times(m->ring, dv_poly_slope_angle(m->ring, a, m->q[i].angle), n));
    if (m->q[i].atom >= 0)
      sum = dv_poly_add(m->ring, sum, dv_poly_times(m->ring, dv_poly_slope_atom(m->ring, a, m->q[i].atom), n));
  }
  return dv_symbol_tidy(m, sum);
}

// Inertia of a link on its parent: J' = Jr - Hr [p] + [p] H'^T,  H' = Hr + [p] Ir
static void put_on_parent(dv_ring *r, dv_symbol_link *on, const dv_symbol_link *l)
{
  dv_pm R = l->at.R, p = dv_pm_skew(r, l->at.p), I = dv_pm_turned(r, R, l->I), H = dv_pm_turned(r, R, l->H),
        J = dv_pm_turned(r, R, l->J), moved = dv_pm_add(r, H, dv_pm_times(r, p, I), 1);
  J = dv_pm_add(r, J, dv_pm_times(r, H, p), -1);
  J = dv_pm_add(r, J, dv_pm_times(r, p, dv_pm_transpose(moved)), 1);
  on->J = dv_pm_add(r, on->J, J, 1);
  on->H = dv_pm_add(r, on->H, moved, 1);
  on->I = dv_pm_add(r, on->I, I, 1);
}

static void put_weight(dv_ring *r, dv_poly *mass, dv_pv *moment, const dv_symbol_link *l)
{
  dv_pv h = dv_pv_add(r, dv_pm_on(r, l->at.R, l->moment), dv_pv_scale(r, l->at.p, l->mass));
  *mass = dv_poly_add(r, *mass, l->mass);
  *moment = dv_pv_add(r, *moment, h);
}

// Leaves composite inertias in the links.
static void compose(dv_symbol_machine *m)
{
  dv_ring *r = m->ring;
  dv_poly mass = {0};
  dv_pv moment = {0};
  for (int i = m->nlink - 1; i >= 0; i--) {
    dv_symbol_link *l = &m->link[i], *on = l->parent < 0 ? NULL : &m->link[l->parent];
    put_weight(r, on ? &on->mass : &mass, on ? &on->moment : &moment, l);
    if (on) put_on_parent(r, on, l);
  }
  m->V = dv_symbol_tidy(m, dv_poly_scale(r, dv_pv_dot(r, m->gravity, moment), -1));
}

// Momentum of the composite at unit rate k, carried towards the root; each rate on the way takes its share.
static void mass_of(dv_symbol_machine *m, int k)
{
  dv_ring *r = m->ring;
  const dv_symbol_rate *v = &m->v[k];
  const dv_symbol_link *l = &m->link[v->link];
  dv_pv n = dv_pv_add(r, dv_pm_on(r, l->J, v->turn), dv_pm_on(r, l->H, v->slide)),
        f = dv_pv_add(r, dv_pm_back(r, l->H, v->turn), dv_pm_on(r, l->I, v->slide));
  for (int link = v->link;; link = l->parent) {
    l = &m->link[link];
    for (int i = l->rate; i < l->rate + l->nrate; i++) {
      if (i > k) continue;
      dv_poly x = dv_poly_add(r, dv_pv_dot(r, m->v[i].turn, n), dv_pv_dot(r, m->v[i].slide, f));
      m->M[i * m->nv + k] = m->M[k * m->nv + i] = dv_symbol_tidy(m, x);
    }
    if (l->parent < 0) return;
    f = dv_pm_on(r, l->at.R, f);
    n = dv_pv_add(r, dv_pm_on(r, l->at.R, n), dv_pv_cross(r, l->at.p, f));
  }
}

// A term of M_ij counts by its share of sqrt(M_ii M_jj), one of V by that of the largest term that moves. What is pruned is the
// energies, so that C and g stay those of a machine.
static void prune(dv_symbol_machine *m)
{
  int n = m->nv;
  double *scale = DV_TAKE(m->ring->arena, double, n), most = 0, gone = 0;
  for (int i = 0; i < n; i++) scale[i] = sqrt(dv_poly_size(m->ring, m->M[i * n + i]));
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double out = 0, unit = scale[i] * scale[j];
      dv_poly was = m->M[i * n + j], now = dv_poly_prune(m->ring, was, m->prune * unit, &out);
      m->M[i * n + j] = m->M[j * n + i] = now;
      m->pruned += was.n - now.n;
      if (unit > 0) m->left_out = fmax(m->left_out, out / unit);
    }
  for (int i = 0; i < m->V.n; i++)
    if (m->V.term[i].angle || m->V.term[i].power) most = fmax(most, dv_term_size(m->ring, &m->V.term[i]));
  dv_poly V = dv_poly_prune(m->ring, m->V, m->prune * most, &gone);
  m->pruned += m->V.n - V.n;
  if (most > 0) m->left_out = fmax(m->left_out, gone / most);
  m->V = V;
}

// [E_k, E_l] = sign E_i among the rates of one ball or free joint; 0: they commute.
static int bracket(const dv_symbol_machine *m, int k, int l, int *i)
{
  const dv_symbol_rate *a = &m->v[k], *b = &m->v[l];
  if (a->whole < 0 || a->link != b->link) return 0;
  int first = k - a->whole, x = a->whole % 3, y = b->whole % 3, slides = (a->whole < a->slides) + (b->whole < b->slides);
  if (slides == 2 || x == y) return 0;
  *i = first + (slides ? 0 : a->slides) + 3 - x - y;
  return (y - x + 3) % 3 == 1 ? 1 : -1;
}

// += c <[E_k, E_l], E_j>
static void add_bracket(dv_symbol_machine *m, int k, int l, int j, double c)
{
  int i, sign = bracket(m, k, l, &i);
  if (sign) dv_sum_add(m->ring, m->M[i * m->nv + j], c * sign);
}

static void coriolis(dv_symbol_machine *m)
{
  dv_ring *r = m->ring;
  int n = m->nv;
  dv_poly *dM = DV_TAKE(r->arena, dv_poly, (size_t)n * (size_t)n * (size_t)n), *v = DV_TAKE(r->arena, dv_poly, n);
  for (int k = 0; k < n; k++) {
    v[k] = dv_poly_atom(r, m->v[k].atom);
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) dM[(k * n + i) * n + j] = dM[(k * n + j) * n + i] = dv_symbol_along(m, m->M[i * n + j], k);
  }
  for (int j = 0; j < n; j++)
    for (int l = 0; l < n; l++) {
      dv_poly sum = {0};
      for (int k = 0; k < n; k++) {
        dv_sum_begin(r);
        dv_sum_add(r, dM[(k * n + j) * n + l], 0.5);
        dv_sum_add(r, dM[(l * n + j) * n + k], 0.5);
        dv_sum_add(r, dM[(j * n + k) * n + l], -0.5);
        add_bracket(m, k, l, j, 0.5), add_bracket(m, k, j, l, -0.5), add_bracket(m, l, j, k, -0.5);
        sum = dv_poly_add(r, sum, dv_poly_times(r, dv_sum_end(r), v[k]));
      }
      m->C[j * n + l] = sum;
      m->c[j] = dv_poly_add(r, m->c[j], dv_poly_times(r, sum, v[l]));
      m->h[l] = dv_poly_add(r, m->h[l], dv_poly_times(r, sum, v[j]));  // M' = C + C^T, so h = M' v - C v = C^T v
    }
}

void dv_symbol_dynamics(dv_symbol_machine *m)
{
  dv_arena *a = m->ring->arena;
  int n = m->nv;
  m->M = DV_TAKE(a, dv_poly, n * n);
  m->C = DV_TAKE(a, dv_poly, n * n);
  m->c = DV_TAKE(a, dv_poly, n);
  m->g = DV_TAKE(a, dv_poly, n);
  m->h = DV_TAKE(a, dv_poly, n);
  compose(m);
  for (int k = 0; k < n && !m->ring->full; k++) mass_of(m, k);
  if (m->prune > 0) prune(m);
  if (!m->ring->full) coriolis(m);
  for (int k = 0; k < n && !m->ring->full; k++) m->g[k] = dv_symbol_along(m, m->V, k);
}
