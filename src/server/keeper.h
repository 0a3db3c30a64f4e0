// keeper.h: recordings of a live machine go to disk in a thread of their own: a slow disk holds up neither clients nor levers.
#pragma once

#include "record/record.h"

typedef struct dv_keeper dv_keeper;

dv_keeper *dv_keeper_new(dv_arena *a, const char *stem);  // "crane-live" gives crane-live-1.h5; it lives in `a`
// Takes the recording and the arena that it lies in.
void dv_keeper_put(dv_keeper *k, dv_arena *tape, dv_history *l);
// One that found no room is tried again; asked: if there is still none, that is told.
void dv_keeper_again(dv_keeper *k, int asked);
const char *dv_keeper_note(dv_keeper *k, dv_arena *a);  // what became of recordings, one after the other; NULL: nothing new
void dv_keeper_end(dv_keeper *k);                       // after all is written; notes can still be read
