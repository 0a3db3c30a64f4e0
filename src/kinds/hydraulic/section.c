// section.c: section of a mobile directional valve, by the curves of its data sheet, with load sensing.
//
//   q = Q(x) root(dp)/root(drop) at each edge; Q: a row's flow at the sheet's drop (edge.h has root)
//   into a work port at p_w:  none: dp = p_p - p_w;  before: min(p_p - p_w, drop);  after: p_p - max(p_w, p_ls + spring)
//
// `before`: a compensator of its own keeps the drop over the edge. `after`: flow sharing, all sections have one drop, so that a
// pump that gives too little slows them alike (Krus 1988; Scherer, Geimer and Weiss 2013). The compensators have no lag. The port
// that p feeds pushes oil into ls while it is the higher one (shuttle); ls needs a volume and a bleed.
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/spool.h"
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(drop,    "Pa",       1e6,  1e2,  1e8, "pressure drop at which the edges have the flows of the table")
    DV_P(spring,  "Pa",       0,    0,    1e8, "after: what the compensator keeps above the pressure of ls")
    DV_P(ls_area, "m^2",      1e-6, 0,    1,   "area from the work port to ls")
    DV_P(ls_span, "Pa",       1e4,  1,    1e8, "drop over which the shuttle opens to ls")
    DV_P(leakage, "m^3/s/Pa", 0,    0,    1,   "conductance from a and from b to t when closed")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_GROUP(spool, spool_par, SPOOL_PARAMETERS)
    DV_DERIVED(real root, sense)  // root(drop); ls_area Cd sqrt(2/rho)
);

enum { P, T, A, B, LS };
enum { COMPENSATOR, SPOOL, CHECK };
enum { NONE, BEFORE, AFTER };
enum { X, PA, PB, AT, BT, BA, COLUMNS };

static const dv_port ports[] = {
    {"p",  DV_HYDRAULIC, DV_ANSWERS, "supply"           },
    {"t",  DV_HYDRAULIC, DV_ANSWERS, "return"           },
    {"a",  DV_HYDRAULIC, DV_ANSWERS, "work port a"      },
    {"b",  DV_HYDRAULIC, DV_ANSWERS, "work port b"      },
    {"ls", DV_HYDRAULIC, DV_ANSWERS, "load-sensing line"},
};
static const dv_option options[] = {
    {"compensator", "none|before|after", "no pressure compensator, one before the edge, or one after it (flow sharing)"},
    SPOOL_OPTION,
    {"check",       "yes|no",            "oil does not flow back from the work port to p"                              },
};
static const dv_table tables[] = {
    {.name = "edges",
     .columns = COLUMNS,
     .unit = {"1", "m^3/s", "m^3/s", "m^3/s", "m^3/s", "m^3/s"},
     .rows_least = 2,
     .rising = 1,
     .doc =
         "rows of [spool, p to a, p to b, a to t, b to t, b to a]: flows at the drop; a to t and b to t both open: float; b to a: regeneration, one way"},
};
static const dv_quantity states[] = {SPOOL_STATES};
static const int state_count[] = {0, 1, 2};
static const dv_quantity ins[] = {
    {"command", "1", 1, "command, -1..1", DV_BY_ANSWER | DV_BY_RATE},
    EDGE_WARM,
};

DV_FAULT(fault)
{
  double reach = dv_lane(p->spool.reach, 0) * (1 + 1e-9);
  const real *first = c->table[0], *last = first + (c->rows[0] - 1) * COLUMNS;
  if (dv_lane(first[X], 0) < -reach || dv_lane(last[X], 0) > reach)
    return "its edges go on where no command brings the spool|give the way of the spool in the table as reach";
  for (int r = 0; r < c->rows[0]; r++)
    for (int i = PA; i < COLUMNS; i++)
      if (!(dv_lane(c->table[0][r * COLUMNS + i], 0) >= 0))
        return "a flow of its edges is negative|give the size of each flow; from where to where is said by its column";
  return NULL;
}

DV_PREPARE(prepare)
{
  (void)c;
  p->root = edge_root(&p->edge, p->drop);
  p->sense = p->ls_area * edge_gain(&p->edge);
}

