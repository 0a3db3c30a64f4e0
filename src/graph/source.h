// source.h: what the files that write C share; private to source*.c.
#pragma once

#include "graph/trace.h"

void dv_trace_constant_text(dv_text *t, double x);
char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f);  // [node] 1: the function needs it

// The words of a target: what its text says for things that every function has.
typedef struct {
  const char *state, *discrete, *open;  // how number i of them is read: "x[%d]"
  const char *pivot;                    // discrete state i as a plain number, to be compared
  const char *divide;                   // function that divides; NULL: the operator
  const char *loop;                     // the type of what Newton's loop computes; NULL: real
  int wraps;                            // 1: constants are always made reals, which may be less than doubles
  int hands_over;                       // 1: an output is NAME(i, value); 0: it goes into the array NAME
  int sines_first;                      // 1: sines and cosines of inputs are computed together, so that one lane vectorises
} dv_trace_words;

extern const dv_trace_words dv_trace_c;

// How a function is written; operations as they were made unless said otherwise.
typedef struct {
  const dv_trace_words *words;
  const int *order;  // [n] the operations in another order; NULL: as they were made
  int n;
  const int *constant;  // [node] place of a constant in a table; -1: it is written out; NULL: all are
  const char *again;    // [node] 1: written wherever it is used; NULL: none
  int stage;            // 1: inputs are read where they are used, and a rate is handed over as soon as its state has been read
} dv_trace_style;

void dv_trace_body(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, const dv_trace_style *style,
                   dv_text *out);
// Tables and how they are looked up; kept, helper: what C says before a table and before a function.
void dv_trace_tables(dv_arena *a, const dv_traced_machine *t, const char *kept, const char *helper, dv_text *out);
int dv_trace_table(const dv_graph *g, int pick);  // the first pick of the same table; the table has its number
