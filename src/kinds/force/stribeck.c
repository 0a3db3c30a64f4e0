// stribeck.c: dry friction that falls with the rate, and viscous friction; smoothed around zero rate (dry.h).
//
//   e = g(v) v / sqrt(v^2 + w^2) + d v,   g = c + (s - c) e^(-(v/v_s)^2)
#include "kinds/force/dry.h"

typedef struct {
  dry_par dry;
} par;

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

static const dv_param params[] = {
    {"coulomb",   "{e}",     DV_REQUIRED, 0,    1e12, "dry friction in motion"                              },
    {"viscous",   "{e}/{f}", 0,           0,    1e15, "viscous friction"                                    },
    {"smoothing", "{f}",     1e-3,        1e-9, 1e3,  "rate around which dry friction changes sign"         },
    {"breakaway", "{e}",     DV_REQUIRED, 0,    1e12, "dry friction at rest, if larger than in motion"      },
    {"stribeck",  "{f}",     1e-2,        1e-9, 1e3,  "rate over which friction falls from breakaway to dry"},
};

DV_LAW(answer) { c->effort[0] = dry_stribeck(&p->dry, c->flow[0]); }

DV_KIND(force, stribeck) = {
    .name = "force.stribeck",
    .doc = "friction with the Stribeck effect, smoothed around rest",
    .port = ports,
    .nport = DV_COUNT(ports),
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .answer = answer,
    .bench = "signals: {m: {kind: expression, value: 0.2*t}}\n"
             "bodies: {mass: {mass: 1 kg}}\n"
             "joints: {x: {type: prismatic, axis: x, child: mass, motion: {prescribed: m}}}\n"
             "gravity: 0\n"
             "parts: {s: {kind: force.stribeck, axis: x, coulomb: 2 N, breakaway: 5 N, stribeck: 0.2 m/s, viscous: 10 N.s/m, "
             "smoothing: 1e-9 m/s}}\n"
             "until: 1 s\n"
             "cases: {bench: {expect: [{final: s.axis.effort, is: 5.103638323514327, relative: 1e-12, source: 2 + 3/e + 2}]}}\n",
};
