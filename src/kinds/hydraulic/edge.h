// edge.h: flow through a sharp edge, turbulent with a laminar core.
//
//   q = area Cd sqrt(2/rho) dp / (dp^2 + dp0^2)^(1/4)
//
// For |dp| >> dp0 the signed square root; for |dp| << dp0 proportional to dp, so that dq/d(dp) stays finite at zero. In warm oil
// (warm.h) rho and dp0 are others: dp0 goes by mu^2/rho, since the edge turns laminar at a Reynolds number (Merritt 1967), and
// the slope at zero by 1/mu.
#pragma once

#include "kinds/hydraulic/warm.h"

// clang-format off
#define EDGE_PARAMETERS \
  DV_P(cd,  "1",      0.62, 0.01, 2,    "discharge coefficient") \
  DV_P(rho, "kg/m^3", 870,  100,  5000, "density of the fluid") \
  DV_P(dp0, "Pa",     2e4,  1e-3, 1e8,  "pressure drop between laminar and turbulent")
// clang-format on
DV_GROUP_STRUCT(edge_par, EDGE_PARAMETERS);

DV_FN real edge_gain(const edge_par *e) { return e->cd * dv_sqrt(2 / e->rho); }

// dp / (dp^2 + dp0^2)^(1/4)
DV_FN real edge_root(const edge_par *e, real dp) { return dp / dv_sqrt(dv_sqrt(dp * dp + e->dp0 * e->dp0)); }

// The edge in the oil as it is now: sqrt(rho_1/rho), dp0.
typedef struct {
  real gain, dp0;
} edge_now;

#define EDGE_WARM WARM_THINNER, WARM_LIGHTER

// in: where the inputs EDGE_WARM begin
DV_FN edge_now edge_warm(real dp0, const real *in)
{
  real thinner = warm_ratio(in[0]), lighter = warm_ratio(in[1]);
  edge_now n;
  n.gain = dv_sqrt(lighter);
  n.dp0 = dp0 * lighter / (thinner * thinner);
  return n;
}

// edge_root in that oil
DV_FN real edge_passes(const edge_now *n, real dp) { return n->gain * dp / dv_sqrt(dv_sqrt(dp * dp + n->dp0 * n->dp0)); }

// From 0 at x = 0 to 1 at x = span, level at both ends.
DV_FN real edge_ramp(real x, real span)
{
  real y = dv_clamp(x / span, dv_real(0), dv_real(1));
  return y * y * (3 - 2 * y);
}
