// reach.c: where the coordinates must be for a point to be at a target, and axes of its body to head as wanted.
//
//   p(q) = T,   p_i(q) = T + t_i   with p_i the spot one metre from p along the axis that shall head along t_i
//
// Closed form where the chain allows it, damped least squares from a spread of starts otherwise; each solution is polished.
// Without one inside the limits: the nearest pose, min |p(q) - T| with limits of axes as stiff penalties.
#include "study/reach.h"

#include "study/least.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 96, BRANCHES = 16, MORE = 3 };  // a heading takes MORE times the starts
static const double near_enough = 1e-9;         // m, rad

typedef struct {
  dv_arm *c;
  const double *target;
  double weight;  // of an axis beyond its limits; 0: limits do not count
} search;

// Loops are closed as stiffly as limits are kept.
static void close_loops(const search *s, const double *moved, double *r, double *J)
{
  dv_arm *c = s->c;
  double weight = fmax(1, s->weight);
  dv_arm_gap(c, moved);
  for (int i = 0; i < c->nrow; i++) {
    r[i] = weight * c->gap[i];
    for (int j = 0; J && j < c->n; j++) J[i * c->n + j] = weight * c->closure[i * c->k->m->nv + c->mover[j]->iv];
  }
}

static void keep_limits(const search *s, const double *moved, double *r, double *J)
{
  dv_arm *c = s->c;
  dv_arm_pose(c, moved);
  for (int i = 0; i < c->nway; i++) {
    const dv_way *w = &c->way[i];
    double y = dv_way_at(c->k, w, c->q, c->k->v, J ? c->row : NULL, NULL);
    double over = y > w->upper ? y - w->upper : y < w->lower ? y - w->lower : 0;
    r[i] = s->weight * over;
    for (int j = 0; J && j < c->n; j++) J[i * c->n + j] = over != 0 ? s->weight * c->row[c->mover[j]->iv] : 0;
  }
}

static int miss(void *context, const double *moved, double *r, double *J)
{
  search *s = context;
  dv_arm *c = s->c;
  int aims = 3 + 3 * c->heading.n, rows = aims + c->nrow;
  for (int k = 0; k <= c->heading.n; k++) {
    double *x = r + 3 * k;
    dv_arm_spot(c, k ? &c->ahead[k - 1] : &c->point, moved, x, J ? J + 3 * k * c->n : NULL);
    for (int i = 0; i < 3; i++) x[i] -= s->target[i] + (k ? c->heading.along[k - 1][i] : 0);
  }
  close_loops(s, moved, r + aims, J ? J + aims * c->n : NULL);
  if (s->weight > 0) keep_limits(s, moved, r + rows, J ? J + rows * c->n : NULL);
  return 0;
}

static void solve(search *s, dv_arena *a, int bounded, double *moved)
{
  dv_arm *c = s->c;
  double *lower = DV_TAKE(a, double, 2 * c->n), *upper = lower + c->n;
  for (int i = 0; i < c->n; i++) lower[i] = c->lower[i], upper[i] = c->upper[i];
  dv_least p = {.n = c->n,
                .m = 3 + 3 * c->heading.n + c->nrow + (s->weight > 0 ? c->nway : 0),
                .stride = 0.7,
                .f = miss,
                .context = s,
                .most = 100};
  if (bounded) p.lower = lower, p.upper = upper;
  dv_least_result out;
  dv_least_squares(a, &p, moved, &out);
}

// Angles within their limits if a turn more or less does it, else within half a turn of zero.
static void wrap(const dv_arm *c, double *moved)
{
  for (int i = 0; i < c->n; i++) {
    const dv_mover *m = c->mover[i];
    if (!m->rotary) continue;
    moved[i] = remainder(moved[i], 2 * M_PI);
    for (int k = 0; k < 3; k++) {
      static const int turn[] = {0, 1, -1};
      double x = moved[i] + 2 * M_PI * turn[k];
      if (x >= c->lower[i] - 1e-12 && x <= c->upper[i] + 1e-12) {
        moved[i] = x;
        break;
      }
    }
  }
}

// |a - b| = 2 sin(half the angle) between unit vectors
static double turned(dv_arm *c, const double at[3], const double *moved)
{
  double most = 0, x[3];
  for (int k = 0; k < c->heading.n; k++) {
    dv_arm_spot(c, &c->ahead[k], moved, x, NULL);
    double off = 0;
    for (int i = 0; i < 3; i++) off += pow(x[i] - at[i] - c->heading.along[k][i], 2);
    most = fmax(most, 2 * asin(fmin(1, sqrt(off) / 2)));
  }
  return most;
}

static dv_branch branch_of(dv_arm *c, const double target[3], const double *moved)
{
  dv_branch b = {.moved = DV_TAKE(c->k->arena, double, c->n)};
  memcpy(b.moved, moved, (size_t)c->n * sizeof(double));
  dv_arm_point(c, moved, b.at);
  b.distance = sqrt(pow(b.at[0] - target[0], 2) + pow(b.at[1] - target[1], 2) + pow(b.at[2] - target[2], 2));
  b.turned = turned(c, b.at, moved);
  b.excess = dv_arm_excess(c, moved);
  return b;
}

