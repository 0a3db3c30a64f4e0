// gauge.c: what the water does at a point of a body: how deep it is, where the surface stands above it, how the water moves.
//
//   elevation of the surface over the point = depth + height of the point over the world's origin, against gravity
#include "kinds/marine/marine.h"

DV_NO_PARAMETERS;

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "body or point where it looks"}
};
static const dv_quantity outs[] = {
    {"elevation", "m",     1, "of the surface over the point, above the world's origin", 0},
    {"depth",     "m",     1, "of the point below the surface",                          0},
    {"vx",        "m/s",   1, "velocity of the water there, world axes: x",              0},
    {"vy",        "m/s",   1, "y",                                                       0},
    {"vz",        "m/s",   1, "z",                                                       0},
    {"ax",        "m/s^2", 1, "its acceleration: x",                                     0},
    {"ay",        "m/s^2", 1, "y",                                                       0},
    {"az",        "m/s^2", 1, "z",                                                       0},
};

DV_LAW(signal)
{
  marine_point m = marine_at(c, dv_v3_zero());
  (void)p;
  c->out[1] = m.water.depth;
  c->out[0] = m.water.depth + dv_v3_dot(dv_v3_of(m.water.up), m.at);
  for (int i = 0; i < 3; i++) {
    c->out[2 + i] = m.water.velocity[i];
    c->out[5 + i] = m.water.acceleration[i];
  }
}

DV_KIND(marine, gauge) = {
    .name = "marine.gauge",
    .doc = "wave gauge and current meter: surface, velocity and acceleration of the water at a point, as signals",
    DV_ROWS(port, ports),
    .npar = DV_NPAR(par),
    DV_ROWS(out, outs),
    .service = DV_ASKS_WATER,
    .signal = signal,
    .example =
        "# deep water: zeta = a cos(w t), u = a w e^(-k d) cos(w t), and a current beside it\n"
        "bodies: {post: {points: {eye: [0, 0, -5]}}}\n"
        "joints: {stand: {type: fixed, child: post}}\n"
        "parts:\n"
        "  sea: {kind: marine.water, level: 2 m}\n"
        "  flow: {kind: marine.current, x: 0.25 m/s}\n"
        "  swell: {kind: marine.wave, amplitude: 0.5 m, period: 6 s, level: 2 m}\n"
        "  eye: {kind: marine.gauge, frame: post.eye}\n"
        "until: 6 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: eye.elevation, at: 1 s, is: 2.25, within: 1e-3, source: \"level + a cos(pi/3), to first order\"}\n"
        "      - {value: eye.depth, at: 1 s, is: 7.25, within: 1e-3, source: the eye is at -5 m}\n"
        "      - {value: eye.vx, at: 1 s, is: '0.25 + 0.25*(pi/3)*exp(-(pi/3)^2/9.80665*7)', within: 1e-9, source: \"w^2 = "
        "g k, 7 m below the level\"}\n",
};
