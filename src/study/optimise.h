// optimise.h: numbers of a machine file that make a metric least, or largest, while others keep limits, over one or several
// cases.
//
// Values and slopes by runs of the machine (batch/gradient.h). Searches from several starts and for each choice of listed values
// are items of their own; what they look at is in a journal, so that a killed one goes on.
#pragma once

#include "batch/gradient.h"
#include "batch/journal.h"

typedef struct {
  double lower, upper, start;  // SI; -inf, inf: no bound
} dv_range;

// A choice among listed values.
typedef struct {
  const char *path;
  const char **text;  // [n] as in --set
  int n;
} dv_listed;

// A metric of one case, or of all: -1. Of an objective: the mean of them.
typedef struct {
  int metric, in_case;
  const char *text;  // as the user wrote it
  int sense;         // objective: 1 least, -1 largest. Limit: -1 <=, 1 >=, 0 =
  double limit;      // in the metric's unit
} dv_wanted;

enum { DV_OPTIMISE_MOST = 300 };  // evaluations of one item that are kept

typedef struct {
  dv_gradient g;  // file, reading, options without case, the numbers `by` with units, metrics
  int ncase;
  const char **case_name;  // [ncase] NULL: none
  dv_range *range;         // [g.nby]
  int nlisted;
  const dv_listed *listed;
  int nobjective, nlimit;
  const dv_wanted *objective;  // [nobjective]
  dv_wanted *limit;            // [nlimit] each of one case
  const char *method;
  int starts, front;  // searches from different starts; points of a front
  uint64_t seed;
  double tolerance;
  dv_journal *journal;  // NULL: none
} dv_optimise;

// Where a search is: everything of one point.
typedef struct {
  double *x;            // [nby] SI
  double *value;        // [ncase][nmetric]
  double *slope;        // [ncase][nmetric][nby]
  double objective[2];  // in units
  double violation;     // largest excess over a limit, of its size
  double residual;      // what slopes leave unexplained by limits and bounds, of the objective's slope at the start
  double steepest;      // that slope, over the range of a number
  double *price;        // [nlimit] of the objective per unit of the limit; 0: it does not hold anything up
  double *bound_price;  // [nby] the same of bounds, per SI
  int evaluations, choice;
} dv_optimum;

dv_optimum *dv_optimum_new(dv_arena *a, const dv_optimise *o);
int dv_optimise_choices(const dv_optimise *o);                                         // combinations of listed values
const char *dv_optimise_choice(const dv_optimise *o, dv_arena *a, int choice, int k);  // "path=value" of the k-th list
int dv_optimise_values(const dv_optimise *o);                                          // numbers of a record of the journal

// One search: with weights of two objectives by a limit on the second (eps, NaN: none) and which of them leads. 0; 1, 2: no run
// at its start, as dv_gradient_run.
typedef struct {
  int item;           // its place in the journal
  int choice, start;  // choice -1: what the file has
  int leads;          // which objective
  double below;       // the other one at most, in its unit; NaN: anything
  const volatile sig_atomic_t *halt;
} dv_search;
int dv_optimise_search(const dv_optimise *o, const dv_search *s, dv_diags *d, dv_optimum *out);
// A point alone, with slopes.
int dv_optimise_look(const dv_optimise *o, const dv_search *s, dv_diags *d, const double *x, dv_optimum *out);

// optimise_prices.c
void dv_optimise_prices(const dv_optimise *o, const dv_search *s, dv_optimum *p);
// optimise_check.c: faults of the question: no value, no influence, jumps. 0, or 1 after a diagnostic. first: at the start.
int dv_optimise_question(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first);
// ... of the answer: infeasible, unbounded, stuck at a jump. 0 (perhaps with warnings), or 1 after a diagnostic.
int dv_optimise_answer(const dv_optimise *o, const dv_search *s, dv_diags *d, const dv_optimum *first, dv_optimum *last);
