// sensitivity.c: tangents of the state beside a run by one-step methods.
//
// A tangent has the current time in it, too: where an event or a corner ends a step, its time t moves by dt, and the next step is
// shorter by as much. At a root g of the state x(h) that a step of length h reaches:  dh = -(g_x dx + ...) / (dg/dh).
#include "solve/sensitivity_inside.h"

#include "engine/closed_loops.h"
#include "engine/program.h"
#include "engine/times.h"
#include "run/seize.h"
#include "solve/charted.h"
#include "solve/implicit.h"

#include <math.h>
#include <string.h>

enum { RATES_AT = 1 };  // states begin behind time

static const struct {
  const char *name;
  const dv_tableau *is;
} tableaux[] = DV_TABLEAUX;

void dv_sensitivity_fail(dv_sensitivity *s, double t, const char *why, const char *remedy)
{
  if (s->failed) return;
  s->failed = 1;
  dv_diag_add(s->diags, DV_ERROR, (dv_mark){s->o.file, 0, 0}, remedy, "no slopes beyond t = %.6g s: %s", t, why);
}

static double *lane_row(double *seed, int row) { return seed + row * W; }

// ---- steps

// y = x + h sum of w_j k_j
static void sum_values(const dv_sensitivity *s, const double *x, double h, const double *w, int stages, double *y)
{
  int nx = s->o.m->nx;
  memcpy(y, x, (size_t)nx * sizeof *y);
  for (int j = 0; j < stages; j++)
    for (int i = 0; i < nx && w[j] != 0; i++) y[i] += h * w[j] * s->k[j * nx + i];
}

// The same of a tangent; h moves by dh, too.
static void sum_slopes(const dv_sensitivity *s, int b, const double *from, double h, const double *dh, const double *w,
                       int stages, double *to)
{
  int nx = s->o.m->nx;
  memcpy(to, from, (size_t)s->rows * W * sizeof *to);
  for (int j = 0; j < stages; j++) {
    const double *dk = s->dk + (size_t)(b * DV_STAGES_MOST + j) * (size_t)nx * W, *k = s->k + j * nx;
    for (int i = 0; i < nx && w[j] != 0; i++)
      for (int l = 0; l < W; l++) to[(RATES_AT + i) * W + l] += w[j] * (dh[l] * k[i] + h * dk[i * W + l]);
  }
}

static int stage(dv_sensitivity *s, int i, const dv_stretch *p, double *const *from, double *const *dh, int batches)
{
  const dv_tableau *m = s->method;
  double t = fmin(p->t + m->node[i] * p->h, p->latest);
  sum_values(s, p->x, p->h, m->part[i], i, s->y);
  double *k = s->k + i * s->o.m->nx;
  if (dv_engine_x1.slopes(s->o.m, s->num, t, s->y, p->d, k, NULL, s->work)) return 1;
  if (dv_tangents_stand(s->tangents, DV_TANGENT_RATES, -1, s->num, t, s->y, p->d)) return 1;
  for (int b = 0; b < batches; b++) {
    sum_slopes(s, b, from[b], p->h, dh[b], m->part[i], i, s->point);
    for (int l = 0; l < W; l++) s->point[l] += m->node[i] * dh[b][l];
    dv_tangents_along(s->tangents, s->point, s->dk + (size_t)(b * DV_STAGES_MOST + i) * (size_t)s->o.m->nx * W);
  }
  return 0;
}

// Tangents `to` at the end of a stretch from those at its start, whose length moves by dh.
static int go_along(dv_sensitivity *s, const dv_stretch *p, double *const *from, double *const *dh, double *const *to,
                    int batches)
{
  const dv_tableau *m = s->method;
  int bad = 0;
  if (s->charted) return dv_charted_along(s, p, from, dh, to, batches);
  for (int i = 0; i < m->stages && !bad; i++) bad = stage(s, i, p, from, dh, batches);
  if (bad) return 1;
  sum_values(s, p->x, p->h, m->weight, m->stages, s->y);
  for (int b = 0; b < batches; b++) {
    sum_slopes(s, b, from[b], p->h, dh[b], m->weight, m->stages, to[b]);
    for (int l = 0; l < W; l++) to[b][l] += dh[b][l];
  }
  return s->tidy ? dv_sensitivity_tidied(s, fmin(p->t + p->h, p->latest), s->y, p->d, to, batches) : 0;
}

