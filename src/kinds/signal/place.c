// place.c: where a point is and how it moves, as signals, in world axes. Formulas that name body.x or body.point.vz have one.
//
//   (x, y, z),  (vx, vy, vz) = R v,  (wx, wy, wz) = R w,  R = Rz(yaw) Ry(pitch) Rx(roll)
//
// Formulas may also name the accelerations ax, ay, az, dwx, dwy, dwz, roll_acceleration ..., which the engine knows (motion.c).
#include "kinds/marine/euler.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "body or point that is watched"}
};
static const dv_quantity outs[] = {
    {"x",          "m",     1, "position along the world's x",         0},
    {"y",          "m",     1, "along y",                              0},
    {"z",          "m",     1, "along z",                              0},
    {"roll",       "rad",   1, "roll",                                 0},
    {"pitch",      "rad",   1, "pitch",                                0},
    {"yaw",        "rad",   1, "yaw",                                  0},
    {"vx",         "m/s",   1, "velocity along the world's x",         0},
    {"vy",         "m/s",   1, "along y",                              0},
    {"vz",         "m/s",   1, "along z",                              0},
    {"wx",         "rad/s", 1, "angular velocity about the world's x", 0},
    {"wy",         "rad/s", 1, "about y",                              0},
    {"wz",         "rad/s", 1, "about z",                              0},
    {"roll_rate",  "rad/s", 1, "rate of roll",                         0},
    {"pitch_rate", "rad/s", 1, "rate of pitch",                        0},
    {"yaw_rate",   "rad/s", 1, "rate of yaw",                          0},
};

DV_LAW(signal)
{
  real rate[6];
  (void)p;
  euler_place(c->pose, c->out);
  euler_rate(c->pose, c->out, c->flow, rate);
  dv_v3_put(c->out + 6, dv_v3_of(rate));
  dv_v3_put(c->out + 9, dv_m3_mul(c->pose, dv_v3_of(c->flow)));
  dv_v3_put(c->out + 12, dv_v3_of(rate + 3));
}

DV_KIND(signal, place) = {
    .name = "signal.place",
    .doc =
        "position, attitude and velocities of a body or point in the world; formulas may also name them: boom.tip.z, boom.tip.vz",
    .stands_for = DV_FOR_PLACE,
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(out, outs),
    .signal = signal,
    .form = "Df",
    .example =
        "# a tip on a circle; a spring and a damper of formulas hold a ball of 1 kg: w0 = 2, damped by 0.25\n"
        "bodies: {arm: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [2, 0, 0]}}, ball: {mass: 1 kg}}\n"
        "joints:\n"
        "  turn: {type: revolute, child: arm, rate: 0.5 rad/s}\n"
        "  slide: {type: prismatic, axis: x, child: ball, position: 1 m}\n"
        "gravity: 0\n"
        "signals: {tip: {kind: place, frame: arm.tip}}\n"
        "parts: {hold: {kind: force.wrench, frame: ball, fx: '-4 [N/m]*ball.x - 1 [N.s/m]*ball.vx'}}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: tip.x, is: 1.0806046117362795, within: 1e-9, source: 2 cos(w t)}\n"
        "      - {final: tip.vy, is: 0.5403023058681398, within: 1e-9, source: 2 w cos(w t)}\n"
        "      - {final: tip.yaw, is: 1, within: 1e-9, source: w t}\n"
        "      - {final: tip.wz, is: 0.5, within: 1e-9, source: w}\n"
        "      - {final: tip.yaw_rate, is: 0.5, within: 1e-9, source: w}\n"
        "      - {final: slide, is: -0.337234597333553, within: 1e-9, source: \"e^(-t/2) (cos(w t) + sin(w t)/(2 w)), w^2 = "
        "3.75\"}\n",
};
