// capsule.c: a capsule along the object's z, as contact.h says: balls at both ends of its middle line, or one where that line is
// nearest to the surface.
//
//   ends:     r = -+ length/2 e_z; on a plane this is all there is
//   nearest:  r = z e_z,  |z| <= length/2, where the distance of r from the surface is least: its slope along z changes sign
//             (bisection); distances from convex shapes have one such place; where the line is parallel it is the middle
#include "kinds/contact/contact.h"

enum { POINTS = 2, HALVINGS = 40 };
enum { CAPSULE_POINTS = CONTACT_RUB + 1 };             // option
enum { CAPSULE_AUTO, CAPSULE_ENDS, CAPSULE_NEAREST };  // its choices

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(length, "m", DV_REQUIRED, 0, 1e3, "between the middles of its ends; `radius` is its own")
    DV_DERIVED(real bounce)
);

static const dv_quantity states[] = {CONTACT_CORNER(1), CONTACT_CORNER(2)};
static const dv_quantity discrete[] = {
    {"touching_1", "1", 1, "1: end at -z, or the nearest point, in contact", 0},
    {"touching_2", "1", 1, "end at +z",                                      0},
    CONTACT_COUNTED
};
static const dv_option capsule_options[] = {
    CONTACT_OPTION_ROWS,
    {"points", "auto|ends|nearest",
      "where it touches: both ends, each with `stiffness`, or the nearest point of its middle line; auto: ends on a plane and a "
     "profile, nearest on a shape"},
};

DV_FN int on_ends(const dv_cell *c)
{
  int points = c->opt[CAPSULE_POINTS], flat = c->opt[CONTACT_SURFACE] <= CONTACT_PROFILE;
  return points == CAPSULE_ENDS || (points == CAPSULE_AUTO && flat);
}

DV_FN v3 along(real z) { return dv_v3_scale(dv_v3_unit(2), z); }

// The distance is least between these.
typedef struct {
  real low, high;
  v3 axis;  // ground's axes
} stretch;

DV_FN stretch nearest(const par *p, const dv_cell *c)
{
  stretch t = {-0.5 * p->length, 0.5 * p->length, dv_m3_tmul(c->pose + 12, dv_m3_mul(c->pose, dv_v3_unit(2)))};
  for (int n = 0; n < HALVINGS; n++) {
    real z = 0.5 * (t.low + t.high), slope = dv_v3_dot(contact_find(&p->k, c, along(z)).push, t.axis);
    dv_bool level = dv_abs(slope) < 1e-12;
    t.low = dv_select((slope < 0.0) | level, z, t.low);
    t.high = dv_select((slope > 0.0) | level, z, t.high);
  }
  return t;
}

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  if (on_ends(c)) return along((i ? 0.5 : -0.5) * p->length);
  stretch t = nearest(p, c);
  return along(0.5 * (t.low + t.high));
}

// Deep in a shape, as far from one side as from another, the least distance lies on a corner of its course: n is between those of
// both sides, square to the line, so that it is the gradient of s.
DV_FN contact_look meet(const par *p, const dv_cell *c, int i)
{
  if (on_ends(c)) return contact_meet(&p->k, c, place(p, c, i));
  stretch t = nearest(p, c);
  v3 r = along(0.5 * (t.low + t.high));
  contact_look k = contact_find(&p->k, c, r), low = contact_find(&p->k, c, along(t.low)),
               high = contact_find(&p->k, c, along(t.high));
  real falls = -dv_v3_dot(low.push, t.axis), rises = dv_v3_dot(high.push, t.axis), zero = dv_real(0);
  dv_bool corner = (falls > 0.0) & (rises > 0.0);
  real share = dv_select(corner, rises / dv_select(corner, falls + rises, dv_real(1)), zero);
  v3 between = dv_v3_add(dv_v3_scale(low.push, share), dv_v3_scale(high.push, 1 - share));
  for (int a = 0; a < 3; a++) k.push.x[a] = dv_select(corner, between.x[a], k.push.x[a]);
  if (c->opt[CONTACT_SURFACE] > CONTACT_PROFILE) k.axis = k.push;
  contact_move(&p->k, c, r, &k);
  return k;
}

#define CONTACT_OWN_MEET
#define CONTACT_USED(c) (on_ends(c) ? 2 : 1)
static const dv_table tables[] = {CONTACT_TABLES};
#define CONTACT_OPTIONS capsule_options
#include "kinds/contact/laws.inc"

DV_KIND(contact, capsule) = {
    .name = "contact.capsule",
    .doc = "a capsule that touches a plane or a profile with both ends, a shape at the nearest point of its middle line",
    CONTACT_KIND,
    .look = "contact",
    .example = "# a log falls across a round bar: it stops on both radii and swings there\n"
               "bodies: {log: {mass: 2 kg, inertia: [0.1, 0.1, 0.02]}, pipe: {}}\n"
               "joints:\n"
               "  z: {type: prismatic, axis: -x, child: log, at: {rpy: [0, 90 deg, 0]}, position: 0.3 m}\n"
               "  lies: {type: fixed, child: pipe, at: {rpy: [90 deg, 0, 0]}}\n"
               "gravity: [0, 0, -10]\n"
               "parts:\n"
               "  bar: {kind: contact.capsule, object: log, ground: pipe, length: 1 m, radius: 0.1 m, surface: capsule, "
               "shape_radius: 0.2 m, "
               "shape_z: 2 m,\n"
               "    stiffness: 2e3 N/m, deepest: 0.1 m}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {min: z, is: 0.3 - 0.02, within: 1e-6, source: 'twice m g/k below the sum of the radii'}\n"
               "      - {drift: energy.residual, within: 1e-8}\n",
};
