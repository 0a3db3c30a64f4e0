// collocation_inside.h: a collocation under way; private to collocation*.c.
#pragma once

#include "study/collocation.h"

// The machine at a point: its inputs are (1 - share) of one row and share of the next.
typedef struct {
  int point, phase, interval, left, right;
  double tau, share;  // of the phase's duration; of the interval
} dv_evaluation;

// A row about a column at an evaluation: lower <= y + sign * slack <= upper.
typedef struct {
  int at, seen, slack;  // slack -1: none
  double sign, lower, upper;
  const char *text;
} dv_seen_row;

// A row about the rate of an input in an interval: above: u' <= bound, else u' >= bound.
typedef struct {
  int input, interval, above;
} dv_rate_row;

struct dv_collocation {
  dv_arena *arena;
  dv_motion_task t;
  int nx, nu, stages;
  double integral[DV_STAGES_MOST][DV_STAGES_MOST];  // [to][of]
  dv_curvature *curve;
  const dv_places *slopes, *bends;
  int *slope_first;  // [rows of y + 1] of a row among the slopes
  int ninterval, npoint, nnode, nslack;
  int *interval_phase;
  double *interval_from, *interval_width;  // shares of the phase
  dv_evaluation *eval;
  int neval, *stage;  // [ninterval][stages]
  struct {
    dv_seen *item;
    int n, cap;
  } seen;
  int *seen_variable;  // [seen.n]
  int *term_seen;      // [nterm] -1: none
  struct {
    dv_seen_row *item;
    int n, cap;
  } seen_row;
  struct {
    dv_rate_row *item;
    int n, cap;
  } rate_row;
  dv_sparse_problem p;
  // where it stands
  double *at;
  int known, failed;  // 0: nothing, 1: values, 2: slopes, too
  double *y, *slope;  // [neval][..]
  double *local, *bend;
};

static inline int dv_at_state(const dv_collocation *c, int point, int i) { return point * c->nx + i; }
static inline int dv_at_input(const dv_collocation *c, int node, int j) { return c->npoint * c->nx + node * c->nu + j; }
static inline int dv_at_duration(const dv_collocation *c, int p) { return dv_at_input(c, c->nnode, 0) + p; }
static inline int dv_at_slack(const dv_collocation *c, int k) { return dv_at_duration(c, c->t.nphase) + k; }
static inline int dv_row_defect(const dv_collocation *c, int interval, int stage, int i)
{
  return (interval * (c->stages - 1) + stage - 1) * c->nx + i;
}
static inline int dv_row_seen(const dv_collocation *c, int k) { return dv_row_defect(c, c->ninterval, 1, 0) + k; }
static inline int dv_row_rate(const dv_collocation *c, int k) { return dv_row_seen(c, c->seen_row.n) + k; }
static inline int dv_row_whole(const dv_collocation *c) { return dv_row_rate(c, c->rate_row.n); }
static inline int dv_has_whole(const dv_collocation *c) { return c->t.nphase > 1; }

double dv_collocation_time(const dv_collocation *c, const double *z, int phase, double tau);
void dv_collocation_local(const dv_collocation *c, const double *z, const dv_evaluation *e, double *local);
void dv_collocation_lay(dv_collocation *c);  // collocation_slopes.c: which slopes and second slopes there are
