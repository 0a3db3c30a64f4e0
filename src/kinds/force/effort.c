// effort.c: a force or torque on an axis, from a signal.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(most, "{e}", 1e30, 0, 1e30, "greatest size of the effort")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it drives"}
};
static const dv_quantity ins[] = {
    {"effort", "{e}", 1, "effort in the positive direction of the axis", 0}
};

DV_LAW(answer) { c->effort[0] = -dv_clamp(c->in[0], -p->most, p->most); }

DV_KIND(force, effort) = {
    .name = "force.effort",
    .doc = "force or torque on an axis, from a signal",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .active = 1,
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass}}\n"
               "gravity: 0\n"
               "parts: {f: {kind: force.effort, axis: x, effort: 4 N}}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: x, is: 1, within: 1e-6, source: f t^2 / 2 m}]}}\n",
};
