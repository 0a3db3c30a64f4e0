// linkage.c: where a revolute joint must stand so that an axis across it has a wanted length: from cylinder space to joint space.
//
//   x^2 = A + B cos q + C sin q = A + R cos(q - phi)     two points with this one joint between them
//   q = phi -+ acos(u),  u = (x^2 - A)/R;   q' and q'' by the chain rule, exact
//
// A, B, C are the machine's own: from x at q = 0, pi/2, pi. Beyond the reach of the linkage the joint stays at its dead centre.
#include "kinds/formula_run.h"
#include "kinds/signal/signal.h"

DV_NO_PARAMETERS;

enum { SIDE };
enum { MARGIN = 3 };

static const dv_option options[] = {
    {"side", "opens|closes", "the axis grows with the coordinate, or shrinks"}
};
static const dv_quantity outs[] = {
    {"value",        "rad",     1, "coordinate",                     0},
    {"rate",         "rad/s",   1, "its rate",                       0},
    {"acceleration", "rad/s^2", 1, "its acceleration",               0},
    {"margin",       "1",       1, "1 - |u|: zero at a dead centre", 0},
};
static const char *const warnings[] = {"the wanted length is beyond the reach of the linkage"};

// Square of the axis' length with the joint at an angle.
DV_FN real square(const dv_cell *c, double angle)
{
  const dv_service *s = c->service;
  real *q = s->room, *row = q + (s->nq > s->nv ? s->nq : s->nv), x;
  for (int i = 0; i < s->nq; i++) q[i] = s->q[i];
  q[c->iq[0]] = dv_real(angle);
  s->axis(s, q, c->axis[0], &x, row);
  return x * x;
}

DV_LAW(signal)
{
  const double half = 1.57079632679489662, within = 1 - 1e-12;
  real here = square(c, 0), back = square(c, 2 * half), A = 0.5 * (here + back), B = here - A, C = square(c, half) - A;
  real R = dv_sqrt(B * B + C * C), phi = dv_atan2(C, B);
  dv_jet x = dv_formula_run(c->code, c->ncode, c->constant, c->in);
  dv_jet u = dv_jet_mul(dv_jet_sub(dv_jet_mul(x, x), dv_jet_const(A)), dv_jet_const(1 / R));
  dv_jet stop = dv_jet_const(dv_clamp(u.v, dv_real(-within), dv_real(within)));
  dv_jet turn = dv_jet_acos(dv_jet_select(dv_abs(u.v) < within, u, stop));
  (void)p;
  signal_put(c, c->opt[SIDE] ? dv_jet_add(dv_jet_const(phi), turn) : dv_jet_sub(dv_jet_const(phi), turn));
  c->out[MARGIN] = 1 - dv_abs(u.v);
}

DV_LAW(guard)
{
  (void)p;
  c->guard[0] = c->out[MARGIN];
}

DV_KIND(signal, linkage) = {
    .name = "signal.linkage",
    .doc =
        "coordinate of a revolute joint at which an axis across it (a cylinder) has a wanted length, with rate and acceleration",
    .npar = DV_NPAR(par),
    DV_ROWS(option, options),
    DV_ROWS(out, outs),
    .formula = "length",
    .each = "joint",
    .axes = "axis",
    .service = DV_ASKS_SHAPE,
    .signal = signal,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .smooth = -1,
    .example =
        "# sides 3 and 4: the distance is 5 where the angle is right, and x x' = 12 sin(q) q'\n"
        "bodies: {foot: {points: {eye: [3, 0, 0]}}, arm: {mass: 1 kg, inertia: [1, 1, 1], points: {lug: [4, 0, 0]}}}\n"
        "joints:\n"
        "  stand: {type: fixed, child: foot}\n"
        "  q: {type: revolute, axis: z, child: arm, motion: {prescribed: angle}}\n"
        "axes: {ram: {from: foot.eye, to: arm.lug}}\n"
        "signals: {angle: {kind: linkage, joint: q, axis: ram, length: 4 + t}}\n"
        "until: 2 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: q, at: 1 s, is: 1.5707963267948966, within: 1e-12, source: a right triangle}\n"
        "      - {value: q.rate, at: 1 s, is: 0.4166666666666667, within: 1e-12, source: x x' = 12 sin(q) q'}\n"
        "      - {value: q.acceleration, at: 1 s, is: 0.08333333333333333, within: 1e-12, source: (1 - 12 cos(q) q'^2)/12}\n",
};
