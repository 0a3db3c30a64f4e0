// bundle.c: the loop of onestep.c over lanes: one step for all lanes; a lane that meets an event of its own takes that step
// alone.
//
// Fixed steps lie on the multiples of h for all lanes, samples too. A lane leaves the vector for a step (bundle_lane.c) if a
// corner of its own signals lies in it, or if one of its roots changed its sign: then the loop of a single run locates the event,
// records, samples, and the lane is back at the end of the step. So each lane gives the bits of a run alone. A lane that is not
// finite keeps its last state and is left behind.
#include "run/bundle_inside.h"
#include "engine/closed_loops.h"
#include "engine/compiled.h"
#include "engine/times.h"

#include <math.h>
#include <string.h>

static size_t bytes(const dv_bundle *b, int count) { return (size_t)count * (size_t)b->lanes * sizeof(double); }

// The next corner, if it is the same in all lanes that are left; else NAN.
static double common_corner(const dv_bundle *b)
{
  double at = NAN;
  for (int l = 0; l < b->n; l++) {
    if (b->lane[l].failed) continue;
    if (isnan(at)) at = b->sim[l]->times.corner;
    else if (at != b->sim[l]->times.corner) return NAN;
  }
  return at;
}

static const dv_running *first_left(const dv_bundle *b)
{
  for (int l = 0; l < b->n; l++)
    if (!b->lane[l].failed) return b->sim[l];
  return NULL;
}

// Where the step from t shall end, as in a run alone; corners of single lanes do not count.
static double next(const dv_bundle *b, double corner)
{
  const dv_running *r = first_left(b);
  double near = r->times.near, stop = dv_times_plain_stop(r, b->t), end = dv_times_next(b->t, b->h, near);
  if (!isnan(corner) && corner <= stop + near) stop = corner;
  return end < stop - near ? end : stop;
}

// Lanes with a corner of their own in the step go alone from its start.
static void send_away(dv_bundle *b, double end, double corner)
{
  for (int l = 0; l < b->n; l++) {
    b->away[l] = (char)b->lane[l].failed;
    if (b->away[l] || !isnan(corner) || b->sim[l]->times.corner > end + b->sim[l]->times.near) continue;
    dv_bundle_out(b, l);
    b->away[l] = 2;
  }
}

// Lanes that are not finite go back to where they were and are left there. 0 times a number is 0, else not.
static void leave_behind(dv_bundle *b)
{
  int lanes = b->lanes;
  double bad[DV_LANES_MOST] = {0};
  for (int i = 0; i < b->m->nx; i++)
    for (int l = 0; l < lanes; l++) bad[l] += 0 * b->x[i * lanes + l];
  for (int l = 0; l < b->n; l++) {
    int failed = b->lane[l].failed, stuck = !b->away[l] && bad[l] != 0;
    if (stuck && b->silent) dv_bundle_drop(b, l);
    else if (stuck) dv_bundle_fail(b, l);
    for (int i = 0; i < b->m->nx && (failed || stuck); i++) b->x[i * lanes + l] = b->x_before[i * lanes + l];
  }
}

// 1: a closure that was taken for redundant is not kept. Who records goes back to the start then, and looks now and then.
static int gapes(dv_bundle *b, int lane, int last)
{
  enum { NOW_AND_THEN = 8 };
  dv_running *r = b->sim[lane];
  if (!b->silent && !last && b->steps % NOW_AND_THEN) return 0;
  for (int i = 0; i < b->m->nx; i++) b->row_x[i] = b->x[i * b->lanes + lane];
  for (int i = 0; i < b->m->nd; i++) b->row_d[i] = b->d[i * b->lanes + lane];
  return dv_engine_loops_gape(r->m, b->row_x, b->row_d, r->work) >= 0;
}

// All lanes have the pivots of the first; a lane that needs others, or is not closed by them, goes alone.
static void part_loops(dv_bundle *b, int last)
{
  if (!DV_MODEL_COUNT(b->m, LOOP)) return;
  b->steps++;
  for (int l = 0; l < b->n; l++) {
    int due = !b->lane[l].failed && (dv_engine_loops_due(b->m, b->lanes, l, b->d, b->work) || gapes(b, l, last));
    if (due && b->silent) dv_bundle_drop(b, l);
    if (due) b->lane[l].failed = 1;
    if (!b->silent) b->lane[l].alone = b->lane[l].failed;
    b->away[l] |= (char)b->lane[l].failed;
  }
}

