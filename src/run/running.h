// running.h: a run that goes on: what its parts share. Inside run/ and solve/ only.
#pragma once

#include "engine/program.h"
#include "engine/compiled.h"
#include "run/multiple.h"
#include "run/run.h"
#include "run/seize.h"

// ---- instants.c: instants that a run must hit. Multiples are counted from t = 0, so a continued run hits the same ones.

typedef struct {
  int part;
  double period;
  long done;  // index of the last sampling time that was served in this run; -1: none
} dv_sampling;

typedef struct {
  double near;    // instants closer than this are one
  double corner;  // next corner of a signal
  double latest;  // last instant before it
  int nsampling;
  dv_sampling *sampling;
} dv_times;

// ---- fan.c: one state in all lanes, displaced along another direction in each.

typedef enum {
  DV_ALONG_COMPONENT,  // of x
  DV_ALONG_CHART,      // of the steppers' chart: numbers add, attitudes turn
  DV_ALONG_TANGENT,    // of the machine: all coordinates move in child axes, as their rates do
} dv_direction;

typedef struct {
  const dv_model *m;
  const dv_chart *chart;
  const dv_engine *engine;
  dv_engine own;
  double *num, *work, *base, *x, *d, *xi, *dx;  // [..][lane]
  const double *scale;                          // [nx] nominal sizes
  int along, n, used;                           // displacements; lanes that have some
  int *lane, *at;  // [n] lane[k] is displaced along at[k] by by[k]; k is the lane, unless one has several
  double *by;
  const dv_pattern *pattern;  // of its Jacobian; NULL: none is taken
  int in_chart;               // 1: its Jacobian is that of the chart, not of components
  long evaluations, jacobians;
  struct dv_fan_loops *loops;  // NULL: none
  const dv_entries *entries;   // NULL: by differences
} dv_fan;

// width 0: the widest. momenta: NULL, or [nx] nominal sizes of the state with momenta, which is then displaced.
dv_fan *dv_fan_new(dv_arena *a, const dv_model *m, const dv_chart *c, int width, const double *momenta,
                   const dv_compiled *compiled);
void dv_fan_renew(dv_fan *f);  // the numbers of its model have changed
void dv_fan_set(dv_fan *f, double t, const double *x, const double *d, dv_direction along);  // base state in all lanes
void dv_fan_clear(dv_fan *f);                                                                // no displacements
int dv_fan_push(dv_fan *f, int at, double by);                 // the next lane; 1: all lanes are in use
void dv_fan_also(dv_fan *f, int at, double by);                // the same lane
int dv_fan_evaluate(dv_fan *f, double t);                      // rates of every lane; > 0: not finite
double dv_fan_rate(const dv_fan *f, int i, int lane);          // rate of direction i in a lane
double dv_fan_step(const dv_fan *f, int at, double relative);  // displacement that suits the state's size

// Entries J of the pattern by forward differences, on the components of x; rate: at x. > 0: not finite.
int dv_fan_components(dv_fan *f, double t, const double *x, const double *d, const double *rate, double *J);
// The same in the chart, without its own curvature (dv_stepping.jacobian).
int dv_fan_chart(void *fan, double t, const double *x, const double *d, const double *rate, double *J);

// ---- fan_loop.c: what depends on others in machines with closed loops

struct dv_fan_loops *dv_fan_loops_new(dv_arena *a, const dv_model *m, const dv_chart *c, int momenta);  // NULL: no loops
// x with its loops closed, and how it moves on from there.
const double *dv_fan_loops_close(struct dv_fan_loops *p, const dv_model *m, double t, const double *x, const double *d);
int dv_fan_loops_idle(const dv_fan *f, int at);  // 1: the direction depends on others
void dv_fan_loops_follow(dv_fan *f);             // after the lanes are displaced

// ---- ledger.c

typedef struct {
  double kinetic, potential, stored;
  double *part;  // stored energy of each part
  double *quad;  // integrals so far
} dv_books;

