// collocation_slopes.c: objective and rows at z, with their slopes and second slopes. Every row is linear in what the machine's
// graph gives at single points, so the second slopes of their sum are those of single points, too.
//
// Entries are put one by one, in the same order when they are laid and when they are computed; equal places add up.
#include "study/collocation_inside.h"

#include <string.h>

typedef dv_collocation collocation;

enum { SPREAD = 64 };  // most variables that one local variable is made of

typedef struct {
  int *row, *column;  // laying; NULL: computing
  double *value;
  int n;
} sink;

static void put(sink *s, int row, int column, double value)
{
  if (s->row) s->row[s->n] = row, s->column[s->n] = column;
  if (s->value) s->value[s->n] = value;
  s->n++;
}

// ---- from z to a point and back

double dv_collocation_time(const dv_collocation *c, const double *z, int phase, double tau)
{
  double t = tau * z[dv_at_duration(c, phase)];
  for (int p = 0; p < phase; p++) t += z[dv_at_duration(c, p)];
  return t;
}

void dv_collocation_local(const dv_collocation *c, const double *z, const dv_evaluation *e, double *local)
{
  local[DV_AT_SPAN] = z[dv_at_duration(c, e->phase)];
  local[DV_AT_TIME] = dv_collocation_time(c, z, e->phase, e->tau);
  memcpy(local + DV_AT_STATE, z + dv_at_state(c, e->point, 0), (size_t)c->nx * sizeof *z);
  for (int j = 0; j < c->nu; j++)
    local[DV_AT_STATE + c->nx + j] = (1 - e->share) * z[dv_at_input(c, e->left, j)] + e->share * z[dv_at_input(c, e->right, j)];
}

// Variables that a local one is made of, and their shares.
static int spread(const collocation *c, const dv_evaluation *e, int local, int *at, double *share)
{
  int n = 0, j = local - DV_AT_STATE - c->nx;
  if (local == DV_AT_TIME) {
    for (int p = 0; p <= e->phase; p++) at[n] = dv_at_duration(c, p), share[n++] = p < e->phase ? 1 : e->tau;
    return n;
  }
  share[0] = 1;
  if (local == DV_AT_SPAN) at[0] = dv_at_duration(c, e->phase);
  else if (j < 0) at[0] = dv_at_state(c, e->point, local - DV_AT_STATE);
  else {
    share[0] = 1 - e->share, share[1] = e->share;
    at[0] = dv_at_input(c, e->left, j), at[1] = dv_at_input(c, e->right, j);
    return e->left == e->right ? 1 : 2;
  }
  return 1;
}

// ---- where it stands

static int stand(collocation *c, const double *z, int slopes)
{
  int rows = dv_curvature_rows(c->curve), same = c->known && !memcmp(c->at, z, (size_t)c->p.n * sizeof *z);
  if (same && (c->failed || c->known > slopes)) return c->failed;
  memcpy(c->at, z, (size_t)c->p.n * sizeof *z);
  c->known = 1 + slopes, c->failed = 0;
  for (int e = 0; e < c->neval && !c->failed; e++) {
    double *y = c->y + (size_t)e * (size_t)rows;
    dv_collocation_local(c, z, &c->eval[e], c->local);
    c->failed = slopes ? dv_curvature_slope(c->curve, c->local, y, c->slope + (size_t)e * (size_t)c->slopes->n)
                       : dv_curvature_value(c->curve, c->local, y);
  }
  return c->failed;
}

static double rate_at(const collocation *c, int e, int row)
{
  return c->y[(size_t)e * (size_t)dv_curvature_rows(c->curve) + (size_t)row];
}

static double seen_at(const collocation *c, int e, int seen) { return rate_at(c, e, c->nx + seen); }

// factor * the slopes of row `of` of the machine at an evaluation, into a row of the problem.
static void put_slopes(const collocation *c, sink *s, int row, int e, int of, double factor)
{
  int at[SPREAD];
  double share[SPREAD];
  for (int k = c->slope_first[of]; k < c->slope_first[of + 1]; k++) {
    int n = spread(c, &c->eval[e], c->slopes->column[k], at, share);
    double slope = s->value ? factor * c->slope[(size_t)e * (size_t)c->slopes->n + (size_t)k] : 0;
    for (int i = 0; i < n; i++) put(s, row, at[i], share[i] * slope);
  }
}

