// sea.c: irregular sea, long- or short-crested; see spectrum.h and airy.h.
#include "kinds/marine/spectrum.h"

DV_PARAMETERS(
    DV_GROUP(sea, spectrum, SPECTRUM_PARAMETERS)
    DV_P(level, "m", 0, -1e6, 1e6, "height of the surface at rest above the world's origin")
);

static const dv_table tables[] = {
    {.name = "frequencies",
     .columns = 1,
     .derived = TRAIN_COLUMNS - 1,
     .unit = {"rad/s"},
     .rows_least = 1,
     .rising = 1,
     .doc = "angular frequencies of the wave trains, rising, or {from: 0.3, to: 2, count: 60}"},
};

DV_PREPARE(prepare) { spectrum_trains(&p->sea, c->table[0], TRAIN_COLUMNS, c->rows[0]); }

DV_FIELD(field)
{
  const real *q = c->table[0];
  for (int i = 0; i < c->rows[0]; i++, q += TRAIN_COLUMNS) {
    airy a = {q[TRAIN_AMPLITUDE], q[TRAIN_OMEGA], q[TRAIN_NUMBER], q[TRAIN_PHASE], q[TRAIN_COS], q[TRAIN_SIN]};
    airy_add(&a, p->sea.depth, p->level, c->t, point, w);
  }
}

DV_KIND(marine, sea) = {
    .name = "marine.sea",
    .doc = "irregular sea: JONSWAP or Pierson-Moskowitz spectrum with a seed, one way or spread over directions",
    DV_PARAMS,
    DV_ROWS(table, tables),
    .prepare = prepare,
    .field = field,
    .upright = 1,
    .look = "sea",
    .example = "# one train holds the whole variance: a = height/sqrt(8)\n"
               "bodies: {a: {mass: 1 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: a}\n"
               "parts:\n"
               "  water: {kind: marine.water}\n"
               "  waves: {kind: marine.sea, height: 8 mm, period: 6 s, frequencies: [1]}\n"
               "  drag: {kind: marine.damping, frame: a, linear_x: 1e4}\n"
               "until: 12 s\n"
               "solver: {rtol: 1e-9, atol: 1e-13, every: 0.01 s}\n"
               "cases: {example: {expect: [{max: x.rate, is: 2.8284271e-3, relative: 2e-3, source: a w}]}}\n",
};
