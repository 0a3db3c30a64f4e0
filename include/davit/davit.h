// davit.h: the library for programs, version 1: run a machine to its end, or step it (doc/api.md).
//
// To its end:
//
//   dv_session *s = dv_open("crane.yaml");
//   dv_set(s, "parameters.m1", "3 kg");
//   if (dv_simulate(s) == 0) { double x[100000]; dv_column_read(s, dv_column_find(s, "boom"), x); }
//   for (int i = 0; i < dv_message_count(s); i++) puts(dv_message(s, i));
//   dv_close(s);
//
// Step by step, under a controller of your own:
//
//   char why[1000];
//   dv_model *m = dv_model_open("crane.yaml", NULL, NULL, 0, why, sizeof why);  // NULL: `why` tells
//   int lever = dv_model_find(m, "lever.value"), boom = dv_model_find(m, "boom");
//   dv_sim *s = dv_sim_new(m, NULL, why, sizeof why);
//   while (dv_sim_time(s) < 10 && !dv_sim_step(s, 1e-3)) dv_sim_set(s, lever, -2 * dv_sim_get(s, boom));
//   puts(dv_sim_message(s));
//   dv_sim_free(s), dv_model_free(m);
//
// Nothing is printed, no signal is caught, no environment is read, nothing is global. A session, a sim or a batch belongs to one
// thread at a time; any number may be open, in any number of threads, and threads may share a model. Without enough memory a call
// gives DV_NO_MEMORY, and the program goes on. NULL in the place of any of them or of a text, a handle that is none, a number
// that is not finite and a sim that was freed are wrong use, which is told: it never crashes.
#pragma once

#include <stddef.h>

#define DAVIT_API 1  // of this header; a program that was made for 1 runs with all libraries libdavit.so.0 that have it

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dv_session dv_session;

enum { DV_OK = 0, DV_BAD_FILE = 1, DV_RUN_FAILED = 2, DV_NO_MEMORY = 3, DV_BAD_USE = 64 };  // as the command's exit codes

const char *dv_version(void);

dv_session *dv_open(const char *path);  // .yaml or .urdf; faults show in dv_check and dv_simulate. NULL: out of memory
void dv_close(dv_session *s);           // NULL is fine

// Before dv_check or dv_simulate; both may follow each other again and again.
void dv_case(dv_session *s, const char *name);                    // NULL: none
void dv_set(dv_session *s, const char *path, const char *value);  // as --set: "solver.method" "rk4", "until" "2 s", "m1" "3 kg"
void dv_record_only(dv_session *s, const char *pattern);  // columns to record, with *; may be repeated. Default: the shown ones

// Kinds from a library (davit/library.h), as --kinds: it is code, and runs with the rights of the program. May be repeated. Each
// session has its own; what is wrong with it shows in dv_check and dv_simulate.
void dv_use_kinds(dv_session *s, const char *library);
// 1: parts of `kind: fmu` may load the FMUs that they name: they are code, too. Without it a machine that has such parts is
// refused.
void dv_allow_fmus(dv_session *s, int on);

// 1: the next runs are filmed, for the replay that .h5 and .html results hold.
void dv_record_film(dv_session *s, int on);

// From another thread, or a handler of signals: the run that goes on stops at its next step, as one that failed; what is
// recorded stays.
void dv_stop(dv_session *s);

int dv_check(dv_session *s);     // reads and compiles
int dv_simulate(dv_session *s);  // and runs

// What was wrong, of the last call: "file:line:col: error: what; remedy".
int dv_message_count(const dv_session *s);
const char *dv_message(const dv_session *s, int i);

// Results of the last run. Column 0 is the time. Texts live until the next run.
int dv_row_count(const dv_session *s);
int dv_column_count(const dv_session *s);
const char *dv_column_name(const dv_session *s, int column);
const char *dv_column_unit(const dv_session *s, int column);
int dv_column_find(const dv_session *s, const char *name);          // -1: not recorded; "x" finds "x.position" too
void dv_column_read(const dv_session *s, int column, double *out);  // [dv_row_count]
// By extension, whole or not at all: .csv, .h5..., or .html, one page with the replay of a run that was filmed.
int dv_save(dv_session *s, const char *path);

