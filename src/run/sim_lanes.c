// sim_lanes.c: sims side by side: what sim_step.c and sim.c do for one, for the lanes of a vector at once (bundle.c).
//
// State, time, numbers and books stay those of the sims: a piece copies states into the lanes and back, so that any of them may
// be read, set or stepped alone in between. Numbers are copied only when they have changed. What is rare (a sim that was reset or
// moved, a side that an input has turned) is done by the sim alone before it enters.
#include "run/sim_lanes.h"

#include "engine/closed_loops.h"
#include "run/bundle_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct dv_sim_lanes {
  dv_bundle b;
  dv_bundle_lane lane[DV_LANES_MOST];
  const void *sim[DV_LANES_MOST];    // whose numbers lie in the lane, NULL: nobody's
  const void *owner[DV_LANES_MOST];  // whose Jacobian lies in the lane
  char plain[DV_LANES_MOST];         // 1: they are those of the model but for the inputs
  dv_sim *const *head;               // of the call
  int *code;
  char turned[DV_LANES_MOST];  // 1: inputs were set, and nothing else
  dv_run_options o;
  int ninput, *input;  // numbers that are inputs
};

// ---- room

static const dv_stepper *method_of(const body *b, int lanes) { return dv_stepper_find(b->o.method, lanes); }

int dv_sim_lanes_width(const dv_sim *like)
{
  const body *b = like->body;
  const dv_stepper *one = method_of(b, 1);
  if (b->by != &dv_advance_onestep || !b->m->nx || !one) return 1;
  int lanes = dv_bundle_width(&b->o);
  return dv_engine_serves(b->m, lanes) ? lanes : 1;
}

static void find_inputs(dv_sim_lanes *g, dv_arena *a)
{
  const dv_model *m = g->b.m;
  const dv_variable *v = dv_model_VARIABLE(m);
  int n = DV_MODEL_COUNT(m, VARIABLE);
  g->input = DV_TAKE(a, int, n);
  for (int i = 0; i < n; i++)
    if (v[i].role == DV_ROLE_INPUT && v[i].array == DV_IN_NUMBER) g->input[g->ninput++] = v[i].index;
}

dv_sim_lanes *dv_sim_lanes_new(dv_arena *a, const dv_sim *like)
{
  const body *s = like->body;
  int lanes = dv_sim_lanes_width(like);
  dv_sim_lanes *g = DV_TAKE(a, dv_sim_lanes, 1);
  dv_bundle *b = &g->b;
  g->o = s->o;
  *b = (dv_bundle){.lane = g->lane, .lanes = lanes, .m = s->given, .o = &g->o, .h = s->r.step, .silent = 1};
  for (int l = 0; l < lanes; l++) g->lane[l].model = s->given;
  b->method = method_of(s, lanes);
  b->engine = b->fast = dv_engine_of_width(lanes);
  dv_bundle_room(b, a);
  if (b->s.pattern && (DV_MODEL_COUNT(b->m, LOOP) || s->out.exact)) dv_bundle_fans(b, a);
  memset(g->plain, 1, sizeof g->plain);
  find_inputs(g, a);
  return g;
}

// ---- numbers

static void put_number(dv_bundle *b, int lane, int i, double value) { b->num[i * b->lanes + lane] = value; }

// 1: the lane has the sim's parameters.
static int has_numbers(const dv_sim_lanes *g, int l, const body *s)
{
  return (g->plain[l] && !s->own) || (s->lanes == g && g->sim[l] == s && !s->renumbered);
}

// A sim is in one lane: what it left in another is old.
static void claim(const void **of, int l, const body *s)
{
  for (int k = 0; k < DV_LANES_MOST; k++)
    if (of[k] == s) of[k] = NULL;
  of[l] = s;
}

