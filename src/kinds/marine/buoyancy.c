// buoyancy.c: lift of the displaced water, also in accelerated flow (Froude-Krylov); shapes that leave the water lift less.
//
//   f = rho V (g up + a_water)  at the centre of the part of the body that is in the water
//
// Sphere: its cap. Box, cylinder: exact under a level surface in any attitude (buoyancy_box.h, buoyancy_cylinder.h). In waves:
// columns along that axis (of a cylinder lying: those chords) that stands most upright, each with its own surface and
// acceleration.
#include "kinds/marine/buoyancy_box.h"
#include "kinds/marine/buoyancy_cylinder.h"
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

// Wet part of a shape under a level surface: rho V g at its centre.
DV_FN void level(const par *p, dv_cell *c, const dv_water *w, v3 at)
{
  v3 up = dv_m3_tmul(c->pose, dv_v3_of(w->up));
  v3 half = {
      {0.5 * p->length, 0.5 * p->width, 0.5 * p->height}
  };
  buoyancy_wet wet =
      c->opt[0] == BOX ? buoyancy_box(half, up, w->depth) : buoyancy_cylinder(p->radius, 0.5 * p->height, up, w->depth);
  v3 centre = dv_v3_scale(wet.moment, 1 / dv_max(wet.volume, dv_real(1e-30)));
  lift(c, w, wet.volume, dv_v3_add(at, centre));
}

typedef struct {
  v3 at, along;  // middle and direction of a column
  real half;     // of its length
  real area;
} buoyancy_column;

// What is in the water of -half to half, where the depth falls along the column by `slope` from `depth` in its middle.
DV_FN void column(dv_cell *c, const dv_water *w, const buoyancy_column *k, real slope)
{
  real steep = dv_select(dv_abs(slope) > 1e-6, slope, dv_real(1e-6)), middle = dv_real(0), length = dv_real(0);
  marine_point m;
  m.water = *w;
  for (int i = 0; i < 2; i++) {  // the surface over its middle, then over the middle of what is wet
    m = marine_at(c, dv_v3_add(k->at, dv_v3_scale(k->along, middle)));
    real cut = dv_clamp(middle + m.water.depth / steep, -k->half, k->half);
    real lo = dv_select(steep > 0.0, -k->half, cut), hi = dv_select(steep > 0.0, cut, k->half);
    middle = 0.5 * (lo + hi), length = hi - lo;
  }
  lift(c, &m.water, k->area * length, dv_v3_add(k->at, dv_v3_scale(k->along, middle)));
}

static const double gauss[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526};
static const double weight[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};

// 1 at the axis that stands most upright, else 0.
DV_FN v3 upright(v3 up)
{
  real x = dv_abs(up.x[0]), y = dv_abs(up.x[1]), z = dv_abs(up.x[2]), one = dv_real(1), none = dv_real(0);
  v3 k;
  k.x[2] = dv_select((z >= x) & (z >= y), one, none);
  k.x[0] = dv_select(x >= y, one - k.x[2], none);
  k.x[1] = one - k.x[2] - k.x[0];
  return k;
}

DV_FN v3 box_column(const real *half, v3 k, int i, int j)
{
  v3 r = dv_v3_zero();
  for (int a = 0; a < 3; a++)  // where a stands upright the next axis takes i, the one after it j
    for (int n = 1; n < 3; n++) {
      int b = (a + n) % 3;
      r.x[b] += k.x[a] * (n == 1 ? gauss[i] : gauss[j]) * half[b];
    }
  return r;
}

DV_FN void box_in_waves(const par *p, dv_cell *c, const dv_water *w, v3 at, v3 up)
{
  real half[3] = {0.5 * p->length, 0.5 * p->width, 0.5 * p->height};
  buoyancy_column k;
  k.along = upright(up);
  k.half = k.along.x[0] * half[0] + k.along.x[1] * half[1] + k.along.x[2] * half[2];
  real section = half[0] * half[1] * half[2] / k.half, slope = dv_v3_dot(up, k.along);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      k.at = dv_v3_add(at, box_column(half, k.along, i, j));
      k.area = weight[i] * weight[j] * section;
      column(c, w, &k, slope);
    }
}

// Upright: sixteen points of equal area. Lying: chords at four of its length, four of its width (Chebyshev).
DV_FN void cylinder_in_waves(const par *p, dv_cell *c, const dv_water *w, v3 at, v3 up)
{
  const double ring[2] = {0.4597008433809831, 0.8880738339771153};  // sqrt((1 -+ 1/sqrt(3))/2): equal areas
  const double across[4] = {-0.8090169943749475, -0.3090169943749474, 0.3090169943749474, 0.8090169943749475};  // cos(k pi/5)
  const double chord[4] = {0.5877852522924731, 0.9510565162951535, 0.9510565162951535, 0.5877852522924731};
  real R = p->radius, H = 0.5 * p->height, s = dv_sqrt(up.x[0] * up.x[0] + up.x[1] * up.x[1] + 1e-16);
  v3 e = {
      {up.x[0] / s, up.x[1] / s, dv_real(0)}
  };
  dv_bool stands = dv_abs(up.x[2]) >= s;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      real x, y, slope = dv_select(stands, up.x[2], s);
      dv_sincos(dv_real(0.7853981633974483 * (4 * (i % 2) + j + 0.5)), &y, &x);
      v3 disc = {
          {ring[i / 2] * R * x, ring[i / 2] * R * y, dv_real(0)}
      };
      v3 lying = {
          {-across[j] * R * e.x[1], across[j] * R * e.x[0], gauss[i] * H}
      };
      buoyancy_column k;
      for (int a = 0; a < 3; a++) {
        k.at.x[a] = at.x[a] + dv_select(stands, disc.x[a], lying.x[a]);
        k.along.x[a] = dv_select(stands, dv_real(a == 2), e.x[a]);
      }
      k.half = dv_select(stands, H, chord[j] * R);
      k.area = dv_select(stands, dv_real(0.19634954084936207) * R * R, 0.6283185307179586 * chord[j] * weight[i] * R * H);
      column(c, w, &k, slope);
    }
}

DV_FN void in_waves(const par *p, dv_cell *c, const dv_water *w, v3 at)
{
  v3 up = dv_m3_tmul(c->pose, dv_v3_of(w->up));
  if (c->opt[0] == BOX) box_in_waves(p, c, w, at, up);
  else cylinder_in_waves(p, c, w, at, up);
}

DV_FAULT(fault)
{
  int nothing = c->opt[0] == SUBMERGED && !(dv_lane(p->volume, 0) > 0);
  return nothing ? "it has no volume|give volume, or a shape with its sizes" : NULL;
}

DV_LAW(answer)
{
  v3 at = dv_v3_of(&p->x);
  marine_point m = marine_at(c, at);
  marine_clear(c);
  if (c->opt[0] == SUBMERGED) lift(c, &m.water, p->volume, at);
  else if (c->opt[0] == SPHERE) sphere(p, c, &m.water, at);
  else if (c->service->still) level(p, c, &m.water, at);
  else in_waves(p, c, &m.water, at);
}

DV_KIND(marine, buoyancy) = {
    .name = "marine.buoyancy",
    .doc = "lift of the displaced water; of a sphere, box or cylinder also partly out of it",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    .service = DV_ASKS_WATER,
    .fault = fault,
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
