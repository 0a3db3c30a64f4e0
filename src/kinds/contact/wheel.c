// wheel.c: a wheel or a disc that rolls: the point of its rim that is nearest to the ground touches it, as contact.h says.
//
//   r = rim e,   e = -(n - (n . a) a)/|n - (n . a) a|,   a: the object's y axis, n: the ground's normal, both in the object's
//   axes
//
// By the choice of e the rate of the distance is that of the material point there. Flat on its side the disc has no lowest point.
// On a profile n is its normal where it touches.
#include "kinds/contact/contact.h"

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(rim, "m", DV_REQUIRED, 0, 1e3,
         "radius of the circle about the object's y that touches; `radius` makes it a torus (a tyre)")
    DV_DERIVED(real bounce)
);

// Into the wheel's plane, unit.
DV_FN v3 flat(v3 n)
{
  n.x[1] = dv_real(0);
  return dv_v3_scale(n, 1 / dv_sqrt(dv_v3_dot(n, n) + 1e-24));
}

// The point where the profile's own normal lies along the spoke, from the one below the axle on. There the rim's tangent is the
// profile's, so the rate of the distance is that of the material point, and the books close. By secants: a road as round as the
// wheel would let it touch everywhere.
DV_FN v3 spoke_on_profile(const par *p, const dv_cell *c, v3 up)
{
  real gain = dv_real(1), off_last = dv_real(0), by = dv_real(0);
  for (int k = 0; k < 8; k++) {
    v3 along = up;
    along.x[0] = up.x[2], along.x[2] = -up.x[0];
    v3 push = contact_meet(&p->k, c, dv_v3_scale(up, -p->rim)).push;
    real off = dv_v3_dot(flat(dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, push))), along), less = off_last - off;
    dv_bool later = dv_real(k) > 0.5, moved = dv_abs(less) > 1e-3 * dv_abs(by), known = moved & later;
    gain = dv_select(known, dv_min(dv_max(by / less, dv_real(0.3)), dv_real(20)), gain);
    by = gain * off;
    off_last = off;
    up = flat(dv_v3_add(up, dv_v3_scale(along, by)));
  }
  return up;
}

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  real normal[3] = {p->k.nx, p->k.ny, p->k.nz};
  int profile = c->opt[CONTACT_SURFACE];
  v3 up = flat(dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, profile ? dv_v3_unit(2) : dv_v3_of(normal))));
  (void)i;
  if (profile) up = spoke_on_profile(p, c, up);
  return dv_v3_scale(up, -p->rim);
}

// A rim meets edges of shapes at more than one point.
static const dv_option wheel_options[] = {
    {"law",     "linear|bilateral|hunt-crossley", "how the surface pushes; bilateral: it also pulls, without end"                },
    {"surface", "plane|profile",                  "plane, or the height that the machine's ground.* parts give along z"          },
    {"rub",     "slides|sticks",                  "friction: smooth, what rests on a slope creeps; or by bristles, which hold it"},
};
#define CONTACT_OPTIONS wheel_options

#include "kinds/contact/one_point.inc"

DV_KIND(contact, wheel) = {
    .name = "contact.wheel",
    .doc = "a wheel, coin or hoop that rolls on the ground about its y axis: normal force, friction",
    CONTACT_KIND,
    .look = "contact",
    .example = "# a disc of 0.5 m and 2 kg rolls in a circle, leaning 20 degrees, once round in 2 pi seconds\n"
               "parameters: {lean: 20 deg, m: 2 kg, R: 0.5 m, turn: 1 rad/s,\n"
               "  spin: 'R*m*(R*turn^2*sin(lean)*cos(lean)/4 - 9.81 [m/s^2]*sin(lean))/(1.5*m*R^2*turn*cos(lean))'}\n"
               "bodies: {coin: {mass: m, inertia: [m*R^2/4, m*R^2/2, m*R^2/4]}}\n"
               "joints: {fly: {type: free, child: coin, position: {xyz: [0, 0, R*cos(lean) - 1e-5], rpy: [lean, 0, 0]},\n"
               "  rate: [R*spin, 0, 0, 0, spin, turn*cos(lean)]}}\n"
               "parts: {floor: {kind: contact.wheel, object: coin, rim: R, stiffness: 2e6 N/m, damping: 2e3 N.s/m, friction: 2, "
               "smoothing: 1e-5 m/s}}\n"
               "until: 3.141592653589793 s\n"
               "solver: {rtol: 1e-8, atol: 1e-10}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {max: abs(fly.z - R*cos(lean)), is: 0, within: 2e-5, source: it leans as before}\n"
               "      - {final: fly.y, is: 2*R*spin/turn, within: 1e-4, source: half a circle of radius R spin/turn}\n"
               "      - {final: fly.x, is: 0, within: 1e-4, source: half a circle}\n"
               "      - {final: floor.friction, is: -m*R*spin*turn, within: 1e-3, source: centripetal}\n",
};
