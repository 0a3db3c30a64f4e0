// duffing.c: a spring that hardens, on an axis.
//
//   e = k x + k3 x^3,   H = k x^2 / 2 + k3 x^4 / 4
//
// Without k the motion of a mass m from rest at x = A is A cn(w t, 1/2) with w = A sqrt(k3 / m): it comes through zero after
// K(1/2) / w = 1.8540746773013719 / w, with the rate -A^2 sqrt(k3 / (2 m)).
#include <davit/kind.h>

DV_PARAMETERS(
    DV_P(stiffness, "{e}/{x}",   0,           0, 1e12, "stiffness at rest")
    DV_P(hardening, "{e}/{x}^3", DV_REQUIRED, 0, 1e12, "what the cube of the way adds")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it pulls together"}
};

DV_LAW(answer)
{
  real x = c->pos[0];
  c->effort[0] = x * (p->stiffness + p->hardening * x * x);
}

DV_AMOUNT(stored)
{
  real x2 = c->pos[0] * c->pos[0];
  return x2 * (0.5 * p->stiffness + 0.25 * p->hardening * x2);
}

DV_KIND(my, duffing) = {
    .name = "my.duffing",
    .doc = "spring that hardens (Duffing)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .stored = stored,
    .look = "spring",
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, position: 1 m}}\n"
               "gravity: 0\n"
               "parts: {k: {kind: my.duffing, axis: x, hardening: 2 N/m^3}}\n"
               "until: 1.8540746773013719 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: x, is: 0, within: 1e-8, source: cn(K(1/2))}, {final: x.rate, is: "
               "-0.7071067811865476, within: 1e-8, source: energy}, {drift: energy.total, relative: 1e-8}]}}\n",
};