static void roots(dv_bundle *b, double t, double *root)
{
  if (b->m->nroot) b->fast->roots(b->m, b->num, t, b->x, b->d, b->work, root);
}

// hit: 1 in lanes that have a root with another sign. As wide as the roots, so that the compiler does lanes at once.
static void find_crossed(const dv_bundle *b, int64_t *hit)
{
  int lanes = b->lanes;
  for (int i = 0; i < b->m->nroot; i++) {
    const double *was = b->root + i * lanes, *is = b->root_next + i * lanes;
    for (int l = 0; l < lanes; l++) hit[l] |= (int64_t)(was[l] < 0) ^ (int64_t)(is[l] < 0);
  }
}

// Records strictly between t and end.
static void side_records(dv_bundle *b, double end)
{
  const dv_running *r = first_left(b);
  if (b->silent) return;
  for (double at = r ? dv_times_record(r, b->t) : end; at < end - r->times.near; at = dv_times_record(r, at)) {
    double h = end - b->t;
    memcpy(b->quad_side, b->quad_before, bytes(b, b->m->nquad));
    memcpy(b->x_side, b->x_before, bytes(b, b->m->nx));
    if (b->method->between) b->method->between(&b->s, b->t, h, (at - b->t) / h, b->x_before, b->x_side, b->quad_side);
    else b->method->step(&b->s, b->t, at - b->t, b->x_side, b->quad_side);
    dv_bundle_record(b, at, b->x_side, b->quad_side, 0);
  }
}

// Lanes whose discrete states are others than those kept; those of lanes that are away are put back.
static void compare_discrete(dv_bundle *b, char *changed)
{
  int lanes = b->lanes;
  for (int l = 0; l < lanes; l++) {
    int out = l >= b->n || b->away[l];
    for (int i = l; i < b->m->nd * lanes; i += lanes) {
      if (out) b->d[i] = b->d_keep[i];
      else if (memcmp(&b->d[i], &b->d_keep[i], sizeof(double))) changed[l] = 1;
    }
  }
}

// Samples the parts that are due, in the lanes that are not away. 1 in changed: a discrete state of the lane is another.
void dv_bundle_sample(dv_bundle *b, int last, char *changed)
{
  const dv_times *w = NULL;
  int sampled = 0;
  for (int l = b->n; l-- > 0;)
    if (!b->away[l]) w = &b->sim[l]->times;
  if (!w) return;
  for (int i = 0; i < w->nsampling; i++) {
    double period = w->sampling[i].period;
    if (!dv_times_is_multiple(b->t, period, w->near) || (b->silent && w->sampling[i].done == lround(b->t / period))) continue;
    if (!sampled++) memcpy(b->d_keep, b->d, bytes(b, b->m->nd));
    b->fast->sample(b->m, b->num, w->sampling[i].part, b->t, b->x, b->d, b->work);
    for (int l = 0; l < b->n && !last; l++)
      if (!b->away[l]) b->sim[l]->times.sampling[i].done = lround(b->t / period);
  }
  if (sampled) compare_discrete(b, changed);
}

// A corner or a sample may have carried a root across: that lane reacts on its own. root: after, root_next: before.
void dv_bundle_react(dv_bundle *b)
{
  int64_t hit[DV_LANES_MOST] = {0};
  find_crossed(b, hit);
  for (int l = 0; l < b->n; l++) {
    if (b->away[l] || !hit[l]) continue;
    dv_onestep *f = b->one[l];
    dv_bundle_out(b, l);
    for (int i = 0; i < b->m->nroot; i++) f->root_next[i] = b->root_next[i * b->lanes + l];
    dv_running_cross(b->sim[l], b->t, f->root_next, f->root, f->crossed);
    dv_bundle_in(b, l);
  }
}

