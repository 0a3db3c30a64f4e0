// heat.c: temperature of the oil of a system: what its losses heat, what tank and cooler take away.
//
//   C T' = heat - walls (T - T_air) - cooler on (T - T_air),  C: mass of oil x specific heat + metal
//   viscosity: log10 log10(nu + 0.7) = a - b log10(T), through two points of the data sheet (ASTM D341, T in K, nu in mm2/s)
//   density rho = rho_15 (1 - expansion (T - 15 C));   thinner = nu_1 rho(T_1)/(nu rho),  lighter = rho(T_1)/rho, for other parts
//
// `heat` is what the user names: a formula of drops and flows, or losses. The pot's own energy is C (T - T_air), so that the
// books of the heat can be compared with the ledger's losses. A temperature below `cold` or above `hot` warns.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(oil,       "kg",     DV_REQUIRED, 1e-3, 1e6,  "mass of the oil")
    DV_P(specific,  "J/kg/K", 1900,        100,  1e4,  "its specific heat")
    DV_P(metal,     "J/K",    0,           0,    1e9,  "heat capacity of metal that is as warm as the oil")
    DV_P(air,       "K",      293.15,      200,  400,  "temperature of the air")
    DV_P(walls,     "W/K",    0,           0,    1e6,  "what tank and pipes give off per difference to the air")
    DV_P(cooler,    "W/K",    0,           0,    1e6,  "what the cooler gives off, on top, while it is on")
    DV_P(nu_1,      "m^2/s",  46e-6,       4e-7, 1e-1, "viscosity at the first temperature")
    DV_P(t_1,       "K",      313.15,      200,  500,  "first temperature (40 C)")
    DV_P(nu_2,      "m^2/s",  6.8e-6,      4e-7, 1e-1, "viscosity at the second")
    DV_P(t_2,       "K",      373.15,      200,  500,  "second temperature (100 C)")
    DV_P(rho_15,    "kg/m^3", 875,         100,  5000, "density at 15 C")
    DV_P(expansion, "1/K",    7e-4,        0,    0.01, "of the volume")
    DV_P(cold,      "K",      243.15,      0,    500,  "below this it warns")
    DV_P(hot,       "K",      363.15,      0,    600,  "above this it warns")
    DV_DERIVED(real capacity)
    DV_DERIVED(real slope)
    DV_DERIVED(real level)
);

enum { TEMPERATURE, COOLING, VISCOSITY, DENSITY, THINNER, LIGHTER, MU_1, RHO_1 };

static const dv_quantity states[] = {
    {"warmth", "K", 10, "temperature of the oil above that of the air", 0}
};
static const dv_quantity ins[] = {
    {"heat", "W", 1000, "what heats the oil",             DV_BY_RATE | DV_OPTIONAL                   },
    {"on",   "1", 1,    "share of the cooler that is on", DV_BY_SIGNAL | DV_BY_RATE | DV_OPTIONAL_ONE},
};
static const dv_quantity outs[] = {
    {"temperature", "K",      300,  "of the oil",                                                  0},
    {"cooling",     "W",      1000, "heat that is given off",                                      0},
    {"viscosity",   "m^2/s",  1e-5, "kinematic viscosity",                                         0},
    {"density",     "kg/m^3", 1000, "density",                                                     0},
    {"thinner",     "1",      1,    "dynamic viscosity at the first temperature over that of now", 0},
    {"lighter",     "1",      1,    "density at the first temperature over that of now",           0},
    {"mu_1",        "Pa.s",   0.04, "dynamic viscosity at the first temperature",                  0},
    {"rho_1",       "kg/m^3", 1000, "density there",                                               0},
};
static const char *const warnings[] = {"the oil is colder than `cold`", "the oil is hotter than `hot`"};

DV_FN real walther(real nu) { return dv_log(dv_log(nu * 1e6 + 0.7)); }

DV_PREPARE(prepare)
{
  (void)c;
  p->capacity = p->oil * p->specific + p->metal;
  p->slope = (walther(p->nu_1) - walther(p->nu_2)) / (dv_log(p->t_2) - dv_log(p->t_1));
  p->level = walther(p->nu_1) + p->slope * dv_log(p->t_1);
}

