// batch.c: many sims of one model, stepped side by side.
#include "api/batch_plan.h"
#include "api/threads.h"
#include "run/sim_lanes.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned batch_magic = 0x62617463;

struct dv_batch {
  unsigned magic;
  int n;
  dv_sim **sim;
  dv_threads *threads;
  int *code;          // [n] of the last call
  const char *fault;  // of wrong use of the batch itself
  dv_arena *arena;    // of the lanes
  int width, nlanes;  // sims in a vector; vectors
  dv_sim_lanes **lanes;
  dv_batch_plan plan;
  // the call that is shared
  double dt;
  const int *handle;
  int nhandle;
  double *out;
  const double *in;
  const char *which;
};

static int lives(const dv_batch *b) { return b && b->magic == batch_magic; }

static dv_batch *give_up(dv_batch *b, char *message, size_t room, const char *why)
{
  if (message && room && why) snprintf(message, room, "%s", why);
  dv_batch_free(b);
  return NULL;
}

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

// Vectors for all sims, if they fit into some. 0, or out of memory.
static int take_lanes(dv_batch *b)
{
  jmp_buf out;
  b->width = dv_sim_lanes_width(b->sim[0]);
  b->arena = dv_arena_try();
  if (!b->arena || setjmp(out)) return -1;
  dv_arena_guard(b->arena, jump, &out);
  dv_batch_plan_open(&b->plan, b->arena, b->sim, b->n, b->width);
  if (b->width > 1) b->nlanes = (b->n + b->width - 1) / b->width;
  b->lanes = DV_TAKE(b->arena, dv_sim_lanes *, b->nlanes);
  for (int i = 0; i < b->nlanes; i++) b->lanes[i] = dv_sim_lanes_new(b->arena, b->sim[0]);
  dv_arena_guard(b->arena, NULL, NULL);
  return 0;
}

dv_batch *dv_batch_new(const dv_model *m, const dv_method *by, int n, int threads, char *message, size_t room)
{
  if (n < 1 || n > 1 << 24 || threads < 0 || threads > 1024)
    return give_up(NULL, message, room, "error: a batch has 1 to 16 million runs and at most 1024 threads");
  dv_batch *b = calloc(1, sizeof *b);
  if (!b) return give_up(b, message, room, "error: out of memory");
  b->magic = batch_magic;
  b->sim = calloc((size_t)n, sizeof *b->sim);
  b->code = calloc((size_t)n, sizeof *b->code);
  b->threads = dv_threads_new(threads);
  if (!b->sim || !b->code || !b->threads) return give_up(b, message, room, "error: out of memory");
  for (; b->n < n; b->n++)
    if (!(b->sim[b->n] = dv_sim_new(m, by, message, room))) return give_up(b, NULL, 0, NULL);
  if (take_lanes(b)) return give_up(b, message, room, "error: out of memory");
  return b;
}

void dv_batch_free(dv_batch *b)
{
  if (!lives(b)) return;
  dv_threads_free(b->threads);
  dv_arena_free(b->arena);
  for (int i = 0; i < b->n; i++) dv_sim_free(b->sim[i]);
  b->magic = 0;
  free(b->sim);
  free(b->code);
  free(b);
}

int dv_batch_size(const dv_batch *b) { return lives(b) ? b->n : 0; }

dv_sim *dv_batch_sim(dv_batch *b, int i) { return lives(b) && i >= 0 && i < b->n ? b->sim[i] : NULL; }

// The first code that is not DV_OK; wrong use before failures.
static int worst(const dv_batch *b)
{
  int worst = DV_OK;
  for (int i = 0; i < b->n; i++)
    if (b->code[i] > worst) worst = b->code[i];
  return worst;
}

static void clear(dv_batch *b)
{
  b->fault = NULL;
  memset(b->code, 0, (size_t)b->n * sizeof *b->code);
}

static int share(dv_batch *b, int n, void (*turn)(void *batch, int i))
{
  clear(b);
  dv_threads_share(b->threads, n, turn, b);
  return worst(b);
}

static int wrong(dv_batch *b, const char *why)
{
  b->fault = why;
  return DV_BAD_USE;
}

// ---- steps: sims that are at the same time go together

static dv_sim_lanes *lanes_of(const dv_batch *b, const dv_batch_part *p)
{
  return p->lanes < b->nlanes ? b->lanes[p->lanes] : NULL;
}