// Roots at the end of the step. fresh: lanes whose roots are computed again; those that were away have theirs already.
static void take_roots(dv_bundle *b, const char *fresh)
{
  int n = b->m->nroot * b->lanes, any = 0, away = 0;
  for (int l = 0; l < b->n; l++) any |= fresh[l], away |= b->away[l];
  if (any) roots(b, b->t, b->root);
  else if (!away) memcpy(b->root, b->root_next, (size_t)n * sizeof(double));
  if (!any && !away) return;
  for (int l = 0; l < b->lanes; l++) {
    int here = l < b->n && !b->lane[l].failed;
    for (int i = l; here && b->away[l] && i < n; i += b->lanes) b->root[i] = b->one[l]->root[i / b->lanes];
    for (int i = l; here && !b->away[l] && !fresh[l] && i < n; i += b->lanes) b->root[i] = b->root_next[i];
  }
}

static int due(const dv_bundle *b, double t)
{
  for (int l = 0; l < b->n; l++)
    if (!b->away[l]) return dv_times_is_record(b->sim[l], t);
  return 0;
}

// What a run alone does at the end of a step without events, for all lanes that are not away.
static void arrive(dv_bundle *b, double from, double end)
{
  char fresh[DV_LANES_MOST] = {0};
  int last = end >= b->o->until, again = from + (end - from) != end || DV_MODEL_COUNT(b->m, LOOP) > 0;
  b->t = end;
  for (int l = 0; l < b->n; l++)
    if (!b->away[l]) fresh[l] = (char)(dv_times_pass(b->sim[l], end) | again);
  if (!last || !b->silent) dv_bundle_sample(b, last, fresh);
  take_roots(b, fresh);
  if (b->m->nroot && !last) dv_bundle_react(b);
  if (!b->silent && (last || due(b, end))) dv_bundle_record(b, end, b->x, b->quad, last);
}

static void count_step(dv_bundle *b, int lane, double h)
{
  b->sim[lane]->out->steps++;
  if (b->s.apart) dv_stray_note(b->one[lane]->stray, h, b->s.apart + lane, b->x + lane, b->lanes);
}

static void go_on(dv_bundle *b)
{
  double corner = common_corner(b), end = next(b, corner), t = b->t, h = end - t;
  int64_t hit[DV_LANES_MOST] = {0};
  send_away(b, end, corner);
  memcpy(b->x_before, b->x, bytes(b, b->m->nx));
  memcpy(b->quad_before, b->quad, bytes(b, b->m->nquad));
  if (b->s.pattern) memcpy(b->kept_before, b->s.kept, bytes(b, dv_state_kept(b->m)));
  if (b->s.apart) memcpy(b->apart_before, b->s.apart, bytes(b, b->s.chart->n));
  b->s.latest = isnan(corner) ? HUGE_VAL : nextafter(corner, -HUGE_VAL);
  long evaluations = b->s.evaluations;
  b->method->step(&b->s, t, h, b->x, b->quad);
  leave_behind(b);
  part_loops(b, end >= b->o->until);
  roots(b, t + h, b->root_next);
  find_crossed(b, hit);
  if (b->m->nroot) b->s.evaluations++;
  for (int l = 0; l < b->n; l++) {
    int tried = !b->away[l] && hit[l];
    if (!b->away[l]) b->one[l]->s.evaluations += b->s.evaluations - evaluations;
    if (!tried && !b->away[l]) count_step(b, l, h);
    if (!tried && b->away[l] != 2) continue;
    if (tried) dv_bundle_out_after(b, l, h);
    dv_bundle_alone(b, l, end, tried);
  }
  if (!first_left(b)) return;
  side_records(b, end);
  arrive(b, t, end);
}

void dv_bundle_roots(dv_bundle *b, double *root) { roots(b, b->t, root); }

void dv_bundle_to(dv_bundle *b, double until)
{
  while (first_left(b) && b->t < until && !(b->o->halt && *b->o->halt)) go_on(b);
}

// ---- set-up

int dv_bundle_width(const dv_run_options *o)
{
  int lanes = dv_engine_widest()->lanes;
  const dv_stepper *method = o->method && !o->momentum ? dv_stepper_find(o->method, lanes) : NULL;
  return method && !dv_step_is_controlled(method, o->step) ? lanes : 1;
}

