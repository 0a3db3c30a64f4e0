// plan.c: the points of a sweep. Run r is sample r % nsample of grid point r / nsample; the last varied number turns fastest.
#include "batch/plan.h"

#include "base/hash.h"
#include "base/number.h"
#include "base/text.h"
#include "batch/draw.h"

#include <math.h>
#include <string.h>

enum { RUNS_MOST = 10000000 };

static double uniform(const double *a, double u) { return a[0] + u * (a[1] - a[0]); }
static double normal(const double *a, double u) { return a[0] + a[1] * dv_draw_normal_inverse(u); }
static double lognormal(const double *a, double u) { return a[0] * exp(a[1] * dv_draw_normal_inverse(u)); }
static double triangular(const double *a, double u)
{
  double width = a[2] - a[0], likely = (a[1] - a[0]) / width;
  return u < likely ? a[0] + width * sqrt(u * likely) : a[2] - width * sqrt((1 - u) * (1 - likely));
}

static const struct {
  const char *name;
  int n;
  double (*inverse)(const double *arg, double u);
} laws[] = {
    {"uniform",    2, uniform   },
    {"normal",     2, normal    },
    {"lognormal",  2, lognormal },
    {"triangular", 3, triangular},
};
enum { LAWS = sizeof laws / sizeof *laws };

static int fault(dv_diags *d, const char *text, const char *remedy, const char *what)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){NULL, 0, 0}, remedy, "'%s': %s", text, what);
  return -1;
}

// "10 t" -> 10, "t"; no number: NULL
static const char *number_unit(dv_arena *a, const char *s, size_t n, double *value)
{
  const char *text = dv_arena_text(a, "%.*s", (int)n, s);
  while (*text == ' ') text++;
  const char *unit = dv_number_read(text, value);
  if (!unit) return NULL;
  while (*unit == ' ') unit++;
  size_t end = strlen(unit);
  while (end && unit[end - 1] == ' ') end--;
  return dv_arena_text(a, "%.*s", (int)end, unit);
}

typedef struct {
  const char *at;
  size_t n;
} slice;

// At the separators that stand outside of brackets.
static int split(const char *s, char by, slice *out, int most)
{
  int n = 0;
  for (;; s++) {
    size_t len = 0;
    for (int depth = 0; s[len] && (depth > 0 || s[len] != by); len++)
      depth += (strchr("[({", s[len]) != NULL) - (strchr("])}", s[len]) != NULL);
    if (n < most) out[n] = (slice){s, len};
    n++;
    s += len;
    if (!*s) return n;
  }
}

// from:to unit:count[:log]
static int read_grid(dv_arena *a, dv_diags *d, const char *text, const char *values, dv_vary *out)
{
  slice p[4];
  double count;
  const char *form = "write path=from:to unit:count, e.g. payload=0:10t:21, with :log behind it for equal ratios";
  int n = split(values, ':', p, 4);
  if (n < 3 || n > 4) return fault(d, text, form, "is no range");
  const char *unit = number_unit(a, p[1].at, p[1].n, &out->to), *before = number_unit(a, p[0].at, p[0].n, &out->from);
  const char *after = number_unit(a, p[2].at, p[2].n, &count);
  if (!unit || !before || !after || *after) return fault(d, text, form, "is no range");
  if (*before && strcmp(before, unit)) return fault(d, text, "give both ends in one unit", "its ends have different units");
  out->log = n == 4 && p[3].n == 3 && !strncmp(p[3].at, "log", 3);
  if ((n == 4 && !out->log) || !(count >= 1 && count <= RUNS_MOST && count == floor(count)))
    return fault(d, text, form, "is no range");
  if (out->log && !(out->from > 0 && out->to > 0)) return fault(d, text, "give positive ends", "ratios need positive numbers");
  out->how = DV_VARY_GRID;
  out->n = (int)count;
  out->unit = unit;
  return 0;
}

static slice trim(slice s)
{
  while (s.n && *s.at == ' ') s.at++, s.n--;
  while (s.n && s.at[s.n - 1] == ' ') s.n--;
  return s;
}

// Numbers of one unit become number[n]; those without one have the unit of the others. Anything else stays text.
static int list_numbers(dv_arena *a, dv_diags *d, const char *text, dv_vary *out)
{
  double *number = DV_TAKE(a, double, out->n);
  for (int i = 0; i < out->n; i++) {
    const char *unit = number_unit(a, out->text[i], strlen(out->text[i]), &number[i]);
    if (!unit || strpbrk(unit, "*/+-^()[") == unit) return out->unit = "", 0;
    if (*unit && *out->unit && strcmp(unit, out->unit))
      return fault(d, text, "give all in one unit", "its values have different units");
    if (*unit) out->unit = unit;
  }
  out->number = number;
  return 0;
}

