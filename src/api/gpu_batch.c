// gpu_batch.c: a batch on a graphics card. Runs go on piece by piece there; where something happens that a card leaves to the
// processor, one sim is put where the run was when the piece began, and makes it.
#include "davit/davit.h"

#include "base/text.h"
#include "engine/compiled.h"
#include "gpu/pieces.h"
#include "run/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned gpu_magic = 0x67707562;
enum { SIGNS = 32, ELSEWHERE = 1 << 30 };  // in a word; at: of runs that stay where they are

struct dv_gpu_batch {
  unsigned magic;
  int n, nin, nout, words;
  dv_arena *arena;
  dv_diags *diags;
  const dv_model *given;
  dv_sim *hand;  // whose pieces are the processor's
  dv_traced_machine *t;
  dv_gpu *gpu;
  dv_run_options o;
  int *in, *out;          // handles
  double *time;           // [n]
  char *fresh;            // [n] 1: it was reset and has not stepped
  int *code, *at, *list;  // [n]
  double *start;          // a machine at its start, as dv_gpu_place has it
  double *value, *whole;  // [nin]; [most][width]
  int most;               // that `whole` has room for
  long pieces;
  char message[600];
};

static int lives(const dv_gpu_batch *b) { return b && b->magic == gpu_magic; }

static int wrong(dv_gpu_batch *b, const char *why)
{
  snprintf(b->message, sizeof b->message, "%s", why);
  return DV_BAD_USE;
}

// What the card said last.
static int card_failed(dv_gpu_batch *b)
{
  const dv_diags *d = b->diags;
  snprintf(b->message, sizeof b->message, "error: %s", d->n ? d->item[d->n - 1].what : "the card has no memory left");
  return DV_RUN_FAILED;
}

// ---- making one

static int tell(char *message, size_t room, const char *why)
{
  if (message && room) snprintf(message, room, "%s", why);
  return 1;
}

// The variables that come out, as expressions of the card. 1: there is no such variable.
static int describe(dv_gpu_batch *b, dv_trace_options *want, const char **text)
{
  int *shown = DV_TAKE(b->arena, int, b->nout + 1);
  for (int i = 0; i < b->nout; i++) {
    const dv_variable *v = dv_sim_variable(b->hand->body, b->out[i]);
    int cell;
    if (!v) return 1;
    if (dv_shown_cell(v, &cell)) {
      text[i] = dv_arena_text(b->arena, "(double)S(%d)", want->nshown);
      shown[want->nshown++] = cell;
    } else if (v->array == DV_IN_STATE) text[i] = dv_arena_text(b->arena, "(double)X(%d)", v->index);
  }
  want->shown = shown;
  return 0;
}

static int open_of(const dv_traced_machine *t, int number)
{
  for (int i = 0; i < t->nopen; i++)
    if (t->open[i] == number) return i;
  return -1;
}

// Numbers of the model that come out, and those that go in. 1: one of these is no input.
static int find_numbers(dv_gpu_batch *b, const char **text, int *input)
{
  for (int i = 0; i < b->nout; i++) {
    const dv_variable *v = dv_sim_variable(b->hand->body, b->out[i]);
    int open = text[i] ? -1 : open_of(b->t, v->index);
    dv_text number = {.arena = b->arena};
    dv_text_number(&number, b->hand->body->num[v->index]);
    if (!text[i]) text[i] = open >= 0 ? dv_arena_text(b->arena, "o.p[%d * THREADS]", open) : dv_text_all(&number);
  }
  for (int i = 0; i < b->nin; i++) {
    const dv_variable *v = dv_sim_variable(b->hand->body, b->in[i]);
    input[i] = v && v->role == DV_ROLE_INPUT ? open_of(b->t, v->index) : -1;
    if (input[i] < 0) return 1;
  }
  return 0;
}

