// metric.c: finds the reducers in an expression, puts a name in the place of each, and evaluates the rest over their results.
#include "batch/metric.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { ARGUMENTS = 3 };

static int is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

typedef struct {
  const char *at[ARGUMENTS + 1];  // where each begins; behind the last
  int n;
} arguments;

// What stands behind an open bracket; n is 0 if it never closes.
static arguments split(const char *s)
{
  arguments a = {{s}, 1};
  int depth = 1;
  for (; *s && depth; s++) {
    depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
    if (*s != ',' || depth != 1) continue;
    if (a.n < ARGUMENTS) a.at[a.n] = s + 1;
    a.n++;
  }
  if (a.n <= ARGUMENTS) a.at[a.n] = s;
  if (depth) a.n = 0;
  return a;
}

static int takes(dv_measure what)
{
  if (what == DV_MEASURE_SETTLING) return 3;
  return what == DV_MEASURE_AT || dv_measure_takes_goal(what) ? 2 : 1;
}

// The reducer that begins at s and takes these arguments, or -1.
static int reducer_at(const char *s, arguments *a)
{
  size_t n = 0;
  while (is_name(s[n])) n++;
  if (s[n] != '(') return -1;
  *a = split(s + n + 1);
  for (int i = 0; i < DV_MEASURE_COUNT && a->n; i++) {
    const char *name = i == DV_MEASURE_AT ? "at" : dv_measure_rows[i].key;
    if (strlen(name) == n && !strncmp(s, name, n) && a->n <= takes((dv_measure)i) && (i != DV_MEASURE_AT || a->n == 2)) return i;
  }
  return -1;
}

static int none(void *context, const char *name, dv_quantity_value *out)
{
  (void)context, (void)name, (void)out;
  return -1;
}

static const char *argument(dv_arena *m, const arguments *a, int i)
{
  const char *s = a->at[i];
  while (*s == ' ') s++;
  return dv_arena_text(m, "%.*s", (int)(a->at[i + 1] - 1 - s), s);
}

static int constant(dv_arena *a, dv_diags *d, dv_units *u, dv_mark mark, const char *text, dv_quantity_value *out)
{
  dv_formula f;
  if (dv_formula_parse(a, d, u, text, mark, &f)) return -1;
  if (!f.ninput && !dv_formula_evaluate(d, &f, mark, none, NULL, out) && isfinite(out->value)) return 0;
  dv_diag_add(d, DV_ERROR, mark, "give a number with its unit", "'%s' is no constant", text);
  return -1;
}

static int read_reduction(dv_arena *a, dv_diags *d, dv_units *u, dv_mark mark, int how, const arguments *given, dv_reduction *out)
{
  dv_quantity_value second = {NAN, {.any = 1}}, third = second;
  if (given->n > 1 && constant(a, d, u, mark, argument(a, given, 1), &second)) return -1;
  if (given->n > 2 && constant(a, d, u, mark, argument(a, given, 2), &third)) return -1;
  *out = (dv_reduction){.how = (dv_measure)how, .at = second.value, .goal = second.value, .band = third.value};
  out->from = out->to = NAN;
  out->goal_dim = second.dim;
  return dv_formula_parse(a, d, u, argument(a, given, 0), mark, &out->value);
}

// Every name outside of the reducers stands for one of them.
static int only_results(dv_diags *d, const dv_metric *m)
{
  for (int i = 0; i < m->whole.ninput; i++) {
    const char *s = m->whole.input[i];
    if (*s == 'r' && s[1] && strspn(s + 1, "0123456789") == strlen(s + 1)) continue;
    dv_diag_add(d, DV_ERROR, m->mark, "write final(...), max(...) or another reducer around it", "'%s' changes during the run",
                s);
    return -1;
  }
  return 0;
}

// "name [unit] = expression": the expression. Name and unit are optional, and so is all in front of the equals sign.
static const char *read_name(dv_arena *a, const char *text, dv_metric *m)
{
  const char *equals = strchr(text, '='), *expression = equals ? equals + 1 : text, *open = NULL;
  while (*expression == ' ') expression++;
  m->text = m->name = expression;
  m->unit = NULL;
  m->factor = 1;
  if (!equals) return expression;
  size_t n = (size_t)(equals - text), unit = 0;
  while (n && text[n - 1] == ' ') n--;
  if (n && text[n - 1] == ']') open = memchr(text, '[', n);
  if (open) {
    unit = n - 2 - (size_t)(open - text);
    m->unit = dv_arena_copy(a, open + 1, unit);
    for (n = (size_t)(open - text); n && text[n - 1] == ' ';) n--;
  }
  if (n) m->name = dv_arena_copy(a, text, n);
  return expression;
}

// Puts r0, r1... in the place of the reducers of the expression.
static int take_reducers(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_text *rest, dv_metric *out)
{
  struct {
    dv_reduction *item;
    int n, cap;
  } list = {0};
  for (const char *s = text; *s;) {
    arguments given;
    int how = s == text || !is_name(s[-1]) ? reducer_at(s, &given) : -1;
    if (how < 0) {
      dv_text_put(rest, s++, 1);
      continue;
    }
    dv_text_add(rest, "r%d", list.n);
    if (read_reduction(a, d, u, out->mark, how, &given, DV_PUSH(a, &list))) return -1;
    s = given.at[given.n];
  }
  out->n = list.n;
  out->reduction = list.item;
  return 0;
}