// Models that are alike and sampled alike.
static int fits(const dv_bundle *b)
{
  const double *first = dv_model_NUMBER(b->m);
  for (int l = 1; l < b->n; l++) {
    const dv_model *m = b->lane[l].model;
    double p, q;
    if (!dv_model_alike(b->m, m)) return 0;
    if (!dv_engine_loops_alike(m, dv_model_START(b->m) + m->nx, dv_model_START(m) + m->nx)) return 0;
    for (int i = 0; dv_engine_sampled(b->m, first, i, &p) >= 0; i++)
      if (dv_engine_sampled(m, dv_model_NUMBER(m), i, &q) < 0 || p != q) return 0;
  }
  return 1;
}

// A compiled machine, if it is that of every lane.
static const dv_compiled *choose_engine(dv_bundle *b)
{
  const dv_compiled *c = b->o->compiled;
  b->engine = b->fast = dv_engine_of_width(b->lanes);
  for (int l = 0; c && l < b->n; l++)
    if (!dv_compiled_fits(c, b->lane[l].model)) return NULL;
  b->fast = dv_engine_compiled(b->engine, c, &b->own);
  b->show = dv_compiled_show(c, b->lanes);
  for (int l = 0; l < b->n; l++)
    if (!b->lane[l].shown) b->show = NULL;
  return c;
}

static double *take(const dv_bundle *b, dv_arena *a, int count) { return DV_TAKE(a, double, (size_t)count *(size_t)b->lanes); }

void dv_bundle_room(dv_bundle *b, dv_arena *a)
{
  const dv_model *m = b->m, *model[DV_LANES_MOST];
  for (int l = 0; l < b->lanes; l++) model[l] = b->lane[l < b->n ? l : 0].model;
  b->num = take(b, a, m->nnum);
  b->x = take(b, a, m->nx), b->dx = take(b, a, m->nx), b->x_before = take(b, a, m->nx), b->x_side = take(b, a, m->nx);
  b->d = take(b, a, m->nd), b->d_keep = take(b, a, m->nd), b->d_side = take(b, a, m->nd);
  b->quad = take(b, a, m->nquad), b->quad_before = take(b, a, m->nquad), b->quad_side = take(b, a, m->nquad);
  b->root = take(b, a, m->nroot), b->root_next = take(b, a, m->nroot), b->root_side = take(b, a, m->nroot);
  b->work = take(b, a, b->engine->nwork(m));
  b->row_d = DV_TAKE(a, double, m->nd);
  b->row_x = DV_TAKE(a, double, m->nx), b->row_before = DV_TAKE(a, double, m->nx), b->row_quad = DV_TAKE(a, double, m->nquad);
  b->nscratch = (int)b->method->scratch(m);
  b->engine->pack(model, b->num);
  b->engine->ready(m, b->num, b->work);
  b->s = (dv_stepping){.engine = b->fast,
                       .m = m,
                       .chart = dv_chart_new(a, m),
                       .num = b->num,
                       .d = b->d,
                       .work = b->work,
                       .scratch = take(b, a, b->nscratch),
                       .kept = take(b, a, dv_state_kept(m))};
  if (!b->method->is->implicit) return;
  b->s.pattern = dv_run_pattern(b->o, a, m, b->s.chart, 0);
  b->kept_before = take(b, a, dv_state_kept(m));
  if (!b->method->is->estimate) return;
  b->s.error = take(b, a, b->s.chart->n + m->nquad);
  b->s.apart = take(b, a, b->s.chart->n), b->apart_before = take(b, a, b->s.chart->n);
}

static int record_one(void *context, double t, const double *x, const double *dx, const double *work)
{
  const dv_bundle_lane *l = context;
  l->record(l->context, t, x, dx, work, 1, 0);
  return 0;
}

// A lane begins as a run alone does.
static void begin(dv_bundle *b, int l, const dv_run_options *o, dv_arena *a)
{
  dv_bundle_lane *lane = &b->lane[l];
  dv_state *s = dv_state_new(a, lane->model);
  if (lane->from) memcpy(s->block, lane->from->block, (size_t)s->n * sizeof(double));
  s->kept[DV_KEPT_STEPS] = 0;
  lane->diags = dv_diags_new(a);
  *b->sim[l] = (dv_running){.m = lane->model,
                            .o = o,
                            .s = s,
                            .record = record_one,
                            .context = lane,
                            .out = &lane->out,
                            .diags = lane->diags,
                            .arena = a};
  lane->failed = dv_running_open(b->sim[l]) != 0;
  lane->failed_t = s->t, lane->failed_x = -1;
  if (lane->failed) return;
  dv_onestep_open(b->one[l], b->sim[l], dv_stepper_find(o->method, 1));
  b->t = s->t;
  dv_bundle_in(b, l);
}

