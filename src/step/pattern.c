// pattern.c: from a table of dependences to groups of columns and an order of elimination.
//
// Groups: columns go into the first group in which they share no row with another (Curtis, Powell, Reid, On the estimation of
// sparse Jacobian matrices, J. Inst. Maths. Applics. 13, 1974). Order: the pivot with the least (r - 1)(c - 1), r and c entries
// of what is left of its row and column (Markowitz, Management Science 3, 1957), always on the diagonal. What a machine can
// spare, coordinates, spools, filters, goes first by itself, and the Schur complement of the rest, bodies that move each other,
// is small.
#include "davit/real.h"

#if DV_LANES == 1

#include "step/pattern.h"

#include <string.h>

// Entries of on [n][n] by rows; first [n + 1]. NULL for at: only counts.
static int list_rows(int n, const char *on, int *first, int *at)
{
  int count = 0;
  for (int i = 0; i < n; i++) {
    first[i] = count;
    for (int j = 0; j < n; j++) {
      if (!on[i * n + j]) continue;
      if (at) at[count] = j;
      count++;
    }
  }
  first[n] = count;
  return count;
}

static void list_columns(dv_pattern *p)
{
  int n = p->n;
  for (int e = 0; e < p->count; e++) p->down[p->column[e] + 1]++;
  for (int j = 0; j < n; j++) p->down[j + 1] += p->down[j];
  for (int i = n - 1; i >= 0; i--)  // from the last: each column's end comes down to its beginning
    for (int e = p->row[i]; e < p->row[i + 1]; e++) {
      int at = --p->down[p->column[e] + 1];
      p->in[at] = i, p->entry[at] = e;
    }
  memmove(p->down, p->down + 1, (size_t)n * sizeof *p->down);
  p->down[n] = p->count;
}

// 1: a row of column j is in use; else uses them.
static int collides(const dv_pattern *p, int j, char *used)
{
  for (int k = p->down[j]; k < p->down[j + 1]; k++)
    if (used[p->in[k]]) return 1;
  for (int k = p->down[j]; k < p->down[j + 1]; k++) used[p->in[k]] = 1;
  return 0;
}

static void make_groups(dv_arena *a, dv_pattern *p, const char *moves)
{
  char *done = DV_TAKE(a, char, p->n), *used = DV_TAKE(a, char, p->n);
  int at = 0, left = 0;
  for (int j = 0; j < p->n; j++) left += moves[j] != 0;
  while (at < left) {
    p->group[p->ngroup++] = at;
    memset(used, 0, (size_t)p->n);
    for (int j = 0; j < p->n; j++)
      if (moves[j] && !done[j] && !collides(p, j, used)) p->member[at++] = j, done[j] = 1;
  }
  p->group[p->ngroup] = at;
}

typedef struct {
  int n;
  char *on, *done;    // [n][n] with what fills in; [n]
  int *row, *column;  // [n] entries that are left
} elimination;

static int cheapest(const elimination *e)
{
  int best = -1;
  long least = 0;
  for (int i = 0; i < e->n; i++) {
    long cost = (long)(e->row[i] - 1) * (e->column[i] - 1);
    if (!e->done[i] && (best < 0 || cost < least)) best = i, least = cost;
  }
  return best;
}

static void fill(elimination *e, int i, int pivot)
{
  for (int j = 0; j < e->n; j++) {
    if (e->done[j] || !e->on[pivot * e->n + j] || e->on[i * e->n + j]) continue;
    e->on[i * e->n + j] = 1;
    e->row[i]++;
    e->column[j]++;
  }
}

static void eliminate(elimination *e, int pivot)
{
  e->done[pivot] = 1;
  for (int i = 0; i < e->n; i++) {
    if (e->done[i]) continue;
    e->column[i] -= e->on[pivot * e->n + i];
    if (!e->on[i * e->n + pivot]) continue;
    e->row[i]--;
    fill(e, i, pivot);
  }
}

static void choose_order(dv_arena *a, dv_pattern *p, char *on)
{
  elimination e = {p->n, on, DV_TAKE(a, char, p->n), DV_TAKE(a, int, p->n), DV_TAKE(a, int, p->n)};
  for (int i = 0; i < p->n; i++) e.row[i] = p->row[i + 1] - p->row[i], e.column[i] = p->down[i + 1] - p->down[i];
  for (int k = 0; k < p->n; k++) {
    p->order[k] = p->count == p->n * p->n ? k : cheapest(&e);
    if (p->count < p->n * p->n) eliminate(&e, p->order[k]);
  }
}

// on [n][n] with what filled in, in the order of elimination.
static void list_filled(dv_arena *a, dv_pattern *p, const char *on)
{
  int n = p->n;
  char *turned = DV_TAKE(a, char, (size_t)n *(size_t)n);
  int *back = DV_TAKE(a, int, n);
  for (int k = 0; k < n; k++) {
    back[p->order[k]] = k;
    for (int l = 0; l < n; l++) turned[k * n + l] = on[p->order[k] * n + p->order[l]];
  }
  p->first = DV_TAKE(a, int, n + 1);
  p->filled = list_rows(n, turned, p->first, NULL);
  p->at = DV_TAKE(a, int, p->filled);
  list_rows(n, turned, p->first, p->at);
  int *seat = DV_TAKE(a, int, n);
  for (int k = 0; k < n; k++) {
    int i = p->order[k];
    for (int e = p->first[k]; e < p->first[k + 1]; e++) seat[p->at[e]] = e;
    p->diagonal[k] = seat[k];
    for (int e = p->row[i]; e < p->row[i + 1]; e++) p->place[e] = seat[back[p->column[e]]];
  }
}

dv_pattern *dv_pattern_new(dv_arena *a, int n, const char *on, const char *moves)
{
  dv_pattern *p = DV_TAKE(a, dv_pattern, 1);
  char *all = DV_TAKE(a, char, (size_t)n *(size_t)n);
  if (on) memcpy(all, on, (size_t)n * (size_t)n);
  else memset(all, 1, (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++) all[i * n + i] = 1;
  p->n = n;
  p->timed = 1;
  p->row = DV_TAKE(a, int, n + 1), p->down = DV_TAKE(a, int, n + 1), p->group = DV_TAKE(a, int, n + 1);
  p->member = DV_TAKE(a, int, n), p->order = DV_TAKE(a, int, n), p->diagonal = DV_TAKE(a, int, n);
  p->count = list_rows(n, all, p->row, NULL);
  p->column = DV_TAKE(a, int, p->count), p->place = DV_TAKE(a, int, p->count);
  p->in = DV_TAKE(a, int, p->count), p->entry = DV_TAKE(a, int, p->count);
  list_rows(n, all, p->row, p->column);
  list_columns(p);
  make_groups(a, p, moves);
  choose_order(a, p, all);
  list_filled(a, p, all);
  return p;
}

#endif
