// hull.c: a convex body by its corners: each touches the surface as contact.h says; with `radius` they are round.
//
// Against a plane or a profile this is all there is. Two such bodies touch with the corners of each on the other (surface: hull),
// as boxes do; edges that cross edges pass through each other.
#include "kinds/contact/contact.h"

enum { POINTS = 16 };

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_DERIVED(real bounce)
);

static const dv_table tables[] = {
    CONTACT_TABLES,
    {"corners", 3, 0, {"m", "m", "m"}, 1, 0, "its corners in the object's axes, rows of [x, y, z]; 16 at most"},
};

static const dv_quantity states[] = {CONTACT_CORNER(1),  CONTACT_CORNER(2),  CONTACT_CORNER(3),  CONTACT_CORNER(4),
                                     CONTACT_CORNER(5),  CONTACT_CORNER(6),  CONTACT_CORNER(7),  CONTACT_CORNER(8),
                                     CONTACT_CORNER(9),  CONTACT_CORNER(10), CONTACT_CORNER(11), CONTACT_CORNER(12),
                                     CONTACT_CORNER(13), CONTACT_CORNER(14), CONTACT_CORNER(15), CONTACT_CORNER(16)};
static const dv_quantity discrete[] = {
    {"touching_1",  "1", 1, "1: corner 1 in contact", 0},
    {"touching_2",  "1", 1, "corner 2",               0},
    {"touching_3",  "1", 1, "corner 3",               0},
    {"touching_4",  "1", 1, "corner 4",               0},
    {"touching_5",  "1", 1, "corner 5",               0},
    {"touching_6",  "1", 1, "corner 6",               0},
    {"touching_7",  "1", 1, "corner 7",               0},
    {"touching_8",  "1", 1, "corner 8",               0},
    {"touching_9",  "1", 1, "corner 9",               0},
    {"touching_10", "1", 1, "corner 10",              0},
    {"touching_11", "1", 1, "corner 11",              0},
    {"touching_12", "1", 1, "corner 12",              0},
    {"touching_13", "1", 1, "corner 13",              0},
    {"touching_14", "1", 1, "corner 14",              0},
    {"touching_15", "1", 1, "corner 15",              0},
    {"touching_16", "1", 1, "corner 16",              0},
    CONTACT_COUNTED
};

DV_FN int corners_of(const dv_cell *c) { return c->rows[1] < POINTS ? c->rows[1] : (int)POINTS; }
#define CONTACT_USED(c) corners_of(c)

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  (void)p;
  return dv_v3_of(c->table[1] + 3 * i);
}

#define CONTACT_FAULT(c) (c->rows[1] > POINTS ? "it has too many corners|give 16 or fewer" : NULL)
#include "kinds/contact/laws.inc"

DV_KIND(contact, hull) = {
    .name = "contact.hull",
    .doc = "a convex body whose corners (up to 16) touch a plane, a profile or a shape",
    CONTACT_KIND,
    .look = "contact",
    .example =
        "# wedges on a slope of 30 deg: one slides, one is held by friction; a ball swings on the top corner of a pyramid\n"
        "parameters: {g: 10 m/s^2, m: 3 kg, k: 1e5 N/m, lean: 30 deg}\n"
        "gravity: [0, 0, -g]\n"
        "bodies:\n"
        "  sled: {mass: m, com: [0, 0, 0.05], inertia: [0.02, 0.03, 0.03]}\n"
        "  wedge: {mass: m, com: [0, 0, 0.05], inertia: [0.02, 0.03, 0.03]}\n"
        "  ball: {mass: 1 kg}\n"
        "  rock: {}\n"
        "joints:\n"
        "  sled: {type: free, child: sled, position: {xyz: [-m*g*cos(lean)/(4*k)*sin(lean), 0, -m*g*cos(lean)/(4*k)*cos(lean)], "
        "rpy: [0, lean, 0]}}\n"
        "  wedge: {type: free, child: wedge, position: {xyz: [-m*g*cos(lean)/(4*k)*sin(lean), 0, "
        "-m*g*cos(lean)/(4*k)*cos(lean)], rpy: [0, lean, 0]}}\n"
        "  z: {type: prismatic, axis: z, child: ball, at: {xyz: [0, 9, 0]}, position: 0.3 m}\n"
        "  rock: {type: fixed, child: rock, at: {xyz: [0, 9, 0]}}\n"
        "parts:\n"
        "  slides: {kind: contact.hull, object: sled, corners: [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0], "
        "[0, -0.2, 0.2], [0, 0.2, 0.2]],\n"
        "    nx: sin(lean), nz: cos(lean), stiffness: k, damping: 300 N.s/m, friction: 0.2, smoothing: 1e-5 m/s}\n"
        "  holds: {kind: contact.hull, object: wedge, corners: [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0], "
        "[0, -0.2, 0.2], [0, 0.2, 0.2]],\n"
        "    nx: sin(lean), nz: cos(lean), stiffness: k, damping: 300 N.s/m, friction: 0.8, rub: sticks, bristle: 1e5 N/m, "
        "bristle_damping: 300 N.s/m}\n"
        "  top: {kind: contact.point, object: ball, ground: rock, radius: 0.1 m, stiffness: 2e3 N/m, deepest: 0.1 m, surface: "
        "hull,\n"
        "    hull: [[-0.2, -0.2, 0, 0.2, -0.2, 0, 0, 0, 0.2], [0.2, -0.2, 0, 0.2, 0.2, 0, 0, 0, 0.2], [0.2, 0.2, 0, -0.2, 0.2, "
        "0, 0, 0, 0.2],\n"
        "      [-0.2, 0.2, 0, -0.2, -0.2, 0, 0, 0, 0.2], [-0.2, -0.2, 0, 0.2, 0.2, 0, 0.2, -0.2, 0], [-0.2, -0.2, 0, -0.2, 0.2, "
        "0, 0.2, 0.2, 0]]}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-8, atol: 1e-10}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: sled.vx, is: 'g*(sin(lean) - 0.2*cos(lean))*(1 [s])', within: 5e-3, source: g (sin - mu cos) t}\n"
        "      - {final: slides.normal, is: m*g*cos(lean), within: 1e-2, source: its weight square to the slope}\n"
        "      - {final: holds.normal, is: m*g*cos(lean), within: 1e-2, source: likewise}\n"
        "      - {final: holds.friction, is: m*g*sin(lean), within: 1e-2, source: what would drive it}\n"
        "      - {final: wedge.vx, is: 0, within: 1e-5, source: it holds}\n"
        "      - {min: z, is: 0.3 - 0.01, within: 1e-6, source: 'twice m g/k below the top and its radius'}\n"
        "      - {drift: energy.residual, within: 1e-4}\n",
};
