// regulator.h: a controller for the machine near a state: LQR or poles, with a Kalman filter where not all states are measured.
//
//   x' = A x + B u,  y = C x + D u  in deviations from the state;   u = -K x,  or  u = -K z  with  z' = A z + B u + L (y - C z - D u)
//
// Sampled: A and B from one sample to the next with u held, costs and noise as they gather between samples. LQR: least integral
// of (weighted outputs / size)^2 + (inputs / size)^2. Kalman: white disturbances (size per root of a second) and noise of y.
#pragma once

#include "solve/riccati.h"
#include "solve/solve.h"

typedef struct {
  const dv_linear *l;  // outputs: first nweight that are weighted, then nlimited with limits, then those that are measured
  const char *file;    // for messages
  double period;       // s; 0: continuous
  int nweight, nlimited;
  const double *weight;       // [nweight] deviation of each that counts as one
  const double *effort;       // [nu] the same of inputs
  int npole;                  // n, or 0: by weights
  const double *re, *im;      // [npole] 1/s
  const double *disturbance;  // [n] of states, per root of a second; NULL: all states are measured
  const double *shake;        // [nu] of inputs, likewise
  const double *noise;        // [nmeasured] of what is measured: of each sample; continuous: times the root of a second
  // results
  int nmeasured;
  const double *C, *D;    // [nmeasured][n], [nmeasured][nu] of what is measured
  double *A, *B;          // [n][n], [n][nu] of the design: sampled, if it is
  double *K, *L;          // [nu][n]; [n][nmeasured] of the filter; sampled: A times the next
  double *now;            // [n][nmeasured] sampled: of the sample itself: z + now (y - C z)
  double *S;              // [nu][nu] what a step of the inputs from -K x costs: R, sampled R + B'X B; NULL: none
  double *X, *P;          // solutions of Riccati's equations; NULL: none
  double left_X, left_P;  // what they leave of them, of their largest term
  double *cl_re, *cl_im;  // [npoles] of the closed loop, of the filter behind those of the feedback; sampled: in z
  int npoles;
} dv_regulator;

// 0, or 1 after diagnostics that name modes which cannot be moved or seen.
int dv_regulator_design(dv_arena *a, dv_diags *d, dv_regulator *r);

// A design and where it was made.
typedef struct {
  const dv_regulator *r;
  const double *y0, *z0, *u0;
  double by;  // of several: value of what chooses among them
} dv_regulator_point;

// How it stands in a machine file.
typedef struct {
  const dv_regulator_point *point;  // [npoint] by rising `by`; several only without a filter
  int npoint;
  const char *by;               // of several: name of what chooses among them
  const char *name;             // of the part
  const char *const *measured;  // [nmeasured] names
  const char *const *input;     // [nu] signals of kind input
  const char *machine;          // file that it is for, relative to the new one; NULL: the part alone
  const double *lower, *upper;  // [nu] limits of the inputs, [nlimited] behind them those of other variables
  int horizon;                  // above 0: predictive, with those limits; one point, sampled, by weights, without a filter
  const char *head;             // comment
} dv_regulator_file;
const char *dv_regulator_text(dv_arena *a, const dv_regulator_file *f);