// Flow of each edge at the sheet's drop, over its root.
DV_FN void openings(const par *p, const dv_cell *c, real *g)
{
  real low[COLUMNS], high[COLUMNS], x = spool_at(&p->spool, c->opt[SPOOL], c->in[0], c->x);
  signal_segment(c->table[0], COLUMNS, c->rows[0], x, low, high);
  real part = dv_clamp((x - low[X]) / (high[X] - low[X]), dv_real(0), dv_real(1));
  for (int i = PA; i < COLUMNS; i++) g[i] = (low[i] + part * (high[i] - low[i])) / p->root;
}

// From p into a work port.
DV_FN real fed(const par *p, const dv_cell *c, const edge_now *n, real opening, int port)
{
  const real *e = c->effort;
  real dp = e[P] - e[port];
  if (c->opt[COMPENSATOR] == BEFORE) dp = dv_min(dp, p->drop);
  if (c->opt[COMPENSATOR] == AFTER) dp = dv_min(dp, dv_max(e[P] - e[LS] - p->spring, dv_real(0)));
  if (!c->opt[CHECK]) dp = dv_max(dp, dv_real(0));
  return opening * edge_passes(n, dp);
}

// From a work port that p feeds to ls.
DV_FN real sensed(const par *p, const dv_cell *c, const edge_now *n, real opening, int port)
{
  real dp = c->effort[port] - c->effort[LS], open = edge_ramp(dp, p->ls_span) * opening / (opening + 1e-18);
  return p->sense * open * edge_passes(n, dp);
}

DV_LAW(answer)
{
  const real *e = c->effort;
  real g[COLUMNS], leakage = warm_ratio(c->in[1]) * p->leakage;
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  openings(p, c, g);
  real pa = fed(p, c, &n, g[PA], A), la = sensed(p, c, &n, g[PA], A);
  real pb = fed(p, c, &n, g[PB], B), lb = sensed(p, c, &n, g[PB], B);
  real at = g[AT] * edge_passes(&n, e[A] - e[T]) + leakage * (e[A] - e[T]);
  real bt = g[BT] * edge_passes(&n, e[B] - e[T]) + leakage * (e[B] - e[T]);
  real ba = g[BA] * edge_passes(&n, dv_max(e[B] - e[A], dv_real(0)));
  c->flow[P] = pa + pb;
  c->flow[T] = -at - bt;
  c->flow[A] = at + la - pa - ba;
  c->flow[B] = bt + lb - pb + ba;
  c->flow[LS] = -la - lb;
}

DV_LAW(rate) { spool_rate(&p->spool, c->opt[SPOOL], c->in[0], c->x, c->dx); }

