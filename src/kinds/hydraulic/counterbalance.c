// counterbalance.c: over-centre valve: holds a load line b until b itself or the pilot x opens it; a to b flows freely.
//
//   opens by  p_b + ratio p_x - back p_a - setting,  back = 1 + ratio (spring chamber at a), 0 (vented), ratio (compensated: its
//   relief does not feel the back pressure, its pilot does)
//   q(b to a) = A Cd sqrt(2/rho) root(p_b - p_a),  A rises smoothly to `area` over `span`;  check valve a to b beside it
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area,       "m^2", DV_REQUIRED, 0, 10,  "area when fully open")
    DV_P(setting,    "Pa",  DV_REQUIRED, 0, 2e8, "load pressure that opens it alone")
    DV_P(ratio,      "1",   4,           0, 100, "pilot ratio")
    DV_P(span,       "Pa",  5e6,         1, 1e9, "opening pressure from closed to fully open")
    DV_P(check_area, "m^2", 1e-4,        0, 10,  "area of the check valve")
    DV_P(crack,      "Pa",  5e4,         0, 1e8, "cracking pressure of the check valve")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // Cd sqrt(2/rho)
);

enum { A, B, X };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "side of the directional valve"          },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "side of the load"                       },
    {"x", DV_HYDRAULIC, DV_ANSWERS, "pilot: the opposite line; takes no flow"},
};
static const dv_option options[] = {
    {"spring", "vented|drained|compensated", "spring chamber vented, drained to a, or relief-compensated"}
};

static const dv_quantity ins[] = {EDGE_WARM};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = edge_gain(&p->edge);
}

enum { VENTED, DRAINED, COMPENSATED };

DV_LAW(answer)
{
  const real *e = c->effort;
  real back = c->opt[0] == VENTED ? dv_real(0) : c->opt[0] == DRAINED ? 1 + p->ratio : p->ratio;
  real push = e[B] + p->ratio * e[X] - back * e[A] - p->setting, dp = e[A] - e[B];
  real area = p->area * edge_ramp(push, p->span) + p->check_area * edge_ramp(dp - p->crack, 1 + p->crack);
  edge_now n = edge_warm(p->edge.dp0, c->in);
  c->flow[A] = p->gain * area * edge_passes(&n, dp);
  c->flow[B] = -c->flow[A];
  c->flow[X] = dv_real(0);
}

DV_KIND(hydraulic, counterbalance) = {
    .name = "hydraulic.counterbalance",
    .doc = "counterbalance (over-centre) valve with pilot",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "parts:\n"
        "  load: {kind: hydraulic.pressure, a: B, pressure: 16 MPa}\n"
        "  pilot: {kind: hydraulic.pressure, a: X, pressure: 2 MPa}\n"
        "  held: {kind: hydraulic.counterbalance, a: T, b: B, x: T, area: 10 mm2, setting: 21 MPa}\n"
        "  half: {kind: hydraulic.counterbalance, a: T, b: B, x: X, area: 10 mm2, setting: 21 MPa, ratio: 4, span: 6 MPa, cd: "
        "0.6, rho: 800 kg/m3, dp0: 1 Pa}\n"
        "  free: {kind: hydraulic.counterbalance, a: B, b: T, x: T, area: 0 mm2, setting: 99 MPa, check_area: 20 mm2, cd: 0.6, "
        "rho: 800 kg/m3, dp0: 1 Pa}\n"
        "  back: {kind: hydraulic.pressure, a: R, pressure: 0.5 MPa}\n"
        "  drained: {kind: hydraulic.counterbalance, a: R, b: B, x: X, area: 10 mm2, setting: 18.5 MPa, ratio: 4, span: 6 MPa, "
        "spring: drained, cd: 0.6, rho: 775 kg/m3, dp0: 1 Pa}\n"
        "  compensated: {kind: hydraulic.counterbalance, a: R, b: B, x: X, area: 10 mm2, setting: 19 MPa, ratio: 4, span: 6 MPa, "
        "spring: compensated, cd: 0.6, rho: 775 kg/m3, dp0: 1 Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: drained.b.flow, is: 6e-4, relative: 1e-11, source: '16 + 4 2 - 5 0.5 - 18.5 = 3 MPa of 6, drop 15.5 "
        "MPa'}\n"
        "      - {final: compensated.b.flow, is: 6e-4, relative: 1e-11, source: '16 + 4 (2 - 0.5) - 19 = 3 MPa of 6'}\n"
        "      - {final: held.b.flow, is: 0, within: 1e-30, source: 'below its setting, no pilot'}\n"
        "      - {final: half.b.flow, is: 6e-4, relative: 1e-11, source: '16 + 4 2 - 21 = 3 MPa of 6: Cd A/2 sqrt(2 dp/rho)'}\n"
        "      - {final: free.a.flow, is: 2.4e-3, relative: 1e-11, source: check valve fully open}\n",
};
