// bucket.c: a cutting edge in soil, and the soil that fills the bucket and becomes its load.
//
//   P/(width d) = min over t of (u t^2 + v t + w)/(A t + B),  t = cot b,  b: angle of the failing wedge
//     u = W k + c,  v = W (1 + k q) + a (k - q),  w = W q + c + a (1 + k q),  W = rho g d/2,  k = tan phi,  q = cot r
//     A = cos(r + delta) k + sin(r + delta),  B = cos(r + delta) - k sin(r + delta);   r: rake of the edge
//   P = width d (2 sqrt(u e) + A v - 2 u B)/A^2,  e = u B^2 - v A B + w A^2,  cot b = (sqrt(e/u) - B)/A
//   draft H = P sin(r + delta) + a width d q, against the motion;  V = P cos(r + delta) - a width d, square to it, draws the edge in
//   cut = width d v while it moves forward;  load' = rho cut while it is not full, the rest is spilt;  - load/empty while it dumps
//
// Fundamental earth-moving equation: Reece 1964; McKyes 1985, who takes the wedge of least force as well. Without cohesion
// P is Coulomb's passive pressure, on a smooth upright blade Rankine's. Forces lie against the velocity and square to it, so the
// soil only takes energy. Where the edge enters the soil is an event. The load's weight acts at its frame, its inertia does not.
// The surface may be that of ground.soil.
#include "kinds/slack.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(width,    "m",      DV_REQUIRED, 1e-3, 100,  "of the edge")
    DV_P(density,  "kg/m^3", 1800,        100,  1e4,  "of the soil")
    DV_P(cohesion, "Pa",     5e3,         0,    1e7,  "of the soil")
    DV_P(adhesion, "Pa",     0,           0,    1e7,  "of soil on steel")
    DV_P(internal, "rad",    0.55,        0,    1.2,  "angle of internal friction")
    DV_P(steel,    "rad",    0.35,        0,    1.0,  "angle of friction of soil on steel")
    DV_P(rake,     "rad",    0.7,         0,    3.1,  "of the edge against the ground, where the tool's x is level")
    DV_P(level,    "m",      0,           -1e5, 1e5,  "height of the ground's surface along its z")
    DV_P(capacity, "kg",     0,           0,    1e6,  "mass that the bucket holds; 0: a blade, which holds none")
    DV_P(empty,    "s",      0.5,         1e-3, 1e3,  "time constant of dumping")
    DV_P(slow,     "m/s",    0.01,        1e-6, 10,   "speed around which the force changes sign")
    DV_P(gravity,  "m/s^2",  9.81,        0,    100,  "along the ground's -z; that of the world")
    DV_DERIVED(real tan_f, most)  // tan phi; the steepest rake
);

enum { TOOL, LOAD = 6, GROUND = 12 };  // slots
enum { OUT_FORCE, OUT_DEPTH, OUT_LOAD, OUT_DRAWN, OUT_WEDGE, OUT_CUT, OUT_SPILL };
enum { SURFACE_PLANE, SURFACE_PROFILE };

static const dv_port ports[] = {
    {"tool",   DV_FRAME, DV_ANSWERS,    "middle of the cutting edge: x forward, y along it"            },
    {"bin",    DV_FRAME, DV_ANSWERS,    "where the load lies in the bucket; of a blade: the tool again"},
    {"ground", DV_FRAME, DV_MAY_ANSWER, "what carries the soil (the world)"                            },
};
static const dv_option options[] = {
    {"surface", "plane|profile", "plane: at `level`; profile: over it the height of ground.soil and its like"}
};
static const dv_quantity states[] = {
    {"load", "kg", 100, "soil in the bucket", 0}
};
static const dv_quantity ins[] = {
    {"dump", "1", 1, "0 holds, 1 dumps", DV_BY_RATE | DV_OPTIONAL}
};
static const dv_quantity outs[] = {
    {"force", "N",     1e4, "draft: what the soil pushes against the motion",          0},
    {"depth", "m",     0.1, "of the edge in the ground",                               0},
    {"mass",  "kg",    100, "soil in the bucket",                                      0},
    {"drawn", "N",     1e4, "what draws the edge into the soil, square to its motion", 0},
    {"wedge", "rad",   1,   "angle of the failing wedge against the ground",           0},
    {"cut",   "m^3/s", 0.1, "soil that is cut",                                        0},
    {"spill", "m^3/s", 0.1, "of it: what the bucket has no room for",                  0},
};

