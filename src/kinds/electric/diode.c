// diode.c: conducts from a to b above its drop, blocks the other way; with an input that shuts it, a switch.
//
//   i = s (h(u - drop) - h(-drop))/R + u/leak,   h(x) = 0 below -w, (x + w)^2/4w, x above w
//
// h is a corner with a round edge, and i has the sign of u: it only ever takes power.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(resistance, "ohm", 0.01, 1e-9, 1e9,  "when it conducts")
    DV_P(drop,       "V",   0.7,  0,    1e3,  "voltage at which it begins to conduct")
    DV_P(width,      "V",   0.02, 1e-9, 10,   "half of the corner's, there")
    DV_P(leak,       "ohm", 1e7,  1,    1e15, "resistance when it blocks")
);

static const dv_port ports[] = {
    {"a", DV_ELECTRIC, DV_ANSWERS, "where the current goes in"  },
    {"b", DV_ELECTRIC, DV_ANSWERS, "where the current comes out"}
};
static const dv_quantity ins[] = {
    {"gate", "1", 1, "1: conducts as a diode does, 0: never", DV_OPTIONAL_ONE | DV_BY_ANSWER}
};

DV_FN real corner(const par *p, real x)
{
  real w = p->width, round = dv_clamp(x, -w, w) + w;
  return round * round / (4 * w) + dv_max(x - w, dv_real(0));
}

DV_LAW(answer)
{
  real u = c->effort[0] - c->effort[1], s = dv_clamp(c->in[0], dv_real(0), dv_real(1));
  c->flow[0] = s * (corner(p, u - p->drop) - corner(p, -p->drop)) / p->resistance + u / p->leak;
  c->flow[1] = -c->flow[0];
}

DV_KIND(electric, diode) = {
    .name = "electric.diode",
    .doc = "diode, or a switch for one direction",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(in, ins),
    .answer = answer,
    .example =
        "# forward, backward, and shut\n"
        "parts:\n"
        "  battery: {kind: electric.voltage, a: A, voltage: 10 V}\n"
        "  ground: {kind: electric.ground, a: G}\n"
        "  ahead: {kind: electric.diode, a: A, b: G, resistance: 3 ohm, drop: 1 V, width: 1e-6 V}\n"
        "  back: {kind: electric.diode, a: G, b: A, leak: 1e6 ohm}\n"
        "  shut: {kind: electric.diode, a: A, b: G, leak: 1e6 ohm, gate: 0}\n"
        "  small: {kind: electric.voltage, a: B, voltage: 3 V}\n"
        "  above: &round {kind: electric.diode, a: A, b: G, resistance: 2 ohm, drop: 1 V, width: 4 V, leak: 1e15 ohm}\n"
        "  within: {<<: *round, a: B}\n"
        "until: 1 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: above.a.flow, is: (9 - 3^2/16)/2, within: 1e-12, source: '(U - drop - h(-drop))/R, h = (x + w)^2/4w'}\n"
        "      - {final: within.a.flow, is: (6^2 - 3^2)/16/2, within: 1e-12, source: in the corner}\n"
        "      - {final: ahead.a.flow, is: 3.000001, within: 1e-12, source: (U - drop)/R + U/leak}\n"
        "      - {final: back.b.flow, is: 1e-5, within: 1e-12, source: leak}\n"
        "      - {final: shut.a.flow, is: 1e-5, within: 1e-12, source: leak}\n",
};
