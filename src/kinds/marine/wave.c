// wave.c: a regular wave on deep or shallow water; see airy.h.
#include "kinds/marine/airy.h"

DV_PARAMETERS(
    DV_P(amplitude, "m",     DV_REQUIRED, 0,    50,   "half the height from trough to crest")
    DV_P(period,    "s",     DV_REQUIRED, 0.1,  1000, "period")
    DV_P(direction, "rad",   0,           -7,   7,    "where it goes: angle from x towards y")
    DV_P(phase,     "rad",   0,           -1e3, 1e3,  "phase of the elevation at the world's origin and t = 0")
    DV_P(depth,     "m",     1e4,         0.1,  1e5,  "depth of the water")
    DV_P(level,     "m",     0,           -1e6, 1e6,  "height of the surface at rest above the world's origin")
    DV_P(gravity,   "m/s^2", 9.80665,     0.1,  100,  "for the wave's length")
    DV_DERIVED(airy train)
);

DV_PREPARE(prepare)
{
  (void)c;
  p->train.amplitude = p->amplitude;
  p->train.omega = 6.283185307179586 / p->period;
  p->train.number = airy_number(p->train.omega, p->gravity, p->depth);
  p->train.phase = p->phase;
  dv_sincos(p->direction, &p->train.sinb, &p->train.cosb);
}

DV_FIELD(field) { airy_add(&p->train, p->depth, p->level, c->t, point, w); }

DV_KIND(marine, wave) = {
    .name = "marine.wave",
    .doc = "regular wave with its orbital motion, on deep or shallow water",
    DV_PARAMS,
    .prepare = prepare,
    .field = field,
    .upright = 1,
    .look = "wave",
    .example = "# light floats that strong dampers carry with the water; so small a wave that they hardly drift\n"
               "bodies: {a: {mass: 1 g}, b: {mass: 1 g}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: a, at: {xyz: [0, 0, -10]}}\n"
               "  z: {type: prismatic, axis: z, child: b, at: {xyz: [0, 0, -10]}}\n"
               "gravity: [0, 0, -9.80665]\n"
               "parts:\n"
               "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
               "  swell: {kind: marine.wave, amplitude: 0.01 mm, period: 8 s}\n"
               "  da: {kind: marine.damping, frame: a, linear_x: 1e4}\n"
               "  db: {kind: marine.damping, frame: b, linear_z: 1e4}\n"
               "  up: {kind: force.wrench, frame: b, fz: 0.00980665 N}\n"
               "until: 16 s\n"
               "solver: {rtol: 1e-9, atol: 1e-15, every: 0.01 s}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {max: x, is: 5.3311814e-6, relative: 1e-4, source: \"a exp(-k d), k = w^2/g\"}\n"
               "      - {max: z.rate, is: 4.1871001e-6, relative: 1e-4, source: a w exp(-k d)}\n",
};
