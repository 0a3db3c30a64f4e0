// program_text.h: the whole program of a card for one machine and method: prelude.cuh, the machine's functions, run.cuh.
#pragma once

#include "base/diag.h"
#include "graph/trace.h"

typedef struct {
  const char *method;
  int single;               // 1: rates in single precision
  const char *const *kept;  // [nkept] what is kept of a record: expressions in X(i), P(i) and S(i), what the machine shows
  int nkept;
  const int *input;  // [ninput] open numbers that are exchanged (gpu/pieces.h)
  int ninput;
} dv_gpu_program;

// What a thread of it needs.
typedef struct {
  int live;           // the most values that a stage keeps at once
  int rows;           // states of a machine in the memory of its block
  int slope, memory;  // doubles of the card's memory: what tells of the Jacobian in use (dv_state.kept); room
} dv_gpu_needs;

// NULL after a diagnostic that names the part or the method. seed: of graph/live_order.h.
const char *dv_gpu_source(dv_arena *a, dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_program *p,
                          int seed, dv_gpu_needs *needs);

double dv_gpu_evaluations(const char *method);  // of the right-hand side in a step; 0: a card has no such method
int dv_gpu_takes_single(const char *method);    // 1: rates may be of single precision
