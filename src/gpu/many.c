// many.c: see many.h.
#include "gpu/many_inside.h"

#include <math.h>
#include <string.h>

enum {
  OF_BLOCK = 1024,       // bytes of shared memory that a block has for itself
  REGISTERS_MOST = 255,  // of a thread
  BESIDE = 48,           // registers for addresses, and for what an operation takes on the way
  BLOCK = 256,           // threads
  BLOCKS_MOST = 4,
  ROUNDS = 8,
  ROUNDS_KEPT = 4,  // with records: what is done is done sooner
  TRIES = 12,       // orders
  STEPS_TRIED = 16,
  TIMES_TRIED = 3,
  SPILLED_FEW = 64,  // bytes of a thread in memory that do not matter
};

static const double STEP_TRIED = 1e-12;  // s

// On the card the machines of a block lie together: [block][quantity][thread]; the last block may not be full.
static size_t padded(const dv_gpu *g)
{
  int block = g->program.threads;
  return (size_t)((g->n + block - 1) / block * block);
}

// Bytes of a thread's states in shared memory: of the stage and sums, of single precision also the start.
static int room_of(const dv_traced_machine *t, const dv_gpu_needs *needs, int single)
{
  return t->m->nx * (single ? (needs->rows + 1) * (int)sizeof(float) : needs->rows * (int)sizeof(double));
}

// Threads that a multiprocessor holds: by registers, and by the memory for the states of each. 0: not one warp.
static int threads_of(const dv_card_facts *c, const dv_gpu_needs *needs, int room, int single)
{
  int registers = needs->live * (single ? 1 : 2) + BESIDE;
  if (registers > REGISTERS_MOST) registers = REGISTERS_MOST;
  int by_registers = c->registers / registers, by_room = (c->shared - BLOCKS_MOST * OF_BLOCK) / (room ? room : 1);
  int threads = by_registers < by_room ? by_registers : by_room;
  return threads > BLOCKS_MOST * BLOCK ? BLOCKS_MOST * BLOCK : threads / 32 * 32;
}

// The text with one order of operations. 1 after a diagnostic.
static int write_order(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o, int seed, dv_card_program *p)
{
  const dv_card_facts *c = dv_card_is(g->card);
  const char *source = dv_gpu_source(d->arena, d, g->t, file, &o->program, seed, &g->needs);
  if (!source) return 1;
  int room = room_of(g->t, &g->needs, o->program.single), threads = threads_of(c, &g->needs, room, o->program.single),
      block = threads < BLOCK ? threads : BLOCK;
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
                         .rough = o->program.single};
  return 0;
}

static size_t kept_of(const dv_gpu *g) { return (size_t)g->o.program.nkept * (size_t)g->o.rows * sizeof(double); }

// What one machine takes of the card's memory.
static size_t bytes_of(const dv_gpu *g)
{
  const dv_model *m = g->t->m;
  return (size_t)(m->nx + 2 * m->nd + g->t->nopen + g->needs.slope + g->needs.memory) * sizeof(double) + sizeof(int) + kept_of(g);
}

// As many as some rounds of what the card holds at once, as far as there is memory.
static long how_many(const dv_gpu *g)
{
  long block = g->program.threads, full = (long)dv_card_is(g->card)->units * g->program.blocks * block;
  long rounds = full * (g->o.program.nkept ? ROUNDS_KEPT : ROUNDS),
       most = g->o.many && (g->o.all || g->o.many < rounds) ? g->o.many : rounds;
  size_t left = dv_card_free(g->card) / 10 * 9, fit = left / bytes_of(g);
  if (g->o.bytes && kept_of(g) && g->o.bytes / kept_of(g) < fit) fit = g->o.bytes / kept_of(g);
  if ((size_t)most <= fit) return most;
  return (long)fit / block * block;
}

static int take_room(dv_gpu *g)
{
  const dv_model *m = g->t->m;
  g->n = g->many;
  size_t row = padded(g) * sizeof(double);
  g->x = dv_card_take(g->card, (size_t)m->nx * row), g->d = dv_card_take(g->card, (size_t)m->nd * row);
  g->keep = dv_card_take(g->card, (size_t)m->nd * row), g->p = dv_card_take(g->card, (size_t)g->t->nopen * row);
  g->at = dv_card_take(g->card, (size_t)g->many * sizeof(int)), g->kept = dv_card_take(g->card, padded(g) * kept_of(g));
  g->slope = dv_card_take(g->card, (size_t)g->needs.slope * row),
  g->memory = dv_card_take(g->card, (size_t)g->needs.memory * row);
  return g->x && g->d && g->keep && g->p && g->at && g->kept && g->slope && g->memory ? 0 : 1;
}

