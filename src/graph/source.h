// source.h: what the files that write C share; private to source*.c.
#pragma once

#include "graph/trace.h"

void dv_trace_constant_text(dv_text *t, double x);                                 // as C writes it
void dv_trace_number_text(dv_text *t, const char *cast, double x);                 // the same; cast: before NAN and INFINITY
char *dv_trace_live(dv_arena *a, const dv_graph *g, const dv_traced_function *f);  // [node] 1: the function needs it

// The words of a target: what its text says for things that every function has. %d: a number that is put there.
typedef struct {
  const char *time, *state, *discrete, *open;  // how they are read, by number: "x[%d]"
  const char *real, *truth;                    // what stands before the name of a new value
  const char *end, *note;                      // what ends a statement; what begins a note behind it
  const char *make[2];                         // before and behind a constant that must be a real
  const char *cast;                            // before NAN and INFINITY
  const char *functions;                       // what functions of numbers begin with: "dv_"
  const char *const *called;                   // [operation] functions with a name of their own here; NULL: none
  const char *divide;                          // function that divides; NULL: the operator
  int wraps;                                   // 1: constants are always made reals, which may be less than doubles
  int pairs;        // 1: sine and cosine of one angle are computed together, a row of a table at the time is sought once
  int sines_first;  // 1: sines and cosines of inputs are computed together, so that one lane vectorises
  int hands_over;   // 1: an output is NAME(i, value); 0: it goes into the array NAME
  // Newton's loop: the type of what it computes (NULL: no declarations), its beginning, where it gives up, where it ends.
  struct {
    const char *type, *head, *trouble, *until, *tail;
  } loop;
  const char *pivot;  // where a machine with loops gives up: the discrete state and the number that it must have
  const char *good;   // what ends a function that might have given up
} dv_trace_words;

// What all dialects of C say alike.
#define DV_TRACE_WORDS_OF_C                                                                                                      \
  .real = "const real ", .truth = "const dv_bool ", .end = ";", .note = "  // ", .make = {"dv_real(", ")"}, .cast = "(double)",  \
  .functions = "dv_", .pairs = 1, .good = "  return 0;\n"
#define DV_TRACE_LOOP_OF_C                                                                                                       \
  "  for (int n = 1;; n++) {  // Newton: closes the loops\n", "    if (dv_any(v%d)) return 1;\n",                                \
      "    if (n == %d || !dv_any(v%d)) break;\n", "  }\n"
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
// The function with its first array alone, under this name.
dv_traced_function dv_trace_alone(const dv_traced_function *f, const char *name);
// What states, discrete states and open numbers are, a line each behind `remark`.
void dv_trace_arrays(dv_text *out, const dv_traced_machine *t, const char *remark);
// Tables and how they are looked up; kept, helper: what C says before a table and before a function.
void dv_trace_tables(dv_arena *a, const dv_traced_machine *t, const char *kept, const char *helper, dv_text *out);
int dv_trace_table(const dv_graph *g, int pick);  // the first pick of the same table; the table has its number
