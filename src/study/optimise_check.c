// optimise_check.c: what is wrong with a question, or with its answer, said by name.
#include "base/text.h"
#include "study/optimise_inside.h"

#include <math.h>
#include <string.h>

enum { PLACES = 5 };  // at which a number without a slope is tried

static int say(dv_diags *d, const dv_optimise *o, const char *remedy, const char *what)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){o->g.file, 0, 0}, remedy, "%s", what);
  return 1;
}

static int same(double a, double b, double size) { return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)) + 1e-300 * size; }

// Largest change that number i alone makes over its range, of the metrics' own sizes, by slopes.
static double influence(const dv_optimise *o, const dv_optimum *p, int i)
{
  double most = 0, size = dv_range_size(&o->range[i], o->g.by[i].factor);
  for (int c = 0; c < o->ncase * o->g.nmetric; c++)
    most = fmax(most, fabs(p->slope[c * o->g.nby + i]) * size / fmax(fabs(p->value[c]), 1e-30));
  return most;
}

// Elsewhere: number i in the midst of its range and at its bounds, or a tenth and more further.
static double elsewhere(const dv_optimise *o, int i, int k)
{
  static const double shares[PLACES] = {0.5, 0, 1, 0.25, 0.75};
  const dv_range *r = &o->range[i];
  if (!isfinite(r->upper - r->lower)) return r->start + (k % 2 ? -0.1 : 0.1) * (k + 1) * dv_range_size(r, o->g.by[i].factor);
  return r->lower + shares[k] * (r->upper - r->lower);
}

static int idle(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first, int i)
{
  dv_arena *a = dv_arena_new();
  dv_optimum *other = dv_optimum_new(a, o);
  double *x = DV_TAKE(a, double, o->g.nby + 1);
  int bad = 1, looked = 0, jumps = -1;
  memcpy(x, first->x, (size_t)o->g.nby * sizeof *x);
  for (int k = 0; k < PLACES && bad; k++) {
    x[i] = elsewhere(o, i, k);
    if (dv_optimise_look(o, s, dv_diags_new(a), x, other)) continue;
    for (int c = 0; c < o->ncase * o->g.nmetric; c++)
      if (!same(other->value[c], first->value[c], 1)) jumps = c % o->g.nmetric;
    bad = !(influence(o, other, i) > 1e-12), looked = 1;
  }
  bad &= looked;
  if (bad && jumps >= 0)
    say(d, o, "take a measure that changes smoothly: rms, mean, final, a peak",
        dv_arena_text(d->arena, "'%s' changes with '%s' only in jumps: no slope leads anywhere", o->g.metric[jumps].name,
                      o->g.by[i].name));
  else if (bad)
    say(d, o, "take it out, or name what it acts on",
        dv_arena_text(d->arena, "'%s' has no influence on objective or limits", o->g.by[i].name));
  dv_arena_free(a);
  return bad;
}

int dv_optimise_question(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first)
{
  int bad = 0;
  for (int i = 0; i < o->g.nby; i++)
    if (!(influence(o, first, i) > 1e-12)) bad |= idle(o, s, d, first, i);
  return bad;
}

// ---- answers

// Squares of what is beyond limits, as an objective of its own.
typedef struct {
  const dv_optimise *o;
  const dv_search *s;
  dv_optimum *here;
  double *x, *origin, *size;
} excess_task;

static double limit_size(const dv_wanted *w) { return w->limit != 0 ? fabs(w->limit) : 1; }

static int excess(void *context, const double *scaled, double *value, double *slope)
{
  excess_task *t = context;
  const dv_optimise *o = t->o;
  int n = o->g.nby;
  dv_arena *a = dv_arena_new();
  for (int i = 0; i < n; i++) t->x[i] = fmin(fmax(t->origin[i] + t->size[i] * scaled[i], o->range[i].lower), o->range[i].upper);
  int bad = dv_optimise_look(o, t->s, dv_diags_new(a), t->x, t->here);
  dv_arena_free(a);
  value[0] = 0;
  memset(slope, 0, (size_t)n * sizeof *slope);
  for (int k = 0; k < o->nlimit && !bad; k++) {
    const dv_wanted *w = &o->limit[k];
    double by = (dv_wanted_value(o, w, t->here) - w->limit) / limit_size(w);
    if (w->sense && -w->sense * by <= 0) continue;
    value[0] += by * by;
    for (int i = 0; i < n; i++) slope[i] += 2 * by * t->size[i] * dv_wanted_slope(o, w, t->here, i) / limit_size(w);
  }
  return bad;
}

