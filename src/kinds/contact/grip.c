// grip.c: switchable grip between a hand and an object: spring and damper in six freedoms about the pose that was gripped.
//
//   F = k (r - r0) + d r',   r = r_hand - r_object;    M = kr (phi - phi0) + dr phi',   phi' = w_hand - w_object
//
// World axes, F and M on the object, -F and -M on the hand; both act at the frames. phi is the integral of its rate, component by
// component. r0 and phi0 are captured when the grip closes (an event), so that it closes and opens without force.
#include "davit/kind.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(stiffness,      "N/m",       DV_REQUIRED, 0, 1e12, "of the grip")
    DV_P(damping,        "N.s/m",     0,           0, 1e12, "of the grip")
    DV_P(turn_stiffness, "N.m/rad",   0,           0, 1e12, "of the grip, turning")
    DV_P(turn_damping,   "N.m.s/rad", 0,           0, 1e12, "of the grip, turning")
);

enum { HELD, X0, TURN0 = X0 + 3 };  // discrete states

static const dv_port ports[] = {
    {"hand",   DV_FRAME, DV_ANSWERS, "point that grips"             },
    {"object", DV_FRAME, DV_ANSWERS, "body or point that is gripped"}
};
static const dv_quantity states[] = {
    {"turn_x", "rad", 1, "turned, hand against object, about x", 0},
    {"turn_y", "rad", 1, "about y",                              0},
    {"turn_z", "rad", 1, "about z",                              0}
};
static const dv_quantity discrete[] = {
    {"held",    "1",   1, "1: gripped",                0},
    {"x0",      "m",   1, "captured distance along x", 0},
    {"y0",      "m",   1, "along y",                   0},
    {"z0",      "m",   1, "along z",                   0},
    {"turn_x0", "rad", 1, "captured turn about x",     0},
    {"turn_y0", "rad", 1, "about y",                   0},
    {"turn_z0", "rad", 1, "about z",                   0},
};
static const dv_quantity ins[] = {
    {"close", "1", 1, "one half or more: gripped", 0}
};
static const dv_quantity outs[] = {
    {"fx",   "N",   100, "force on the object along x",  0},
    {"fy",   "N",   100, "along y",                      0},
    {"fz",   "N",   100, "along z",                      0},
    {"mx",   "N.m", 10,  "moment on the object about x", 0},
    {"my",   "N.m", 10,  "about y",                      0},
    {"mz",   "N.m", 10,  "about z",                      0},
    {"held", "1",   1,   "1: gripped",                   0}
};

typedef struct {
  v3 x, v, turn, spin;  // world axes, hand against object
} gap;

DV_FN gap look(const dv_cell *c)
{
  const real *hand = c->pose, *object = c->pose + 12;
  gap g;
  g.x = dv_v3_sub(dv_v3_of(hand + 9), dv_v3_of(object + 9));
  g.spin = dv_v3_sub(dv_m3_mul(hand, dv_v3_of(c->flow)), dv_m3_mul(object, dv_v3_of(c->flow + 6)));
  g.v = dv_v3_sub(dv_m3_mul(hand, dv_v3_of(c->flow + 3)), dv_m3_mul(object, dv_v3_of(c->flow + 9)));
  g.turn = dv_v3_of(c->x);
  return g;
}

DV_FN void wrench(const par *p, const dv_cell *c, v3 *f, v3 *n)
{
  gap g = look(c);
  dv_bool held = c->d[HELD] > 0.5;
  for (int i = 0; i < 3; i++) {
    real force = p->stiffness * (g.x.x[i] - c->d[X0 + i]) + p->damping * g.v.x[i];
    real moment = p->turn_stiffness * (g.turn.x[i] - c->d[TURN0 + i]) + p->turn_damping * g.spin.x[i];
    f->x[i] = dv_select(held, force, dv_real(0));
    n->x[i] = dv_select(held, moment, dv_real(0));
  }
}

DV_LAW(signal)
{
  v3 f, n;
  wrench(p, c, &f, &n);
  dv_v3_put(c->out, f);
  dv_v3_put(c->out + 3, n);
  c->out[6] = c->d[HELD];
}

DV_LAW(answer)
{
  v3 f, n;
  wrench(p, c, &f, &n);
  dv_v3_put(c->effort, dv_m3_tmul(c->pose, n));
  dv_v3_put(c->effort + 3, dv_m3_tmul(c->pose, f));
  dv_v3_put(c->effort + 6, dv_v3_scale(dv_m3_tmul(c->pose + 12, n), dv_real(-1)));
  dv_v3_put(c->effort + 9, dv_v3_scale(dv_m3_tmul(c->pose + 12, f), dv_real(-1)));
}

DV_LAW(rate)
{
  gap g = look(c);
  (void)p;
  dv_v3_put(c->dx, g.spin);
}

DV_LAW(root)
{
  (void)p;
  c->root[0] = c->in[0] - 0.5;
}

// Captures only where it closes: a grip that is held keeps its anchor.
DV_LAW(jump)
{
  gap g = look(c);
  dv_bool close = c->in[0] >= 0.5, fresh = close & dv_not(c->d[HELD] > 0.5);
  (void)p;
  for (int i = 0; i < 3; i++) {
    c->d[X0 + i] = dv_select(fresh, g.x.x[i], c->d[X0 + i]);
    c->d[TURN0 + i] = dv_select(fresh, g.turn.x[i], c->d[TURN0 + i]);
  }
  c->d[HELD] = dv_select(close, dv_real(1), dv_real(0));
}

DV_AMOUNT(stored)
{
  gap g = look(c);
  real sum = dv_real(0);
  for (int i = 0; i < 3; i++) {
    real x = g.x.x[i] - c->d[X0 + i], turn = g.turn.x[i] - c->d[TURN0 + i];
    sum += 0.5 * p->stiffness * x * x + 0.5 * p->turn_stiffness * turn * turn;
  }
  return dv_select(c->d[HELD] > 0.5, sum, dv_real(0));
}

DV_AMOUNT(loss)
{
  gap g = look(c);
  return dv_select(c->d[HELD] > 0.5, p->damping * dv_v3_dot(g.v, g.v) + p->turn_damping * dv_v3_dot(g.spin, g.spin), dv_real(0));
}

DV_KIND(contact, grip) = {
    .name = "contact.grip",
    .doc = "grip between a hand and an object, closed and opened by a signal; the gripped pose is its rest",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 1,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .jump = jump,
    .stored = stored,
    .loss = loss,
    .look = "grip",
    .example = "# a hand at 1 m/s grips a body at rest at t = 1 s: momentum stays, they end at half the speed, v^2/4 is lost\n"
               "bodies: {hand: {mass: 1 kg}, thing: {mass: 1 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: hand, rate: 1 m/s}\n"
               "  y: {type: prismatic, axis: x, child: thing, position: 3 m}\n"
               "gravity: 0\n"
               "signals: {on: {kind: step, at: 1 s}}\n"
               "parts:\n"
               "  g: {kind: contact.grip, hand: hand, object: thing, stiffness: 1e3 N/m, damping: 40 N.s/m, close: on}\n"
               "until: 3 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: x, at: 1 s, is: 1, within: 1e-8, source: free until then}\n"
               "      - {final: x.rate, is: 0.5, within: 1e-7, source: momentum}\n"
               "      - {final: y.rate, is: 0.5, within: 1e-7, source: momentum}\n"
               "      - {final: y - x, is: 2, within: 1e-7, source: the captured distance}\n"
               "      - {drift: energy.residual, within: 1e-7, source: every joule is accounted for}\n",
};
