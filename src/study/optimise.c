// optimise.c: one search: the machine's metrics as functions of scaled numbers, for minimise.h.
#include "study/optimise_inside.h"

#include <math.h>
#include <string.h>

dv_optimum *dv_optimum_new(dv_arena *a, const dv_optimise *o)
{
  dv_optimum *p = DV_TAKE(a, dv_optimum, 1);
  size_t n = (size_t)o->g.nby, cells = (size_t)o->ncase * (size_t)o->g.nmetric;
  p->x = DV_TAKE(a, double, n + 1), p->value = DV_TAKE(a, double, cells + 1);
  p->slope = DV_TAKE(a, double, cells *n + 1);
  p->price = DV_TAKE(a, double, o->nlimit + 1), p->bound_price = DV_TAKE(a, double, n + 1);
  return p;
}

int dv_optimise_choices(const dv_optimise *o)
{
  int n = 1;
  for (int i = 0; i < o->nlisted; i++) n *= o->listed[i].n;
  return n;
}

const char *dv_optimise_choice(const dv_optimise *o, dv_arena *a, int choice, int k)
{
  for (int i = 0; i < k; i++) choice /= o->listed[i].n;
  return dv_arena_text(a, "%s=%s", o->listed[k].path, o->listed[k].text[choice % o->listed[k].n]);
}

int dv_optimise_values(const dv_optimise *o) { return o->g.nby + o->ncase * o->g.nmetric * (1 + o->g.nby); }

// ---- values

double dv_wanted_value(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p)
{
  double sum = 0;
  for (int c = 0; c < o->ncase; c++)
    if (w->in_case < 0 || w->in_case == c) sum += p->value[c * o->g.nmetric + w->metric];
  return w->in_case < 0 ? sum / o->ncase : sum;
}

double dv_wanted_slope(const dv_optimise *o, const dv_wanted *w, const dv_optimum *p, int i)
{
  double sum = 0;
  int n = o->g.nby;
  for (int c = 0; c < o->ncase; c++)
    if (w->in_case < 0 || w->in_case == c) sum += p->slope[(c * o->g.nmetric + w->metric) * n + i];
  return w->in_case < 0 ? sum / o->ncase : sum;
}

// 1: the journal has this point, and *bad: it failed.
static int from_journal(const dv_optimise *o, int record, const double *x, double *room, dv_optimum *out, int *bad)
{
  size_t n = (size_t)o->g.nby, cells = (size_t)o->ncase * (size_t)o->g.nmetric;
  dv_run_status status = o->journal && record >= 0 ? dv_journal_read(o->journal, record, room) : DV_RUN_OPEN;
  if (status == DV_RUN_OPEN || memcmp(room, x, n * sizeof *x)) return 0;
  *bad = status == DV_RUN_DONE ? 0 : 2;
  memcpy(out->value, room + n, cells * sizeof *room);
  memcpy(out->slope, room + n + cells, cells * n * sizeof *room);
  return 1;
}

static void to_journal(const dv_optimise *o, int record, const dv_optimum *p, double *room, int bad)
{
  size_t n = (size_t)o->g.nby, cells = (size_t)o->ncase * (size_t)o->g.nmetric;
  if (!o->journal || record < 0) return;
  memcpy(room, p->x, n * sizeof *room);
  memcpy(room + n, p->value, cells * sizeof *room);
  memcpy(room + n + cells, p->slope, cells * n * sizeof *room);
  dv_journal_write(o->journal, record, bad ? DV_RUN_BROKEN : DV_RUN_DONE, room, NULL);
}

static int run_cases(const dv_optimise *o, const dv_search *s, dv_diags *d, int sloped, dv_optimum *out)
{
  dv_arena *a = dv_arena_new();
  dv_gradient g = o->g;
  const char **settings = DV_TAKE(a, const char *, g.options.nsetting + o->nlisted + 1);
  int n = g.options.nsetting, bad = 0;
  for (int i = 0; i < n; i++) settings[i] = g.options.settings[i];
  for (int k = 0; k < o->nlisted && s->choice >= 0; k++) settings[n++] = dv_optimise_choice(o, a, s->choice, k);
  g.options.settings = settings, g.options.nsetting = n, g.halt = s->halt;
  for (int c = 0; c < o->ncase && !bad; c++) {
    g.options.case_name = o->case_name[c];
    double *slope = g.nby && sloped ? out->slope + c * g.nmetric * g.nby : NULL;
    bad = dv_gradient_at(&g, d, out->x, out->value + c * g.nmetric, slope);
  }
  for (int i = 0; i < o->ncase * g.nmetric && !bad; i++) bad |= isfinite(out->value[i]) ? 0 : 3;
  dv_arena_free(a);
  return bad;
}

