// slam.c: a body that enters or leaves the water: added mass that grows with depth, and the impact that comes of it.
//
//   F = (A v - p)/lag,  p' = F - (p/A) max(-A', 0),   A(h), v = h': so F = d(A v)/dt on the way in, A v' on the way out
//   wedge, cylinder (per length): A = pi/2 rho c^2;  sphere: A = 4/3 rho c^3;  c: half the width of the wetted part, at most the body's
//   karman: c where the undisturbed surface cuts it;  wagner: with the water that piles up: wedge pi/2 h cot b, cylinder 2 sqrt(R h),
//   sphere sqrt(3 R h)
//
// von Karman 1929; Wagner 1932; with A of a table DNV-RP-N103, 3.2. p: momentum of the water. Lag is short: it keeps a flat
// bottom's impact finite. Half of the energy that A takes up goes into spray, p^2/2A is kept. Beside it marine.buoyancy and
// marine.damping.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(x,        "m",      0,    -1e4, 1e4,  "lowest point of the body, in the frame")
    DV_P(y,        "m",      0,    -1e4, 1e4,  "along y")
    DV_P(z,        "m",      0,    -1e4, 1e4,  "along z")
    DV_P(length,   "m",      1,    1e-6, 1e4,  "wedge, cylinder: that lies level")
    DV_P(beam,     "m",      1,    1e-6, 1e4,  "wedge: width, beyond which it does not grow")
    DV_P(deadrise, "rad",    0.5,  1e-3, 1.57, "wedge: angle of its sides over the surface")
    DV_P(radius,   "m",      1,    1e-6, 1e4,  "sphere, cylinder: radius")
    DV_P(density,  "kg/m^3", 1025, 1,    2e4,  "of the water")
    DV_P(lag,      "s",      1e-3, 1e-7, 10,   "in which the water takes up its momentum")
    DV_DERIVED(real rise, least, widest)  // c or c^2 per depth; mass above the water; depth at which c ends
);

enum { WEDGE, CYLINDER, SPHERE, TABLE };
enum { KARMAN, WAGNER };
enum { FORCE, MASS, DEPTH, SPEED };
enum { ENTERS, WIDEST, ROOTS };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point"}
};
static const dv_option options[] = {
    {"shape", "wedge|cylinder|sphere|table", "bottom of the body; table: rows of added mass over depth"                 },
    {"width", "karman|wagner",               "wetted width: in the undisturbed surface, or with the water that piles up"}
};
static const dv_table tables[] = {
    {.name = "masses",
     .columns = 2,
     .unit = {"m", "kg"},
     .rising = 1,
     .doc = "table: rows of [depth of the lowest point, added mass], rising; the first is [0, 0]"},
};
static const dv_quantity states[] = {
    {"momentum", "N.s", 100, "of the water that it pushes down", 0}
};
static const dv_quantity outs[] = {
    {"force", "N",   1000, "on the body, upward",   0},
    {"mass",  "kg",  100,  "added mass",            0},
    {"depth", "m",   1,    "of the lowest point",   0},
    {"speed", "m/s", 1,    "with which it goes in", 0},
};

#define PI 3.141592653589793

DV_FN double cell(const dv_cell *c, int i) { return dv_lane(c->table[0][i], 0); }

DV_FAULT(fault)
{
  int n = c->rows[0];
  (void)p;
  if (c->opt[0] != TABLE) return n ? "it has masses that its shape does not use|give shape: table" : NULL;
  if (n < 2 || cell(c, 0) != 0 || cell(c, 1) != 0)
    return "its shape is a table, but its masses do not begin at [0, 0]|give masses: [[0, 0], [depth, mass], ...]";
  for (int i = 1; i < n; i++)
    if (cell(c, 2 * i + 1) < 0) return "an added mass is negative|give 0 or more";
  return NULL;
}

// Added mass with half the width c, or by c^2.
DV_FN real of_round(const par *p, int shape, real c2)
{
  return shape == SPHERE ? 4.0 / 3 * p->density * c2 * dv_sqrt(c2) : 0.5 * PI * p->density * p->length * c2;
}

