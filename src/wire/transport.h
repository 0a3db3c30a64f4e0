// transport.h: how frames, or registers, come and go: one row of transports.def and one file each.
#pragma once

#include "base/diag.h"
#include "base/transport_rows.h"
#include "wire/dialogue.h"
#include "wire/register_map.h"

typedef struct {
  const char *host;  // NULL: loopback
  int port;          // 0: a free one
  const char *peer;  // the only address that is let in; NULL: any
  dv_dialogue *dialogue;
  dv_register_map *map;  // of transports that have registers
} dv_transport_options;

typedef struct {
  // Listens; *port: where. NULL after a diagnostic.
  void *(*open)(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d);
  // The next thing that a controller says, within `patience` s. What can be answered without the machine is.
  dv_heard (*hear)(void *self, double patience);
  int (*say)(void *self, double t, const double *out);                        // outputs. 0, or -1: the controller is gone
  void (*end)(void *self, dv_frame_type type, double t, const char *reason);  // bye or fault; the controller is let go
  void (*close)(void *self);
  double patience;  // lock-step: silence that ends the run, s, unless the file says another; 0: any is borne
} dv_transport;

#define DV_TRANSPORT(id, ...) extern const dv_transport dv_transport_##id;
#include "base/transports.def"

extern const dv_transport *const dv_transports[DV_TRANSPORT_COUNT];