// Numbers of the sims as they are now.
static void take_numbers(dv_sim_lanes *g, int n)
{
  dv_bundle *b = &g->b;
  int any = 0;
  for (int l = 0; l < n; l++) {
    body *s = g->head[l]->body;
    int all = !has_numbers(g, l, s);
    for (int i = 0; all && i < b->m->nnum; i++) put_number(b, l, i, s->num[i]);
    for (int i = 0; !all && i < g->ninput; i++) put_number(b, l, g->input[i], s->num[g->input[i]]);
    g->plain[l] = !s->own;
    claim(g->sim, l, s), s->lanes = g;
    s->renumbered = 0;
    any |= all;
  }
  if (any) b->engine->ready(b->m, b->num, b->work);
}

// ---- which sims go together

static void seat(dv_sim_lanes *g, int n)
{
  dv_bundle *b = &g->b;
  b->n = n;
  for (int l = 0; l < n; l++) {
    body *s = g->head[l]->body;
    g->lane[l] = (dv_bundle_lane){.model = b->m};
    b->sim[l] = &s->r, b->one[l] = s->advance, b->away[l] = 0;
  }
  b->t = g->head[0]->body->s->t;
}

// Lanes share the pivots of closed loops with the first.
static int is_alike(const dv_sim_lanes *g, int lane)
{
  return dv_engine_loops_alike(g->b.m, g->head[0]->body->s->d, g->head[lane]->body->s->d);
}

// ---- a step

// As dv_sim_renew; what inputs alone have changed is looked at in lanes, unless a Jacobian has changed with it.
static void renew(dv_sim_lanes *g, int l)
{
  body *s = g->head[l]->body;
  g->turned[l] = s->changed == DV_CHANGED_INPUTS && !g->b.s.pattern;
  if (g->turned[l]) s->changed = 0;
  else g->code[l] = dv_sim_renew(s);
  if (g->code[l]) g->lane[l].failed = 1;
}

// 1: inputs have carried a part that holds its side to the other (dv_running_hold). root_side: with them.
static int is_turned(const dv_sim_lanes *g, int l)
{
  const dv_bundle *b = &g->b;
  const dv_part *p = dv_model_PART(b->m);
  for (int i = 0; i < DV_MODEL_COUNT(b->m, PART); i++, p++)
    for (int k = 0; dv_kind_of(b->m, p)->holds && k < p->nroot; k++)
      if ((b->root_side[(p->root_index + k) * b->lanes + l] < 0) != (b->d[(p->side + k) * b->lanes + l] < 0)) return 1;
  return 0;
}

static void take_roots(dv_bundle *b, int l, double *root)
{
  for (int i = l; i < b->m->nroot * b->lanes; i += b->lanes) root[i] = b->root_side[i];
}

// Roots as the new inputs have them, for those whose inputs are new.
static void hold(dv_sim_lanes *g)
{
  dv_bundle *b = &g->b;
  int any = 0;
  for (int l = 0; l < b->n; l++) any |= g->turned[l];
  if (!any || !b->m->nroot) return;
  dv_bundle_roots(b, b->root_side);
  for (int l = 0; l < b->n; l++) {
    body *s = g->head[l]->body;
    if (!g->turned[l]) continue;
    if (is_turned(g, l)) {
      dv_running_hold(&s->r);
      s->by->renew(s->advance, DV_CHANGED_INPUTS);
      dv_bundle_enter(b, l);
    } else take_roots(b, l, b->root), dv_roots_turn(b->m, b->root_side, b->root_next, b->lanes, l);
  }
}

// 1: all lanes have taken the same samples, so that they take the next together.
static int is_in_step(const dv_sim_lanes *g)
{
  const dv_times *w = &g->b.sim[0]->times;
  for (int l = 1; l < g->b.n; l++)
    for (int i = 0; i < w->nsampling; i++)
      if (g->b.sim[l]->times.sampling[i].done != w->sampling[i].done) return 0;
  return 1;
}

