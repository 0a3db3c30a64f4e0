// remote.h: a machine that a controller in another process drives: lock-step or real time, over any transport (doc/wire.md).
#pragma once

#include "base/diag.h"
#include "davit/davit.h"
#include "record/disk_rows.h"
#include "spec/spec.h"

typedef struct {
  dv_spec *spec;                                    // its `io:`, as the command line has changed it
  const char *host;                                 // NULL: loopback
  const char *token;                                // NULL: none is asked for
  const char *peer;                                 // the only address that is let in; NULL: any
  double until;                                     // s; HUGE_VAL: until it is over
  int (*over)(void);                                // asked now and then; non-zero ends it
  void (*ready)(void *context, const char *where);  // "tcp 127.0.0.1:5000 lockstep ..."
  void (*tell)(void *context, const char *what);    // what somebody should know while it runs
  void *context;
} dv_remote_options;

typedef struct {
  long exchanges;     // frames or writes that were answered
  long steps;         // periods that the machine went
  long old, strange;  // frames that came late or twice; datagrams that were none
  long late;          // real time: steps that began a period late or more
  long silences;      // real time: how often the watchdog let go
  double wall;        // s since the first controller came
  double t;           // of the machine
} dv_remote_result;

// A machine that can be served: names found, listening not yet. NULL after a diagnostic. Lives in the arena.
typedef struct dv_remote dv_remote;
dv_remote *dv_remote_new(dv_arena *a, const dv_model *m, const dv_remote_options *o, dv_diags *d);
// Serves it, until the end. 0; 2 after a diagnostic: a controller or the machine failed. log: a row for each period, NULL: none;
// once the disk is full there are no more rows, and that is told.
int dv_remote_serve(dv_remote *r, dv_sim *s, dv_disk_rows *log, dv_remote_result *out, dv_diags *d);
dv_history *dv_remote_log(dv_remote *r, dv_arena *a);  // time, inputs, outputs
