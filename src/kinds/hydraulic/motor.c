// motor.c: hydraulic motor on a shaft; driven, it is a pump.
//
//   q = s D w + G (p_a - p_b) into a and out of b,   torque on the shaft s D (p_a - p_b) - friction (dry.h)
//
// Each side holds a constant volume of oil (oil.h): C p' = q - s D w - ... s: swash, -1 to 1; over centre it turns round.
// Leakage and viscous friction are those of the oil as it is (warm.h).
#include "kinds/force/dry.h"
#include "kinds/hydraulic/oil.h"
#include "kinds/hydraulic/warm.h"

DV_PARAMETERS(
    DV_P(displacement, "m^3/rad",   DV_REQUIRED, 1e-12, 10,  "volume per angle")
    DV_P(volume,       "m^3",       1e-4,        1e-9,  10,  "oil on each side, with its line")
    DV_P(leakage,      "m^3/s/Pa",  0,           0,     1,   "leakage from side to side per pressure")
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
    DV_P(coulomb,      "N.m",       0,           0,     1e8, "dry friction")
    DV_P(viscous,      "N.m.s/rad", 0,           0,     1e9, "viscous friction")
    DV_P(smoothing,    "rad/s",     1e-2,        1e-9,  1e3, "speed around which dry friction changes sign")
);

enum { A, B, AXIS };

static const dv_port ports[] = {
    {"a",    DV_HYDRAULIC, DV_STORES,  "line that drives it forward"},
    {"b",    DV_HYDRAULIC, DV_STORES,  "opposite line"              },
    {"axis", DV_ROTARY,    DV_ANSWERS, "shaft"                      },
};
static const dv_option options[] = {OIL_OPTION};
static const dv_quantity ins[] = {
    {"swash", "1", 1, "part of the displacement in use, -1..1", DV_OPTIONAL_ONE | DV_BY_ANSWER},
    WARM_THINNER,
};

DV_FN real geared(const par *p, const dv_cell *c) { return p->displacement * dv_clamp(c->in[0], dv_real(-1), dv_real(1)); }

DV_FN real leak(const par *p, const dv_cell *c) { return warm_ratio(c->in[1]) * p->leakage * (c->effort[A] - c->effort[B]); }

DV_FN real friction(const par *p, const dv_cell *c, real w)
{
  return p->coulomb * w / dv_sqrt(w * w + p->smoothing * p->smoothing) + p->viscous / warm_ratio(c->in[1]) * w;
}

DV_LAW(publish)
{
  for (int i = A; i <= B; i++) c->capacity[i] = p->volume * oil_compliance(&p->oil, c->opt[0], c->effort[i]);
}

DV_LAW(answer)
{
  real w = c->flow[AXIS], D = geared(p, c);
  c->flow[A] = D * w + leak(p, c);
  c->flow[B] = -c->flow[A];
  c->effort[AXIS] = friction(p, c, w) - D * (c->effort[A] - c->effort[B]);
}

DV_AMOUNT(stored)
{
  return oil_held(&p->oil, c->opt[0], p->volume, c->effort[A]) + oil_held(&p->oil, c->opt[0], p->volume, c->effort[B]);
}

DV_AMOUNT(carried)
{
  real q = geared(p, c) * c->flow[AXIS] + leak(p, c);
  return oil_held_carried(&p->oil, c->opt[0], c->effort[A], c->flow[A] - q) +
         oil_held_carried(&p->oil, c->opt[0], c->effort[B], c->flow[B] + q);
}

DV_AMOUNT(loss) { return friction(p, c, c->flow[AXIS]) * c->flow[AXIS] + leak(p, c) * (c->effort[A] - c->effort[B]); }

DV_KIND(hydraulic, motor) = {
    .name = "hydraulic.motor",
    .doc = "hydraulic motor or pump on a shaft, of fixed or variable displacement, with its two volumes",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(in, ins),
    .publish = publish,
    .answer = answer,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .example =
        "# spin: a motor; back: half swivelled over centre, driven as a pump by a fan that is never slowed\n"
        "bodies: {drum: {mass: 1 kg, inertia: [2, 2, 2]}, fan: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  spin: {type: revolute, axis: z, child: drum}\n"
        "  back: {type: revolute, axis: z, child: fan, motion: {prescribed: turn}}\n"
        "signals: {turn: 100*t}\n"
        "gravity: 0\n"
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 10 MPa}\n"
        "  motor: {kind: hydraulic.motor, a: P, b: T, axis: spin, displacement: 10 cm3/rad, viscous: 4 N.m.s/rad, leakage: "
        "1e-12 m3/s/Pa}\n"
        "  pump: {kind: hydraulic.motor, a: P, b: T, axis: back, displacement: 4 cm3/rad, swash: -0.5}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: spin.rate, is: 21.616617919084682, relative: 1e-8, source: D dp/d (1 - exp(-d t/I))}\n"
        "      - {final: motor.a.flow - 10e-6*spin.rate, is: 1e-5, relative: 1e-8, source: leakage}\n"
        "      - {final: pump.a.flow, is: -2e-4, relative: 1e-12, source: s D w out of a}\n"
        "      - {final: back.effort, is: 20, relative: 1e-12, source: torque of its drive -s D dp}\n"
        "      - {drift: energy.residual, within: 1e-5}\n",
};