// What begins a piece (onestep_piece.c): corners, samples, what they carry across.
static void begin(dv_sim_lanes *g)
{
  dv_bundle *b = &g->b;
  char fresh[DV_LANES_MOST] = {0};
  int any = 0, together = is_in_step(g);
  for (int l = 0; l < b->n; l++) {
    fresh[l] = (char)dv_times_pass(b->sim[l], b->t);
    if (together || b->away[l]) continue;
    dv_bundle_leave(b, l);
    fresh[l] |= (char)dv_times_serve(b->sim[l], b->t);
    dv_bundle_enter(b, l);
  }
  if (together) dv_bundle_sample(b, 0, fresh);
  for (int l = 0; l < b->n; l++) any |= fresh[l];
  if (!b->m->nroot) return;
  if (any) dv_bundle_roots(b, b->root_side);
  for (int l = 0; l < b->n; l++)
    if (fresh[l]) take_roots(b, l, b->root);
  dv_bundle_react(b);
}

static void finish(dv_sim_lanes *g)
{
  dv_bundle *b = &g->b;
  for (int l = 0; l < b->n; l++) {
    body *s = g->head[l]->body;
    int bad = g->lane[l].failed;
    if (g->code[l]) continue;
    if (g->lane[l].alone) bad = dv_onestep_to(b->one[l], g->o.until);
    else if (!b->away[l]) dv_bundle_leave(b, l);
    s->looked = 0;
    claim(g->owner, l, s), s->stepped = g;
    g->code[l] = dv_sim_tell(s, bad ? DV_RUN_FAILED : DV_OK);
  }
}

// 1: these lanes were the last to step it, and nothing has happened to it since.
static int has_jacobian(const dv_sim_lanes *g, int l)
{
  const body *s = g->head[l]->body;
  return g->b.s.pattern && s->stepped == g && g->owner[l] == s && g->b.one[l]->s.recalled == DV_RECALLED_IN_LANES;
}

static void advance(dv_sim_lanes *g, int n, double end)
{
  dv_bundle *b = &g->b;
  seat(g, n);
  for (int l = 0; l < n; l++) {
    renew(g, l);
    if (!has_jacobian(g, l)) b->s.recalled &= ~(1 << l);
  }
  take_numbers(g, n);
  for (int l = 0; l < n; l++) {
    body *s = g->head[l]->body;
    s->o.until = end, s->fresh = 0;
    dv_bundle_enter(b, l);
    b->away[l] = (char)g->lane[l].failed;
  }
  g->o.until = end;
  dv_bundle_fill(b);
  hold(g);
  begin(g);
  dv_bundle_to(b, end);
  finish(g);
}

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

static void guard(const dv_sim_lanes *g, int n, jmp_buf *out)
{
  for (int l = 0; l < n; l++) dv_arena_guard(g->head[l]->body->arena, out ? jump : NULL, out);
}

static void lose(dv_sim_lanes *g, int n)
{
  for (int l = 0; l < n; l++) {
    body *s = g->head[l]->body;
    s->failed = 1;
    snprintf(s->message, sizeof s->message, "error: out of memory");
    g->code[l] = DV_NO_MEMORY;
  }
}

void dv_sim_lanes_step(dv_sim_lanes *g, dv_sim *const *sim, int n, double dt, int *code)
{
  jmp_buf out;
  double end = n && dt > 0 && isfinite(dt) ? dv_sim_target(sim[0]->body, dt) : (double)NAN;
  int ready = n > 1 && end > sim[0]->body->s->t;
  g->head = sim, g->code = code;
  for (int l = 0; l < n; l++) {
    const body *s = sim[l]->body;
    ready = ready && !s->failed && s->s->t == sim[0]->body->s->t && is_alike(g, l);
    code[l] = DV_OK;
  }
  for (int l = 0; l < n && !ready; l++) code[l] = dv_sim_step(sim[l], dt);
  if (!ready) return;
  if (setjmp(out)) lose(g, n);
  else {
    guard(g, n, &out);
    advance(g, n, end);
  }
  guard(g, n, NULL);
}

// ---- outputs