int dv_sensitivity_tidied(dv_sensitivity *s, double t, const double *x, const double *d, double *const *to, int batches)
{
  size_t bytes = (size_t)s->o.m->nx * W * sizeof(double);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_TIDY, -1, s->num, t, x, d)) return 1;
  for (int b = 0; b < batches; b++) {
    dv_tangents_along(s->tangents, to[b], s->out);
    memcpy(lane_row(to[b], RATES_AT), s->out, bytes);
  }
  return 0;
}

void dv_sensitivity_tell(dv_sensitivity *s, double t)
{
  dv_sensitivity_fail(s, t,
                      "a loop changed its independent coordinates or does not close there, or a law looks at numbers to decide",
                      "look at a shorter run");
}

static void look(void *self, double t, double h, const double *x, const double *d, double latest)
{
  dv_sensitivity *s = self;
  dv_stretch p = {t, h, latest, x, d};
  if (s->failed) return;
  for (int b = 0; b < s->batches; b++)
    for (int l = 0; l < W; l++) s->dh[b][l] = -s->seed[b][l];
  if (go_along(s, &p, s->seed, s->dh, s->side, s->batches)) dv_sensitivity_tell(s, t);
  s->now = s->side;
}

// ---- instants that move

// Slope of the corner that follows t along direction i, from numbers moved by `by` of the parameter's size to either side.
static double corner_slope(dv_sensitivity *s, double t, int i, double by)
{
  const dv_model *m = s->o.m;
  double at[2];
  by *= s->o.size[i];
  for (int k = 0; k < 2; k++) {
    for (int j = 0; j < m->nnum; j++) s->moved[j] = s->num[j] + (k ? -by : by) * s->o.number[i * m->nnum + j];
    at[k] = dv_engine_next_corner(m, s->moved, t);
  }
  return at[0] == at[1] ? 0 : (at[0] - at[1]) / (2 * by);
}

// Corners are sums of numbers: as far as it does not pass t, the larger the move the less is rounded.
void dv_sensitivity_corner(dv_sensitivity *s, double t, double *const *dt)
{
  double far = dv_engine_next_corner(s->o.m, s->num, t) - t;
  for (int i = 0; i < s->o.n; i++) {
    double slope = corner_slope(s, t, i, 0x1p-30), by = slope != 0 ? 0.25 * far / (fabs(slope) * s->o.size[i]) : 0;
    dt[i / W][i % W] = slope != 0 ? corner_slope(s, t, i, fmin(by, 0x1p-4)) : 0;
  }
}

// The root that was crossed: the one that is nearest to zero.
int dv_sensitivity_crossed(dv_sensitivity *s, double t, const double *x, const double *d, const int *crossed)
{
  int best = -1;
  memcpy(s->held, d, (size_t)s->o.m->nd * sizeof *d);
  dv_engine_x1.roots(s->o.m, s->num, t, x, s->held, s->work, s->root);
  for (int i = 0; i < s->o.m->nroot; i++)
    if (crossed[i] && (best < 0 || fabs(s->root[i]) < fabs(s->root[best]))) best = i;
  return best;
}

int dv_sensitivity_root(dv_sensitivity *s, double t, const double *x, const double *d, const int *crossed, double *const *along,
                        double *speed, double *const *dt)
{
  int r = dv_sensitivity_crossed(s, t, x, d, crossed);
  if (r < 0 || dv_tangents_stand(s->tangents, DV_TANGENT_ROOTS, -1, s->num, t, x, d)) return 1;
  dv_tangents_along(s->tangents, speed, s->out);
  double rate = s->out[r * W];
  for (int b = 0; b < s->batches; b++) {
    dv_tangents_along(s->tangents, along[b], s->out);
    for (int l = 0; l < W; l++) dt[b][l] = -s->out[r * W + l] / rate;
  }
  if (rate == 0)
    dv_sensitivity_fail(s, t, "an event there only just happens: what leads to it stands still", "move a parameter a little");
  return 0;
}

// The length of the step is where a root is zero.
static int move_root(dv_sensitivity *s, const dv_stretch *p, const double *end, const int *crossed)
{
  double *none[1] = {s->zero}, one[W] = {1}, *dh[1] = {one}, *speed[1] = {s->speed};
  if (go_along(s, p, none, dh, speed, 1)) return 1;
  if (dv_sensitivity_root(s, p->t + p->h, end, p->d, crossed, s->side, s->speed, s->dh)) return 1;
  for (int b = 0; b < s->batches; b++)
    for (int i = 0; i < RATES_AT + s->o.m->nx; i++)
      for (int l = 0; l < W; l++) s->side[b][i * W + l] += s->speed[i * W] * s->dh[b][l];
  return 0;
}

