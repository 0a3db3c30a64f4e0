// remote_inside.h: what the files of a served machine share.
#pragma once

#include "wire/remote.h"
#include "wire/transport.h"

#include <math.h>

struct dv_remote {
  const dv_model *m;
  dv_remote_options o;
  const dv_transport_row *row;
  const dv_transport *by;
  double period, watchdog;  // watchdog 0: any silence
  int nin, nout;
  int *in, *out;                // handles
  const char **in_name;         // as the controller knows them
  double *rest, *held, *value;  // [nin] at rest, as set; [nout] now
  dv_register_map map;
  dv_dialogue dialogue;
  // while it is served
  dv_sim *sim;
  void *self;  // of the transport
  dv_disk_rows *log;
  dv_remote_result *result;
  dv_diags *diags;
};

enum { DV_HANDLE_TIME = -1 };  // an output that is no variable of the model
dv_info dv_remote_info(const dv_model *m, int handle);

int dv_remote_choose(dv_remote *r, dv_arena *a, dv_diags *d);    // inputs, outputs, registers. 0, or -1
const char *dv_remote_welcome(const dv_remote *r, dv_arena *a);  // names and units, lines of text
int dv_remote_fail(dv_remote *r, const char *format, ...) __attribute__((format(printf, 2, 3)));  // 2 with a diagnostic
void dv_remote_tell(dv_remote *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

int dv_remote_set(dv_remote *r, const double *in);  // inputs of the machine. 0, or a code of davit.h
int dv_remote_look(dv_remote *r);                   // outputs into `value`. The same
int dv_remote_go(dv_remote *r);                     // a period, and look. The same
int dv_remote_ends(const dv_remote *r);             // the end of the run is reached

int dv_remote_lockstep(dv_remote *r);  // 0 or 2
int dv_remote_realtime(dv_remote *r);
