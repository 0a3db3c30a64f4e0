// station.c: station keeping of a vehicle: PID on each of (x, y, z, roll, pitch, yaw), turned into the body.
//
//   tau0 = Kp (goal - eta) + Kd (goal' - eta') + Ki int(goal - eta),   tau = blkdiag(R^T, R^T) tau0 + feed
//
// Errors of angles are taken the short way round. An integral at its limit waits until its error turns (no windup).
// feed: what is known in advance, in the body (the arm's reaction, the weight).
#include "kinds/marine/euler.h"

DV_PARAMETERS(
    DV_P(limit, "*", 1e30, 0, 1e30, "largest integral of an error; there it waits until the error turns")
);

enum { GOAL, GOAL_RATE = 6, FEED = 12 };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_WATCHES, "body that is kept, or the point of it; it is only watched"}
};
static const dv_table tables[] = {
    {.name = "gains",
     .columns = 3,
     .unit = {"*", "*", "*"},
     .rows_least = 1,
     .doc = "rows of [kp, kd, ki]: x, y, z, roll, pitch, yaw; what has no row is left alone"},
};
// clang-format off
#define SIX(prefix, of, unit, turn, reads)               \
  {prefix "x",     unit, 1, of " along x",  reads},      \
  {prefix "y",     unit, 1, of " along y",  reads},      \
  {prefix "z",     unit, 1, of " along z",  reads},      \
  {prefix "roll",  turn, 1, of " in roll",  reads},      \
  {prefix "pitch", turn, 1, of " in pitch", reads},      \
  {prefix "yaw",   turn, 1, of " in yaw",   reads}
// clang-format on
static const dv_quantity states[] = {SIX("sum_", "integral of the error", "m.s", "rad.s", 0)};
static const dv_quantity ins[] = {
    SIX("", "goal", "m", "rad", DV_BY_SIGNAL | DV_BY_RATE | DV_OPTIONAL),
    SIX("rate_", "rate of the goal", "m/s", "rad/s", DV_BY_SIGNAL | DV_OPTIONAL),
    SIX("feed_", "known in advance, body axes,", "N", "N.m", DV_BY_SIGNAL | DV_OPTIONAL),
};
static const dv_quantity outs[] = {
    {"fx", "N",   100, "wanted force along the body's x",  0},
    {"fy", "N",   100, "along y",                          0},
    {"fz", "N",   100, "along z",                          0},
    {"mx", "N.m", 100, "wanted moment about the body's x", 0},
    {"my", "N.m", 100, "about y",                          0},
    {"mz", "N.m", 100, "about z",                          0},
};

DV_FN real error(const dv_cell *c, const real *eta, int i)
{
  return i < 3 ? c->in[GOAL + i] - eta[i] : euler_between(c->in[GOAL + i], eta[i]);
}

DV_LAW(signal)
{
  real eta[6], rate[6], tau[6];
  euler_place(c->pose, eta);
  euler_rate(c->pose, eta, c->flow, rate);
  for (int i = 0; i < 6; i++) tau[i] = dv_real(0);
  for (int i = 0; i < 6 && i < c->rows[0]; i++) {
    const real *k = c->table[0] + 3 * i;
    tau[i] = k[0] * error(c, eta, i) + k[1] * (c->in[GOAL_RATE + i] - rate[i]) + k[2] * dv_clamp(c->x[i], -p->limit, p->limit);
  }
  dv_v3_put(c->out, dv_v3_add(dv_m3_tmul(c->pose, dv_v3_of(tau)), dv_v3_of(c->in + FEED)));
  dv_v3_put(c->out + 3, dv_v3_add(dv_m3_tmul(c->pose, dv_v3_of(tau + 3)), dv_v3_of(c->in + FEED + 3)));
}

DV_LAW(rate)
{
  real eta[6];
  euler_place(c->pose, eta);
  for (int i = 0; i < 6; i++) {
    real e = error(c, eta, i), sum = c->x[i], grows = dv_select(sum * e > 0.0, dv_real(0), e);
    c->dx[i] = dv_select(dv_abs(sum) < p->limit, e, grows);
  }
}

DV_KIND(control, station) = {
    .name = "control.station",
    .doc = "station keeping of a vehicle: PID per degree of freedom in the world, force and moment in the body",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .example =
        "# m x'' = kp (1 - x) - kd x', critically damped; yaw the same; a push in heave is carried by the integral\n"
        "bodies: {hull: {mass: 2 kg, inertia: [2, 2, 2]}}\n"
        "joints: {base: {type: free, child: hull}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  hold: {kind: control.station, frame: hull, x: 1 m, yaw: 1 rad,\n"
        "         gains: [[8, 8, 0], [8, 8, 0], [8, 8, 4], [8, 8, 0], [8, 8, 0], [8, 8, 0]]}\n"
        "  push: {kind: force.wrench, frame: hull, axes: body, fx: hold.fx, fy: hold.fy, fz: hold.fz, mx: hold.mx, my: "
        "hold.my, mz: hold.mz}\n"
        "  load: {kind: force.wrench, frame: hull, fz: 3 N}\n"
        "  far: {kind: control.station, frame: hull, z: 'select(less(t, 10), 5, -5)', limit: 2, gains: [[0, 0, 0]]}\n"
        "until: 30 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: base.x, at: 1 s, is: 0.5939941502901616, within: 1e-8, source: 1 - (1 + 2t) exp(-2t)}\n"
        "      - {final: base.z, is: 0, within: 1e-6, source: the integral carries the load}\n"
        "      - {value: far.sum_z, at: 9 s, is: 2, within: 1e-3, source: its limit}\n"
        "      - {value: far.sum_z, at: 10.2 s, is: 1, within: 0.01, source: 'comes off it with the error, 5 m for 0.2 s'}\n",
};
