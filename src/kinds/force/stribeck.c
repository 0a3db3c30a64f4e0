// stribeck.c: dry friction that falls with the rate, and viscous friction; smoothed around zero rate (dry.h).
//
//   e = g(v) v / sqrt(v^2 + w^2) + d v,   g = c + (s - c) e^(-(v/v_s)^2)
#include "kinds/force/dry.h"

DV_PARAMETERS(
    DV_HOLDS(dry_par dry)
    DV_P_AT(dry.coulomb,   coulomb,   "{e}",     DV_REQUIRED, 0,    1e12, "dry friction in motion")
    DV_P_AT(dry.viscous,   viscous,   "{e}/{f}", 0,           0,    1e15, "viscous friction")
    DV_P_AT(dry.smoothing, smoothing, "{f}",     1e-3,        1e-9, 1e3,  "rate around which dry friction changes sign")
    DV_P_AT(dry.breakaway, breakaway, "{e}",     DV_REQUIRED, 0,    1e12, "dry friction at rest, if larger than in motion")
    DV_P_AT(dry.stribeck,  stribeck,  "{f}",     1e-2,        1e-9, 1e3,  "rate over which friction falls from breakaway to dry")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

DV_LAW(answer) { c->effort[0] = dry_stribeck(&p->dry, c->flow[0]); }

DV_KIND(force, stribeck) = {
    .name = "force.stribeck",
    .doc = "friction with the Stribeck effect, smoothed around rest",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .example =
        "signals: {m: {kind: expression, value: 0.2*t}}\n"
        "bodies: {mass: {mass: 1 kg}}\n"
        "joints: {x: {type: prismatic, axis: x, child: mass, motion: {prescribed: m}}}\n"
        "gravity: 0\n"
        "parts: {s: {kind: force.stribeck, axis: x, coulomb: 2 N, breakaway: 5 N, stribeck: 0.2 m/s, viscous: 10 N.s/m, "
        "smoothing: 1e-9 m/s}}\n"
        "until: 1 s\n"
        "cases: {example: {expect: [{final: s.axis.effort, is: 5.103638323514327, relative: 1e-12, source: 2 + 3/e + 2}]}}\n",
};
