// spring.c: linear spring on an axis.
//
//   e = preload + k (x - rest),   H = preload (x - rest) + k (x - rest)^2 / 2
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(stiffness, "{e}/{x}", DV_REQUIRED, 0,     1e15, "stiffness")
    DV_P(rest,      "{x}",     0,           -1e6,  1e6,  "coordinate where the spring pulls with the preload only")
    DV_P(preload,   "{e}",     0,           -1e12, 1e12, "pull at rest")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it pulls together"}
};

DV_LAW(answer) { c->effort[0] = p->preload + p->stiffness * (c->pos[0] - p->rest); }

DV_AMOUNT(stored)
{
  real s = c->pos[0] - p->rest;
  return s * (p->preload + 0.5 * p->stiffness * s);
}

DV_KIND(force, spring) = {
    .name = "force.spring",
    .doc = "linear spring, straight or torsional",
    DV_ROWS(port, ports),
    DV_PARAMS,
    .answer = answer,
    .stored = stored,
    .look = "spring",
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, position: 1 m}}\n"
               "gravity: 0\n"
               "parts: {k: {kind: force.spring, axis: x, stiffness: 8 N/m}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: x, is: -0.4161468365471424, within: 1e-8, source: cos(2 t)}, {drift: "
               "energy.total, relative: 1e-8, source: nothing is lost}]}}\n",
};
