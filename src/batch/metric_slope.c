// metric_slope.c: how a metric goes with the entries of the table of a run: measures exactly (base/measure_slope.c), formulas
// within and around them by extrapolated differences, which are exact where a formula is a name.
#include "batch/metric_slope.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { LEVELS = 3 };
static const double first_step = 0x1p-10;

// Values of a formula's names, by their place in its list.
typedef struct {
  const dv_formula *f;
  double *value;
} names;

static int look_up(void *context, const char *name, dv_quantity_value *out)
{
  const names *n = context;
  for (int i = 0; i < n->f->ninput; i++) {
    if (strcmp(n->f->input[i], name)) continue;
    *out = (dv_quantity_value){n->value[i], {.any = 1}};
    return 0;
  }
  return -1;
}

static double value_of(dv_diags *d, const names *n)
{
  double v;
  return dv_formula_value(d, n->f, look_up, (void *)n, &v) ? NAN : v;
}

// Neville's scheme in h^2 along name i; size: how large it is in the run.
static double slope_along(dv_diags *d, const names *n, int i, double size)
{
  double T[LEVELS], here = n->value[i], h = first_step * (size > 0 ? fmax(fabs(here), 1e-3 * size) : 1);
  if (n->f->ncode == 1) return 1;
  for (int k = 0; k < LEVELS; k++, h /= 2) {
    n->value[i] = here + h;
    T[k] = value_of(d, n);
    n->value[i] = here - h;
    T[k] = (T[k] - value_of(d, n)) / (2 * h);
  }
  n->value[i] = here;
  for (int j = 1, power = 4; j < LEVELS; j++, power *= 4)
    for (int k = LEVELS - 1; k >= j; k--) T[k] += (T[k] - T[k - 1]) / (power - 1);
  return T[LEVELS - 1];
}

static int is_inside(const dv_reduction *r, double t) { return !(t < r->from || t > r->to); }

// Columns of a formula's names.
static void read_row(const dv_history *h, int row, const int *column, names *n)
{
  for (int i = 0; i < n->f->ninput; i++) n->value[i] = column[i] < 0 ? NAN : dv_history_row(h, row)[column[i]];
}

static double size_of(const dv_history *h, int column)
{
  double most = 0;
  for (int r = 0; r < h->nrow && column >= 0; r++) most = fmax(most, fabs(dv_history_row(h, r)[column]));
  return most;
}

// A reduction's curve, and where it comes from.
typedef struct {
  dv_course c;
  names n;
  double *t, *y, *size;  // size [ninput] of each column
  int *row, *column;     // [c.n] of the table; [ninput], -1: none
} curve;

static curve curve_of(dv_arena *a, dv_diags *d, const dv_reduction *r, const dv_history *h)
{
  int names_count = r->value.ninput;
  curve k = {
      .n = {&r->value, DV_TAKE(a, double,           names_count + 1)},
        .c = {.at = r->at,         .goal = r->goal,        .band = r->band}
  };
  k.t = DV_TAKE(a, double, h->nrow + 1), k.y = DV_TAKE(a, double, h->nrow + 1), k.size = DV_TAKE(a, double, names_count + 1);
  k.row = DV_TAKE(a, int, h->nrow + 1), k.column = DV_TAKE(a, int, names_count + 1);
  for (int i = 0; i < names_count; i++) {
    k.column[i] = strcmp(r->value.input[i], "t") ? dv_history_find(h, r->value.input[i]) : 0;
    k.size[i] = size_of(h, k.column[i]);
  }
  for (int i = 0; i < h->nrow; i++) {
    if (!is_inside(r, dv_history_row(h, i)[0])) continue;
    read_row(h, i, k.column, &k.n);
    k.row[k.c.n] = i, k.t[k.c.n] = dv_history_row(h, i)[0], k.y[k.c.n++] = value_of(d, &k.n);
  }
  k.c.t = k.t, k.c.y = k.y;
  return k;
}

// Adds by * slope of a reduction.
static void add_reduction(dv_arena *a, dv_diags *d, const dv_reduction *r, const dv_history *h, curve *k, double by, double *w)
{
  double *s = DV_TAKE(a, double, h->nrow + 1);
  dv_measure_slopes(r->how, &k->c, s);
  for (int j = 0; j < k->c.n; j++) {
    if (s[j] == 0) continue;
    read_row(h, k->row[j], k->column, &k->n);
    for (int i = 0; i < k->n.f->ninput; i++)
      if (k->column[i] > 0)
        w[(size_t)k->row[j] * (size_t)h->ncolumn + (size_t)k->column[i]] += by * s[j] * slope_along(d, &k->n, i, k->size[i]);
  }
}

// Which reduction r0, r1 ... is.
static int which(const char *name)
{
  int i = 0;
  for (const char *s = name + 1; isdigit((unsigned char)*s); s++) i = 10 * i + *s - '0';
  return i;
}

void dv_metric_slopes(dv_diags *d, const dv_metric *m, const dv_history *h, int last, double *w)
{
  dv_arena *a = dv_arena_new();
  names n = {&m->whole, DV_TAKE(a, double, m->whole.ninput + 1)};
  curve *k = DV_TAKE(a, curve, m->whole.ninput + 1);
  memset(w, 0, (size_t)h->nrow * (size_t)h->ncolumn * sizeof *w);
  for (int i = 0; i < n.f->ninput; i++) {
    const dv_reduction *r = &m->reduction[which(n.f->input[i])];
    k[i] = curve_of(a, d, r, h);
    k[i].c.last_extreme = last;
    n.value[i] = dv_measure_of(r->how, &k[i].c);
  }
  for (int i = 0; i < n.f->ninput; i++) {
    double by = slope_along(d, &n, i, fabs(n.value[i])) / m->factor;
    if (by != 0) add_reduction(a, d, &m->reduction[which(n.f->input[i])], h, &k[i], by, w);
  }
  dv_arena_free(a);
}
