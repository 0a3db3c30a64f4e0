// damper.c: linear damper on an axis.
//
//   e = d v
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(damping, "{e}/{f}", DV_REQUIRED, 0, 1e15, "damping")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};
DV_LAW(answer) { c->effort[0] = p->damping * c->flow[0]; }

DV_KIND(force, damper) = {
    .name = "force.damper",
    .doc = "linear damper, straight or torsional",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .look = "damper",
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, rate: 1 m/s}}\n"
               "gravity: 0\n"
               "parts: {d: {kind: force.damper, axis: x, damping: 4 N s/m}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: x.rate, is: 0.1353352832366127, within: 1e-8, source: exp(-2 t)}]}}\n",
};
