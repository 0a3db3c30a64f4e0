// valve43.c: four-way directional or servo valve: x > 0 opens p to a and b to t, x < 0 p to b and a to t.
//
//   q = area r opening(x) Cd sqrt(2/rho) root(dp) per edge, r its share;   spool x (spool.h) opens each past its overlap
//
// A command in m^2: area 1 m^2, reach 1e30. `bypass` joins p and t at rest (open centre) and closes with |x|.
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/spool.h"

DV_PARAMETERS(
    DV_P(area,      "m^2",      DV_REQUIRED, 0,   10,   "area of an edge at full opening")
    DV_P(pa,        "1",        1,           0,   100,  "share of the area from p to a")
    DV_P(pb,        "1",        1,           0,   100,  "share of the area from p to b")
    DV_P(at,        "1",        1,           0,   100,  "share of the area from a to t")
    DV_P(bt,        "1",        1,           0,   100,  "share of the area from b to t")
    DV_P(overlap,   "1",        0,           -10, 0.99, "travel before p opens; negative: open at rest")
    DV_P(overlap_t, "1",        0,           -10, 0.99, "travel before t opens; negative: open at rest")
    DV_P(bypass,    "m^2",      0,           0,   10,   "area from p to t at rest")
    DV_P(leakage,   "m^3/s/Pa", 0,           0,   1,    "conductance of each edge when closed")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_GROUP(spool, spool_par, SPOOL_PARAMETERS)
    DV_DERIVED(real gain)  // Cd sqrt(2/rho)
);

enum { P, T, A, B };

static const dv_port ports[] = {
    {"p", DV_HYDRAULIC, DV_ANSWERS, "supply"        },
    {"t", DV_HYDRAULIC, DV_ANSWERS, "return"        },
    {"a", DV_HYDRAULIC, DV_ANSWERS, "service line a"},
    {"b", DV_HYDRAULIC, DV_ANSWERS, "service line b"},
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
}

// Through an edge in the oil as it is now (warm.h).
DV_FN real passed(const par *p, const dv_cell *c, real area, real dp)
{
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  return p->gain * area * edge_passes(&n, dp) + warm_ratio(c->in[1]) * p->leakage * dp;
}

DV_LAW(answer)
{
  const real *e = c->effort;
  real x = spool(p, c), rest = dv_max(1 - dv_abs(x), dv_real(0));
  real supply = p->area * spool_opening(x, p->overlap), back = p->area * spool_opening(x, p->overlap_t);
  real supply_b = p->area * spool_opening(-x, p->overlap), back_a = p->area * spool_opening(-x, p->overlap_t);
  real pa = passed(p, c, p->pa * supply, e[P] - e[A]), pb = passed(p, c, p->pb * supply_b, e[P] - e[B]);
  real at = passed(p, c, p->at * back_a, e[A] - e[T]), bt = passed(p, c, p->bt * back, e[B] - e[T]);
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  real pt = p->gain * p->bypass * rest * edge_passes(&n, e[P] - e[T]);
  c->flow[P] = pa + pb + pt;
  c->flow[T] = -at - bt - pt;
  c->flow[A] = at - pa;
  c->flow[B] = bt - pb;
}

DV_KIND(hydraulic, valve43) = {
    .name = "hydraulic.valve43",
    .doc = "4/3 directional, proportional or servo valve",
    SPOOL_VALVE,
    .example =
        "signals: {u: {kind: step, from: 1, to: -0.5, at: 1 s}}\n"
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 5 MPa}\n"
        "  one: {kind: hydraulic.pressure, a: A, pressure: 1 MPa}\n"
        "  two: {kind: hydraulic.pressure, a: B, pressure: 4 MPa}\n"
        "  valve: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 10 mm2, bt: 0.5, cd: 0.6, rho: 800 kg/m3, dp0: 1 "
        "Pa, command: u}\n"
        "  sheet: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 1 m2, reach: 1e30, cd: 0.6, rho: 800 kg/m3, dp0: "
        "1 Pa, command: 1e-5}\n"
        "  lag: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 10 mm2, cd: 0.6, rho: 800 kg/m3, dp0: 1 Pa, "
        "command: 1, spool: second, omega: 2 rad/s, damping: 1}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: valve.a.flow, at: 0.5 s, is: -6e-4, relative: 1e-11, source: p to a}\n"
        "      - {value: valve.b.flow, at: 0.5 s, is: 3e-4, relative: 1e-11, source: 'b to t, half the area'}\n"
        "      - {final: valve.a.flow, is: 1.5e-4, relative: 1e-11, source: 'a to t, half open'}\n"
        "      - {final: valve.b.flow, is: -1.5e-4, relative: 1e-11, source: 'p to b, half open'}\n"
        "      - {final: sheet.a.flow, is: -6e-4, relative: 1e-11, source: opening given in m2}\n"
        "      - {final: lag.spool, is: 0.90842180555632912, relative: 1e-8, source: 1 - (1 + w t) exp(-w t)}\n",
};
