// wrench.c: a force and a moment on a frame, from signals, in its own or in world axes.
#include "davit/kind.h"
#include "math/spatial.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that it acts on"}
};
static const dv_option options[] = {
    {"axes", "world|body", "axes in which the components are given"}
};
static const dv_quantity ins[] = {
    {"fx", "N",   1, "force along x",  DV_BY_ANSWER | DV_OPTIONAL},
    {"fy", "N",   1, "force along y",  DV_BY_ANSWER | DV_OPTIONAL},
    {"fz", "N",   1, "force along z",  DV_BY_ANSWER | DV_OPTIONAL},
    {"mx", "N.m", 1, "moment about x", DV_BY_ANSWER | DV_OPTIONAL},
    {"my", "N.m", 1, "moment about y", DV_BY_ANSWER | DV_OPTIONAL},
    {"mz", "N.m", 1, "moment about z", DV_BY_ANSWER | DV_OPTIONAL},
};

DV_LAW(answer)
{
  v3 f = dv_v3_of(c->in), n = dv_v3_of(c->in + 3);
  (void)p;
  if (c->opt[0] == 0) {
    f = dv_m3_tmul(c->pose, f);
    n = dv_m3_tmul(c->pose, n);
  }
  for (int i = 0; i < 3; i++) {
    c->effort[i] = -n.x[i];
    c->effort[3 + i] = -f.x[i];
  }
}

DV_KIND(force, wrench) = {
    .name = "force.wrench",
    .doc = "force and moment on a body or point, from signals",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(in, ins),
    .answer = answer,
    .active = 1,
    .example = "bodies: {ball: {mass: 2 kg, inertia: [1, 1, 1]}}\n"
               "joints: {base: {type: free, child: ball}}\n"
               "gravity: 0\n"
               "parts: {w: {kind: force.wrench, frame: ball, fx: 4 N, mz: 2 N.m}}\n"
               "until: 1 s\n"
               "cases: {example: {expect: [{final: base.x, is: 1, within: 1e-6, source: f t^2 / 2 m}, {final: base.wz, is: 2, "
               "within: 1e-6, source: m t / I}]}}\n",
};