static int open_card(dv_gpu_batch *b, int card, char *message, size_t room)
{
  const char **text = DV_TAKE(b->arena, const char *, b->nout + 1);
  int *input = DV_TAKE(b->arena, int, b->nin + 1);
  dv_trace_options want = {0};
  const dv_model *m = b->hand->body->m;
  b->o = b->hand->body->o;
  const dv_stepper *method = dv_stepper_find(b->o.method, 1);
  if (!method || dv_step_is_controlled(method, b->o.step))
    return tell(message, room, "error: a card needs a fixed step: give e.g. rk4 and 1e-3");
  if (describe(b, &want, text)) return tell(message, room, "error: what shall come out is no variable");
  b->t = dv_trace_machine(b->arena, b->diags, m, &want, dv_model_name(b->given));
  if (b->t && find_numbers(b, text, input)) return tell(message, room, "error: what goes in must be inputs of the machine");
  dv_gpu_options o = {
      .program = {.method = b->o.method, .kept = text, .nkept = b->nout, .input = input, .ninput = b->nin},
      .many = b->n,
      .all = 1,
      .rows = 2,
      .card = card
  };
  if (b->t) b->gpu = dv_gpu_open(b->diags, b->t, dv_model_name(b->given), &o);
  if (b->gpu && dv_gpu_in(b->gpu) && dv_gpu_out(b->gpu) && dv_gpu_many(b->gpu) == b->n) return 0;
  card_failed(b);
  return tell(message, room, b->message);
}

// Sides of the events and what is shown of the hand, where it is.
static void show(dv_gpu_batch *b, double *to)
{
  dv_sim_body *s = b->hand->body;
  double *side = to + b->nout;
  dv_sim_get_many(b->hand, b->out, b->nout, to);
  s->r.engine->roots(s->m, s->num, s->s->t, s->s->x, s->s->d, s->r.work, s->root);
  for (int w = 0; w < b->words; w++) {
    unsigned word = 0;
    for (int i = w * SIGNS; i < (w + 1) * SIGNS && i < s->m->nroot; i++) word |= (unsigned)(s->root[i] < 0) << (i % SIGNS);
    side[w] = word;
  }
  s->fresh = 0;
}

static double *append(double *to, const double *from, int n)
{
  memcpy(to, from, (size_t)n * sizeof *to);
  return to + n;
}

// The hand as a machine of the card's.
static void take_from_hand(dv_gpu_batch *b, double *to)
{
  const dv_sim_body *s = b->hand->body;
  to = append(to, s->s->x, s->m->nx), to = append(to, s->s->d, s->m->nd);
  for (int i = 0; i < b->t->nopen; i++) *to++ = s->num[b->t->open[i]];
  show(b, append(to, s->s->kept, dv_gpu_slope(b->gpu)));
}

static int place_all(dv_gpu_batch *b)
{
  const dv_model *m = b->given;
  dv_arena *a = dv_arena_under(b->arena);
  double *zero = DV_TAKE(a, double, (size_t)b->n *(size_t)(m->nx + m->nd + b->t->nopen + 1)),
         *in = DV_TAKE(a, double, (size_t)b->n *(size_t)b->nin + 1);
  int bad = dv_gpu_put(b->gpu, b->n, zero, zero, zero, NULL);
  for (int k = 0; !bad && k < b->n; k++)
    for (int i = 0; i < b->nin; i++) in[(size_t)k * (size_t)b->nin + (size_t)i] = dv_sim_get(b->hand, b->in[i]);
  if (!bad) bad = dv_gpu_batch_set(b, in) != DV_OK || dv_gpu_batch_reset(b, NULL) != DV_OK;
  dv_arena_free(a);
  return bad;
}

