// gradient_move.c: how numbers and start of a machine move with parameters of its file: differences of reading and assembling,
// which are plain formulas.
//
// Most parameters go straight into their numbers. Each is moved by h once, and then all together by parts of h to the other side:
// where that gives what the first moves foretell, they go straight. The others have extrapolated differences of their own.
#include "batch/gradient_inside.h"

#include "base/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LEVELS = 3, ROOM = 1 << 24 };
static const double first_step = 0x1p-7;  // of a parameter's size; halved from level to level

typedef dv_gradient_plan plan;

static int refuse(const plan *p, int i, const char *remedy, const char *why)
{
  dv_gradient_by *b = &p->g->by[i];
  b->left_out = b->maybe;
  dv_diag_add(p->m->diags, b->maybe ? DV_WARNING : DV_ERROR, (dv_mark){p->g->file, 0, 0}, remedy, "no slope by '%s': %s", b->name,
              why);
  return 1;
}

static int count_of(const dv_model *m) { return m->nnum + m->nx + m->nd; }

// ---- machines elsewhere

static const char *setting(const plan *p, dv_arena *a, int i, double value)
{
  const dv_gradient_by *b = &p->g->by[i];
  char number[DV_NUMBER_TEXT];
  return dv_arena_text(a, "%s=%s %s", b->path, dv_number_write(number, value / b->factor), b->unit);
}

// The machine with so many more settings, and its start.
static dv_machine *open_moved(const plan *p, dv_arena *a, const char *const *moved, int n, dv_state **start)
{
  dv_machine_options o = p->g->options;
  const char **settings = DV_TAKE(a, const char *, o.nsetting + n + 1);
  for (int k = 0; k < o.nsetting; k++) settings[k] = o.settings[k];
  for (int k = 0; k < n; k++) settings[o.nsetting++] = moved[k];
  o.settings = settings;
  dv_machine *m = dv_reading_machine(p->g->reading, &o);
  if (!m->model) return m;
  *start = dv_state_new(m->arena, m->model);
  if (dv_start(m, *start)) m->model = NULL;
  return m;
}

// Numbers and start there, behind each other. 1: there is no such machine, and *why.
static int numbers_with(const plan *p, const char *const *moved, int n, double *out, const char **why)
{
  const dv_model *m = p->m->model;
  dv_arena *a = dv_arena_under(p->m->arena);
  dv_state *start = NULL;
  dv_machine *there = open_moved(p, a, moved, n, &start);
  int bad = !there->model || !dv_model_alike(m, there->model);
  if (bad) *why = "it changes the machine's structure";
  if (!there->model) *why = dv_arena_text(p->m->arena, "%s", there->diags->n ? there->diags->item[0].what : "no machine");
  if (!bad) {
    memcpy(out, dv_model_NUMBER(there->model), (size_t)m->nnum * sizeof *out);
    memcpy(out + m->nnum, start->x, (size_t)(m->nx + m->nd) * sizeof *out);
  }
  dv_machine_close(there);
  dv_arena_free(a);
  return bad;
}

static int numbers_at(const plan *p, int i, double value, double *out, const char **why)
{
  dv_arena *a = dv_arena_under(p->m->arena);
  const char *moved = setting(p, a, i, value);
  int bad = numbers_with(p, &moved, 1, out, why);
  dv_arena_free(a);
  return bad;
}

// ---- one by one

// Neville's scheme for numbers that are smooth in the parameter: in h^2, or in h of differences to one side.
static void extrapolate(double *const *T, int n, int ratio, double *out)
{
  for (int e = 0; e < n; e++) {
    double column[LEVELS];
    for (int k = 0; k < LEVELS; k++) column[k] = T[k][e];
    for (int j = 1, power = ratio; j < LEVELS; j++, power *= ratio)
      for (int k = LEVELS - 1; k >= j; k--) column[k] += (column[k] - column[k - 1]) / (power - 1);
    out[e] = column[LEVELS - 1];
  }
}

static void divide(int n, double *high, const double *low, double by)
{
  for (int e = 0; e < n; e++) high[e] = (high[e] - low[e]) / by;
}

// F[0]: the difference of h to both sides, F[1] of h/2, F[2] of h/4. high: at h, NULL: not yet known.
static int slope_inside(const plan *p, int i, int n, const double *high, double *const *F, double *slope, const char **why)
{
  double value = p->g->by[i].value, h = first_step * p->size[i];
  for (int k = 0; k < LEVELS; k++, h /= 2) {
    if (!k && high) memcpy(F[0], high, (size_t)n * sizeof *high);
    else if (numbers_at(p, i, value + h, F[k], why)) return 1;
    if (numbers_at(p, i, value - h, F[LEVELS], why)) return 1;
    divide(n, F[k], F[LEVELS], 2 * h);
  }
  extrapolate(F, n, 4, slope);
  return 0;
}

// A number that stands at a bound: to the side that there is, in steps of h, h/2, h/4.
static int slope_aside(const plan *p, int i, int n, double sign, double *const *F, double *slope, const char **why)
{
  double value = p->g->by[i].value, h = sign * first_step * p->size[i];
  if (numbers_at(p, i, value, F[LEVELS], why)) return 1;
  for (int k = 0; k < LEVELS; k++, h /= 2) {
    if (numbers_at(p, i, value + h, F[k], why)) return 1;
    divide(n, F[k], F[LEVELS], h);
  }
  extrapolate(F, n, 2, slope);
  return 0;
}

