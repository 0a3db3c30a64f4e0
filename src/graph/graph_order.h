// graph_order.h: what a program is made of; private to this folder.
#pragma once

#include "graph/graph_program.h"

// Orders beside those of graph_ops.def: w + u v, w - u v, u v - w; and, of what goes with the seeds, u v or 0 and a choice, both
// by something fixed. u is fixed. From MIXED on those of graph_ops.def with the seeds of which an operand is fixed.
enum {
  DV_ORDER_SCALED_SUM = 64,
  DV_ORDER_SCALED_LESS,
  DV_ORDER_SCALED_FROM,
  DV_ORDER_CHOICE,
  DV_ORDER_GATE,
  DV_ORDER_MIXED = 128,
  DV_ORDERS = 192
};

typedef struct {
  int to, a, b, c;  // places; of an order for seeds bytes to the eight, ~bytes among the fixed values
} dv_order;

// Neighbours with the same operation, none of which needs another.
typedef struct {
  int op, first, end;
} dv_order_run;

// Before Newton's loop, within it, behind it, with the seeds.
enum { DV_BEFORE, DV_WITHIN, DV_BEHIND, DV_SEEDED, DV_PHASES };

struct dv_program {
  const dv_graph *g;
  dv_order *item;
  dv_order_run *run;
  int phase[DV_PHASES + 1];  // first run of each
  int n, fixed, inputs;      // orders; inputs that are fixed, that go with the seeds
  int nturn, until, most;
  dv_order *turn;  // to: the variable's place, a: where it begins, b: what it becomes
  int *out;        // [nout] places with the seeds, or ~place of what is fixed
  int nout;
  double *value, *next;                      // [places], [nturn] of what is fixed
  int places;                                // of what is fixed
  double *point;                             // [points][places] several of them; NULL: one
  double *seeded;                            // [places][WIDTH]
  void (*vary)(const struct dv_program *p);  // computes the last phase
};

// graph_vary.c
typedef void dv_vary(const struct dv_program *p);
dv_vary *dv_vary_widest(void);
