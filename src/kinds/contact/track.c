// track.c: one run of a tracked undercarriage on level soil: it is pressed in at eight shoes, each of which shears the soil
// behind it.
//
//   shoe i: N = k depth (1 + a depth'), not below zero; by Bekker A (k_c/b + k_phi) depth^n in the place of k depth
//   F = -(A c + N tan(phi)) (1 - exp(-j/K)) w/|w|, its mean over the shoe;   w: v_point - v_track ahead, j = |w| x/|v_track|
//   torque of the sprocket: radius x sum of F ahead;   resistance on the body: f N; by Bekker also the rut, b k z^(n+1)/(n+1)
//
// j: the way since the shoe was laid down, x behind the front end. At even pressure and slip i the sum is (A c + W tan(phi))
// (1 - K/(i L) (1 - exp(-i L/K))). Z. Janosi and B. Hanamoto 1961; M. G. Bekker, Theory of Land Locomotion, 1956; J. Y. Wong,
// Theory of Ground Vehicles, 2001, ch. 2.4 and 2.8. Turning on the spot follows, as shoes slide sideways too.
#include "davit/kind.h"
#include "math/spatial.h"

enum { SHOES = 8 };

DV_PARAMETERS(
    DV_P(length,    "m",   DV_REQUIRED, 0.01, 100,  "on the ground, along the object's x")
    DV_P(width,     "m",   DV_REQUIRED, 0.01, 10,   "of the track")
    DV_P(radius,    "m",   DV_REQUIRED, 0.01, 10,   "of the sprocket")
    DV_P(stiffness, "N/m", 0,           0,    1e10, "linear: of the soil under the whole track")
    DV_P(kc,        "Pa",  0,           0,    1e9,  "bekker: k_c, N/m^(n+1): give that of kN/m^(n+1) in kPa")
    DV_P(kphi,      "Pa",  0,           0,    1e9,  "bekker: k_phi, N/m^(n+2): likewise")
    DV_P(n,         "1",   1,           0.1,  3,    "bekker: exponent of sinkage")
    DV_P(settling,  "s/m", 0,           0,    1e4,  "damping of the soil, per sinking speed")
    DV_P(cohesion,  "Pa",  0,           0,    1e7,  "of the soil")
    DV_P(internal,  "rad", 0.5,         0,    1.2,  "angle of internal friction")
    DV_P(shear,     "m",   0.02,        1e-4, 1,    "K: shear at which 63 % of the strength is reached")
    DV_P(rolling,   "1",   0,           0,    1,    "motion resistance per load")
    DV_P(slow,      "m/s", 0.01,        1e-6, 1,    "speed of the track below which the soil holds it by its shear modulus")
    DV_P(level,     "m",   0,           -1e6, 1e6,  "height of the soil along the world's z")
    DV_DERIVED(real pressing)  // bekker: k_c/b + k_phi, Pa/m^n
);

enum { LINEAR, BEKKER };

enum { NORMAL, AHEAD, LEFT, SLIP, SINK };

static const dv_port ports[] = {
    {"object",   DV_FRAME,  DV_ANSWERS,    "body or point: middle of the run on the ground, x ahead"       },
    {"sprocket", DV_ROTARY, DV_MAY_ANSWER, "drives it; a positive rate drives ahead. Not connected: locked"},
};
static const dv_option options[] = {
    {"sinkage", "linear|bekker", "soil under the track: a spring, or Bekker's law of pressure and sinkage"}
};
static const dv_quantity outs[] = {
    {"normal", "N", 1e4,  "load",                                      0},
    {"ahead",  "N", 1e4,  "thrust on the body less resistance, ahead", 0},
    {"left",   "N", 1e4,  "force on the body to its left",             0},
    {"slip",   "1", 0.1,  "share of the track's speed that is slip",   0},
    {"sink",   "m", 0.01, "how deep the middle is pressed in",         0},
};