static int read_list(dv_arena *a, dv_diags *d, const char *text, const char *values, dv_vary *out)
{
  int n = split(values, ',', NULL, 0);
  slice *p = DV_TAKE(a, slice, n);
  split(values, ',', p, n);
  out->how = DV_VARY_LIST;
  out->n = n;
  out->text = DV_TAKE(a, const char *, n);
  for (int i = 0; i < n; i++) {
    p[i] = trim(p[i]);
    if (!p[i].n) return fault(d, text, "write path=a,b,c", "a value of the list is empty");
    out->text[i] = dv_arena_text(a, "%.*s", (int)p[i].n, p[i].at);
  }
  return list_numbers(a, d, text, out);
}

static int check_law(dv_diags *d, const char *text, const dv_vary *v)
{
  const double *x = v->arg;
  const char *name = laws[v->law].name;
  if (!strcmp(name, "uniform") && !(x[0] < x[1])) return fault(d, text, "uniform(least, most)", "the range is empty");
  if (!strcmp(name, "normal") && !(x[1] >= 0)) return fault(d, text, "normal(mean, deviation)", "the deviation is negative");
  if (!strcmp(name, "lognormal") && !(x[0] > 0 && x[1] >= 0))
    return fault(d, text, "lognormal(median, sigma)", "the median must be positive");
  if (!strcmp(name, "triangular") && !(x[0] <= x[1] && x[1] <= x[2] && x[0] < x[2]))
    return fault(d, text, "triangular(least, likely, most)", "its numbers do not rise");
  return 0;
}

// path~law(a unit, b unit)
static int read_law(dv_arena *a, dv_diags *d, const char *text, const char *values, dv_vary *out)
{
  const char *form =
      "write path~normal(mean, deviation), uniform(least, most), lognormal(median, sigma) or triangular(least, likely, most)";
  size_t name = strcspn(values, "(");
  slice p[3] = {{0}};
  while (name && values[name - 1] == ' ') name--;
  if (!strchr(values, '(') || !strchr(values, ')')) return fault(d, text, form, "is no distribution");
  for (out->law = 0; out->law < LAWS; out->law++)
    if (strlen(laws[out->law].name) == name && !strncmp(laws[out->law].name, values, name)) break;
  if (out->law == LAWS) return fault(d, text, form, "there is no such distribution");
  const char *inside = strchr(values, '(') + 1, *close = strchr(inside, ')');
  const char *args = dv_arena_text(a, "%.*s", (int)(close - inside), inside);
  out->unit = "";
  if (split(args, ',', p, 3) != laws[out->law].n)
    return fault(d, text, form, "the distribution takes another number of arguments");
  for (int i = 0; i < laws[out->law].n; i++) {
    const char *unit = number_unit(a, p[i].at, p[i].n, &out->arg[i]);
    if (!unit || (*unit && *out->unit && strcmp(unit, out->unit)))
      return fault(d, text, "give its numbers in one unit", "a number cannot be read");
    if (*unit) out->unit = unit;
  }
  out->how = DV_VARY_DRAWN;
  return check_law(d, text, out);
}

int dv_vary_read(dv_arena *a, dv_diags *d, const char *text, dv_vary *out)
{
  size_t n = strcspn(text, "=~");
  memset(out, 0, sizeof *out);
  out->unit = "";
  if (!n || !text[n] || !text[n + 1])
    return fault(d, text, "write path=from:to:count, path=a,b,c or path~normal(mean, deviation)", "says nothing to vary");
  size_t end = n;
  while (end && text[end - 1] == ' ') end--;
  out->path = dv_arena_text(a, "%.*s", (int)end, text);
  const char *values = text + n + 1;
  while (*values == ' ') values++;
  if (text[n] == '~') return read_law(a, d, text, values, out);
  return strchr(values, ':') && !strchr("[{", *values) ? read_grid(a, d, text, values, out) : read_list(a, d, text, values, out);
}

static int from_range(const dv_plan *p, int i) { return p->vary[i].how != DV_VARY_DRAWN; }

static void draw(dv_arena *a, dv_plan *p, int i)
{
  p->draw[i] = DV_TAKE(a, double, p->nsample);
  if (p->latin) dv_draw_strata(a, p->seed, (uint64_t)i, p->nsample, p->draw[i]);
  else
    for (int k = 0; k < p->nsample; k++) p->draw[i][k] = dv_draw_uniform(p->seed, (uint64_t)i, (uint64_t)k);
}

static dv_plan *refuse(dv_diags *d, const char *remedy, const char *what)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){NULL, 0, 0}, remedy, "%s", what);
  return NULL;
}