typedef struct {
  dv_books start, now;
  double *sign;            // [nquad] of each integral in the residual
  double *lost_in_jumps;   // [part] stored energy that its jumps give up, J
  double exchanged;        // half the sum of |changes| of kinetic, potential and each part's stored energy between records, J
  double kinetic_most;     // largest kinetic energy seen
  double last_time;        // time of the last look
  double power_most;       // largest exchange per time between two of them, W
  struct dv_flows *flows;  // [part] room for the rows
} dv_accounts;

// ---- the run

typedef struct {
  const dv_model *m;
  const dv_run_options *o;
  dv_state *s;
  const dv_engine *engine;  // one lane
  const dv_engine *fast;    // the same for steps, compiled if it can be: leaves no more than rates
  dv_engine own;
  const dv_chart *chart;
  dv_fan *fan;
  const double *num;
  const double *scale;  // [nx] nominal sizes of what is integrated
  double *work, *dx;    // [nwork], [nx]
  double *shown;        // [nx] the state with rates, where momenta are integrated; else NULL
  double *root;         // [2][nroot] before and after a jump
  int *chain;           // [nroot] 1: carried across zero by a jump
  double *seize;        // [dv_seize_room]
  double *take_in;      // [dv_loops_room]
  double *d_end;        // [nd] discrete states of the last record, where the next run will sample
  dv_times times;
  dv_accounts accounts;
  int silent;       // 1: nothing is recorded and the ledger is not checked: the caller that steps the run asks for both
  int unanswered;   // 1: what a record shows has no answer (a node, a loop of signals), which was told
  char *told;       // warnings of guard.c that were given
  double way;       // loop_review.c: how far the loops were from a position in which they branch, after the last step
  int told_branch;  // 1: that one was passed was told
  double step;      // fixed, s; 0: by the error
  int order;        // of the method that takes it
  double every;
  double recorded;  // time of the last record
  dv_recorder *record;
  dv_progress *progress;
  void *context;
  dv_run_result *out;
  dv_diags *diags;
  dv_arena *arena;
} dv_running;

static inline double dv_running_every(const dv_run_options *o)  // s, between records
{
  return o->every > 0 ? o->every : (o->until > 1e-9 ? o->until : 1e-9) / 1000;
}

// The fan of a run's Jacobians (r->fan), by its options.
void dv_fan_open(dv_running *r, const dv_pattern *p, int in_chart);
// Jacobians by these entries from now on, traced at the state. 1: there are none.
int dv_fan_sharpen(dv_running *r, dv_entries_maker *make);

void dv_times_start(dv_running *r, double step);            // 0: the error decides
double dv_times_end(const dv_running *r, double t);         // s, its end; a run without one looks a second ahead
void dv_times_adapt(dv_running *r, double t);               // without a fixed step, before each: what is near
void dv_times_again(dv_running *r, int moved);              // numbers were changed from outside; moved: the time, too
double dv_times_stop(const dv_running *r, double t);        // next corner, sampling time or end after t
double dv_times_plain_stop(const dv_running *r, double t);  // the same without corners
double dv_times_record(const dv_running *r, double t);      // next recording time after t
int dv_times_is_record(const dv_running *r, double t);
int dv_times_serve(dv_running *r, double t);  // samples the parts that are due, once; 1: a discrete state changed
void dv_times_foresee(dv_running *r, double t, const double *x,
                      double *d);            // samples into d what is due, for the record of the end
int dv_times_pass(dv_running *r, double t);  // 1: t is the corner; the next one is looked up

// ---- loop_review.c: pivots of closed loops between steps

void dv_loops_begin(dv_running *r);                                // at the start: tells if two motions meet there
int dv_loops_branching(dv_running *r, double t, const double *x);  // 1: two motions meet there, and a diagnostic says so
int dv_loops_blame(dv_running *r, double t, const double *x);      // 1: a loop cannot be closed at x, and a diagnostic says so
int dv_loops_review(dv_running *r, double t);                      // after a step or an event of it: 0, or 2 with a diagnostic
// How far a closure that was taken for redundant is open at the tidy x; 1 and above: a review is due.
double dv_loops_strain(dv_running *r, const double *x);
// loop_take_in.c: such a closure counts from now on; d_end: discrete states before it did. 0, or 2 with a diagnostic.
int dv_loops_take_in(dv_running *r, double t, int row);
size_t dv_loops_room(const dv_model *m);
const dv_chart *dv_chart_independent(dv_arena *a, const dv_model *m, const dv_chart *c,
                                     const double *d);                           // moving: independent only
