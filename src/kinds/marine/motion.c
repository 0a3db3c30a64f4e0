// motion.c: motion of a vehicle in the words of marine craft (Fossen): eta in the world, nu in the body.
//
//   eta = (n, e, d, roll, pitch, yaw),  nu = (u, v, w, p, q, r).   ned-of-enu: a world with z up is read as north east down
#include "kinds/marine/euler.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "body or point that is watched"}
};
static const dv_option options[] = {
    {"axes", "world|ned-of-enu", "as the world has them, or of a world with x east, y north, z up and a body with z up"}
};
static const dv_quantity outs[] = {
    {"n",     "m",     1, "position along x or north",           0},
    {"e",     "m",     1, "along y or east",                     0},
    {"d",     "m",     1, "along z or down",                     0},
    {"roll",  "rad",   1, "roll",                                0},
    {"pitch", "rad",   1, "pitch",                               0},
    {"yaw",   "rad",   1, "yaw",                                 0},
    {"u",     "m/s",   1, "velocity along the body's x",         0},
    {"v",     "m/s",   1, "along its y",                         0},
    {"w",     "m/s",   1, "along its z",                         0},
    {"p",     "rad/s", 1, "angular velocity about the body's x", 0},
    {"q",     "rad/s", 1, "about its y",                         0},
    {"r",     "rad/s", 1, "about its z",                         0},
};

// World and body turned into north east down and forward starboard down.
DV_FN void turn(const dv_cell *c, real *pose, real *twist)
{
  const int row[3] = {1, 0, 2}, flip = c->opt[0];
  for (int i = 0; i < 3; i++) {
    int from = flip ? row[i] : i;
    double world = flip && i == 2 ? -1 : 1;
    for (int j = 0; j < 3; j++) pose[3 * i + j] = c->pose[3 * from + j] * (flip && j ? -world : world);
    pose[9 + i] = world * c->pose[9 + from];
    twist[i] = flip && i ? -c->flow[i] : c->flow[i];
    twist[3 + i] = flip && i ? -c->flow[3 + i] : c->flow[3 + i];
  }
}

DV_LAW(signal)
{
  real pose[12], twist[6];
  (void)p;
  turn(c, pose, twist);
  euler_place(pose, c->out);
  for (int i = 0; i < 3; i++) {
    c->out[6 + i] = twist[3 + i];
    c->out[9 + i] = twist[i];
  }
}

DV_KIND(marine, motion) = {
    .name = "marine.motion",
    .doc = "position, Euler angles and body velocities of a vehicle as signals",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(out, outs),
    .signal = signal,
    .form = "Df",
    .example = "bodies: {hull: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
               "joints: {base: {type: free, child: hull, rate: [1, 0, 0, 0, 0, 0.5]}}\n"
               "gravity: 0\n"
               "parts: {m: {kind: marine.motion, frame: hull}, ned: {kind: marine.motion, frame: hull, axes: ned-of-enu}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-11, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: m.yaw, is: 0.5, within: 1e-9, source: r t}\n"
               "      - {final: m.n, is: 1, within: 1e-9, source: it keeps its velocity in the world}\n"
               "      - {final: m.u, is: 0.8775825618903728, within: 1e-9, source: cos(r t)}\n"
               "      - {final: ned.e, is: 1, within: 1e-9, source: east is x}\n"
               "      - {final: ned.yaw, is: 1.0707963267948966, within: 1e-9, source: pi/2 - r t from north}\n",
};
