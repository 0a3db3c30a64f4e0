// engine.c: combustion engine on a rotary axis: governor with droop, full-load curve, lag of the charge, fuel by Willans' line.
//
//   asked = most (set - w)/(droop set), within 0 and full(w);   T' = (asked - T)/time
//   torque on the axis = T - drag w;   fuel' = T w/(efficiency heat), or by the map, linear between its points
//
// most: the greatest torque of the full-load table. Without load it turns at almost the set speed, at its greatest torque `droop`
// below. Willans 1888, as in Guzzella and Onder 2010: fuel over work done inside is constant; consumption per work delivered is
// 1/(efficiency heat) T/(T - drag w), so it rises towards idling. Where it reaches full load or lets go is an event: while it is
// at a limit nothing else feels its demand.
#include "kinds/signal/signal.h"
#include "kinds/slack.h"

DV_PARAMETERS(
    DV_P(droop,      "1",         0.08, 1e-3, 1,   "loss of speed from no load to the greatest torque, part of the set speed")
    DV_P(time,       "s",         0.15, 1e-4, 100, "lag of the torque (charging of a turbo engine)")
    DV_P(drag,       "N.m.s/rad", 0,    0,    1e6, "torque per speed that it takes to turn it")
    DV_P(efficiency, "1",         0.42, 0.05, 0.9, "work done inside over the fuel's heat")
    DV_P(heat,       "J/kg",      42.7e6, 1e6, 2e8, "heating value of the fuel")
    DV_DERIVED(real most)  // greatest torque of the curve
);

enum { TORQUE, FUEL };
enum { FULL, NONE };

static const dv_port ports[] = {
    {"axis", DV_ROTARY, DV_ANSWERS, "crankshaft; it turns the way in which the axis grows"}
};
static const dv_table tables[] = {
    {.name = "full",
     .columns = 2,
     .unit = {"rad/s", "N.m"},
     .rows_least = 2,
     .rising = 1,
     .doc = "rows of [speed, torque] at full load, or {csv: file}; straight lines between, the end rows beyond"},
    {.name = "map",
     .columns = 6,
     .unit = {"rad/s", "kg/s", "kg/s", "kg/s", "kg/s", "kg/s"},
     .rising = 1,
     .doc =
         "rows of [speed, fuel per time at 0, 1/4, 1/2, 3/4 and all of the full-load torque], or {csv: file}; in the place of efficiency"},
};
static const dv_quantity states[] = {
    {"torque", "N.m", 100, "torque of the burning", 0},
    {"fuel",   "kg",  1,   "fuel that was burnt",   0},
};
static const dv_quantity ins[] = {
    {"set", "rad/s", 100, "set speed", DV_BY_SIGNAL | DV_BY_RATE}
};
static const dv_quantity outs[] = {
    {"rate",  "kg/s", 1e-3, "fuel per time",                               0},
    {"load",  "1",    1,    "torque over that of full load at this speed", 0},
    {"power", "W",    1e4,  "power at the crankshaft",                     0},
};

DV_FAULT(fault)
{
  double most = 0;
  (void)p;
  for (int i = 0; i < c->rows[0]; i++) {
    double torque = dv_lane(c->table[0][2 * i + 1], 0);
    if (!(torque >= 0))
      return "a torque at full load is negative|give the torque that the engine delivers, and `drag` for the rest";
    if (torque > most) most = torque;
  }
  for (int i = 0; i < c->rows[1]; i++)
    for (int k = 1; k < 6; k++)
      if (!(dv_lane(c->table[1][6 * i + k], 0) >= 0))
        return "the map of its fuel has a rate below zero|give what it burns, in kg/s";
  return most > 0 ? NULL : "its full-load torque is zero everywhere|give rows of [speed, torque] with a torque above zero";
}

DV_PREPARE(prepare)
{
  p->most = dv_real(0);
  for (int i = 0; i < c->rows[0]; i++) p->most = dv_max(p->most, c->table[0][2 * i + 1]);
}

DV_FN real full(const dv_cell *c)
{
  real a[2], b[2], w = c->flow[0];
  signal_segment(c->table[0], 2, c->rows[0], w, a, b);
  return a[1] + dv_clamp((w - a[0]) / (b[0] - a[0]), dv_real(0), dv_real(1)) * (b[1] - a[1]);
}

DV_FN real load(const par *p, const dv_cell *c) { return c->x[TORQUE] / dv_max(full(c), 1e-6 * p->most); }

