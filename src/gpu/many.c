// many.c: see many.h.
#include "gpu/many.h"

#include "gpu/program_text.h"

#include <string.h>

enum {
  OF_BLOCK = 1024,       // bytes of shared memory that a block has for itself
  REGISTERS_MOST = 255,  // of a thread
  BESIDE = 48,           // registers for addresses, and for what an operation takes on the way
  BLOCK = 256,           // threads
  BLOCKS_MOST = 4,
  ROUNDS = 8,
  TRIES = 6,         // orders
  SPILLED_FEW = 64,  // bytes of a thread in memory that do not matter
};

struct dv_gpu {
  const dv_traced_machine *t;
  dv_card *card;
  dv_card_program program;
  long many;
  void *x, *d, *p, *keep, *at, *plan;
  int planned;
};

// On the card the machines of a block lie together: [block][quantity][thread]; the last block may not be full.
static size_t padded(const dv_gpu *g)
{
  int block = g->program.threads;
  return (size_t)((g->many + block - 1) / block * block);
}

// Bytes of a thread's states in shared memory: of the stage and the sum, of single precision also the start.
static int room_of(const dv_traced_machine *t, int single)
{
  return t->m->nx * (single ? 3 * (int)sizeof(float) : 2 * (int)sizeof(double));
}

// Threads that a multiprocessor holds: by registers, and by the memory for the states of each. 0: not one warp.
static int threads_of(const dv_card_facts *c, const dv_traced_machine *t, int live, int single)
{
  int registers = live * (single ? 1 : 2) + BESIDE, room = room_of(t, single);
  if (registers > REGISTERS_MOST) registers = REGISTERS_MOST;
  int by_registers = c->registers / registers, by_room = (c->shared - BLOCKS_MOST * OF_BLOCK) / (room ? room : 1);
  int threads = by_registers < by_room ? by_registers : by_room;
  return threads > BLOCKS_MOST * BLOCK ? BLOCKS_MOST * BLOCK : threads / 32 * 32;
}

// The program with one order of operations. 1 after a diagnostic.
static int try_order(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o, int seed, dv_card_program *p)
{
  const dv_card_facts *c = dv_card_is(g->card);
  int live, room = room_of(g->t, o->single);
  const char *source = dv_gpu_source(d->arena, d, g->t, file, o->method, o->single, seed, &live);
  if (!source) return 1;
  int threads = threads_of(c, g->t, live, o->single), block = threads < BLOCK ? threads : BLOCK;
  while (block > 32 && block * room > c->of_block) block -= 32;
  if (block < 32 || block * room > c->of_block) {
    dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, NULL, "%d states are too many for a thread of this card", g->t->m->nx);
    return 1;
  }
  *p = (dv_card_program){.source = source,
                         .threads = block,
                         .blocks = threads / block,
                         .shared = (size_t)block * (size_t)room,
                         .contract = o->contract,
                         .rough = o->single};
  return dv_card_compile(g->card, p);
}

// What goes to memory and back decides the speed, and only the card's compiler knows it: a few orders are tried.
static int compile_best(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o)
{
  for (int seed = 1; seed <= TRIES; seed++) {
    dv_card_program p = {0};
    int bad = try_order(g, d, file, o, seed, &p), better = !g->program.module || p.spilled < g->program.spilled;
    dv_card_drop(g->card, better && !bad ? &g->program : &p);
    if (bad) return 1;
    if (better) g->program = p;
    if (g->program.spilled < SPILLED_FEW) return 0;
  }
  return 0;
}

static int take_room(dv_gpu *g)
{
  const dv_model *m = g->t->m;
  size_t row = padded(g) * sizeof(double);
  g->x = dv_card_take(g->card, (size_t)m->nx * row), g->d = dv_card_take(g->card, (size_t)m->nd * row);
  g->keep = dv_card_take(g->card, (size_t)m->nd * row), g->p = dv_card_take(g->card, (size_t)g->t->nopen * row);
  g->at = dv_card_take(g->card, (size_t)g->many * sizeof(int));
  return g->x && g->d && g->keep && g->p && g->at ? 0 : 1;
}

dv_gpu *dv_gpu_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o)
{
  dv_gpu *g = DV_TAKE(d->arena, dv_gpu, 1);
  *g = (dv_gpu){.t = t, .card = dv_card_open(d)};
  if (!g->card) return NULL;
  int bad = compile_best(g, d, file, o);
  if (!bad) {
    g->many = o->many ? o->many : (long)dv_card_is(g->card)->units * g->program.blocks * g->program.threads * ROUNDS;
    bad = take_room(g);
    if (bad)
      dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "take fewer at once", "%ld machines do not fit into the card's memory",
                  g->many);
  }
  if (!bad) return g;
  dv_gpu_close(g);
  return NULL;
}

void dv_gpu_close(dv_gpu *g)
{
  void *all[] = {g->x, g->d, g->p, g->keep, g->at, g->plan};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dv_card_give(g->card, all[i]);
  dv_card_drop(g->card, &g->program);
  dv_card_close(g->card);
}

long dv_gpu_many(const dv_gpu *g) { return g->many; }
const char *dv_gpu_name(const dv_gpu *g) { return dv_card_is(g->card)->name; }
const dv_card_program *dv_gpu_program(const dv_gpu *g) { return &g->program; }

static size_t place(const dv_gpu *g, int n, int i, long k)
{
  int block = g->program.threads;
  return (size_t)((k / block * n + i) * block + k % block);
}

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
  return dv_card_run(g->card, &g->program, argument, g->many, seconds);
}

int dv_gpu_get(dv_gpu *g, double *x, double *d, int *at)
{
  return down(g, x, g->x, g->t->m->nx) || down(g, d, g->d, g->t->m->nd) ||
         dv_card_down(g->card, at, g->at, (size_t)g->many * sizeof(int));
}
