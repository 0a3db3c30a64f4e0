// telescopic.c: single-acting cylinder of one stage (a plunger) or of several that come out one after the other.
//
//   p' = B/V (q - A v),  V = dead + integral of A ds,  force on the axis: A p - friction (dry.h) - stops (stops.h);  s = axis - closed
//
// The largest stage comes first: A(s) is the area of the stage that is moving. From one to the next it goes over smoothly within
// `blend`, and V is its exact integral, so that the books close. Oil and its energy: oil.h.
#include "kinds/force/dry.h"
#include "kinds/hydraulic/edge.h"
#include "kinds/hydraulic/oil.h"
#include "kinds/hydraulic/stops.h"

DV_PARAMETERS(
    DV_P(closed,    "m",     0,    -1e4, 1e4,  "coordinate of the axis with all stages in")
    DV_P(dead,      "m^3",   1e-4, 1e-9, 10,   "oil with all stages in, with its line")
    DV_P(blend,     "m",     1e-3, 1e-6, 1,    "way over which the area changes from a stage to the next")
    DV_GROUP(stops, stops_par, STOPS_PARAMETERS)
    DV_GROUP(oil, oil_par, OIL_PARAMETERS)
    DV_HOLDS(dry_par dry)
    DV_P_AT(dry.coulomb,   coulomb,   "N",     0,    0,    1e8, "seal friction in motion")
    DV_P_AT(dry.viscous,   viscous,   "N.s/m", 0,    0,    1e9, "viscous friction")
    DV_P_AT(dry.smoothing, smoothing, "m/s",   1e-3, 1e-9, 10,  "speed around which seal friction changes sign")
    DV_DERIVED(real stroke)  // of all stages
);

enum { A, AXIS };
enum { AREA, WAY, COLUMNS };

static const dv_port ports[] = {
    {"a",    DV_HYDRAULIC, DV_STORES,  "oil: pressure drives the stages out"},
    {"axis", DV_LINEAR,    DV_ANSWERS, "axis that it moves"                 },
};
static const dv_option options[] = {OIL_OPTION};
static const dv_table tables[] = {
    {.name = "stages",
     .columns = COLUMNS,
     .unit = {"m^2", "m"},
     .rows_least = 1,
     .doc = "rows of [area, stroke] of each stage, the largest first; one row: a plunger"},
};

DV_FAULT(fault)
{
  for (int i = 0; i < c->rows[0]; i++) {
    const real *row = c->table[0] + i * COLUMNS;
    if (!(dv_lane(row[AREA], 0) > 0) || !(dv_lane(row[WAY], 0) > dv_lane(p->blend, 0)))
      return "a stage has no area, or a stroke that is shorter than blend|give [area, stroke], both above zero";
    if (i && !(dv_lane(row[AREA], 0) < dv_lane(row[AREA - COLUMNS], 0)))
      return "a stage is not smaller than the one before it|the largest comes out first: order them by falling area";
  }
  return NULL;
}

DV_PREPARE(prepare)
{
  p->stroke = dv_real(0);
  for (int i = 0; i < c->rows[0]; i++) p->stroke += c->table[0][i * COLUMNS + WAY];
}

DV_FN stops_rod rod(const par *p, const dv_cell *c)
{
  stops_rod r;
  r.s = c->pos[AXIS] - p->closed;
  r.stroke = p->stroke;
  r.v = c->flow[AXIS];
  return r;
}

// Area that moves, and *volume swept since all stages were in; a step of the area is a ramp (3 - 2 y) y^2 about its place.
DV_FN real area_at(const par *p, const dv_cell *c, real s, real *volume)
{
  const real *row = c->table[0];
  real area = row[AREA], from = dv_real(0);
  *volume = area * s;
  for (int i = 1; i < c->rows[0]; i++, row += COLUMNS) {
    from += row[WAY];
    real step = row[COLUMNS + AREA] - row[AREA], x = (s - from) / p->blend + 0.5, y = dv_clamp(x, dv_real(0), dv_real(1));
    area += step * y * y * (3 - 2 * y);
    *volume += step * p->blend * (y * y * y * (1 - 0.5 * y) + dv_max(x - 1, dv_real(0)));
  }
  return area;
}

