// measure.c: finds the reducers in an expression, puts a name in the place of each, and evaluates the rest over their results.
#include "batch/measure.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MAX, MIN, MEAN, RMS, PEAK, RANGE, FIRST, FINAL, INTEGRAL, AT, TIME_OF_MAX, TIME_OF_MIN, SETTLE, REDUCERS };
static const struct {
  const char *name;
  int args;
} reducers[REDUCERS] = {
    {"max",         1},
    {"min",         1},
    {"mean",        1},
    {"rms",         1},
    {"peak",        1},
    {"range",       1},
    {"first",       1},
    {"final",       1},
    {"integral",    1},
    {"at",          2},
    {"time_of_max", 1},
    {"time_of_min", 1},
    {"settle",      2},
};
static const dv_mark nowhere = {NULL, 0, 0};

static int is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

// The arguments behind an open bracket: their number, where they end, and where the last comma is.
static int arguments(const char *s, const char **end, const char **comma)
{
  int depth = 1, n = 1;
  *comma = NULL;
  for (; *s && depth; s++) {
    if (*s == '(' || *s == '[') depth++;
    if (*s == ')' || *s == ']') depth--;
    if (*s == ',' && depth == 1) n++, *comma = s;
  }
  *end = s - 1;
  return depth ? -1 : n;
}

// The reducer that begins at s, or -1.
static int reducer_at(const char *s, const char **open)
{
  size_t n = 0;
  while (is_name(s[n])) n++;
  *open = s + n + 1;
  if (s[n] != '(') return -1;
  const char *end, *comma;
  int args = arguments(*open, &end, &comma);
  for (int i = 0; i < REDUCERS; i++)
    if (strlen(reducers[i].name) == n && !strncmp(s, reducers[i].name, n) && reducers[i].args == args) return i;
  return -1;
}

static int none(void *context, const char *name, dv_quantity_value *out)
{
  (void)context, (void)name, (void)out;
  return -1;
}

static int read_reduction(dv_arena *a, dv_diags *d, dv_units *u, int how, const char *open, const char *end, const char *comma,
                          dv_reduction *out)
{
  const char *stop = reducers[how].args == 2 ? comma : end;
  out->how = how;
  out->arg = NAN;
  if (dv_formula_parse(a, d, u, dv_arena_text(a, "%.*s", (int)(stop - open), open), nowhere, &out->value)) return -1;
  if (reducers[how].args == 1) return 0;
  dv_formula f;
  dv_quantity_value v;
  const char *text = dv_arena_text(a, "%.*s", (int)(end - comma - 1), comma + 1);
  while (*text == ' ') text++;
  if (dv_formula_parse(a, d, u, text, nowhere, &f)) return -1;
  if (!f.ninput && !dv_formula_evaluate(d, &f, nowhere, none, NULL, &v)) out->arg = v.value;
  if (isfinite(out->arg)) return 0;
  dv_diag_add(d, DV_ERROR, nowhere, "give a number with its unit", "'%s' is no constant", text);
  return -1;
}

// Every name outside of the reducers stands for one of them.
static int only_results(dv_diags *d, const dv_measure *m)
{
  for (int i = 0; i < m->whole.ninput; i++) {
    const char *s = m->whole.input[i];
    if (*s == 'r' && s[1] && strspn(s + 1, "0123456789") == strlen(s + 1)) continue;
    dv_diag_add(d, DV_ERROR, nowhere, "write final(...), max(...) or another reducer around it",
                "metric '%s': '%s' changes during the run", m->text, s);
    return -1;
  }
  return 0;
}

int dv_measure_read(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_measure *out)
{
  dv_text rest = {.arena = a};
  struct {
    dv_reduction *item;
    int n, cap;
  } list = {0};
  for (const char *s = text; *s;) {
    const char *open, *end, *comma;
    int how = s == text || !is_name(s[-1]) ? reducer_at(s, &open) : -1;
    if (how < 0) {
      dv_text_put(&rest, s++, 1);
      continue;
    }
    arguments(open, &end, &comma);
    dv_text_add(&rest, "r%d", list.n);
    if (read_reduction(a, d, u, how, open, end, comma, DV_PUSH(a, &list))) return -1;
    s = end + 1;
  }
  *out = (dv_measure){.text = text, .n = list.n, .reduction = list.item};
  if (!list.n) {
    dv_diag_add(d, DV_ERROR, nowhere,
                "write max(...), min, mean, rms, peak, range, first, final, integral, at(..., time), settle(..., band)",
                "metric '%s' says nothing about a whole run", text);
    return -1;
  }
  if (dv_formula_parse(a, d, u, dv_text_all(&rest), nowhere, &out->whole)) return -1;
  return only_results(d, out);
}

int dv_measure_columns(const dv_measure *m, const char **name, int most)
{
  int n = 0;
  for (int i = 0; i < m->n; i++)
    for (int k = 0; k < m->reduction[i].value.ninput && n < most; k++)
      if (strcmp(m->reduction[i].value.input[k], "t")) name[n++] = m->reduction[i].value.input[k];
  return n;
}