static void take_room(dv_gpu_batch *b, const dv_exchanged *w)
{
  size_t n = (size_t)b->n;
  b->in = DV_TAKE(b->arena, int, b->nin + 1), b->out = DV_TAKE(b->arena, int, b->nout + 1);
  if (b->nin) memcpy(b->in, w->in, (size_t)b->nin * sizeof *b->in);
  if (b->nout) memcpy(b->out, w->out, (size_t)b->nout * sizeof *b->out);
  b->time = DV_TAKE(b->arena, double, n), b->fresh = DV_TAKE(b->arena, char, n);
  b->code = DV_TAKE(b->arena, int, n), b->at = DV_TAKE(b->arena, int, n), b->list = DV_TAKE(b->arena, int, n);
  b->value = DV_TAKE(b->arena, double, b->nin + 1);
  b->words = (b->given->nroot + SIGNS - 1) / SIGNS + 1;
}

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

// 1 with a message, also where memory is short.
static int furnish(dv_gpu_batch *b, const dv_exchanged *w, char *message, size_t room)
{
  jmp_buf out;
  if (setjmp(out)) return tell(message, room, "error: out of memory");
  dv_arena_guard(b->arena, jump, &out);
  b->diags = dv_diags_new(b->arena);
  take_room(b, w);
  if (open_card(b, w->card, message, room)) return 1;
  b->start = DV_TAKE(b->arena, double, dv_gpu_width(b->gpu));
  take_from_hand(b, b->start);
  if (place_all(b)) return tell(message, room, b->message);
  dv_arena_guard(b->arena, NULL, NULL);
  return 0;
}

int dv_gpu_cards(void) { return dv_card_count(); }

dv_gpu_batch *dv_gpu_batch_new(const dv_model *m, const dv_method *by, int n, const dv_exchanged *what, char *message,
                               size_t room)
{
  const dv_exchanged none = {0}, *w = what ? what : &none;
  if (n < 1 || n > 1 << 24 || w->nin < 0 || w->nout < 0 || (w->nin && !w->in) || (w->nout && !w->out) || w->card < 0)
    return tell(message, room, "error: a batch has 1 to 16 million runs, and arrays of handles"), NULL;
  dv_sim *hand = dv_sim_new(m, by, message, room);
  dv_gpu_batch *b = hand ? calloc(1, sizeof *b) : NULL;
  if (hand && !b) tell(message, room, "error: out of memory");
  if (!b) return dv_sim_free(hand), NULL;
  *b = (dv_gpu_batch){
      .magic = gpu_magic, .n = n, .nin = w->nin, .nout = w->nout, .given = m, .hand = hand, .arena = dv_arena_try()};
  int bad = b->arena ? furnish(b, w, message, room) : tell(message, room, "error: out of memory");
  if (bad) return dv_gpu_batch_free(b), NULL;
  return b;
}

void dv_gpu_batch_free(dv_gpu_batch *b)
{
  if (!lives(b)) return;
  b->magic = 0;
  if (b->gpu) dv_gpu_close(b->gpu);
  dv_sim_free(b->hand);
  if (b->arena) dv_arena_free(b->arena);
  free(b->whole);
  free(b);
}

// ---- values

int dv_gpu_batch_size(const dv_gpu_batch *b) { return lives(b) ? b->n : 0; }
double *dv_gpu_batch_inputs(dv_gpu_batch *b) { return lives(b) ? dv_gpu_in(b->gpu) : NULL; }
const double *dv_gpu_batch_outputs(dv_gpu_batch *b) { return lives(b) ? dv_gpu_out(b->gpu) : NULL; }
int dv_gpu_batch_apart(const dv_gpu_batch *b) { return lives(b) && dv_card_is_apart(dv_gpu_device(b->gpu), dv_gpu_out(b->gpu)); }
int dv_gpu_batch_code(const dv_gpu_batch *b, int i) { return lives(b) && i >= 0 && i < b->n ? b->code[i] : DV_BAD_USE; }
long dv_gpu_batch_pieces(const dv_gpu_batch *b) { return lives(b) ? b->pieces : 0; }
const char *dv_gpu_batch_message(const dv_gpu_batch *b) { return lives(b) ? b->message : "error: there is no batch"; }

