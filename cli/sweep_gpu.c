// sweep_gpu.c: `davit sweep FILE --gpu`: its runs on a graphics card.
#include "sweep.h"

#include "batch/sweep_card.h"
#include "cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  int single, contract;
} ways[] = {
    {"double",     0, 0},
    {"contracted", 0, 1},
    {"mixed",      1, 1}
};
enum { WAYS = sizeof ways / sizeof *ways };

int sweep_precision(const sweep *w)
{
  const char *name = value_of(w->a, "precision");
  for (int i = 0; i < WAYS; i++)
    if (!name || !strcmp(name, ways[i].name)) return i;
  bad_usage(w->a, "one of double, contracted, mixed", "--precision: there is no '%s'", name);
  return -1;
}

static void tell(const dv_card_sweep *c)
{
  fprintf(stderr, "  %s: %ld runs in %.3g s of steps; %ld on the processor", c->card, c->there, c->seconds, c->here);
  if (c->events) fprintf(stderr, "; %ld steps with events by the processor", c->events);
  if (!isnan(c->off)) fprintf(stderr, "; metrics are off the processor's by up to %.2g of their size", c->off);
  fputs("\n", stderr);
}

// Ranks of one computer, whoever started them, take a card each, one after the other.
static int local_rank(const sweep *w)
{
  static const char *const name[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    const char *rank = getenv(name[i]);
    if (rank) return (int)strtol(rank, NULL, 10);
  }
  return w->shard;
}

int sweep_on_card(sweep *w)
{
  int way = sweep_precision(w);
  dv_card_sweep c = {.cache = card_cache(w->a->arena),
                     .single = ways[way].single,
                     .contract = ways[way].contract,
                     .first = w->mpi ? local_rank(w) : 0,
                     .cards = w->mpi ? 1 : 0,
                     .shard = w->shard,
                     .shards = w->shards,
                     .jobs = w->jobs,
                     .progress = sweep_progress,
                     .stop = interrupted,
                     .context = w};
  w->begin = w->shown = sweep_clock();
  int code = dv_sweep_on_card(&w->s, w->a->diags, &c);
  w->spent = sweep_clock() - w->begin;
  sweep_end_progress(w);
  if (c.fault) return sweep_interrupted(w, dv_arena_text(w->a->arena, "the journal cannot be written: %s", strerror(c.fault)));
  if (code > 0) return sweep_interrupted(w, "interrupted");
  if (code < 0) return dv_journal_close(w->s.journal, 0), RUN_FAILED;
  tell(&c);
  return FINE;
}