static void end(dv_bundle *b, int l)
{
  if (!b->lane[l].failed && b->one[l]->stray) dv_stray_tell(b->one[l]->stray);
  if (b->lane[l].failed || b->show) return;
  b->lane[l].failed = dv_ledger_check(b->sim[l]) != 0;
  dv_running_close(b->sim[l]);
}

// Lanes that have no run of their own follow the first that has.
void dv_bundle_fill(dv_bundle *b)
{
  int from = 0;
  while (from < b->n - 1 && b->lane[from].failed) from++;
  for (int l = 0; l < b->lanes; l++) {
    if (l < b->n && !b->lane[l].failed) continue;
    for (int i = 0; i < b->m->nx; i++) b->x[i * b->lanes + l] = b->x[i * b->lanes + from];
    for (int i = 0; i < b->m->nd; i++) b->d[i * b->lanes + l] = b->d[i * b->lanes + from];
    if (!b->s.pattern) continue;
    for (int i = 0; i < dv_state_kept(b->m); i++) b->s.kept[i * b->lanes + l] = b->s.kept[i * b->lanes + from];
    b->s.recalled |= 1 << l;  // whatever there is will do
  }
}

// Machines with closed loops are displaced along their motions (fan_loop.c), each lane by itself as in a run alone. A lane where
// that fails must not stop the others: it gets no numbers, and is left behind.
static int jacobian_by_lanes(void *context, double t, const double *x, const double *d, const double *rate, double *J)
{
  dv_bundle *b = context;
  int lanes = b->lanes, entries = b->s.pattern->count;
  memset(J, 0, (size_t)(entries * lanes) * sizeof(double));
  for (int l = 0; l < b->n; l++) {
    if (b->lane[l].failed || b->away[l]) continue;
    for (int i = 0; i < b->m->nx; i++) b->row_x[i] = x[i * lanes + l];
    for (int i = 0; i < b->m->nd; i++) b->row_d[i] = d[i * lanes + l];
    for (int i = 0; i < b->s.chart->n; i++) b->row_rate[i] = rate[i * lanes + l];
    int bad = dv_fan_chart(b->sim[l]->fan, t, b->row_x, b->row_d, b->row_rate, b->row_J);
    for (int e = 0; e < entries; e++) J[e * lanes + l] = bad ? (double)NAN : b->row_J[e];
  }
  return 0;
}

void dv_bundle_fans(dv_bundle *b, dv_arena *a)
{
  b->row_rate = DV_TAKE(a, double, b->s.chart->n);
  b->row_J = DV_TAKE(a, double, b->s.pattern->count);
  b->s.jacobian = jacobian_by_lanes;
  b->s.context = b;
}

int dv_bundle_run(dv_arena *a, dv_bundle_lane *lane, int n, const dv_run_options *o)
{
  int lanes = dv_bundle_width(o);
  dv_bundle b = {.lane = lane, .n = n, .lanes = lanes, .m = lane->model, .o = o, .h = o->step > 0 ? o->step : 1e-3};
  if (lanes < 2 || n > lanes || !b.m->nx || !fits(&b) || !dv_engine_serves(b.m, lanes)) return -1;
  dv_run_options *alone = DV_TAKE(a, dv_run_options, 1);
  *alone = *o;
  alone->compiled = choose_engine(&b);
  b.method = dv_stepper_find(o->method, lanes);
  for (int l = 0; l < n; l++) b.sim[l] = DV_TAKE(a, dv_running, 1), b.one[l] = DV_TAKE(a, dv_onestep, 1);
  dv_bundle_room(&b, a);
  if (b.s.pattern && (DV_MODEL_COUNT(b.m, LOOP) || o->entries)) dv_bundle_fans(&b, a);
  for (int l = 0; l < n; l++) begin(&b, l, alone, a);
  dv_bundle_fill(&b);
  dv_bundle_to(&b, o->until);
  for (int l = 0; l < n; l++) end(&b, l);
  return 0;
}