int dv_metric_read(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_metric *out)
{
  dv_text rest = {.arena = a};
  *out = (dv_metric){
      .mark = {dv_arena_text(a, "metric '%s'", text), 0, 0}
  };
  const char *expression = read_name(a, text, out);
  if (take_reducers(a, d, u, expression, &rest, out)) return -1;
  if (dv_formula_parse(a, d, u, dv_text_all(&rest), out->mark, &out->whole)) return -1;
  if (out->n) return only_results(d, out);
  dv_diag_add(d, DV_ERROR, out->mark,
              "write max(...), mean(...), at(..., time) or another measure of 'davit help metrics' around a column",
              "it says nothing about a whole run");
  return -1;
}

int dv_metric_of_file(dv_arena *a, dv_diags *d, dv_units *u, const dv_metric_spec *s, dv_metric *out)
{
  dv_reduction *r = DV_TAKE(a, dv_reduction, 1);
  *r = (dv_reduction){.how = s->what, .at = s->at, .goal = s->goal, .band = s->band, .from = s->from, .to = s->to};
  r->goal_dim = (dv_dim){.any = 1};  // the reader has checked it
  *out = (dv_metric){.factor = 1, .mark = s->mark, .n = 1, .reduction = r};
  out->name = dv_arena_text(a, "%s", s->name);
  out->text = dv_arena_text(a, "%s(%s)", dv_measure_rows[s->what].key, s->text);
  if (dv_formula_parse(a, d, u, dv_arena_text(a, "%s", s->text), s->mark, &r->value)) return -1;
  out->whole = dv_formula_name(a, "r0");
  return 0;
}

const char **dv_metrics_columns(dv_arena *a, const dv_metric *m, int nmetric, int *n)
{
  struct {
    const char **item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < nmetric; i++)
    for (int j = 0; j < m[i].n; j++) {
      const dv_formula *f = &m[i].reduction[j].value;
      for (int k = 0; k < f->ninput; k++)
        if (strcmp(f->input[k], "t")) *DV_PUSH(a, &all) = f->input[k];
    }
  *n = all.n;
  return all.item;
}

typedef struct {
  double *item;
  int n, cap;
} instants;

static void put_instant(dv_arena *a, instants *all, double t)
{
  int at = all->n;
  for (int i = 0; i < all->n; i++)
    if (all->item[i] == t) return;
  for (DV_PUSH(a, all); at > 0 && all->item[at - 1] > t; at--) all->item[at] = all->item[at - 1];
  all->item[at] = t;
}

double *dv_metrics_times(dv_arena *a, const dv_metric *m, int nmetric, int *n)
{
  instants all = {0};
  for (int i = 0; i < nmetric; i++)
    for (int j = 0; j < m[i].n; j++)
      if (m[i].reduction[j].how == DV_MEASURE_AT) put_instant(a, &all, m[i].reduction[j].at);
  *n = all.n;
  return all.item;
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

double dv_reduction_at(dv_diags *d, const dv_reduction *r, const dv_history *h, int row)
{
  place p = {h, row};
  double v;
  return dv_formula_value(d, &r->value, column, &p, &v) ? NAN : v;
}

static double reduce(dv_diags *d, const dv_reduction *r, const dv_history *h)
{
  dv_arena *a = dv_arena_new();
  double *t = DV_TAKE(a, double, h->nrow + 1), *y = DV_TAKE(a, double, h->nrow + 1);
  dv_course c = {.t = t, .y = y, .at = r->at, .goal = r->goal, .band = r->band};
  for (int i = 0; i < h->nrow; i++) {
    double time = dv_history_row(h, i)[0];
    if (time < r->from || time > r->to) continue;
    t[c.n] = time;
    y[c.n++] = dv_reduction_at(d, r, h, i);
  }
  double value = dv_measure_of(r->how, &c);
  dv_arena_free(a);
  return value;
}

static int result(void *context, const char *name, dv_quantity_value *out)
{
  const double *r = context;
  int i = 0;
  for (const char *s = name + 1; isdigit((unsigned char)*s); s++) i = 10 * i + *s - '0';
  *out = (dv_quantity_value){r[i], {.any = 1}};
  return 0;
}

double dv_metric_of(dv_diags *d, const dv_metric *m, double *reduced)
{
  double v;
  return dv_formula_value(d, &m->whole, result, reduced, &v) ? NAN : v / m->factor;
}

double dv_metric_value(dv_diags *d, const dv_metric *m, const dv_history *h)
{
  dv_arena *a = dv_arena_new();
  double *r = DV_TAKE(a, double, m->n + 1);
  for (int i = 0; i < m->n; i++) r[i] = reduce(d, &m->reduction[i], h);
  double value = dv_metric_of(d, m, r);
  dv_arena_free(a);
  return value;
}
