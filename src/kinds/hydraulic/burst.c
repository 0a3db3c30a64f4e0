// burst.c: hose-rupture valve, in the port of a cylinder: open until oil leaves the cylinder too fast, as it does when a line
// breaks.
//
//   open:   q = area Cd sqrt(2/rho) root(p_a - p_b);   shuts where q > limit
//   shut:   q = bleed Cd sqrt(2/rho) root(p_a - p_b), free from b to a;   opens where p_a - p_b < reopen
//
// Both are events. The poppet's way takes no time (sheets of hose-rupture valves: ISO 8643 asks for the sinking of the load).
#include "kinds/hydraulic/edge.h"

DV_PARAMETERS(
    DV_P(area,   "m^2",   DV_REQUIRED, 0,    10,  "area while it is open")
    DV_P(limit,  "m^3/s", DV_REQUIRED, 1e-9, 10,  "flow out of the cylinder at which it shuts")
    DV_P(reopen, "Pa",    5e4,         0,    1e8, "drop below which it opens again")
    DV_P(bleed,  "m^2",   0,           0,    1,   "area that stays open, so that the load comes down slowly")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // Cd sqrt(2/rho)
);

enum { A, B };
enum { SHUT };

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "cylinder"},
    {"b", DV_HYDRAULIC, DV_ANSWERS, "line"    },
};
static const dv_quantity discrete[] = {
    {"closed", "1", 1, "1: it has shut", 0}
};
static const dv_quantity outs[] = {
    {"shut", "1", 1, "1: it has shut", 0}
};

static const dv_quantity ins[] = {EDGE_WARM};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = edge_gain(&p->edge);
}

DV_FN real drop(const dv_cell *c) { return c->effort[A] - c->effort[B]; }
DV_FN dv_bool shut(const dv_cell *c) { return c->d[SHUT] > 0.5; }

DV_FN real passed(const par *p, const dv_cell *c, real area)
{
  edge_now n = edge_warm(p->edge.dp0, c->in);
  return p->gain * area * edge_passes(&n, drop(c));
}

DV_LAW(signal)
{
  (void)p;
  c->out[0] = c->d[SHUT];
}

DV_LAW(answer)
{
  dv_bool held = shut(c) & (drop(c) > 0.0);
  c->flow[A] = passed(p, c, dv_select(held, p->bleed, p->area));
  c->flow[B] = -c->flow[A];
}

// To where it shuts, or opens; zero is the side on which it stays.
DV_LAW(root) { c->root[0] = dv_select(shut(c), drop(c) - p->reopen, p->limit - passed(p, c, p->area)); }

// At the event all but rounding has been passed.
DV_LAW(jump)
{
  dv_bool fast = passed(p, c, p->area) > p->limit * (1 - 1e-9), even = drop(c) < p->reopen * (1 + 1e-9);
  c->d[SHUT] = dv_select(shut(c), dv_select(even, dv_real(0), dv_real(1)), dv_select(fast, dv_real(1), dv_real(0)));
}

// Opening again must not shut it at once.
DV_FAULT(fault)
{
  real q = p->area * p->edge.cd * dv_sqrt(2 / p->edge.rho) * edge_root(&p->edge, p->reopen);
  (void)c;
  return dv_lane(q, 0) < dv_lane(p->limit, 0)
             ? NULL
             : "where it opens again, more than its limit would flow|give a lower reopen or a higher limit";
}

DV_KIND(hydraulic, burst) = {
    .name = "hydraulic.burst",
    .doc = "hose-rupture valve: shuts when oil leaves the cylinder too fast, opens when the line is filled again",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 1,
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .root = root,
    .jump = jump,
    .example =
        "# a line loses its pressure from 1 s on, 4 MPa in 4 s, and is filled again from 6 s on\n"
        "signals: {line: {kind: piecewise, points: [[0, 5e6], [1, 5e6], [5, 1e6], [6, 1e6], [10, 5e6]]}}\n"
        "parts:\n"
        "  load: {kind: hydraulic.pressure, a: A, pressure: 5 MPa}\n"
        "  hose: {kind: hydraulic.pressure, a: B, pressure: line}\n"
        "  valve: {kind: hydraulic.burst, a: A, b: B, area: 10 mm2, limit: 3e-4 m3/s, reopen: 0.1 MPa, bleed: 0.1 mm2, cd: 0.6, "
        "rho: 800 kg/m3, dp0: 1 Pa}\n"
        "until: 10 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: valve.shut, at: 1.99 s, is: 0, within: 1e-12, source: 'Cd A sqrt(2 dp/rho) is 3e-4 at 1 MPa, 2 s'}\n"
        "      - {value: valve.shut, at: 2.01 s, is: 1, within: 1e-12, source: beyond it}\n"
        "      - {value: valve.a.flow, at: 5 s, is: 6e-6, relative: 1e-9, source: 'bleed: Cd A sqrt(2 4 MPa/rho)'}\n"
        "      - {value: valve.shut, at: 9.89 s, is: 1, within: 1e-12, source: 0.11 MPa is left}\n"
        "      - {value: valve.shut, at: 9.91 s, is: 0, within: 1e-12, source: 0.09 MPa is left}\n",
};
