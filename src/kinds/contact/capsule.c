// capsule.c: a capsule along the object's z: the point of its middle line that is nearest to the surface touches, as contact.h
// says.
//
//   r = z e_z,  |z| <= length/2, where the distance of r from the surface is least: its slope along z changes sign (bisection)
//
// Distances from convex shapes have one such place; beside a plane that is parallel it is the middle.
#include "kinds/contact/contact.h"

enum { HALVINGS = 40 };

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(length, "m", DV_REQUIRED, 0, 1e3, "between the middles of its ends; `radius` is its own")
    DV_DERIVED(real bounce)
);

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  v3 r = dv_v3_zero(), along = dv_m3_tmul(c->pose + 12, dv_m3_mul(c->pose, dv_v3_unit(2)));
  real low = -0.5 * p->length, high = 0.5 * p->length;
  (void)i;
  for (int n = 0; n < HALVINGS; n++) {
    r.x[2] = 0.5 * (low + high);
    real slope = dv_v3_dot(contact_meet(&p->k, c, r).push, along);  // of the distance
    dv_bool level = dv_abs(slope) < 1e-12;
    low = dv_select((slope < 0.0) | level, r.x[2], low);
    high = dv_select((slope > 0.0) | level, r.x[2], high);
  }
  r.x[2] = 0.5 * (low + high);
  return r;
}

#include "kinds/contact/one_point.inc"

DV_KIND(contact, capsule) = {
    .name = "contact.capsule",
    .doc = "a capsule that touches a plane, a profile or a shape, at the nearest point of its middle line",
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