static const double HAIR = 1e-9;  // an edge that slides along the surface makes no events

#define LEAST_RAKE 0.1
#define MOST_RAKE 1.7

DV_PREPARE(prepare)
{
  real s, k;
  (void)c;
  dv_sincos(p->internal, &s, &k);
  p->tan_f = s / k;
  p->most = dv_min(3.141592653589793 - 0.2 - p->internal - p->steel, dv_real(MOST_RAKE));  // where the wedge still moves
}

typedef struct {
  v3 v, side;  // velocity of the edge; direction along it; in the ground's axes
  real below;  // the surface, signed
  real depth, rake;
  real draft, drawn;  // at full speed
  real wedge;
  real ahead;   // speed along the tool's x, seen from above
  real height;  // of the load over the ground's origin
} cut;

// Trial wedges in closed form: the one of least force.
DV_FN void resistance(const par *p, cut *k)
{
  real s, c, sr, cr, r = dv_clamp(k->rake, dv_real(LEAST_RAKE), p->most), area = p->width * k->depth;
  dv_sincos(r + p->steel, &s, &c);
  dv_sincos(r, &sr, &cr);
  real f = p->tan_f, q = cr / sr, W = 0.5 * p->density * p->gravity * (k->depth + 1e-12), A = c * f + s, B = c - s * f;
  real u = W * f + p->cohesion + 1e-9, v = W * (1 + f * q) + p->adhesion * (f - q),
       w = W * q + p->cohesion + p->adhesion * (1 + f * q), e = u * B * B - v * A * B + w * A * A;
  real P = area * (2 * dv_sqrt(u * e) + A * v - 2 * u * B) / (A * A);
  k->draft = P * s + p->adhesion * area * q;
  k->drawn = P * c - p->adhesion * area;
  k->wedge = dv_atan2(A, dv_sqrt(e / u) - B);
}

// A frame's velocity at its origin, seen from the ground, in the ground's axes; *at: where it is there.
DV_FN v3 seen(const dv_cell *c, int slot, const real *pose, v3 *at)
{
  const real *G = c->pose + 24;
  *at = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(pose + 9), dv_v3_of(G + 9)));
  v3 v = dv_m3_tmul(G, dv_m3_mul(pose, dv_v3_of(c->flow + slot + 3)));
  return dv_v3_sub(dv_v3_sub(v, dv_v3_of(c->flow + GROUND + 3)), dv_v3_cross(dv_v3_of(c->flow + GROUND), *at));
}

// Of the surface over its level.
DV_FN real raised(const dv_cell *c, v3 at)
{
  dv_ground g;
  if (c->opt[0] != SURFACE_PROFILE) return dv_real(0);
  c->service->ground(c->service, at.x, &g);
  return g.height;
}

DV_FN cut look(const par *p, const dv_cell *c)
{
  const real *T = c->pose, *G = c->pose + 24;
  cut k;
  v3 at, bin;
  k.v = seen(c, TOOL, T, &at);
  seen(c, LOAD, c->pose + 12, &bin);
  v3 forward = dv_v3_zero(), x;
  for (int i = 0; i < 3; i++) forward.x[i] = T[3 * i];
  x = dv_m3_tmul(G, forward);
  real along = dv_sqrt(x.x[0] * x.x[0] + x.x[1] * x.x[1] + 1e-12);
  k.below = p->level + raised(c, at) - at.x[2];
  k.depth = dv_max(k.below, dv_real(0));
  k.rake = p->rake - dv_atan2(x.x[2], along);  // nose down: steeper
  resistance(p, &k);
  k.side = dv_v3_zero();
  k.side.x[0] = -x.x[1] / along, k.side.x[1] = x.x[0] / along;
  k.ahead = (x.x[0] * k.v.x[0] + x.x[1] * k.v.x[1]) / along;
  k.height = bin.x[2] - p->level;
  return k;
}

// What the tool feels, negative: along the velocity, and square to it while it moves ahead; zero at rest.
DV_FN v3 cutting(const par *p, const cut *k)
{
  real speed = dv_sqrt(dv_v3_dot(k->v, k->v) + p->slow * p->slow), ahead = dv_max(k->ahead, dv_real(0)) / speed;
  v3 along = dv_v3_scale(k->v, k->draft / speed);
  return dv_v3_sub(along, dv_v3_scale(dv_v3_cross(k->side, k->v), ahead * k->drawn / speed));
}