typedef struct {
  v3 r, way, force, slide;  // body axes: place; world axes: ahead on the ground, force along the ground, w
  real depth, rate, normal, elastic, ahead, speed, drag;
} shoe;

// What the soil under one shoe bears, and the work of pressing all of them so deep.
DV_FN real bearing(const par *p, const dv_cell *c, real depth)
{
  if (c->opt[0] == LINEAR) return dv_max(p->stiffness * depth / (int)SHOES, dv_real(0));
  real z = dv_max(depth, dv_real(1e-12));
  return dv_select(depth > 0.0, p->length * p->width / (int)SHOES * p->pressing * dv_pow(z, p->n), dv_real(0));
}

DV_FN real pressed(const par *p, const dv_cell *c, real depth)
{
  return c->opt[0] == LINEAR ? dv_real(0) : bearing(p, c, depth) * depth / (p->n + 1);
}

// v_track: of the shoes backwards over the body.
DV_FN shoe look(const par *p, const dv_cell *c, int i)
{
  shoe s;
  real v_track = p->radius * c->flow[6], zero = dv_real(0), slow2 = p->slow * p->slow;
  s.r = dv_v3_scale(dv_v3_unit(0), p->length * ((i + 0.5) / (int)SHOES - 0.5));
  v3 x = dv_v3_add(dv_v3_of(c->pose + 9), dv_m3_mul(c->pose, s.r));
  v3 v = dv_m3_mul(c->pose, dv_v3_add(dv_v3_of(c->flow + 3), dv_v3_cross(dv_v3_of(c->flow), s.r)));
  s.way = dv_m3_mul(c->pose, dv_v3_unit(0));
  s.way.x[2] = zero;
  s.way = dv_v3_scale(s.way, 1 / dv_sqrt(dv_v3_dot(s.way, s.way) + 1e-24));
  s.depth = p->level - x.x[2];
  s.rate = -v.x[2];
  s.elastic = bearing(p, c, s.depth);
  s.normal = dv_max(s.elastic * (1 + p->settling * s.rate), zero);
  s.speed = dv_v3_dot(s.way, v);
  s.slide = dv_v3_sub(v, dv_v3_scale(s.way, v_track));
  s.slide.x[2] = zero;
  real w = dv_sqrt(dv_v3_dot(s.slide, s.slide) + 1e-12 * slow2), fast = dv_sqrt(v_track * v_track + slow2);
  real shoe_length = p->length / (int)SHOES, middle = 0.5 * p->length - s.r.x[0] * v_track / fast;  // behind the end that leads
  real rate = w / (fast * p->shear), begun = dv_exp(-rate * (middle - 0.5 * shoe_length));
  real sheared = 1 + begun * dv_expm1(-rate * shoe_length) / (rate * shoe_length);  // mean of 1 - exp(-j/K) over the shoe
  real on = dv_select(s.normal > 0.0, dv_real(1), zero), area = p->length * p->width / (int)SHOES;
  real strength = on * area * p->cohesion + s.normal * dv_tan(p->internal);
  s.force = dv_v3_scale(s.slide, -strength * sheared / w);
  s.ahead = dv_v3_dot(s.way, s.force);
  s.drag = -(p->rolling * s.normal + pressed(p, c, s.depth) / p->length) * s.speed / dv_sqrt(s.speed * s.speed + slow2);
  return s;
}

DV_LAW(answer)
{
  for (int i = 0; i < 7; i++) c->effort[i] = dv_real(0);
  for (int i = 0; i < SHOES; i++) {
    shoe s = look(p, c, i);
    v3 f = dv_v3_add(s.force, dv_v3_scale(s.way, s.drag));
    f.x[2] = s.normal;
    v3 f_o = dv_m3_tmul(c->pose, f), m_o = dv_v3_cross(s.r, f_o);
    for (int k = 0; k < 3; k++) {
      c->effort[k] -= m_o.x[k];
      c->effort[3 + k] -= f_o.x[k];
    }
    c->effort[6] += p->radius * s.ahead;
  }
}