typedef struct {
  long steps, evaluations;
  double wall;                // s
  double residual, relative;  // of the energy ledger: J; of throughput
} dv_summary;
dv_summary dv_summary_of(const dv_session *s);

// ---- a model: a machine as one const block of bytes, ready to be stepped by any number of sims

typedef struct dv_model dv_model;

// From a machine file (.yaml, .urdf) with a case (NULL: none) and settings as of --set, "path=value". NULL after a fault: then
// message [room] has all of them, a line each; else warnings, or "". Looks for the equilibrium if the file says `start:` so.
dv_model *dv_model_open(const char *path, const char *case_name, const char *const *setting, int nsetting, char *message,
                        size_t room);
// The same with code of others, which runs with the rights of the program and stays loaded as long as the model and its sims;
// dv_model_bytes gives nothing of a model that uses it.
typedef struct {
  const char *case_name;       // NULL: none
  const char *const *setting;  // [nsetting]
  int nsetting;
  const char *const *library;  // [nlibrary] of kinds, as --kinds
  int nlibrary;
  int allow_fmus;  // 1: parts of `kind: fmu` may load the FMUs that they name (doc/fmi.md)
} dv_opening;
dv_model *dv_model_open_with(const char *path, const dv_opening *o, char *message, size_t room);
// From a saved block (`davit build machine.yaml -o machine.dvm`). It is checked whole and copied: what is not whole, of another
// version, byte order or table of kinds is refused, and message says so.
dv_model *dv_model_load(const void *bytes, size_t n, char *message, size_t room);
const void *dv_model_bytes(const dv_model *m, size_t *n);  // what dv_model_load takes, in the care of the model
void dv_model_free(dv_model *m);                           // NULL is fine. Sims of it may live on; the last one takes it along

// Variables: states, outputs, inputs and parameters, by handle 0 .. dv_model_variables - 1. All numbers are SI.
typedef enum { DV_IS_STATE, DV_IS_OUTPUT, DV_IS_INPUT, DV_IS_PARAMETER } dv_is;

typedef struct {
  const char *name, *unit, *doc;  // in the care of the model
  dv_is is;
  int shown;     // 1: a run records it by default
  int settable;  // 1: dv_sim_set may change it: states, inputs, and parameters that a running machine can change
  double start;  // states, inputs and parameters: at the start; else 0
  double nominal, least, most;
} dv_info;

int dv_model_variables(const dv_model *m);
int dv_model_find(const dv_model *m, const char *name);  // handle, or -1; "boom" finds "boom.position" too
int dv_model_info(const dv_model *m, int handle, dv_info *out);
const char *dv_model_name(const dv_model *m);
int dv_model_states(const dv_model *m);        // continuous states, with all components of quaternions
int dv_model_state(const dv_model *m, int i);  // handle of the i-th
int dv_model_roots(const dv_model *m);         // event indicators

// How sims of it step, and the experiment of its file.
typedef struct {
  const char *method;  // "rk4", "rosenbrock", "cvode"...: as `solver:` of a machine file; NULL: as the file says
  double step;         // s; 0: as the file says, 1 ms if it says nothing; < 0: by the error (rosenbrock, dopri5)
  double rtol, atol;   // 0: as the file says
  int order;           // most of cvode; 0: as the file says
  double until, every;
} dv_method;
dv_method dv_model_method(const dv_model *m);

// ---- a sim: a machine that is stepped

typedef struct dv_sim dv_sim;

dv_sim *dv_sim_new(const dv_model *m, const dv_method *by, char *message, size_t room);  // by NULL: as the file says
void dv_sim_free(dv_sim *s);                                                             // NULL is fine, twice is told by nobody

// Steps: DV_OK, DV_RUN_FAILED (dv_sim_message says why; only reset, free or another state help then), DV_BAD_USE. Inputs are
// constant over a step; what samples at its start sees them. Events inside are located. A fixed step ends on the multiples of the
// method's own, and steps of one length on multiples of that, so that the bits are those of `davit run`. Rates are integrated,
// also where the file says `formulation: momentum`.
int dv_sim_step(dv_sim *s, double dt);    // dt > 0
int dv_sim_step_to(dv_sim *s, double t);  // t later than now
int dv_sim_reset(dv_sim *s);              // to the start, with inputs, parameters and books as at first
double dv_sim_time(const dv_sim *s);

