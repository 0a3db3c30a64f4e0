// warm.h: what the oil's temperature does to laws whose numbers hold at the first temperature of its sheet (hydraulic.heat).
//
//   thinner = mu_1/mu,  lighter = rho_1/rho:  both one where no oil is named, and all is as the numbers say
//   laminar flow and leakage go by thinner, viscous torque by 1/thinner (Wilson 1946; Schloesser 1961), sharp edges by
//   sqrt(lighter). What stores (bulk modulus, inertia of the oil in a line) keeps its numbers.
#pragma once

#include "davit/kind.h"

#define WARM_THINNER                                                                                                             \
  {                                                                                                                              \
    "thinner", "1", 1, "viscosity that its numbers hold at, over that of now", DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL_ONE       \
  }
#define WARM_LIGHTER                                                                                                             \
  {                                                                                                                              \
    "lighter", "1", 1, "density that its numbers hold at, over that of now", DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL_ONE         \
  }

#define WARM_OWN                                                                                                                 \
  {"mu_1", "Pa.s", 0.04, "viscosity of the oil at that temperature, where the part gives none",                                  \
   DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL},                                                                                     \
  {                                                                                                                              \
    "rho_1", "kg/m^3", 1000, "density of the oil there, where the part gives none", DV_BY_ANSWER | DV_BY_RATE | DV_OPTIONAL      \
  }

// What a number is multiplied with: one that the part does not give is the oil's.
DV_FN real warm_own(real number, int given, real of_oil)
{
  return given ? dv_real(1) : dv_select(of_oil > 0.0, of_oil / dv_max(number, dv_real(1e-9)), dv_real(1));
}

// No oil is without viscosity or weight, whatever a formula says.
DV_FN real warm_ratio(real in) { return dv_max(in, dv_real(1e-6)); }