static void step_part(void *batch, int k)
{
  dv_batch *b = batch;
  const dv_batch_part *p = &b->plan.part[k];
  dv_sim *const *sim = b->plan.sim + p->first;
  int code[DV_LANES_MOST];
  if (lanes_of(b, p)) dv_sim_lanes_step(lanes_of(b, p), sim, p->n, b->dt, code);
  else
    for (int i = 0; i < p->n; i++) code[i] = dv_sim_step(sim[i], b->dt);
  for (int i = 0; i < p->n; i++) b->code[b->plan.order[p->first + i]] = code[i];
}

int dv_batch_step(dv_batch *b, double dt)
{
  if (!lives(b)) return DV_BAD_USE;
  b->dt = dt;
  dv_batch_plan_make(&b->plan);
  return share(b, b->plan.npart, step_part);
}

// ---- values

// By the caller alone: waking others takes longer than this.
int dv_batch_set(dv_batch *b, const int *handle, int n, const double *value)
{
  if (!lives(b)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return wrong(b, "error: there are no arrays");
  clear(b);
  for (int i = 0; i < b->n && n; i++) b->code[i] = dv_sim_set_many(b->sim[i], handle, n, value + (size_t)i * (size_t)n);
  return worst(b);
}

static void get_one(dv_batch *b, int i)
{
  b->code[i] = dv_sim_get_many(b->sim[i], b->handle, b->nhandle, b->out + (size_t)i * (size_t)b->nhandle);
}

// From the lanes what had to be evaluated, the rest from the sim.
static void read_lane(dv_batch *b, const dv_sim_lanes *g, int lane, int i)
{
  double *to = b->out + (size_t)i * (size_t)b->nhandle;
  for (int k = 0; k < b->nhandle; k++) {
    const dv_variable *v = dv_sim_variable(b->sim[i]->body, b->handle[k]);
    if (dv_sim_needs_work(b->sim[i]->body, v)) to[k] = dv_sim_lanes_value(g, lane, v);
    else to[k] = dv_sim_get(b->sim[i], b->handle[k]);
  }
}

static void get_part(void *batch, int k)
{
  dv_batch *b = batch;
  const dv_batch_part *p = &b->plan.part[k];
  dv_sim_lanes *g = lanes_of(b, p);
  int together = g && dv_sim_lanes_refresh(g, b->plan.sim + p->first, p->n);
  for (int i = 0; i < p->n; i++) {
    int at = b->plan.order[p->first + i];
    if (together) read_lane(b, g, i, at);
    else get_one(b, at);
  }
}

// 1: some of them need an evaluation, and all are there.
static int needs_work(const dv_batch *b)
{
  const dv_sim_body *s = b->sim[0]->body;
  int any = 0;
  for (int k = 0; k < b->nhandle; k++) {
    const dv_variable *v = dv_sim_variable(s, b->handle[k]);
    if (!v) return 0;
    any |= dv_sim_needs_work(s, v);
  }
  return any;
}

int dv_batch_get(dv_batch *b, const int *handle, int n, double *value)
{
  if (!lives(b)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return wrong(b, "error: there are no arrays");
  b->handle = handle, b->nhandle = n, b->out = value;
  if (needs_work(b)) {
    dv_batch_plan_make(&b->plan);
    return share(b, b->plan.npart, get_part);
  }
  clear(b);
  for (int i = 0; i < b->n && n; i++) get_one(b, i);
  return worst(b);
}

static void reset_one(void *batch, int i)
{
  dv_batch *b = batch;
  if (!b->which || b->which[i]) b->code[i] = dv_sim_reset(b->sim[i]);
}

int dv_batch_reset(dv_batch *b, const char *which)
{
  if (!lives(b)) return DV_BAD_USE;
  b->which = which;
  return share(b, b->n, reset_one);
}

int dv_batch_code(const dv_batch *b, int i) { return lives(b) && i >= 0 && i < b->n ? b->code[i] : DV_BAD_USE; }

const char *dv_batch_message(const dv_batch *b)
{
  if (!lives(b)) return "error: there is no batch";
  if (b->fault) return b->fault;
  for (int i = 0; i < b->n; i++)
    if (b->code[i]) return dv_sim_message(b->sim[i]);
  return "";
}
