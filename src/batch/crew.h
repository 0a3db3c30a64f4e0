// crew.h: items of work done by several processes, each of which takes the next one that nobody has.
#pragma once

typedef struct {
  int jobs, items;
  int (*work)(void *context, int item);       // in a worker; its results must leave by a file. 0, or an errno: all stop
  void (*progress)(void *context, int done);  // in the caller, a few times a second; may be NULL
  int (*stop)(void);  // in the caller; non-zero: the workers end after their item, or after a tenth of a second. May be NULL
  void *context;
  int fault;  // out: what `work` gave
} dv_crew;

// 0; 1: stopped; -1: no worker could be started, one was killed, or there is a fault. Workers die with their caller.
int dv_crew_run(dv_crew *c);