static int look_at(const dv_optimise *o, const dv_search *s, int record, dv_diags *d, const double *x, dv_optimum *out)
{
  dv_arena *a = dv_arena_new();
  double *room = DV_TAKE(a, double, dv_optimise_values(o) + 1);
  int bad = 0;
  memmove(out->x, x, (size_t)o->g.nby * sizeof *x);
  out->choice = s->choice;
  if (!from_journal(o, record, x, room, out, &bad)) {
    bad = run_cases(o, s, d, 1, out);
    if (!s->halt || !*s->halt) to_journal(o, record, out, room, bad);
  }
  for (int k = 0; k < o->nobjective && !bad; k++) out->objective[k] = dv_wanted_value(o, &o->objective[k], out);
  out->violation = 0;
  for (int k = 0; k < o->nlimit && !bad; k++) {
    const dv_wanted *w = &o->limit[k];
    double by = dv_wanted_value(o, w, out) - w->limit, size = fmax(fabs(w->limit), 1e-12);
    if (w->limit == 0) size = 1;
    out->violation = fmax(out->violation, (w->sense ? -w->sense * by : fabs(by)) / size);
  }
  dv_arena_free(a);
  return bad;
}

int dv_optimise_look(const dv_optimise *o, const dv_search *s, dv_diags *d, const double *x, dv_optimum *out)
{
  return look_at(o, s, -1, d, x, out);
}

int dv_optimise_values_at(const dv_optimise *o, const dv_search *s, dv_diags *d, const double *x, dv_optimum *out)
{
  memcpy(out->x, x, (size_t)o->g.nby * sizeof *x);
  return run_cases(o, s, d, 0, out);
}

// ---- scaled: s from 0 to 1 between bounds, or in sizes of the start

double dv_range_size(const dv_range *r, double factor)
{
  if (isfinite(r->upper - r->lower)) return r->upper - r->lower;
  return r->start != 0 ? fabs(r->start) : factor;
}

typedef struct {
  const dv_optimise *o;
  const dv_search *s;
  dv_diags *d;
  dv_optimum *here, *best;
  double *x, *origin, *size;  // x = origin + size scaled
  double *scale;              // [1 + rows] of the objective and the limits
  int rows, asked;
} task;

static const dv_wanted *row_of(const task *t, int k, double *limit, int *sense)
{
  const dv_optimise *o = t->o;
  const dv_wanted *w = k < o->nlimit ? &o->limit[k] : &o->objective[1 - t->s->leads];
  *limit = k < o->nlimit ? w->limit : t->s->below;
  *sense = k < o->nlimit ? w->sense : -w->sense;
  return w;
}

static int better(const task *t, const dv_optimum *p)
{
  const dv_optimum *b = t->best;
  int lead = t->s->leads;
  double worse = fmax(p->violation, 1e-7), than = fmax(b->violation, 1e-7);
  if (isfinite(t->s->below)) {
    double size = fmax(fabs(t->s->below), 1e-12), sense = t->o->objective[1 - lead].sense;
    worse = fmax(worse, sense * (p->objective[1 - lead] - t->s->below) / size);
    than = fmax(than, sense * (b->objective[1 - lead] - t->s->below) / size);
  }
  if (!b->evaluations || worse != than) return !b->evaluations || worse < than;
  return t->o->objective[lead].sense * (p->objective[lead] - b->objective[lead]) < 0;
}

static void keep(const task *t)
{
  const dv_optimise *o = t->o;
  size_t n = (size_t)o->g.nby, cells = (size_t)o->ncase * (size_t)o->g.nmetric;
  dv_optimum *b = t->best, *p = t->here;
  memcpy(b->x, p->x, n * sizeof *b->x);
  memcpy(b->value, p->value, cells * sizeof *b->value);
  memcpy(b->slope, p->slope, cells * n * sizeof *b->slope);
  b->objective[0] = p->objective[0], b->objective[1] = p->objective[1], b->violation = p->violation, b->choice = p->choice;
}

static int ask(task *t, const double *scaled)
{
  const dv_optimise *o = t->o;
  if (t->s->halt && *t->s->halt) return 1;
  for (int i = 0; i < o->g.nby; i++) {
    double x = t->origin[i] + t->size[i] * scaled[i];
    t->x[i] = fmin(fmax(x, o->range[i].lower), o->range[i].upper);
  }
  int record = t->asked < (int)DV_OPTIMISE_MOST && t->s->item >= 0 ? t->s->item * (int)DV_OPTIMISE_MOST + t->asked : -1;
  int bad = look_at(o, t->s, record, t->d, t->x, t->here);
  t->asked++;
  if (!bad && better(t, t->here)) keep(t);
  if (!bad) t->best->evaluations = t->asked;
  return bad;
}

