// batch.c: many sims of one model, stepped side by side.
#include "api/threads.h"
#include "run/sim.h"

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
  return b;
}

void dv_batch_free(dv_batch *b)
{
  if (!lives(b)) return;
  dv_threads_free(b->threads);
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

static int share(dv_batch *b, void (*turn)(void *batch, int i))
{
  b->fault = NULL;
  memset(b->code, 0, (size_t)b->n * sizeof *b->code);
  dv_threads_share(b->threads, b->n, turn, b);
  return worst(b);
}

static int wrong(dv_batch *b, const char *why)
{
  b->fault = why;
  return DV_BAD_USE;
}

static void step_one(void *batch, int i)
{
  dv_batch *b = batch;
  b->code[i] = dv_sim_step(b->sim[i], b->dt);
}

int dv_batch_step(dv_batch *b, double dt)
{
  if (!lives(b)) return DV_BAD_USE;
  b->dt = dt;
  return share(b, step_one);
}

static void set_one(void *batch, int i)
{
  dv_batch *b = batch;
  b->code[i] = dv_sim_set_many(b->sim[i], b->handle, b->nhandle, b->in + (size_t)i * (size_t)b->nhandle);
}

int dv_batch_set(dv_batch *b, const int *handle, int n, const double *value)
{
  if (!lives(b)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return wrong(b, "error: there are no arrays");
  b->handle = handle, b->nhandle = n, b->in = value;
  return n ? share(b, set_one) : DV_OK;
}

static void get_one(void *batch, int i)
{
  dv_batch *b = batch;
  b->code[i] = dv_sim_get_many(b->sim[i], b->handle, b->nhandle, b->out + (size_t)i * (size_t)b->nhandle);
}

int dv_batch_get(dv_batch *b, const int *handle, int n, double *value)
{
  if (!lives(b)) return DV_BAD_USE;
  if (n < 0 || (n && (!handle || !value))) return wrong(b, "error: there are no arrays");
  b->handle = handle, b->nhandle = n, b->out = value;
  return n ? share(b, get_one) : DV_OK;
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
  return share(b, reset_one);
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
