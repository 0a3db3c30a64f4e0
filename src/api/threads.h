// threads.h: threads that share the turns of a loop; inside api/ only.
#pragma once

typedef struct dv_threads dv_threads;

dv_threads *dv_threads_new(int n);  // n: with the caller's own; 0: one for each CPU. NULL: out of memory
void dv_threads_free(dv_threads *c);
// turn(context, i) for all i < n, by whoever is free; returns when all are done.
void dv_threads_share(dv_threads *c, int n, void (*turn)(void *context, int i), void *context);
