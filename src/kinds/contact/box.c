// box.c: a box: its eight corners touch the surface, each as contact.h says; with `radius` the corners are round.
//
// Against a plane, a profile or a ball that is large, this is all there is; edges that cross an edge are contact.edges. A face
// meets a small ball where the ball is the object (contact.point) and the box the surface.
#include "kinds/contact/contact.h"

enum { POINTS = 8 };

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(length, "m", DV_REQUIRED, 0, 1e3, "between corners along the object's x")
    DV_P(width,  "m", DV_REQUIRED, 0, 1e3, "along its y")
    DV_P(tall,   "m", DV_REQUIRED, 0, 1e3, "along its z")
    DV_DERIVED(real bounce)
);

static const dv_quantity states[] = {CONTACT_CORNER(1), CONTACT_CORNER(2), CONTACT_CORNER(3), CONTACT_CORNER(4),
                                     CONTACT_CORNER(5), CONTACT_CORNER(6), CONTACT_CORNER(7), CONTACT_CORNER(8)};
static const dv_quantity discrete[] = {
    {"touching_1", "1", 1, "1: corner -x -y -z in contact", 0},
    {"touching_2", "1", 1, "corner +x -y -z",               0},
    {"touching_3", "1", 1, "corner -x +y -z",               0},
    {"touching_4", "1", 1, "corner +x +y -z",               0},
    {"touching_5", "1", 1, "corner -x -y +z",               0},
    {"touching_6", "1", 1, "corner +x -y +z",               0},
    {"touching_7", "1", 1, "corner -x +y +z",               0},
    {"touching_8", "1", 1, "corner +x +y +z",               0},
    CONTACT_COUNTED
};

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  v3 r = dv_v3_zero();
  (void)c;
  r.x[0] = (i & 1 ? 0.5 : -0.5) * p->length;
  r.x[1] = (i & 2 ? 0.5 : -0.5) * p->width;
  r.x[2] = (i & 4 ? 0.5 : -0.5) * p->tall;
  return r;
}

#include "kinds/contact/laws.inc"

DV_KIND(contact, box) = {
    .name = "contact.box",
    .doc = "a box whose eight corners touch a plane, a profile or a shape",
    CONTACT_KIND,
    .look = "contact",
    .example =
        "# two jaws take a box by friction and hold it; a second box slides out of jaws that are too weak\n"
        "bodies: {jaw: {mass: 1 kg}, crate: {mass: 2 kg, inertia: [0.02, 0.02, 0.02]}, weak: {mass: 1 kg}, loose: {mass: 2 kg}}\n"
        "joints:\n"
        "  jaw: {type: prismatic, axis: x, child: jaw, at: {xyz: [-0.15, 0, 0]}}\n"
        "  crate: {type: free, child: crate}\n"
        "  weak: {type: prismatic, axis: x, child: weak, at: {xyz: [-0.15, 5, 0]}}\n"
        "  loose: {type: prismatic, axis: z, child: loose, at: {xyz: [0, 5, 0]}}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  push: {kind: force.effort, axis: jaw, effort: 60 N}\n"
        "  hold: {kind: force.damper, axis: jaw, damping: 200 N.s/m}\n"
        "  left: {kind: contact.box, object: crate, ground: jaw, length: 0.2 m, width: 0.2 m, tall: 0.2 m, surface: box, "
        "shape_x: 0.1 m, shape_y: 0.3 m, shape_z: 0.3 m,\n"
        "    stiffness: 1e5 N/m, damping: 100 N.s/m, friction: 0.5, rub: sticks, bristle: 1e5 N/m, bristle_damping: 100 N.s/m}\n"
        "  right: {kind: contact.box, object: crate, length: 0.2 m, width: 0.2 m, tall: 0.2 m, nx: -1, nz: 0, level: -0.1 m,\n"
        "    stiffness: 1e5 N/m, damping: 100 N.s/m, friction: 0.5, rub: sticks, bristle: 1e5 N/m, bristle_damping: 100 N.s/m}\n"
        "  pinch: {kind: force.effort, axis: weak, effort: 10 N}\n"
        "  calm: {kind: force.damper, axis: weak, damping: 200 N.s/m}\n"
        "  one: {kind: contact.box, object: loose, ground: weak, length: 0.2 m, width: 0.2 m, tall: 0.2 m, surface: box, "
        "shape_x: 0.1 m, shape_y: 9 m, shape_z: 9 m, stiffness: 1e5 N/m, damping: 100 N.s/m, friction: 0.5}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-8, atol: 1e-10}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: left.normal, is: 60, within: 1e-3, source: what pushes}\n"
        "      - {final: left.fz + right.fz, is: 20, within: 1e-3, source: 'friction carries m g, less than 2 mu N'}\n"
        "      - {final: crate.z, is: 0, within: 1e-3, source: it does not fall}\n"
        "      - {final: loose.rate, is: -(10 - 0.5*10/2), within: 0.02, source: 'g - mu N/m: one weak jaw'}\n"
        "      - {drift: energy.residual, within: 1e-4}\n",
};