// ---- objective

static int last_evaluation(const collocation *c) { return c->neval - 1; }

static int is_integral(const dv_motion_term *t) { return t->what == DV_TERM_INTEGRAL || t->what == DV_TERM_SQUARE; }
static int is_final(const dv_motion_term *t) { return t->what == DV_TERM_FINAL || t->what == DV_TERM_FINAL_SQUARE; }

static int needs_machine(const collocation *c)
{
  int needs = 0;
  for (int k = 0; k < c->t.nterm; k++) needs |= is_integral(&c->t.term[k]) || is_final(&c->t.term[k]);
  return needs;
}

// The slack of a term, -1: none.
static int slack_of(const collocation *c, int term)
{
  int n = -1;
  for (int k = 0; k <= term; k++) n += c->t.term[k].what == DV_TERM_MAX || c->t.term[k].what == DV_TERM_PEAK;
  return c->t.term[term].what == DV_TERM_MAX || c->t.term[term].what == DV_TERM_PEAK ? n : -1;
}

static double integral_of(const collocation *c, const double *z, int seen)
{
  double sum = 0;
  for (int k = 0; k < c->ninterval; k++)
    for (int l = 0; l < c->stages; l++)
      sum += z[dv_at_duration(c, c->interval_phase[k])] * c->interval_width[k] * c->integral[c->stages - 1][l] *
             seen_at(c, c->stage[k * c->stages + l], seen);
  return sum;
}

int dv_collocation_objective(dv_collocation *c, const double *z, double *f)
{
  *f = 0;
  if (needs_machine(c) && stand(c, z, 0)) return 1;
  for (int k = 0; k < c->t.nterm; k++) {
    const dv_motion_term *t = &c->t.term[k];
    double x = 0;
    if (t->what == DV_TERM_TIME)
      for (int p = 0; p < c->t.nphase; p++) x += z[dv_at_duration(c, p)];
    else if (is_integral(t)) x = integral_of(c, z, c->term_seen[k]);
    else if (is_final(t)) x = seen_at(c, last_evaluation(c), c->term_seen[k]);
    else x = z[dv_at_slack(c, slack_of(c, k))];
    *f += t->weight * x;
  }
  return 0;
}

static void put_integral(const collocation *c, sink *s, const double *z, int seen, double weight)
{
  for (int k = 0; k < c->ninterval; k++)
    for (int l = 0; l < c->stages; l++) {
      int e = c->stage[k * c->stages + l], T = dv_at_duration(c, c->interval_phase[k]);
      double part = weight * c->interval_width[k] * c->integral[c->stages - 1][l];
      put_slopes(c, s, 0, e, c->nx + seen, part * z[T]);
      put(s, 0, T, part * seen_at(c, e, seen));
    }
}

static void put_gradient(const collocation *c, sink *s, const double *z)
{
  for (int k = 0; k < c->t.nterm; k++) {
    const dv_motion_term *t = &c->t.term[k];
    if (t->what == DV_TERM_TIME)
      for (int p = 0; p < c->t.nphase; p++) put(s, 0, dv_at_duration(c, p), t->weight);
    else if (is_integral(t)) put_integral(c, s, z, c->term_seen[k], t->weight);
    else if (is_final(t)) put_slopes(c, s, 0, last_evaluation(c), c->nx + c->term_seen[k], t->weight);
    else put(s, 0, dv_at_slack(c, slack_of(c, k)), t->weight);
  }
}

int dv_collocation_gradient(dv_collocation *c, const double *z, double *slope)
{
  if (needs_machine(c) && stand(c, z, 1)) return 1;
  dv_arena *a = dv_arena_under(c->arena);
  sink count = {0};
  put_gradient(c, &count, z);
  sink s = {
      .row = DV_TAKE(a, int, count.n + 1), .column = DV_TAKE(a, int, count.n + 1), .value = DV_TAKE(a, double, count.n + 1)};
  put_gradient(c, &s, z);
  memset(slope, 0, (size_t)c->p.n * sizeof *slope);
  for (int i = 0; i < s.n; i++) slope[s.column[i]] += s.value[i];
  dv_arena_free(a);
  return 0;
}

