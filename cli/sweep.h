// sweep.h: what the files of the verb `sweep` share.
#pragma once

#include "batch/sweep.h"
#include "cli.h"
#include "mpi/module.h"

typedef struct {
  args *a;
  dv_sweep s;
  dv_metric *metric;
  const char *out;
  const dv_mpi *mpi;  // NULL: alone
  int shard, shards, jobs, kept;
  double begin;  // s, wall
  int nrow;      // results: rows of the plan that are finished
  int *run;      // [nrow]
  int *broken;   // [nrow]
  double **x;    // [nvary][nrow]
  double **y;    // [nmetric][nrow]
} sweep;

int sweep_read(sweep *w);          // plan, metrics and machine from the command line
int sweep_collect(sweep *w);       // from the journal
int sweep_write(sweep *w);         // the table
void sweep_print(const sweep *w);  // summary, sensitivities, Pareto front
void sweep_print_json(const sweep *w);
int sweep_plot(sweep *w, const char *path);
int sweep_pareto(const sweep *w, int **front);  // rows that no other beats in all metrics that --pareto names; -1: bad option
double sweep_influence(const sweep *w, int vary, int metric);  // rank correlation (Spearman 1904)
int sweep_compile(sweep *w, const dv_machine *m, int lanes);   // finds a compiled machine, or makes one; m: the first run's
int sweep_under_mpi(void);                                     // 1: mpirun started this
int sweep_mpi_start(sweep *w);                                 // shard and shards are rank and size
int sweep_mpi_gather(sweep *w);                                // all results into the journal of rank 0
