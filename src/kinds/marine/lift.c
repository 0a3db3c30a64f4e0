// lift.c: a fin: lift across the flow and drag along it, from the angle of attack in its x-z plane.
//
//   tan(alpha) = w/u,   CL = slope/2 sin(2 alpha),   CD = cd0 + CL^2/(pi aspect) + cd90 sin^2(alpha)
//   (fx, fz) = 1/2 rho A V (-CD (u, w) + CL (w, -u)),   V^2 = u^2 + w^2
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(area,   "m^2", DV_REQUIRED,       0,   1e5, "plan area")
    DV_P(slope,  "1",   6.283185307179586, 0,   20,  "dCL/dalpha at zero, per radian")
    DV_P(aspect, "1",   1e6,               0.1, 1e9, "aspect ratio, for the induced drag")
    DV_P(cd0,    "1",   0.01,              0,   10,  "drag coefficient at zero angle")
    DV_P(cd90,   "1",   0,                 0,   10,  "further drag coefficient across the flow")
    MARINE_FADE
);

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "centre of pressure; chord along x, normal along z"}
};
// sin(2 alpha) and sin^2(alpha) of u and w need no angle.
DV_LAW(answer)
{
  marine_point m = marine_at(c, dv_v3_zero());
  real u = m.velocity.x[0], w = m.velocity.x[2], V2 = u * u + w * w, safe = dv_max(V2, dv_real(1e-30)), V = dv_sqrt(V2);
  real CL = p->slope * u * w / safe, CD = p->cd0 + CL * CL / (3.141592653589793 * p->aspect) + p->cd90 * w * w / safe;
  real q = 0.5 * m.water.density * p->area * V * marine_fade(m.water.depth, p->height);
  v3 f = dv_v3_zero();
  f.x[0] = q * (CL * w - CD * u);
  f.x[2] = q * (-CL * u - CD * w);
  marine_clear(c);
  marine_push(c, dv_v3_zero(), f, dv_v3_zero());
}

DV_AMOUNT(loss)
{
  (void)p;
  if (c->service->still) return marine_power(c);
  marine_point m = marine_at(c, dv_v3_zero());
  return dv_v3_dot(dv_v3_of(c->effort + 3), m.velocity);
}

DV_KIND(marine, lift) = {
    .name = "marine.lift",
    .doc = "fin or foil: lift and drag by angle of attack",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .service = DV_ASKS_WATER,
    .answer = answer,
    .loss = loss,
    .active = 1,
    .form = "R",
    .example =
        "# a glider sinks where CL/CD balances: towed at u, it sinks with w = W/(1/2 rho A slope u) for small angles, cd = 0\n"
        "bodies: {sledge: {mass: 0.001 g}, foil: {mass: 10 kg}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: sledge, at: {xyz: [0, 0, -50]}, rate: 2 m/s, motion: {prescribed: pull}}\n"
        "  z: {type: prismatic, axis: z, parent: sledge, child: foil}\n"
        "signals: {pull: {kind: expression, value: 2*t}}\n"
        "gravity: [0, 0, -9.81]\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
        "  wing: {kind: marine.lift, frame: foil, area: 0.5 m2, slope: 5, cd0: 0}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases: {example: {expect: [{final: z.rate, is: -0.039247554790328654, within: 1e-9, source: \"1/2 rho A V CL u = m g, V "
        "= "
        "sqrt(u^2 + w^2)\"}]}}\n",
};