DV_LAW(signal)
{
  v3 left = dv_v3_zero();
  real v_track = p->radius * c->flow[6], speed = dv_real(0);
  for (int i = 0; i < 5; i++) c->out[i] = dv_real(0);
  for (int i = 0; i < SHOES; i++) {
    shoe s = look(p, c, i);
    left.x[0] = -s.way.x[1], left.x[1] = s.way.x[0];
    c->out[NORMAL] += s.normal;
    c->out[AHEAD] += s.ahead + s.drag;
    c->out[LEFT] += dv_v3_dot(left, s.force);
    c->out[SINK] += s.depth / (int)SHOES;
    speed += s.speed / (int)SHOES;
  }
  c->out[SLIP] = (v_track - speed) * v_track / (v_track * v_track + p->slow * p->slow);
}

DV_AMOUNT(stored)
{
  real sum = dv_real(0);
  for (int i = 0; i < SHOES; i++) {
    shoe s = look(p, c, i);
    sum += s.elastic * s.depth / (c->opt[0] == LINEAR ? dv_real(2) : p->n + 1);
  }
  return sum;
}

DV_AMOUNT(loss)
{
  real sum = dv_real(0);
  for (int i = 0; i < SHOES; i++) {
    shoe s = look(p, c, i);
    sum += (s.normal - s.elastic) * s.rate - dv_v3_dot(s.force, s.slide) - s.drag * s.speed;
  }
  return sum;
}

DV_FAULT(fault)
{
  (void)p;
  if (c->opt[0] == LINEAR && !c->given[P_stiffness])
    return "nothing says how its soil bears it|give stiffness, or sinkage: bekker with kc, kphi and n";
  if (c->opt[0] == LINEAR && (c->given[P_kc] || c->given[P_kphi])) return "kc and kphi are not used|give sinkage: bekker";
  if (c->opt[0] == BEKKER && !(dv_lane(p->kc, 0) + dv_lane(p->kphi, 0) > 0))
    return "its soil bears nothing|give kphi, and kc of a soil that coheres";
  return NULL;
}

DV_PREPARE(prepare)
{
  (void)c;
  p->pressing = p->kc / p->width + p->kphi;
}

DV_KIND(contact, track) = {
    .name = "contact.track",
    .doc = "a run of a crawler track on level soil: sinkage, thrust by slip and shear of the soil, sliding sideways",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example =
        "# a track of 1 m2 under 20 kN, driven at 1 m/s while the body makes 0.8 m/s: slip 0.2\n"
        "bodies: {sled: {}, run: {mass: 1999 kg, inertia: [1, 1, 1]}, wheel: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "signals: {way: '0.8[m/s]*t', turn: '4[rad/s]*t'}\n"
        "joints:\n"
        "  sled: {type: prismatic, axis: x, child: sled, motion: {prescribed: way}}\n"
        "  z: {type: prismatic, axis: z, parent: sled, child: run, position: -0.01 m}\n"
        "  sprocket: {type: revolute, axis: y, parent: run, child: wheel, at: {xyz: [0, 0, 0.5]}, motion: {prescribed: turn}}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  track: {kind: contact.track, object: run, sprocket: sprocket, length: 2 m, width: 0.5 m, radius: 0.25 m, stiffness: "
        "2e6 N/m, settling: 10 s/m,\n"
        "    cohesion: 2 kPa, internal: 30 deg, shear: 0.05 m, slow: 1e-4 m/s}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: track.normal, is: 20000, relative: 1e-6, source: weight}\n"
        "      - {final: track.slip, is: 0.2, within: 1e-6, source: 1 - V/(r w)}\n"
        "      - {final: track.ahead, is: '(2000 + 20000*tan(30 [deg]))*(1 - 0.125*(1 - exp(-8)))', relative: 1e-6, source: "
        "'Janosi "
        "and Hanamoto, integrated over the track'}\n"
        "      - {drift: energy.residual, within: 1e-4}\n",
};