// *held: one where the oil no longer follows the stages, at a hundredth of the dead volume.
DV_FN real oil_in(const par *p, const dv_cell *c, real *area, real *held)
{
  real swept, least = 0.01 * p->dead;
  *area = area_at(p, c, c->pos[AXIS] - p->closed, &swept);
  *held = dv_select(p->dead + swept < least, dv_real(1), dv_real(0));
  return dv_max(p->dead + swept, least);
}

DV_LAW(publish)
{
  real area, held, volume = oil_in(p, c, &area, &held);
  c->capacity[A] = volume * oil_compliance(&p->oil, c->opt[0], c->effort[A]);
}

DV_LAW(answer)
{
  stops_rod r = rod(p, c);
  real area, held;
  oil_in(p, c, &area, &held);
  c->flow[A] = area * r.v;
  c->effort[AXIS] = dry_smooth(&p->dry, r.v) + stops_effort(&p->stops, c, &r) - area * c->effort[A];
}

DV_AMOUNT(stored)
{
  stops_rod r = rod(p, c);
  real area, held, volume = oil_in(p, c, &area, &held);
  return stops_stored(&p->stops, c, &r) + volume * oil_energy(&p->oil, c->opt[0], c->effort[A]);
}

DV_AMOUNT(carried)
{
  real area, held;
  oil_in(p, c, &area, &held);
  return oil_energy(&p->oil, c->opt[0], c->effort[A]) * (c->flow[A] - held * area * c->flow[AXIS]);
}

DV_AMOUNT(loss)
{
  stops_rod r = rod(p, c);
  return dry_smooth(&p->dry, r.v) * r.v + stops_loss(&p->stops, c, &r);
}

STOPS_LAWS

DV_KIND(hydraulic, telescopic) = {
    .name = "hydraulic.telescopic",
    .doc = "single-acting cylinder: a plunger, or telescopic stages that come out one after the other",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    .nroot = STOPS_ROOTS,
    .holds = 1,
    .fault = fault,
    .prepare = prepare,
    .publish = publish,
    .answer = answer,
    .root = root,
    DV_ROWS(warning, stops_warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "cylinder",
    .example =
        "# 2 t on three stages, filled at 12 l/min; and a plunger on its oil\n"
        "nodes: {A: {initial: 19.62e6 Pa}}\n"
        "bodies: {load: {mass: 10 t}, mass: {mass: 500 kg}}\n"
        "joints:\n"
        "  z: {type: prismatic, axis: z, child: load}\n"
        "  x: {type: prismatic, axis: x, child: mass, rate: 1e-5 m/s, position: 0.25 m}\n"
        "gravity: 9.81 m/s^2\n"
        "parts:\n"
        "  pump: {kind: hydraulic.flow, a: A, flow: 12 l/min}\n"
        "  lift: {kind: hydraulic.telescopic, a: A, axis: z, stages: [[50 cm2, 0.2 m], [40 cm2, 0.3 m], [20 cm2, 0.2 m]], "
        "viscous: 1e5 N.s/m}\n"
        "  plunger: {kind: hydraulic.telescopic, a: P, axis: x, stages: [[20 cm2, 0.5 m]], dead: 0.3 l, bulk: 1e9 Pa}\n"
        "until: 12 s\n"
        "solver: {rtol: 1e-9, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: z.rate, at: 3 s, is: 0.04, relative: 1e-4, source: 'q/A of the first stage'}\n"
        "      - {value: z.rate, at: 9 s, is: 0.05, relative: 1e-4, source: 'q/A of the second stage'}\n"
        "      - {value: A.pressure, at: 9 s, is: (98100 + 5000)/4e-3, relative: 1e-4, source: 'weight and friction over the "
        "second area'}\n"
        "      - {drift: energy.residual, within: 1e-3}\n"
        "  spring:\n"
        "    until: 0.05 s\n"
        "    expect:\n"
        "      - {final: x.rate, is: 1e-5*cos(sqrt(1e4)*0.05), relative: 1e-5, source: 'bulk A^2/V = 5e6 N/m on 500 kg'}\n",
};