// Straight lines between the points of the map, along speed and load; at its edges beyond them.
DV_FN real mapped(const par *p, const dv_cell *c)
{
  enum { COLUMNS = 6, QUARTERS = 4 };
  real a[COLUMNS], b[COLUMNS], w = c->flow[0];
  signal_segment(c->table[1], COLUMNS, c->rows[1], w, a, b);
  real gap = b[0] - a[0], along = dv_clamp((w - a[0]) / dv_select(gap > 0.0, gap, dv_real(1)), dv_real(0), dv_real(1));
  real at = (double)QUARTERS * dv_clamp(load(p, c), dv_real(0), dv_real(1)), fuel = a[1] + along * (b[1] - a[1]);
  for (int i = 0; i < QUARTERS; i++) {
    real step = b[i + 2] - b[i + 1], low = a[i + 2] - a[i + 1];
    fuel += dv_clamp(at - i, dv_real(0), dv_real(1)) * (low + along * (step - low));
  }
  return fuel;
}

DV_FN real burning(const par *p, const dv_cell *c)
{
  if (c->rows[1]) return mapped(p, c);
  return c->x[TORQUE] * dv_max(c->flow[0], dv_real(0)) / (p->efficiency * p->heat);
}

DV_LAW(signal)
{
  c->out[0] = burning(p, c);
  c->out[1] = load(p, c);
  c->out[2] = (c->x[TORQUE] - p->drag * c->flow[0]) * c->flow[0];
}

DV_LAW(answer) { c->effort[0] = p->drag * c->flow[0] - c->x[TORQUE]; }

DV_FN real asked(const par *p, const dv_cell *c)
{
  return p->most * (c->in[0] - c->flow[0]) / (p->droop * dv_max(c->in[0], dv_real(1e-3)));
}

DV_LAW(root)
{
  real T = asked(p, c), slack = 1e-6 * p->most;
  c->root[FULL] = slack_root(c, FULL, full(c) - T, slack);
  c->root[NONE] = slack_root(c, NONE, T, slack);
}

DV_LAW(rate)
{
  c->dx[TORQUE] = (dv_clamp(asked(p, c), dv_real(0), full(c)) - c->x[TORQUE]) / p->time;
  c->dx[FUEL] = burning(p, c);
}

DV_AMOUNT(loss) { return p->drag * c->flow[0] * c->flow[0]; }

DV_KIND(force, engine) = {
    .name = "force.engine",
    .doc = "combustion engine: governor with droop, full-load curve, lag, fuel by efficiency or map",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 2,
    .holds = 1,
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    .loss = loss,
    .active = 1,
    .form = "MSe",
    .example =
        "# 200 rad/s set, droop 10 %, 500 N.m: 250 N.m of load (200 outside, 50 of its own drag) cost half the droop; at "
        "twice the full load it is lugged down\n"
        "bodies: {crank: {inertia: [1, 1, 2]}, other: {inertia: [1, 1, 2]}, third: {inertia: [1, 1, 2]}}\n"
        "joints:\n"
        "  turn: {type: revolute, axis: z, child: crank, rate: 190 rad/s}\n"
        "  lug: {type: revolute, axis: z, child: other, rate: 190 rad/s}\n"
        "  even: {type: revolute, axis: z, child: third, rate: 192.5 rad/s}\n"
        "parts:\n"
        "  engine: {kind: force.engine, axis: turn, set: 200 rad/s, droop: 0.1, full: [[100, 450], [150, 500], [220, "
        "500]], drag: \"50/190*1[N.m.s/rad]\", initial: {torque: 250 N.m}}\n"
        "  mapped: {kind: force.engine, axis: even, set: 200 rad/s, droop: 0.1, full: [[100, 400], [200, 400]], map: "
        "[[100, 1 g/s, 2 g/s, 3.5 g/s, 5 g/s, 7 g/s], [200, 2 g/s, 4 g/s, 6 g/s, 9 g/s, 13 g/s]], initial: {torque: 150 N.m}}\n"
        "  load: {kind: force.effort, axis: turn, effort: -200 N.m}\n"
        "  pull: {kind: force.effort, axis: even, effort: -150 N.m}\n"
        "  small: {kind: force.engine, axis: lug, set: 200 rad/s, droop: 0.1, full: [[100, 400], [200, 200]]}\n"
        "  heavy: {kind: force.damper, axis: lug, damping: 2 N.m.s/rad}\n"
        "until: 20 s\n"
        "solver: {rtol: 1e-9, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: turn.rate, is: 190, relative: 1e-8, source: half the droop at half the greatest torque}\n"
        "      - {final: engine.power, is: 38000, relative: 1e-7, source: 200 N.m at 190 rad/s}\n"
        "      - {final: engine.fuel, is: 250*190*20/(0.42*42.7e6), relative: 1e-7, source: 'T w t/(efficiency heat)'}\n"
        "      - {final: mapped.rate, is: (0.075*2.75 + 0.925*5)*1e-3, relative: 1e-7, source: 'halfway from 1/4 to 1/2 of its "
        "load, at 192.5 of 100 to 200 rad/s'}\n"
        "      - {final: lug.rate, is: 150, relative: 1e-7, source: 'full load 600 - 2 w = 2 w'}\n"
        "      - {final: small.load, is: 1, relative: 1e-7, source: full load}\n",
};