int dv_gpu_batch_set(dv_gpu_batch *b, const double *in)
{
  if (!lives(b)) return DV_BAD_USE;
  if (b->nin && !in) return wrong(b, "error: there is no array");
  size_t bytes = (size_t)b->n * (size_t)b->nin * sizeof *in;
  return dv_card_up(dv_gpu_device(b->gpu), dv_gpu_in(b->gpu), in, bytes) ? card_failed(b) : DV_OK;
}

int dv_gpu_batch_get(dv_gpu_batch *b, double *out)
{
  if (!lives(b)) return DV_BAD_USE;
  if (b->nout && !out) return wrong(b, "error: there is no array");
  size_t bytes = (size_t)b->n * (size_t)b->nout * sizeof *out;
  return dv_card_down(dv_gpu_device(b->gpu), out, dv_gpu_out(b->gpu), bytes) ? card_failed(b) : DV_OK;
}

// Room for whole machines of the list. 1: out of memory.
static int take_whole(dv_gpu_batch *b, int count)
{
  if (count <= b->most) return 0;
  free(b->whole);
  b->whole = malloc((size_t)count * (size_t)dv_gpu_width(b->gpu) * sizeof *b->whole);
  b->most = b->whole ? count : 0;
  return b->whole ? 0 : wrong(b, "error: out of memory");
}

int dv_gpu_batch_reset(dv_gpu_batch *b, const char *which)
{
  if (!lives(b)) return DV_BAD_USE;
  int count = 0, width = dv_gpu_width(b->gpu);
  for (int k = 0; k < b->n; k++)
    if (!which || which[k]) b->list[count++] = k, b->time[k] = 0, b->fresh[k] = 1, b->code[k] = DV_OK;
  if (!count) return DV_OK;
  if (take_whole(b, count)) return DV_NO_MEMORY;
  for (int i = 0; i < count; i++) memcpy(b->whole + (size_t)i * (size_t)width, b->start, (size_t)width * sizeof *b->whole);
  return dv_gpu_place(b->gpu, b->list, count, b->whole) ? card_failed(b) : DV_OK;
}

// ---- steps

// The hand, where a run was when the piece began.
static void stand(dv_gpu_batch *b, int run, const double *whole)
{
  dv_sim_body *s = b->hand->body;
  const dv_model *m = s->m;
  if (b->fresh[run]) {
    dv_sim_reset(b->hand);
    return;
  }
  s->s->t = b->time[run];
  memcpy(s->s->x, whole, (size_t)m->nx * sizeof *whole), whole += m->nx;
  memcpy(s->s->d, whole, (size_t)m->nd * sizeof *whole), whole += m->nd;
  for (int i = 0; i < b->t->nopen; i++) s->num[b->t->open[i]] = *whole++;
  memcpy(s->s->kept, whole, (size_t)dv_gpu_slope(b->gpu) * sizeof *whole);
  s->failed = s->changed = s->fresh = s->looked = 0;
  s->r.engine->ready(m, s->num, s->r.work);
  s->by->renew(s->advance, DV_CHANGED_TIME);
}

// The piece by the processor; the run as it is then. in: what goes in.
static int make_piece(dv_gpu_batch *b, int run, const double *in, double end, double *whole)
{
  stand(b, run, whole);
  int code = dv_sim_set_many(b->hand, b->in, b->nin, in);
  if (!code) code = dv_sim_step_to(b->hand, end);
  if (code) snprintf(b->message, sizeof b->message, "%s", dv_sim_message(b->hand));
  else take_from_hand(b, whole);
  b->pieces++;
  return code;
}