static void give_room(dv_gpu *g)
{
  void **all[] = {&g->x, &g->d, &g->p, &g->keep, &g->at, &g->kept, &g->slope, &g->memory};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dv_card_give(g->card, *all[i]), *all[i] = NULL;
}

// All machines at the model's start.
static int put_start(dv_gpu *g, dv_arena *a)
{
  const dv_model *m = g->t->m;
  const double *start = dv_model_START(m);
  double *x = DV_TAKE(a, double, m->nx * g->many + 1), *d = DV_TAKE(a, double, m->nd * g->many + 1),
         *p = DV_TAKE(a, double, g->t->nopen * g->many + 1);
  for (long k = 0; k < g->many; k++) {
    for (int i = 0; i < m->nx; i++) x[i * g->many + k] = start[i];
    for (int i = 0; i < m->nd; i++) d[i * g->many + k] = start[m->nx + i];
    for (int i = 0; i < g->t->nopen; i++) p[i * g->many + k] = dv_model_NUMBER(m)[g->t->open[i]];
  }
  return dv_gpu_put(g, g->many, x, d, p, NULL);
}

// Seconds of a few steps, so short that nothing happens, per machine; HUGE_VAL: it could not be tried.
static double pace(dv_gpu *g)
{
  dv_planned plan[STEPS_TRIED];
  dv_arena *a = dv_arena_under(dv_card_arena(g->card));
  double best = HUGE_VAL, seconds;
  for (int i = 0; i < STEPS_TRIED; i++)
    plan[i] = (dv_planned){.t = i * STEP_TRIED, .h = STEP_TRIED, .end = (i + 1) * STEP_TRIED, .latest = (i + 1) * STEP_TRIED};
  long full = (long)dv_card_is(g->card)->units * g->program.blocks * g->program.threads, most = how_many(g);
  g->many = full < most ? full : most;
  int *at = DV_TAKE(a, int, g->many + 1), fault = g->many < 1 || take_room(g) || dv_gpu_plan(g, plan, STEPS_TRIED);
  for (int i = 0; i < TIMES_TRIED && !fault; i++) {
    fault = put_start(g, a) || dv_gpu_run(g, 0, STEPS_TRIED, &seconds) || dv_gpu_stopped(g, at);
    if (!fault && at[0] < 0 && seconds < best) best = seconds;
  }
  best /= (double)g->many;
  give_room(g);
  dv_arena_free(a);
  return best;
}

static int is_better(double seconds, const dv_card_program *p, double least, const dv_card_program *than)
{
  if (!than->module) return 1;
  return seconds < HUGE_VAL || least < HUGE_VAL ? seconds < least : p->spilled < than->spilled;
}

static int compile_order(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o, int seed, dv_card_program *p)
{
  return write_order(g, d, file, o, seed, p) || dv_card_translate(g->card, p, 1) || dv_card_load(g->card, p);
}

// p [TRIES], of which the first is there. The fastest becomes the program; its seed, or 0 after a diagnostic.
static int race(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o, dv_card_program *p)
{
  dv_card_program best = {0};
  double least = HUGE_VAL;
  int fault = 0, winner = 0;
  for (int i = 1; i < TRIES && !fault; i++) fault = write_order(g, d, file, o, i + 1, &p[i]);
  if (fault || dv_card_translate(g->card, p + 1, TRIES - 1)) return 0;
  for (int i = 0; i < TRIES && !fault; i++) {
    if (i && (fault = dv_card_load(g->card, &p[i]))) break;
    g->program = p[i];
    double seconds = pace(g);
    int better = is_better(seconds, &p[i], least, &best);
    g->program.module = NULL;
    dv_card_drop(g->card, better ? &best : &p[i]);
    if (better) best = p[i], least = seconds, winner = i + 1;
  }
  g->program = best;
  return fault ? 0 : winner;
}