// Sizes of slopes at the start: each row's steepest is one.
static void find_scales(task *t)
{
  const dv_optimise *o = t->o;
  for (int k = 0; k <= t->rows; k++) {
    double limit = 0, most = 0;
    int sense;
    const dv_wanted *w = k ? row_of(t, k - 1, &limit, &sense) : &o->objective[t->s->leads];
    for (int i = 0; i < o->g.nby; i++) most = fmax(most, fabs(dv_wanted_slope(o, w, t->here, i) * t->size[i]));
    double value = fabs(k ? limit : dv_wanted_value(o, w, t->here));
    t->scale[k] = most > 1e-6 * value ? most : value > 0 ? value : 1;
  }
}

static int evaluate(void *context, const double *scaled, double *value, double *slope)
{
  task *t = context;
  const dv_optimise *o = t->o;
  int n = o->g.nby;
  if (ask(t, scaled)) return 1;
  for (int k = 0; k <= t->rows; k++) {
    double limit = 0;
    int sense = -o->objective[t->s->leads].sense;
    const dv_wanted *w = k ? row_of(t, k - 1, &limit, &sense) : &o->objective[t->s->leads];
    double sign = (sense > 0 ? -1 : 1) / t->scale[k];
    value[k] = sign * (dv_wanted_value(o, w, t->here) - limit);
    for (int i = 0; i < n; i++) slope[k * n + i] = sign * t->size[i] * dv_wanted_slope(o, w, t->here, i);
  }
  return 0;
}

// ---- starts: the file's numbers, then points of Halton's sequence

static double halton(uint64_t i, int dimension)
{
  static const int prime[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  double f = 1, r = 0;
  int b = prime[dimension % 16];
  for (i += (uint64_t)(dimension / 16) * 1000; i > 0; i /= (uint64_t)b) f /= b, r += f * (double)(i % (uint64_t)b);
  return r;
}

static void begin(const dv_optimise *o, const dv_search *s, double *scaled, const task *t)
{
  for (int i = 0; i < o->g.nby; i++) {
    const dv_range *r = &o->range[i];
    double u = halton(o->seed * 977 + (uint64_t)s->start * 7, i);
    scaled[i] = (r->start - t->origin[i]) / t->size[i];
    if (!s->start) continue;
    scaled[i] = isfinite(r->upper - r->lower) ? u : scaled[i] + (u - 0.5);
  }
}

static int search(task *t, dv_arena *a, double *scaled)
{
  const dv_optimise *o = t->o;
  int n = o->g.nby, bad = ask(t, scaled);
  if (bad || !n) return bad;
  double *low = DV_TAKE(a, double, 2 * n), *high = low + n;
  int *equal = DV_TAKE(a, int, t->rows + 1);
  for (int i = 0; i < n; i++) {
    low[i] = (o->range[i].lower - t->origin[i]) / t->size[i];
    high[i] = (o->range[i].upper - t->origin[i]) / t->size[i];
  }
  for (int k = 0; k < o->nlimit; k++) equal[k] = !o->limit[k].sense;
  find_scales(t);
  t->best->steepest = t->scale[0];
  t->asked = 0;  // the start is asked for once more, and is in the journal
  dv_minimise m = {.n = n, .m = t->rows, .lower = low, .upper = high, .equal = equal, .f = evaluate, .context = t};
  m.tolerance = o->tolerance, m.most = (int)DV_OPTIMISE_MOST - 1;
  dv_minimise_run(a, &m, o->method, scaled);
  return 0;
}

int dv_optimise_search(const dv_optimise *o, const dv_search *s, dv_diags *d, dv_optimum *out)
{
  dv_arena *a = dv_arena_new();
  int n = o->g.nby;
  task t = {.o = o, .s = s, .d = d, .here = dv_optimum_new(a, o), .best = out, .x = DV_TAKE(a, double, 4 * n + 4)};
  t.rows = o->nlimit + (isfinite(s->below) ? 1 : 0);
  t.origin = t.x + n, t.size = t.origin + n, t.scale = DV_TAKE(a, double, t.rows + 1);
  double *scaled = t.size + n;
  out->evaluations = 0;
  for (int i = 0; i < n; i++) {
    t.origin[i] = isfinite(o->range[i].upper - o->range[i].lower) ? o->range[i].lower : o->range[i].start;
    t.size[i] = dv_range_size(&o->range[i], o->g.by[i].factor);
  }
  begin(o, s, scaled, &t);
  int bad = search(&t, a, scaled);
  dv_arena_free(a);
  if (!bad) dv_optimise_prices(o, s, out);
  return bad;
}
