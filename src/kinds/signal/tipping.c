// tipping.c: tip-over margin of a machine that stands on feet or wheels: where the ground would have to push, and how far that is
// from the edge of the polygon that they span.
//
//   x = -(my + h fx)/fz,  y = (mx - h fy)/fz: zero-moment point, h below the frame at which the wrench is given
//   margin = least distance to the sides, inside positive;   moment = fz margin: what it lacks to tip
//
// The wrench is what holds the machine, `base.reaction.fx` ... `mz`: with accelerations it is the dynamic measure, in a machine
// at rest the static one. It may slide or turn as it likes: it only must not pull at the ground. Vukobratovic and Borovac 2004.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(height, "m", 0, -1e4, 1e4, "of the frame over the ground")
    DV_P(least,  "N", 1, 1e-6, 1e9, "the margin is that of this force where less presses on the ground")
);

enum { FX, FY, FZ, MX, MY };
enum { MARGIN, MOMENT, X, Y, SIDE };

static const dv_table tables[] = {
    {.name = "feet",
     .columns = 2,
     .unit = {"m", "m"},
     .rows_least = 3,
     .doc = "rows of [x, y]: corners of a convex polygon, against the clock seen from above"},
};
static const dv_quantity ins[] = {
    {"fx", "N",   1000, "force that holds the machine, along x", 0},
    {"fy", "N",   1000, "along y",                               0},
    {"fz", "N",   1000, "along z, upwards",                      0},
    {"mx", "N.m", 1000, "moment about x",                        0},
    {"my", "N.m", 1000, "moment about y",                        0},
};
static const dv_quantity outs[] = {
    {"margin", "m",   1,    "distance to the nearest side; negative: it tips", 0},
    {"moment", "N.m", 1000, "moment that is left about that side",             0},
    {"x",      "m",   1,    "zero-moment point along x",                       0},
    {"y",      "m",   1,    "along y",                                         0},
    {"side",   "1",   1,    "side about which it would tip, from 1",           0},
};

DV_FAULT(fault)
{
  int n = c->rows[0];
  (void)p;
  for (int i = 0; i < n; i++) {
    double x[3], y[3];
    for (int k = 0; k < 3; k++)
      x[k] = dv_lane(c->table[0][2 * ((i + k) % n)], 0), y[k] = dv_lane(c->table[0][2 * ((i + k) % n) + 1], 0);
    if (!((x[1] - x[0]) * (y[2] - y[1]) - (y[1] - y[0]) * (x[2] - x[1]) > 0))
      return "its feet are not a convex polygon against the clock|give the corners in turn, seen from above, no three in a line";
  }
  return NULL;
}

DV_LAW(signal)
{
  const real *in = c->in, *feet = c->table[0];
  real up = dv_max(in[FZ], p->least), x = -(in[MY] + p->height * in[FX]) / up, y = (in[MX] - p->height * in[FY]) / up;
  real margin = dv_real(1e30), side = dv_real(0);
  for (int i = 0, n = c->rows[0]; i < n; i++) {
    const real *a = feet + 2 * i, *b = feet + 2 * ((i + 1) % n);
    real dx = b[0] - a[0], dy = b[1] - a[1], d = (dx * (y - a[1]) - dy * (x - a[0])) / dv_sqrt(dx * dx + dy * dy);
    side = dv_select(d < margin, dv_real(i + 1), side);
    margin = dv_min(margin, d);
  }
  c->out[MARGIN] = margin;
  c->out[MOMENT] = margin * up;
  c->out[X] = x;
  c->out[Y] = y;
  c->out[SIDE] = side;
}

DV_LAW(guard)
{
  (void)p;
  c->guard[0] = c->out[MARGIN];
}
static const char *const warnings[] = {
    "the machine tips: its feet would have to pull at the ground, which the joint that holds it does here; what follows is not "
    "what it would do"};

DV_KIND(signal, tipping) = {
    .name = "signal.tipping",
    .doc = "tip-over margin, static and dynamic, from the wrench that holds the machine",
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .signal = signal,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .example =
        "# 2 t with its centre 1 m over the ground and 0.2 m before the middle brakes with 3 m/s^2 on a base of 2 m by 1.6 m\n"
        "bodies: {truck: {mass: 2 t, com: [0.2, 0, 0.5]}}\n"
        "joints: {drive: {type: prismatic, axis: x, child: truck, motion: {prescribed: way}}}\n"
        "gravity: 10 m/s^2\n"
        "signals:\n"
        "  way: -1.5*t^2\n"
        "  tip: {kind: tipping, height: 0.5 m, feet: [[1, -0.8], [1, 0.8], [-1, 0.8], [-1, -0.8]], fx: drive.reaction.fx, fy: "
        "drive.reaction.fy, fz: drive.reaction.fz, mx: drive.reaction.mx, my: drive.reaction.my}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: tip.x, is: 0.5, within: 1e-9, source: '0.2 + 1 3/10'}\n"
        "      - {final: tip.margin, is: 0.5, within: 1e-9, source: to the front}\n"
        "      - {final: tip.side, is: 1, within: 1e-12, source: the front}\n"
        "      - {final: tip.moment, is: 1e4, within: 1e-5, source: 'm g 0.5 m'}\n",
};
