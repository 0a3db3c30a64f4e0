// support.c: an object on a plane: a normal that only pushes, and anchored springs and dampers along the plane and in rotation.
//
//   s = level - n . r,   N = max(0, k s + d s') along n;   F_t = -k (r - r0)_t - d v_t;   M = -kr (phi - phi0) - dr w,  phi' = w
//
// World axes. Contact is a discrete state: touch-down and lift-off are events at s = 0, and the whole block acts between them;
// that N ends before is an event, too.
// The anchor r0, phi0 is renewed at touch-down, before any force is evaluated with it.
#include "davit/kind.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(stiffness,      "N/m",       DV_REQUIRED, 0,    1e12, "across and along the plane")
    DV_P(damping,        "N.s/m",     0,           0,    1e12, "across and along the plane")
    DV_P(turn_stiffness, "N.m/rad",   0,           0,    1e12, "in rotation")
    DV_P(turn_damping,   "N.m.s/rad", 0,           0,    1e12, "in rotation")
    DV_P(nx,             "1",         0,           -1,   1,    "normal, towards the free side: x")
    DV_P(ny,             "1",         0,           -1,   1,    "y")
    DV_P(nz,             "1",         1,           -1,   1,    "z")
    DV_P(level,          "m",         0,           -1e6, 1e6,  "of the plane along its normal, from the world's origin")
    DV_DERIVED(real unit[3])
);

enum { DEPTH, PRESSING, ROOTS };
enum { TOUCH, X0, TURN0 = X0 + 3, DOWN = TURN0 + 3, UP, LIFTS };  // discrete states

static const dv_port ports[] = {
    {"object", DV_FRAME, DV_ANSWERS, "body or point that rests on the plane"}
};
static const dv_table tables[] = {
    {"pillars", 3, 0, {"m", "m", "m"}, 0, 0, "rows of [x, y, z]: where pillars are drawn from the start; the plane has no edge"}
};
static const dv_quantity states[] = {
    {"turn_x", "rad", 1, "turned about x", 0},
    {"turn_y", "rad", 1, "about y",        0},
    {"turn_z", "rad", 1, "about z",        0}
};
static const dv_quantity discrete[] = {
    {"touch",   "1",   1, "1: in contact",       0},
    {"x0",      "m",   1, "anchor along x",      0},
    {"y0",      "m",   1, "along y",             0},
    {"z0",      "m",   1, "along z",             0},
    {"turn_x0", "rad", 1, "anchor about x",      0},
    {"turn_y0", "rad", 1, "about y",             0},
    {"turn_z0", "rad", 1, "about z",             0},
    {"down",    "s",   1, "last touch-down",     0},
    {"up",      "s",   1, "last lift-off",       0},
    {"lifts",   "1",   1, "number of lift-offs", 0},
};
static const dv_quantity outs[] = {
    {"touch",  "1", 1,    "1: in contact",       0},
    {"normal", "N", 100,  "normal force",        0},
    {"depth",  "m", 1e-3, "into the plane",      0},
    {"down",   "s", 1,    "last touch-down",     0},
    {"up",     "s", 1,    "last lift-off",       0},
    {"lifts",  "1", 1,    "number of lift-offs", 0}
};

typedef struct {
  v3 x, v, turn, spin;                      // object against its anchor, world axes
  real s, rate, elastic, pressing, normal;  // pressing: N, or negative where it would pull
  dv_bool touch;
} contact;

DV_PREPARE(prepare)
{
  real size = dv_sqrt(p->nx * p->nx + p->ny * p->ny + p->nz * p->nz);
  (void)c;
  p->unit[0] = p->nx / size, p->unit[1] = p->ny / size, p->unit[2] = p->nz / size;
}

DV_FN contact look(const par *p, const dv_cell *c)
{
  contact k;
  v3 n = dv_v3_of(p->unit), r = dv_v3_of(c->pose + 9);
  k.spin = dv_m3_mul(c->pose, dv_v3_of(c->flow));
  k.v = dv_m3_mul(c->pose, dv_v3_of(c->flow + 3));
  k.turn = dv_v3_sub(dv_v3_of(c->x), dv_v3_of(c->d + TURN0));
  k.x = dv_v3_sub(r, dv_v3_of(c->d + X0));
  k.x = dv_v3_sub(k.x, dv_v3_scale(n, dv_v3_dot(n, k.x)));
  k.s = p->level - dv_v3_dot(n, r);
  k.rate = -dv_v3_dot(n, k.v);
  k.v = dv_v3_add(k.v, dv_v3_scale(n, k.rate));
  k.touch = c->d[TOUCH] > 0.5;
  k.elastic = p->stiffness * dv_max(k.s, dv_real(0));
  k.pressing = dv_select(k.touch, k.elastic + p->damping * k.rate, dv_real(1));
  k.normal = dv_select(k.touch & dv_not(dv_beyond(c, PRESSING, k.pressing < 0.0)), k.pressing, dv_real(0));
  return k;
}