int dv_sensitivity_advance(dv_sensitivity *s, const dv_stretch *p, const int *crossed, const double *end, int corner)
{
  for (int b = 0; b < s->batches; b++) memset(s->dh[b], 0, W * sizeof(double));
  if (corner) dv_sensitivity_corner(s, p->t, s->dh);
  for (int b = 0; b < s->batches && !crossed; b++)
    for (int l = 0; l < W; l++) s->dh[b][l] -= s->seed[b][l];
  int bad = go_along(s, p, s->seed, s->dh, s->side, s->batches);
  return bad || (crossed && move_root(s, p, end, crossed));
}

static void step(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                 const double *end, int corner)
{
  dv_sensitivity *s = self;
  dv_stretch p = {t, h, latest, x, d};
  if (s->failed) return;
  if (dv_sensitivity_advance(s, &p, crossed, end, corner)) dv_sensitivity_tell(s, t);
  dv_sensitivity_adopt(s);
}

void dv_sensitivity_adopt(dv_sensitivity *s)
{
  double **other = s->seed;
  s->seed = s->side, s->side = other, s->now = s->seed;
}

// ---- what happens to discrete states

static void change(dv_sensitivity *s, dv_tangent_of what, int part, double t, const double *x, const double *d)
{
  const dv_model *m = s->o.m;
  if (s->failed) return;
  if (dv_tangents_stand(s->tangents, what, part, s->num, t, x, d)) {
    const char *name = dv_model_text(m, dv_model_PART(m)[part].name);
    dv_sensitivity_fail(s, t, dv_arena_text(s->arena, "what '%s' does there has none", name), "leave it out, or end before");
    return;
  }
  for (int b = 0; b < s->batches; b++) {
    dv_tangents_along(s->tangents, s->seed[b], s->out);
    memcpy(lane_row(s->seed[b], 1 + m->nx), s->out, (size_t)m->nd * W * sizeof(double));
  }
}

static void sample(void *self, int part, double t, const double *x, const double *d)
{
  change(self, DV_TANGENT_SAMPLE, part, t, x, d);
}

void dv_sensitivity_refuse_jump(dv_sensitivity *s, int part, double t)
{
  if (dv_seizes(s->o.m, part) || dv_kind_of(s->o.m, dv_model_PART(s->o.m) + part)->resets)
    dv_sensitivity_fail(s, t, "a grip or weld closes there, or a part sets its states: they change at once",
                        "end before, or start after");
}

static void jump(void *self, int part, double t, const double *x, const double *d)
{
  dv_sensitivity *s = self;
  dv_sensitivity_refuse_jump(s, part, t);
  change(s, DV_TANGENT_JUMP, part, t, x, d);
}

// ---- records

static double slope_of(const dv_sensitivity *s, int column, int i)
{
  const dv_variable *v = dv_model_VARIABLE(s->o.m) + s->o.variable[column];
  const double *seed = s->now[i / W];
  int l = i % W, row;
  if (v->array == DV_IN_STATE) return seed[(RATES_AT + v->index) * W + l];
  if (v->array != DV_IN_NUMBER) return s->shown[(size_t)(i / W * s->nshown + s->cell[column]) * W + (size_t)l];
  row = dv_tangents_row_of(s->tangents, v->index);
  return row < 0 ? 0 : seed[row * W + l];
}

static void record(void *self, double t, const double *x, const double *d)
{
  dv_sensitivity *s = self;
  double *row = DV_TAKE(s->arena, double, s->o.ncolumn * s->o.n + 1);
  *DV_PUSH(s->arena, &s->rows_of) = row;
  if (!s->failed && s->nshown) {
    if (dv_tangents_stand(s->tangents, DV_TANGENT_SHOW, -1, s->num, t, x, d)) dv_sensitivity_tell(s, t);
    for (int b = 0; b < s->batches && !s->failed; b++)
      dv_tangents_along(s->tangents, s->now[b], s->shown + (size_t)(b * s->nshown) * W);
  }
  for (int c = 0; c < s->o.ncolumn; c++)
    for (int i = 0; i < s->o.n; i++) row[c * s->o.n + i] = s->failed ? NAN : slope_of(s, c, i);
  s->now = s->seed;
}

// ---- making

const dv_tableau *dv_tableau_of(const char *method)
{
  for (size_t i = 0; i < sizeof tableaux / sizeof *tableaux; i++)
    if (!strcmp(method, tableaux[i].name)) return tableaux[i].is;
  return NULL;
}

