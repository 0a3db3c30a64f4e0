// sensitivity_inside.h: what sensitivity.c and sensitivity_cvode.c share.
#pragma once

#include "engine/compiled.h"
#include "solve/sensitivity.h"
#include "step/explicit_numbers.h"

enum { W = DV_TANGENTS_WIDTH };

const dv_tableau *dv_tableau_of(const char *method);  // of explicit methods on the components of the state; NULL: it is none

typedef struct {
  double t, h, latest;
  const double *x, *d;
} dv_stretch;

struct dv_sensitivity {
  dv_sensitivity_options o;
  dv_arena *arena;
  dv_diags *diags;
  const double *num;
  dv_tangents *tangents;
  const dv_tableau *method;
  int batches, rows, tidy;             // of W directions; of a seed; 1: states are tidied after a step
  double **seed, **side;               // [batches] tangents of the state; of a record within a step, of the end of one
  double **now, **dh;                  // which of both the next record shows; [batches][W] of a step's length
  double *k, *y, *dk;                  // [stages][nx], [nx], [batches][stages][nx][W]
  double *point, *zero, *speed, *out;  // seeds; [..][W]
  int nshown, *cell;                   // [ncolumn] of a column among what is shown
  const int *cells;                    // [nshown] of the work, ~i: a rate
  double *shown;                       // [batches][nshown][W]
  double *work, *root, *moved, *held;  // x1; [nroot], [nnum], [nd]
  struct {
    double **item;
    int n, cap;
  } rows_of;  // records
  int failed;
  dv_follower follower;
  const int *open;                                                                     // [nopen] numbers that move
  int nopen, *open_row;                                                                // [nopen] their rows of a seed
  double *rooted;                                                                      // [nroot][W]
  void (*starting)(void *self, int part, double t, const double *x, const double *d);  // that part looks at the start
  struct dv_implicit *implicit;  // of rosenbrock (implicit.h); NULL: explicit
  struct dv_charted *charted;    // of explicit methods in a chart (charted.h); NULL: on components
  struct dv_tape *tape;          // of the way back; NULL: forward
};

// 1: slopes go back from the end (adjoint.h). NULL after a diagnostic; the follower is still to be set.
dv_sensitivity *dv_sensitivity_make(dv_arena *a, dv_diags *d, const dv_sensitivity_options *o, int back);
int dv_sensitivity_begin(dv_sensitivity *s);  // the start, once the follower is set; 1: after a diagnostic
int dv_sensitivity_crossed(dv_sensitivity *s, double t, const double *x, const double *d, const int *crossed);  // which root was
void dv_sensitivity_refuse_jump(dv_sensitivity *s, int part, double t);
void dv_sensitivity_tell(dv_sensitivity *s, double t);  // no slopes beyond t
// The step p, as dv_follower's `step` is told of it: tangents at its end in `side`, how its length moves in dh. 1: not to be had.
int dv_sensitivity_advance(dv_sensitivity *s, const dv_stretch *p, const int *crossed, const double *end, int corner);

// Tangents `to` of a state x that is tidied.
int dv_sensitivity_tidied(dv_sensitivity *s, double t, const double *x, const double *d, double *const *to, int batches);
void dv_sensitivity_corner(dv_sensitivity *s, double t, double *const *dt);
// dt of the root that was crossed at x, for tangents `along`, where the state moves on with `speed` (lane 0).
int dv_sensitivity_root(dv_sensitivity *s, double t, const double *x, const double *d, const int *crossed, double *const *along,
                        double *speed, double *const *dt);