static double apart(const dv_arm *c, const double *a, const double *b)
{
  double most = 0;
  for (int i = 0; i < c->n; i++) most = fmax(most, fabs(c->mover[i]->rotary ? remainder(a[i] - b[i], 2 * M_PI) : a[i] - b[i]));
  return most;
}

static void add_branch(dv_arm *c, const double target[3], double *moved, dv_reach *out)
{
  wrap(c, moved);
  dv_branch b = branch_of(c, target, moved);
  if (!(b.distance <= near_enough * (1 + sqrt(target[0] * target[0] + target[1] * target[1] + target[2] * target[2])))) return;
  if (b.turned > near_enough || dv_arm_gap(c, moved) > near_enough) return;
  for (int i = 0; i < out->nbranch; i++)
    if (apart(c, out->branch[i].moved, moved) < 1e-5) return;
  if (out->nbranch < BRANCHES) out->branch[out->nbranch++] = b;
}

// The i-th start: the initial pose, then a lattice over the limits; angles without limits over the whole turn.
static void start(const dv_arm *c, int i, double *moved)
{
  static const double step[] = {0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067,
                                0.8566748838, 0.7338918566, 0.6287067210, 0.5385972572};
  for (int j = 0; j < c->n; j++) {
    const dv_mover *m = c->mover[j];
    double wide = m->rotary ? M_PI : 2, lower = isfinite(m->lower) ? m->lower : -wide,
           upper = isfinite(m->upper) ? m->upper : wide;
    moved[j] = i ? lower + (upper - lower) * fmod(0.5 + i * step[j % 8], 1) : c->k->q[m->iq];
  }
}

static void search_branches(dv_arm *c, const double target[3], dv_reach *out, dv_arena *a)
{
  search s = {c, target, 0};
  double *moved = DV_TAKE(a, double, c->n > 3 ? c->n : 3 * 8);
  int seeds = c->heading.n ? -1 : dv_reach_closed(c, target, moved, 8), starts = c->heading.n ? MORE * STARTS : STARTS;
  out->method = seeds < 0 ? "damped least squares" : "closed form of three revolute joints";
  out->complete = seeds >= 0;
  for (int i = 0; i < seeds; i++) {
    solve(&s, a, 0, moved + 3 * i);
    add_branch(c, target, moved + 3 * i, out);
  }
  for (int i = 0; seeds < 0 && i < starts; i++) {
    start(c, i, moved);
    solve(&s, a, i % 2, moved);
    add_branch(c, target, moved, out);
  }
}

// Penalties grow, so that the last pose keeps the limits of axes to rounding.
static void search_nearest(dv_arm *c, const double target[3], dv_reach *out, dv_arena *a)
{
  double *moved = DV_TAKE(a, double, c->n), best = HUGE_VAL;
  for (int i = 0; i < STARTS / 2; i++) {
    start(c, i, moved);
    for (double weight = 1; weight < 1e8; weight *= 100) {
      search s = {c, target, weight};
      solve(&s, a, 1, moved);
    }
    wrap(c, moved);
    dv_branch b = branch_of(c, target, moved);
    double off = hypot(b.distance, 2 * sin(b.turned / 2));
    if (b.excess < 1e-6 && dv_arm_gap(c, moved) < 1e-6 && off < best - 1e-12) best = off, out->nearest = b;
  }
}

typedef struct {
  dv_branch branch;
  double from_seed;
} ranked;

static int by_rank(const void *a, const void *b)
{
  const ranked *x = a, *y = b;
  int in = (y->branch.excess <= 1e-9) - (x->branch.excess <= 1e-9);
  return in ? in : x->from_seed < y->from_seed ? -1 : x->from_seed > y->from_seed;
}

static void rank(const dv_arm *c, const double *seed, dv_reach *out)
{
  ranked all[BRANCHES];
  for (int i = 0; i < out->nbranch; i++) {
    double far = 0;
    for (int j = 0; j < c->n; j++) far += pow(out->branch[i].moved[j] - (seed ? seed[j] : c->k->q[c->mover[j]->iq]), 2);
    all[i] = (ranked){out->branch[i], far};
  }
  qsort(all, (size_t)out->nbranch, sizeof *all, by_rank);
  for (int i = 0; i < out->nbranch; i++) {
    out->branch[i] = all[i].branch;
    out->within += all[i].branch.excess <= 1e-9;
  }
}

void dv_reach_target(dv_arm *c, const double target[3], const double *seed, dv_reach *out)
{
  dv_arena *scratch = dv_arena_new();
  *out = (dv_reach){.branch = DV_TAKE(c->k->arena, dv_branch, BRANCHES), .nearest = {.distance = HUGE_VAL}};
  search_branches(c, target, out, scratch);
  rank(c, seed, out);
  if (!out->within) search_nearest(c, target, out, scratch);
  dv_arena_free(scratch);
}
