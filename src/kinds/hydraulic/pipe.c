// pipe.c: long line in which pressure travels: elements of inertia and friction between volumes of oil, half a volume at either
// end.
//
//   I q_i' = p_(i-1) - p_i - R q_i - K q_i |q_i|,   C p_i' = q_i - q_(i+1)
//   I = rho l/S,  C = S l/B,  1/B = 1/bulk + 1/wall,  R = 128 mu l/(pi d^4),  K = f rho l/(2 d S^2),  S = pi d^2/4,  l = L/n
//
// Speed of sound c = sqrt(B/rho); wave lengths below four elements come too late (w = 2 c/l sin(k l/2)). Wylie and Streeter 1993.
#include "kinds/hydraulic/warm.h"

DV_PARAMETERS(
    DV_P(length,    "m",      DV_REQUIRED, 1e-3, 1e6,  "length")
    DV_P(diameter,  "m",      DV_REQUIRED, 1e-4, 10,   "inner diameter")
    DV_P(wall,      "Pa",     1e12,        1e6,  1e15, "pressure per relative growth of the volume")
    DV_P(viscosity, "Pa.s",   0.04,        0,    10,   "dynamic viscosity")
    DV_P(friction,  "1",      0.03,        0,    1,    "Darcy friction factor of turbulent flow")
    DV_P(rho,       "kg/m^3", 870,         100,  5000, "density of the fluid")
    DV_P(bulk,      "Pa",     1.4e9,       1e6,  1e11, "bulk modulus of the fluid")
    DV_DERIVED(real inertia, capacity, laminar, turbulent)  // , of one element: I, C, R, K
);

enum { A, B };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_STORES, "first end" },
    {"b", DV_HYDRAULIC, DV_STORES, "second end"}
};
static const dv_option options[] = {
    {"elements", "16|1|2|4|8|32", "number of elements"}
};
static const dv_quantity ins[] = {WARM_THINNER, WARM_LIGHTER, WARM_OWN};
static const int state_count[] = {31, 1, 3, 7, 15, 63};
#define PAIR(i)                                                                                                                  \
  {"q" #i, "m^3/s", 1e-3, "flow of element " #i ", from a to b", 0}, { "p" #i, "Pa", 1e6, "pressure behind it", 0 }
static const dv_quantity states[] = {PAIR(1),  PAIR(2),  PAIR(3),  PAIR(4),  PAIR(5),  PAIR(6),  PAIR(7),  PAIR(8),
                                     PAIR(9),  PAIR(10), PAIR(11), PAIR(12), PAIR(13), PAIR(14), PAIR(15), PAIR(16),
                                     PAIR(17), PAIR(18), PAIR(19), PAIR(20), PAIR(21), PAIR(22), PAIR(23), PAIR(24),
                                     PAIR(25), PAIR(26), PAIR(27), PAIR(28), PAIR(29), PAIR(30), PAIR(31), PAIR(32)};

DV_FN int elements(const dv_cell *c)
{
  const int n[6] = {16, 1, 2, 4, 8, 32};
  return n[c->opt[0]];
}

DV_PREPARE(prepare)
{
  const double pi = 3.14159265358979323846;
  real d = p->diameter, s = 0.25 * pi * d * d, l = p->length / elements(c);
  p->inertia = p->rho * l / s;
  p->capacity = s * l * (1 / p->bulk + 1 / p->wall);
  p->laminar = 8 * pi * p->viscosity * l / (s * s);
  p->turbulent = 0.5 * p->friction * p->rho * l / (d * s * s);
}

// Flow of element i, pressure behind it: x[2i], x[2i + 1]; before the first and behind the last one the nodes.
DV_FN real before(const dv_cell *c, int i) { return i ? c->x[2 * i - 1] : c->effort[A]; }
DV_FN real behind(const dv_cell *c, int i) { return i < elements(c) - 1 ? c->x[2 * i + 1] : c->effort[B]; }

// In the oil as it is now (warm.h).
DV_FN real drop(const par *p, const dv_cell *c, real q)
{
  real r = p->laminar * warm_own(p->viscosity, c->given[P_viscosity], c->in[2]) / warm_ratio(c->in[0]);
  real k = p->turbulent * warm_own(p->rho, c->given[P_rho], c->in[3]) / warm_ratio(c->in[1]);
  return q * (r + k * dv_abs(q));
}

DV_LAW(publish)
{
  for (int i = A; i <= B; i++) c->capacity[i] = 0.5 * p->capacity;
}

DV_LAW(answer)
{
  (void)p;
  c->flow[A] = c->x[0];
  c->flow[B] = -c->x[2 * elements(c) - 2];
}

DV_LAW(rate)
{
  for (int i = 0; i < elements(c); i++) {
    c->dx[2 * i] = (before(c, i) - behind(c, i) - drop(p, c, c->x[2 * i])) / p->inertia;
    if (i) c->dx[2 * i - 1] = (c->x[2 * i - 2] - c->x[2 * i]) / p->capacity;
  }
}

DV_AMOUNT(stored)
{
  real sum = 0.25 * p->capacity * (c->effort[A] * c->effort[A] + c->effort[B] * c->effort[B]);
  for (int i = 0; i < elements(c); i++) {
    sum += 0.5 * p->inertia * c->x[2 * i] * c->x[2 * i];
    if (i) sum += 0.5 * p->capacity * c->x[2 * i - 1] * c->x[2 * i - 1];
  }
  return sum;
}

DV_AMOUNT(loss)
{
  real sum = dv_real(0);
  for (int i = 0; i < elements(c); i++) sum += drop(p, c, c->x[2 * i]) * c->x[2 * i];
  return sum;
}

DV_KIND(hydraulic, pipe) = {
    .name = "hydraulic.pipe",
    .doc = "long pipe or hose with travelling waves of pressure (water hammer)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .publish = publish,
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .form = "I",
    .example = "# shut at B, open to the tank: of two elements the lower mode is p1 = P/sqrt(2) cos(w t), B = P cos(w t), w = 2 "
               "sin(pi/8)/sqrt(I C)\n"
               "# and with friction alone: Hagen-Poiseuille; I C = rho l^2/bulk = 1e-4 s^2\n"
               "nodes: {B: {initial: 1 MPa}}\n"
               "parts:\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "  shut: {kind: hydraulic.pipe, a: T, b: B, length: 20 m, diameter: 2 cm, viscosity: 0, friction: 0, rho: 1000 "
               "kg/m3, bulk: 1e9 Pa, wall: "
               "1e15 Pa, elements: 2, initial: {p1: '1e6*sqrt(0.5)'}}\n"
               "  supply: {kind: hydraulic.pressure, a: P, pressure: 1 MPa}\n"
               "  open: {kind: hydraulic.pipe, a: P, b: T, length: '10*pi*1[m]', diameter: 2 cm, viscosity: 0.05 Pa.s, friction: "
               "0, elements: 4}\n"
               "until: 20 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: B.pressure, at: 0.1 s, is: '1e6*cos(20*sin(pi/8))', within: 20, source: P cos(w t)}\n"
               "      - {value: shut.p1, at: 0.1 s, is: '1e6*sqrt(0.5)*cos(20*sin(pi/8))', within: 20, source: the same}\n"
               "      - {final: open.a.flow, is: 2.5e-3, relative: 1e-6, source: pi d^4 dp/(128 mu L)}\n"
               "      - {drift: energy.residual, within: 1e-2}\n",
};
