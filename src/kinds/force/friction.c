// friction.c: dry and viscous friction on an axis; dry friction is smoothed around zero rate.
//
//   e = c v / sqrt(v^2 + v_s^2) + d v
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(coulomb,   "{e}",     0,    0,    1e12, "dry friction")
    DV_P(viscous,   "{e}/{f}", 0,    0,    1e15, "viscous friction")
    DV_P(smoothing, "{f}",     1e-3, 1e-9, 1e3,  "rate around which dry friction changes sign")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

DV_LAW(answer)
{
  real v = c->flow[0];
  c->effort[0] = p->coulomb * v / dv_sqrt(v * v + p->smoothing * p->smoothing) + p->viscous * v;
}

DV_KIND(force, friction) = {
    .name = "force.friction",
    .doc = "dry (smoothed) and viscous friction on an axis",
    .stands_for = DV_FOR_FRICTION,
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, rate: 2 m/s}}\n"
               "gravity: 0\n"
               "parts: {f: {kind: force.friction, axis: x, coulomb: 2 N, smoothing: 1e-6 m/s}}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: x.rate, is: 1, within: 1e-6, source: v - c t / m}]}}\n",
};
