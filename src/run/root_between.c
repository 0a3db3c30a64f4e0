// root_between.c: roots that change their sign twice within a step, as when a mass passes a narrow place or a signal of time is
// quicker than the steps.
//
// In the middle of an interval a root is off the straight line between its ends by some bend b. It may reach zero where it comes
// nearer than 2 b (a tip between straight lines is within b of one of the three values; a parabola goes b/4 beyond them), and one
// whose bend is more than a twentieth of the range that it has in the step is not yet known, nor one that
// leaves the parabola by a fiftieth: then both halves are looked at, the earlier first, until it has another sign. Roots that are
// far from zero for what they move cost nothing, others two evaluations. One that is rough in the least intervals, again and
// again, has no shape to be followed (the nearest point of a ground far below, by an iteration that does not settle).
#include "run/root_between.h"

#include <math.h>
#include <string.h>

enum { DEPTH = 24, LOOKS_MOST = 4000, STRIKES_MOST = 30 };
static const double far = 4;                                // times what it moves in two steps
static const double rough = 0.05, off = 0.02, third = 0.3;  // of its range; of an interval
static const double tiny = 1e-10;                           // of its size: what is less may be rounding

void dv_root_between_open(dv_root_between *b, dv_arena *a, int n, dv_root_at *at, void *context)
{
  *b = (dv_root_between){.n = n, .at = at, .context = context};
  b->size = DV_TAKE(a, double, n);
  b->moved = DV_TAKE(a, double, n);
  b->room = DV_TAKE(a, double, (DEPTH + 3) * (size_t)n);
  b->strikes = DV_TAKE(a, int, n);
  b->low = DV_TAKE(a, double, n);
  b->high = DV_TAKE(a, double, n);
}

static double least(double a, double b) { return fmin(fabs(a), fabs(b)); }

// Notes how far the roots went and how large they have been; 1: none comes near zero. What they move in a step grows at most
// with the square of its length.
static int all_far(dv_root_between *b, double h, const double *before, const double *after)
{
  int is_far = b->last > 0;
  double longer = is_far ? fmax(1, h / b->last) : 0;
  for (int i = 0; i < b->n; i++) {
    double way = fabs(after[i] - before[i]), lately = longer * longer * b->moved[i];
    b->size[i] = fmax(b->size[i], fmax(fabs(before[i]), fabs(after[i])));
    is_far &= !(least(before[i], after[i]) < far * (way + lately));
    b->moved[i] = way;
  }
  b->last = h;
  return is_far;
}

static int differs(const dv_root_between *b, int i, double before, double now)
{
  return (before < 0) != (now < 0) && fabs(now) > tiny * b->size[i];
}

static int some_differ(const dv_root_between *b, const double *before, const double *now)
{
  for (int i = 0; i < b->n; i++)
    if (differs(b, i, before[i], now[i])) return 1;
  return 0;
}

static void widen(dv_root_between *b, const double *root)
{
  for (int i = 0; i < b->n; i++) {
    b->low[i] = fmin(b->low[i], root[i]), b->high[i] = fmax(b->high[i], root[i]);
    b->moved[i] = fmax(b->moved[i], b->high[i] - b->low[i]);
  }
}

// 1: more may happen between lo and hi than one can tell by their signs. deep: they are as near as they come.
static int is_bent(dv_root_between *b, const double *lo, const double *mid, const double *hi, int deep)
{
  for (int i = 0; i < b->n; i++) {
    double bend = fabs(mid[i] - 0.5 * (lo[i] + hi[i])), range = b->moved[i];
    double near = fmin(least(lo[i], hi[i]), fabs(mid[i]));
    if (bend <= tiny * b->size[i] || near > far * range || b->strikes[i] > STRIKES_MOST) continue;
    b->strikes[i] += deep && bend > rough * range;
    if (bend > rough * range || (!differs(b, i, lo[i], hi[i]) && near < 2 * bend)) return 1;
  }
  return 0;
}

// 1: a third of the way they are not where a parabola has them.
static int is_rough(const dv_root_between *b, const double *lo, const double *mid, const double *hi, const double *at)
{
  for (int i = 0; i < b->n; i++) {
    double range = b->moved[i], bend = lo[i] + hi[i] - 2 * mid[i];
    double curve = lo[i] + third * (hi[i] - lo[i]) + 2 * third * (third - 1) * bend;
    if (least(lo[i], hi[i]) > far * range || b->strikes[i] > STRIKES_MOST) continue;
    if (fabs(at[i] - curve) > fmax(off * range, tiny * b->size[i])) return 1;
  }
  return 0;
}

// 1: looks, and both halves are to be looked at.
static int is_unclear(dv_root_between *b, const double *before, const double *lo, double t0, const double *hi, double t1,
                      int deep)
{
  double *mid = b->room + DEPTH * (size_t)b->n, *at = mid + 2 * (size_t)b->n;
  if (b->at(b->context, 0.5 * (t0 + t1), mid)) return 0;
  widen(b, mid);
  if (is_bent(b, lo, mid, hi, deep) || (!some_differ(b, before, hi) && some_differ(b, before, mid))) return 1;
  if (b->at(b->context, t0 + third * (t1 - t0), at)) return 0;
  widen(b, at);
  return is_rough(b, lo, mid, hi, at);
}

int dv_root_between_look(dv_root_between *b, double t0, const double *before, double t1, const double *after, double *t,
                         int *other)
{
  size_t n = (size_t)b->n;
  double end[DEPTH + 1], begin = t0, *mid = b->room + DEPTH * n, *lo = mid + n;
  int left = 1;  // intervals before t1, the earliest last; room [left - 1]: roots at their ends
  if (!n || all_far(b, t1 - t0, before, after)) return 0;
  memcpy(lo, before, n * sizeof *lo);
  memcpy(b->room, after, n * sizeof *lo);
  memcpy(b->low, before, n * sizeof *lo);
  memcpy(b->high, before, n * sizeof *lo);
  widen(b, after);
  end[0] = t1;
  for (int looks = 0; left; looks++) {
    double *hi = b->room + (size_t)(left - 1) * n;
    if (looks < LOOKS_MOST && left < DEPTH && is_unclear(b, before, lo, begin, hi, end[left - 1], left == DEPTH - 1)) {
      memcpy(hi + n, mid, n * sizeof *mid);
      end[left] = 0.5 * (begin + end[left - 1]);
      left++;
      continue;
    }
    *t = begin = end[--left];
    for (int i = 0; i < b->n; i++) other[i] = differs(b, i, before[i], hi[i]);
    if (some_differ(b, before, hi)) return 1;
    memcpy(lo, hi, n * sizeof *lo);
  }
  return 0;
}
