// hose.c: line between two nodes: oil and wall yield, half at each end; friction, and inertia of the oil if wanted.
//
//   V(p) = V0 (1 + p/wall),   capacity = V/B + V0/wall per half;   p_a - p_b = R q + K q |q| + I q'
//   R = 128 mu L/(pi d^4),  K = f rho L/(2 d S^2),  I = rho L/S,  S = pi d^2/4
// A half stores V h (oil.h) and V0 p^2/(2 wall), and takes in (p + h) times its own flow: exact, also while the wall gives way.
// A hose keeps a thousandth of its volume; from there on the wall gives way no further.
#include "kinds/hydraulic/oil.h"
#include "kinds/hydraulic/warm.h"

DV_PARAMETERS(
    DV_P(length,    "m",      DV_REQUIRED, 1e-3, 1e4,  "length")
    DV_P(diameter,  "m",      DV_REQUIRED, 1e-4, 10,   "inner diameter")
    DV_P(wall,      "Pa",     1e9,         1e6,  1e15, "pressure per relative growth of the volume")
    DV_P(viscosity, "Pa.s",   0.04,        1e-5, 10,   "dynamic viscosity")
    DV_P(friction,  "1",      0.03,        0,    1,    "Darcy friction factor of turbulent flow")
    DV_P(rho,       "kg/m^3", 870,         100,  5000, "density of the fluid")
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
    DV_DERIVED(real half, laminar, turbulent, inertia)  // V0/2, R, K, I
);

enum { A, B };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_STORES, "first end" },
    {"b", DV_HYDRAULIC, DV_STORES, "second end"}
};
static const dv_option options[] = {
    {"flow", "resistive|inertial", "with or without the inertia of the oil"},
    OIL_OPTION
};
static const dv_quantity ins[] = {WARM_THINNER, WARM_LIGHTER, WARM_OWN};
static const dv_quantity states[] = {
    {"flow", "m^3/s", 1e-3, "flow from a to b", 0}
};
static const int state_count[] = {0, 1};

DV_PREPARE(prepare)
{
  real d = p->diameter, s = 0.25 * 3.14159265358979323846 * d * d;
  (void)c;
  p->half = 0.5 * s * p->length;
  p->laminar = 8 * 3.14159265358979323846 * p->viscosity * p->length / (s * s);
  p->turbulent = 0.5 * p->friction * p->rho * p->length / (d * s * s);
  p->inertia = p->rho * p->length / s;
}

// The pressure that the wall follows.
DV_FN real followed(const par *p, real e) { return dv_max(e, -0.999 * p->wall); }

DV_FN real volume(const par *p, real e) { return p->half * (1 + followed(p, e) / p->wall); }

// R and K in the oil as it is now.
DV_FN real laminar(const par *p, const dv_cell *c)
{
  return p->laminar * warm_own(p->viscosity, c->given[P_viscosity], c->in[2]) / warm_ratio(c->in[0]);
}

DV_FN real turbulent(const par *p, const dv_cell *c)
{
  return p->turbulent * warm_own(p->rho, c->given[P_rho], c->in[3]) / warm_ratio(c->in[1]);
}

// Drop over flow.
DV_FN real resistance(const par *p, const dv_cell *c, real q) { return laminar(p, c) + turbulent(p, c) * dv_abs(q); }

// Flow that has the pressure drop: the root of R q + K q |q| = dp.
DV_FN real through(const par *p, const dv_cell *c)
{
  real dp = c->effort[A] - c->effort[B], r = laminar(p, c), k = turbulent(p, c);
  return c->opt[0] ? c->x[0] : 2 * dp / (r + dv_sqrt(r * r + 4 * k * dv_abs(dp)));
}

DV_LAW(publish)
{
  for (int i = A; i <= B; i++) {
    real e = c->effort[i], give = dv_select(e < -0.999 * p->wall, dv_real(0), p->half / p->wall);
    c->capacity[i] = volume(p, e) * oil_compliance(&p->oil, c->opt[1], e) + give;
  }
}

DV_LAW(answer)
{
  c->flow[A] = through(p, c);
  c->flow[B] = -c->flow[A];
}

DV_LAW(rate)
{
  if (c->opt[0]) c->dx[0] = (c->effort[A] - c->effort[B] - c->x[0] * resistance(p, c, c->x[0])) / p->inertia;
}

DV_AMOUNT(stored)
{
  real sum = c->opt[0] ? 0.5 * p->inertia * c->x[0] * c->x[0] : dv_real(0);
  for (int i = A; i <= B; i++) {
    real e = c->effort[i], wall = followed(p, e);
    sum += volume(p, e) * oil_energy(&p->oil, c->opt[1], e) + 0.5 * p->half / p->wall * wall * wall;
  }
  return sum;
}

DV_AMOUNT(carried)
{
  real q = through(p, c);
  return oil_energy(&p->oil, c->opt[1], c->effort[A]) * (c->flow[A] - q) +
         oil_energy(&p->oil, c->opt[1], c->effort[B]) * (c->flow[B] + q);
}

DV_AMOUNT(loss)
{
  real q = through(p, c);
  return q * q * resistance(p, c, q);
}

DV_KIND(hydraulic, hose) = {
    .name = "hydraulic.hose",
    .doc = "hose or pipe between two nodes",
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
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .form = "I",
    .example =
        "parts:\n"
        "  one: {kind: hydraulic.flow, a: A, flow: 1e-5 m3/s}\n"
        "  two: {kind: hydraulic.flow, a: B, flow: 1e-5 m3/s}\n"
        "  hose: {kind: hydraulic.hose, a: A, b: B, length: '4/pi*1[m]', diameter: 5 cm, bulk: 1e9 Pa, wall: 0.25e9 Pa}\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 1 MPa}\n"
        "  pipe: {kind: hydraulic.hose, a: P, b: T, length: '10*pi*1[m]', diameter: 2 cm, viscosity: 0.05 Pa.s, friction: 0}\n"
        "  long: {kind: hydraulic.hose, a: P, b: T, length: '10*pi*1[m]', diameter: 2 cm, viscosity: 0.05 Pa.s, friction: 0, "
        "flow: inertial, rho: 1000 kg/m3}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: A.pressure/1e9 + A.pressure/0.25e9 + A.pressure^2/0.5e18, is: 0.008, relative: 1e-8, source: 'q t/V0'}\n"
        "      - {final: pipe.a.flow, is: 2.5e-3, relative: 1e-12, source: pi d^4 dp/(128 mu L)}\n"
        "      - {final: long.flow, is: 2.4542109027781644e-3, relative: 1e-8, source: dp/R (1 - exp(-R t/I))}\n"
        "      - {drift: energy.residual, within: 1e-5}\n",
};
