// hull_edges.c: edges of a convex body that cross edges of another: what corners and faces (contact.hull) let
// through; see crossing.h.
//
// With a radius an edge is the middle line of something round: the wall of a cylinder. Each edge is tried with each.
#include "kinds/contact/crossing.h"

DV_PARAMETERS(
    DV_GROUP(k, edges_par, EDGES_PARAMETERS)
    DV_DERIVED(real most)
);

enum { A_END = 0, B_END = 3, FIRST = 6, SECOND = 9, RADIUS = 12, COLUMNS };

// clang-format off
#define EDGES(name, of) \
  {name, COLUMNS, 0, {"m", "m", "m", "m", "m", "m", "1", "1", "1", "1", "1", "1", "m"}, 1, 0, \
   "edges of " of ": rows of [ax, ay, az, bx, by, bz, ix, iy, iz, jx, jy, jz, radius], its ends, directions from it into its two faces (zero: none), radius"}
// clang-format on
static const dv_table tables[] = {
    EDGES("edges", "the object, in its axes"),
    EDGES("shape_edges", "the other body, in the ground's axes"),
};

DV_FN const char *row_fault(const real *row)
{
  v3 way = dv_v3_sub(dv_v3_of(row + B_END), dv_v3_of(row + A_END));
  double length = dv_lane(dv_sqrt(dv_v3_dot(way, way)), 0);
  if (!(length > 0)) return "an edge has no length|give it two ends";
  if (dv_lane(row[RADIUS], 0) < 0) return "an edge has a negative radius|give 0 or more";
  for (int i = FIRST; i <= SECOND; i += 3) {
    v3 in = dv_v3_of(row + i);
    double size = dv_lane(dv_v3_dot(in, in), 0), off = dv_lane(dv_v3_dot(in, way), 0);
    if (size != 0 && (size < 0.999 || size > 1.001))
      return "a direction into a face is no unit vector|give one, or zero where there is no face";
    if (off > 1e-3 * length || off < -1e-3 * length) return "a direction into a face is not square to its edge|give one that is";
  }
  return NULL;
}

DV_FAULT(fault)
{
  const char *f = NULL;
  (void)p;
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < c->rows[t] && !f; i++) f = row_fault(c->table[t] + COLUMNS * i);
  return f;
}

DV_PREPARE(prepare)
{
  (void)c;
  p->most = p->k.deepest;
}

DV_FN edges_edge edge_of(const real *row)
{
  edges_edge e;
  v3 a = dv_v3_of(row + A_END), way = dv_v3_sub(dv_v3_of(row + B_END), a);
  real length = dv_sqrt(dv_v3_dot(way, way));
  e.along = dv_v3_scale(way, 1 / length);
  e.half = 0.5 * length;
  e.at = dv_v3_add(a, dv_v3_scale(way, dv_real(0.5)));
  e.in[0] = dv_v3_of(row + FIRST);
  e.in[1] = dv_v3_of(row + SECOND);
  e.radius = row[RADIUS];
  return e;
}

DV_FN edges_edge turned(const edges_view *v, edges_edge e)
{
  e.along = dv_m3_mul(v->turn, e.along);
  e.at = dv_v3_add(v->middle, dv_m3_mul(v->turn, e.at));
  for (int i = 0; i < 2; i++) e.in[i] = dv_m3_mul(v->turn, e.in[i]);
  return e;
}

DV_FN int crossings(const dv_cell *c) { return c->rows[0] * c->rows[1]; }

// n points away from the faces of the surface and towards those of the object; between round ones from one to the other.
DV_FN edges_crossing crossing(const par *p, const dv_cell *c, const edges_view *v, int at)
{
  edges_edge a = turned(v, edge_of(c->table[0] + COLUMNS * (at % c->rows[0]))),
             b = edge_of(c->table[1] + COLUMNS * (at / c->rows[0]));
  v3 to = dv_v3_sub(dv_v3_add(a.in[0], a.in[1]), dv_v3_add(b.in[0], b.in[1])), apart = dv_v3_sub(a.at, b.at);
  real size = dv_v3_dot(to, to);
  for (int i = 0; i < 3; i++) to.x[i] = dv_select(size > 0.0, to.x[i], apart.x[i]);
  return edges_meet(&p->k, p->most, v, &a, &b, to);
}

#include "kinds/contact/edges_laws.inc"

DV_KIND(contact, hull_edges) = {
    .name = "contact.hull-edges",
    .doc = "edges of a convex body that cross edges of another, and walls of cylinders",
    EDGES_BEGIN,
    DV_ROWS(table, tables),
    DV_ROWS(out, edges_outs),
    .fault = fault,
    EDGES_LAWS,
    .look = "contact",
    .example =
        "# a wedge falls with its edge across the edge of another one; a round bar falls across a round bar\n"
        "parameters: {g: 10 m/s^2, m: 3 kg, k: 2e3 N/m, r: 0.1 m, h: sqrt(0.5)}\n"
        "gravity: [0, 0, -g]\n"
        "bodies: {low: {}, wedge: {mass: m}, bar: {}, log: {mass: m}}\n"
        "joints:\n"
        "  low: {type: fixed, child: low}\n"
        "  z: {type: prismatic, axis: z, child: wedge, position: r}\n"
        "  bar: {type: fixed, child: bar, at: {xyz: [0, 9, 0]}}\n"
        "  x: {type: prismatic, axis: z, child: log, position: 3*r, at: {xyz: [0, 9, 0]}}\n"
        "parts:\n"
        "  edge: {kind: contact.hull-edges, object: wedge, ground: low, stiffness: k, deepest: 0.1 m,\n"
        "    edges: [[-0.5, 0, 0, 0.5, 0, 0, 0, h, h, 0, -h, h, 0]], shape_edges: [[0, -0.5, r, 0, 0.5, r, h, 0, -h, -h, 0, -h, 0]]}\n"
        "  wall: {kind: contact.hull-edges, object: log, ground: bar, stiffness: k, deepest: 0.1 m,\n"
        "    edges: [[-0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 2*r]], shape_edges: [[0, -0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, r]]}\n"
        "until: 0.3 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: z, is: 'r - m*g/k*(1 - cos(sqrt(k/m)*0.3 [s]))', within: 1e-8, source: a weight dropped on a spring}\n"
        "      - {final: x, is: '3*r - m*g/k*(1 - cos(sqrt(k/m)*0.3 [s]))', within: 1e-8, source: likewise}\n"
        "      - {drift: energy.residual, within: 1e-9}\n",
};
