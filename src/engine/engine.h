// engine.h: the right-hand side of a model in each width: tables of functions over double arrays [quantity][lane], so that
// other folders never see `real`. What else an engine does has a header of its own: compiled.h (machines that `davit compile`
// wrote), times.h, closed_loops.h, efforts.h (efforts beside those of the parts), skeleton_at.h (mass matrix, Jacobians).
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

const dv_engine *dv_engine_widest(void);             // that this CPU can run
const dv_engine *dv_engine_of_width(int lanes);      // NULL: not on this CPU
int dv_engine_serves(const dv_model *m, int lanes);  // 0: a kind of the machine is not there in that width
const dv_engine *
dv_engine_momentum(const dv_engine *plain);  // the same width with y = (q, p, z), p = B v; driven coordinates keep v

#ifdef __cplusplus
}
#endif
