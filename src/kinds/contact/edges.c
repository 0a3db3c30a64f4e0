// edges.c: edges of a box that cross edges of another: what its corners and faces (contact.box) let through; see crossing.h.
//
// Of each direction of one box and of the other there are at most four pairs: on the side that lies surely towards the other box
// one edge each, beside a face that is nearly square to n both of its edges.
#include "kinds/contact/crossing.h"

DV_PARAMETERS(
    DV_GROUP(k, edges_par, EDGES_PARAMETERS)
    DV_P(length,    "m",     DV_REQUIRED, 1e-6, 1e3,  "of the object along its x")
    DV_P(width,     "m",     DV_REQUIRED, 1e-6, 1e3,  "along its y")
    DV_P(tall,      "m",     DV_REQUIRED, 1e-6, 1e3,  "along its z")
    DV_P(shape_x,   "m",     DV_REQUIRED, 1e-6, 1e3,  "of the other box along the ground's x")
    DV_P(shape_y,   "m",     DV_REQUIRED, 1e-6, 1e3,  "along y")
    DV_P(shape_z,   "m",     DV_REQUIRED, 1e-6, 1e3,  "along z")
    DV_DERIVED(real most)  // deepest, or less for thin boxes
);

// A quarter of what both measure at least: there one is through the other.
DV_PREPARE(prepare)
{
  real a = dv_min(dv_min(p->length, p->width), p->tall), b = dv_min(dv_min(p->shape_x, p->shape_y), p->shape_z);
  (void)c;
  p->most = dv_min(p->k.deepest, 0.25 * (a + b));
}

// The edge along side i that lies furthest along n, or its neighbour across the face that is most nearly along n.
DV_FN edges_edge edge_of(v3 middle, const v3 *side, v3 half, int i, v3 n, int neighbour)
{
  int l = (i + 1) % 3, m = (i + 2) % 3;
  real y = dv_v3_dot(n, side[l]), z = dv_v3_dot(n, side[m]), sl = edges_sign(y), sm = edges_sign(z);
  real one = dv_real(1), other = dv_real(neighbour ? -1 : 1);
  dv_bool flat = dv_abs(y) < dv_abs(z);
  sl *= dv_select(flat, other, one);
  sm *= dv_select(flat, one, other);
  v3 to_l = dv_v3_scale(side[l], sl), to_m = dv_v3_scale(side[m], sm);
  edges_edge e;
  e.at = dv_v3_add(middle, dv_v3_add(dv_v3_scale(to_l, half.x[l]), dv_v3_scale(to_m, half.x[m])));
  e.along = side[i];
  e.half = half.x[i];
  e.radius = dv_real(0);
  e.in[0] = dv_v3_scale(to_l, dv_real(-1));
  e.in[1] = dv_v3_scale(to_m, dv_real(-1));
  return e;
}

DV_FN int crossings(const dv_cell *c)
{
  (void)c;
  return 36;
}

DV_FN v3 halves(real x, real y, real z)
{
  v3 h = {
      {0.5 * x, 0.5 * y, 0.5 * z}
  };
  return h;
}

DV_FN edges_crossing crossing(const par *p, const dv_cell *c, const edges_view *v, int at)
{
  int i = at % 3, j = at / 3 % 3;
  v3 object = halves(p->length, p->width, p->tall), other = halves(p->shape_x, p->shape_y, p->shape_z), side[3], axis[3];
  (void)c;
  for (int k = 0; k < 3; k++) {
    axis[k] = dv_v3_unit(k);
    side[k] = dv_m3_mul(v->turn, axis[k]);
  }
  v3 n = dv_v3_cross(side[i], axis[j]);
  n = dv_v3_scale(n, edges_sign(dv_v3_dot(n, v->middle)));
  edges_edge a = edge_of(v->middle, side, object, i, dv_v3_scale(n, dv_real(-1)), at / 9 % 2),
             b = edge_of(dv_v3_zero(), axis, other, j, n, at / 18);
  return edges_meet(&p->k, p->most, v, &a, &b, v->middle);
}

#include "kinds/contact/edges_laws.inc"

DV_KIND(contact, edges) = {
    .name = "contact.edges",
    .doc = "edges of a box that cross edges of another, beside the corners of contact.box",
    EDGES_BEGIN,
    DV_ROWS(out, edges_outs),
    EDGES_LAWS,
    .look = "contact",
    .example =
        "# beams that stand on their edges: one bounces on another across it, one is pushed along another\n"
        "parameters: {g: 10 m/s^2, m: 3 kg, k: 2e3 N/m, r: 'sqrt(2)*0.1 [m]', mu: 0.05, s: 0.01 m}\n"
        "gravity: [0, 0, -g]\n"
        "bodies: {bar: {}, post: {}, log: {mass: m, inertia: [0.02, 0.25, 0.25]}, skid: {mass: m}}\n"
        "joints:\n"
        "  bar: {type: fixed, child: bar, at: {rpy: [0, 45 deg, 0]}}\n"
        "  post: {type: fixed, child: post, at: {rpy: [0, 45 deg, 0], xyz: [0, 9, 0]}}\n"
        "  z: {type: prismatic, axis: [0, 1, 1], child: log, position: 2*r, at: {rpy: [45 deg, 0, 0]}}\n"
        "  x: {type: prismatic, axis: x, child: skid, position: -0.2 m, rate: 0.6 m/s, at: {rpy: [45 deg, 0, 0], xyz: [0, 9, 2*r - "
        "s]}}\n"
        "parts:\n"
        "  falls: {kind: contact.edges, object: log, ground: bar, stiffness: k, length: 1 m, width: 0.2 m, tall: 0.2 m, shape_x: 0.2 "
        "m, shape_y: 1 m, shape_z: 0.2 m, deepest: 0.1 m}\n"
        "  slides: {kind: contact.edges, object: skid, ground: post, stiffness: k, length: 1 m, width: 0.2 m, tall: 0.2 m, shape_x: "
        "0.2 m, shape_y: 1 m, shape_z: 0.2 m,\n"
        "    friction: mu, smoothing: 1e-6 m/s, deepest: 0.1 m}\n"
        "until: 0.3 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: z, is: '2*r - m*g/k*(1 - cos(sqrt(k/m)*0.3 [s]))', within: 1e-8, source: a weight dropped on a spring}\n"
        "      - {final: x.rate, is: '0.6 - mu*k*s/m*0.3', within: 1e-6, source: 'mu N/m, N = k s'}\n"
        "      - {final: slides.normal, is: k*s, relative: 1e-9, source: k s}\n"
        "      - {drift: energy.residual, within: 1e-9}\n",
};
