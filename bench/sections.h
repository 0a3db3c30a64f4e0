// sections.h: what a section of the benchmarks gets, and the sections.
//
// A section prints its tables with dv_bench_print and states its goals with dv_bench_goal; adding one is a file here and
// a row in main.c.
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "solve/solve.h"
#include "engine/compiled.h"

typedef struct {
  const char *what;
  double wanted, measured;
  int most;  // 1: measured must be at most wanted; 0: at least
} dv_goal;

typedef struct {
  dv_arena *arena;
  FILE *file;  // the report, beside the terminal
  int rounds;
  const char *only;  // a model's name, or NULL: all
  int wrong;         // answers that differ by more than 1e-5
  int ngoal;
  dv_goal goal[128];
} dv_bench;

void dv_bench_print(dv_bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dv_bench_goal(dv_bench *b, const char *what, double measured, double wanted, int most);

void dv_bench_rigid(dv_bench *b);        // RNEA, CRBA, ABA, kinematics against the other codes
void dv_bench_lanes(dv_bench *b);        // throughput in one, four and eight lanes
void dv_bench_whole(dv_bench *b);        // a run of each machine
void dv_bench_machines(dv_bench *b);     // whole machines against real time
void dv_bench_forestry(dv_bench *b);     // one model family: time of a step
void dv_bench_loops(dv_bench *b);        // closed loops: A02, A03, Bricard, the electric-road arm
void dv_bench_crane(dv_bench *b);        // elastic booms: the luffing run
void dv_bench_compiled(dv_bench *b);     // straight-line code against the loop
void dv_bench_batch(dv_bench *b);        // many runs at once
void dv_bench_stepped(dv_bench *b);      // sims and batches of davit.h, from C and from Python
void dv_bench_derivatives(dv_bench *b);  // J v and sparse Jacobians
void dv_bench_gradients(dv_bench *b);    // slopes of a run by many numbers
void dv_bench_growth(dv_bench *b);       // reading and assembling large machines
void dv_bench_counts(dv_bench *b);       // instructions under callgrind

int dv_bench_command(const char *const *argv);  // runs a program and waits; its exit code, -1: none
// What `davit compile` makes of the machine, loaded; NULL: it cannot.
const dv_compiled *dv_bench_compile(const dv_machine *m, const dv_machine_options *o);
int dv_bench_count(const char *code, const char *model, const char *op, long calls);  // for callgrind; 0: ran
