// orifice.c: sharp-edged orifice between two nodes, fixed or adjustable.
//
//   blend: q = opening area Cd sqrt(2/rho) dp / (dp^2 + dp0^2)^(1/4);   root: the same with dp0 = 0.1 Pa
//   table: q = opening flow(|dp|), by straight lines between the points of a data sheet and along the last one beyond
//
// In warm oil: edge.h; a table keeps the oil of its sheet. The square root itself has no bound of its slope at zero, where
// neither Newton's method for a node without capacity nor a solver's steps for a volume that empties would arrive.
#include "kinds/hydraulic/edge.h"
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(area, "m^2", 0, 0, 10, "open area, unless its law is a table")
    DV_GROUP(edge, edge_par, EDGE_PARAMETERS)
    DV_DERIVED(real gain)  // area Cd sqrt(2/rho)
);

static const dv_port ports[] = {
    {"a", DV_HYDRAULIC, DV_ANSWERS, "first end" },
    {"b", DV_HYDRAULIC, DV_ANSWERS, "second end"}
};
enum { BLEND, ROOT, TABLE };
static const dv_option options[] = {
    {"law", "blend|root|table", "laminar at small drops, the square root alone, or points of a data sheet"}
};
static const dv_table tables[] = {
    {.name = "curve",
     .columns = 2,
     .unit = {"Pa", "m^3/s"},
     .rising = 1,
     .doc = "table: rows of [drop, flow], or {csv: file}; the first drop is 0, flows do not fall"},
};
static const dv_quantity ins[] = {
    {"opening", "1", 1, "part of the area that is open", DV_BY_ANSWER | DV_OPTIONAL_ONE},
    EDGE_WARM,
};

DV_PREPARE(prepare)
{
  (void)c;
  p->gain = p->area * edge_gain(&p->edge);
}

DV_FAULT(fault)
{
  const real *row = c->table[0];
  if (c->opt[0] != TABLE && !c->given[P_area] && !(dv_lane(p->area, 0) > 0))
    return "it has no area|give area, or law: table with its curve";
  if (c->opt[0] != TABLE) return c->rows[0] ? "it has a curve that its law does not use|give law: table" : NULL;
  if (c->rows[0] < 2) return "its law is a table, but it has no curve|give curve: [[0, 0], [drop, flow], ...]";
  if (dv_lane(row[0], 0) != 0 || dv_lane(row[1], 0) != 0) return "its curve does not begin at [0, 0]|let it do so";
  for (int i = 1; i < c->rows[0]; i++)
    if (!(dv_lane(row[2 * i + 1], 0) >= dv_lane(row[2 * i - 1], 0))) return "its curve falls|give flows that rise with the drop";
  return NULL;
}

// Flow at a drop of a sheet's curve: `way` has no slope, where |dp| has none of its own at zero.
DV_FN real by_table(const dv_cell *c, real dp)
{
  real a[2], b[2], way = dv_copysign(dv_real(1), dp), size = way * dp;
  signal_segment(c->table[0], 2, c->rows[0], size, a, b);
  return way * (a[1] + (size - a[0]) / (b[0] - a[0]) * (b[1] - a[1]));
}

DV_LAW(answer)
{
  real open = dv_max(c->in[0], dv_real(0)), dp = c->effort[0] - c->effort[1];
  edge_now n = edge_warm(p->edge.dp0, c->in + 1);
  if (c->opt[0] == ROOT) n.dp0 = dv_real(0.1);
  c->flow[0] = open * (c->opt[0] == TABLE ? by_table(c, dp) : p->gain * edge_passes(&n, dp));
  c->flow[1] = -c->flow[0];
}

DV_KIND(hydraulic, orifice) = {
    .name = "hydraulic.orifice",
    .doc = "sharp-edged orifice or a data sheet's curve, fixed or adjustable",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    .fault = fault,
    .prepare = prepare,
    .answer = answer,
    .example = "nodes: {A: {initial: 16 MPa}, B: {initial: 16 MPa}}\n"
               "parts:\n"
               "  drum: {kind: hydraulic.volume, a: A, volume: 10 l, bulk: 1e9 Pa}\n"
               "  hole: {kind: hydraulic.orifice, a: A, b: T, area: 1 mm2, cd: 0.5, rho: 800 kg/m3, dp0: 0.001 Pa}\n"
               "  other: {kind: hydraulic.volume, a: B, volume: 10 l, bulk: 1e9 Pa}\n"
               "  pure: {kind: hydraulic.orifice, a: B, b: T, law: root, area: 1 mm2, cd: 0.5, rho: 800 kg/m3}\n"
               "  rail: {kind: hydraulic.pressure, a: P, pressure: 3 MPa}\n"
               "  sheet: {kind: hydraulic.orifice, a: T, b: P, law: table, curve: [[0, 0], [1 MPa, 20 l/min], [5 MPa, 50 "
               "l/min]], opening: 0.5}\n"
               "  before: {kind: hydraulic.orifice, a: P, b: M, law: root, area: 3 mm2}\n"
               "  behind: {kind: hydraulic.orifice, a: M, b: T, law: root, area: 4 mm2}\n"
               "  tank: {kind: hydraulic.tank, a: T}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-11, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: A.pressure, is: 7562500, relative: 1e-8, source: 'sqrt(p) falls by B k t/2V with k = Cd A "
               "sqrt(2/rho)'}\n"
               "      - {final: B.pressure, is: 7562500, relative: 1e-8, source: the same without a laminar core}\n"
               "      - {final: sheet.b.flow, is: 35e-3/120, relative: 1e-12, source: 'half of 35 l/min, backwards'}\n"
               "      - {final: M.pressure, is: 3e6*9/25, relative: 1e-12, source: 'two in a row: the drops are as 1/A^2'}\n"
               "      - {drift: energy.residual, within: 1e-5}\n",
};
