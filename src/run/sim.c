// sim.c: sims of a model: made, reset, freed; what they say.
#include "run/sim.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

int dv_sim_fault(body *b, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(b->message, sizeof b->message, format, args);
  va_end(args);
  return DV_BAD_USE;
}

int dv_sim_tell(body *b, int code)
{
  const dv_diags *d = b->r.diags;
  if (!code) return DV_OK;
  b->failed = 1;
  snprintf(b->message, sizeof b->message, "%s", d->n ? dv_diag_text(d, d->n - 1) : "error: the run stopped");
  return code;
}

int dv_sim_guarded(dv_sim *s, int (*work)(body *b, void *what), void *what)
{
  jmp_buf out;
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  body *b = s->body;
  if (setjmp(out)) {
    dv_arena_guard(b->arena, NULL, NULL);
    b->failed = 1;
    snprintf(b->message, sizeof b->message, "error: out of memory");
    return DV_NO_MEMORY;
  }
  dv_arena_guard(b->arena, jump, &out);
  int code = work(b, what);
  dv_arena_guard(b->arena, NULL, NULL);
  return code;
}

const char *dv_sim_message(const dv_sim *s)
{
  if (!s) return "error: there is no sim";
  return dv_sim_lives(s) ? s->body->message : "error: this sim was freed";
}

const char *dv_sim_warning(const dv_sim *s, int i)
{
  if (!dv_sim_lives(s) || i < 0) return NULL;
  const dv_diags *d = s->body->r.diags;
  for (int k = 0; k < d->n; k++)
    if (d->item[k].severity == DV_WARNING && i-- == 0) return d->item[k].what;
  return NULL;
}

// ---- making one

static const dv_settings *settings_of(const dv_model *m) { return dv_model_SETTING(m); }

dv_method dv_model_method(const dv_model *m)
{
  if (!dv_model_is_kept(m)) return (dv_method){0};
  const dv_settings *s = settings_of(m);
  return (dv_method){s->method, s->step, s->rtol, s->atol, s->order, s->until, s->every};
}

static dv_run_options options(const dv_model *m, const dv_method *by)
{
  const dv_settings *s = settings_of(m);
  dv_run_options o = {.method = s->method,
                      .step = s->step,
                      .rtol = s->rtol,
                      .atol = s->atol,
                      .order = s->order,
                      .linear = s->linear[0] ? s->linear : NULL,
                      .until = s->until,
                      .every = s->every,
                      .ledger = s->ledger,
                      .endless = 1};
  if (by && by->method && *by->method) o.method = by->method, o.linear = NULL;
  if (by && by->step != 0) o.step = by->step;
  if (by && by->rtol > 0) o.rtol = by->rtol;
  if (by && by->atol > 0) o.atol = by->atol;
  if (by && by->order > 0) o.order = by->order;
  return o;
}

static int is_odd(const dv_method *by) { return by && !(isfinite(by->step) && isfinite(by->rtol) && isfinite(by->atol)); }

static void copy_model(body *b)
{
  size_t n = (size_t)b->given->bytes;
  b->m = dv_arena_take(b->arena, n);
  memcpy(b->m, b->given, n);
  b->num = (double *)(void *)((char *)b->m + b->m->section[DV_S_NUMBER].offset);
}

static void take_room(body *b)
{
  const dv_model *m = b->m;
  int nvariable = DV_MODEL_COUNT(m, VARIABLE);
  b->s = dv_state_new(b->arena, m);
  b->first = dv_state_new(b->arena, m);
  b->begun = DV_TAKE(b->arena, double, DV_ADVANCER_KEPT + m->nroot);
  b->x = DV_TAKE(b->arena, double, m->nx);
  b->root = DV_TAKE(b->arena, double, m->nroot);
  b->lean = DV_TAKE(b->arena, double, m->nx + m->nnum);
  b->tilt = DV_TAKE(b->arena, double, 2 * (m->nx + nvariable) + DV_ADVANCER_KEPT + m->nroot);
  b->known = DV_TAKE(b->arena, char, nvariable);
}

static int unknown_method(body *b)
{
  dv_mark none = {NULL, 0, 0};
  const char *list = dv_stepper_name(0);
  for (int i = 1; dv_stepper_name(i); i++) list = dv_arena_text(b->speech, "%s, %s", list, dv_stepper_name(i));
  dv_diag_add(b->r.diags, DV_ERROR, none, dv_arena_text(b->speech, "there are %s; and cvode where the whole library is", list),
              "there is no method '%s' here", b->o.method);
  return DV_BAD_USE;
}

// The run, opened at the start; 0, or a failure.
static int open_run(body *b, dv_advancers *advancers)
{
  b->by = advancers(b->o.method);
  if (!b->by) return unknown_method(b);
  if (!b->m->nx && !dv_stepper_find(b->o.method, 1))
    b->by = advancers(b->o.method = "rk4");  // nothing to integrate but the books
  b->r = (dv_running){.m = b->m, .o = &b->o, .s = b->s, .out = &b->out, .diags = b->r.diags, .arena = b->arena, .silent = 1};
  if (dv_running_open(&b->r)) return DV_RUN_FAILED;
  b->advance = b->by->open(&b->r, b->o.method);
  if (!b->advance) return DV_BAD_USE;
  b->by->save(b->advance, b->begun);
  b->r.every = 1e300;
  b->r.arena = b->speech;  // what is taken from here on are words
  return DV_OK;
}

