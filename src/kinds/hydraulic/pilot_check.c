// pilot_check.c: check valve that a pilot opens: lets oil pass from a to b, and back while the pilot's pressure suffices.
//
//   q = A(y) Cd sqrt(2/rho) root(p_a - p_b) + G (p_a - p_b),   y = p_a - p_b + ratio max(p_x - p_d, 0)
//   A rises smoothly from 0 at y = crack to `area` at y = crack + span
//
// ratio: area of the pilot's piston over that of the seat. The space behind the piston is open to a (p_d = p_a), or has a drain
// of its own (p_d = 0); it pushes the poppet and does not pull it. Balance of forces on piston and poppet; flow forces are left
// out. H. E. Merritt, Hydraulic Control Systems, 1967.
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area,    "m^2",      DV_REQUIRED, 0, 10,  "area when fully open")
    DV_P(ratio,   "1",        4,           0, 100, "pilot ratio: area of the pilot's piston over that of the seat")
    DV_P(crack,   "Pa",       5e4,         0, 1e8, "drop at which it begins to open without its pilot")
    DV_P(span,    "Pa",       1e5,         1, 1e8, "further drop until it is fully open")
    DV_P(leakage, "m^3/s/Pa", 0,           0, 1,   "conductance when closed")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

enum { A, B, X };
enum { VENTED, DRAINED };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "inlet"                                   },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "outlet: the side of the load"            },
    {"x", DV_HYDRAULIC, DV_ANSWERS, "pilot: opens it against b; takes no flow"},
};
static const dv_option options[] = {
    {"pilot", "vented|drained", "space behind the pilot's piston open to a, or drained"}
};

static const dv_quantity ins[] = {EDGE_WARM};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  real dp = c->effort[A] - c->effort[B], behind = c->opt[0] == DRAINED ? dv_real(0) : c->effort[A];
  real y = dp + p->ratio * dv_max(c->effort[X] - behind, dv_real(0));
  edge_now n = edge_warm(p->edge.dp0, c->in);
  c->flow[A] = p->gain * edge_ramp(y - p->crack, p->span) * edge_passes(&n, dp) + warm_ratio(c->in[0]) * p->leakage * dp;
  c->flow[B] = -c->flow[A];
  c->flow[X] = dv_real(0);
}

DV_KIND(hydraulic, pilot_check) = {
    .name = "hydraulic.pilot-check",
    .doc = "check valve that a pilot opens, to hold a load",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "# held by 16 MPa: a pilot of 4 MPa at ratio 4 does not open it, 4.05 MPa half, with 0.5 MPa in a line that is not "
        "drained "
        "neither does\n"
        "parts:\n"
        "  load: {kind: hydraulic.pressure, a: B, pressure: 16 MPa}\n"
        "  back: {kind: hydraulic.pressure, a: R, pressure: 0.5 MPa}\n"
        "  low: {kind: hydraulic.pressure, a: X1, pressure: 4 MPa}\n"
        "  high: {kind: hydraulic.pressure, a: X2, pressure: 4.05 MPa}\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 17 MPa}\n"
        "  held: {kind: hydraulic.pilot-check, a: T, b: B, x: X1, area: 10 mm2}\n"
        "  half: {kind: hydraulic.pilot-check, a: T, b: B, x: X2, area: 10 mm2, crack: 0 bar, span: 0.4 MPa, cd: 0.6, rho: 800 "
        "kg/m3, dp0: 1 Pa}\n"
        "  vented: {kind: hydraulic.pilot-check, a: R, b: B, x: X2, area: 10 mm2}\n"
        "  drained: {kind: hydraulic.pilot-check, a: R, b: B, x: X2, area: 10 mm2, pilot: drained, crack: 0.5 MPa, span: 0.4 "
        "MPa, "
        "cd: 0.6, rho: 775 kg/m3, dp0: 1 Pa}\n"
        "  free: {kind: hydraulic.pilot-check, a: P, b: B, x: T, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: held.b.flow, is: 0, within: 1e-30, source: '4 4 MPa = 16 MPa'}\n"
        "      - {final: half.b.flow, is: 6e-4, relative: 1e-11, source: '4 4.05 - 16 = 0.2 MPa of 0.4: Cd A/2 sqrt(2 dp/rho)'}\n"
        "      - {final: vented.b.flow, is: 0, within: 1e-30, source: '4 (4.05 - 0.5) < 15.5'}\n"
        "      - {final: drained.b.flow, is: 6e-4, relative: 1e-11, source: '4 4.05 + 0.5 - 16 - 0.5 = 0.2 MPa of 0.4, drop 15.5 "
        "MPa'}\n"
        "      - {final: free.a.flow, is: 3e-4, relative: 1e-11, source: 'free at 1 MPa, its pilot does not pull: Cd A sqrt(2 "
        "dp/rho)'}\n",
};