DV_FN real cutting_flow(const par *p, const cut *k) { return p->width * k->depth * dv_max(k->ahead, dv_real(0)); }

// The share of it that the bucket has room for.
DV_FN real room(const par *p, const dv_cell *c)
{
  real left = dv_clamp(1 - c->x[0] / dv_max(p->capacity, dv_real(1e-9)), dv_real(0), dv_real(1));
  return dv_select(p->capacity > 0.0, dv_min(20 * left, dv_real(1)), dv_real(0));
}

DV_LAW(signal)
{
  cut k = look(p, c);
  real speed = dv_sqrt(dv_v3_dot(k.v, k.v)), slow = dv_sqrt(speed * speed + p->slow * p->slow);
  c->out[OUT_FORCE] = k.draft * speed / slow;
  c->out[OUT_DEPTH] = k.depth;
  c->out[OUT_LOAD] = c->x[0];
  c->out[OUT_DRAWN] = k.drawn * dv_max(k.ahead, dv_real(0)) * speed / (slow * slow);
  c->out[OUT_WEDGE] = k.wedge;
  c->out[OUT_CUT] = cutting_flow(p, &k);
  c->out[OUT_SPILL] = cutting_flow(p, &k) * (1 - room(p, c));
}

// A force f of the ground's axes that the part takes at a frame, and gives back to the ground.
DV_FN void take(dv_cell *c, int slot, const real *pose, v3 f)
{
  const real *G = c->pose + 24;
  v3 at = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(pose + 9), dv_v3_of(G + 9))), m = dv_v3_cross(at, f);
  dv_v3_put(c->effort + slot, dv_v3_zero());
  dv_v3_put(c->effort + slot + 3, dv_m3_tmul(pose, dv_m3_mul(G, f)));
  for (int i = 0; i < 3; i++) {
    c->effort[GROUND + i] -= m.x[i];
    c->effort[GROUND + 3 + i] -= f.x[i];
  }
}

DV_LAW(answer)
{
  cut k = look(p, c);
  v3 weight = dv_v3_scale(dv_v3_unit(2), c->x[0] * p->gravity);
  dv_v3_put(c->effort + GROUND, dv_v3_zero());
  dv_v3_put(c->effort + GROUND + 3, dv_v3_zero());
  take(c, TOOL, c->pose, cutting(p, &k));
  take(c, LOAD, c->pose + 12, weight);
}

DV_LAW(rate)
{
  cut k = look(p, c);
  real dump = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  c->dx[0] = p->density * cutting_flow(p, &k) * room(p, c) - dump * c->x[0] / p->empty;
}

// The load's height is its energy; soil that comes in or goes out brings it along.
DV_AMOUNT(stored)
{
  cut k = look(p, c);
  return c->x[0] * p->gravity * k.height;
}

DV_AMOUNT(carried)
{
  cut k = look(p, c);
  return c->dx[0] * p->gravity * k.height;
}

DV_AMOUNT(loss)
{
  cut k = look(p, c);
  return dv_v3_dot(cutting(p, &k), k.v);
}

// Its force has a kink there, which a step could end beyond without an evaluation in the soil.
DV_LAW(root) { c->root[0] = slack_root(c, 0, look(p, c).below, dv_real(HAIR)); }

// The wedge of the law exists between these rakes.
DV_LAW(guard)
{
  cut k = look(p, c);
  c->guard[0] = dv_select(k.depth > 0.01, dv_min(k.rake - LEAST_RAKE, p->most - k.rake), dv_real(1));
  c->guard[1] = dv_real(c->opt[0] == SURFACE_PROFILE && !c->service->grounds ? -1 : 1);
}
static const char *const warnings[] = {
    "the edge lies flatter than 6 degrees, or steeper than 97 or than the soil can slide up, in the ground, where its force is "
    "that of "
    "the nearer limit; check the direction of the tool's x and `rake`",
    "its surface is a profile, but the machine has none: add a part of kind ground.soil, ground.table or their like"};