DV_PREPARE(prepare)
{
  int shape = c->opt[0], wagner = c->opt[1] == WAGNER;
  real R = p->radius, full;
  if (shape == WEDGE) {
    p->rise = (wagner ? 0.5 * PI : 1.0) / dv_tan(p->deadrise);
    p->widest = 0.5 * p->beam / p->rise;
    full = of_round(p, shape, 0.25 * p->beam * p->beam);
  } else {
    p->rise = shape == SPHERE ? 3 * R : 4 * R;
    p->widest = wagner ? R * R / p->rise : R;
    full = of_round(p, shape, R * R);
  }
  if (shape == TABLE) {
    full = p->widest = dv_real(0);
    for (int i = 0; i < c->rows[0]; i++) full = dv_max(full, c->table[0][2 * i + 1]), p->widest = c->table[0][2 * i];
  }
  p->least = 1e-7 * full + 1e-12;
}

typedef struct {
  real A, slope;  // added mass, dA/dh
  real h, v;
  v3 up;  // frame axes
} entry;

DV_FN void by_table(const dv_cell *c, entry *e)
{
  const real *row = c->table[0];
  e->A = row[1];
  e->slope = dv_real(0);
  for (int i = 0; i + 1 < c->rows[0]; i++, row += 2) {
    real s = (row[3] - row[1]) / (row[2] - row[0]);
    e->A += s * dv_clamp(e->h - row[0], dv_real(0), row[2] - row[0]);
    e->slope = dv_select((e->h > row[0]) & (e->h <= row[2]), s, e->slope);
  }
}

DV_FN void by_shape(const par *p, int shape, int wagner, entry *e)
{
  real h = dv_clamp(e->h, dv_real(0), p->widest), c2, rate;  // c^2, d(c^2)/dh
  dv_bool grows = (e->h > 0.0) & (e->h < p->widest);
  if (shape == WEDGE) c2 = p->rise * p->rise * h * h, rate = 2 * p->rise * p->rise * h;
  else if (wagner) c2 = p->rise * h, rate = p->rise;
  else c2 = h * (2 * p->radius - h), rate = 2 * (p->radius - h);
  e->A = of_round(p, shape, c2);
  real by = shape == SPHERE ? 2 * p->density * dv_sqrt(c2) : 0.5 * PI * p->density * p->length;
  e->slope = dv_select(grows, by * rate, dv_real(0));
}

DV_FN entry look(const par *p, const dv_cell *c)
{
  marine_point m = marine_at(c, dv_v3_of(&p->x));
  entry e;
  e.up = dv_m3_tmul(c->pose, dv_v3_of(m.water.up));
  e.h = m.water.depth;
  e.v = -dv_v3_dot(e.up, m.velocity);
  if (c->opt[0] == TABLE) by_table(c, &e);
  else by_shape(p, c->opt[0], c->opt[1] == WAGNER, &e);
  e.A += p->least;
  return e;
}

DV_FN real force(const par *p, const dv_cell *c, const entry *e) { return (e->A * e->v - c->x[0]) / p->lag; }

DV_LAW(signal)
{
  entry e = look(p, c);
  c->out[FORCE] = force(p, c, &e);
  c->out[MASS] = e.A;
  c->out[DEPTH] = e.h;
  c->out[SPEED] = e.v;
}

DV_LAW(answer)
{
  entry e = look(p, c);
  marine_clear(c);
  marine_push(c, dv_v3_of(&p->x), dv_v3_scale(e.up, force(p, c, &e)), dv_v3_zero());
}

DV_LAW(rate)
{
  entry e = look(p, c);
  c->dx[0] = force(p, c, &e) - c->x[0] / e.A * dv_max(-e.slope * e.v, dv_real(0));
}

DV_AMOUNT(stored)
{
  entry e = look(p, c);
  return 0.5 * c->x[0] * c->x[0] / e.A;
}

