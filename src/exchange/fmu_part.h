// fmu_part.h: an FMU as a part of a machine: the kind that is made for it, its instances; inside exchange/ only.
//
// What an FMU keeps inside is no part of our state: a discrete state of the part, its *epoch*, says which. It is 0 before the
// start, and a new number whenever the inside changes (an event, a communication step). A law that comes with an epoch gets the
// instance that is there; where none is, the machine's state was taken back to an instant that the FMU cannot go back to, and
// the part fails and says so. At epoch 0 an instance is made, or any that was never stepped is taken.
#pragma once

#include "davit/kind.h"
#include "exchange/fmu_read.h"

#include <pthread.h>

// A variable of the FMU that is set from, or given to, a cell of the part.
typedef enum { DV_WIRE_IN, DV_WIRE_OUT, DV_WIRE_EFFORT, DV_WIRE_FLOW, DV_WIRE_POSITION } dv_wire_end;
typedef struct {
  int variable;  // of the description
  dv_wire_end end;
  int at;       // input, output or slot
  double sign;  // of an effort or a flow that counts the other way
  int reads;    // inputs: DV_BY_...
} dv_wire;

typedef struct {
  dv_fmi_holder holder;
  double epoch;  // -1: free
  double *par;   // [nparam] that it began with
  double *at;    // [1 + nstate + nset] time, states and inputs that were set last; NaN: none
  double from;   // Co-Simulation: the epoch before
  double *last;  // [1 + nset + nget] where it came to from there: time, inputs, outputs
  long used;
} dv_fmu_instance;

enum { DV_FMU_INSTANCES = 64 };

typedef struct dv_fmu_part {
  const char *name, *file;
  dv_mark mark;
  const dv_fmu_description *is;
  dv_fmi fmi;
  dv_kind kind;
  int order;   // Co-Simulation: of the extrapolation of outputs
  int *param;  // [nparam] variables; of Co-Simulation the first parameter is the step, -1
  int nparam;
  dv_wire *set, *get;  // [nset] inputs, [nget] outputs
  int nset, nget;
  double *initial;  // [nstate] as the file gives them, NaN: as the FMU begins
  // scratch and instances, under the lock
  pthread_mutex_t lock;
  dv_fmu_instance instance[DV_FMU_INSTANCES];
  int most;
  double count;  // of epochs
  long calls;
  double *value, *states, *roots;
  double *line;  // [2][nset] Co-Simulation: values and slopes of inputs over a step
  uint32_t *reference, *line_of;
  char message[DV_FMI_MESSAGE + 200];  // why it failed; "": it did not
} dv_fmu_part;

// Discrete states of Model Exchange: the states after a jump [nstate], epoch, time of the next event, sides of the event
// indicators [nroot], inputs that are not continuous [nset].
static inline int dv_fmu_epoch_at(const dv_fmu_part *p) { return p->fmi.exchange ? p->is->nstate : 0; }
enum { DV_FMU_NEXT = 1, DV_FMU_SIDES = 2 };
// Of Co-Simulation: epoch, time of the last communication, its inputs [nset], outputs then [nget] and before [nget].
enum { DV_FMU_LAST = 1, DV_FMU_INPUTS = 2 };

// ---- fmu_instance.c; all under the lock

// The instance of an epoch, NULL after the message was set. inputs: NULL, or [nset] to begin with at epoch 0.
dv_fmu_instance *dv_fmu_at(dv_fmu_part *p, const double *par, const dv_cell *c, const double *inputs);
int dv_fmu_failed(dv_fmu_part *p, dv_fmu_instance *i, const char *what, int status);  // 1: it did, and the message is set
void dv_fmu_values(dv_fmu_part *p, const dv_cell *c, int by, double *value);          // [nset] of inputs in SI, of laws `by`
int dv_fmu_put(dv_fmu_part *p, dv_fmu_instance *i, const double *value, int by, int discrete);  // 0: fine
int dv_fmu_take(dv_fmu_part *p, dv_fmu_instance *i, double *value);                             // [nget] of outputs in SI
int dv_fmu_events(dv_fmu_part *p, dv_fmu_instance *i, int *states_changed, double *next);       // event mode to its end
void dv_fmu_close(void *part);

// ---- fmu_law.c

void dv_fmu_laws(dv_fmu_part *p);  // into its kind

// ---- fmu_keys.c

struct dv_node;
int dv_fmu_is_key(const char *name);  // 1: of every part that is an FMU, and read here
// 0, or -1 after a diagnostic for each key that neither all FMUs nor this one have.
int dv_fmu_unknown_keys(dv_arena *a, dv_diags *d, const dv_kind *k, const struct dv_node *part);

// ---- fmu_kind.c

// The kind of a part from its node, whose keys `mode`, `order`, `ports` and `outputs` are read; inputs that are not joined are
// added there. NULL after a diagnostic.
dv_fmu_part *dv_fmu_kind(dv_arena *a, dv_diags *d, const dv_fmu_description *f, struct dv_node *part);