// Which order is fast only the card knows: what its compiler puts into memory, and what waits for what. Several are compiled,
// each takes some steps, and the fastest is remembered. The first is taken at once if nearly all of its values have registers.
static int compile_best(dv_gpu *g, dv_diags *d, const char *file, const dv_gpu_options *o)
{
  dv_card_program p[TRIES] = {0};
  if (compile_order(g, d, file, o, 1, &p[0])) return 1;
  g->program = p[0];
  int seed = dv_card_recall(g->card, &p[0]);
  if (p[0].spilled < SPILLED_FEW || seed == 1) return 0;
  if (seed > 1 && seed <= TRIES) {
    dv_card_drop(g->card, &g->program);
    return compile_order(g, d, file, o, seed, &g->program);
  }
  if (!(seed = race(g, d, file, o, p))) return 1;
  dv_card_remember(g->card, &p[0], seed);
  return 0;
}

// What it has of the card.
static void let_go(void *self)
{
  dv_gpu *g = self;
  void *all[] = {g->exchange.in, g->exchange.out, g->exchange.side, g->x0,   g->d0,      g->p0, g->slope0,
                 g->list,        g->moved,        g->plan,          g->time, g->measure, g->out};
  give_room(g);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dv_card_give(g->card, all[i]);
  dv_card_drop(g->card, &g->program);
}

dv_gpu *dv_gpu_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o)
{
  dv_card *card = dv_card_open(d, o->card, o->cache);
  if (!card) return NULL;
  dv_care *care = dv_arena_care(dv_card_arena(card));
  dv_gpu *g = DV_TAKE(dv_card_arena(card), dv_gpu, 1);
  *g = (dv_gpu){.t = t, .card = card, .o = *o};
  care->end = let_go, care->thing = g;
  int bad = compile_best(g, d, file, o);
  if (!bad) {
    g->many = how_many(g);
    bad = g->many < 1 || take_room(g);
    if (bad)
      dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "take fewer at once, or fewer records",
                  "%ld machines do not fit into the card's memory", g->many);
  }
  if (!bad) return g;
  dv_gpu_close(g);
  return NULL;
}

void dv_gpu_close(dv_gpu *g) { dv_card_close(g->card); }

long dv_gpu_many(const dv_gpu *g) { return g->many; }
const dv_card_facts *dv_gpu_card(const dv_gpu *g) { return dv_card_is(g->card); }
const dv_card_program *dv_gpu_program_of(const dv_gpu *g) { return &g->program; }

static size_t place(const dv_gpu *g, int n, int i, long k)
{
  int block = g->program.threads;
  return (size_t)((k / block * n + i) * block + k % block);
}

void dv_gpu_slice(dv_gpu *g, long first, long all) { g->first = first, g->all = all; }

static long stride(const dv_gpu *g) { return g->all ? g->all : g->n; }

static int up(dv_gpu *g, void *to, const double *from, int n)
{
  dv_arena *a = dv_arena_under(dv_card_arena(g->card));
  double *all = DV_TAKE(a, double, padded(g) * (size_t)n + 1);
  for (int i = 0; i < n; i++)
    for (long k = 0; k < g->n; k++) all[place(g, n, i, k)] = from[i * stride(g) + g->first + k];
  int fault = dv_card_up(g->card, to, all, padded(g) * (size_t)n * sizeof *all);
  dv_arena_free(a);
  return fault;
}

static int down(dv_gpu *g, double *to, const void *from, int n)
{
  dv_arena *a = dv_arena_under(dv_card_arena(g->card));
  double *all = DV_TAKE(a, double, padded(g) * (size_t)n + 1);
  int fault = dv_card_down(g->card, all, from, padded(g) * (size_t)n * sizeof *all);
  for (int i = 0; i < n && !fault; i++)
    for (long k = 0; k < g->n; k++) to[i * stride(g) + g->first + k] = all[place(g, n, i, k)];
  dv_arena_free(a);
  return fault;
}

int dv_gpu_slope(const dv_gpu *g) { return g->needs.slope; }

static int up_slope(dv_gpu *g, const double *slope)
{
  dv_arena *a = dv_arena_under(dv_card_arena(g->card));
  if (!slope) slope = DV_TAKE(a, double, (size_t)stride(g) * (size_t)g->needs.slope + 1);
  int fault = up(g, g->slope, slope, g->needs.slope);
  dv_arena_free(a);
  return fault;
}

