// mode.c: stiffness and damping of one coordinate of a structure; made for every modal coordinate of an elastic body.
//
//   e = k x + (d + r) x',   H = k x^2/2,   loss (d + r) x'^2
//
// r is a signal, so that damping may change with time; d + r below zero counts as zero.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(stiffness, "{e}/{x}", DV_REQUIRED, 0, 1e18, "stiffness")
    DV_P(damping,   "{e}/{f}", 0,           0, 1e15, "damping")
    DV_P(most,      "{x}",     1e30,        0, 1e30, "size of the coordinate beyond which the run warns; half the length of a beam, 1 rad")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "modal or other coordinate"}
};

static const dv_quantity ins[] = {
    {"more", "{e}/{f}", 1, "damping besides, from a signal", DV_BY_ANSWER | DV_OPTIONAL},
};

DV_FN real damping(const par *p, const dv_cell *c) { return dv_max(p->damping + c->in[0], dv_real(0)); }

DV_LAW(answer) { c->effort[0] = p->stiffness * c->pos[0] + damping(p, c) * c->flow[0]; }
DV_AMOUNT(stored) { return 0.5 * p->stiffness * c->pos[0] * c->pos[0]; }
DV_AMOUNT(loss) { return damping(p, c) * c->flow[0] * c->flow[0]; }

DV_LAW(guard) { c->guard[0] = p->most - dv_abs(c->pos[0]); }
static const char *const warnings[] = {
    "it bends by more than half its length (turns by more than 1 rad): its theory is one of small slopes, and holds no longer"};

DV_KIND(force, mode) = {
    .name = "force.mode",
    .doc = "spring and damper of a structural mode; its damping may be driven by a signal",
    .stands_for = DV_FOR_MODE,
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .example =
        "bodies: {mass: {mass: 2 kg}}\n"
        "joints: {x: {type: prismatic, axis: x, child: mass, position: 1 m}}\n"
        "gravity: 0\n"
        "signals: {r: {kind: signal.constant, value: 1.2}}\n"
        "parts: {k: {kind: force.mode, axis: x, stiffness: 8 N/m, damping: 1.2 N s/m, more: r}}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: x, is: -0.0186307301607031, within: 1e-8, source: damped oscillation of ratio 0.3}, "
        "{max: abs(energy.residual), is: 0, within: 1e-6}]}}\n",
};
