// lanes.c: the loop of solve/onestep.c over lanes: steps on the multiples of h, records between them on a copy.
//
// A lane without events and with the corners of its neighbours gives the bits of a run alone. Events are not located: a root that
// changed its sign over the step acts at its end, by mask. A lane that is not finite keeps its last state and is left behind.
#include "batch/lanes.h"

#include "engine/program.h"
#include "solve/multiple.h"
#include "solve/pattern.h"
#include "solve/seize.h"
#include "solve/sim.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_lane_run *lane;
  int n, lanes, nsampled;
  const dv_model *m;  // of the first: the structure
  const dv_run_options *o;
  const dv_engine *engine, *fast;  // fast: for steps, samples and roots, compiled if it can be
  dv_engine own;
  dv_show *show;  // NULL: rates and observe
  const dv_stepper *method;
  dv_stepping s;
  double t, h, every, near, corner;
  double *num, *x, *d, *quad, *work, *dx;    // [..][lane]
  double *before, *side, *quad_side, *keep;  // [..][lane] state before the step, copies
  double *root, *root_next;                  // [nroot][lane]
  double *row_x, *row_before, *row_work;     // one lane's, for parts that seize and for blame
  double *room;                              // for parts that seize
} bundle;

int dv_lanes_width(const dv_run_options *o)
{
  int lanes = dv_engine_widest()->lanes;
  const dv_stepper *method = o->method && !o->momentum ? dv_stepper_find(o->method, lanes) : NULL;
  return method && !dv_step_is_controlled(method, o->step) ? lanes : 1;
}

static double *take(const bundle *b, dv_arena *a, int count) { return DV_TAKE(a, double, (size_t)count *(size_t)b->lanes); }

enum { CHAIN_MOST = 8 };  // events that one event brings about

static size_t bytes(const bundle *b, int count) { return (size_t)count * (size_t)b->lanes * sizeof(double); }

// Models that are alike and sampled alike.
static int fits(const bundle *b)
{
  const double *first = DV_MODEL_AT(b->m, double, NUMBER);
  for (int l = 1; l < b->n; l++) {
    const dv_model *m = b->lane[l].model;
    double p, q;
    if (!dv_model_alike(b->m, m)) return 0;
    if (!dv_engine_loops_alike(m, DV_MODEL_AT(b->m, double, START) + m->nx, DV_MODEL_AT(m, double, START) + m->nx)) return 0;
    for (int i = 0; dv_engine_sampled(b->m, first, i, &p) >= 0; i++)
      if (dv_engine_sampled(m, DV_MODEL_AT(m, double, NUMBER), i, &q) < 0 || p != q) return 0;
  }
  return 1;
}

static int shows(const dv_compiled *c, const dv_record *r)
{
  for (int i = 1; i < r->log->ncolumn; i++)
    if (!dv_compiled_shows(c, &DV_MODEL_AT(r->model, dv_variable, VARIABLE)[r->variable[i]])) return 0;
  return 1;
}

// A compiled machine, if it is that of every lane.
static void choose_engine(bundle *b)
{
  const dv_compiled *c = b->o->compiled;
  b->engine = b->fast = dv_engine_of_width(b->lanes);
  for (int l = 0; c && l < b->n; l++)
    if (!dv_compiled_fits(c, b->lane[l].model)) return;
  b->fast = dv_engine_compiled(b->engine, c, &b->own);
  b->show = dv_compiled_show(c, b->lanes);
  for (int l = 0; b->show && l < b->n; l++)
    if (!shows(c, b->lane[l].record)) b->show = NULL;
}

static void set_state(bundle *b)
{
  for (int l = 0; l < b->lanes; l++) {
    const dv_lane_run *run = &b->lane[l < b->n ? l : 0];
    const double *start = run->from ? run->from->x : DV_MODEL_AT(run->model, double, START);  // x, then d
    for (int i = 0; i < b->m->nx; i++) b->x[i * b->lanes + l] = start[i];
    for (int i = 0; i < b->m->nd; i++) b->d[i * b->lanes + l] = start[b->m->nx + i];
  }
}

