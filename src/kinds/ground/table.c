// table.c: ground through given heights, as a smooth curve (spline.h), level beyond its ends; bumps, steps, measured tracks.
#include "kinds/ground/ground.h"
#include "kinds/signal/spline.h"

DV_PARAMETERS(
    DV_GROUP(way, ground_way, GROUND_PARAMETERS)
);

static const dv_table tables[] = {
    {.name = "points",
     .columns = 2,
     .derived = 2,
     .unit = {"m", "m"},
     .rows_least = 2,
     .rising = 1,
     .doc = "rows of [place, height], or {csv: file, columns: [place, height]}"},
};

DV_PREPARE(prepare)
{
  (void)p;
  spline_prepare(c->table[0], c->rows[0]);
}

DV_PROFILE(profile)
{
  dv_jet h = spline_at(c->table[0], c->rows[0], ground_place(&p->way, c, at));
  ground_add(&p->way, c, h.v, h.d, h.dd, g);
}

GROUND_SIGNAL

DV_KIND(ground, table) = {
    .name = "ground.table",
    .doc = "ground through given heights; contacts whose surface is a profile feel it",
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(in, ground_ins),
    DV_ROWS(out, ground_outs),
    .prepare = prepare,
    .signal = signal,
    .profile = profile,
    .look = "profile",
    .example =
        "# a bead slides down a ramp of 0.2 m without friction: v^2 = v0^2 + 2 g (drop of its height)\n"
        "bodies: {slider: {}, bead: {mass: 1 kg}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: slider, rate: 1 m/s}\n"
        "  z: {type: prismatic, axis: z, parent: slider, child: bead, position: -1e-4 m}\n"
        "gravity: [0, 0, -10]\n"
        "parts:\n"
        "  ramp: {kind: ground.table, points: [[0.5, 0], [1.5, -0.2]]}\n"
        "  rest: {kind: contact.point, object: bead, surface: profile, stiffness: 1e5 N/m}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: x.rate, is: 2.23606797749979, within: 2e-4, source: \"sqrt(v0^2 + 2 g 0.2 m), a little of it swings on "
        "the stiff ground\"}\n"
        "      - {drift: energy.residual, within: 1e-7, source: nothing is lost}\n",
};
