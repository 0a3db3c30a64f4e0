// pieces.c: see pieces.h.
#include "gpu/pieces.h"

#include "gpu/many_inside.h"

enum { SIGNS = 32 };  // in a word

static int words(const dv_gpu *g) { return (g->t->m->nroot + SIGNS - 1) / SIGNS + 1; }

static void *taken(dv_gpu *g, void **at, int each, size_t size)
{
  if (!*at) *at = dv_card_take(g->card, (size_t)g->many * (size_t)each * size);
  return *at;
}

double *dv_gpu_in(dv_gpu *g) { return taken(g, &g->exchange.in, g->o.program.ninput, sizeof(double)); }

double *dv_gpu_out(dv_gpu *g)
{
  return taken(g, &g->exchange.side, words(g), sizeof(unsigned)) ? taken(g, &g->exchange.out, g->o.program.nkept, sizeof(double))
                                                                 : NULL;
}

dv_card *dv_gpu_device(dv_gpu *g) { return g->card; }

// Of the card's arrays with so many numbers of a machine.
static size_t bytes_of(const dv_gpu *g, int each)
{
  long block = g->program.threads;
  return (size_t)((g->many + block - 1) / block * block) * (size_t)each * sizeof(double);
}

static int copy(dv_gpu *g, void **to, const void *from, int each)
{
  if (!*to) *to = dv_card_take(g->card, bytes_of(g, each));
  return !*to || dv_card_across(g->card, *to, from, bytes_of(g, each));
}

int dv_gpu_mark(dv_gpu *g)
{
  const dv_model *m = g->t->m;
  return copy(g, &g->x0, g->x, m->nx) || copy(g, &g->d0, g->d, m->nd) || copy(g, &g->p0, g->p, g->t->nopen) ||
         copy(g, &g->slope0, g->slope, g->needs.slope);
}

int dv_gpu_width(const dv_gpu *g)
{
  return g->t->m->nx + g->t->m->nd + g->t->nopen + g->needs.slope + g->o.program.nkept + words(g);
}

// `all` on the card, for so many machines.
static int take_moved(dv_gpu *g, const int *list, int count)
{
  if (!g->list) g->list = dv_card_take(g->card, (size_t)g->many * sizeof(int));
  dv_card_give(g->card, g->moved);
  g->moved = dv_card_take(g->card, (size_t)count * (size_t)dv_gpu_width(g) * sizeof(double));
  return !g->list || !g->moved || dv_card_up(g->card, g->list, list, (size_t)count * sizeof *list);
}

static int move(dv_gpu *g, void *x, void *d, void *p, void *slope, int count, int back)
{
  long many = count;
  void *argument[] = {&x,   &d, &p, &slope, &g->exchange.out, &g->exchange.side, &g->list, &g->moved, &back, &g->needs.slope,
                      &many};
  return dv_card_run(g->card, &g->program, g->program.move, argument, many, NULL);
}

int dv_gpu_fetch(dv_gpu *g, const int *list, int count, double *all)
{
  return take_moved(g, list, count) || move(g, g->x0, g->d0, g->p0, g->slope0, count, 0) ||
         dv_card_down(g->card, all, g->moved, (size_t)count * (size_t)dv_gpu_width(g) * sizeof *all);
}

int dv_gpu_place(dv_gpu *g, const int *list, int count, const double *all)
{
  return take_moved(g, list, count) ||
         dv_card_up(g->card, g->moved, all, (size_t)count * (size_t)dv_gpu_width(g) * sizeof *all) ||
         move(g, g->x, g->d, g->p, g->slope, count, 1);
}
