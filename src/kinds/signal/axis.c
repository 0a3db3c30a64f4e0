// axis.c: the coordinate of an axis as a signal: a cylinder's length, an encoder. Every axis under `axes:` has one by its name.
//
//   y = x,   y' = x'
#include "davit/kind.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_WATCHES, "axis that is watched"}
};
static const dv_quantity outs[] = {
    {"value", "{x}", 1, "its coordinate", 0},
    {"rate",  "{f}", 1, "its rate",       0},
};

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->pos[0];
  c->out[1] = c->flow[0];
}

DV_KIND(signal, axis) = {
    .name = "signal.axis",
    .doc = "coordinate and rate of an axis; every axis under `axes:` is such a signal by its own name",
    .stands_for = DV_FOR_AXIS,
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(out, outs),
    .signal = signal,
    .smooth = 1,
    .form = "Df",
    .example = "# two masses on their way, along x and y\n"
               "bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: a, rate: 3 m/s}\n"
               "  y: {type: prismatic, axis: y, child: b, position: 1 m, rate: 4 m/s}\n"
               "gravity: 0\n"
               "axes: {gap: {from: a, to: b}}\n"
               "signals: {far: {kind: axis, axis: gap}, twice: 2*gap}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: far, is: 10.816653826391969, within: 1e-8, source: sqrt(6^2 + 9^2)}\n"
               "      - {final: far.rate, is: 4.992301766027063, within: 1e-8, source: (6 3 + 9 4)/sqrt(6^2 + 9^2)}\n"
               "      - {max: abs(twice - 2*gap) + abs(gap.rate - far.rate), is: 0, within: 1e-12, source: the same axis}\n",
};