DV_KIND(hydraulic, section) = {
    .name = "hydraulic.section",
    .doc =
        "section of a mobile directional valve by its data sheet: load sensing, compensator or flow sharing, float, regeneration",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    .state_option = 1 + SPOOL,
    .state_count = state_count,
    DV_ROWS(in, ins),
    .fault = fault,
    .prepare = prepare,
    .answer = answer,
    .rate = rate,
    .example =
        "# 60 l/min for two functions at 5 and 15 MPa that are asked for 60 and 40 l/min\n"
        "parts:\n"
        "  tank: {kind: hydraulic.tank, a: T}\n"
        "  light: {kind: hydraulic.pressure, a: A, pressure: 5 MPa}\n"
        "  heavy: {kind: hydraulic.pressure, a: B, pressure: 15 MPa}\n"
        "  load: {kind: hydraulic.pressure, a: LS, pressure: 15 MPa}\n"
        "  pump: {kind: hydraulic.flow, a: P, flow: 60 l/min}\n"
        "  line: {kind: hydraulic.volume, a: P, volume: 1 l}\n"
        "  one: {kind: hydraulic.section, p: P, t: T, a: A, b: T, ls: LS, compensator: after, command: 1, dp0: 1 Pa,\n"
        "    edges: [[0, 0, 0, 0, 0, 0], [1, 60 l/min, 0, 0, 60 l/min, 0]]}\n"
        "  two: {kind: hydraulic.section, p: P, t: T, a: B, b: T, ls: LS, compensator: after, command: 0.5, dp0: 1 Pa,\n"
        "    edges: [[0, 0, 0, 0, 0, 0], [1, 80 l/min, 0, 0, 80 l/min, 0]]}\n"
        "  pump_2: {kind: hydraulic.flow, a: P2, flow: 60 l/min}\n"
        "  line_2: {kind: hydraulic.volume, a: P2, volume: 1 l}\n"
        "  low: {kind: hydraulic.section, p: P2, t: T, a: A, b: T, ls: LS, compensator: before, command: 1, dp0: 1 Pa,\n"
        "    edges: [[0, 0, 0, 0, 0, 0], [1, 60 l/min, 0, 0, 60 l/min, 0]]}\n"
        "  high: {kind: hydraulic.section, p: P2, t: T, a: B, b: T, ls: LS, compensator: before, command: 0.5, dp0: 1 Pa,\n"
        "    edges: [[0, 0, 0, 0, 0, 0], [1, 80 l/min, 0, 0, 80 l/min, 0]]}\n"
        "  shuttle: {kind: hydraulic.section, p: P3, t: T, a: B, b: A, ls: S, command: 1, ls_area: 1 mm2, cd: 0.6, rho: 800 "
        "kg/m3, dp0: 1 Pa,\n"
        "    edges: [[-1, 0, 0, 30 l/min, 20 l/min, 0], [0, 0, 0, 0, 0, 0], [1, 40 l/min, 0, 0, 0, 0]]}\n"
        "  rail: {kind: hydraulic.pressure, a: P3, pressure: 15.25 MPa}\n"
        "  sense: {kind: hydraulic.volume, a: S, volume: 50 cm3}\n"
        "  bleed: {kind: hydraulic.leak, a: S, b: T, conductance: 2.142857142857143e-12 m3/s/Pa}\n"
        "  float: {kind: hydraulic.section, p: P3, t: T, a: A, b: B, ls: LS, command: -1, drop: 5 MPa, dp0: 1 Pa,\n"
        "    edges: [[-1, 0, 0, 30 l/min, 20 l/min, 0], [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 12 l/min]]}\n"
        "  back: {kind: hydraulic.section, p: P3, t: T, a: A, b: B, ls: LS, command: 1, drop: 10 MPa, dp0: 1 Pa,\n"
        "    edges: [[-1, 0, 0, 30 l/min, 20 l/min, 0], [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 12 l/min]]}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: one.a.flow, is: -6e-4, relative: 1e-8, source: 'flow sharing: 60/100 of the pump'}\n"
        "      - {final: two.a.flow, is: -4e-4, relative: 1e-8, source: 'flow sharing: 40/100 of the pump'}\n"
        "      - {final: P.pressure, is: 15.36e6, relative: 1e-8, source: 'load + 0.6^2 of the drop'}\n"
        "      - {final: low.a.flow, is: -1e-3, relative: 1e-8, source: the lighter load takes all}\n"
        "      - {final: high.a.flow, is: 0, within: 1e-15, source: the heavier one starves and its check holds}\n"
        "      - {final: shuttle.p.flow, is: 3.333333333333333e-4, relative: 1e-8, source: 40 l/min sqrt(0.25/1)}\n"
        "      - {final: S.pressure, is: 14e6, relative: 1e-7, source: 'Cd A sqrt(2 1 MPa/rho) = G 14 MPa'}\n"
        "      - {final: float.a.flow, is: 5e-4, relative: 1e-9, source: 'a to t at the drop of the sheet'}\n"
        "      - {final: float.b.flow, is: 5.773502691896257e-4, relative: 1e-9, source: '20 l/min sqrt(15/5): b to t as well'}\n"
        "      - {final: back.b.flow, is: 2e-4, relative: 1e-9, source: 'regeneration: b to a at the drop of the sheet'}\n"
        "      - {final: back.a.flow, is: -2e-4, relative: 1e-9, source: the same oil}\n",
};
