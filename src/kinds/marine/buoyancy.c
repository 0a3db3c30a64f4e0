// buoyancy.c: lift of the displaced water, also in accelerated flow (Froude-Krylov); shapes that leave the water lift less.
//
//   f = rho V (g up + a_water)  at the centre of the part of the body that is in the water
//
// Sphere: its cap. Box, cylinder: columns along z at Gauss points of the cross section, each cut where the surface is: exact
// while the surface cuts no bottom or lid. In waves each column has its own surface and acceleration, so that slopes turn a hull.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(volume, "m^3", 0, 0,    1e7, "submerged: displaced volume")
    DV_P(x,      "m",   0, -1e4, 1e4, "centre of the volume, in the frame")
    DV_P(y,      "m",   0, -1e4, 1e4, "along y")
    DV_P(z,      "m",   0, -1e4, 1e4, "along z")
    DV_P(radius, "m",   1, 1e-6, 1e4, "of a sphere or cylinder")
    DV_P(length, "m",   1, 1e-6, 1e4, "of a box along x")
    DV_P(width,  "m",   1, 1e-6, 1e4, "of a box along y")
    DV_P(height, "m",   1, 1e-6, 1e4, "of a box or cylinder along z")
);

enum { SUBMERGED, SPHERE, BOX, CYLINDER };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that it lifts"}
};
static const dv_option options[] = {
    {"shape", "submerged|sphere|box|cylinder", "what the surface may cut"}
};

// rho V (g up + a) at r, frame axes.
DV_FN void lift(dv_cell *c, const dv_water *w, real volume, v3 r)
{
  v3 f = dv_v3_add(dv_v3_scale(dv_v3_of(w->up), w->gravity), dv_v3_of(w->acceleration));
  marine_push(c, r, dv_m3_tmul(c->pose, dv_v3_scale(f, w->density * volume)), dv_v3_zero());
}

// Cap of height h under the surface: pi h^2 (3 r - h)/3, its centre 3 (2 r - h)^2 / 4 (3 r - h) below the sphere's.
DV_FN void sphere(const par *p, dv_cell *c, const dv_water *w, v3 at)
{
  real r = p->radius, h = dv_clamp(w->depth + r, dv_real(0), 2 * r), rest = 2 * r - h;
  v3 down = dv_m3_tmul(c->pose, dv_v3_scale(dv_v3_of(w->up), -0.75 * rest * rest / (3 * r - h))), middle = dv_v3_add(at, down);
  marine_point m;
  if (!c->service->still) m = marine_at(c, middle);
  lift(c, c->service->still ? w : &m.water, 1.0471975511965976 * h * h * (3 * r - h), middle);
}

typedef struct {
  real lo, hi;  // along z
} wetted;

// What is in the water of -H to H, where the depth falls along z by `slope` from `depth` at 0.
DV_FN wetted wet(real depth, real slope, real H)
{
  real steep = dv_select(dv_abs(slope) > 1e-6, slope, dv_real(1e-6)), cut = dv_clamp(depth / steep, -H, H);
  wetted s = {dv_select(steep > 0.0, -H, cut), dv_select(steep > 0.0, cut, H)};
  return s;
}

// A column of the cross section `area` at (x, y). Waves: the surface over it and their acceleration in the middle of what is wet.
DV_FN void column(dv_cell *c, const dv_water *w, v3 at, real depth, real slope, real area, real H)
{
  wetted s = wet(depth, slope, H);
  real z = at.x[2];
  at.x[2] = z + 0.5 * (s.lo + s.hi);
  if (c->service->still) {
    lift(c, w, area * (s.hi - s.lo), at);
    return;
  }
  marine_point m = marine_at(c, at);
  s = wet(m.water.depth + slope * (at.x[2] - z), slope, H);
  at.x[2] = z + 0.5 * (s.lo + s.hi);
  lift(c, &m.water, area * (s.hi - s.lo), at);
}

DV_FN void columns(const par *p, dv_cell *c, const dv_water *w, v3 at)
{
  const double gauss[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526};
  const double weight[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};
  const double ring[2] = {0.4597008433809831, 0.8880738339771153};  // sqrt((1 -+ 1/sqrt(3))/2): equal areas
  v3 up = dv_m3_tmul(c->pose, dv_v3_of(w->up));
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      real x = 0.5 * gauss[i] * p->length, y = 0.5 * gauss[j] * p->width,
           area = 0.25 * weight[i] * weight[j] * p->length * p->width;
      if (c->opt[0] == CYLINDER) {
        dv_sincos(dv_real(0.7853981633974483 * (4 * (i % 2) + j + 0.5)), &y, &x);
        x *= ring[i / 2] * p->radius, y *= ring[i / 2] * p->radius;
        area = 0.19634954084936207 * p->radius * p->radius;
      }
      v3 r = at;
      r.x[0] += x, r.x[1] += y;
      column(c, w, r, w->depth - up.x[0] * x - up.x[1] * y, up.x[2], area, 0.5 * p->height);
    }
}

DV_LAW(answer)
{
  v3 at = dv_v3_of(&p->x);
  marine_point m = marine_at(c, at);
  marine_clear(c);
  if (c->opt[0] == SUBMERGED) lift(c, &m.water, p->volume, at);
  else if (c->opt[0] == SPHERE) sphere(p, c, &m.water, at);
  else columns(p, c, &m.water, at);
}

DV_KIND(marine, buoyancy) = {
    .name = "marine.buoyancy",
    .doc = "lift of the displaced water; of a sphere, box or cylinder also partly out of it",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .service = DV_ASKS_WATER,
    .answer = answer,
    .load = 1,
    .active = 1,
    .form = "Se",
    .example =
        "# a spar of draught m/(rho pi r^2) = 0.6 m, and a raft that rolls about its metacentre\n"
        "bodies: {spar: {mass: 471.23889803846896 kg}, raft: {mass: 1000 kg, com: [0, 0, 0.1], inertia: [500, 500, 500]}}\n"
        "joints:\n"
        "  z: {type: prismatic, axis: z, child: spar, at: {xyz: [5, 0, 0.4]}, position: 1 cm}\n"
        "  roll: {type: revolute, axis: x, child: raft, at: {xyz: [0, 0, 0]}, position: 1 mrad}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
        "  a: {kind: marine.buoyancy, frame: spar, shape: cylinder, radius: 0.5 m, height: 2 m}\n"
        "  b: {kind: marine.buoyancy, frame: raft, shape: box, length: 2 m, width: 2 m, height: 0.5 m}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-10, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: z, at: 1 s, is: -0.005890688619628511, within: 1e-10, source: heave with w^2 = g/draught}\n"
        "      - {value: roll, at: 0.5 s, is: -0.0006889828634377613, within: 1e-9, source: \"roll with I w^2 = rho g V GM, "
        "GM = KB + I_w/V - KG\"}\n",
};
