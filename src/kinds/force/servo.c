// servo.c: a servo on an axis: drives it to a goal by proportional gain and damping, with an effort added in advance.
//
//   effort = clamp(feed + kp (goal - x) + kd (goal' - x'), most)      in the positive direction of the axis
//
// Gains by wanted frequency and damping on a mass m: kp = (2 pi f)^2 m, kd = 2 zeta (2 pi f) m; control.pd-gravity finds m and
// feed.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(kp,   "{e}/{x}", DV_REQUIRED, 0, 1e30, "effort per error of the coordinate")
    DV_P(kd,   "{e}/{f}", 0,           0, 1e30, "effort per error of the rate")
    DV_P(most, "{e}",     1e30,        0, 1e30, "greatest size of the effort")
);

enum { GOAL, GOAL_RATE, FEED };

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it drives"}
};
static const dv_quantity ins[] = {
    {"goal",      "{x}", 1, "wanted coordinate", 0          },
    {"goal_rate", "{f}", 1, "its rate",          DV_OPTIONAL},
    {"feed",      "{e}", 1, "effort in advance", DV_OPTIONAL},
};

DV_LAW(answer)
{
  real push = c->in[FEED] + p->kp * (c->in[GOAL] - c->pos[0]) + p->kd * (c->in[GOAL_RATE] - c->flow[0]);
  c->effort[0] = -dv_clamp(push, -p->most, p->most);
}

DV_KIND(force, servo) = {
    .name = "force.servo",
    .doc = "position servo on an axis: proportional gain, damping, effort in advance",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .active = 1,
    .example = "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: z, child: mass}}\n"
               "parts: {s: {kind: force.servo, axis: x, kp: 8 N/m, kd: 8 N.s/m, goal: 1 m, feed: 19.62 N}}\n"
               "until: 1 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: x, is: 0.59399415029016194, within: 1e-8, source: \"1 - (1 + 2 t) exp(-2 t), "
               "critically damped\"}]}}\n",
};
