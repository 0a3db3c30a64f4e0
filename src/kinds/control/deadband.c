// deadband.c: opens a valve past its overlap, so that a small command already gives flow.
//
//   y = (1 - band) u + band clamp(u/width, -1, 1):   from `band` at u = width to 1 at u = 1, a steep straight line through zero
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(band,  "1", DV_REQUIRED, 0,    0.99, "overlap of the valve")
    DV_P(width, "1", 0.01,        1e-9, 1,    "command at which it is passed")
);

static const dv_quantity ins[] = {
    {"in", "1", 1, "command, -1..1", 0}
};
static const dv_quantity outs[] = {
    {"value", "1", 1, "command of the valve", 0}
};

DV_LAW(signal) { c->out[0] = (1 - p->band) * c->in[0] + p->band * dv_clamp(c->in[0] / p->width, dv_real(-1), dv_real(1)); }

DV_KIND(control, deadband) = {
    .name = "control.deadband",
    .doc = "compensation of a valve's overlap",
    DV_PARAMS,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .example =
        "signals: {s: {kind: control.deadband, in: t - 0.3, band: 0.2, width: 0.1}}\n"
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 5 MPa}\n"
        "  one: {kind: hydraulic.pressure, a: A, pressure: 1 MPa}\n"
        "  two: {kind: hydraulic.pressure, a: B, pressure: 4 MPa}\n"
        "  valve: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 10 mm2, overlap: 0.2, overlap_t: 0.2, cd: 0.6, rho: "
        "800 kg/m3, dp0: 1 Pa, command: s}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 0.8 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: s, at: 0.3 s, is: 0, within: 1e-15, source: no command}\n"
        "      - {value: s, at: 0.2 s, is: -0.28, within: 1e-15, source: -0.8 x 0.1 - 0.2}\n"
        "      - {final: valve.a.flow, is: -3e-4, relative: 1e-9, source: 'half command, half flow: Cd A/2 sqrt(2 dp/rho)'}\n",
};
