// added_mass.c: the water that a body moves with it, as part of its inertia; with a current or waves, as seen from the water.
//
//   F = -(A nu_r' + C(nu_r) nu_r),   C(nu) nu = (w x p_w + v x p_v, w x p_v),  (p_w, p_v) = A (w, v),   nu_r = nu - nu_c
//
// -(A nu' + C(nu) nu) is the skeleton's own (law `inertia`); what is left, A nu_c' + C(nu) nu - C(nu_r) nu_r, is answered, with
// nu_c' = (0, R^T a_c - w x v_c): exact in uniform accelerated flow. Kirchhoff; Lamb art. 124; Fossen 2011, 6.
#include "kinds/marine/marine.h"
#include "kinds/marine/solid_shape.h"

DV_PARAMETERS(
    DV_P(x,       "kg",     0,    0,    1e9,  "given: added mass along x (-X_udot)")
    DV_P(y,       "kg",     0,    0,    1e9,  "along y")
    DV_P(z,       "kg",     0,    0,    1e9,  "along z")
    DV_P(roll,    "kg.m^2", 0,    0,    1e12, "given: added moment of inertia about x")
    DV_P(pitch,   "kg.m^2", 0,    0,    1e12, "about y")
    DV_P(yaw,     "kg.m^2", 0,    0,    1e12, "about z")
    DV_P(length,  "m",      1,    1e-6, 1e4,  "size along x: cylinder, ellipsoid, box")
    DV_P(width,   "m",      1,    1e-6, 1e4,  "size along y: ellipsoid, box")
    DV_P(height,  "m",      1,    1e-6, 1e4,  "size along z: ellipsoid, box")
    DV_P(radius,  "m",      1,    1e-6, 1e4,  "of a sphere or cylinder")
    DV_P(density, "kg/m^3", 1025, 1,    2e4,  "of the water, for shapes")
    DV_DERIVED(real A[36])  // (angular, linear)
);

enum { GIVEN, SPHERE, CYLINDER, ELLIPSOID, BOX };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body, or the point of it that the numbers refer to; body axes"}
};
static const dv_option options[] = {
    {"shape",    "given|sphere|cylinder|ellipsoid|box", "where the numbers come from"                                },
    {"coriolis", "kirchhoff|reversed",                  "reversed: C with the wrong sign, as some documents print it"},
};
static const dv_table tables[] = {
    {.name = "couple",
     .columns = 3,
     .unit = {"1", "1", "*"},
     .doc = "rows of [i, j, value], i and j of 1 to 6: x y z roll pitch yaw; symmetric"},
};

DV_FN int slot(real index) { return ((int)dv_lane(index, 0) + 2) % 6; }  // 1..6 -> place in (angular, linear)

DV_FAULT(fault)
{
  (void)p;
  return marine_pairs_fault(c, 0, 3);
}

DV_FN void diagonal(const par *p, int shape, real *d)
{
  const real *given = &p->x;
  for (int i = 0; i < 6; i++) d[i] = shape == GIVEN ? given[i] : dv_real(0);
  if (shape == SPHERE) d[0] = d[1] = d[2] = 2.0943951023931953 * p->density * p->radius * p->radius * p->radius;
  if (shape == CYLINDER) shape_cylinder(p->density, p->length, p->radius, d);
  if (shape == ELLIPSOID) shape_ellipsoid(p->density, 0.5 * p->length, 0.5 * p->width, 0.5 * p->height, d);
  if (shape == BOX) shape_box(p->density, p->length, p->width, p->height, d);
}

DV_PREPARE(prepare)
{
  real d[6];
  diagonal(p, c->opt[0], d);
  for (int i = 0; i < 36; i++) p->A[i] = dv_real(0);
  for (int i = 0; i < 6; i++) p->A[7 * ((i + 3) % 6)] = d[i];
  for (int r = 0; r < c->rows[0]; r++) {
    const real *row = c->table[0] + 3 * r;
    int i = slot(row[0]), j = slot(row[1]);
    p->A[6 * i + j] = p->A[6 * j + i] = row[2];
  }
}

DV_INERTIA(inertia)
{
  (void)c;
  for (int i = 0; i < 36; i++) A[i] = dv_lane(p->A[i], 0);
}

DV_FN void momentum(const par *p, v3 w, v3 v, v3 *pw, v3 *pv)
{
  for (int i = 0; i < 3; i++) {
    const real *n = p->A + 6 * i, *f = n + 18;
    pw->x[i] = n[0] * w.x[0] + n[1] * w.x[1] + n[2] * w.x[2] + n[3] * v.x[0] + n[4] * v.x[1] + n[5] * v.x[2];
    pv->x[i] = f[0] * w.x[0] + f[1] * w.x[1] + f[2] * w.x[2] + f[3] * v.x[0] + f[4] * v.x[1] + f[5] * v.x[2];
  }
}

// Adds s C(nu) nu to the wrench (n, f).
DV_FN void gyrate(const par *p, v3 w, v3 v, double s, v3 *n, v3 *f)
{
  v3 pw, pv;
  momentum(p, w, v, &pw, &pv);
  *n = dv_v3_add(*n, dv_v3_scale(dv_v3_add(dv_v3_cross(w, pw), dv_v3_cross(v, pv)), dv_real(s)));
  *f = dv_v3_add(*f, dv_v3_scale(dv_v3_cross(w, pv), dv_real(s)));
}

// In water at rest nothing is left.
DV_LAW(answer)
{
  marine_clear(c);
  if (c->service->still && !c->opt[1]) return;
  marine_point m = marine_at(c, dv_v3_zero());
  v3 w = dv_v3_of(c->flow), v = dv_v3_of(c->flow + 3), vc = marine_water_velocity(c, &m.water), n, f;
  v3 drift = dv_v3_sub(dv_m3_tmul(c->pose, dv_v3_of(m.water.acceleration)), dv_v3_cross(w, vc));
  momentum(p, dv_v3_zero(), drift, &n, &f);
  gyrate(p, w, v, c->opt[1] ? 2 : 1, &n, &f);
  gyrate(p, w, m.velocity, -1, &n, &f);
  marine_push(c, dv_v3_zero(), f, n);
}

DV_KIND(marine, added_mass) = {
    .name = "marine.added-mass",
    .doc = "added mass of a body, inside its inertia; given, or of a sphere, cylinder, ellipsoid or box",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    .service = DV_ASKS_WATER,
    .fault = fault,
    .prepare = prepare,
    .answer = answer,
    .inertia = inertia,
    .active = 1,
    .form = "I",
    .example = "bodies: {ball: {mass: 10 kg, inertia: [1, 1, 1]}}\n"
               "joints: {base: {type: free, child: ball}}\n"
               "gravity: 0\n"
               "parts:\n"
               "  sea: {kind: marine.water}\n"
               "  a: {kind: marine.added-mass, frame: ball, shape: sphere, radius: 0.2 m}\n"
               "  push: {kind: force.wrench, frame: ball, fx: 8 N}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: base.vx, is: 0.2943986263071083, within: 1e-9, source: F t/(m + 2/3 pi rho "
               "r^3)}]}}\n",
};
