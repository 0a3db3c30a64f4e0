// transport_rows.h: the rows of transports.def as the reader, the schema and the command's help see them.
#pragma once

typedef enum {
#define DV_TRANSPORT(id, ...) DV_TRANSPORT_##id,
#include "base/transports.def"
  DV_TRANSPORT_COUNT
} dv_transport_id;

typedef struct {
  const char *name;
  int waits;    // 1: lock-step is possible
  int listens;  // 1: at an address; 0: its one controller is the program that started the machine, by its standard input and
                // output
  const char *doc;
} dv_transport_row;

extern const dv_transport_row dv_transport_rows[DV_TRANSPORT_COUNT];

extern const char dv_transport_words[];  // "|tcp|udp|modbus"; + 1: for a table of keys or options
