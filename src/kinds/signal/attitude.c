// attitude.c: attitude of a body or point in the world as signals: quaternion and rotation matrix, with their rates. Formulas
// that name body.qw or body.point.r13 have one.
//
//   R: columns are the frame's axes in the world, rij in row i, column j;  R' = R [w x],  q' = q (0, w)/2, w in the frame's axes
#include "davit/kind.h"
#include "math/quaternion.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "body or point that is watched"}
};
static const dv_quantity outs[] = {
    {"qw",       "1",   1, "attitude, quaternion, not negative", 0},
    {"qx",       "1",   1, "its x",                              0},
    {"qy",       "1",   1, "its y",                              0},
    {"qz",       "1",   1, "its z",                              0},
    {"r11",      "1",   1, "rotation matrix, row 1, column 1",   0},
    {"r12",      "1",   1, "row 1, column 2",                    0},
    {"r13",      "1",   1, "row 1, column 3",                    0},
    {"r21",      "1",   1, "row 2, column 1",                    0},
    {"r22",      "1",   1, "row 2, column 2",                    0},
    {"r23",      "1",   1, "row 2, column 3",                    0},
    {"r31",      "1",   1, "row 3, column 1",                    0},
    {"r32",      "1",   1, "row 3, column 2",                    0},
    {"r33",      "1",   1, "row 3, column 3",                    0},
    {"qw_rate",  "1/s", 1, "rate of qw",                         0},
    {"qx_rate",  "1/s", 1, "rate of qx",                         0},
    {"qy_rate",  "1/s", 1, "rate of qy",                         0},
    {"qz_rate",  "1/s", 1, "rate of qz",                         0},
    {"r11_rate", "1/s", 1, "rate of r11",                        0},
    {"r12_rate", "1/s", 1, "rate of r12",                        0},
    {"r13_rate", "1/s", 1, "rate of r13",                        0},
    {"r21_rate", "1/s", 1, "rate of r21",                        0},
    {"r22_rate", "1/s", 1, "rate of r22",                        0},
    {"r23_rate", "1/s", 1, "rate of r23",                        0},
    {"r31_rate", "1/s", 1, "rate of r31",                        0},
    {"r32_rate", "1/s", 1, "rate of r32",                        0},
    {"r33_rate", "1/s", 1, "rate of r33",                        0},
};
enum { Q = 0, R = 4, Q_RATE = 13, R_RATE = 17 };

DV_LAW(signal)
{
  const real *w = c->flow, *pose = c->pose;
  real *q = c->out + Q, *dq = c->out + Q_RATE, *dR = c->out + R_RATE;
  (void)p;
  dv_quat_of(pose, q);
  dq[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  dq[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  dq[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  dq[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
  for (int i = 0; i < 9; i++) c->out[R + i] = pose[i];
  for (int i = 0; i < 3; i++) {
    const real *row = pose + 3 * i;
    dR[3 * i] = row[1] * w[2] - row[2] * w[1];
    dR[3 * i + 1] = row[2] * w[0] - row[0] * w[2];
    dR[3 * i + 2] = row[0] * w[1] - row[1] * w[0];
  }
}

DV_KIND(signal, attitude) = {
    .name = "signal.attitude",
    .doc = "attitude of a body or point in the world: quaternion, rotation matrix and their rates; formulas may also name them: "
           "boom.r13, boom.tip.qw",
    .stands_for = DV_FOR_PLACE,
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(out, outs),
    .signal = signal,
    .form = "Df",
    .example = "# an arm that turns about z; the cosine of its angle by a formula\n"
               "bodies: {arm: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [2, 0, 0]}}}\n"
               "joints: {turn: {type: revolute, child: arm, rate: 0.5 rad/s}}\n"
               "gravity: 0\n"
               "signals: {arm_axes: {kind: attitude, frame: arm}, twice: 2*arm.tip.r11}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: arm_axes.r11, is: 0.5403023058681398, within: 1e-9, source: cos(w t)}\n"
               "      - {final: arm_axes.r21, is: 0.8414709848078965, within: 1e-9, source: sin(w t)}\n"
               "      - {final: arm_axes.r21_rate, is: 0.2701511529340699, within: 1e-9, source: w cos(w t)}\n"
               "      - {final: arm_axes.qz, is: 0.479425538604203, within: 1e-9, source: sin(w t/2)}\n"
               "      - {final: arm_axes.qz_rate, is: 0.21939564047259317, within: 1e-9, source: w/2 cos(w t/2)}\n"
               "      - {final: twice.rate, is: -0.8414709848078965, within: 1e-9, source: -2 w sin(w t)}\n",
};
