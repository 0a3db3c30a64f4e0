// weld.c: an object that is taken into a hand and let go: one rigid body, but for a stiff joint in the pose that was seized.
//
//   e = R_h^T (r_o - r_h) - e0,  Q = Q0^T R_h^T R_o,   U = 1/2 k |e|^2 + kr (3 - tr Q)/2
//   F = -R_h (k e + d e') on the object at its frame,   M = -R_o (kr vee(Q - Q^T)/2 + dr w),  w: object's spin against the hand
//
// The hand takes the opposite, at the same place. When it closes both come to one velocity as by a plastic impact, with linear
// and angular momentum kept (run/seize.c), so that nothing rings; when it opens nothing jumps.
#include "davit/kind.h"
#include "kinds/seizes.h"

DV_PARAMETERS(
    DV_P(stiffness,      "N/m",       1e7, 0, 1e12, "of the joint")
    DV_P(damping,        "N.s/m",     1e4, 0, 1e12, "of the joint")
    DV_P(turn_stiffness, "N.m/rad",   1e6, 0, 1e12, "of the joint, turning")
    DV_P(turn_damping,   "N.m.s/rad", 1e3, 0, 1e12, "of the joint, turning")
);

#include "kinds/contact/taken.inc"

static const dv_port ports[] = {
    {"hand",   DV_FRAME, DV_ANSWERS, "point that takes"           },
    {"object", DV_FRAME, DV_ANSWERS, "body or point that is taken"}
};
static const dv_quantity outs[] = {
    {"fx",   "N",   100, "force on the object along the world's x",  0},
    {"fy",   "N",   100, "along y",                                  0},
    {"fz",   "N",   100, "along z",                                  0},
    {"mx",   "N.m", 10,  "moment on the object about the world's x", 0},
    {"my",   "N.m", 10,  "about y",                                  0},
    {"mz",   "N.m", 10,  "about z",                                  0},
    {"held", "1",   1,   "1: taken",                                 0}
};

typedef struct {
  taken_pose now;
  v3 e, rate, turn, spin;  // hand axes: distance from where it was taken, rate; object axes: vee(Q - Q^T)/2, spin
  real trace;
} gap;

DV_FN gap look(const dv_cell *c)
{
  real Q[9];
  gap g;
  g.now = taken_look(c);
  const real *P = g.now.Q, *Q0 = c->d + Q_TAKEN;
  v3 w = dv_v3_of(c->flow), v = dv_v3_of(c->flow + 3);
  g.e = dv_v3_sub(g.now.at, dv_v3_of(c->d + R_TAKEN));
  g.rate = dv_v3_sub(dv_m3_mul(P, dv_v3_of(c->flow + 9)), dv_v3_add(v, dv_v3_cross(w, g.now.at)));
  g.spin = dv_v3_sub(dv_v3_of(c->flow + 6), dv_m3_tmul(P, w));
  for (int i = 0; i < 9; i++) Q[i] = Q0[i / 3] * P[i % 3] + Q0[3 + i / 3] * P[3 + i % 3] + Q0[6 + i / 3] * P[6 + i % 3];
  g.turn.x[0] = 0.5 * (Q[7] - Q[5]);
  g.turn.x[1] = 0.5 * (Q[2] - Q[6]);
  g.turn.x[2] = 0.5 * (Q[3] - Q[1]);
  g.trace = Q[0] + Q[4] + Q[8];
  return g;
}

// Force on the object in hand axes, moment on it in its own.
DV_FN void wrench(const par *p, const dv_cell *c, const gap *g, v3 *f, v3 *n)
{
  for (int i = 0; i < 3; i++) {
    f->x[i] = dv_select(taken_held(c), -(p->stiffness * g->e.x[i] + p->damping * g->rate.x[i]), dv_real(0));
    n->x[i] = dv_select(taken_held(c), -(p->turn_stiffness * g->turn.x[i] + p->turn_damping * g->spin.x[i]), dv_real(0));
  }
}

DV_LAW(signal)
{
  v3 f, n;
  gap g = look(c);
  wrench(p, c, &g, &f, &n);
  dv_v3_put(c->out, dv_m3_mul(c->pose, f));
  dv_v3_put(c->out + 3, dv_m3_mul(c->pose + 12, n));
  c->out[6] = c->d[HELD];
}

DV_LAW(answer)
{
  v3 f, n;
  gap g = look(c);
  wrench(p, c, &g, &f, &n);
  v3 back = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, n));  // in hand axes
  dv_v3_put(c->effort, dv_v3_add(back, dv_v3_cross(g.now.at, f)));
  dv_v3_put(c->effort + 3, f);
  dv_v3_put(c->effort + 6, dv_v3_scale(n, dv_real(-1)));
  dv_v3_put(c->effort + 9, dv_v3_scale(dv_m3_tmul(c->pose + 12, dv_m3_mul(c->pose, f)), dv_real(-1)));
}

DV_AMOUNT(stored)
{
  gap g = look(c);
  real sum = 0.5 * p->stiffness * dv_v3_dot(g.e, g.e) + 0.5 * p->turn_stiffness * (3 - g.trace);
  return dv_select(taken_held(c), sum, dv_real(0));
}

DV_AMOUNT(loss)
{
  gap g = look(c);
  real sum = p->damping * dv_v3_dot(g.rate, g.rate) + p->turn_damping * dv_v3_dot(g.spin, g.spin);
  return dv_select(taken_held(c), sum, dv_real(0));
}

DV_KIND(contact, weld) = {
    .name = "contact.weld",
    .doc = "takes an object rigidly into a hand and lets it go, by a signal; momentum is kept, as in a plastic impact",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 1,
    .signal = signal,
    .answer = answer,
    .root = root,
    .jump = jump,
    .seizes = DV_SEIZES,
    .stored = stored,
    .loss = loss,
    .look = "grip",
    .example = "# 2 kg at 3 m/s take 1 kg at rest: 2 m/s, and 1/2 (2/3) 3^2 = 3 J are lost at once\n"
               "bodies: {hand: {mass: 2 kg}, thing: {mass: 1 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: hand, rate: 3 m/s}\n"
               "  y: {type: prismatic, axis: x, child: thing, position: 3 m}\n"
               "gravity: 0\n"
               "signals: {on: {kind: step, at: 1 s}}\n"
               "parts: {w: {kind: contact.weld, hand: hand, object: thing, close: on}}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: x.rate, is: 2, within: 1e-9, source: momentum}\n"
               "      - {final: y.rate, is: 2, within: 1e-9, source: momentum}\n"
               "      - {final: energy.total, is: 6, within: 1e-8, source: plastic impact}\n"
               "      - {max: abs(w.fx), is: 0, within: 1e-6, source: nothing rings}\n"
               "      - {drift: energy.residual, within: 1e-8, source: every joule is accounted for}\n",
};