double dv_sim_get(dv_sim *s, int handle);  // now; NAN: no such handle, or a sim that was freed
int dv_sim_set(dv_sim *s, int handle, double value);
int dv_sim_get_many(dv_sim *s, const int *handle, int n, double *value);
int dv_sim_set_many(dv_sim *s, const int *handle, int n, const double *value);  // all of them or none

// The whole state with inputs, parameters, method and books: stepping on from it gives the same bits. Of this model only.
size_t dv_sim_state_bytes(const dv_sim *s);
int dv_sim_state_save(dv_sim *s, void *to, size_t n);
int dv_sim_state_load(dv_sim *s, const void *from, size_t n);

// The machine at a point, for integrators of others: time and continuous states in, rates and event indicators out. After
// dv_sim_set_time and dv_sim_set_states discrete states are as they were until dv_sim_event.
int dv_sim_set_time(dv_sim *s, double t);
int dv_sim_get_states(dv_sim *s, double *x);  // [dv_model_states]
int dv_sim_set_states(dv_sim *s, const double *x);
int dv_sim_rates(dv_sim *s, double *dx);    // [dv_model_states]
int dv_sim_roots(dv_sim *s, double *root);  // [dv_model_roots]: a change of sign is an event; zero is on the positive side
// What happens at this instant: parts act on roots that changed sign, samples are taken, quaternions and loops are tidied.
typedef struct {
  int states_changed;  // 1: continuous states are others now
  int acted;           // 1: a part acted on a root, or a discrete state is another
  double next;         // s; the next corner or sampling time; HUGE_VAL: none
} dv_happening;
int dv_sim_event(dv_sim *s, dv_happening *out);
// Derivatives at this instant: out[i] = sum of d of_i / d along_j seed_j. `of`: states (their rates) and outputs (their values);
// `along`: states, inputs and parameters. Exact, by the machine's graph, which is derived when new outputs or parameters are
// asked for, or after a parameter was set (tenths of a second for a large machine); in the core alone by the graph in the block,
// if `davit build --slopes` put it there. By central differences (about nine digits) without one, with kinds from outside, and
// along parameters from which others follow.
int dv_sim_slope(dv_sim *s, const int *of, int nof, const int *along, int nalong, const double *seed, double *out);

// The energy ledger since the start, J; relative: residual over throughput, as far as outputs were looked at.
typedef struct {
  double kinetic, potential, stored;     // changes
  double supplied, dissipated, removed;  // removed: taken out by drives and sources
  double residual, throughput, relative;
} dv_energy;
int dv_sim_energy(dv_sim *s, dv_energy *out);

typedef struct {
  long steps, rejected, evaluations, events;
} dv_counts;
dv_counts dv_sim_counts(const dv_sim *s);

const char *dv_sim_message(const dv_sim *s);         // why the last call that failed did; "": none has
const char *dv_sim_warning(const dv_sim *s, int i);  // what a run would warn of, so far; NULL after the last

// ---- a sim's machine near its state (the core alone has none of these)

// Puts the sim into the rest near its state: all rates zero; time, inputs and parameters as they are. hold [n]: joints that stay
// where they are. What cannot be found is a failed call: the sim is where it was.
typedef struct {
  int iterations;
  double residual;
  double moved;  // s that the machine had to move first; 0: it was near enough
} dv_rest;
int dv_sim_rest(dv_sim *s, const char *const *hold, int n, dv_rest *out);  // out: may be NULL

// xi' = A xi + B u, y = C xi + D u, and the eigenvalues of A: displacements xi first (attitudes in child axes), as many rates,
// states of parts. Arrays are row-major.
typedef struct {
  int n, nu, ny, nmode;  // nmode: a conjugate pair is one; by rising frequency
  int displacements;
  int exact;  // 1: slopes of the machine's graph; 0: differences
  const double *A, *B, *C, *D;
  const char *const *state, *const *input, *const *output;  // names
  const double *re, *im;              // [n] eigenvalues: of the modes, then the conjugates of those with im > 0
  const double *frequency, *damping;  // [nmode] Hz (undamped), ratio
  const double *shape_re, *shape_im;  // [n][n], the first nmode columns; largest displacement 1
} dv_linearised;
// input NULL: all inputs; inputs and parameters, outputs: any variable. NULL: dv_sim_message says why.
const dv_linearised *dv_sim_linearise(dv_sim *s, const int *input, int nu, const int *output, int ny);
void dv_linearised_free(const dv_linearised *l);  // NULL is fine

