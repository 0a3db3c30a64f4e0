// many.c: see many.h.
#include "gpu/many.h"

#include "gpu/program_text.h"

#include <string.h>

enum {
  SHARED_MOST = 227 * 1024,  // bytes that the blocks of a multiprocessor share (compute capability 9.0), 1 kB of each is its own
  REGISTERS = 65536,         // of a multiprocessor
  REGISTERS_MOST = 255,      // of a thread
  BESIDE = 48,               // registers for addresses, and for what an operation takes on the way
  BLOCK = 256,               // threads
  ROUNDS = 8,
  BLOCKS_MOST = 4,
  TRIES = 6,         // orders
  SPILLED_FEW = 64,  // bytes of a thread in memory that do not matter
};

struct dv_gpu {
  const dv_traced_machine *t;
  dv_card *card;
  long many;
  int block, blocks;  // threads of one, and how many stand beside each other on a multiprocessor
  void *x, *d, *p, *keep, *at, *plan;
  int planned;
};

// States that a thread has in shared memory: of the stage and the sum, of single precision also the start.
static int states_of(int single) { return single ? 3 : 2; }

// Threads that a multiprocessor holds: by registers, and by the memory for the states of each.
static int threads_of(const dv_traced_machine *t, int live, int single)
{
  int width = single ? 4 : 8, registers = live * width / 4 + BESIDE, room = states_of(single) * t->m->nx * width;
  if (registers > REGISTERS_MOST) registers = REGISTERS_MOST;
  int by_registers = REGISTERS / registers, by_room = (SHARED_MOST - BLOCKS_MOST * 1024) / (room ? room : 1);
  int threads = by_registers < by_room ? by_registers : by_room;
  return threads > 1024 ? 1024 : threads < 32 ? 32 : threads / 32 * 32;
}

// On the card the machines of a block lie together: [block][quantity][thread].
static size_t padded(const dv_gpu *g) { return (size_t)((g->many + g->block - 1) / g->block * g->block); }

// The program with one order of operations. NULL after a diagnostic.
static dv_card *try_order(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o, int seed)
{
  const dv_model *m = g->t->m;
  int live;
  const char *source = dv_gpu_source(d->arena, d, g->t, file, o->method, o->single, seed, &live);
  if (!source) return NULL;
  int threads = threads_of(g->t, live, o->single);
  g->block = threads < BLOCK ? threads : BLOCK;
  g->blocks = threads / g->block;
  size_t shared = (size_t)(states_of(o->single) * m->nx * g->block) * (o->single ? sizeof(float) : sizeof(double));
  return dv_card_open(d, source, g->block, g->blocks, shared, o->contract, o->single);
}

// What goes to memory and back decides the speed, and only the card's compiler knows it: a few orders are tried.
static int open_best(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o)
{
  for (int seed = 1; seed <= TRIES; seed++) {
    dv_gpu other = *g;
    dv_card *c = try_order(&other, d, file, o, seed);
    if (!c) return 1;
    int better = !g->card || dv_card_spilled(c) < dv_card_spilled(g->card);
    dv_card_close(better ? g->card : c);
    if (better) other.card = c, *g = other;
    if (dv_card_spilled(g->card) < SPILLED_FEW) return 0;
  }
  return 0;
}

dv_gpu *dv_gpu_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o)
{
  dv_gpu *g = DV_TAKE(d->arena, dv_gpu, 1);
  *g = (dv_gpu){.t = t};
  if (open_best(g, d, file, o)) return dv_card_close(g->card), NULL;
  g->many = o->many ? o->many : (long)dv_card_units(g->card) * g->blocks * g->block * ROUNDS;
  size_t row = padded(g) * sizeof(double);
  g->x = dv_card_take(g->card, (size_t)t->m->nx * row), g->d = dv_card_take(g->card, (size_t)t->m->nd * row);
  g->keep = dv_card_take(g->card, (size_t)t->m->nd * row), g->p = dv_card_take(g->card, (size_t)t->nopen * row);
  g->at = dv_card_take(g->card, (size_t)g->many * sizeof(int));
  if (g->x && g->d && g->keep && g->p && g->at) return g;
  dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "take fewer at once", "%ld machines do not fit into the card's memory",
              g->many);
  dv_gpu_close(g);
  return NULL;
}

void dv_gpu_close(dv_gpu *g)
{
  void *all[] = {g->x, g->d, g->p, g->keep, g->at, g->plan};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dv_card_give(g->card, all[i]);
  dv_card_close(g->card);
}

long dv_gpu_many(const dv_gpu *g) { return g->many; }
const dv_card *dv_gpu_card(const dv_gpu *g) { return g->card; }

static size_t place(const dv_gpu *g, int n, int i, long k) { return (size_t)((k / g->block * n + i) * g->block + k % g->block); }

static int up(dv_gpu *g, void *to, const double *from, int n)
{
  dv_arena *a = dv_arena_new();
  double *all = DV_TAKE(a, double, padded(g) * (size_t)n + 1);
  for (int i = 0; i < n; i++)
    for (long k = 0; k < g->many; k++) all[place(g, n, i, k)] = from[i * g->many + k];
  int fault = dv_card_up(g->card, to, all, padded(g) * (size_t)n * sizeof *all);
  dv_arena_free(a);
  return fault;
}

static int down(dv_gpu *g, double *to, const void *from, int n)
{
  dv_arena *a = dv_arena_new();
  double *all = DV_TAKE(a, double, padded(g) * (size_t)n + 1);
  int fault = dv_card_down(g->card, all, from, padded(g) * (size_t)n * sizeof *all);
  for (int i = 0; i < n && !fault; i++)
    for (long k = 0; k < g->many; k++) to[i * g->many + k] = all[place(g, n, i, k)];
  dv_arena_free(a);
  return fault;
}

int dv_gpu_put(dv_gpu *g, const double *x, const double *d, const double *p)
{
  size_t n = (size_t)g->many * sizeof(int);
  dv_arena *a = dv_arena_new();
  int *at = memset(dv_arena_take(a, n), -1, n);
  int fault = up(g, g->x, x, g->t->m->nx) || up(g, g->d, d, g->t->m->nd) || up(g, g->p, p, g->t->nopen) ||
              dv_card_up(g->card, g->at, at, n);
  dv_arena_free(a);
  return fault;
}

int dv_gpu_run(dv_gpu *g, const dv_planned *plan, int steps, double *seconds)
{
  if (steps > g->planned) {
    dv_card_give(g->card, g->plan);
    g->plan = dv_card_take(g->card, (size_t)steps * sizeof *plan);
    g->planned = g->plan ? steps : 0;
  }
  if (!g->plan || dv_card_up(g->card, g->plan, plan, (size_t)steps * sizeof *plan)) return 1;
  void *argument[] = {&g->x, &g->d, &g->p, &g->keep, &g->plan, &steps, &g->at, &g->many};
  return dv_card_run(g->card, argument, g->many, seconds);
}

int dv_gpu_get(dv_gpu *g, double *x, double *d, int *at)
{
  return down(g, x, g->x, g->t->m->nx) || down(g, d, g->d, g->t->m->nd) ||
         dv_card_down(g->card, at, g->at, (size_t)g->many * sizeof(int));
}