DV_KIND(contact, bucket) = {
    .name = "contact.bucket",
    .doc = "bucket or blade in soil: cutting force by the earth-moving equation with the wedge of least force, soil that becomes "
           "load (its weight, not its inertia)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 1,
    .holds = 1,
    .service = DV_ASKS_GROUND,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example =
        "# an upright blade, smooth and rough, one that slants, and a bucket that fills, is lifted and dumps\n"
        "parameters: {phi: 30 deg, Kp: 3}\n"
        "bodies: {blade: {mass: 1 kg}, rough: {mass: 1 kg}, share: {mass: 1 kg}, carrier: {mass: 1 kg}, bucket: {mass: 1 kg}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: blade, at: {xyz: [0, 0, -0.4]}, motion: {prescribed: push}}\n"
        "  y: {type: prismatic, axis: x, child: rough, at: {xyz: [0, 0, -0.4]}, motion: {prescribed: push}}\n"
        "  z: {type: prismatic, axis: x, child: share, at: {xyz: [0, 0, -0.5]}, motion: {prescribed: push}}\n"
        "  drag: {type: prismatic, axis: x, child: carrier, motion: {prescribed: stroke}}\n"
        "  lift: {type: prismatic, axis: z, parent: carrier, child: bucket, motion: {prescribed: raise}}\n"
        "signals:\n"
        "  push: 0.5*t\n"
        "  stroke: {kind: quintic, from: 0 m, to: 1 m, duration: 2 s}\n"
        "  raise: {kind: quintic, from: -0.2 m, to: 1.8 m, start: 2 s, duration: 2 s}\n"
        "  open: {kind: step, at: 5 s}\n"
        "gravity: 9.81 m/s^2\n"
        "parts:\n"
        "  upright: {kind: contact.bucket, tool: blade, bin: blade, width: 2 m, density: 1600 kg/m3, cohesion: 4 kPa, "
        "internal: phi, steel: 0, rake: pi/2, slow: 1e-6 m/s}\n"
        "  wall: {kind: contact.bucket, tool: rough, bin: rough, width: 1 m, density: 2000 kg/m3, cohesion: 0, internal: phi, "
        "steel: 15 deg, rake: pi/2, slow: 1e-6 m/s}\n"
        "  slant: {kind: contact.bucket, tool: share, bin: share, width: 1 m, density: 1800 kg/m3, cohesion: 0, internal: 35 "
        "deg, steel: 20 deg, rake: 60 deg, slow: 1e-6 m/s}\n"
        "  dig: {kind: contact.bucket, tool: bucket, bin: bucket, width: 1 m, density: 1500 kg/m3, capacity: 1000 kg, "
        "empty: 0.5 s, dump: open}\n"
        "until: 8 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: upright.force, is: 2*(0.5*1600*9.81*0.4^2*Kp + 2*4000*0.4*sqrt(Kp)), relative: 1e-9, source: "
        "'Rankine: width (gamma d^2 Kp/2 + 2 c d sqrt(Kp))'}\n"
        "      - {final: upright.wedge, is: 30*pi/180, relative: 1e-9, source: 'Rankine: 45 deg - phi/2'}\n"
        "      - {final: wall.force, is: '0.5*2000*9.81*0.4^2*cos(phi)^2/(1 - sqrt(sin(45*pi/180)*sin(phi)/cos(15*pi/180)))^2', "
        "relative: 1e-9, "
        "source: 'passive pressure by Coulomb 1776, Kp = 4.977'}\n"
        "      - {final: z.effort, is: 1800*9.81*0.5^2*1.82*sin(80*pi/180), relative: 5e-3, source: 'wedge of least force by "
        "search, N = 1.82 at 28.1 deg'}\n"
        "      - {final: slant.wedge, is: 28.1*pi/180, within: 2e-3, source: the same}\n"
        "      - {final: slant.drawn*tan(80*pi/180)/slant.force, is: 1, relative: 1e-9, source: friction angle on the blade}\n"
        "      - {value: dig.load, at: 4.5 s, is: 300, within: 1e-5, source: 1500 kg/m3 by 1 m by 0.2 m by 1 m}\n"
        "      - {value: lift.effort, at: 4.5 s, is: 9.81*301, within: 1e-4, source: bucket and load}\n"
        "      - {value: dig.load, at: 6 s, is: 300*exp(-2), within: 1e-4, source: a second of dumping}\n"
        "      - {drift: energy.residual, within: 1e-2}\n",
};
