// projection_form.c: the momentum form by projection matrices (Cibicik et al. 2019, eqs 39-48), sums over sections.
//
//   M = sum P^T D P    p = M u    E_j = sum (P_j' + t x P_j)^T D t    M' u = sum P'^T D t + P^T D P' u    h = M' u - E
//   G = sum P^T Pi w_g                                                 t = P u;  P_j' + t x P_j = dt/dq_j at constant u
#include "formulation/projection.h"

#include <string.h>

// Momentum of a link's inertia: rigid [f; n] = [m v + w x mc; I w + mc x v], and the added one.
static dv_wrench link_momentum(const dv_projection *s, int link, dv_twist t)
{
  const dv_link_num *x = dv_projection_numbers(s, link);
  v3 mc = dv_v3_of(x->mc);
  dv_wrench h = {dv_v3_add(dv_v3_scale(t.v, x->m), dv_v3_cross(t.w, mc)), dv_v3_add(dv_s3_mul(x->I, t.w), dv_v3_cross(mc, t.v))};
  if (s->tree.link[link].body != DV_FULL) return h;
  const double *J = x->full, *H = J + 6, *A = H + 9;
  dv_wrench added = {dv_v3_add(dv_m3_tmul(H, t.w), dv_s3_mul(A, t.v)), dv_v3_add(dv_s3_mul(J, t.w), dv_m3_mul(H, t.v))};
  return dv_wrench_add(h, added);
}

dv_wrench dv_slice_momentum(const dv_projection *s, const dv_slice *c, dv_twist t)
{
  return c->node == DV_SLICE_LINK ? link_momentum(s, c->link, t) : (dv_wrench){t.v, dv_v3_zero()};
}

dv_wrench dv_slice_weight(const dv_projection *s, const dv_slice *c)
{
  const dv_link_num *x = dv_projection_numbers(s, c->link);
  v3 g = dv_m3_tmul(s->R[c->link], dv_v3_of(s->num + s->tree.gravity));
  if (c->node != DV_SLICE_LINK) return (dv_wrench){dv_v3_scale(g, c->c), dv_v3_zero()};
  return (dv_wrench){dv_v3_scale(g, x->m), dv_v3_cross(dv_v3_of(x->mc), g)};
}

static void add_section(dv_projection *s, int section)
{
  const dv_slice *c = &s->section[section];
  const int n = s->nv;
  dv_twist t = dv_twist_zero(), rate = t;
  dv_projection_section(s, section);
  for (int k = 0; k < n; k++) {
    t = dv_twist_add(t, dv_twist_scale(s->P[k], s->u[k]));
    rate = dv_twist_add(rate, dv_twist_scale(s->change[k], s->u[k]));
  }
  dv_wrench momentum = dv_slice_momentum(s, c, t), bias = dv_slice_momentum(s, c, rate), weight = dv_slice_weight(s, c);
  for (int j = 0; j < n; j++) {
    double E = dv_power(dv_twist_add(s->change[j], dv_twist_cross(t, s->P[j])), momentum);
    s->E[j] += E;
    s->h[j] += dv_power(s->change[j], momentum) + dv_power(s->P[j], bias) - E;
    s->G[j] += dv_power(s->P[j], weight);
    dv_wrench H = dv_slice_momentum(s, c, s->P[j]);
    for (int i = 0; i < n; i++) s->M[i * n + j] += dv_power(s->P[i], H);
  }
}

// T = w . J psi x' + x'^T Z x' / 2;  columns of w are those of the link's section.
static void add_turning(dv_projection *s, int section)
{
  const int link = s->section[section].link, n = s->nv;
  const dv_link *l = &s->tree.link[link];
  v3 h = dv_turning_momentum(s, link, s->u + l->mv), w = dv_v3_zero(), rate = w;
  dv_projection_section(s, section);
  for (int k = 0; k < n; k++) {
    w = dv_v3_add(w, dv_v3_scale(s->P[k].w, s->u[k]));
    rate = dv_v3_add(rate, dv_v3_scale(s->change[k].w, s->u[k]));
  }
  for (int j = 0; j < n; j++) {
    double E = dv_v3_dot(dv_v3_add(s->change[j].w, dv_v3_cross(w, s->P[j].w)), h);
    s->E[j] += E;
    s->h[j] += dv_v3_dot(s->change[j].w, h) - E;
  }
  for (int k = 0; k < l->modes; k++) {
    v3 Jpsi = dv_v3_of(s->num + l->shape + 3 + 3 * k);
    s->h[l->mv + k] += dv_v3_dot(rate, Jpsi);
    for (int j = 0; j < n; j++) {
      double m = dv_v3_dot(s->P[j].w, Jpsi);
      s->M[(l->mv + k) * n + j] += m;
      s->M[j * n + l->mv + k] += m;
    }
    for (int i = 0; i < l->modes; i++) s->M[(l->mv + k) * n + l->mv + i] += dv_turning_mass(s, link, k, i);
  }
}

void dv_projection_form(dv_projection *s)
{
  const int n = s->nv;
  memset(s->M, 0, (size_t)(n * n) * sizeof *s->M);
  memset(s->momentum, 0, 4 * (size_t)n * sizeof *s->momentum);
  for (int i = 0; i < s->nsection; i++) {
    add_section(s, i);
    if (s->section[i].node == DV_SLICE_LINK && s->tree.link[s->section[i].link].modes) add_turning(s, i);
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) s->momentum[i] += s->M[i * n + k] * s->u[k];
}

void dv_projection_effort(const dv_projection *s, const double *acceleration, double *tau)
{
  for (int i = 0; i < s->nv; i++) {
    tau[i] = s->h[i] - s->G[i];
    for (int k = 0; k < s->nv; k++) tau[i] += s->M[i * s->nv + k] * acceleration[k];
  }
}
