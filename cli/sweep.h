// sweep.h: what the files of the verb `sweep` share.
#pragma once

#include "batch/statistics.h"
#include "batch/sweep.h"
#include "cli.h"
#include "mpi/module.h"

typedef struct {
  args *a;
  dv_sweep s;
  dv_reading *reading;  // of s, to be closed
  dv_metric *metric;
  int *goal;  // [nmetric] of --pareto: -1 less is better, 1 more, 0 does not count
  const char *out;
  const dv_mpi *mpi;  // NULL: alone
  int shard, shards, jobs, kept;
  double begin, shown;  // s, wall: when it began, when progress was last shown
  double spent;         // s, wall: all runs together
  uint64_t key;         // of everything that the numbers depend on
  int nrow;             // results: rows of the plan that are finished
  int *run;             // [nrow]
  int *failed;          // [nrow] as the exit code of a run alone: 0, BAD_FILE, RUN_FAILED
  double **x;           // [nvary][nrow]
  double **y;           // [nmetric][nrow]; NaN: the run failed or the metric has no value
} sweep;

// What a varied number does to a metric.
typedef struct {
  double from, to;  // its range: the ends of the grid, 5 and 95 % of what was drawn
  double change;    // of the metric over that range, by a linear fit over all; NaN: there is none
  double rank;      // rank correlation
} influence;

double sweep_clock(void);                      // s, wall
void sweep_progress(void *context, int done);  // of the sweep: so many groups are made
void sweep_end_progress(const sweep *w);
int sweep_interrupted(sweep *w, const char *why);  // says so, and how to go on
int sweep_on_card(sweep *w);                       // all runs by a graphics card
int sweep_precision(const sweep *w);               // row of --precision, -1 after a diagnostic
int sweep_read(sweep *w);                          // plan, metrics and machine from the command line
int sweep_collect(sweep *w);                       // from the journal
int sweep_write(const sweep *w);                   // the table
void sweep_sort_facts(dv_history *h);              // so that joined tables have the bytes of whole ones
int sweep_join(args *a);                           // tables of shards into one
void sweep_print(const sweep *w);                  // summary, sensitivities, Pareto front
void sweep_print_json(const sweep *w);
int sweep_plot(sweep *w, const char *path);
int sweep_broken(const sweep *w);                                    // rows that failed
int sweep_pareto(const sweep *w, int **front);                       // rows that no other beats; 0: none was asked for
double sweep_influence(const sweep *w, int metric, influence *out);  // [nvary]; share of the variance that the fit explains
int sweep_compile(sweep *w, const dv_machine *m, int lanes);         // finds a compiled machine, or makes one; m: one of the runs
int sweep_is_number(const sweep *w, int vary);                       // 0: a list of texts
const char *sweep_label(const sweep *w, const char *name, const char *unit);  // "name [unit]"
const char *sweep_command(const sweep *w, int run);                           // davit run ..., to see one of them
int sweep_under_mpi(void);                                                    // 1: mpirun started this
int sweep_mpi_start(sweep *w);                                                // shard and shards are rank and size
int sweep_mpi_gather(sweep *w);                                               // all results into the journal of rank 0
