// scratch.h: folders for what is needed while a process lives. What a killed one has left, the next removes.
#pragma once

#include "base/arena.h"

typedef struct {
  char *path;  // NULL: none
  int lock;
} dv_scratch;

// `in`/`prefix`XXXXXX, for the user alone; `prefix` names the sort ("davit-fmu-"). 0, or -1: errno says why.
int dv_scratch_open(dv_scratch *s, dv_arena *a, const char *in, const char *prefix);
void dv_scratch_close(dv_scratch *s);  // with all that is in it
const char *dv_scratch_place(void);    // $TMPDIR, or /tmp