DV_LAW(signal)
{
  contact k = look(p, c);
  c->out[0] = c->d[TOUCH];
  c->out[1] = k.normal;
  c->out[2] = k.s;
  for (int i = 0; i < 3; i++) c->out[3 + i] = c->d[DOWN + i];
}

DV_LAW(answer)
{
  contact k = look(p, c);
  v3 f, n;
  for (int i = 0; i < 3; i++) {
    real along = p->stiffness * k.x.x[i] + p->damping * k.v.x[i] - k.normal * p->unit[i];
    real turn = p->turn_stiffness * k.turn.x[i] + p->turn_damping * k.spin.x[i];
    f.x[i] = dv_select(k.touch, along, dv_real(0));
    n.x[i] = dv_select(k.touch, turn, dv_real(0));
  }
  dv_v3_put(c->effort, dv_m3_tmul(c->pose, n));
  dv_v3_put(c->effort + 3, dv_m3_tmul(c->pose, f));
}

DV_LAW(rate)
{
  (void)p;
  dv_v3_put(c->dx, dv_m3_mul(c->pose, dv_v3_of(c->flow)));
}

DV_LAW(root)
{
  contact k = look(p, c);
  c->root[DEPTH] = k.s;
  c->root[PRESSING] = k.pressing;
}

DV_LAW(jump)
{
  contact k = look(p, c);
  dv_bool touch = (k.s > 0.0) | ((k.s == 0.0) & (k.rate > 0.0)), fresh = touch & dv_not(k.touch);
  for (int i = 0; i < 3; i++) {
    c->d[X0 + i] = dv_select(fresh, c->pose[9 + i], c->d[X0 + i]);
    c->d[TURN0 + i] = dv_select(fresh, c->x[i], c->d[TURN0 + i]);
  }
  dv_bool off = dv_not(touch) & k.touch;
  c->d[DOWN] = dv_select(fresh, c->t, c->d[DOWN]);
  c->d[UP] = dv_select(off, c->t, c->d[UP]);
  c->d[LIFTS] += dv_select(off, dv_real(1), dv_real(0));
  c->d[TOUCH] = dv_select(touch, dv_real(1), dv_real(0));
}

DV_AMOUNT(stored)
{
  contact k = look(p, c);
  real sum = k.elastic * k.s + p->stiffness * dv_v3_dot(k.x, k.x) + p->turn_stiffness * dv_v3_dot(k.turn, k.turn);
  return dv_select(k.touch, 0.5 * sum, dv_real(0));
}

DV_AMOUNT(loss)
{
  contact k = look(p, c);
  real across = (k.normal - k.elastic) * k.rate;
  real sum = across + p->damping * dv_v3_dot(k.v, k.v) + p->turn_damping * dv_v3_dot(k.spin, k.spin);
  return dv_select(k.touch, sum, dv_real(0));
}

DV_KIND(contact, support) = {
    .name = "contact.support",
    .doc = "plane that carries an object: pushing normal, anchored springs along it and in rotation",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .jump = jump,
    .stored = stored,
    .loss = loss,
    .look = "support",
    .example =
        "# an elastic ball that falls 5 m bounces back to its height after two falls and half a swing; one that starts on the "
        "plane stays\n"
        "bodies: {ball: {mass: 2 kg}, block: {mass: 3 kg, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  z: {type: prismatic, axis: z, child: ball, position: 5 m}\n"
        "  base: {type: free, child: block, position: [0, 0, -0.003, 1, 0, 0, 0]}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  floor: {kind: contact.support, object: ball, stiffness: 1e6 N/m}\n"
        "  table: {kind: contact.support, object: block, stiffness: 1e4 N/m, damping: 100, turn_stiffness: 100, turn_damping: "
        "10}\n"
        "until: 2.5 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12, every: 1 ms}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {max: z, from: 1.5 s, to: 2.5 s, is: 5, within: 1e-5, source: elastic}\n"
        "      - {final: floor.lifts, is: 1, within: 1e-12, source: one bounce}\n"
        "      - {final: floor.down, is: 1, within: 1e-9, source: sqrt(2 h/g)}\n"
        "      - {final: floor.up, is: 1.0044468829354918, within: 1e-7, source: \"1 + 2 (pi - atan(w v/g))/w, w^2 = k/m\"}\n"
        "      - {final: base.z, is: -0.003, within: 1e-9, source: m g/k}\n"
        "      - {drift: energy.residual, within: 1e-5, source: every joule is accounted for}\n",
};
