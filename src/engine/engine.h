// engine.h: the right-hand side of a model in each width. Other folders see only these tables of functions over
// double arrays [quantity][lane]; they never see `real`.
#pragma once

#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DV_LANES_MOST = 8 };

typedef int dv_rates(const dv_model *m, const double *num, double t, const double *x, const double *d, double *dx, double *power,
                     double *work);

typedef void dv_event(const dv_model *m, const double *num, int part, double t, const double *x, double *d, double *work);
typedef void dv_roots(const dv_model *m, const double *num, double t, const double *x, double *d, double *work, double *root);
typedef void dv_tidy(const dv_model *m, const double *num, double t, double *x, const double *d, double *work);
typedef void dv_show(const dv_model *m, const double *num, double t, const double *x, const double *d, double *dx, double *work);

// A machine that `davit compile` wrote, by width: 1, 4, 8 lanes; NULL: not there. Its numbers are folded in but for the open
// ones.
typedef struct {
  char magic[8];  // "dvmach3"
  uint64_t key;   // dv_compiled_key of its model
  int32_t nx, nd, nquad, nopen, nshown, unused;
  const int32_t *open;   // rising: numbers that are taken from num
  const int32_t *shown;  // what `show` writes: cells of the work; ~i: the rate of state i
  dv_rates *rates[3];
  dv_event *sample[3];
  dv_roots *roots[3];
  dv_tidy *tidy[3];
  dv_show *show[3];  // as rates and observe, but for `shown` alone
} dv_compiled;

typedef struct dv_engine {
  int lanes;
  size_t real_bytes;                                    // 8 x lanes; arrays are 64-byte aligned
  void (*pack)(const dv_model *const *m, double *num);  // numbers of `lanes` models of one structure, side by side: [nnum][lane]
  void (*ready)(const dv_model *m, const double *num, double *work);  // once per work [nwork][lane]: what no call writes

  // x [nx], d [nd] -> dx [nx], and power [nquad] unless NULL. 0 ok, > 0 a lane is not finite.
  dv_rates *rates;
  // after rates, into the work: poses, reactions, energies, momentum, stored and lost energy of parts
  void (*observe)(const dv_model *m, const double *num, const double *x, double *work);
  // coordinates: unit quaternions; prescribed coordinates follow their signals exactly
  dv_tidy *tidy;
  // out = x (+) h*step; step is a tangent vector [nv + nv + nz]: child-axes increments of attitudes, exact exponential
  void (*add)(const dv_model *m, const double *x, double h, const double *step, double *out);
  // roots [nroot] of the parts at (t, x, d); then what a part does when one of its roots crosses
  dv_roots *roots;
  dv_event *jump, *sample;

  int (*nwork)(const dv_model *m);  // reals of its work
  // x = (q, v, z) -> what this engine calls state, and back; the two may be one array
  void (*enter)(const dv_model *m, const double *num, const double *x, double *y, double *work);
  void (*leave)(const dv_model *m, const double *num, double t, const double *y, const double *d, double *x, double *work);
  // as rates, for integrators: signals that are only shown are left as they were
  dv_rates *slopes;
} dv_engine;

extern const dv_engine dv_engine_x1, dv_momentum_engine_x1;
extern const dv_engine dv_engine_trace, dv_momentum_engine_trace;  // numbers are nodes of a graph: src/graph
#if defined(__x86_64__)
extern const dv_engine dv_engine_x4, dv_engine_x8, dv_momentum_engine_x4, dv_momentum_engine_x8;
#endif

const dv_engine *dv_engine_widest(void);         // that this CPU can run
const dv_engine *dv_engine_of_width(int lanes);  // NULL: not on this CPU
const dv_engine *
dv_engine_momentum(const dv_engine *plain);  // the same width with y = (q, p, z), p = B v; driven coordinates keep v

// The same with the right-hand side, samples and roots of a compiled machine, which leave nothing but rates of coordinates in the
// work; `own` holds it.
const dv_engine *dv_engine_compiled(const dv_engine *plain, const dv_compiled *c, dv_engine *own);
dv_show *dv_compiled_show(const dv_compiled *c, int lanes);  // NULL: none, also of no machine
int dv_shown_cell(const dv_variable *v, int *cell);          // as in `shown`; 0: a state or a number, which needs no code
int dv_compiled_shows(const dv_compiled *c, const dv_variable *v);
// Everything that is compiled in: structure and numbers without the open ones; not the initial state, sizes and texts.
uint64_t dv_compiled_key(const dv_model *m, const int32_t *open, int nopen);
int dv_compiled_fits(const dv_compiled *c, const dv_model *m);  // 1: it is that of the model