// The nearest that all limits together can be kept, from p on; p is then there.
static void come_near(const dv_optimise *o, const dv_search *s, dv_optimum *p)
{
  dv_arena *a = dv_arena_new();
  int n = o->g.nby;
  double *low = DV_TAKE(a, double, 5 * n), *high = low + n, *x = high + n;
  excess_task t = {.o = o, .s = s, .here = dv_optimum_new(a, o), .x = DV_TAKE(a, double, n), .origin = x + n, .size = x + 2 * n};
  for (int i = 0; i < n; i++) {
    t.origin[i] = p->x[i], t.size[i] = dv_range_size(&o->range[i], o->g.by[i].factor);
    low[i] = (o->range[i].lower - p->x[i]) / t.size[i], high[i] = (o->range[i].upper - p->x[i]) / t.size[i];
  }
  dv_minimise m = {.n = n, .lower = low, .upper = high, .f = excess, .context = &t, .tolerance = 1e-7, .most = 100};
  dv_minimise_run(a, &m, o->method, x);
  for (int i = 0; i < n; i++) t.x[i] = fmin(fmax(t.origin[i] + t.size[i] * x[i], o->range[i].lower), o->range[i].upper);
  double before = p->violation;
  dv_optimum *there = dv_optimum_new(a, o);
  if (!dv_optimise_look(o, s, dv_diags_new(a), t.x, there) && there->violation < before)
    dv_optimise_look(o, s, dv_diags_new(a), t.x, p);
  dv_arena_free(a);
}

static double excess_of(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p)
{
  double by = dv_wanted_value(o, w, p) - w->limit;
  return w->sense ? -w->sense * by : fabs(by);
}

static int has_slope(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p)
{
  for (int i = 0; i < o->g.nby; i++)
    if (fabs(dv_wanted_slope(o, w, p, i)) * dv_range_size(&o->range[i], o->g.by[i].factor) > 1e-12 * limit_size(w)) return 1;
  return 0;
}

// Limit w jumps: slopes do not lead there, but where a single number is elsewhere it is kept. NULL, or where.
static const char *kept_elsewhere(const dv_optimise *o, const dv_search *s, dv_arena *a, const dv_wanted *w, const dv_optimum *p)
{
  dv_optimum *other = dv_optimum_new(a, o);
  double *x = DV_TAKE(a, double, o->g.nby + 1);
  if (has_slope(o, w, p)) return NULL;
  for (int k = 0; k < o->g.nby * PLACES; k++) {
    int i = k / PLACES;
    memcpy(x, p->x, (size_t)o->g.nby * sizeof *x);
    x[i] = elsewhere(o, i, k % PLACES);
    if (!dv_optimise_look(o, s, dv_diags_new(a), x, other) && excess_of(o, w, other) <= 0)
      return dv_arena_text(a, "%s = %.4g %s", o->g.by[i].name, x[i] / o->g.by[i].factor, o->g.by[i].unit);
  }
  return NULL;
}

static int infeasible(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *p)
{
  dv_text t = {.arena = d->arena};
  for (int k = 0; k < o->nlimit; k++) {
    const dv_wanted *w = &o->limit[k];
    if (excess_of(o, w, p) <= 1e-6 * limit_size(w)) continue;
    const char *where = kept_elsewhere(o, s, d->arena, w, p);
    if (where)
      return say(
          d, o, "start where it holds, or take a measure that changes smoothly",
          dv_arena_text(d->arena, "'%s' is kept at %s, but it changes only in jumps: no slope leads there", w->text, where));
    dv_text_add(&t, "%s'%s' (%.5g %s at the nearest)", t.n ? ", " : "", w->text, dv_wanted_value(o, w, p),
                o->g.metric[w->metric].unit);
  }
  return say(d, o, "widen the bounds, or give way in one of them",
             dv_arena_text(d->arena, "no point within the bounds keeps all limits: %s", dv_text_all(&t)));
}

static int unbounded(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first, const dv_optimum *last)
{
  for (int i = 0; i < o->g.nby; i++) {
    const dv_range *r = &o->range[i];
    double size = dv_range_size(r, o->g.by[i].factor);
    if (isfinite(r->upper - r->lower) || !(fabs(last->x[i] - first->x[i]) > 1e4 * size)) continue;
    return say(d, o, "give it bounds: path=LO..HI",
               dv_arena_text(d->arena, "'%s' has no optimum: it %s without end while '%s' goes to %.3g %s",
                             o->objective[s->leads].text, o->objective[s->leads].sense > 0 ? "falls" : "rises", o->g.by[i].name,
                             last->x[i] / o->g.by[i].factor, o->g.by[i].unit));
  }
  return 0;
}

typedef struct {
  const dv_optimise *o;
  const dv_search *s;
  dv_arena *a;
  dv_optimum *q;
  double *x;
  const dv_optimum *at;
} probe;

// Metric c of case and number where number i is at x. NaN: there is none.
static double probe_at(probe *p, int i, double x, int c)
{
  memcpy(p->x, p->at->x, (size_t)p->o->g.nby * sizeof *p->x);
  p->x[i] = x;
  return dv_optimise_look(p->o, p->s, dv_diags_new(p->a), p->x, p->q) ? NAN : p->q->value[c];
}