// Where it starts: what samples there does so in the first step, when inputs are set.
static void start(body *b)
{
  dv_state_copy(b->s, b->first);
  dv_running_begin(&b->r);
  dv_times_again(&b->r, 1);  // samples of this instant were taken to be shown, and are due again
  if (b->m->nroot) b->r.engine->roots(b->m, b->num, b->s->t, b->s->x, b->s->d, b->r.work, b->root);
  b->looked = 1;
  b->changed = DV_CHANGED_WHOLE | DV_CHANGED_TIME;
}

static int make(body *b, const dv_method *by, dv_advancers *advancers, const dv_compiled *compiled)
{
  copy_model(b);
  b->o = options(b->m, by);
  b->o.compiled = compiled;
  b->o.method = dv_arena_copy(b->arena, b->o.method, strlen(b->o.method));
  b->o.until = fmax(b->o.until, 1e-3);
  take_room(b);
  b->speech = dv_arena_under(b->arena);
  b->r.diags = dv_diags_new(b->speech);
  int code = open_run(b, advancers);
  if (code) return dv_sim_tell(b, code);
  start(b);
  return DV_OK;
}

static void say(char *message, size_t room, const char *text)
{
  if (message && room) snprintf(message, room, "%s", text);
}

static void end(body *b)
{
  if (b->advance) b->by->close(b->advance);
  dv_arena_free(b->arena);
}

static dv_sim *give_up(dv_sim *s, dv_arena *a, body *b, char *message, size_t room, const char *why)
{
  say(message, room, why);
  if (b) end(b);
  else dv_arena_free(a);
  if (s) dv_model_leave_sim(s);
  return NULL;
}

dv_sim *dv_sim_new_by(const dv_model *m, const dv_method *by, dv_advancers *advancers, const dv_compiled *compiled, char *message,
                      size_t room)
{
  jmp_buf out;
  say(message, room, "");
  if (!dv_model_is_kept(m)) return say(message, room, "error: there is no model"), NULL;
  if (is_odd(by)) return say(message, room, "error: a step or a tolerance is not finite"), NULL;
  dv_sim *s = dv_model_take_sim(m);
  dv_arena *a = s ? dv_arena_try() : NULL;
  body *volatile b = NULL;
  if (!a || setjmp(out)) return give_up(s, a, b, message, room, "error: out of memory");
  dv_arena_guard(a, jump, &out);
  b = DV_TAKE(a, body, 1);
  b->arena = a;
  b->given = m;
  int code = make(b, by, advancers, compiled);
  dv_arena_guard(a, NULL, NULL);
  if (code) return give_up(s, a, b, message, room, b->message);
  s->body = b;
  return s;
}

void dv_sim_free(dv_sim *s)
{
  if (!dv_sim_lives(s)) return;
  end(s->body);
  dv_model_leave_sim(s);
}

// ---- what was changed from outside

int dv_sim_renew(body *b)
{
  int changed = b->changed, bad = 0;
  if (!changed) return DV_OK;
  if (changed & ~DV_CHANGED_INPUTS) bad = dv_running_begin(&b->r);
  else if (b->m->nroot) dv_running_hold(&b->r);
  if (bad) return dv_sim_tell(b, DV_RUN_FAILED);
  if (b->shifted) dv_ledger_open(&b->r);
  b->by->renew(b->advance, changed);
  b->changed = b->shifted = 0;
  return DV_OK;
}

// A record of a run, when somebody asks: what samples now has done so, and the books are looked at.
int dv_sim_refresh(body *b)
{
  dv_running *r = &b->r;
  const dv_model *m = b->m;
  if (b->fresh == DV_FRESH_HERE) return DV_OK;
  memcpy(r->d_end, b->s->d, (size_t)m->nd * sizeof(double));
  r->engine->ready(m, b->num, r->work);
  dv_running_tidy(r, b->x);  // as a run shows it: stepped states are tidy already
  dv_times_foresee(r, b->s->t, b->x, r->d_end);
  int bad = r->engine->rates(m, b->num, b->s->t, b->x, r->d_end, r->dx, NULL, r->work);
  r->engine->observe(m, b->num, b->x, r->work);
  b->out.evaluations++;
  if (bad)
    return dv_fail_finite(r, b->s->t, b->x, r->dx, "look at the inputs and the law behind it"), dv_sim_tell(b, DV_RUN_FAILED);
  if (b->shifted) dv_ledger_open(r), b->shifted = 0;
  dv_ledger_note(r, b->s->t, b->s->quad);
  dv_guard_look(r, b->s->t, NULL);
  b->fresh = DV_FRESH_HERE;
  return DV_OK;
}

static void forget_failure(body *b)
{
  if (!b->failed) return;
  dv_arena_free(b->speech);
  b->speech = dv_arena_under(b->arena);
  b->r.arena = b->speech;
  b->r.diags = dv_diags_new(b->speech);
  b->failed = 0;
}

int dv_sim_begin(body *b)
{
  forget_failure(b);
  memcpy(b->num, dv_model_NUMBER(b->given), (size_t)b->m->nnum * sizeof(double));
  dv_state_copy(b->s, b->first);
  b->out = (dv_run_result){.ledger.row = b->out.ledger.row};
  b->fresh = 0;
  b->renumbered |= b->own;
  b->own = b->shifted = 0;
  b->changed = DV_CHANGED_WHOLE | DV_CHANGED_TIME;
  int code = dv_sim_renew(b);
  if (!code) dv_ledger_open(&b->r);
  if (!code) b->by->load(b->advance, b->begun);
  if (!code) start(b);
  return code;
}

static int reset(body *b, void *none) { return (void)none, dv_sim_begin(b); }

int dv_sim_reset(dv_sim *s) { return dv_sim_guarded(s, reset, NULL); }
