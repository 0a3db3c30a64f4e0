// trial.h: a machine under comparison, and runs of it.
#pragma once

#include "machine.h"
#include "stream.h"
#include "engine/compiled.h"

typedef struct {
  const char *method;
  double step, tolerance;  // step 0: by the error, with this tolerance
  double until;            // 0: as the machine says
  int momentum;
  const dv_compiled *compiled;
  const dv_state *from;  // NULL: the start
} way;

// What a run left behind.
typedef struct {
  int failed, slow;    // slow: it was stopped; nothing is known
  const char *why;     // of a failure
  int doubted;         // 1: it said that its books of energy do not close
  double *end, *peak;  // [nx] last state, largest size of each
  dv_state *state;     // at the end
  dv_ledger ledger;
  long events, steps;
} course;

typedef struct {
  dv_units *units;
  const char *folder, *davit;  // davit: the command; NULL: not there
  uint64_t number;             // of the machine, for shares and choices
  const dv_node *root;
  dv_arena *arena;
  machine *m;
  double until, fastest;    // s; 1/s: largest eigenvalue at the start and at the end
  double swing;             // 1/s: largest of those that swing more than they decay
  const course *reference;  // by cvode, tight
  int told;                 // 1: a run of the comparison said itself that what follows is not determined
  int branches;             // 1: it said so of the start, where loops come to a branching position
  char said[600];           // what differs
} trial;

// Not here: the comparison has no meaning; open: no run converges; told: they differ, and a warning said that they may.
typedef enum { AGREES, DIFFERS, NOT_HERE, OPEN, TOLD, VERDICTS } verdict;
typedef verdict comparison(trial *t);

typedef struct {
  const char *name;
  int one_in;  // of so many machines
  comparison *compare;
  const char *doc;
} row;
extern const row rows[];
extern const int nrow;

#define TIGHT 1e-9  // tolerance of reference runs
#define CLOSE 1e-6  // states that are as near as this, against their size, are the same

int trial_open(trial *t);  // reads, runs the reference. 0: it can be compared
course *course_run(trial *t, const machine *m, const way *w);
double course_shaken(trial *t, const machine *m, const way *w);
double courses_apart(const machine *m, const course *a, const course *b);
// Both runs of `a` and `b`, each at two tolerances, if they differ: converged and still apart is a difference.
verdict trial_converges(trial *t, const machine *ma, way a, const machine *mb, way b);
verdict say(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));        // DIFFERS
verdict say_apart(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));  // of solutions: or TOLD
// A run that failed and asked for a looser rtol: as `looser` it must go through, and agree with `fine`, which is by `other`.
verdict compare_remedy(trial *t, way looser, way other, const course *fine);
// If it asked for smoother laws: with those it must go through, and agree with the other way; else say_fails.
verdict compare_smoothed(trial *t, way failed, way other, const course *c, const char *what);
int agree_smoothed(trial *t, way a, way b);
verdict say_fails(trial *t, const machine *m, way other, const course *failed, const char *what);  // or OPEN: where all is chaos

// The same machine written in another way: state i of `b` is state map[i] of `a`, found by name. 0: all found.
typedef const char *rename_state(dv_arena *a, const char *name, const void *context);
int states_match(const machine *a, const machine *b, rename_state *as, const void *context, int *map);
// Rates at the start of both; then the runs. map NULL: the same order.
verdict same_machine(trial *t, const machine *other, const int *map, const char *what);
// The same after a look whether it was read, and has states of the same names.
verdict same_states(trial *t, const machine *other, const char *what);
double *rates_of(const machine *m, double t, const double *x, const double *d);