// ---- rows

int dv_collocation_rows(dv_collocation *c, const double *z, double *g)
{
  if (stand(c, z, 0)) return 1;
  for (int k = 0; k < c->ninterval; k++) {
    double h = z[dv_at_duration(c, c->interval_phase[k])] * c->interval_width[k];
    const double *from = z + dv_at_state(c, k * (c->stages - 1), 0);
    for (int j = 1; j < c->stages; j++)
      for (int i = 0; i < c->nx; i++) {
        double sum = 0;
        for (int l = 0; l < c->stages; l++) sum += c->integral[j][l] * rate_at(c, c->stage[k * c->stages + l], i);
        g[dv_row_defect(c, k, j, i)] = from[j * c->nx + i] - from[i] - h * sum;
      }
  }
  for (int k = 0; k < c->seen_row.n; k++) {
    const dv_seen_row *s = &c->seen_row.item[k];
    g[dv_row_seen(c, k)] = seen_at(c, s->at, s->seen) + (s->slack < 0 ? 0 : s->sign * z[dv_at_slack(c, s->slack)]);
  }
  for (int k = 0; k < c->rate_row.n; k++) {
    const dv_rate_row *r = &c->rate_row.item[k];
    const dv_motion_input *u = &c->t.input[r->input];
    double h = z[dv_at_duration(c, c->interval_phase[r->interval])] * c->interval_width[r->interval];
    g[dv_row_rate(c, k)] = z[dv_at_input(c, r->interval + 1, r->input)] - z[dv_at_input(c, r->interval, r->input)] -
                           (r->above ? u->fastest : u->slowest) * h;
  }
  if (dv_has_whole(c)) g[dv_row_whole(c)] = dv_collocation_time(c, z, c->t.nphase - 1, 1);
  return 0;
}

static void put_defects(const collocation *c, sink *s, int k, double duration)
{
  int T = dv_at_duration(c, c->interval_phase[k]), first = k * (c->stages - 1);
  for (int j = 1; j < c->stages; j++)
    for (int i = 0; i < c->nx; i++) {
      int row = dv_row_defect(c, k, j, i);
      double sum = 0;
      put(s, row, dv_at_state(c, first + j, i), 1);
      put(s, row, dv_at_state(c, first, i), -1);
      for (int l = 0; l < c->stages; l++) {
        int e = c->stage[k * c->stages + l];
        double part = -c->interval_width[k] * c->integral[j][l];
        put_slopes(c, s, row, e, i, part * duration);
        sum += s->value ? part * rate_at(c, e, i) : 0;
      }
      put(s, row, T, sum);
    }
}

static void put_rows(const collocation *c, sink *s, const double *z)
{
  for (int k = 0; k < c->ninterval; k++) put_defects(c, s, k, z ? z[dv_at_duration(c, c->interval_phase[k])] : 0);
  for (int k = 0; k < c->seen_row.n; k++) {
    const dv_seen_row *x = &c->seen_row.item[k];
    put_slopes(c, s, dv_row_seen(c, k), x->at, c->nx + x->seen, 1);
    if (x->slack >= 0) put(s, dv_row_seen(c, k), dv_at_slack(c, x->slack), x->sign);
  }
  for (int k = 0; k < c->rate_row.n; k++) {
    const dv_rate_row *r = &c->rate_row.item[k];
    const dv_motion_input *u = &c->t.input[r->input];
    put(s, dv_row_rate(c, k), dv_at_input(c, r->interval + 1, r->input), 1);
    put(s, dv_row_rate(c, k), dv_at_input(c, r->interval, r->input), -1);
    put(s, dv_row_rate(c, k), dv_at_duration(c, c->interval_phase[r->interval]),
        -(r->above ? u->fastest : u->slowest) * c->interval_width[r->interval]);
  }
  for (int p = 0; p < c->t.nphase && dv_has_whole(c); p++) put(s, dv_row_whole(c), dv_at_duration(c, p), 1);
}