// As dv_running_tidy: what a step has tidied already is shown as it is.
static void tidy(dv_sim_lanes *g)
{
  dv_bundle *b = &g->b;
  const double *scale = dv_model_SCALE(b->m);
  b->engine->tidy(b->m, b->num, b->t, b->x_side, b->d_side, b->work);
  for (int l = 0; l < b->n; l++) {
    const double *was = b->sim[l]->s->x;
    double off = 0;
    for (int i = 0; i < b->m->nx; i++) {
      double x = b->x_side[i * b->lanes + l];
      off = fmax(off, fabs(x - was[i]) / fmax(fabs(x), scale[i]));
    }
    for (int i = 0; off <= DV_TIDY_WITHIN && i < b->m->nx; i++) b->x_side[i * b->lanes + l] = was[i];
  }
}

// Samples that are due at this instant are foreseen, as in dv_sim_refresh. x_side, d_keep: what is shown.
static int evaluate(dv_sim_lanes *g)
{
  dv_bundle *b = &g->b;
  const dv_times *w = &b->sim[0]->times;
  if (b->sim[0]->chart->tidy) tidy(g);
  for (int i = 0; i < w->nsampling; i++) {
    const dv_sampling *p = &w->sampling[i];
    if (p->done != lround(b->t / p->period) && dv_times_is_multiple(b->t, p->period, w->near))
      b->fast->sample(b->m, b->num, p->part, b->t, b->x_side, b->d_side, b->work);
  }
  int bad = b->engine->rates(b->m, b->num, b->t, b->x_side, b->d_side, b->dx, NULL, b->work);
  if (!bad) b->engine->observe(b->m, b->num, b->x_side, b->work);
  return bad;
}

static void show(dv_sim_lanes *g, int n)
{
  dv_bundle *b = &g->b;
  for (int l = 0; l < b->lanes; l++) {
    const dv_state *s = g->head[l < n ? l : 0]->body->s;
    for (int i = 0; i < b->m->nx; i++) b->x_side[i * b->lanes + l] = s->x[i];
    for (int i = 0; i < b->m->nd; i++) b->d_side[i * b->lanes + l] = s->d[i];
  }
}

static int is_shown(const dv_sim_lanes *g, dv_sim *const *sim, int n)
{
  for (int l = 0; l < n; l++)
    if (sim[l]->body != g->sim[l] || sim[l]->body->lanes != g || sim[l]->body->fresh != DV_FRESH_IN_LANES) return 0;
  return 1;
}

static int refresh(dv_sim_lanes *g, int n)
{
  dv_bundle *b = &g->b;
  seat(g, n);
  if (!is_in_step(g)) return 0;
  take_numbers(g, n);
  show(g, n);
  if (evaluate(g)) return 0;
  for (int l = 0; l < n; l++) {
    body *s = g->head[l]->body;
    s->out.evaluations++;
    dv_bundle_note(b, l, b->t, s->s->quad, NULL);
    s->fresh = DV_FRESH_IN_LANES;
  }
  return 1;
}

int dv_sim_lanes_refresh(dv_sim_lanes *g, dv_sim *const *sim, int n)
{
  jmp_buf out;
  g->head = sim;
  if (is_shown(g, sim, n)) return 1;
  for (int l = 0; l < n; l++)
    if (sim[l]->body->failed || sim[l]->body->shifted || sim[l]->body->s->t != sim[0]->body->s->t || !is_alike(g, l)) return 0;
  if (n < 2) return 0;
  volatile int done = 0;
  if (!setjmp(out)) {
    guard(g, n, &out);
    done = refresh(g, n);
  }
  guard(g, n, NULL);
  return done;
}

double dv_sim_lanes_value(const dv_sim_lanes *g, int lane, const dv_variable *v)
{
  const dv_bundle *b = &g->b;
  int at = v->index * b->lanes + lane;
  return v->array == DV_IN_STATE ? b->x_side[at] : v->array == DV_IN_RATE ? b->dx[at] : b->work[at];
}