DV_AMOUNT(loss)
{
  entry e = look(p, c);
  real w = c->x[0] / e.A, d = e.v - w;
  return e.A * d * d / p->lag + 0.5 * w * w * dv_abs(e.slope * e.v);
}

DV_LAW(root)
{
  entry e = look(p, c);
  c->root[ENTERS] = e.h;
  c->root[WIDEST] = e.h - p->widest;
}

DV_KIND(marine, slam) = {
    .name = "marine.slam",
    .doc = "impact of a body that enters the water, by an added mass that grows with depth: wedge, cylinder, sphere, table",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .service = DV_ASKS_WATER,
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .stored = stored,
    .loss = loss,
    .active = 1,
    .form = "I",
    .example =
        "# a wedge of 300 kg that falls in with 6 m/s (von Karman 1929), a ball, and cylinders that are pushed in and pulled "
        "out\n"
        "parameters: {M: 300 kg, V: 6 m/s, rho: 1000 kg/m^3, b: 20 deg, R: 0.5 m, u: 2 m/s, lag: 2e-5 s}\n"
        "bodies: {wedge: {mass: M}, ball: {mass: M}, k: {mass: 1 kg}, w: {mass: 1 kg}, out: {mass: 1 kg}, box: {mass: M}}\n"
        "joints:\n"
        "  z: {type: prismatic, axis: -z, child: wedge, rate: V, position: -1 mm}\n"
        "  s: {type: prismatic, axis: -z, child: ball, rate: V, position: -1 mm}\n"
        "  zk: {type: prismatic, axis: -z, child: k, motion: {prescribed: in}}\n"
        "  zw: {type: prismatic, axis: -z, child: w, motion: {prescribed: in}}\n"
        "  zo: {type: prismatic, axis: -z, child: out, motion: {prescribed: off}}\n"
        "  zb: {type: prismatic, axis: -z, child: box, rate: V, position: -1 mm}\n"
        "gravity: 0\n"
        "signals: {in: u*t, off: 0.3 - u*t}\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: rho}\n"
        "  a: {kind: marine.slam, frame: wedge, deadrise: b, beam: 2 m, length: 1 m, density: rho, lag: lag}\n"
        "  c: {kind: marine.slam, frame: ball, shape: sphere, radius: 1 m, density: rho, lag: lag}\n"
        "  ka: {kind: marine.slam, frame: k, shape: cylinder, radius: R, density: rho, lag: lag}\n"
        "  wa: {kind: marine.slam, frame: w, shape: cylinder, width: wagner, radius: R, density: rho, lag: lag}\n"
        "  oa: {kind: marine.slam, frame: out, shape: cylinder, radius: R, density: rho, lag: lag}\n"
        "  ba: {kind: marine.slam, frame: box, shape: table, masses: [[0, 0], [5 cm, 500 kg]], density: rho, lag: lag}\n"
        "until: 50 ms\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: 'z.rate*(1 + pi/2*rho*z^2/tan(b)^2/M)', is: V, relative: 1e-3, source: von Karman 1929}\n"
        "      - {final: M*z.rate + a.momentum, is: M*V, relative: 1e-7, source: momentum}\n"
        "      - {final: 's.rate*(1 + 4/3*rho*(s*(2 - s))^1.5/M)', is: V, relative: 1e-3, source: 'the same, with 4/3 rho c^3 of "
        "a disc'}\n"
        "      - {final: zb.rate, is: V/(1 + 500/300), relative: 1e-3, source: what a flat bottom keeps}\n"
        "      - {value: ka.force, at: 2 ms, is: 0.5*rho*2*R*u^2*pi*(1 - 0.004/0.5), relative: 2e-3, source: 'von Karman: "
        "slamming coefficient "
        "pi (1 - h/R)'}\n"
        "      - {value: wa.force, at: 2 ms, is: 0.5*rho*2*R*u^2*2*pi, relative: 2e-3, source: 'Wagner: slamming coefficient 2 "
        "pi'}\n"
        "      - {final: oa.force, is: 0, within: 30, source: water that it leaves keeps its speed}\n"
        "      - {drift: energy.residual, within: 0.5}\n",
};
