// cpm.c: valve and actuator as one differential pressure P_L, the usual control plant model (motor or cylinder of mean area).
//
//   P_L' = 2B/V (q_L - E v),   q_L = u Cd sqrt(2/rho) root((p_p - p_t - sgn(u) P_L)/2),   effort on the axis E P_L
//
// Exact for equal areas and P_a + P_b = p_p + p_t. Stores V P_L^2/4B; p gives sgn(u) q_L, t takes it. spool.h, edge.h.
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/spool.h"

DV_PARAMETERS(
    DV_P(gain,   "{e}/Pa", DV_REQUIRED, 1e-12, 100,
         "effort per differential pressure: displacement of a motor, mean area of a cylinder")
    DV_P(volume, "m^3",    DV_REQUIRED, 1e-9,  10,   "oil on each side")
    DV_P(bulk,   "Pa",     1.4e9,       1e6,   1e11, "bulk modulus of the oil")
    DV_P(area,   "m^2",    DV_REQUIRED, 0,     10,   "area of an edge at full opening")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_GROUP(spool, spool_par, SPOOL_PARAMETERS)
);

enum { P, T, AXIS };
enum { LOAD, SPOOL };

static const dv_port ports[] = {
    {"p",    DV_HYDRAULIC, DV_ANSWERS, "supply"            },
    {"t",    DV_HYDRAULIC, DV_ANSWERS, "return"            },
    {"axis", DV_AXIS,      DV_ANSWERS, "axis that it moves"}
};
static const dv_option options[] = {SPOOL_OPTION};
static const dv_quantity states[] = {
    {"load", "Pa", 1e6, "differential pressure", 0},
    SPOOL_STATES
};
static const int state_count[] = {1, 2, 3};
static const dv_quantity ins[] = {
    {"command", "1", 1, "command, -1..1", DV_BY_ANSWER | DV_BY_RATE},
    EDGE_WARM,
};

// Flow through the load and, in *way, the direction that the spool gives it.
DV_FN real load_flow(const par *p, const dv_cell *c, real *way)
{
  real u = spool_at(&p->spool, c->opt[0], c->in[0], c->x + SPOOL), s = dv_select(u < 0.0, dv_real(-1), dv_real(1));
  *way = s;
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  return p->area * u * edge_gain(&p->edge) * edge_passes(&n, 0.5 * (c->effort[P] - c->effort[T] - s * c->x[LOAD]));
}

DV_LAW(answer)
{
  real way, q = load_flow(p, c, &way);
  c->flow[P] = way * q;
  c->flow[T] = -way * q;
  c->effort[AXIS] = -p->gain * c->x[LOAD];
}

DV_LAW(rate)
{
  real way, q = load_flow(p, c, &way);
  c->dx[LOAD] = 2 * p->bulk / p->volume * (q - p->gain * c->flow[AXIS]);
  spool_rate(&p->spool, c->opt[0], c->in[0], c->x + SPOOL, c->dx + SPOOL);
}

DV_AMOUNT(stored) { return 0.25 * p->volume / p->bulk * c->x[LOAD] * c->x[LOAD]; }

DV_AMOUNT(loss)
{
  real way, q = load_flow(p, c, &way);
  return way * q * (c->effort[P] - c->effort[T] - way * c->x[LOAD]);
}

DV_KIND(hydraulic, cpm) = {
    .name = "hydraulic.cpm",
    .doc = "valve and actuator with a single differential pressure (control plant model)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .example =
        "bodies: {drum: {mass: 1 kg, inertia: [150, 150, 150]}}\n"
        "joints: {q: {type: revolute, axis: z, child: drum}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  supply: {kind: hydraulic.pressure, a: P, pressure: 307e5 Pa}\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  actuator: {kind: hydraulic.cpm, p: P, t: T, axis: q, gain: 1e-4 m3/rad, volume: 1 l, bulk: 1e9 Pa, area: 1 mm2, "
        "command: 1, cd: 0.9, rho: 950 kg/m3,\n"
        "             dp0: 1e3 Pa, spool: first, time: 0.1 ms}\n"
        "  load: {kind: force.damper, axis: q, damping: 150 N.m.s/rad}\n"
        "  spring: {kind: force.spring, axis: q, stiffness: 1500 N.m/rad}\n"
        "until: 40 s\n"
        "solver: {rtol: 1e-9, atol: 1e-9}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: q, is: 2.0466666666666669, relative: 1e-5, source: V_p P_s/k_s}\n"
        "      - {max: q, is: 2.0832, relative: 0.01, source: published step test of one actuator}\n"
        "      - {drift: energy.residual, within: 1e-2}\n",
};
