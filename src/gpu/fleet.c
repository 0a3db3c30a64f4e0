// fleet.c: see fleet.h.
#include "gpu/fleet.h"

enum { CARDS_MOST = 64 };

struct dv_fleet {
  int n;
  dv_gpu *card[CARDS_MOST];
  long first[CARDS_MOST + 1];  // machine of each; of the last + 1: all
};

dv_fleet *dv_fleet_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o, int cards)
{
  dv_fleet *f = DV_TAKE(d->arena, dv_fleet, 1);
  int there = dv_card_count(), wanted = cards ? cards : there;
  dv_gpu_options own = *o;
  if (wanted > there) wanted = there;
  if (wanted > CARDS_MOST) wanted = CARDS_MOST;
  if (wanted < 1) wanted = 1;  // which says what is missing
  own.many = (o->many + wanted - 1) / wanted;
  for (; f->n < wanted; f->n++) {
    own.card = there ? (o->card + f->n) % there : 0;
    f->card[f->n] = dv_gpu_open(d, t, file, &own);
    if (f->card[f->n]) continue;
    dv_fleet_close(f);
    return NULL;
  }
  return f;
}

void dv_fleet_close(dv_fleet *f)
{
  for (int c = 0; c < f->n; c++) dv_gpu_close(f->card[c]);
}

long dv_fleet_many(const dv_fleet *f)
{
  long many = 0;
  for (int c = 0; c < f->n; c++) many += dv_gpu_many(f->card[c]);
  return many;
}

int dv_fleet_slope(const dv_fleet *f) { return dv_gpu_slope(f->card[0]); }

const char *dv_fleet_name(dv_arena *a, const dv_fleet *f)
{
  const char *name = dv_gpu_card(f->card[0])->name;
  return f->n > 1 ? dv_arena_text(a, "%d cards, the first %s", f->n, name) : dv_arena_text(a, "%s", name);
}

// Machines of card c.
static long share_of(const dv_fleet *f, int c) { return f->first[c + 1] - f->first[c]; }

// All that have machines, one after the other, until one has a fault.
#define EACH(call)                                                                                                               \
  int bad = 0;                                                                                                                   \
  for (int c = 0; c < f->n && !bad; c++)                                                                                         \
    if (share_of(f, c)) bad = call;                                                                                              \
  return bad

int dv_fleet_plan(dv_fleet *f, const dv_planned *plan, int steps)
{
  int bad = 0;
  for (int c = 0; c < f->n && !bad; c++) bad = dv_gpu_plan(f->card[c], plan, steps);
  return bad;
}

// Shares by what fits on each.
int dv_fleet_put(dv_fleet *f, long n, const double *x, const double *d, const double *p, const double *slope)
{
  long many = dv_fleet_many(f), before = 0;
  for (int c = 0; c < f->n; c++) {
    before += dv_gpu_many(f->card[c]);
    f->first[c + 1] = (long)((double)n * (double)before / (double)many + 0.5);
    if (c + 1 == f->n) f->first[c + 1] = n;
    if (share_of(f, c) > dv_gpu_many(f->card[c])) f->first[c + 1] = f->first[c] + dv_gpu_many(f->card[c]);
    dv_gpu_slice(f->card[c], f->first[c], n);
  }
  EACH(dv_gpu_put(f->card[c], share_of(f, c), x, d, p, slope));
}

static int wait_all(dv_fleet *f, double *seconds)
{
  double most = 0, own;
  int bad = 0;
  for (int c = 0; c < f->n; c++) {
    if (!share_of(f, c)) continue;
    bad |= dv_gpu_wait(f->card[c], &own);
    if (!bad && own > most) most = own;
  }
  if (seconds) *seconds = most;
  return bad;
}

int dv_fleet_run(dv_fleet *f, int first, int steps, double *seconds)
{
  for (int c = 0; c < f->n; c++)
    if (share_of(f, c) && dv_gpu_launch(f->card[c], first, steps)) return 1;
  return wait_all(f, seconds);
}

int dv_fleet_get(dv_fleet *f, double *x, double *d, double *slope, int *at) { EACH(dv_gpu_get(f->card[c], x, d, slope, at)); }

int dv_fleet_set(dv_fleet *f, const double *x, const double *d, const double *slope, const int *at)
{
  EACH(dv_gpu_set(f->card[c], x, d, slope, at));
}

int dv_fleet_stopped(dv_fleet *f, int *at) { EACH(dv_gpu_stopped(f->card[c], at)); }

int dv_fleet_reduce(dv_fleet *f, const double *time, const dv_gpu_measure *all, int count, double *out)
{
  EACH(dv_gpu_reduce(f->card[c], time, all, count, out));
}

// Where the rows of card c begin.
static size_t kept_before(const dv_fleet *f, int card)
{
  size_t before = 0;
  for (int c = 0; c < card; c++)
    if (share_of(f, c)) before += dv_gpu_kept_size(f->card[c]);
  return before;
}

size_t dv_fleet_kept_size(const dv_fleet *f) { return kept_before(f, f->n); }

int dv_fleet_kept(dv_fleet *f, double *all) { EACH(dv_gpu_kept(f->card[c], all + kept_before(f, c))); }

static int card_of(const dv_fleet *f, long k)
{
  int c = 0;
  while (k >= f->first[c + 1]) c++;
  return c;
}

int dv_fleet_keep(dv_fleet *f, long k, int row, const double *value)
{
  int c = card_of(f, k);
  return dv_gpu_keep(f->card[c], k - f->first[c], row, value);
}

size_t dv_fleet_kept_at(const dv_fleet *f, long k, int row, int i)
{
  int c = card_of(f, k);
  return kept_before(f, c) + dv_gpu_kept_at(f->card[c], k - f->first[c], row, i);
}
