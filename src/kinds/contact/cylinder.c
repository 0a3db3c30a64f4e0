// cylinder.c: a cylinder about the object's z: each rim touches at one point, which slides along it and across the end.
//
//   u = n - (n . a) a,  S = sqrt(u^2 + e^2),  e = 1e-4;   s = level - n . c + rim S,  c: middle of the rim;   r = c - rim u/S
//
// s is what is stored by, and its gradient is n at the material point r: lying, or on its rim, the cylinder rolls on its lowest
// point; standing, r is under the load, up to the rim, where it tips. An end is higher in its middle by rim e. Around r the ring
// of the end resists: rocking by -d rim^2/2 w (w square to a), spinning by -mu N rim w_n/sqrt(w_n^2 + (v_s/rim)^2), both times
// e^2/S^2. On a profile n is that below c, and how it changes along the profile is worth a force at c.
#include "kinds/contact/contact.h"

enum { POINTS = 2 };
#define ROUND 1e-4

DV_PARAMETERS(
    DV_GROUP(k, contact_par, CONTACT_PARAMETERS)
    DV_P(rim,    "m", DV_REQUIRED, 1e-9, 1e3, "its radius; with `radius` its rims are round")
    DV_P(length, "m", DV_REQUIRED, 0,    1e3, "between its ends, along the object's z")
    DV_DERIVED(real bounce)
);

static const dv_quantity states[] = {CONTACT_CORNER(1), CONTACT_CORNER(2)};
static const dv_quantity discrete[] = {
    {"touching_1", "1", 1, "1: rim at -z in contact", 0},
    {"touching_2", "1", 1, "rim at +z",               0},
    CONTACT_COUNTED
};

// Ground's axes: middle of a rim, from there to where it touches, n, u, S, and what a change of n is worth at the middle.
typedef struct {
  v3 middle, arm, normal, along;
  real size;
  v3 spin, velocity;  // of the object, and of the middle, against the ground
  v3 bent;
} rim_look;

DV_FN v3 rim_middle(const par *p, int i) { return dv_v3_scale(dv_v3_unit(2), (i ? 0.5 : -0.5) * p->length); }

DV_FN v3 seen(const dv_cell *c, v3 x) { return dv_m3_tmul(c->pose + 12, dv_m3_mul(c->pose, x)); }

DV_FN rim_look rim_at(const par *p, const dv_cell *c, int i)
{
  rim_look k;
  v3 r = rim_middle(p, i), w_o = dv_v3_of(c->flow), w_g = dv_v3_of(c->flow + 6), a = seen(c, dv_v3_unit(2));
  k.middle = dv_v3_add(seen(c, r), dv_m3_tmul(c->pose + 12, dv_v3_sub(dv_v3_of(c->pose + 9), dv_v3_of(c->pose + 21))));
  v3 v = seen(c, dv_v3_add(dv_v3_of(c->flow + 3), dv_v3_cross(w_o, r)));
  k.velocity = dv_v3_sub(dv_v3_sub(v, dv_v3_of(c->flow + 9)), dv_v3_cross(w_g, k.middle));
  k.spin = dv_v3_sub(seen(c, w_o), w_g);
  real n[3] = {p->k.nx, p->k.ny, p->k.nz};
  dv_ground g;
  int profile = c->opt[CONTACT_SURFACE] == CONTACT_PROFILE;
  if (profile) {
    c->service->ground(c->service, k.middle.x, &g);
    n[0] = -g.slope[0], n[1] = -g.slope[1], n[2] = dv_real(1);
  }
  real long_n = dv_sqrt(dv_v3_dot(dv_v3_of(n), dv_v3_of(n)));
  k.normal = dv_v3_scale(dv_v3_of(n), 1 / long_n);
  k.along = dv_v3_sub(k.normal, dv_v3_scale(a, dv_v3_dot(k.normal, a)));
  k.size = dv_sqrt(dv_v3_dot(k.along, k.along) + ROUND * ROUND);
  k.arm = dv_v3_scale(k.along, -p->rim / k.size);
  k.bent = dv_v3_zero();
  if (profile) {
    v3 y = dv_v3_scale(k.arm, dv_real(-1));
    y.x[2] += p->k.level + c->in[CONTACT_HEIGHT] + g.height - k.middle.x[2];
    y = dv_v3_sub(y, dv_v3_scale(k.normal, dv_v3_dot(k.normal, y)));
    k.bent.x[0] = -(g.bend[0] * y.x[0] + g.bend[1] * y.x[1]) / long_n;
    k.bent.x[1] = -(g.bend[1] * y.x[0] + g.bend[2] * y.x[1]) / long_n;
  }
  return k;
}

DV_FN v3 place(const par *p, const dv_cell *c, int i)
{
  v3 arm = rim_at(p, c, i).arm;
  return dv_v3_add(rim_middle(p, i), dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, arm)));
}

DV_FN contact_look meet(const par *p, const dv_cell *c, int i)
{
  rim_look f = rim_at(p, c, i);
  contact_look k;
  dv_ground g;
  int profile = c->opt[CONTACT_SURFACE] == CONTACT_PROFILE;
  k.axis = profile ? dv_v3_unit(2) : f.normal;
  k.push = f.normal;
  k.at = dv_v3_add(f.middle, f.arm);
  real up = p->k.level + c->in[CONTACT_HEIGHT] - dv_v3_dot(k.axis, f.middle);
  k.rise = c->in[CONTACT_HEIGHT_RATE];
  if (profile) {
    c->service->ground(c->service, f.middle.x, &g);
    up += g.height;
    k.rise += g.rate;
  }
  real share = dv_v3_dot(k.axis, k.push);
  k.s = p->k.radius + share * up + p->rim * f.size;
  v3 u = dv_v3_add(f.velocity, dv_v3_cross(f.spin, f.arm));
  k.rate = k.rise * share - dv_v3_dot(k.push, u) + dv_v3_dot(f.bent, f.velocity);
  k.arm = dv_v3_scale(k.push, -p->k.radius);
  v3 w = dv_v3_sub(dv_v3_add(u, dv_v3_cross(f.spin, k.arm)), dv_v3_scale(k.axis, k.rise));
  k.slide = dv_v3_sub(w, dv_v3_scale(k.push, dv_v3_dot(k.push, w)));
  return k;
}

