// lugre.c: friction with bristles that bend at rest and slip in motion (LuGre, dry.h).
//
//   z' = v - k |v| z/g(v),   e = k z + m z' + d v,   g = c + (s - c) e^(-(v/v_s)^2)
#include "kinds/force/dry.h"

DV_PARAMETERS(
    DV_P(coulomb,   "{e}",     DV_REQUIRED, 1e-9, 1e12, "dry friction in motion")
    DV_P(breakaway, "{e}",     0,           0,    1e12, "dry friction at rest, if larger than in motion")
    DV_P(stribeck,  "{f}",     1e-2,        1e-9, 1e3,  "rate over which friction falls from breakaway to dry")
    DV_P(viscous,   "{e}/{f}", 0,           0,    1e15, "viscous friction")
    DV_P(bristle,   "{e}/{x}", DV_REQUIRED, 1e-6, 1e15, "stiffness of the bristles")
    DV_P(micro,     "{e}/{f}", 0,           0,    1e15, "damping of the bristles")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

static const dv_quantity states[] = {
    {"bend", "{x}", 1e-4, "bend of the bristles", 0}
};

DV_FN dry_par dry(const par *p)
{
  dry_par d;
  d.coulomb = p->coulomb;
  d.viscous = p->viscous;
  d.smoothing = dv_real(1);
  d.breakaway = p->breakaway;
  d.stribeck = p->stribeck;
  d.bristle = p->bristle;
  d.micro = p->micro;
  return d;
}

DV_LAW(answer)
{
  dry_par d = dry(p);
  c->effort[0] = dry_lugre(&d, c->flow[0], c->x[0]);
}

DV_LAW(rate)
{
  dry_par d = dry(p);
  c->dx[0] = dry_bristle_rate(&d, c->flow[0], c->x[0]);
}

DV_AMOUNT(stored) { return 0.5 * p->bristle * c->x[0] * c->x[0]; }

DV_AMOUNT(loss)
{
  dry_par d = dry(p);
  return dry_loss(&d, DRY_LUGRE, c->effort[0], c->flow[0], c->x[0]);
}

DV_KIND(force, lugre) = {
    .name = "force.lugre",
    .doc = "LuGre friction: sticks and slips",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .form = "R",
    .example =
        "signals: {m: {kind: expression, value: 0.2*t}}\n"
        "bodies: {mass: {mass: 1 kg}, held: {mass: 1 kg}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: mass, motion: {prescribed: m}}\n"
        "  y: {type: prismatic, axis: y, child: held}\n"
        "gravity: 0\n"
        "parts:\n"
        "  slips: {kind: force.lugre, axis: x, coulomb: 2 N, breakaway: 5 N, stribeck: 0.2 m/s, viscous: 10 N.s/m, bristle: 1e4 "
        "N/m}\n"
        "  sticks: {kind: force.lugre, axis: y, coulomb: 4 N, bristle: 1e4 N/m, micro: 100 N.s/m}\n"
        "  pull: {kind: force.effort, axis: y, effort: 1 N}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-9, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: slips.axis.effort, is: 5.103638323514327, relative: 1e-7, source: 'steady: g(v) + d v = 2 + 3/e + 2'}\n"
        "      - {final: sticks.axis.effort, is: 1, relative: 1e-6, source: it holds}\n"
        "      - {max: y, is: 1e-4, within: 1e-4, source: bends by about F/k and stays}\n"
        "      - {drift: energy.residual, within: 1e-7}\n",
};
