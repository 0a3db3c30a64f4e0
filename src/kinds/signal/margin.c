// margin.c: how far an axis is from its limits. Limits of joints without a stiffness, and of axes, have one, so that a run warns
// when they are passed; so has the middle angle of a gimbal, which locks at 90 degrees, and of
// a homokinetic joint, at 180.
//
//   y = min(x - lower, upper - x)
#include "davit/kind.h"

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_WATCHES, "axis that is watched"}
};
DV_PARAMETERS(
    DV_P(lower, "{x}", -1e30, -1e30, 1e30, "lower limit")
    DV_P(upper, "{x}", 1e30,  -1e30, 1e30, "upper limit")
    DV_P(speed, "{f}", 1e30,  0,     1e30, "most speed, either way")
    DV_P(effort, "{e}", 1e30, 0,     1e30, "most effort of the parts, or of the drive, on a coordinate, either way")
    DV_P(lock_lower, "{x}", -1e30, -1e30, 1e30, "where the joint locks, below")
    DV_P(lock_upper, "{x}", 1e30,  -1e30, 1e30, "where the joint locks, above")
);
static const dv_quantity outs[] = {
    {"value", "{x}", 1, "way to the nearer limit; below zero: beyond it", 0}
};

DV_FN real margin(const par *p, const dv_cell *c) { return dv_min(c->pos[0] - p->lower, p->upper - c->pos[0]); }

DV_LAW(signal) { c->out[0] = margin(p, c); }

// Not for a coordinate that rests on its limit but for rounding.
DV_LAW(guard)
{
  c->guard[0] = margin(p, c) + 1e-6;
  c->guard[1] = p->speed * (1 + 1e-6) - dv_abs(c->flow[0]);
  c->guard[2] = p->effort * (1 + 1e-6) - dv_abs(c->effort[0]);
  c->guard[3] = dv_min(c->pos[0] - p->lock_lower, p->lock_upper - c->pos[0]) - 1e-3;
}

// Without any its value would be the largest number there is.
DV_FAULT(fault)
{
  const double none = 1e29;
  (void)c;
  int is = dv_lane(p->lower, 0) > -none || dv_lane(p->upper, 0) < none || dv_lane(p->speed, 0) < none ||
           dv_lane(p->effort, 0) < none || dv_lane(p->lock_upper, 0) < none;
  return is ? NULL : "it has no limit|give `lower`, `upper`, `speed` or `effort`";
}

static const char *const warnings[] = {"the coordinate is beyond its limits, which do not act; give those of a joint a "
                                       "stiffness, limits: {lower: , upper: , stiffness: }, or put a "
                                       "force.bumper on the axis",
                                       "the coordinate moves faster than its limit, which does not act; look at what drives it",
                                       "the effort on the coordinate is beyond its limit, which does not act; look at what "
                                       "drives it, or give the drive a limit of its own",
                                       "the joint locks: its outer axes are in one line (a gimbal's at 90 degrees, those of a "
                                       "homokinetic joint at 180), rates about them are not determined, and what follows "
                                       "cannot be relied on; keep away from there, or use a ball joint"};

DV_KIND(signal, margin) = {
    .name = "signal.margin",
    .doc = "way of an axis to the nearer of two limits; the run warns where it is beyond them, faster than the speed, or where "
           "more than the effort acts",
    .stands_for = DV_FOR_LIMITS,
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .fault = fault,
    .signal = signal,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .form = "Df",
    .example = "# 3 m/s between 1 m and 8 m\n"
               "bodies: {a: {mass: 1 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: a, position: 2 m, rate: 3 m/s}}\n"
               "signals: {left: {kind: margin, axis: x, lower: 1 m, upper: 8 m}}\n"
               "until: 1 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: left, at: 0 s, is: 1, within: 1e-12, source: 2 - 1}\n"
               "      - {final: left, is: 3, within: 1e-9, source: 8 - 5}\n",
};