int dv_measure_times(const dv_measure *m, double *time, int most)
{
  int n = 0;
  for (int i = 0; i < m->n && n < most; i++)
    if (m->reduction[i].how == AT) time[n++] = m->reduction[i].arg;
  return n;
}

typedef struct {
  const dv_history *h;
  int row;
} place;

static int column(void *context, const char *name, dv_quantity_value *out)
{
  const place *p = context;
  int c = strcmp(name, "t") ? dv_history_find(p->h, name) : 0;
  if (c < 0) return -1;
  *out = (dv_quantity_value){dv_history_row(p->h, p->row)[c], {.any = 1}};
  return 0;
}

static double at_row(dv_diags *d, const dv_reduction *r, const dv_history *h, int row)
{
  place p = {h, row};
  dv_quantity_value v;
  return dv_formula_evaluate(d, &r->value, nowhere, column, &p, &v) ? NAN : v.value;
}

static double time_at(const dv_history *h, int row) { return dv_history_row(h, row)[0]; }

// Sums over the rows, in one pass.
typedef struct {
  double least, most, t_least, t_most, area, square;
} sums;

static sums add_up(const dv_history *h, const double *y)
{
  sums s = {.least = HUGE_VAL, .most = -HUGE_VAL};
  for (int i = 0; i < h->nrow; i++) {
    double dt = i ? time_at(h, i) - time_at(h, i - 1) : 0;
    if (isnan(y[i])) return (sums){NAN, NAN, NAN, NAN, NAN, NAN};
    if (y[i] < s.least) s.least = y[i], s.t_least = time_at(h, i);
    if (y[i] > s.most) s.most = y[i], s.t_most = time_at(h, i);
    if (i) s.area += dt * (y[i] + y[i - 1]) / 2;
    if (i) s.square += dt * (y[i] * y[i] + y[i] * y[i - 1] + y[i - 1] * y[i - 1]) / 3;  // of the straight line between
  }
  return s;
}

static double interpolated(const dv_history *h, const double *y, double t)
{
  for (int i = 0; i < h->nrow; i++) {
    if (fabs(time_at(h, i) - t) <= 1e-9 * fmax(1, fabs(t))) return y[i];
    if (i && time_at(h, i) > t) {
      double s = (t - time_at(h, i - 1)) / (time_at(h, i) - time_at(h, i - 1));
      return y[i - 1] + s * (y[i] - y[i - 1]);
    }
  }
  return NAN;
}

static double settled(const dv_history *h, const double *y, double band)
{
  int last = h->nrow - 1, i = last;
  while (i > 0 && fabs(y[i - 1] - y[last]) <= band) i--;
  return time_at(h, i);
}

static double reduce(dv_diags *d, const dv_reduction *r, const dv_history *h)
{
  if (!h->nrow) return NAN;
  dv_arena *a = dv_arena_new();
  double *y = DV_TAKE(a, double, h->nrow), out = NAN, span = time_at(h, h->nrow - 1) - time_at(h, 0);
  for (int i = 0; i < h->nrow; i++) y[i] = at_row(d, r, h, i);
  sums s = add_up(h, y);
  switch (r->how) {
  case MAX: out = s.most; break;
  case MIN: out = s.least; break;
  case MEAN: out = span > 0 ? s.area / span : y[0]; break;
  case RMS: out = sqrt(span > 0 ? s.square / span : y[0] * y[0]); break;
  case PEAK: out = isnan(s.most) ? NAN : fmax(fabs(s.most), fabs(s.least)); break;
  case RANGE: out = s.most - s.least; break;
  case FIRST: out = y[0]; break;
  case FINAL: out = y[h->nrow - 1]; break;
  case INTEGRAL: out = s.area; break;
  case AT: out = interpolated(h, y, r->arg); break;
  case TIME_OF_MAX: out = s.t_most; break;
  case TIME_OF_MIN: out = s.t_least; break;
  case SETTLE: out = settled(h, y, r->arg); break;
  default: break;
  }
  dv_arena_free(a);
  return out;
}

static int result(void *context, const char *name, dv_quantity_value *out)
{
  const double *r = context;
  int i = 0;
  for (const char *s = name + 1; isdigit((unsigned char)*s); s++) i = 10 * i + *s - '0';
  *out = (dv_quantity_value){r[i], {.any = 1}};
  return 0;
}

double dv_measure_value(dv_diags *d, const dv_measure *m, const dv_history *h)
{
  dv_arena *a = dv_arena_new();
  double *r = DV_TAKE(a, double, m->n + 1);
  dv_quantity_value v;
  for (int i = 0; i < m->n; i++) r[i] = reduce(d, &m->reduction[i], h);
  int bad = dv_formula_evaluate(d, &m->whole, nowhere, result, r, &v);
  dv_arena_free(a);
  return bad ? NAN : v.value;
}
