// jacobian.h: the Jacobian of linearly implicit methods, by differences, kept over steps, and the elimination of W = 1 - h g J.
//
// J is taken anew after 20 steps, after events (the run clears `kept`), and when it misleads: the second stage shows
// h (F2 - F1) where J foretold h J xi, and |W^-1 h (F2 - F1 - J xi)| / |xi|, Newton's rate of convergence with this J (Hairer &
// Wanner, Solving ODEs II, sec. IV.8), exceeds a tenth. Each lane decides for itself. `kept` tells where J was taken, not J: a
// continued run takes it there again, and gets the same bits.
#pragma once

#include "step/lu.h"
#include "step/stepper.h"

enum { DV_JACOBIAN_STEPS_MOST = 20 };

typedef struct {
  int n, nx;
  real *dx, *y;                    // [nx]
  real *rate, *start, *xi, *line;  // [n] of an evaluation, of the step's first one, a displacement, scratch
  real *J, *fresh, *W;             // [count], [count], [filled]
} dv_jacobian_room;

DV_FN size_t dv_jacobian_reals(const dv_model *m)
{
  size_t n = (size_t)(2 * m->nv + m->nz);
  return 2 * (size_t)m->nx + 4 * n + 3 * n * n;
}

DV_FN dv_jacobian_room dv_jacobian_lay_out(const dv_stepping *s, real *at)
{
  dv_jacobian_room r;
  r.n = s->chart->n;
  r.nx = s->m->nx;
  r.dx = at;
  r.y = r.dx + r.nx;
  r.rate = r.y + r.nx;
  r.start = r.rate + r.n;
  r.xi = r.start + r.n;
  r.line = r.xi + r.n;
  r.J = r.line + r.n;
  r.fresh = r.J + s->pattern->count;
  r.W = r.fresh + s->pattern->count;
  return r;
}

// Entries of r->fresh at (t, x) by differences, a group of columns in each evaluation; each lane has its own state.
DV_HD inline int dv_jacobian_columns(dv_stepping *s, const dv_jacobian_room *r, double t, const real *x)
{
  const dv_chart *c = s->chart;
  const dv_pattern *p = s->pattern;
  for (int e = 0; e < p->count; e++) r->fresh[e] = dv_real(0);
  for (int g = 0; g < p->ngroup; g++) {
    for (int i = 0; i < r->n; i++) r->xi[i] = dv_real(0);
    for (int i = p->group[g]; i < p->group[g + 1]; i++) {
      int j = p->member[i], at = c->number[j];
      r->xi[j] = dv_real(0x1p-26);
      if (at >= 0) r->xi[j] = (x[at] + 0x1p-26 * dv_max(dv_abs(x[at]), dv_real(c->scale[j]))) - x[at];
    }
    DV_X(dv_step_retract)(s, x, r->xi, r->y);
    if (DV_X(dv_step_rates)(s, t, r->y, r->dx, NULL)) return 1;
    DV_X(dv_step_tangent)(s, NULL, r->dx, r->rate);
    for (int i = p->group[g]; i < p->group[g + 1]; i++)
      for (int j = p->member[i], k = p->down[j]; k < p->down[j + 1]; k++)
        r->fresh[p->entry[k]] = (r->rate[p->in[k]] - r->start[p->in[k]]) / r->xi[j];
  }
  return 0;
}

DV_FN real *dv_jacobian_entry(const dv_pattern *p, real *J, int i, int j)
{
  int e = p->row[i];
  while (p->column[e] != j) e++;
  return &J[e];
}

// The chart's own part of J: xi' = w + xi x w / 2 + ...
DV_FN void dv_jacobian_turn(const dv_stepping *s, const dv_jacobian_room *r)
{
  for (int i = 0; i < s->chart->nattitude; i++) {
    int v = s->chart->attitude[i].v;
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3, d = (a + 2) % 3;  // e_a x w = w_b e_d - w_d e_b
      *dv_jacobian_entry(s->pattern, r->fresh, v + d, v + a) += 0.5 * r->start[v + b];
      *dv_jacobian_entry(s->pattern, r->fresh, v + b, v + a) -= 0.5 * r->start[v + d];
    }
  }
}

// r->fresh at (t, x), where r->start is the tangent rate.
DV_HD inline int dv_jacobian_take(dv_stepping *s, const dv_jacobian_room *r, double t, const real *x)
{
  int bad = s->jacobian ? s->jacobian(s->context, t, dv_const_doubles(x), s->d, dv_const_doubles(r->start), dv_doubles(r->fresh))
                        : dv_jacobian_columns(s, r, t, x);
  if (!bad) dv_jacobian_turn(s, r);
  if (!bad || !s->jacobian) return bad;
  s->failed_t = t;
  s->failed_x = dv_const_doubles(x);
  s->failed_dx = NULL;  // somewhere beside x
  return bad;
}

