// batch_plan.c: runs by time. Mostly all are at the same, and nothing is sorted.
#include "api/batch_plan.h"

#include <limits.h>

void dv_batch_plan_open(dv_batch_plan *p, dv_arena *a, dv_sim *const *sim, int n, int width)
{
  *p = (dv_batch_plan){.all = sim, .n = n, .width = width};
  p->order = DV_TAKE(a, int, n);
  p->sim = DV_TAKE(a, dv_sim *, n);
  p->part = DV_TAKE(a, dv_batch_part, n);
  for (int i = 0; i < n; i++) p->order[i] = i;
}

static double time_of(const dv_batch_plan *p, int run) { return p->all[run]->body->s->t; }

static int is_before(const dv_batch_plan *p, int a, int b)
{
  double s = time_of(p, a), t = time_of(p, b);
  return s < t || (s == t && a < b);
}

static int is_sorted(const dv_batch_plan *p)
{
  for (int i = 1; i < p->n; i++)
    if (!is_before(p, p->order[i - 1], p->order[i])) return 0;
  return 1;
}

// The heap below `at` is put right.
static void sink(dv_batch_plan *p, int at, int n)
{
  int *heap = p->order;
  for (int next; (next = 2 * at + 1) < n; at = next) {
    if (next + 1 < n && is_before(p, heap[next], heap[next + 1])) next++;
    if (!is_before(p, heap[at], heap[next])) return;
    int swap = heap[at];
    heap[at] = heap[next], heap[next] = swap;
  }
}

static void sort(dv_batch_plan *p)
{
  for (int i = p->n / 2; i-- > 0;) sink(p, i, p->n);
  for (int n = p->n; n-- > 1;) {
    int swap = p->order[0];
    p->order[0] = p->order[n], p->order[n] = swap;
    sink(p, 0, n);
  }
}

static int length(const dv_batch_plan *p, int first)
{
  double t = time_of(p, p->order[first]);
  int n = 1;
  while (n < p->width && first + n < p->n && time_of(p, p->order[first + n]) == t) n++;
  return n;
}

void dv_batch_plan_make(dv_batch_plan *p)
{
  int lanes = 0;
  if (p->width > 1 && !is_sorted(p)) sort(p);
  for (int i = 0; i < p->n; i++) p->sim[i] = p->all[p->order[i]];
  p->npart = 0;
  for (int at = 0, n; at < p->n; at += n) {
    n = length(p, at);
    p->part[p->npart++] = (dv_batch_part){at, n, n > 1 ? lanes++ : INT_MAX};
  }
}
