// current.c: a current in world axes: constant, over depth, from signals; they add up.
//
//   v(depth, t) = v0 + profile(depth) + signals(t)       profile: straight between its rows, constant beyond them
#include "kinds/signal/signal.h"

DV_PARAMETERS(
    DV_P(x, "m/s", 0, -100, 100, "velocity along x")
    DV_P(y, "m/s", 0, -100, 100, "velocity along y")
    DV_P(z, "m/s", 0, -100, 100, "velocity along z")
);

enum { VX, VY, VZ, AX, AY, AZ };

static const dv_table tables[] = {
    {.name = "profile",
     .columns = 4,
     .unit = {"m", "m/s", "m/s", "m/s"},
     .rising = 1,
     .doc = "rows of [height over the world's origin, vx, vy, vz], upwards"},
};
static const dv_quantity ins[] = {
    {"vx", "m/s",   1, "velocity along x", DV_OPTIONAL},
    {"vy", "m/s",   1, "velocity along y", DV_OPTIONAL},
    {"vz", "m/s",   1, "velocity along z", DV_OPTIONAL},
    {"ax", "m/s^2", 1, "rate of vx",       DV_OPTIONAL},
    {"ay", "m/s^2", 1, "rate of vy",       DV_OPTIONAL},
    {"az", "m/s^2", 1, "rate of vz",       DV_OPTIONAL},
};

// Adds the profile's velocity at a height.
DV_FN void profile(const dv_cell *c, real height, real *v)
{
  real a[4], b[4];
  if (!c->rows[0]) return;
  signal_segment(c->table[0], 4, c->rows[0], height, a, b);
  real width = b[0] - a[0], s = dv_select(width > 0.0, dv_clamp((height - a[0]) / width, dv_real(0), dv_real(1)), dv_real(0));
  for (int i = 0; i < 3; i++) v[i] += a[1 + i] + s * (b[1 + i] - a[1 + i]);
}

DV_FIELD(field)
{
  w->velocity[0] += p->x + c->in[VX];
  w->velocity[1] += p->y + c->in[VY];
  w->velocity[2] += p->z + c->in[VZ];
  for (int i = 0; i < 3; i++) w->acceleration[i] += c->in[AX + i];
  profile(c, w->up[0] * point[0] + w->up[1] * point[1] + w->up[2] * point[2], w->velocity);
}

DV_KIND(marine, current) = {
    .name = "marine.current",
    .doc = "current: constant, over depth, from signals",
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    .field = field,
    .example = "bodies: {a: {mass: 2 kg}, b: {mass: 2 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: a, at: {xyz: [0, 0, -2.5]}}\n"
               "  y: {type: prismatic, axis: y, child: b, at: {xyz: [0, 0, -9]}}\n"
               "parts:\n"
               "  sea: {kind: marine.water}\n"
               "  flow: {kind: marine.current, x: 0.5 m/s, profile: [[-5, 0, 0.2, 0], [0, 1, 0.4, 0]]}\n"
               "  da: {kind: marine.damping, frame: a, linear_x: 20}\n"
               "  db: {kind: marine.damping, frame: b, linear_y: 20}\n"
               "until: 5 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: x.rate, at: 0.1 s, is: 0.6321205588285577, within: 1e-8, source: (1 - exp(-d t/m)) (0.5 + 0.5)}\n"
               "      - {final: y.rate, is: 0.2, within: 1e-8, source: the lowest row holds below it}\n",
};