// Runs that the card left, [count] of the list.
static int make_pieces(dv_gpu_batch *b, int count, double end)
{
  int width = dv_gpu_width(b->gpu), made = 0;
  if (take_whole(b, count)) return DV_NO_MEMORY;
  if (dv_gpu_fetch(b->gpu, b->list, count, b->whole)) return card_failed(b);
  for (int i = 0; i < count; i++) {
    int run = b->list[i];
    double *whole = b->whole + (size_t)i * (size_t)width;
    const double *in = dv_gpu_in(b->gpu) + (size_t)run * (size_t)b->nin;
    if (dv_card_down(dv_gpu_device(b->gpu), b->value, in, (size_t)b->nin * sizeof *in)) return card_failed(b);
    b->code[run] = make_piece(b, run, b->value, end, whole);
    if (b->code[run]) continue;
    memmove(b->whole + (size_t)made * (size_t)width, whole, (size_t)width * sizeof *whole);
    b->list[made++] = run;
  }
  return made && dv_gpu_place(b->gpu, b->list, made, b->whole) ? card_failed(b) : DV_OK;
}

// 1: the first piece of a machine whose start depends on what goes in is the processor's.
static int begins_here(const dv_gpu_batch *b, int k) { return b->fresh[k] && b->hand->body->r.chart->tidy; }

// The card makes its piece of the plan; the plan lives as long as that takes.
static int run_piece(dv_gpu_batch *b, double t)
{
  jmp_buf out;
  const dv_sim_body *s = b->hand->body;
  int steps;
  dv_arena *a = dv_arena_try();
  if (!a || setjmp(out)) return dv_arena_free(a), wrong(b, "error: out of memory"), DV_NO_MEMORY;
  dv_arena_guard(a, jump, &out);
  const dv_planned *plan = dv_plan_piece(a, s->m, s->num, &b->o, t, &steps);
  int bad = dv_gpu_choose(b->gpu, b->at) || dv_gpu_plan(b->gpu, plan, steps) || dv_gpu_run(b->gpu, 0, steps, NULL) ||
            dv_gpu_stopped(b->gpu, b->at);
  dv_arena_free(a);
  return bad ? card_failed(b) : DV_OK;
}

// All runs that are at t, to the end of the piece.
static int step_those_at(dv_gpu_batch *b, double t, double dt)
{
  dv_sim_body *s = b->hand->body;
  int count = 0;
  s->s->t = t;
  double end = b->o.until = dv_sim_target(s, dt);
  b->o.every = HUGE_VAL;
  for (int k = 0; k < b->n; k++) b->at[k] = b->time[k] != t || b->code[k] ? ELSEWHERE : begins_here(b, k) ? 0 : -1;
  int bad = run_piece(b, t);
  if (bad) return bad;
  for (int k = 0; k < b->n; k++)
    if (b->at[k] >= 0 && b->at[k] != ELSEWHERE) b->list[count++] = k;
  if (count) bad = make_pieces(b, count, end);
  for (int k = 0; k < b->n && !bad; k++)
    if (b->at[k] != ELSEWHERE && !b->code[k]) b->time[k] = end, b->fresh[k] = 0;
  return bad;
}

// The latest time before `last` at which a run is that goes on; -HUGE_VAL: none.
static double time_before(const dv_gpu_batch *b, double last)
{
  double latest = -HUGE_VAL;
  for (int k = 0; k < b->n; k++)
    if (!b->code[k] && b->time[k] < last && b->time[k] > latest) latest = b->time[k];
  return latest;
}

int dv_gpu_batch_step(dv_gpu_batch *b, double dt)
{
  if (!lives(b)) return DV_BAD_USE;
  if (!(dt > 0) || !isfinite(dt)) return wrong(b, "error: time goes forward only");
  int bad = dv_card_settle(dv_gpu_device(b->gpu)) || dv_gpu_mark(b->gpu) ? card_failed(b) : DV_OK, worst = DV_OK;
  // from the latest to the earliest: those that have stepped are not met again
  for (double t = time_before(b, HUGE_VAL); !bad && t > -HUGE_VAL; t = time_before(b, t)) bad = step_those_at(b, t, dt);
  for (int k = 0; k < b->n; k++)
    if (b->code[k] > worst) worst = b->code[k];
  return bad ? bad : worst;
}
