// trace.h: a machine's right-hand side, samples and roots as straight-line C.
#pragma once

#include "base/diag.h"
#include "engine/engine.h"
#include "graph/graph.h"
#include "step/step.h"

// An array that a function writes.
typedef struct {
  const char *name;
  int n;
  int *at, *node;  // [n] index, and what goes there
  int optional;    // 1: may be NULL
} dv_traced_array;

// One function of (t, x, d, p).
typedef struct {
  const char *name, *doc;
  int part;      // that it samples, or -1
  int jumps;     // 1: it does not sample it: what it does at its roots
  int in_place;  // 1: may write where it reads
  int narray;
  dv_traced_array array[4];
  int pivots;              // 1: holds for the pivots of the start alone, and gives up with others
  dv_trace_loop loop;      // n 0: none
  dv_trace_list troubles;  // where it gives up; then it returns 1
} dv_traced_function;

typedef struct {
  const dv_model *m;
  dv_graph *graph;
  const int *open;   // [nopen] rising: numbers of the model that are inputs: those asked for, and inputs from outside
  const int *shown;  // [nshown] what `show` writes, as in dv_compiled
  int nopen, nshown;
  struct {
    dv_traced_function *item;
    int n, cap;
  } function;
  const dv_traced_function *rates, *roots, *tidy, *show;  // the others: NULL: none, or it cannot be written down
  const dv_traced_function *stage, *move;                 // in the chart; NULL: not asked for
  int samples;                                            // 1: the sampled parts are there, too
  const double *start;                                    // [nx + nd]: where the machine starts
  const char *unsampled;                                  // why the sampled parts are not there, NULL: they are, or there is none
  int unsampled_part;
} dv_traced_machine;

typedef struct {
  const int *open, *shown;
  int nopen, nshown;
  const double *start;  // [nx + nd] where the machine starts; NULL: as the model says
  int known;            // 1: laws may look at open numbers to decide; what they decided then holds for these values
  int jumps;            // 1: what parts do at their roots is written down, too
  // For methods that work in a chart: the rate of a displacement xi of the state, and the displaced state. xi is the input
  // behind the open numbers. NULL: not asked for.
  const dv_chart *chart;
} dv_trace_options;

// NULL after a diagnostic, which names the part: one that looks at numbers to decide what to do cannot be written down.
dv_traced_machine *dv_trace_machine(dv_arena *a, dv_diags *d, const dv_model *m, const dv_trace_options *o, const char *file);

// A part whose kind came from a library without a traced build, or -1.
int dv_trace_absent(const dv_model *m);

// Says at the part's place why something cannot be compiled.
void dv_trace_report(dv_diags *d, const dv_model *m, const char *file, int part, const char *why);

// C source (target.h) and what binds it to davit: the signatures of its engine, and the table dv_compiled.
const char *dv_trace_library(dv_arena *a, const dv_traced_machine *t, const char *file);

int dv_trace_operations(dv_arena *a, const dv_traced_machine *t);  // nodes that the right-hand side computes

// on [nx][nx]: 1: the rate of state i may have a slope along state j; *timed: 1: one along time. 1: that cannot be told.
int dv_trace_slopes(dv_arena *under, const dv_model *m, int momentum, char *on, int *timed);

// Numbers that differ between models of one structure: rising, [*n]. NULL: their structure differs.
const int *dv_trace_differing(dv_arena *a, const dv_model *const *m, int models, int *n);