static void set_up(bundle *b, dv_arena *a)
{
  const dv_model *m = b->m, *model[DV_LANES_MOST];
  for (int l = 0; l < b->lanes; l++) model[l] = b->lane[l < b->n ? l : 0].model;
  b->num = take(b, a, m->nnum);
  b->x = take(b, a, m->nx), b->dx = take(b, a, m->nx), b->before = take(b, a, m->nx), b->side = take(b, a, m->nx);
  b->d = take(b, a, m->nd), b->keep = take(b, a, m->nd);
  b->quad = take(b, a, m->nquad), b->quad_side = take(b, a, m->nquad);
  b->root = take(b, a, m->nroot), b->root_next = take(b, a, m->nroot);
  b->work = take(b, a, b->engine->nwork(m));
  b->row_x = DV_TAKE(a, double, m->nx), b->row_before = DV_TAKE(a, double, m->nx);
  b->row_work = DV_TAKE(a, double, m->nwork);
  b->room = DV_TAKE(a, double, dv_seize_room(m));
  b->engine->pack(model, b->num);
  b->engine->ready(m, b->num, b->work);
  set_state(b);
  b->s = (dv_stepping){.engine = b->fast,
                       .m = m,
                       .chart = dv_chart_new(a, m),
                       .num = b->num,
                       .d = b->d,
                       .work = b->work,
                       .scratch = take(b, a, (int)b->method->scratch(m)),
                       .kept = take(b, a, dv_state_kept(m))};
  if (b->method->implicit) b->s.pattern = dv_pattern_of_chart(a, m, b->s.chart, 0);
}

static void find_corner(bundle *b)
{
  if (b->t < b->corner) return;
  b->corner = HUGE_VAL;
  for (int l = 0; l < b->n; l++) {
    const dv_model *m = b->lane[l].model;
    b->corner = fmin(b->corner, dv_engine_next_corner(m, DV_MODEL_AT(m, double, NUMBER), b->t));
  }
  b->s.latest = nextafter(b->corner, -HUGE_VAL);
}

static void sample(bundle *b)
{
  const double *num = DV_MODEL_AT(b->m, double, NUMBER);
  double period;
  int part;
  for (int i = 0; (part = dv_engine_sampled(b->m, num, i, &period)) >= 0; i++)
    if (dv_times_is_multiple(b->t, period, b->near)) b->fast->sample(b->m, b->num, part, b->t, b->x, b->d, b->work);
}

static double next_stop(const bundle *b)
{
  const double *num = DV_MODEL_AT(b->m, double, NUMBER);
  double stop = b->o->until, period;
  for (int i = 0; dv_engine_sampled(b->m, num, i, &period) >= 0; i++) stop = fmin(stop, dv_times_next(b->t, period, b->near));
  return b->corner <= stop + b->near ? b->corner : stop;
}

static double next_record(const bundle *b, double t)
{
  double next = dv_times_next(t, b->every, b->near);
  for (int i = 0; i < b->o->nalso; i++)
    if (b->o->also[i] > t + b->near) return fmin(next, b->o->also[i]);
  return next;
}

static int is_record(const bundle *b, double t)
{
  for (int i = 0; i < b->o->nalso; i++)
    if (fabs(b->o->also[i] - t) <= b->near) return 1;
  return dv_times_is_multiple(t, b->every, b->near);
}

static void pick(const bundle *b, int lane, const double *from, int n, double *to)
{
  for (int i = 0; i < n; i++) to[i] = from[i * b->lanes + lane];
}

