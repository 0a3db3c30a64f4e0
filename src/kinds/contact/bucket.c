// bucket.c: a cutting edge in soil, and the soil that fills the bucket and becomes its load.
//
//   F = width (gamma d^2 N_g + c d N_c + a d N_a), against the motion of the edge while it is d below the ground
//   D = cos(r + delta) + sin(r + delta) cot(b + phi),  N_g = (cot r + cot b)/(2 D),  N_c = (1 + cot b cot(b + phi))/D,
//   N_a = (1 - cot r cot(b + phi))/D;   r: rake of the edge, b = 45 deg - phi/2: angle of failure
//   load' = rho width d v while it moves forward and is not full; - load/empty while it dumps
//
// Fundamental earth-moving equation: Reece 1964, McKyes 1985. On a smooth upright blade it is Rankine's passive pressure. F lies
// against the velocity, so it only takes energy. The load's weight acts at its frame, its inertia does not; the ground stays
// flat.
#include "davit/kind.h"
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
    DV_DERIVED(real cot_b, cot_bf)  // cot b, cot(b + phi)
);

enum { TOOL, LOAD = 6, GROUND = 12 };  // slots
enum { OUT_FORCE, OUT_DEPTH, OUT_LOAD };

static const dv_port ports[] = {
    {"tool",   DV_FRAME, DV_ANSWERS,    "middle of the cutting edge: x forward, y along it"            },
    {"bin",    DV_FRAME, DV_ANSWERS,    "where the load lies in the bucket; of a blade: the tool again"},
    {"ground", DV_FRAME, DV_MAY_ANSWER, "what carries the soil (the world)"                            },
};
static const dv_quantity states[] = {
    {"load", "kg", 100, "soil in the bucket", 0}
};
static const dv_quantity ins[] = {
    {"dump", "1", 1, "0 holds, 1 dumps", DV_BY_RATE | DV_OPTIONAL}
};
static const dv_quantity outs[] = {
    {"force", "N",  1e4, "cutting force",             0},
    {"depth", "m",  0.1, "of the edge in the ground", 0},
    {"mass",  "kg", 100, "soil in the bucket",        0},
};

DV_PREPARE(prepare)
{
  real s, k, b = 0.7853981633974483 - 0.5 * p->internal;
  (void)c;
  dv_sincos(b, &s, &k);
  p->cot_b = k / s;
  p->cot_bf = s / k;  // b + phi = 90 deg - b
}

#define LEAST_RAKE 0.1
#define MOST_RAKE 1.7

typedef struct {
  v3 v;                     // of the edge, in the ground's axes
  real depth, rake, force;  // force: at full speed
  real ahead;               // speed along the tool's x, seen from above
  real height;              // of the load over the ground's origin
} cut;

// Earth-moving equation; the rake stays where the wedge exists.
DV_FN real resistance(const par *p, real d, real rake)
{
  real s, k, sr, kr, r = dv_clamp(rake, dv_real(LEAST_RAKE), dv_real(MOST_RAKE));
  dv_sincos(r + p->steel, &s, &k);
  dv_sincos(r, &sr, &kr);
  real D = dv_max(k + s * p->cot_bf, dv_real(0.05)), cot = kr / sr;
  real weight = dv_max(0.5 * (cot + p->cot_b), dv_real(0)), sticks = dv_max(1 - cot * p->cot_bf, dv_real(0));
  real sum = p->density * p->gravity * d * weight + p->cohesion * (1 + p->cot_b * p->cot_bf) + p->adhesion * sticks;
  return p->width * d * sum / D;
}