// Halves the way to `far`, where the metric is quite different from what slopes say: the change of a jump stays. 0: none.
static double jump_between(probe *p, int i, int c, double far, double value, double *where)
{
  double near = p->at->x[i], low = p->at->value[c], whole = value - low;
  for (int k = 0; k < 24; k++) {
    double mid = near + (far - near) / 2, v = probe_at(p, i, mid, c);
    if (!isfinite(v)) return 0;
    if (fabs(v - low) > fabs(value - v)) far = mid, value = v;
    else near = mid, low = v;
  }
  *where = far;
  return fabs(value - low) > 0.3 * fabs(whole) ? value - low : 0;
}

static int jumps_along(probe *p, dv_diags *d, int i, double far)
{
  const dv_optimise *o = p->o;
  for (int c = 0; c < o->ncase * o->g.nmetric; c++) {
    double v = probe_at(p, i, far, c), change = v - p->at->value[c], where = far;
    double line = p->at->slope[c * o->g.nby + i] * (far - p->at->x[i]);
    if (!isfinite(v) || !(fabs(change) > 1e-6 * fabs(p->at->value[c])) || fabs(change - line) < 0.5 * fabs(change)) continue;
    double by = jump_between(p, i, c, far, v, &where);
    if (by == 0) continue;
    return say(d, o, "take a measure that changes smoothly: rms, mean, final, a peak",
               dv_arena_text(d->arena, "'%s' jumps by %.3g %s where '%s' is %.6g %s: slopes lead no further",
                             o->g.metric[c % o->g.nmetric].name, by, o->g.metric[c % o->g.nmetric].unit, o->g.by[i].name,
                             where / o->g.by[i].factor, o->g.by[i].unit));
  }
  return 0;
}

// A metric that jumps next to p.
static int jump_near(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *at)
{
  dv_arena *a = dv_arena_new();
  probe p = {.o = o, .s = s, .a = a, .q = dv_optimum_new(a, o), .x = DV_TAKE(a, double, o->g.nby + 1), .at = at};
  int found = 0;
  for (int i = 0; i < o->g.nby && !found; i++)
    for (int side = -1; side <= 1 && !found; side += 2) {
      double far = at->x[i] + side * 1e-3 * dv_range_size(&o->range[i], o->g.by[i].factor);
      found = jumps_along(&p, d, i, fmin(fmax(far, o->range[i].lower), o->range[i].upper));
    }
  dv_arena_free(a);
  return found;
}

// Where number i alone is elsewhere limit w is passed, and has no slope there either. 1: it is.
static int passed_elsewhere(const dv_optimise *o, const dv_search *s, dv_arena *a, const dv_wanted *w, const dv_optimum *p, int i)
{
  dv_optimum *other = dv_optimum_new(a, o);
  double *x = DV_TAKE(a, double, o->g.nby + 1);
  memcpy(x, p->x, (size_t)o->g.nby * sizeof *x);
  for (int k = 0; k < PLACES; k++) {
    x[i] = elsewhere(o, i, k);
    if (dv_optimise_look(o, s, dv_diags_new(a), x, other) || excess_of(o, w, other) <= 0) continue;
    return !has_slope(o, w, other);
  }
  return 0;
}

// A limit that is kept here and jumps elsewhere: no slope says how far the search may go.
static int limit_jumps(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *at)
{
  dv_arena *a = dv_arena_new();
  int found = 0;
  for (int k = 0; k < o->nlimit && !found; k++)
    for (int i = 0; i < o->g.nby && !has_slope(o, &o->limit[k], at) && !found; i++)
      if (passed_elsewhere(o, s, a, &o->limit[k], at, i))
        found = say(d, o, "take a measure that changes smoothly: rms, mean, final, a peak",
                    dv_arena_text(d->arena, "'%s' changes with '%s' only in jumps: no slope says how far the search may go",
                                  o->limit[k].text, o->g.by[i].name));
  dv_arena_free(a);
  return found;
}

int dv_optimise_answer(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first, dv_optimum *last)
{
  if (unbounded(o, s, d, first, last)) return 1;
  if (last->violation > 1e-6) {
    if (o->g.nby) come_near(o, s, last);
    if (last->violation > 1e-6) return infeasible(o, s, d, last);
  }
  if (o->nlimit) dv_optimise_between(o, s, d, last);
  if (!(last->residual > 1e-3) || !o->g.nby) return 0;
  if (jump_near(o, s, d, last) || limit_jumps(o, s, d, last)) return 1;
  dv_diag_add(d, DV_WARNING, (dv_mark){o->g.file, 0, 0},
              "more --starts, a finer --every, tighter tolerances of the run, or --method",
              "the search ended where slopes still lead on: %.2g of the objective's is left", last->residual);
  return 0;
}