static void record(bundle *b, double t, const double *x)
{
  const dv_model *m = b->m;
  if (b->show) b->show(m, b->num, t, x, b->d, b->dx, b->work);
  else {
    b->engine->rates(m, b->num, t, x, b->d, b->dx, NULL, b->work);
    b->engine->observe(m, b->num, x, b->work);
  }
  for (int l = 0; l < b->n; l++)
    if (!b->lane[l].failed) dv_record_lane(b->lane[l].record, t, x, b->dx, b->work, b->lanes, l);
}

static void fail(bundle *b, int lane)
{
  dv_lane_run *l = &b->lane[lane];
  pick(b, lane, b->x, b->m->nx, b->row_x);
  pick(b, lane, b->before, b->m->nx, b->row_before);
  l->failed = 1;
  l->failed_t = b->t;
  l->failed_x = dv_state_worst(b->m, b->row_x, b->row_before);
}

// Lanes that are not finite go back to where they were and are left there.
static void leave_behind(bundle *b)
{
  for (int l = 0; l < b->n; l++) {
    int good = 1;
    for (int i = 0; i < b->m->nx; i++) good &= isfinite(b->x[i * b->lanes + l]) != 0;
    if (!good && !b->lane[l].failed) fail(b, l);
    for (int i = 0; i < b->m->nx && !good; i++) b->x[i * b->lanes + l] = b->before[i * b->lanes + l];
  }
}

// All lanes have the pivots of the first; who needs others, or is not closed by them, goes alone.
static void part_loops(bundle *b)
{
  if (!DV_MODEL_COUNT(b->m, LOOP)) return;
  for (int l = 0; l < b->n; l++) {
    if (!b->lane[l].failed && dv_engine_loops_due(b->m, b->lanes, l, b->d, b->work)) b->lane[l].failed = 1;
    b->lane[l].alone = b->lane[l].failed;
  }
}

static void roots(bundle *b, double *root)
{
  if (b->m->nroot) b->fast->roots(b->m, b->num, b->t, b->x, b->d, b->work, root);
}

// A part brings its bodies to one velocity in one lane.
static void seize(bundle *b, int part, int lane)
{
  const dv_model *m = b->lane[lane].model;
  pick(b, lane, b->x, m->nx, b->row_x);
  dv_engine_x1.ready(m, DV_MODEL_AT(m, double, NUMBER), b->row_work);
  dv_seize(m, part, b->row_x, b->row_work, b->room);
  for (int i = 0; i < m->nx; i++) b->x[i * b->lanes + lane] = b->row_x[i];
}

// A part whose root changed its sign in some lanes jumps; the discrete states of the others stay. Its first says that it holds.
static void jump(bundle *b, int part, const dv_part *p, int nroot)
{
  char hit[DV_LANES_MOST] = {0}, any = 0;
  for (int k = p->root_index; k < p->root_index + nroot; k++)
    for (int l = 0; l < b->lanes; l++)
      if ((b->root[k * b->lanes + l] < 0) != (b->root_next[k * b->lanes + l] < 0)) any = hit[l] = 1;
  if (!any) return;
  memcpy(b->keep, b->d, bytes(b, b->m->nd));
  b->engine->jump(b->m, b->num, part, b->t, b->x, b->d, b->work);
  for (int i = 0; i < b->m->nd * b->lanes; i++)
    if (!hit[i % b->lanes]) b->d[i] = b->keep[i];
  for (int l = 0; l < b->lanes; l++)
    if (hit[l]) b->s.kept[DV_KEPT_STEPS * b->lanes + l] = 0;
  for (int l = 0, at = p->d * b->lanes; l < b->n && dv_seizes(b->m, part); l++)
    if (hit[l] && b->keep[at + l] < 0.5 && b->d[at + l] > 0.5) seize(b, part, l);
}

