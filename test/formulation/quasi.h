// quasi.h: Lagrange-Hamilton equations in quasi-velocities omega = alpha(q)^T q', for any alpha.
//
// Matrices are [n][n], their derivatives [n][n][n] with the coordinate first. Angles are Euler's: R = Rz(psi) Ry(theta) Rx(phi).
#pragma once

#include "base/arena.h"

typedef struct {
  int n;
  const double *alpha, *dalpha;  // omega = alpha^T q'
  const double *B, *dB, *g;      // in coordinates: T = 1/2 q'^T B q', g = dV/dq
  double *beta;                  // q' = beta omega
  double *Bbar, *dBbar;          // T = 1/2 omega^T Bbar omega
} dv_quasi;

// NULL: alpha is singular.
dv_quasi *dv_quasi_new(dv_arena *a, int n, const double *alpha, const double *dalpha, const double *B, const double *dB,
                       const double *g);
void dv_quasi_gamma(dv_arena *a, const dv_quasi *s, const double *omega, double *gamma);
// p = Bbar omega, and its rate under the efforts tau that do work on q'.
void dv_quasi_momentum(const dv_quasi *s, const double *omega, double *p);
void dv_quasi_rate(dv_arena *a, const dv_quasi *s, const double *omega, const double *tau, double *rate);
// omega'; 1: Bbar is not positive definite.
int dv_quasi_acceleration(dv_arena *a, const dv_quasi *s, const double *omega, const double *tau, double *acceleration);

// q = (position, Euler angles, further coordinates), omega = (v, w in body axes, further rates): alpha and its derivatives.
void dv_quasi_euler(int n, const double angles[3], double *alpha, double *dalpha);
// beta^T gamma p for that choice: (w x p_v, v x p_v + w x p_w, 0).
void dv_quasi_base(int n, const double *omega, const double *p, double *out);
