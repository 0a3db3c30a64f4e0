// water.c: water at rest: its density, and where its surface is.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(density, "kg/m^3", 1025, 1,    2e4, "density")
    DV_P(level,   "m",      0,    -1e6, 1e6, "height of the surface at rest above the world's origin, against gravity; without gravity along z")
);

DV_FIELD(field)
{
  (void)c, (void)point;
  w->density += p->density;
  w->depth += p->level;
}

DV_KIND(marine, water) = {
    .name = "marine.water",
    .doc = "water: density and surface; what is in it asks for it",
    DV_PARAMS,
    .field = field,
    .still = 1,
    .look = "water",
    .example =
        "bodies: {ball: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
        "joints: {base: {type: free, child: ball}}\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: 1000 kg/m3, level: 100 m}\n"
        "  lift: {kind: marine.buoyancy, frame: ball, volume: 2 l}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases: {example: {expect: [{final: base.z, is: 4.905, within: 1e-8, source: twice its weight lifts it with g}]}}\n",
};
