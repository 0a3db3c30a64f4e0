// projection_place.c: joint lines of a machine at a state, and projection matrices of its sections.
//
//   line of joint j in world axes at the world's origin:  $ = V^-1 L,  constant in the child:  $' = t_j x $
//   column of a section  P_j = V $_j,      P_j' = V $_j' - t x P_j
#include "formulation/projection.h"

#include "formulation/joint.h"

#include <string.h>

const dv_link_num *dv_projection_numbers(const dv_projection *s, int link)
{
  return (const dv_link_num *)(const void *)(s->num + s->tree.link[link].num);
}

static int is_site(const dv_link *l) { return l->joint == dv_joint_row_x1("site"); }

static void make_sections(dv_arena *a, dv_projection *s)
{
  int n = s->tree.nlink;
  for (int i = 0; i < s->tree.nlink; i++) n += s->tree.link[i].nodes;
  s->section = DV_TAKE(a, dv_slice, n);
  for (int i = 0; i < s->tree.nlink; i++)
    for (int k = DV_SLICE_LINK; k < s->tree.link[i].nodes; k++)
      s->section[s->nsection++] = (dv_slice){.link = i, .node = k, .c = 1};
}

dv_projection *dv_projection_new(dv_arena *a, const dv_tree *t, const double *num)
{
  dv_projection *s = DV_TAKE(a, dv_projection, 1);
  size_t n = (size_t)t->nlink, nv = (size_t)t->nv;
  s->tree = *t;
  s->num = num;
  s->nv = t->nv;
  s->R = (double(*)[9])dv_arena_take(a, n * sizeof *s->R);
  s->p = DV_TAKE(a, v3, n);
  s->twist = DV_TAKE(a, dv_twist, n);
  s->first = DV_TAKE(a, int, n + 1);
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    s->first[i + 1] = s->first[i] + (is_site(l) ? l->site_modes : dv_joint_row_facts_x1(l->joint).nv);
  }
  s->nline = s->first[n];
  s->line = DV_TAKE(a, dv_line, s->nline);
  make_sections(a, s);
  s->P = DV_TAKE(a, dv_twist, 2 * nv);
  s->change = s->P + nv;
  s->M = DV_TAKE(a, double, nv *nv);
  s->momentum = DV_TAKE(a, double, 4 * nv);
  s->E = s->momentum + nv, s->h = s->E + nv, s->G = s->h + nv;
  return s;
}

static void place_link(dv_projection *s, int i)
{
  const dv_link *l = &s->tree.link[i];
  const dv_link_num *x = dv_projection_numbers(s, i);
  double Q[9], R[9];
  v3 d;
  if (is_site(l)) {
    dv_site_pose(s, i, R, &d);
  } else {
    dv_joint_motion(l, x->pitch, s->q + l->iq, Q, &d);
    dv_m3_product(x->R, Q, R);
    d = dv_v3_add(dv_v3_of(x->p), dv_m3_mul(x->R, d));
  }
  s->p[i] = d;
  memcpy(s->R[i], R, sizeof R);
  if (l->parent < 0) return;
  s->p[i] = dv_v3_add(s->p[l->parent], dv_m3_mul(s->R[l->parent], d));
  dv_m3_product(s->R[l->parent], R, s->R[i]);
}

// The screws of a link's own rates in its axes at its origin, and what they change there.
static int own_screws(const dv_projection *s, int i, dv_twist *screw, dv_twist *change)
{
  const dv_link *l = &s->tree.link[i];
  v3 turn[DV_JOINT_RATES], slide[DV_JOINT_RATES];
  if (is_site(l)) {
    dv_site_screws(s, i, screw, change);
    return l->site_modes;
  }
  int n = dv_joint_axes(l, dv_projection_numbers(s, i)->pitch, turn, slide);
  for (int k = 0; k < n; k++) {
    screw[k] = (dv_twist){turn[k], slide[k]};
    change[k] = dv_twist_zero();
  }
  return n;
}

