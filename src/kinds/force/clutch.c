// clutch.c: friction clutch between two shafts: its capacity follows a signal.
//
//   e = engage capacity v/sqrt(v^2 + w^2),  v = rate of a - rate of b;   e on a, -e on b
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(capacity,  "N.m",   DV_REQUIRED, 0,    1e12, "greatest torque")
    DV_P(smoothing, "rad/s", 1e-2,        1e-9, 1e3,  "slip around which the torque changes sign")
);

static const dv_port ports[] = {
    {"a", DV_ROTARY, DV_ANSWERS, "one shaft"  },
    {"b", DV_ROTARY, DV_ANSWERS, "other shaft"}
};
static const dv_quantity ins[] = {
    {"engage", "1", 1, "0 open, 1 closed", DV_BY_ANSWER}
};

DV_LAW(answer)
{
  real v = c->flow[0] - c->flow[1], closed = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  c->effort[0] = closed * p->capacity * v / dv_sqrt(v * v + p->smoothing * p->smoothing);
  c->effort[1] = -c->effort[0];
}

DV_KIND(force, clutch) = {
    .name = "force.clutch",
    .doc = "friction clutch between two shafts, worked by a signal",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .example = "bodies: {one: {mass: 1 kg, inertia: [1, 1, 1]}, two: {mass: 1 kg, inertia: [3, 3, 3]}}\n"
               "joints: {a: {type: revolute, axis: z, child: one, rate: 8 rad/s}, b: {type: revolute, axis: z, child: two}}\n"
               "gravity: 0\n"
               "parts: {clutch: {kind: force.clutch, a: a, b: b, capacity: 6 N.m, smoothing: 1e-3 rad/s, engage: 0.5}}\n"
               "until: 4 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: b.rate, at: 1 s, is: 1, within: 1e-5, source: e t/I}\n"
               "      - {final: b.rate, is: 2, within: 1e-6, source: momentum shared}\n"
               "      - {final: a.rate, is: 2, within: 1e-6, source: momentum shared}\n",
};
