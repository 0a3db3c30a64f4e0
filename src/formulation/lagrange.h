// lagrange.h: the Lagrange-Hamilton form of a chain at the q of dv_chain_place: matrices in the order of its rates.
#pragma once

#include "formulation/chain.h"

enum { DV_LAGRANGE_MOST = 300 };  // rates; all derivatives of B take n^3 numbers

void dv_lagrange_mass(const dv_chain *c, double *B);     // [nv][nv]
void dv_lagrange_slopes(const dv_chain *c, double *dB);  // [nv][nv][nv]: dB[j] is the derivative of B along rate j
void dv_lagrange_gravity(const dv_chain *c, double *g);  // [nv]: derivative of the potential energy along each rate
void dv_lagrange_mass_rate(int n, const double *dB, const double *v, double *Bdot);  // sum of v_j dB[j]

// [v, w], of the rates of ball and free joints, [nv]: how far going along v and then w is from w and then v.
void dv_lagrange_bracket(const dv_chain *c, const double *v, const double *w, double *out);

// p = B v and slope, with p' = slope - g + tau; slope_j = 1/2 v^T dB[j] v, and the brackets of ball and free joints.
void dv_lagrange_momentum(const dv_chain *c, const double *B, const double *dB, const double *v, double *p, double *slope);

// C(q, v) with C v the Coriolis and centrifugal efforts. Only Christoffel's has z^T (B' - 2 C) z = 0 for every z.
void dv_lagrange_christoffel(const dv_chain *c, const double *B, const double *dB, const double *v, double *C);
void dv_lagrange_document(int n, const double *dB, const double *v, double *C);  // eq. (3.29) of the document, as printed