DV_FN void more(const par *p, dv_cell *c, int i, const contact_look *k);
DV_FN real more_lost(const par *p, const dv_cell *c, int i, const contact_look *k);
#define CONTACT_MEETS

static const dv_option cylinder_options[] = {
    {"law",     "linear|bilateral|hunt-crossley", "how the surface pushes; bilateral: it also pulls, without end"                },
    {"surface", "plane|profile",                  "plane, or the height that the machine's ground.* parts give along z"          },
    {"rub",     "slides|sticks",                  "friction: smooth, what rests on a slope creeps; or by bristles, which hold it"},
};
#define CONTACT_OPTIONS cylinder_options
#include "kinds/contact/laws.inc"

// The moment of the ring around a point that presses.
DV_FN v3 ring(const par *p, const dv_cell *c, const rim_look *f, const contact_look *k)
{
  real hunt = contact_hunt(&p->k, c, p->bounce, c->d + POINTS), zero = dv_real(0), stands = ROUND * ROUND / (f->size * f->size);
  real damping = c->opt[CONTACT_LAW] == CONTACT_HUNT ? hunt * k->elastic : p->k.damping;
  real turn = dv_v3_dot(f->spin, f->normal), slow = p->k.smoothing / p->rim;
  v3 a = seen(c, dv_v3_unit(2)), rock = dv_v3_sub(f->spin, dv_v3_scale(a, dv_v3_dot(f->spin, a)));
  real rocks = dv_select(k->normal > 0.0, 0.5 * damping * p->rim * p->rim * stands, zero);
  real rubs = p->k.friction * contact_force(k) * p->rim * stands / dv_sqrt(turn * turn + slow * slow);
  return dv_v3_add(dv_v3_scale(rock, -rocks), dv_v3_scale(f->normal, -rubs * turn));
}

DV_FN void more(const par *p, dv_cell *c, int i, const contact_look *k)
{
  rim_look f = rim_at(p, c, i);
  contact_add_wrench(c, rim_middle(p, i), f.middle, dv_v3_scale(f.bent, -k->normal), ring(p, c, &f, k));
}

DV_FN real more_lost(const par *p, const dv_cell *c, int i, const contact_look *k)
{
  rim_look f = rim_at(p, c, i);
  return -dv_v3_dot(f.spin, ring(p, c, &f, k));
}

DV_KIND(contact, cylinder) = {
    .name = "contact.cylinder",
    .doc = "a cylinder whose rims touch a plane or a profile: it rolls, stands and tips",
    CONTACT_KIND,
    .look = "contact",
    .example =
        "# a keg rolls down a slope; one turns on its end; one slides on its end\n"
        "parameters: {g: 10 m/s^2, lean: 10 deg, m: 4 kg, R: 0.1 m, L: 0.3 m, k: 1e4 N/m, mu: 0.1, J: 0.02 kg.m^2}\n"
        "gravity: [0, 0, -g]\n"
        "bodies:\n"
        "  keg: {solid: {cylinder: {radius: R, length: L}, mass: m}}\n"
        "  post: {mass: m, inertia: [J, J, J]}\n"
        "  puck: {mass: m}\n"
        "joints:\n"
        "  keg: {type: planar, child: keg, at: {rpy: [90 deg, lean, 0]}, position: [0, 'R - m*g*cos(lean)/(2*1e5 [N/m])', 0]}\n"
        "  post: {type: free, child: post, position: [0, 9, 0.5*L + 1e-4*R - m*g/k, 1, 0, 0, 0], rate: [0, 0, 0, 0, 0, 30]}\n"
        "  puck: {type: prismatic, axis: x, child: puck, at: {xyz: [0, 18, 0.5*L + 1e-4*R - 4e-3]}, rate: 2 m/s}\n"
        "parts:\n"
        "  rolls: {kind: contact.cylinder, object: keg, rim: R, length: L, nx: sin(lean), nz: cos(lean), stiffness: 1e5 N/m, "
        "friction: 0.5, smoothing: 1e-6 m/s}\n"
        "  stands: {kind: contact.cylinder, object: post, rim: R, length: L, stiffness: k, friction: mu, smoothing: 1e-6 m/s}\n"
        "  slides: {kind: contact.cylinder, object: puck, rim: R, length: L, stiffness: k, friction: mu, smoothing: 1e-6 m/s}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: keg.x.rate, is: '2/3*g*sin(lean)*(1 [s])', relative: 1e-5, source: 'a solid cylinder rolls: 2/3 g sin'}\n"
        "      - {final: rolls.normal, is: m*g*cos(lean), relative: 1e-5, source: its weight square to the slope}\n"
        "      - {final: post.z, is: 0.5*L + 1e-4*R - m*g/k, within: 1e-7, source: 'm g/k below its end'}\n"
        "      - {final: post.wz, is: '30 [rad/s] - mu*m*g*R/J*(1 [s])', within: 1e-4, source: 'a ring that rubs: mu N R t/J'}\n"
        "      - {final: puck.rate, is: '2 [m/s] - mu*k*(4 [mm])/m*(1 [s])', within: 1e-4, source: 'mu N t/m'}\n"
        "      - {drift: energy.residual, within: 1e-5}\n",
};
