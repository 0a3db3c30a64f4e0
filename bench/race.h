// race.h: time per call of several codes on one question, in turns.
//
// Thread CPU time, in batches of about a millisecond; a round's time is the minimum over its batches, the time the minimum
// over the rounds. Codes take turns in each round, so that a ratio within a round sees the same neighbours and clock.
#pragma once

#include "models.h"

enum { DV_RACE_ROUNDS = 32 };

typedef struct {
  const dv_peer *code;
  void *peer;                    // NULL: cannot model this machine
  double round[DV_RACE_ROUNDS];  // ns per sample
  double best;                   // ns per sample; 0: has no such function
  double ratio;                  // best / best of the first runner
  double median, low, high;      // of the rounds' ratios
  double far;                    // largest distance of results from the first's, relative to max(1, largest entry)
} dv_runner;

void dv_race_make(int n, dv_runner *r, const dv_bench_model *m);  // peers and samples for r[i].code
void dv_race_run(int n, dv_runner *r, const dv_bench_model *m, int op, int rounds);
void dv_race_drop(int n, dv_runner *r);
void dv_race_calls(dv_runner *r, int op, long calls);  // so many calls, untimed: for instruction counts