static int slope_by(const plan *p, int i, const double *high, double *slope, const char **why)
{
  dv_arena *a = dv_arena_under(p->m->arena);
  int n = count_of(p->m->model);
  double *F[LEVELS + 1];
  for (int k = 0; k <= LEVELS; k++) F[k] = DV_TAKE(a, double, n + 1);
  int bad = slope_inside(p, i, n, high, F, slope, why) && slope_aside(p, i, n, 1, F, slope, why) &&
            slope_aside(p, i, n, -1, F, slope, why);
  dv_arena_free(a);
  return bad;
}

// ---- all together

typedef struct {
  int n;           // of numbers and start
  double *here;    // [n]
  double *high;    // [nby][n] moved by h; NULL: too many
  char *is_there;  // [nby] 1: there is such a machine
  char *straight;  // [nby]
} moves;

static double *high_of(const moves *v, int i) { return v->high && v->is_there[i] ? v->high + (size_t)i * (size_t)v->n : NULL; }

// How far each goes to the other side, of h: not the same, so that nothing cancels.
static double share(const plan *p, int i) { return 0.5 - 0.2 * i / p->g->nby; }

// Numbers and start with all of them moved. 1: there is no such machine.
static int move_all(const plan *p, dv_arena *a, const moves *v, double *out)
{
  const char **moved = DV_TAKE(a, const char *, p->g->nby + 1), *why;
  int n = 0;
  for (int i = 0; i < p->g->nby; i++)
    if (v->is_there[i]) moved[n++] = setting(p, a, i, p->g->by[i].value - share(p, i) * first_step * p->size[i]);
  return numbers_with(p, moved, n, out, &why);
}

// What was not foretold: [n] 1. 1: something that no first move has touched.
static int compare(const plan *p, dv_arena *a, const moves *v, const double *is, char *off)
{
  double *want = DV_TAKE(a, double, v->n + 1), *size = DV_TAKE(a, double, v->n + 1);
  char *touched = DV_TAKE(a, char, v->n + 1);
  int astray = 0;
  for (int e = 0; e < v->n; e++) want[e] = v->here[e], size[e] = fabs(want[e]);
  for (int i = 0; i < p->g->nby; i++) {
    const double *high = high_of(v, i);
    for (int e = 0; high && e < v->n; e++) {
      double by = high[e] - v->here[e];
      want[e] -= share(p, i) * by, size[e] += fabs(by);
      touched[e] |= by != 0;
    }
  }
  for (int e = 0; e < v->n; e++) {
    off[e] = !(fabs(is[e] - want[e]) <= 16 * DBL_EPSILON * size[e]);
    astray |= off[e] && !touched[e];
  }
  return astray;
}

static void find_straight(const plan *p, dv_arena *a, moves *v)
{
  double *is = DV_TAKE(a, double, v->n + 1);
  char *off = DV_TAKE(a, char, v->n + 1);
  const char *why;
  for (int i = 0; i < p->g->nby; i++)
    v->is_there[i] = !numbers_at(p, i, p->g->by[i].value + first_step * p->size[i], v->high + (size_t)i * (size_t)v->n, &why);
  if (move_all(p, a, v, is) || compare(p, a, v, is, off)) return;
  for (int i = 0; i < p->g->nby; i++) {
    const double *high = high_of(v, i);
    v->straight[i] = high != NULL;
    for (int e = 0; high && e < v->n; e++) v->straight[i] &= !off[e] || high[e] == v->here[e];
  }
}

static moves *look_around(const plan *p, dv_arena *a)
{
  const dv_model *m = p->m->model;
  moves *v = DV_TAKE(a, moves, 1);
  size_t n = (size_t)count_of(m), all = n * (size_t)p->g->nby;
  v->n = (int)n, v->here = DV_TAKE(a, double, n + 1);
  v->is_there = DV_TAKE(a, char, p->g->nby + 1), v->straight = DV_TAKE(a, char, p->g->nby + 1);
  memcpy(v->here, dv_model_NUMBER(m), (size_t)m->nnum * sizeof(double));
  memcpy(v->here + m->nnum, p->start->x, (size_t)(m->nx + m->nd) * sizeof(double));
  if (all > ROOM) return v;
  v->high = DV_TAKE(a, double, all + 1);
  find_straight(p, a, v);
  return v;
}

// ---- parameters

static int move_one(const plan *p, int i, const moves *v, double *slope)
{
  const dv_model *m = p->m->model;
  const char *why = "";
  int any = 0;
  if (v->straight[i])
    for (int e = 0; e < v->n; e++) slope[e] = (high_of(v, i)[e] - v->here[e]) / (first_step * p->size[i]);
  else if (slope_by(p, i, high_of(v, i), slope, &why)) return refuse(p, i, "compare runs by davit sweep", why);
  for (int e = 0; e < v->n; e++) any |= slope[e] != 0;
  if (!any)
    dv_diag_add(p->m->diags, DV_WARNING, (dv_mark){p->g->file, 0, 0}, NULL, "'%s' has no influence on the machine",
                p->g->by[i].name);
  memcpy(p->number + (size_t)i * (size_t)m->nnum, slope, (size_t)m->nnum * sizeof *slope);
  memcpy(p->state + (size_t)i * (size_t)(m->nx + m->nd), slope + m->nnum, (size_t)(m->nx + m->nd) * sizeof *slope);
  return 0;
}

int dv_gradient_move(const plan *p)
{
  dv_arena *a = dv_arena_under(p->m->arena);
  int bad = 0;
  for (int i = 0; i < p->g->nby; i++) p->size[i] = p->g->by[i].value != 0 ? fabs(p->g->by[i].value) : p->g->by[i].factor;
  const moves *v = look_around(p, a);
  double *slope = DV_TAKE(a, double, v->n + 1);
  for (int i = 0; i < p->g->nby && !bad; i++) bad = move_one(p, i, v, slope) && !p->g->by[i].left_out;
  dv_arena_free(a);
  return bad;
}
