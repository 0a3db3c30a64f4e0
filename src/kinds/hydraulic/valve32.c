// valve32.c: three-way valve: x > 0 opens p to a, x < 0 opens a to t.
//
//   q = area opening Cd sqrt(2/rho) root(dp) per edge;   spool x (spool.h) opens each past its overlap
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/spool.h"

DV_PARAMETERS(
    DV_P(area,      "m^2", DV_REQUIRED, 0,   10,   "area from p to a at full opening")
    DV_P(area_t,    "m^2", -1,          -1,  10,   "area from a to t at full opening; negative: as the other")
    DV_P(overlap,   "1",   0,           -10, 0.99, "travel before p opens to a; negative: open at rest")
    DV_P(overlap_t, "1",   0,           -10, 0.99, "travel before a opens to t")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_GROUP(spool, spool_par, SPOOL_PARAMETERS)
    DV_DERIVED(real gain)  // Cd sqrt(2/rho)
);

enum { P, T, A };

static const dv_port ports[] = {
    {"p", DV_HYDRAULIC, DV_ANSWERS, "supply"      },
    {"t", DV_HYDRAULIC, DV_ANSWERS, "return"      },
    {"a", DV_HYDRAULIC, DV_ANSWERS, "service line"}
};
static const dv_quantity ins[] = {
    {"command", "1", 1, "command, -1..1", DV_BY_ANSWER | DV_BY_RATE},
    EDGE_WARM,
};

#include "kinds/hydraulic/spool_valve.inc"

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = edge_gain(&p->edge);
  p->area_t = dv_select(p->area_t < 0.0, p->area, p->area_t);
}

DV_LAW(answer)
{
  const real *e = c->effort;
  real x = spool(p, c);
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  real pa = p->gain * p->area * spool_opening(x, p->overlap) * edge_passes(&n, e[P] - e[A]);
  real at = p->gain * p->area_t * spool_opening(-x, p->overlap_t) * edge_passes(&n, e[A] - e[T]);
  c->flow[P] = pa;
  c->flow[T] = -at;
  c->flow[A] = at - pa;
}

DV_KIND(hydraulic, valve32) = {
    .name = "hydraulic.valve32",
    .doc = "3/2 or three-way proportional valve",
    SPOOL_VALVE,
    .example =
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 4 MPa}\n"
        "  middle: {kind: hydraulic.pressure, a: A, pressure: 1 MPa}\n"
        "  up: {kind: hydraulic.valve32, p: P, t: T, a: A, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, command: 0.5}\n"
        "  down: {kind: hydraulic.valve32, p: P, t: T, a: A, area: 10 mm2, area_t: 20 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 "
        "Pa, command: -0.5}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: up.a.flow, is: -2.598076211353316e-4, relative: 1e-11, source: Cd A/2 sqrt(2 dp/rho)}\n"
        "      - {final: up.p.flow, is: 2.598076211353316e-4, relative: 1e-11, source: 'what comes out at a, goes in at p'}\n"
        "      - {final: up.t.flow, is: 0, within: 1e-30, source: closed}\n"
        "      - {final: down.a.flow, is: 3e-4, relative: 1e-11, source: Cd A/2 sqrt(2 dp/rho)}\n"
        "      - {final: down.t.flow, is: -3e-4, relative: 1e-11, source: likewise}\n",
};
