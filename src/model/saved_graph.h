// saved_graph.h: the graph of a machine in its saved block: how rates and outputs come from time, states and numbers, for exact
// slopes where nothing can be traced (graph/graph_save.c writes it, run/saved_slope.c reads it).
#pragma once

#include "model/model.h"

// An operation of base/graph_ops.def on earlier nodes. a of CONST: which of the reals; of INPUT: 0 time, then states, discrete
// states, open numbers. c of PICK: which of the picks.
typedef struct dv_graph_node {
  int32_t op, a, b, c;
} dv_graph_node;

// A column of a table's row for the node's argument, or of the next row.
typedef struct {
  int32_t first, stride, rows, column, next;  // first: real
} dv_graph_pick;

// A variable of Newton's loop begins with `first` and becomes `next`.
typedef struct {
  int32_t node, first, next;
} dv_graph_turn;

// At the head of the ints; arrays of its counts follow in the order below. Nodes stand before the loop, within it, behind it.
typedef struct {
  int32_t nopen, nturn, ntrouble, npick;
  int32_t before, within;  // nodes before the loop; nodes up to its end
  int32_t until, most;     // it goes on while that node is not zero, at most so many times
} dv_graph_counts;

typedef struct {
  dv_graph_counts k;
  int n, nreal;
  const dv_graph_node *node;
  const double *real;
  const int *open;            // [nopen] numbers of the model that are inputs; the others are constants
  const int *rate, *shown;    // [nx], [variable] nodes; shown -1: a state or a number, or it has none
  const dv_graph_turn *turn;  // [nturn]
  const int *trouble;         // [ntrouble] nodes: where one is not zero, the graph does not hold
  const dv_graph_pick *pick;  // [npick]
} dv_saved_graph;

int dv_saved_graph_of(const dv_model *m, dv_saved_graph *out);  // 1: there is none
const char *dv_saved_graph_fault(const dv_model *m);            // NULL: none, or one that can be computed