static const dv_tableau *find_method(dv_diags *d, const dv_sensitivity_options *o)
{
  const dv_tableau *is = dv_tableau_of(o->method);
  if (is) return is;
  if (!strncmp(o->method, "cvode", 5) || dv_sensitivity_implicit(o->method) || dv_charted_of(o->method)) return &dv_rk4;
  dv_diag_add(d, DV_ERROR, (dv_mark){o->file, 0, 0}, "use --solver lie-rk4 --step H, rosenbrock --step H, or cvode",
              "%s has no slopes along a run: it holds attitudes over its steps, to compare runs with", o->method);
  return NULL;
}

int dv_sensitivity_implicit(const char *method) { return !strcmp(method, dv_solvers[DV_SOLVER_rosenbrock].name); }

static int *open_numbers(dv_arena *a, const dv_sensitivity_options *o, int *n)
{
  int *open = DV_TAKE(a, int, o->m->nnum + 1);
  for (int j = 0; j < o->m->nnum; j++) {
    int moves = 0;
    for (int i = 0; i < o->n; i++) moves |= o->number[i * o->m->nnum + j] != 0;
    if (moves) open[(*n)++] = j;
  }
  return open;
}

static double **blocks(dv_arena *a, int batches, int rows)
{
  double **b = DV_TAKE(a, double *, batches + 1);
  for (int i = 0; i < batches; i++) b[i] = DV_TAKE(a, double, (size_t)(rows + 1) * W);
  return b;
}

static void take_room(dv_sensitivity *s)
{
  const dv_model *m = s->o.m;
  dv_arena *a = s->arena;
  s->rows = dv_tangents_rows(s->tangents);
  s->seed = blocks(a, s->batches, s->rows), s->side = blocks(a, s->batches, s->rows), s->dh = blocks(a, s->batches, 1);
  s->now = s->seed;
  s->k = DV_TAKE(a, double, DV_STAGES_MOST * m->nx + 1), s->y = DV_TAKE(a, double, m->nx + 1);
  s->dk = DV_TAKE(a, double, (size_t)(s->batches * DV_STAGES_MOST) * (size_t)m->nx * W + 1);
  s->point = DV_TAKE(a, double, (size_t)s->rows *W), s->zero = DV_TAKE(a, double, (size_t)s->rows *W);
  s->speed = DV_TAKE(a, double, (size_t)s->rows *W);
  s->out = DV_TAKE(a, double, (size_t)(s->rows + m->nroot + s->nshown + 1) * W);
  s->shown = DV_TAKE(a, double, (size_t)(s->batches * s->nshown + 1) * W);
  s->work = DV_TAKE(a, double, m->nwork), s->root = DV_TAKE(a, double, m->nroot + 1);
  s->rooted = DV_TAKE(a, double, (size_t)(m->nroot + 1) * W);
  s->moved = DV_TAKE(a, double, m->nnum + 1), s->held = DV_TAKE(a, double, m->nd + 1);
  dv_engine_x1.ready(m, s->num, s->work);
}

// The seeds at the start.
static void lay_seeds(dv_sensitivity *s)
{
  const dv_model *m = s->o.m;
  for (int i = 0; i < s->o.n; i++) {
    double *seed = s->seed[i / W] + i % W;
    const double *start = s->o.start + (size_t)i * (size_t)(m->nx + m->nd), *number = s->o.number + (size_t)i * (size_t)m->nnum;
    for (int j = 0; j < m->nx + m->nd; j++) seed[(1 + j) * W] = start[j];
    for (int j = 0; j < s->nopen; j++) seed[s->open_row[j] * W] = number[s->open[j]];
  }
}

// Parts that jump look on which side they are, as the run's do (dv_state_begin).
int dv_sensitivity_begin(dv_sensitivity *s)
{
  const dv_model *m = s->o.m;
  const dv_part *p = dv_model_PART(m);
  double *d = DV_TAKE(s->arena, double, m->nd + 1);
  for (int i = 0; i < m->nd; i++) d[i] = (dv_engine_is_pivot(m, i) ? s->o.open : s->o.begin)[m->nx + i];
  for (int k = 0; k < 2 * DV_MODEL_COUNT(m, PART); k++) {
    int part = k % DV_MODEL_COUNT(m, PART);
    const dv_kind *is = dv_kind_of(m, &p[part]);
    if (!dv_kind_jumps(is)) continue;
    s->starting(s, part, 0, s->o.open, d);
    dv_engine_x1.jump(m, s->num, part, 0, s->o.open, d, s->work);
  }
  return s->failed;
}

static void starting(void *self, int part, double t, const double *x, const double *d)
{
  change(self, DV_TANGENT_JUMP, part, t, x, d);
}

