// bond.h: what the elements of bond graphs share. Their equations are put together by compile (bond_program.c).
#pragma once

#include "kinds/formula_run.h"

typedef struct {
  real none;
} par;

// clang-format off
#define BOND_AT(out_) static const dv_terminal terminals[] = {{"at", out_, "where its bond ends"}}
#define BOND_FROM_TO static const dv_terminal terminals[] = {{"from", 0, "where power comes in"}, {"to", 1, "where power goes out"}}
// clang-format on
#define BOND_RUN "solver: {rtol: 1e-10, atol: 1e-12}\n"
#define BOND_BOOKS "{drift: energy.residual, within: 1e-7, source: every joule is accounted for}"

// Integral of a law from 0 to x: 32 pieces by Gauss' rule of five points.
DV_HD inline real bond_integral(const dv_cell *c, real x)
{
  const double at[3] = {0, 0.5384693101056831, 0.9061798459386640},
               weight[3] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const int pieces = 32;
  real half = x / (2 * pieces), sum = dv_real(0), in[3] = {x, dv_real(0), dv_real(0)};
  for (int i = 0; i < pieces; i++)
    for (int k = -2; k <= 2; k++) {
      double place = k < 0 ? -at[-k] : at[k];
      in[0] = half * (2 * i + 1 + place);
      sum += weight[k < 0 ? -k : k] * dv_formula_run(c->code, c->ncode, c->constant, in).v;
    }
  return half * sum;
}

// Energy of a storage with state s (in) and answer y: (1/2) s . y, with a law the integral of y ds.
DV_HD inline real bond_stored(const dv_cell *c, const real *y)
{
  real sum = dv_real(0);
  for (int i = 0; i < c->n; i++) sum += c->ncode ? bond_integral(c, c->in[i]) : 0.5 * c->in[i] * y[i];
  return sum;
}
