// many.h: many machines of one structure on a graphics card, one thread each, with a fixed step.
#pragma once

#include "gpu/card.h"
#include "graph/trace.h"
#include "run/step_plan.h"

typedef struct {
  const char *method;  // euler, heun or rk4
  int single;          // 1: rates in single precision, states in double
  int contract;        // 1: one rounding for a product and a sum: faster, not the bits of a processor
  long many;           // machines; 0: some rounds of what the card holds at once
} dv_gpu_options;

typedef struct dv_gpu dv_gpu;

// t: its open numbers may differ between the machines. NULL after a diagnostic.
dv_gpu *dv_gpu_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o);
void dv_gpu_close(dv_gpu *g);
long dv_gpu_many(const dv_gpu *g);
const char *dv_gpu_name(const dv_gpu *g);                // of the card
const dv_card_program *dv_gpu_program(const dv_gpu *g);  // what its threads have and spill

// x [nx][many], d [nd][many], p [open][many]. 0, or 1 with a diagnostic.
int dv_gpu_put(dv_gpu *g, const double *x, const double *d, const double *p);
int dv_gpu_run(dv_gpu *g, const dv_planned *plan, int steps, double *seconds);
// at [many]: -1: it has taken all steps; else the step that it did not take: something happens there that a processor must see
// to.
int dv_gpu_get(dv_gpu *g, double *x, double *d, int *at);
