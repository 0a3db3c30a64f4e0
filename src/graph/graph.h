// graph.h: a computation written down as it happens: nodes, each an operation on earlier ones.
//
// The lane folders, compiled as C++ with DV_TRACE, compute with node numbers instead of numbers (real.hpp), so one evaluation of
// a machine leaves its right-hand side behind as straight-line code. Equal nodes are one; what is constant is computed at once.
#pragma once

#include "base/graph_ops.h"
#include "base/text.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int op, a, b, c;  // c of PICK: which of the picks; b of INPUT: 1: a number of the machine, whose value is known
  double value;     // of a constant or such a number; a truth is 0 or 1
} dv_trace_node;

// A table and what is taken of the row for the node's argument: column, of that row or the next.
typedef struct {
  const double *table;
  int stride, rows, column, next;
} dv_trace_pick;

// What is repeated: variables begin with `first` and become `next`, while `until` says so, at most so many times.
typedef struct {
  int node, first, next;
} dv_trace_turn;

typedef struct {
  dv_trace_turn *item;
  int n, cap;
  int until, most;  // most 0: not yet at its end
} dv_trace_loop;

// Truths that ask for what is not written down.
typedef struct {
  int n, cap, *item;
} dv_trace_list;

typedef struct {
  dv_arena *arena;
  struct {
    dv_trace_node *item;
    int n, cap;
  } node;
  struct {
    dv_trace_pick *item;
    int n, cap;
  } pick;
  int *bucket;  // hash table of nodes, [nbucket]; -1: empty
  int nbucket;
  const char *fault;       // what cannot be written down; NULL: nothing
  int part, culprit;       // whose law is traced, and whose law has the fault; -1: none
  int variables;           // made so far
  dv_trace_loop loop;      // of the function under way; n 0: none
  dv_trace_list troubles;  // of the same
} dv_graph;

dv_graph *dv_graph_new(dv_arena *a);  // node 0 is the constant 0
void dv_graph_use(dv_graph *g);       // the one that this thread writes to; NULL: none
void dv_trace_part(int part);         // whose law comes now; -1: nobody's
int dv_trace_constant(double x);
int dv_trace_input(int index);
int dv_trace_number(int index, double x);  // an input that is not folded, though tables may look at it
int dv_trace_make(dv_trace_op op, int a, int b, int c);
int dv_trace_pick_row(const double *table, int stride, int rows, int t, int column, int next);
double *dv_trace_room(int n);
double dv_trace_value(int node);  // of a constant or a number; else notes a fault and gives 0
int dv_trace_is_known(int node);  // 1: a constant
int dv_trace_is_true(int truth);  // 1: a constant, and true
void dv_trace_refuse(const char *why);

// One loop in a function: its variables, then what they become, then its end.
int dv_trace_variable(int first);
void dv_trace_next(int variable, int next);
void dv_trace_repeat(int until, int most);
// Where this is true the function gives up, and the engine's own is called.
void dv_trace_give_up(int truth);

#ifdef __cplusplus
}
#endif