static const char *drawn_path(const dv_plan *p)
{
  int i = 0;
  while (from_range(p, i)) i++;
  return p->vary[i].path;
}

dv_plan *dv_plan_new(dv_arena *a, dv_diags *d, const dv_vary *vary, int nvary, int samples, int latin, uint64_t seed)
{
  dv_plan *p = DV_TAKE(a, dv_plan, 1);
  double runs = samples ? samples : 1;
  int laws_given = 0;
  p->vary = DV_TAKE(a, dv_vary, nvary);
  memcpy(p->vary, vary, (size_t)nvary * sizeof *vary);
  p->draw = DV_TAKE(a, double *, nvary);
  p->nvary = nvary;
  p->nsample = samples ? samples : 1;
  p->latin = latin;
  p->seed = seed;
  for (int i = 0; i < nvary; i++) laws_given |= !from_range(p, i);
  for (int i = 1; i < nvary; i++)
    for (int k = 0; k < i; k++)
      if (!strcmp(vary[i].path, vary[k].path))
        return refuse(d, "name each once", dv_arena_text(a, "'%s' is varied twice", vary[i].path));
  if (laws_given && !samples) return refuse(d, "give --sample N", dv_arena_text(a, "'%s' is drawn: how often?", drawn_path(p)));
  for (int i = 0; i < nvary; i++) {
    if (!from_range(p, i) || (samples && !laws_given)) draw(a, p, i);
    else runs *= p->vary[i].n;
  }
  if (runs > RUNS_MOST)
    return refuse(d, "give fewer values, or sample the ranges with --sample",
                  dv_arena_text(a, "%.3g runs are more than %d", runs, RUNS_MOST));
  p->nrun = (int)runs;
  return p;
}

// Position of a run on the grid axis of a varied number; one of a list may be drawn.
static int step_of(const dv_plan *p, int run, int vary)
{
  int point = run / p->nsample;
  if (p->draw[vary]) return (int)(p->draw[vary][run % p->nsample] * p->vary[vary].n);
  for (int i = p->nvary - 1; i > vary; i--)
    if (!p->draw[i]) point /= p->vary[i].n;
  return point % p->vary[vary].n;
}

static double in_range(const dv_vary *v, double s)
{
  return v->log ? v->from * pow(v->to / v->from, s) : v->from + s * (v->to - v->from);
}

// Step i of n - 1: divided last, so that 0:1:11 gives 0.3 and not 0.30000000000000004.
static double on_grid(const dv_vary *v, int i)
{
  int last = v->n - 1;
  if (!i || i == last) return i ? v->to : v->from;
  return v->log ? in_range(v, (double)i / last) : ((last - i) * v->from + i * v->to) / last;
}

double dv_plan_value(const dv_plan *p, int run, int vary)
{
  const dv_vary *v = &p->vary[vary];
  double u = p->draw[vary] ? p->draw[vary][run % p->nsample] : 0;
  if (v->how == DV_VARY_DRAWN) return laws[v->law].inverse(v->arg, u);
  int i = step_of(p, run, vary);
  if (v->how == DV_VARY_LIST) return v->number ? v->number[i] : i;
  return p->draw[vary] ? in_range(v, u) : on_grid(v, i);
}

const char *dv_plan_setting(dv_arena *a, const dv_plan *p, int run, int vary)
{
  const dv_vary *v = &p->vary[vary];
  if (v->how == DV_VARY_LIST && !v->number) return dv_arena_text(a, "%s=%s", v->path, v->text[step_of(p, run, vary)]);
  char number[DV_NUMBER_TEXT];
  return dv_arena_text(a, "%s=%s%s%s", v->path, dv_number_write(number, dv_plan_value(p, run, vary)), *v->unit ? " " : "",
                       v->unit);
}

static uint64_t hash_vary(uint64_t h, const dv_vary *v)
{
  const int whole[] = {(int)v->how, v->n, v->log, v->law};
  const double number[] = {v->from, v->to, v->arg[0], v->arg[1], v->arg[2]};
  h = dv_hash_text(dv_hash_text(h, v->path), v->unit);
  h = dv_hash_on(dv_hash_on(h, whole, sizeof whole), number, sizeof number);
  for (int i = 0; v->how == DV_VARY_LIST && i < v->n; i++) h = dv_hash_text(h, v->text[i]);
  return h;
}

// All that the points are made from.
uint64_t dv_plan_hash(const dv_plan *p)
{
  const int whole[] = {p->nvary, p->nsample, p->nrun, p->latin};
  uint64_t h = dv_hash_on(dv_hash_bytes(whole, sizeof whole), &p->seed, sizeof p->seed);
  for (int i = 0; i < p->nvary; i++) h = hash_vary(h, &p->vary[i]);
  return h;
}
