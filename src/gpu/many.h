// many.h: many machines of one structure on a graphics card, one thread each, with a fixed step.
#pragma once

#include "gpu/card.h"
#include "gpu/program_text.h"
#include "graph/trace.h"
#include "run/step_plan.h"

typedef struct {
  dv_gpu_program program;
  int contract;                // 1: one rounding for a product and a sum: faster, not the bits of a processor
  long many;                   // machines at most; 0: some rounds of what the card holds at once
  int all;                     // 1: that many, in as many rounds as it takes
  int rows;                    // records of a run
  size_t bytes;                // that may be kept of all records; 0: what the card has
  const dv_card_cache *cache;  // of programs; NULL: none
  int card;                    // which one, from 0 on
} dv_gpu_options;

// A measure of one of the quantities that are kept, over rows `first` to `first + n`; as in run.cuh.
typedef struct {
  int what, quantity, first, n;
  double at, goal, band;
} dv_gpu_measure;

typedef struct dv_gpu dv_gpu;

// t: its open numbers may differ between the machines. NULL after a diagnostic.
dv_gpu *dv_gpu_open(dv_diags *d, const dv_traced_machine *t, const char *file, const dv_gpu_options *o);
void dv_gpu_close(dv_gpu *g);
long dv_gpu_many(const dv_gpu *g);  // machines at once
const dv_card_facts *dv_gpu_card(const dv_gpu *g);
const dv_card_program *dv_gpu_program_of(const dv_gpu *g);  // what its threads have and spill

// The machines are some of `all` in the caller's arrays: those from `first` on. Before dv_gpu_put; 0, 0: they are all.
void dv_gpu_slice(dv_gpu *g, long first, long all);

// All return 0, or 1 with a diagnostic.
int dv_gpu_plan(dv_gpu *g, const dv_planned *plan, int steps);
// n machines: x [nx][n], d [nd][n], p [open][n]; slope [dv_gpu_slope][n]: dv_state.kept of methods with a Jacobian; NULL: none
// was taken.
int dv_gpu_put(dv_gpu *g, long n, const double *x, const double *d, const double *p, const double *slope);
int dv_gpu_slope(const dv_gpu *g);                                 // doubles of a machine; 0: the method has no Jacobian
int dv_gpu_run(dv_gpu *g, int first, int steps, double *seconds);  // of the plan
int dv_gpu_launch(dv_gpu *g, int first, int steps);                // the same in two parts: others may be launched in between
int dv_gpu_wait(dv_gpu *g, double *seconds);
// at [n]: < 0: it has taken all steps; else the step that it did not take: something happens there that a processor must see to.
int dv_gpu_get(dv_gpu *g, double *x, double *d, double *slope, int *at);
// The machines go on from these states, each with a step of its own of the plan: at[k] = -1 - step; >= 0: it stays where it is.
int dv_gpu_set(dv_gpu *g, const double *x, const double *d, const double *slope, const int *at);
int dv_gpu_choose(dv_gpu *g, const int *at);  // that alone
int dv_gpu_stopped(dv_gpu *g, int *at);       // of dv_gpu_get
// out [count][n]; nothing for machines that stopped. time [rows].
int dv_gpu_reduce(dv_gpu *g, const double *time, const dv_gpu_measure *all, int count, double *out);
// All that was kept; where quantity i of a row of machine k is in it: dv_gpu_kept_at. [dv_gpu_kept_size]
size_t dv_gpu_kept_size(const dv_gpu *g);
int dv_gpu_kept(dv_gpu *g, double *all);
int dv_gpu_keep(dv_gpu *g, long k, int row, const double *value);  // what is kept of a row of machine k, from the processor
size_t dv_gpu_kept_at(const dv_gpu *g, long k, int row, int i);
