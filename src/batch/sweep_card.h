// sweep_card.h: the runs of a sweep on a graphics card.
#pragma once

#include "batch/sweep.h"
#include "gpu/card.h"

typedef struct {
  int single, contract;        // as in gpu/many.h
  const dv_card_cache *cache;  // of programs; NULL: none
  int first, cards;            // which card is the first, and how many; 0: all
  int shard, shards;           // only runs whose number leaves `shard` when divided by `shards`
  int jobs;                    // threads that prepare machines, and make the runs that a card cannot
  void (*progress)(void *context, int done);
  int (*stop)(void);
  void *context;
  // out:
  const char *card;  // its name
  long there, here;  // runs that ended on the card, and on the processor
  long events;       // steps that the processor took for runs of the card
  double seconds;    // of steps on the card
  double off;        // largest relative difference of a metric to the processor's, in some runs; NaN: not looked at
  int fault;         // an errno of the journal
} dv_card_sweep;

// Makes all runs that are open, into the journal: those with hundreds of events, with other corners or another structure than the
// first are made by the processor, from their start. 0; 1: stopped; -1: a diagnostic, or a fault.
int dv_sweep_on_card(const dv_sweep *s, dv_diags *d, dv_card_sweep *c);
