// hands.h: items of work done by several threads of this process, each of which takes the next one that nobody has.
#pragma once

typedef struct {
  int jobs;
  long items;
  void (*work)(void *context, long item, int hand);  // hand: from 0 to jobs - 1
  int (*stop)(void);                                 // NULL, or: non-zero: no further item is begun
  void *context;
} dv_hands;

void dv_hands_run(const dv_hands *h);