// Until no jump carries another root across zero, as dv_sim_jump.
static void react(bundle *b)
{
  if (!b->m->nroot) return;
  roots(b, b->root_next);
  for (int n = 0, any = 1; n < CHAIN_MOST && any; n++) {
    const dv_part *p = DV_MODEL_AT(b->m, dv_part, PART);
    any = 0;
    for (int i = 0; i < b->m->nroot * b->lanes; i++) any |= (b->root[i] < 0) != (b->root_next[i] < 0);
    for (int i = 0; any && i < DV_MODEL_COUNT(b->m, PART); i++, p++)
      if (dv_kind_jumps(dv_kinds_x1[p->kind]) && p->nroot) jump(b, i, p, p->nroot);
    memcpy(b->root, b->root_next, bytes(b, b->m->nroot));
    if (any) roots(b, b->root_next);
  }
}

static void side_records(bundle *b, double end)
{
  for (double at = next_record(b, b->t); at < end - b->near; at = next_record(b, at)) {
    memcpy(b->side, b->before, bytes(b, b->m->nx));
    if (b->method->between)
      b->method->between(&b->s, b->t, end - b->t, (at - b->t) / (end - b->t), b->before, b->side, b->quad_side);
    else b->method->step(&b->s, b->t, at - b->t, b->side, b->quad_side);
    record(b, at, b->side);
  }
}

static void go_on(bundle *b)
{
  double stop = next_stop(b), grid = dv_times_next(b->t, b->h, b->near), end = grid < stop - b->near ? grid : stop;
  memcpy(b->before, b->x, bytes(b, b->m->nx));
  b->method->step(&b->s, b->t, end - b->t, b->x, b->quad);
  leave_behind(b);
  part_loops(b);
  side_records(b, end);
  b->t = end;
  react(b);
  find_corner(b);
  sample(b);  // at the end too: the record shows what the next run would begin with
  react(b);   // a corner or a sample may carry a root across
  if (end >= b->o->until || is_record(b, end)) record(b, end, b->x);
}

// As a run alone begins: a lane that is tidy already keeps its bits.
static void tidy_start(bundle *b)
{
  const double *scale = DV_MODEL_AT(b->m, double, SCALE);
  int n = b->m->nx, lanes = b->lanes;
  if (!b->s.chart->tidy) return;
  memcpy(b->before, b->x, bytes(b, n));
  b->engine->tidy(b->m, b->num, b->t, b->x, b->d, b->work);
  for (int l = 0; l < lanes; l++) {
    double off = 0;
    for (int i = l; i < n * lanes; i += lanes)
      off = fmax(off, fabs(b->x[i] - b->before[i]) / fmax(fabs(b->x[i]), scale[i / lanes]));
    for (int i = l; i < n * lanes && off <= 1e-13; i += lanes) b->x[i] = b->before[i];
  }
}

// As dv_state_begin: every part with a jump finds its discrete states.
static void begin(bundle *b)
{
  const dv_part *p = DV_MODEL_AT(b->m, dv_part, PART);
  tidy_start(b);
  for (int n = 0; n < 2; n++)
    for (int i = 0; i < DV_MODEL_COUNT(b->m, PART); i++)
      if (dv_kind_jumps(dv_kinds_x1[p[i].kind])) b->engine->jump(b->m, b->num, i, b->t, b->x, b->d, b->work);
  find_corner(b);
  sample(b);
  roots(b, b->root);
  record(b, b->t, b->x);
}

int dv_lanes_run(dv_arena *a, dv_lane_run *lane, int n, const dv_run_options *o)
{
  int lanes = dv_lanes_width(o);
  bundle b = {.lane = lane, .n = n, .lanes = lanes, .m = lane->model, .o = o, .h = o->step > 0 ? o->step : 1e-3};
  if (lanes < 2 || n > lanes || !b.m->nx || !fits(&b)) return -1;
  choose_engine(&b);
  b.method = dv_stepper_find(o->method, lanes);
  b.every = o->every > 0 ? o->every : fmax(o->until, 1e-9) / 1000;
  b.near = 1e-9 * b.h;
  b.corner = -HUGE_VAL;
  set_up(&b, a);
  begin(&b);
  while (b.t < o->until) go_on(&b);
  return 0;
}
