// crew.h: items of work done by several processes, each of which takes the next one that nobody has.
#pragma once

typedef struct {
  int jobs, items;
  void (*work)(void *context, int item);      // in a worker; its results must leave by a file
  void (*progress)(void *context, int done);  // in the caller, a few times a second; may be NULL
  int (*stop)(void);                          // in the caller; non-zero: the workers end after their item. May be NULL
  void *context;
} dv_crew;

int dv_crew_run(const dv_crew *c);  // 0; 1: stopped; -1: no worker could be started, or one was killed