// Sampled parts: a period that moves would add samples.
static int periods_stay(dv_sensitivity *s)
{
  const dv_model *m = s->o.m;
  double period, other;
  for (int i = 0; i < s->o.n; i++) {
    for (int j = 0; j < m->nnum; j++) s->moved[j] = s->num[j] + 1e-3 * s->o.size[i] * s->o.number[i * m->nnum + j];
    for (int k = 0, part; (part = dv_engine_sampled(m, s->num, k, &period)) >= 0; k++) {
      dv_engine_sampled(m, s->moved, k, &other);
      if (other == period) continue;
      dv_sensitivity_fail(s, 0,
                          dv_arena_text(s->arena, "the sampling period of '%s' moves, so that the number of samples jumps",
                                        dv_model_text(m, dv_model_PART(m)[part].name)),
                          "compare runs by davit sweep");
      return 0;
    }
  }
  return 1;
}

static void find_cells(dv_arena *a, dv_sensitivity *s)
{
  const dv_variable *v = dv_model_VARIABLE(s->o.m);
  int *shown = DV_TAKE(a, int, s->o.ncolumn + 1), cell;
  s->cell = DV_TAKE(a, int, s->o.ncolumn + 1);
  for (int c = 0; c < s->o.ncolumn; c++)
    if (dv_shown_cell(&v[s->o.variable[c]], &cell)) s->cell[c] = s->nshown, shown[s->nshown++] = cell;
  s->cells = shown;
}

dv_sensitivity *dv_sensitivity_make(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o, int back)
{
  dv_sensitivity *s = DV_TAKE(a, dv_sensitivity, 1);
  s->o = *o, s->arena = a, s->diags = d, s->num = dv_model_NUMBER(o->m);
  s->method = find_method(d, o);
  if (!s->method) return NULL;
  if (dv_sensitivity_implicit(o->method) && !(s->implicit = dv_implicit_new(a, d, o))) return NULL;
  s->open = open_numbers(a, o, &s->nopen);
  s->batches = (o->n + W - 1) / W;
  find_cells(a, s);
  if (dv_charted_of(o->method)) s->charted = dv_charted_new(a, o);
  dv_tangents_options want = {.open = s->open, .nopen = s->nopen, .shown = s->cells, .nshown = s->nshown, .start = o->open};
  want.back = !back ? 0 : s->implicit ? DV_STAGE_POINTS : s->charted ? s->charted->method->by->stages : s->method->stages;
  want.chart = s->implicit ? s->implicit->chart : s->charted ? s->charted->chart : NULL;
  want.bend = s->implicit != NULL;
  s->tangents = dv_tangents_new(a, d, o->m, &want, o->file);
  if (!s->tangents) return NULL;
  if (s->nshown && !dv_tangents_has(s->tangents, DV_TANGENT_SHOW)) {
    dv_diag_add(d, DV_ERROR, (dv_mark){o->file, 0, 0}, "take metrics of states",
                "no slopes of what is observed: a law looks at numbers to decide");
    return NULL;
  }
  s->open_row = DV_TAKE(a, int, s->nopen + 1);
  for (int j = 0; j < s->nopen; j++) s->open_row[j] = dv_tangents_row_of(s->tangents, s->open[j]);
  s->tidy = dv_chart_new(a, o->m)->tidy;
  take_room(s);
  if (s->implicit) dv_implicit_room(s);
  if (s->charted) dv_charted_room(s);
  return periods_stay(s) ? s : NULL;
}

dv_sensitivity *dv_sensitivity_new(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o)
{
  dv_sensitivity *s = dv_sensitivity_make(a, d, o, 0);
  if (!s) return NULL;
  lay_seeds(s);
  s->starting = starting;
  s->follower = (dv_follower){s, look, step, sample, jump, record, NULL};
  if (s->implicit) {
    const dv_follower *by = &dv_implicit_follower;
    s->follower.enter = by->enter, s->follower.look = by->look, s->follower.step = by->step;
  }
  if (s->charted && s->charted->method->between)
    s->follower.enter = dv_charted_follower.enter, s->follower.look = dv_charted_follower.look;
  return dv_sensitivity_begin(s) ? NULL : s;
}

const dv_follower *dv_sensitivity_follower(dv_sensitivity *s) { return &s->follower; }
const double *dv_sensitivity_row(const dv_sensitivity *s, int row) { return row < s->rows_of.n ? s->rows_of.item[row] : NULL; }
int dv_sensitivity_failed(const dv_sensitivity *s) { return s->failed; }
