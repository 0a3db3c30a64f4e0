// pad.c: a rectangular foot or shoe: its four corners touch the ground, each as contact.h says.
#include "kinds/contact/contact.h"

enum { POINTS = 4 };

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(length, "m", DV_REQUIRED, 0, 1e3, "between corners along the object's x")
    DV_P(width,  "m", DV_REQUIRED, 0, 1e3, "along its y")
    DV_DERIVED(real bounce)
);

static const dv_quantity states[] = {CONTACT_CORNER(1), CONTACT_CORNER(2), CONTACT_CORNER(3), CONTACT_CORNER(4)};
static const dv_quantity discrete[] = {
    {"touching_1", "1", 1, "1: corner -x -y in contact", 0},
    {"touching_2", "1", 1, "corner +x -y",               0},
    {"touching_3", "1", 1, "corner -x +y",               0},
    {"touching_4", "1", 1, "corner +x +y",               0},
    CONTACT_COUNTED
};

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  v3 r = dv_v3_zero();
  (void)c;
  r.x[0] = (i & 1 ? 0.5 : -0.5) * p->length;
  r.x[1] = (i & 2 ? 0.5 : -0.5) * p->width;
  return r;
}

#include "kinds/contact/laws.inc"

DV_KIND(contact, pad) = {
    .name = "contact.pad",
    .doc = "a rectangular foot or shoe whose four corners touch the ground",
    CONTACT_KIND,
    .look = "contact",
    .example = "# a plate on its four corners: sinks by m g/4k and rocks with w^2 = k width^2/I\n"
               "bodies: {plate: {mass: 4 kg, inertia: [0.1, 0.2, 0.3]}}\n"
               "joints: {base: {type: free, child: plate, position: [0, 0, -0.001, 1, 0, 0, 0], rate: [0, 0, 0, 0.01, 0, 0]}}\n"
               "gravity: [0, 0, -10]\n"
               "parts: {foot: {kind: contact.pad, object: plate, length: 0.6 m, width: 0.4 m, stiffness: 1e4 N/m}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: base.z, is: -0.001, within: 1e-8, source: m g/4k}\n"
               "      - {final: foot.touch, is: 4, within: 1e-12, source: it rests}\n"
               "      - {final: base.wx, is: 0.006767919046762869, within: 1e-7, source: w0 cos(w t)}\n"
               "      - {final: foot.normal, is: 40, within: 1e-4, source: its weight}\n",
};