// A new J in the lanes of a mask.
DV_HD inline int dv_jacobian_renew(dv_stepping *s, const dv_jacobian_room *r, double t, const real *x, dv_bool where)
{
  real *kept = dv_reals(s->kept), *there = kept + DV_KEPT_X;
  const real *d = (const real *)(const void *)s->d;
  if (dv_jacobian_take(s, r, t, x)) return 1;
  for (int e = 0; e < s->pattern->count; e++) r->J[e] = dv_select(where, r->fresh[e], r->J[e]);
  kept[DV_KEPT_STEPS] = dv_select(where, dv_real(0), kept[DV_KEPT_STEPS]);
  kept[DV_KEPT_TIME] = dv_select(where, dv_real(t), kept[DV_KEPT_TIME]);
  for (int i = 0; i < s->m->nx; i++) there[i] = dv_select(where, x[i], there[i]);
  for (int i = 0; i < s->m->nd; i++) there[s->m->nx + i] = dv_select(where, d[i], there[s->m->nx + i]);
  s->factored = 0;
  return 0;
}

// A lane that keeps none stands in for one that does: where it is now.
DV_FN void dv_jacobian_stand_in(const dv_stepping *s, const real *x)
{
  real *kept = dv_reals(s->kept), *there = kept + DV_KEPT_X;
  const real *d = (const real *)(const void *)s->d;
  dv_bool none = kept[DV_KEPT_STEPS] <= 0.0;
  for (int i = 0; i < s->m->nx; i++) there[i] = dv_select(none, x[i], there[i]);
  for (int i = 0; i < s->m->nd; i++) there[s->m->nx + i] = dv_select(none, d[i], there[s->m->nx + i]);
}

// J as it was taken at t, in the lanes of `left` that took it then; those that are left after it.
DV_HD inline int dv_jacobian_again(dv_stepping *s, const dv_jacobian_room *r, double t, unsigned *left)
{
  real *kept = dv_reals(s->kept), *x = kept + DV_KEPT_X, wanted = dv_real(0);
  const double *d = s->d;
  for (int l = 0; l < DV_LANES; l++)
    if (*left >> l & 1 && dv_lane(kept[DV_KEPT_TIME], l) == t) dv_put(&wanted, l, 1), *left &= ~(1u << l);
  s->d = dv_const_doubles(x + s->m->nx);
  int bad = DV_X(dv_step_rates)(s, t, x, r->dx, NULL);
  DV_X(dv_step_tangent)(s, NULL, r->dx, r->start);
  if (!bad) bad = dv_jacobian_take(s, r, t, x);
  s->d = d;
  for (int e = 0; e < s->pattern->count; e++) r->J[e] = dv_select(wanted > 0.5, r->fresh[e], r->J[e]);
  s->factored = 0;
  return bad;
}

// The J of the states that runs go on from: a run alone after a pause, lanes that were elsewhere.
DV_HD inline int dv_jacobian_recall(dv_stepping *s, const dv_jacobian_room *r, const real *x)
{
  const unsigned all = (1u << DV_LANES) - 1;
  unsigned left = ~(unsigned)s->recalled & all;
  const real *kept = dv_reals(s->kept);
  int bad = 0;
  s->recalled = (int)all;
  for (int l = 0; l < DV_LANES; l++)
    if (left >> l & 1 && !(dv_lane(kept[DV_KEPT_STEPS], l) > 0)) left &= ~(1u << l);
  if (left) dv_jacobian_stand_in(s, x);
  for (int l = 0; l < DV_LANES && !bad; l++)
    if (left >> l & 1) bad = dv_jacobian_again(s, r, dv_lane(kept[DV_KEPT_TIME], l), &left);
  return bad;
}

DV_FN void dv_jacobian_factor(dv_stepping *s, const dv_jacobian_room *r, double h, double g)
{
  const dv_pattern *p = s->pattern;
  if (s->factored == h) return;
  for (int e = 0; e < p->filled; e++) r->W[e] = dv_real(0);
  for (int e = 0; e < p->count; e++) r->W[p->place[e]] = -(h * g) * r->J[e];
  for (int k = 0; k < p->n; k++) r->W[p->diagonal[k]] += 1;
  dv_lu_factor(p, r->W, r->line);
  s->factored = h;
}

DV_FN dv_bool dv_jacobian_due(const dv_stepping *s)
{
  real steps = dv_reals(s->kept)[DV_KEPT_STEPS];
  return (steps == 0.0) | (steps >= (double)DV_JACOBIAN_STEPS_MOST);
}

// Lanes whose J, if it is not new, is far from what was met at r->xi: the tangent rate r->rate. off [n]: scratch.
DV_HD inline dv_bool dv_jacobian_misled(const dv_stepping *s, const dv_jacobian_room *r, double h, real *off)
{
  const dv_pattern *p = s->pattern;
  real far = dv_real(0), way = dv_real(0);
  for (int i = 0; i < r->n; i++) {
    real foretold = dv_real(0);
    for (int e = p->row[i]; e < p->row[i + 1]; e++) foretold += r->J[e] * r->xi[p->column[e]];
    off[i] = h * (r->rate[i] - r->start[i] - foretold);
  }
  dv_lu_solve(p, r->W, off, r->line);
  for (int i = 0; i < r->n; i++) {
    far = dv_max(far, dv_abs(off[i]) / s->chart->scale[i]);
    way = dv_max(way, dv_abs(r->xi[i]) / s->chart->scale[i]);
  }
  return (far > 0.1 * way + 1e-9) & (dv_reals(s->kept)[DV_KEPT_STEPS] > 0.0);
}

// A step is done.
DV_FN void dv_jacobian_served(dv_stepping *s) { dv_reals(s->kept)[DV_KEPT_STEPS] += 1; }