DV_FAULT(fault)
{
  (void)c;
  double nu_1 = dv_lane(p->nu_1, 0), nu_2 = dv_lane(p->nu_2, 0), t_1 = dv_lane(p->t_1, 0), t_2 = dv_lane(p->t_2, 0);
  if (!(t_1 < t_2) || !(nu_1 > nu_2))
    return "its viscosity does not fall from the first temperature to the second|give t_1 < t_2 and nu_1 > nu_2";
  return NULL;
}

DV_FN real cooling(const par *p, const dv_cell *c)
{
  return (p->walls + p->cooler * dv_clamp(c->in[1], dv_real(0), dv_real(1))) * c->x[0];
}

// Far beyond its points the law has no bound; no oil is thicker than exp(40) mm2/s.
DV_FN real viscosity(const par *p, real t)
{
  real thick = dv_exp(dv_min(p->level - p->slope * dv_log(t), dv_real(3.7)));
  return (dv_exp(dv_min(thick, dv_real(40))) - 0.7) * 1e-6;
}

DV_FN real density(const par *p, real t) { return p->rho_15 * (1 - p->expansion * (t - 288.15)); }

DV_LAW(signal)
{
  real t = dv_max(p->air + c->x[0], dv_real(150));
  c->out[TEMPERATURE] = p->air + c->x[0];
  c->out[COOLING] = cooling(p, c);
  c->out[VISCOSITY] = viscosity(p, t);
  c->out[DENSITY] = density(p, t);
  c->out[LIGHTER] = density(p, p->t_1) / c->out[DENSITY];
  c->out[MU_1] = p->nu_1 * density(p, p->t_1);
  c->out[RHO_1] = density(p, p->t_1);
  c->out[THINNER] = p->nu_1 / c->out[VISCOSITY] * c->out[LIGHTER];
}

DV_LAW(rate) { c->dx[0] = (c->in[0] - cooling(p, c)) / p->capacity; }

DV_LAW(guard)
{
  c->guard[0] = p->air + c->x[0] - p->cold;
  c->guard[1] = p->hot - p->air - c->x[0];
}

DV_KIND(hydraulic, heat) = {
    .name = "hydraulic.heat",
    .doc =
        "temperature of the oil from its losses, walls and a cooler; viscosity and density at that temperature, which parts feel where `oil:` of the machine or of their node names it",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .rate = rate,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .example =
        "# 20 l/min throttled from 15 MPa to the tank: 5 kW; without a cooler, with one; a leak that grows as the oil thins\n"
        "signals: {lost: hole.a.flow*(P.pressure - T.pressure)}\n"
        "parts:\n"
        "  pump: {kind: hydraulic.flow, a: P, flow: 20 l/min}\n"
        "  hole: {kind: hydraulic.leak, a: P, b: T, conductance: 1/45e9}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  pot: {kind: hydraulic.heat, oil: 50 kg, specific: 2000 J/kg/K, heat: lost}\n"
        "  cooled: {kind: hydraulic.heat, oil: 50 kg, specific: 2000 J/kg/K, heat: lost, cooler: 100 W/K}\n"
        "  warm: {kind: hydraulic.heat, oil: 1e6 kg, initial: {warmth: 80 K}, hot: 400 K}\n"
        "  rail: {kind: hydraulic.pressure, a: R, pressure: 1 MPa}\n"
        "  gap: {kind: hydraulic.leak, a: R, b: T, conductance: 1e-12 m3/s/Pa, thinner: pot.thinner}\n"
        "until: 1000 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: pot.temperature, is: 343.15, within: 1e-5, source: 'p q t/C = 50 K'}\n"
        "      - {final: cooled.temperature, is: 293.15 + 50*(1 - exp(-1)), within: 1e-5, source: 'p q/UA (1 - exp(-UA t/C))'}\n"
        "      - {final: cooled.cooling, is: 5000*(1 - exp(-1)), within: 1e-3, source: the same}\n"
        "      - {final: warm.viscosity, is: 6.8e-6, relative: 1e-10, source: the second point of the sheet}\n"
        "      - {final: pot.density, is: 875*(1 - 7e-4*55), relative: 1e-8, source: rho_15 (1 - 7e-4 55)}\n"
        "      - {final: gap.a.flow*pot.density/(875*(1 - 7e-4*25)), is: 3.09821574094e-6, relative: 1e-6, source: 'ASTM D341 at 70 C through 46 at 40 C and 6.8 "
        "at 100 C, by another program'}\n",
};