int dv_collocation_slopes(dv_collocation *c, const double *z, double *value)
{
  if (stand(c, z, 1)) return 1;
  put_rows(c, &(sink){.value = value}, z);
  return 0;
}

// ---- second slopes

static void weigh_defects(const collocation *c, const double *price, int k, int l, double *by_span)
{
  for (int j = 1; j < c->stages; j++)
    for (int i = 0; i < c->nx; i++) by_span[i] -= price[dv_row_defect(c, k, j, i)] * c->interval_width[k] * c->integral[j][l];
}

static void weigh_integrals(const collocation *c, double factor, int k, int l, double *by_span)
{
  for (int n = 0; n < c->t.nterm; n++)
    if (is_integral(&c->t.term[n]))
      by_span[c->nx + c->term_seen[n]] += factor * c->t.term[n].weight * c->interval_width[k] * c->integral[c->stages - 1][l];
}

// What each row of the machine weighs at each evaluation: [neval][rows].
static void weigh(const collocation *c, double factor, const double *price, double *by_span, double *plain)
{
  int rows = dv_curvature_rows(c->curve);
  for (int k = 0; k < c->ninterval; k++)
    for (int l = 0; l < c->stages; l++) {
      double *w = by_span + c->stage[k * c->stages + l] * rows;
      weigh_defects(c, price, k, l, w);
      weigh_integrals(c, factor, k, l, w);
    }
  for (int k = 0; k < c->seen_row.n; k++) {
    const dv_seen_row *s = &c->seen_row.item[k];
    plain[s->at * rows + c->nx + s->seen] += price[dv_row_seen(c, k)];
  }
  for (int n = 0; n < c->t.nterm; n++)
    if (is_final(&c->t.term[n])) plain[last_evaluation(c) * rows + c->nx + c->term_seen[n]] += factor * c->t.term[n].weight;
}

static void put_bends(const collocation *c, sink *s, const dv_evaluation *e)
{
  int at[2][SPREAD];
  double share[2][SPREAD];
  for (int k = 0; k < c->bends->n; k++) {
    int n = spread(c, e, c->bends->row[k], at[0], share[0]), m = spread(c, e, c->bends->column[k], at[1], share[1]);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (at[0][i] >= at[1][j]) put(s, at[0][i], at[1][j], share[0][i] * share[1][j] * c->bend[k]);
  }
}

int dv_collocation_bends(dv_collocation *c, const double *z, double factor, const double *price, double *value)
{
  dv_arena *a = dv_arena_under(c->arena);
  size_t n = (size_t)c->neval * (size_t)dv_curvature_rows(c->curve);
  double *by_span = DV_TAKE(a, double, 2 * n + 1), *plain = by_span + n;
  int bad = 0, rows = dv_curvature_rows(c->curve);
  sink s = {.value = value};
  weigh(c, factor, price, by_span, plain);
  for (int e = 0; e < c->neval && !bad; e++) {
    dv_collocation_local(c, z, &c->eval[e], c->local);
    bad = dv_curvature_bend(c->curve, c->local, by_span + e * rows, plain + e * rows, c->bend);
    put_bends(c, &s, &c->eval[e]);
  }
  dv_arena_free(a);
  return bad;
}

void dv_collocation_lay(dv_collocation *c)
{
  dv_sparse_problem *p = &c->p;
  sink count = {0}, bends = {0};
  put_rows(c, &count, NULL);
  for (int e = 0; e < c->neval; e++) put_bends(c, &bends, &c->eval[e]);
  p->nslope = count.n, p->nbend = bends.n;
  p->slope_row = DV_TAKE(c->arena, int, count.n + 1), p->slope_column = DV_TAKE(c->arena, int, count.n + 1);
  p->bend_row = DV_TAKE(c->arena, int, bends.n + 1), p->bend_column = DV_TAKE(c->arena, int, bends.n + 1);
  put_rows(c, &(sink){.row = p->slope_row, .column = p->slope_column}, NULL);
  sink s = {.row = p->bend_row, .column = p->bend_column};
  for (int e = 0; e < c->neval; e++) put_bends(c, &s, &c->eval[e]);
}
