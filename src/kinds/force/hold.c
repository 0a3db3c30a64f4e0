// hold.c: the wrench that keeps a body still while its arms move, whatever drives them.
//
//   a* = -calm v: what moves comes to rest within 1/calm, what rests stays.   |F| <= force, |M| <= moment;   on = 0: nothing
//
// The engine finds it from the dynamics of the same instant (engine/hold_frame.c): arms may be prescribed, or driven by
// cylinders. With `places` and `directions` it is what those thrusters can give of it (marine/shares.h), as far as `through`
// says. The thrusts themselves are what `marine.allocation` makes of `frame.effort.fx ... mz` (of this part: what the body gives,
// so with the other sign).
#include "kinds/marine/shares.h"
#include "kinds/seizes.h"

DV_PARAMETERS(
    DV_P(calm,   "1/s", 1,    0, 1e6,  "how fast it brings to rest what moves")
    DV_P(force,  "N",   1e30, 0, 1e30, "greatest force")
    DV_P(moment, "N.m", 1e30, 0, 1e30, "greatest moment")
    DV_P(limit,  "N",   1e30, 0, 1e30, "greatest thrust of a thruster, beyond which all are scaled back")
);

enum { SHARES_LEAST = 0 };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point that it holds"}
};
static const dv_quantity ins[] = {
    {"on",      "1", 1, "1: holds, 0: lets go, between: that share of the wrench",                          DV_BY_ANSWER | DV_OPTIONAL_ONE},
    {"through", "1", 1, "1: the wrench comes from the thrusters, 0: it is ideal, between: a share of both",
     DV_BY_ANSWER | DV_OPTIONAL_ONE                                                                                                       }
};
static const dv_table tables[] = {SHARES_TABLES};

SHARES_LAWS

// The engine puts the wrench here once the accelerations are known.
DV_LAW(answer)
{
  (void)p;
  for (int i = 0; i < 6; i++) c->effort[i] = dv_real(0);
}

DV_KIND(force, hold) = {
    .name = "force.hold",
    .doc = "the force and moment that keep a body still, by its dynamics; can be switched, and limited",
    .instead = "use a control.station, or a joint that is locked",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    .fault = fault,
    .prepare = prepare,
    .answer = answer,
    .seizes = DV_HOLDS_STILL,
    .active = 1,
    .example =
        "# a craft that floats freely holds still while its arm goes round at 2 rad/s, until it is let go\n"
        "bodies: {craft: {mass: 50 kg, inertia: [5, 5, 5]}, arm: {mass: 4 kg, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}}\n"
        "signals: {turn: 2*t, on: {kind: step, from: 1, to: 0, at: 2 s}}\n"
        "joints:\n"
        "  base: {type: free, child: craft}\n"
        "  arm: {type: revolute, axis: z, parent: craft, child: arm, at: {xyz: [1, 0, 0]}, motion: {prescribed: turn}}\n"
        "gravity: 0\n"
        "parts: {keep: {kind: force.hold, frame: craft, on: on}}\n"
        "until: 3 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: base.x, at: 2 s, is: 0, within: 1e-9, source: it stays}\n"
        "      - {value: keep.frame.effort.fx, at: 1.5 s, is: 8*cos(3), within: 1e-6, source: 'm w^2 r towards the joint; what "
        "the part "
        "takes has the other sign'}\n"
        "      - {value: keep.frame.effort.mz, at: 1.5 s, is: 8*sin(3), within: 1e-6, source: 'that force on the joint, 1 m "
        "ahead'}\n"
        "      - {drift: energy.residual, within: 1e-8}\n"
        "  thrusters:\n"
        "    parts: {keep: {places: [[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]], directions: [[1, -1, 0], [1, 1, 0], [1, 1, 0], "
        "[1, -1, 0]]}}\n"
        "    expect:\n"
        "      - {value: base.x, at: 2 s, is: 0, within: 1e-6, source: they reach all that is wanted in the plane}\n"
        "      - {value: keep.frame.effort.mz, at: 1.5 s, is: 8*sin(3), within: 1e-4, source: as above}\n"
        "      - {drift: energy.residual, within: 1e-8}\n"
        "  upright:\n"
        "    parts: {keep: {places: [[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]], directions: [[0, 0, 1], [0, 0, 1], [0, 0, 1], "
        "[0, 0, 1]],\n"
        "      through: 'less(t, 1)', calm: 20 1/s}}\n"
        "    expect:\n"
        "      - {value: keep.frame.effort.fy, at: 0.9 s, is: 0, within: 1e-9, source: they do not push sideways}\n"
        "      - {value: craft.vx, at: 1.95 s, is: 0, within: 1e-6, source: the ideal wrench brings it to rest with exp(-20 t)}\n"
        "      - {drift: energy.residual, within: 1e-7}\n",
};
