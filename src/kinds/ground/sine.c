// sine.c: sinusoidal ground.
//
//   h(xi) = a sin(2 pi xi/wavelength + phase)
#include "kinds/ground/ground.h"

DV_PARAMETERS(
    DV_GROUP(way, ground_way, GROUND_PARAMETERS)
    DV_P(amplitude,  "m",   DV_REQUIRED, 0,    1e3, "half the height from valley to top")
    DV_P(wavelength, "m",   DV_REQUIRED, 1e-3, 1e9, "from top to top")
    DV_P(phase,      "rad", 0,           -1e3, 1e3, "at the place 0")
);

DV_PROFILE(profile)
{
  real s, co, k = 6.283185307179586 / p->wavelength, waves = ground_place(&p->way, c, at) / p->wavelength;
  dv_sincos(6.283185307179586 * (waves - dv_floor(waves)) + p->phase, &s, &co);  // long ways are still finite
  ground_add(&p->way, c, p->amplitude * s, p->amplitude * k * co, -p->amplitude * k * k * s, g);
}

GROUND_SIGNAL

DV_KIND(ground, sine) = {
    .name = "ground.sine",
    .doc = "sinusoidal ground; contacts whose surface is a profile feel it",
    DV_PARAMS,
    DV_ROWS(in, ground_ins),
    DV_ROWS(out, ground_outs),
    .signal = signal,
    .profile = profile,
    .look = "profile",
    .example = "# a mass on a soft road that passes under it, started on its forced oscillation\n"
               "bodies: {wheel: {mass: 1 kg}}\n"
               "joints: {z: {type: prismatic, axis: z, child: wheel, position: -0.0245 m, rate: 0.006971216830269331 m/s}}\n"
               "gravity: [0, 0, -9.8]\n"
               "parts:\n"
               "  road: {kind: ground.sine, amplitude: 1 mm, wavelength: 2 m, speed: 2 m/s}\n"
               "  soft: {kind: contact.point, object: wheel, surface: profile, stiffness: 400 N/m, deepest: 0.1 m}\n"
               "until: 2 s\n"
               "solver: {rtol: 1e-10, atol: 1e-13}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: road, at: 1.25 s, is: 1e-3, within: 1e-15, source: top}\n"
               "      - {value: z, at: 1.25 s, is: -0.02339049638209722, within: 1e-9, source: \"a k/(k - m w^2) - m g/k\"}\n"
               "      - {final: z.rate, is: 0.006971216830269331, within: 1e-8, source: a w k/(k - m w^2)}\n"
               "      - {drift: energy.residual, within: 1e-9, source: the road's work is in the books}\n",
};
