// merge.c: an object that becomes one body with a hand, exactly, and is let go again.
//
//   closed:  R_h^T (r_o - r_h) = e0,  R_h^T R_o = Q0,  of the instant in which it closed
//
// Six equations of the skeleton, as those of a loop (engine/loop_row.c), which are there while `held` is 1: the rates of the
// object follow the hand's. When they come both bodies take one velocity as by a plastic impact, with linear and angular momentum
// kept (run/seize.c); when they go nothing jumps. What the hand exerts is NAME.reaction.
#include "davit/kind.h"
#include "kinds/seizes.h"

DV_NO_PARAMETERS;

#include "kinds/contact/taken.inc"

static const dv_port ports[] = {
    {"hand",   DV_FRAME, DV_WATCHES, "point that takes"           },
    {"object", DV_FRAME, DV_WATCHES, "body or point that is taken"}
};
static const dv_quantity outs[] = {
    {"held", "1", 1, "1: taken", 0}
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->d[HELD];
}

// At the instant in which it closes; the run books that.
DV_AMOUNT(loss)
{
  (void)p, (void)c;
  return dv_real(0);
}

DV_KIND(contact, merge) = {
    .name = "contact.merge",
    .doc = "makes an object one body with a hand while a signal says so, exactly; momentum is kept, as in a plastic impact",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 1,
    .signal = signal,
    .root = root,
    .jump = jump,
    .seizes = DV_UNITES,
    .loss = loss,
    .look = "grip",
    .example =
        "# 2 kg pushed by 3 N take 1 kg at rest for a second; 1/2 (2/3) 4.5^2 = 6.75 J are lost at once\n"
        "bodies: {hand: {mass: 2 kg}, thing: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: hand, rate: 3 m/s}\n"
        "  y: {type: free, child: thing, position: {xyz: [4, 0.2, 0]}}\n"
        "gravity: 0\n"
        "signals: {on: {kind: pulse, at: 1 s, width: 1 s}}\n"
        "parts:\n"
        "  m: {kind: contact.merge, hand: hand, object: thing, close: on}\n"
        "  pull: {kind: force.effort, axis: x, effort: 3 N}\n"
        "until: 3 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: x.rate, at: 2 s, is: 4, within: 1e-8, source: '(2*4.5 kg m/s)/3 kg = 3 m/s, and 1 m/s^2 for a second'}\n"
        "      - {value: m.reaction.fx, at: 1.5 s, is: 1, within: 1e-9, source: a third of 3 N}\n"
        "      - {value: m.reaction.mz, at: 1.5 s, is: 0, within: 1e-9, source: 'it is pushed at its centre'}\n"
        "      - {final: x.rate, is: 5.5, within: 1e-8, source: alone again}\n"
        "      - {final: y.vx, is: 4, within: 1e-8, source: let go}\n"
        "      - {final: energy.kinetic, is: 38.25, within: 1e-7, source: 9 + 36 J of the push - 6.75 J}\n"
        "      - {drift: energy.residual, within: 1e-7, source: every joule is accounted for}\n",
};
