// valve_inversion.c: command that makes a valve pass a wanted flow at the pressures that are there.
//
//   u = q / (area Cd sqrt(2/rho) sqrt(dp)),   dp = p - a where q > 0 (into the line), a - t where q < 0; at least `floor`
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(area,  "m^2",    DV_REQUIRED, 1e-12, 10,   "area of an edge at full opening")
    DV_P(cd,    "1",      0.62,        0.01,  2,    "discharge coefficient")
    DV_P(rho,   "kg/m^3", 870,         100,   5000, "density of the fluid")
    DV_P(floor, "Pa",     1e4,         1,     1e8,  "least pressure drop that it counts on")
    DV_P(reach, "1",      1,           1e-12, 1e30, "greatest command")
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

enum { FLOW, SUPPLY, RETURN, LINE };

static const dv_quantity ins[] = {
    {"flow",   "m^3/s", 1e-4, "wanted flow into the line", 0          },
    {"supply", "Pa",    1e6,  "pressure of the supply",    0          },
    {"return", "Pa",    1e6,  "pressure of the return",    DV_OPTIONAL},
    {"line",   "Pa",    1e6,  "pressure of the line",      0          },
};
static const dv_quantity outs[] = {
    {"command", "1", 1, "command of the valve", 0}
};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * p->cd * dv_sqrt(2 / p->rho);
}

DV_LAW(signal)
{
  real q = c->in[FLOW], dp = dv_select(q < 0.0, c->in[LINE] - c->in[RETURN], c->in[SUPPLY] - c->in[LINE]);
  c->out[0] = dv_clamp(q / (p->gain * dv_sqrt(dv_max(dp, p->floor))), -p->reach, p->reach);
}

DV_KIND(control, valve_inversion) = {
    .name = "control.valve-inversion",
    .doc = "valve command for a wanted flow, from the pressures at the valve",
    DV_PARAMS,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .example =
        "signals:\n"
        "  q: {kind: sine, amplitude: 2e-4, frequency: 0.5 Hz}\n"
        "  law: {kind: control.valve-inversion, flow: q, supply: P.pressure, line: A.pressure, area: 10 mm2, cd: 0.6, rho: 800 "
        "kg/m3}\n"
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 5 MPa}\n"
        "  one: {kind: hydraulic.pressure, a: A, pressure: 1 MPa}\n"
        "  valve: {kind: hydraulic.valve32, p: P, t: T, a: A, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, command: "
        "law.command}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 2 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: valve.a.flow, at: 0.5 s, is: -2e-4, relative: 1e-10, source: the wanted flow into the line}\n"
        "      - {value: valve.a.flow, at: 1.5 s, is: 2e-4, relative: 1e-10, source: and out of it}\n"
        "      - {value: law.command, at: 0.5 s, is: 0.33333333333333333, within: 1e-12, source: q/(area Cd sqrt(2 dp/rho))}\n",
};