// Times: the next corner of any signal after t (HUGE_VAL: none); sampled parts and their periods.
double dv_engine_next_corner(const dv_model *m, const double *num, double t);
int dv_engine_sampled(const dv_model *m, const double *num, int i, double *period);  // i-th sampled part -> part, or -1

// Closed loops; x1. x must be tidy. The pivots, which rates depend on which, are kept in d.
// preferred: dv_loop_given bits of rates that rather stay independent; rather [nv]: 1: those instead, or NULL. Returns the rank.
int dv_engine_loops_choose(const dv_model *m, const double *x, double *d, int preferred, const char *rather, double *work);
// After a step: 1: chosen anew. *gaping: a closure that was taken for redundant and is not kept (program.h), or -1.
int dv_engine_loops_review(const dv_model *m, const double *x, double *d, double *work, int *gaping);
double dv_engine_loops_margin(const dv_model *m, const double *x, const double *d, double *work);  // < 0: a new choice is due
int dv_engine_loops_open(const dv_model *m, double *work);  // after rates: the closure that Newton could not close, or -1
// In lanes, after rates: 1: a new choice is due in this lane. Lanes share the pivots of the first: 1: two states have the same.
int dv_engine_loops_due(const dv_model *m, int lanes, int lane, const double *d, const double *work);
int dv_engine_loops_alike(const dv_model *m, const double *d, const double *other);
int dv_engine_is_pivot(const dv_model *m, int d);        // 1: the discrete state says which rates depend on which at the start
void dv_engine_driven(const dv_model *m, char *driven);  // [nv] 1: prescribed or locked
void dv_engine_loops_dependent(const dv_model *m, const double *d, char *dependent);  // [nv] 1: dependent
// [nv] column of G of each rate, -1: dependent or driven. Returns how many there are.
int dv_engine_loops_columns(const dv_model *m, const double *d, int *column);
// v = G y' of the free independent rates y', in rising order; G [nv][n]. Returns n.
int dv_engine_loops_map(const dv_model *m, const double *x, const double *d, double *G, double *work);
// Accelerations [nv] of the dependent rates at rates v while those of all others are zero, J_D b = -J' v; v need not close.
void dv_engine_loops_bend(const dv_model *m, const double *x, const double *v, const double *d, double *b, double *work);
// Sign of det J_D of the chosen pivots: on this or that side of a dead point; 0: at one.
int dv_engine_loops_side(const dv_model *m, const double *x, const double *d, double *work);
// All closures at x: gaps c, Jacobian J [nrow][nv], reach: what a gap is measured by.
void dv_engine_closures(const dv_model *m, const double *x, const double *d, double *c, double *J, double *reach, double *work);
int dv_engine_loop_flipped(const dv_model *m, int loop, const double *work);  // after closures: 1: its axes are opposed

// The machine at rest; x1. x with rates of zero; drives stand. axis_effort [junction], rate_effort [nv]: efforts on axes and on
// rates beside those of the parts. Accelerations -> dx; observe may follow. As rates: 0 ok.
int dv_engine_still(const dv_model *m, double t, const double *x, const double *d, const double *axis_effort,
                    const double *rate_effort, double *dx, double *work);

// The machine with efforts [nv] beside those of its parts; as rates. Then, at the same x: what its parts exert along each rate
// [nv].
int dv_engine_with_efforts(const dv_model *m, double t, const double *x, const double *d, const double *rate_effort, double *dx,
                           double *work);
void dv_engine_part_efforts(const dv_model *m, const double *rate_effort, double *effort, double *work);

// The skeleton at one state, for eval and analyses; x1. q [nq], v [nv] as in x.
void dv_engine_mass_matrix(const dv_model *m, const double *q, double *mass, double *work);  // [nv][nv]
void dv_engine_inverse_dynamics(const dv_model *m, const double *q, const double *v, const double *a, double *tau, double *work);
void dv_engine_forward_dynamics(const dv_model *m, const double *q, const double *v, double *tau, double *a,
                                double *work);  // hybrid: see skeleton.h; loops are closed
void dv_engine_jacobian(const dv_model *m, const double *q, int body, const double point[3], double *jac,
                        double *work);  // [6][nv] angular, linear; world axes; point in body axes
// Position, velocity and acceleration at zero joint accelerations of a point, world axes; velocity and acceleration or NULL.
// Of a part's frame (a junction), at its own place or at a place of the world; where that is.
void dv_engine_frame_jacobian(const dv_model *m, const double *q, int junction, const double *place, double *where, double *jac,
                              double *work);
void dv_engine_point(const dv_model *m, const double *q, const double *v, int body, const double point[3], double position[3],
                     double *velocity, double *acceleration, double *work);

#ifdef __cplusplus
}
#endif
