// circuit.h: a circuit of symbols and lines: actuators above, what feeds them below, lines at right angles.
#pragma once

#include "base/text.h"

typedef enum { DV_SYMBOL_ACTS, DV_SYMBOL_LINE, DV_SYMBOL_VALVE, DV_SYMBOL_SOURCE, DV_SYMBOL_TANK } dv_symbol_place;

typedef struct {
  const char *kind;
  dv_symbol_place place;
  double width, height;
  const char *pins;            // "port x y u|d" with commas between
  const char *lines, *filled;  // paths
} dv_symbol;

typedef struct {
  int part, net, up;  // up: its line leaves upwards
  double x, y;        // in its symbol
} dv_circuit_pin;

typedef struct {
  const char *name;
  const dv_symbol *symbol;
  int rank, turned;  // turned: upside down
  double x, y, room, wish;
} dv_circuit_part;

typedef struct {
  const char *name;
  int tank, feeds;  // ends in a tank, which is drawn at each pin; a source feeds it
} dv_circuit_net;

typedef struct {
  dv_arena *arena;
  struct {
    dv_circuit_part *item;
    int n, cap;
  } part;
  struct {
    dv_circuit_net *item;
    int n, cap;
  } net;
  struct {
    dv_circuit_pin *item;
    int n, cap;
  } pin;
  int ranks;
} dv_circuit;

dv_circuit *dv_circuit_new(dv_arena *a);
int dv_circuit_add(dv_circuit *c, const char *name, const dv_symbol *s);           // the part's number
int dv_circuit_join(dv_circuit *c, int part, const char *port, const char *node);  // 0: joined; the symbol has no such pin
const dv_symbol *dv_symbol_box(dv_arena *a, const char *kind, const char *const *port, int n);  // ports below
const char *dv_circuit_svg(dv_circuit *c, size_t *n);

void dv_circuit_place(dv_circuit *c);  // ranks and columns; private to this folder