static void place_lines(dv_projection *s, int i)
{
  const dv_link *l = &s->tree.link[i];
  dv_twist screw[DV_MODES_MOST], change[DV_MODES_MOST], t = l->parent < 0 ? dv_twist_zero() : s->twist[l->parent];
  dv_line *line = s->line + s->first[i];
  int n = own_screws(s, i, screw, change);
  for (int k = 0; k < n; k++) {
    line[k].rate = l->iv + k;
    line[k].line = dv_twist_refer(dv_twist_up(s->R[i], screw[k]), s->p[i]);
    t = dv_twist_add(t, dv_twist_scale(line[k].line, s->u[line[k].rate]));
  }
  s->twist[i] = t;
  for (int k = 0; k < n; k++)
    line[k].change = dv_twist_add(dv_twist_cross(t, line[k].line), dv_twist_refer(dv_twist_up(s->R[i], change[k]), s->p[i]));
}

// c r = c r0 + sum c phi x (+ shortening), and its rate; dv_node_mode gives the slopes.
static void place_node(const dv_projection *s, dv_slice *c)
{
  const dv_link *l = &s->tree.link[c->link];
  const int n = l->modes, stride = 4 + 3 * n + (l->shortens ? n * n : 0);
  const double *x = s->q + l->mq, *node = s->num + l->shape + 3 + 3 * n + n * n + stride * c->node;
  c->c = node[0];
  c->r = dv_v3_of(node + 1);
  c->rate = dv_v3_zero();
  for (int k = 0; k < n; k++) {
    v3 phi, change, straight = dv_v3_of(node + 4 + 3 * k);
    dv_node_mode(s, c, k, &phi, &change);
    c->r = dv_v3_add(c->r, dv_v3_scale(dv_v3_add(phi, straight), 0.5 * x[k]));
    c->rate = dv_v3_add(c->rate, dv_v3_scale(phi, s->u[l->mv + k]));
  }
}

void dv_projection_place(dv_projection *s, const double *q, const double *u)
{
  s->q = q;
  s->u = u;
  for (int i = 0; i < s->tree.nlink; i++) {
    place_link(s, i);
    place_lines(s, i);
  }
  for (int i = 0; i < s->nsection; i++)
    if (s->section[i].node != DV_SLICE_LINK) place_node(s, &s->section[i]);
}

static dv_twist in_link(const dv_projection *s, int link, dv_twist line)
{
  return dv_twist_down(s->R[link], dv_twist_refer(line, dv_v3_scale(s->p[link], -1)));
}

// From the link's origin to the section: v + w x r, times c.
static dv_twist at_section(const dv_slice *c, dv_twist t)
{
  return (dv_twist){t.w, dv_v3_add(dv_v3_scale(t.v, c->c), dv_v3_cross(t.w, c->r))};
}

dv_twist dv_slice_see(const dv_projection *s, const dv_slice *c, dv_twist line)
{
  return at_section(c, in_link(s, c->link, line));
}

dv_twist dv_slice_change(const dv_projection *s, const dv_slice *c, dv_twist line, dv_twist change)
{
  dv_twist own = in_link(s, c->link, line), t = in_link(s, c->link, s->twist[c->link]);
  dv_twist rate = at_section(c, dv_twist_sub(in_link(s, c->link, change), dv_twist_cross(t, own)));
  rate.v = dv_v3_add(rate.v, dv_v3_cross(own.w, c->rate));
  return rate;
}

void dv_projection_section(dv_projection *s, int section)
{
  const dv_slice *c = &s->section[section];
  const dv_link *l = &s->tree.link[c->link];
  for (int k = 0; k < s->nv; k++) s->P[k] = s->change[k] = dv_twist_zero();
  for (int i = c->link; i >= 0; i = s->tree.link[i].parent)
    for (int k = s->first[i]; k < s->first[i + 1]; k++) {
      const dv_line *j = &s->line[k];
      s->P[j->rate] = dv_slice_see(s, c, j->line);
      s->change[j->rate] = dv_slice_change(s, c, j->line, j->change);
    }
  for (int k = 0; c->node != DV_SLICE_LINK && k < l->modes; k++)
    dv_node_mode(s, c, k, &s->P[l->mv + k].v, &s->change[l->mv + k].v);
}