double dv_loops_margin(dv_running *r, double t, const double *x, double *tidy);  // tidy: [nx] scratch; < 0: a review is due

static inline int dv_running_halted(const dv_running *r) { return r->o->halt && *r->o->halt; }

void dv_guard_open(dv_running *r);
void dv_guard_look(dv_running *r, double t, const double *end);  // after observe; end: NULL, or the last state
void dv_guard_blame(dv_running *r, double t, const double *x);   // the run ends in a failure at x: what is out of its range there

int dv_running_record(dv_running *r, double t, const double *x, const double *quad, int last);  // non-zero: stop
// A corner or a sample may carry a root across: parts act on it. before, after: [nroot]; after is renewed. 1: something crossed
int dv_running_cross(dv_running *r, double t, const double *before, double *after, int *crossed);
int dv_running_jump(dv_running *r, double t, const double *x, const int *crossed);  // crossed [nroot]; parts act on their roots

// After a step: parts that want to know are told. 1: one of them acted
int dv_running_stepped(dv_running *r, double t);
int dv_running_lost(dv_running *r, double t);  // 2, if a part has failed, with a diagnostic; else 0

void dv_ledger_open(dv_running *r);                                // after rates and observe at the start
void dv_ledger_note(dv_running *r, double t, const double *quad);  // after rates and observe at a record
void dv_ledger_close(dv_running *r);
int dv_ledger_check(dv_running *r);           // 0: all energies of the last look are numbers; else it says whose is none
double dv_ledger_limit(const dv_running *r);  // relative residual above which a run warns
double dv_ledger_joule(const dv_running *r);  // kinetic energy at nominal rates: what a joule weighs in this machine

// A state that tidying moves by less, against its size, has been tidied. Rates that follow by large factors move by 1e-12.
#define DV_TIDY_WITHIN 1e-11
// The run's state with unit quaternions, driven coordinates in place and loops closed; one that is tidy already keeps its bits.
void dv_running_tidy(dv_running *r, double *x);
int dv_running_begin(dv_running *r);  // after numbers, time or state were changed from outside: 0, or 2 with a diagnostic
// Roots with new inputs become those that the next instant is compared with; not those of parts that act where a root crosses and
// hold no side (a grip that an input closes): they see the crossing. Of every lanes-th number from `lane` on.
void dv_roots_turn(const dv_model *m, const double *now, double *before, int lanes, int lane);
void dv_running_hold(dv_running *r);   // after inputs were: parts hold the sides on which they are
int dv_running_open(dv_running *r);    // ready to advance, books opened. 0, or 2 with a diagnostic
void dv_running_leave(dv_running *r);  // the state has rates again, where momenta are integrated
void dv_running_close(dv_running *r);  // closes the books

int dv_run_onestep(dv_running *r, const dv_stepper *stepper);

// ---- failure.c: what went wrong, with the variable and its line. All return 2.

const char *dv_state_place(dv_arena *a, const dv_model *m, int x);  // "boom.p_a (crane.yaml:42)"
// Of the states that are not finite the one that was largest before; -1: all are.
int dv_state_worst(const dv_model *m, const double *x, const double *before);
int dv_fail_finite(dv_running *r, double t, const double *x, const double *dx, const char *remedy);
int dv_fail_inverse(dv_running *r, double t, const double *x);  // 1: multipliers have no inverse of the tree's mass there; told
int dv_fail_mass(dv_running *r, double t, const double *x, int state);  // 1: the rate's machine has no inertia there; told
const char *dv_fail_origin(const dv_running *r, int state);             // of a rate that is not finite: ", since ..."; or ""
int dv_fail_tee(dv_running *r, double t);                               // 1: a node without capacity has no answer; told
int dv_fail_step(dv_running *r, double t, const double *speed, const char *what,
                 const char *remedy);  // speed [nx]: the largest is named
int dv_fail_chatter(dv_running *r, double t, int part);
int dv_fail_part(dv_running *r, double t, int part);  // by what the part itself says