// ---- kinds of parts and signals: 0 .. dv_kind_rows - 1

typedef struct {
  const char *name, *doc;
  int parameters;
} dv_kind_facts;
int dv_kind_rows(void);
int dv_kind_row(int kind, dv_kind_facts *out);
int dv_kind_parameter(int kind, int i, dv_info *out);  // name, unit, doc, start: default (NAN: it must be given), least, most
// The kind's reference with its example, as `davit kinds NAME` prints it. Its length, as snprintf gives it; 0: no such kind.
size_t dv_kind_text(int kind, int markdown, char *to, size_t room);

// ---- a batch: n runs of a model side by side, in threads and, by methods of one step with a fixed step, in the lanes of
// vectors: those that are at the same time. Arrays are [n][quantity], a run after the other.

typedef struct dv_batch dv_batch;

dv_batch *dv_batch_new(const dv_model *m, const dv_method *by, int n, int threads, char *message,
                       size_t room);  // threads 0: one for each CPU
void dv_batch_free(dv_batch *b);
int dv_batch_size(const dv_batch *b);
// All runs; a run that fails stays where it is until it is reset, and the others go on. The worst of their codes.
int dv_batch_step(dv_batch *b, double dt);
int dv_batch_set(dv_batch *b, const int *handle, int n, const double *value);
int dv_batch_get(dv_batch *b, const int *handle, int n, double *value);
int dv_batch_reset(dv_batch *b, const char *which);  // which [n]: 1: this run; NULL: all
int dv_batch_code(const dv_batch *b, int i);         // of run i in the last call
const char *dv_batch_message(const dv_batch *b);     // of the first run whose code is not DV_OK
dv_sim *dv_batch_sim(dv_batch *b, int i);  // for parameters, states and whatever else of a single run; the batch frees it

// ---- a batch on a graphics card (NVIDIA, with its driver and NVRTC): what goes in and out stays there
//
// n runs of a model by a one-step method with a fixed step, one thread of the card each, with the bits of sims. Pieces into which
// an event falls are made by the processor. in [nin]: inputs that are given in every step; out [nout]: variables that are shown
// after it. Without a card, or for a machine that cannot be written down, NULL and a message. The core alone has none of these.
typedef struct dv_gpu_batch dv_gpu_batch;
typedef struct {
  const int *in, *out;
  int nin, nout;
  int card;  // which one, from 0 on
} dv_exchanged;
int dv_gpu_cards(void);  // cards of this computer; 0: none
dv_gpu_batch *dv_gpu_batch_new(const dv_model *m, const dv_method *by, int n, const dv_exchanged *what, char *message,
                               size_t room);
void dv_gpu_batch_free(dv_gpu_batch *b);
int dv_gpu_batch_size(const dv_gpu_batch *b);
// Addresses on the card, as long as the batch lives: what is read when a step begins, [n][nin]; what was written when one ended
// (or at a start), [n][nout]. Nothing is under way there between two calls.
double *dv_gpu_batch_inputs(dv_gpu_batch *b);
const double *dv_gpu_batch_outputs(dv_gpu_batch *b);
int dv_gpu_batch_apart(const dv_gpu_batch *b);  // 1: the processor cannot read these addresses; 0: a stand-in for a card
int dv_gpu_batch_set(dv_gpu_batch *b, const double *in);  // the same from and to the processor's memory
int dv_gpu_batch_get(dv_gpu_batch *b, double *out);
int dv_gpu_batch_step(dv_gpu_batch *b, double dt);
int dv_gpu_batch_reset(dv_gpu_batch *b, const char *which);  // which [n]: 1: this run; NULL: all. Inputs stay as they are
int dv_gpu_batch_code(const dv_gpu_batch *b, int i);         // of run i in the last step
long dv_gpu_batch_pieces(const dv_gpu_batch *b);             // that the processor has made so far
const char *dv_gpu_batch_message(const dv_gpu_batch *b);

#ifdef __cplusplus
}
#endif
