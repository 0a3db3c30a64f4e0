// shuttle.c: shuttle valve: connects c with the higher of a and b.
//
//   q_a = y A Cd sqrt(2/rho) root(p_a - p_c),  q_b the same with 1 - y;   y: 0 to 1 over |p_a - p_b| < span/2
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area, "m^2", DV_REQUIRED, 0, 10,  "open area")
    DV_P(span, "Pa",  1e4,         1, 1e8, "difference over which it changes sides")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

enum { A, B, C };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "one inlet"  },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "other inlet"},
    {"c", DV_HYDRAULIC, DV_ANSWERS, "outlet"     }
};
static const dv_quantity ins[] = {EDGE_WARM};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_LAW(answer)
{
  const real *e = c->effort;
  real y = edge_ramp(e[A] - e[B] + 0.5 * p->span, p->span);
  edge_now n = edge_warm(p->edge.dp0, c->in);
  c->flow[A] = p->gain * y * edge_passes(&n, e[A] - e[C]);
  c->flow[B] = p->gain * (1 - y) * edge_passes(&n, e[B] - e[C]);
  c->flow[C] = -c->flow[A] - c->flow[B];
}

DV_KIND(hydraulic, shuttle) = {
    .name = "hydraulic.shuttle",
    .doc = "shuttle valve: the higher of two pressures",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .prepare = prepare,
    .answer = answer,
    .example =
        "parts:\n"
        "  one: {kind: hydraulic.pressure, a: A, pressure: 12 MPa}\n"
        "  two: {kind: hydraulic.pressure, a: B, pressure: 7 MPa}\n"
        "  valve: {kind: hydraulic.shuttle, a: A, b: B, c: LS, area: 5 mm2}\n"
        "  line: {kind: hydraulic.volume, a: LS, volume: 50 cm3}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases: {example: {expect: [{final: LS.pressure, is: 12e6, relative: 1e-9, source: the higher of the two}, {final: "
        "valve.b.flow, is: 0, within: 1e-30, source: the lower is shut}]}}\n",
};