// A frame's velocity at its origin, seen from the ground, in the ground's axes; *at: where it is there.
DV_FN v3 seen(const dv_cell *c, int slot, const real *pose, v3 *at)
{
  const real *G = c->pose + 24;
  *at = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(pose + 9), dv_v3_of(G + 9)));
  v3 v = dv_m3_tmul(G, dv_m3_mul(pose, dv_v3_of(c->flow + slot + 3)));
  return dv_v3_sub(dv_v3_sub(v, dv_v3_of(c->flow + GROUND + 3)), dv_v3_cross(dv_v3_of(c->flow + GROUND), *at));
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
  k.depth = dv_max(p->level - at.x[2], dv_real(0));
  k.rake = p->rake - dv_atan2(x.x[2], along);  // nose down: steeper
  k.force = resistance(p, k.depth, k.rake);
  k.ahead = (x.x[0] * k.v.x[0] + x.x[1] * k.v.x[1]) / along;
  k.height = bin.x[2] - p->level;
  return k;
}

// Along the velocity, with its size; zero at rest.
DV_FN v3 cutting(const par *p, const cut *k)
{
  return dv_v3_scale(k->v, k->force / dv_sqrt(dv_v3_dot(k->v, k->v) + p->slow * p->slow));
}

DV_FN real filling(const par *p, const dv_cell *c, const cut *k)
{
  real room = dv_clamp(1 - c->x[0] / dv_max(p->capacity, dv_real(1e-9)), dv_real(0), dv_real(1));
  real open = dv_select(p->capacity > 0.0, dv_min(20 * room, dv_real(1)), dv_real(0));
  return p->density * p->width * k->depth * dv_max(k->ahead, dv_real(0)) * open;
}

DV_LAW(signal)
{
  cut k = look(p, c);
  v3 f = cutting(p, &k);
  c->out[OUT_FORCE] = dv_sqrt(dv_v3_dot(f, f));
  c->out[OUT_DEPTH] = k.depth;
  c->out[OUT_LOAD] = c->x[0];
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
  c->dx[0] = filling(p, c, &k) - dump * c->x[0] / p->empty;
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

// The wedge of the law exists between these rakes.
DV_LAW(guard)
{
  cut k = look(p, c);
  c->guard[0] = dv_select(k.depth > 0.01, dv_min(k.rake - LEAST_RAKE, MOST_RAKE - k.rake), dv_real(1));
}
static const char *const warnings[] = {"the edge lies flatter than 6 degrees or steeper than 97 in the ground, where its force "
                                       "is that of the nearer limit; check the "
                                       "direction of the tool's x and `rake`"};

DV_KIND(contact, bucket) = {
    .name = "contact.bucket",
    .doc = "bucket or blade in soil: cutting force by the earth-moving equation, soil that becomes load (its weight, not its "
           "inertia)",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example = "# an upright smooth blade, and a bucket that fills, is lifted and dumps\n"
               "parameters: {phi: 0.5236, Kp: (1 + sin(phi))/(1 - sin(phi))}\n"
               "bodies: {blade: {mass: 1 kg}, carrier: {mass: 1 kg}, bucket: {mass: 1 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: blade, at: {xyz: [0, 0, -0.4]}, motion: {prescribed: push}}\n"
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
               "  dig: {kind: contact.bucket, tool: bucket, bin: bucket, width: 1 m, density: 1500 kg/m3, capacity: 1000 kg, "
               "empty: 0.5 s, dump: open}\n"
               "until: 8 s\n"
               "solver: {rtol: 1e-9, atol: 1e-11}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: upright.force, is: 2*(0.5*1600*9.81*0.4^2*Kp + 2*4000*0.4*sqrt(Kp)), relative: 1e-9, source: "
               "'Rankine: width (gamma d^2 Kp/2 + 2 c d sqrt(Kp))'}\n"
               "      - {value: dig.load, at: 4.5 s, is: 300, within: 1e-5, source: 1500 kg/m3 by 1 m by 0.2 m by 1 m}\n"
               "      - {value: lift.effort, at: 4.5 s, is: 9.81*301, within: 1e-4, source: bucket and load}\n"
               "      - {value: dig.load, at: 6 s, is: 300*exp(-2), within: 1e-4, source: a second of dumping}\n"
               "      - {drift: energy.residual, within: 1e-2}\n",
};