int dv_gpu_put(dv_gpu *g, long n, const double *x, const double *d, const double *p, const double *slope)
{
  g->n = n, g->begun = 0;
  size_t bytes = (size_t)n * sizeof(int);
  dv_arena *a = dv_arena_under(dv_card_arena(g->card));
  int *at = memset(dv_arena_take(a, bytes), -1, bytes);
  int fault = up(g, g->x, x, g->t->m->nx) || up(g, g->d, d, g->t->m->nd) || up(g, g->p, p, g->t->nopen) || up_slope(g, slope) ||
              dv_card_up(g->card, g->at, at, bytes);
  dv_arena_free(a);
  return fault;
}

// Bytes into *at on the card, which is made as large as they need.
static int renew(dv_gpu *g, void **at, const void *from, size_t bytes)
{
  dv_card_give(g->card, *at);
  *at = dv_card_take(g->card, bytes);
  return !*at || (from && dv_card_up(g->card, *at, from, bytes));
}

int dv_gpu_plan(dv_gpu *g, const dv_planned *plan, int steps)
{
  size_t bytes = (size_t)steps * sizeof *plan;
  if (bytes <= g->planned) return dv_card_up(g->card, g->plan, plan, bytes);
  g->planned = bytes;
  return renew(g, &g->plan, plan, bytes);
}

int dv_gpu_launch(dv_gpu *g, int first, int steps)
{
  long rows = g->o.rows;
  int begin = !g->begun;
  void *argument[] = {&g->x,    &g->d, &g->p,  &g->keep,  &g->plan,   &first,       &steps, &g->at,
                      &g->kept, &rows, &begin, &g->slope, &g->memory, &g->exchange, &g->n};
  g->begun = 1;
  return dv_card_launch(g->card, &g->program, g->program.run, argument, g->n);
}

int dv_gpu_wait(dv_gpu *g, double *seconds) { return dv_card_wait(g->card, seconds); }

int dv_gpu_run(dv_gpu *g, int first, int steps, double *seconds)
{
  return dv_gpu_launch(g, first, steps) || dv_gpu_wait(g, seconds);
}

int dv_gpu_stopped(dv_gpu *g, int *at) { return dv_card_down(g->card, at + g->first, g->at, (size_t)g->n * sizeof(int)); }

int dv_gpu_get(dv_gpu *g, double *x, double *d, double *slope, int *at)
{
  return down(g, x, g->x, g->t->m->nx) || down(g, d, g->d, g->t->m->nd) || (slope && down(g, slope, g->slope, g->needs.slope)) ||
         dv_gpu_stopped(g, at);
}

int dv_gpu_choose(dv_gpu *g, const int *at) { return dv_card_up(g->card, g->at, at + g->first, (size_t)g->n * sizeof *at); }

int dv_gpu_set(dv_gpu *g, const double *x, const double *d, const double *slope, const int *at)
{
  return up(g, g->x, x, g->t->m->nx) || up(g, g->d, d, g->t->m->nd) || up_slope(g, slope) || dv_gpu_choose(g, at);
}

int dv_gpu_reduce(dv_gpu *g, const double *time, const dv_gpu_measure *all, int count, double *out)
{
  long rows = g->o.rows;
  size_t row = (size_t)g->n * sizeof *out;
  void *argument[] = {&g->kept, &g->time, &g->measure, &count, &rows, &g->at, &g->out, &g->n};
  int fault = renew(g, &g->time, time, (size_t)rows * sizeof *time) || renew(g, &g->measure, all, (size_t)count * sizeof *all) ||
              renew(g, &g->out, NULL, (size_t)count * row) ||
              dv_card_run(g->card, &g->program, g->program.reduce, argument, g->n, NULL);
  for (int i = 0; i < count && !fault; i++)
    fault = dv_card_down(g->card, out + i * stride(g) + g->first, (double *)g->out + i * g->n, row);
  return fault;
}

size_t dv_gpu_kept_size(const dv_gpu *g) { return padded(g) * kept_of(g) / sizeof(double); }

int dv_gpu_kept(dv_gpu *g, double *all) { return dv_card_down(g->card, all, g->kept, padded(g) * kept_of(g)); }

int dv_gpu_keep(dv_gpu *g, long k, int row, const double *value)
{
  int fault = 0;
  for (int i = 0; i < g->o.program.nkept && !fault; i++)
    fault = dv_card_up(g->card, (double *)g->kept + dv_gpu_kept_at(g, k, row, i), &value[i], sizeof *value);
  return fault;
}

size_t dv_gpu_kept_at(const dv_gpu *g, long k, int row, int i)
{
  long block = g->program.threads;
  return (size_t)((k / block * g->o.rows + row) * g->o.program.nkept * block + i * block + k % block);
}
