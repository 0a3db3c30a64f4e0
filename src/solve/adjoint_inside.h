// adjoint_inside.h: what adjoint.c, which goes back, and adjoint_tape.c, which notes down, share.
#pragma once

#include "solve/adjoint.h"
#include "solve/sensitivity_inside.h"

typedef enum { DV_NOTE_STEP, DV_NOTE_LOOK, DV_NOTE_SAMPLE, DV_NOTE_JUMP, DV_NOTE_RECORD } dv_note_of;

// What happened at the state x, d.
typedef struct {
  dv_note_of what;
  int part;          // that sampled or jumped
  int row, side;     // of a record: which; 1: within a step, after a look
  int root, corner;  // a step ends where this root is zero, -1: none; 1: at a corner
  double t, h, latest;
  double *x;          // NULL: to be computed again
  int kept;           // 1: it is there for good
  const double *d;    // [nd]
  const double *end;  // [nx] of a step that ends at a root
  int of;             // of rosenbrock: the step at whose start a step's Jacobian was taken; of a look: the step that it is within
} dv_note;

struct dv_tape {
  struct {
    dv_note *item;
    int n, cap;
  } note;
  double *chunk;      // room for states
  size_t used, size;  // of it, doubles
  double *x, *d;      // the last ones that were kept
  int rows, looking;  // records; 1: the next one is within a step
  long steps, every;  // steps so far; one of so many keeps its state
  // the way back
  double *lambda, *mu, *back, *other;  // [rows][W]: of the state, of a record within a step; results
  double *kbar, *shown;                // [stages][nx][W], [nshown][W]
  double *corner;                      // [n][W] through corners
  double *again;                       // [room] states of one stretch, computed again
  int room;
  dv_stepping stepping;
  const dv_stepper *stepper;
  double *quad;
  struct dv_implicit_back *implicit;  // of rosenbrock
};

void dv_tape_open(dv_sensitivity *s, double steps, double room);
// States of the notes from the one before i that has its own up to i. 0, or 1.
int dv_tape_again(dv_sensitivity *s, int i);
void dv_tape_rewind(dv_sensitivity *s);  // the next way back begins: forgets what was computed again

dv_note *dv_tape_put(dv_sensitivity *s, dv_note_of what, double t, const double *x, const double *d);
double *dv_tape_keep(dv_sensitivity *s, const double *from, int n);
// Looks of methods that have states within their steps, which were noted when they were entered.
void dv_tape_look_within(void *self, double t, double h, const double *x, const double *d, double latest);
void dv_tape_no_step(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                     const double *end, int corner);
int dv_adjoint_untidy(dv_sensitivity *s, const dv_note *n,
                      double *L);  // L of a tidied state, s->y, becomes that of the one before
int dv_adjoint_is_zero(const dv_sensitivity *s, const double *L);
// What rosenbrock does instead (adjoint_implicit.c).
void dv_implicit_back_open(dv_sensitivity *s);
void dv_implicit_back_begin(dv_sensitivity *s);  // of each way back
int dv_implicit_back_step(dv_sensitivity *s, int i);
int dv_implicit_back_look(dv_sensitivity *s, int i);
