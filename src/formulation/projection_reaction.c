// projection_reaction.c: reactions by auxiliary projection matrices (Cibicik et al. 2019, sec. 5, with the true h_r).
//
//   P_r: columns of auxiliary speeds of all that the joint carries
//   M_r = sum P_r^T D P   h_r = sum P_r^T (D P' u + t x* D t)   G_r = sum P_r^T Pi w_g   tau_r = sum P_r^T Pi w of parts
#include "formulation/projection.h"

#include <string.h>

dv_auxiliary dv_auxiliary_new(dv_arena *a, const dv_projection *s) { return (dv_auxiliary){.M = DV_TAKE(a, double, 6 * s->nv)}; }

static int carries(const dv_projection *s, int link, int other)
{
  while (other > link) other = s->tree.link[other].parent;
  return other == link;
}

// The six unit screws of the link's frame as a section sees them.
static void auxiliary_columns(const dv_projection *s, int link, const dv_slice *c, dv_twist *Pr)
{
  for (int d = 0; d < 6; d++) Pr[d] = dv_slice_see(s, c, dv_twist_refer(dv_twist_up(s->R[link], dv_twist_unit(d)), s->p[link]));
}

static void add_section(dv_projection *s, int link, int section, dv_auxiliary *r)
{
  const dv_slice *c = &s->section[section];
  dv_twist Pr[6], t = dv_twist_zero(), rate = t;
  auxiliary_columns(s, link, c, Pr);
  dv_projection_section(s, section);
  for (int k = 0; k < s->nv; k++) {
    t = dv_twist_add(t, dv_twist_scale(s->P[k], s->u[k]));
    rate = dv_twist_add(rate, dv_twist_scale(s->change[k], s->u[k]));
    dv_wrench H = dv_slice_momentum(s, c, s->P[k]);
    for (int d = 0; d < 6; d++) r->M[d * s->nv + k] += dv_power(Pr[d], H);
  }
  dv_wrench carried = dv_wrench_carry(t, dv_slice_momentum(s, c, t)), weight = dv_slice_weight(s, c);
  dv_wrench bias = dv_wrench_add(dv_slice_momentum(s, c, rate), carried);
  for (int d = 0; d < 6; d++) {
    r->h[d] += dv_power(Pr[d], bias);
    r->G[d] += dv_power(Pr[d], weight);
  }
}

// Moment that turns the sections against each other: (J psi x')' in world axes; and the parts' wrench on the link.
static void add_link(dv_projection *s, int link, int section, const double *load, dv_auxiliary *r)
{
  const dv_slice *c = &s->section[section];
  const dv_link *l = &s->tree.link[c->link];
  dv_twist Pr[6];
  auxiliary_columns(s, link, c, Pr);
  v3 w = dv_m3_tmul(s->R[c->link], s->twist[c->link].w);
  v3 turned = dv_v3_cross(w, dv_turning_momentum(s, c->link, s->u + l->mv));
  for (int d = 0; d < 6; d++) {
    r->h[d] += dv_v3_dot(Pr[d].w, turned);
    for (int k = 0; k < l->modes; k++) r->M[d * s->nv + l->mv + k] += dv_v3_dot(Pr[d].w, dv_v3_of(s->num + l->shape + 3 + 3 * k));
    if (load) r->tau[d] += dv_power(Pr[d], (dv_wrench){dv_v3_of(load + 6 * c->link + 3), dv_v3_of(load + 6 * c->link)});
  }
}

void dv_auxiliary_form(dv_projection *s, int link, const double *load, dv_auxiliary *r)
{
  double *M = r->M;
  memset(M, 0, 6 * (size_t)s->nv * sizeof *M);
  *r = (dv_auxiliary){.M = M};
  for (int i = 0; i < s->nsection; i++) {
    if (!carries(s, link, s->section[i].link)) continue;
    add_section(s, link, i, r);
    if (s->section[i].node == DV_SLICE_LINK) add_link(s, link, i, load, r);
  }
}

void dv_auxiliary_reaction(const dv_projection *s, const dv_auxiliary *r, const double *acceleration, double *rho)
{
  for (int d = 0; d < 6; d++) {
    rho[d] = -r->h[d] + r->G[d] + r->tau[d];
    for (int k = 0; k < s->nv; k++) rho[d] -= r->M[d * s->nv + k] * acceleration[k];
  }
}
