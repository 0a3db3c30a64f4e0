// brake.c: friction brake on an axis: its capacity follows a signal.
//
//   e = engage capacity v/sqrt(v^2 + w^2)
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(capacity,  "{e}", DV_REQUIRED, 0,    1e12, "greatest effort")
    DV_P(smoothing, "{f}", 1e-3,        1e-9, 1e3,  "rate around which the effort changes sign")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};
static const dv_quantity ins[] = {
    {"engage", "1", 1, "0 open, 1 closed", DV_BY_ANSWER}
};

DV_LAW(answer)
{
  real v = c->flow[0], closed = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  c->effort[0] = closed * p->capacity * v / dv_sqrt(v * v + p->smoothing * p->smoothing);
}

DV_KIND(force, brake) = {
    .name = "force.brake",
    .doc = "friction brake, worked by a signal",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .example = "signals: {u: {kind: step, from: 0, to: 0.5, at: 1 s}}\n"
               "bodies: {mass: {mass: 2 kg}}\n"
               "joints: {x: {type: prismatic, axis: x, child: mass, rate: 3 m/s}}\n"
               "gravity: 0\n"
               "parts: {brake: {kind: force.brake, axis: x, capacity: 8 N, smoothing: 1e-6 m/s, engage: u}}\n"
               "until: 2 s\n"
               "cases: {example: {expect: [{value: x.rate, at: 1 s, is: 3, within: 1e-9, source: open}, {final: x.rate, is: 1, "
               "within: 1e-6, source: v - e t/m}]}}\n",
};
