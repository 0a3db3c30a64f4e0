// card_cross.c: machines on a card that wait before a step with an event: the processor takes it, and the card goes on behind it.
#include "batch/card_work.h"
#include "batch/hands.h"

enum { EVENTS_MOST = 300 };  // of a run: with more it is the processor's

// Machines that wait before a step with an event.
typedef struct {
  dv_card_work *w;
  long n, *item;  // which of those at hand
  double *x, *d;  // [nx][on], [nd][on] of all on the card
  double *slope;  // [nslope][on]
  int nslope;
  dv_arena **arena;    // [jobs]
  dv_card_passed *is;  // [n]
} waiting;

static void pass_event(void *context, long i, int hand)
{
  const waiting *g = context;
  dv_card_work *w = g->w;
  const dv_model *m = w->first->model;
  long item = g->item[i], k = w->place[item];
  double *x = DV_TAKE(g->arena[hand], double, m->nx + 1), *d = DV_TAKE(g->arena[hand], double, m->nd + 1);
  double *slope = DV_TAKE(g->arena[hand], double, g->nslope + 1);
  for (int j = 0; j < m->nx; j++) x[j] = g->x[j * w->on + k];
  for (int j = 0; j < m->nd; j++) d[j] = g->d[j * w->on + k];
  for (int j = 0; j < g->nslope; j++) slope[j] = g->slope[j * w->on + k];
  const double *open = w->state + item * dv_card_width(w) + m->nx + m->nd;
  g->is[i] = dv_card_pass(g->arena[hand], &w->runs, open, w->at[k], x, d, g->nslope ? slope : NULL);
  if (g->is[i].next < 0) {  // it is made once more by the processor, from its start
    w->where[item] = DV_CARD_HERE;
    return;
  }
  for (int j = 0; j < m->nx; j++) g->x[j * w->on + k] = x[j];
  for (int j = 0; j < m->nd; j++) g->d[j * w->on + k] = d[j];
  for (int j = 0; j < g->nslope; j++) g->slope[j * w->on + k] = slope[j];
  w->at[k] = -1 - g->is[i].next;
}

// 0, or -1 after a diagnostic. *from: the first step that one of them goes on with.
static int pass_events(waiting *g, int *from)
{
  dv_card_work *w = g->w;
  int bad = dv_fleet_get(w->gpu, g->x, g->d, g->slope, w->at);
  for (long k = 0; k < w->on; k++)
    if (w->at[k] < 0) w->at[k] = -1 - w->steps;  // it is at its end
  if (!bad) dv_hands_run(&(dv_hands){.jobs = w->c->jobs, .items = g->n, .work = pass_event, .stop = w->c->stop, .context = g});
  *from = w->steps;
  for (long i = 0; i < g->n && !bad; i++) {
    long k = w->place[g->item[i]];
    if (w->at[k] >= 0) continue;
    for (int r = 0; r < g->is[i].nrow && !bad; r++) bad = dv_fleet_keep(w->gpu, k, g->is[i].row[r].row, g->is[i].row[r].value);
    if (-1 - w->at[k] < *from) *from = -1 - w->at[k];
  }
  w->c->events += g->n;
  return bad || dv_fleet_set(w->gpu, g->x, g->d, g->slope, w->at) ? -1 : 0;
}

static int cross_once(dv_card_work *w, long *left)
{
  dv_arena *a = dv_arena_new();
  const dv_model *m = w->first->model;
  waiting g = {.w = w, .item = DV_TAKE(a, long, w->n + 1)};
  int from, code = 0;
  for (long k = 0; k < w->n; k++)
    if (w->where[k] == DV_CARD_THERE && w->at[w->place[k]] >= 0) g.item[g.n++] = k;
  *left = g.n;
  if (g.n) {
    g.x = DV_TAKE(a, double, (size_t)m->nx *(size_t)w->on + 1), g.d = DV_TAKE(a, double, (size_t)m->nd *(size_t)w->on + 1);
    g.nslope = dv_fleet_slope(w->gpu), g.slope = DV_TAKE(a, double, (size_t)g.nslope *(size_t)w->on + 1);
    g.is = DV_TAKE(a, dv_card_passed, g.n), g.arena = DV_TAKE(a, dv_arena *, w->c->jobs);
    for (int i = 0; i < w->c->jobs; i++) g.arena[i] = dv_arena_new();
    code = pass_events(&g, &from);
    for (int i = 0; i < w->c->jobs; i++) dv_arena_free(g.arena[i]);
    if (!code) code = dv_card_stopped(w) ? 1 : dv_card_advance(w, from);
  }
  dv_arena_free(a);
  return code;
}

int dv_card_cross(dv_card_work *w)
{
  long left = 1;
  int code = 0;
  for (int i = 0; i < EVENTS_MOST && left && !code; i++) code = cross_once(w, &left);
  return code;
}
