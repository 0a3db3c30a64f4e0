// joystick.c: a stick of three axes and a button drives the rates of up to six joints.
//
//   rate_k = speed_k dead(i_(k mod 3))   for the triple that the button selects, k/3 = button; 0 for the other
//
// dead(i): zero within the dead zone, from there a straight line to 1 at full stick.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(dead,       "1", 0,           0,     0.9,  "dead zone of each axis")
    DV_P_EACH(speed, "*", DV_REQUIRED, -1e30, 1e30, "rate of the joint at full stick")
);

enum { X, Y, Z, BUTTON };

static const dv_quantity ins[] = {
    {"x",      "1", 1, "first axis, -1..1: joints 1 and 4",                            DV_OPTIONAL},
    {"y",      "1", 1, "second axis: joints 2 and 5",                                  DV_OPTIONAL},
    {"z",      "1", 1, "third axis: joints 3 and 6",                                   DV_OPTIONAL},
    {"button", "1", 1, "above one half: the outer joints 4 to 6, else the inner ones", DV_OPTIONAL},
};
static const dv_quantity outs[] = {
    {"rate[]", "{f}", 1, "rate that is asked for", 0}
};

DV_FN real stick(const par *p, real i)
{
  real on = dv_clamp(i, dv_real(-1), dv_real(1));
  return (dv_max(on - p->dead, dv_real(0)) - dv_max(-on - p->dead, dv_real(0))) / (1 - p->dead);
}

DV_LAW(signal)
{
  dv_bool outer = c->in[BUTTON] > 0.5;
  for (int k = 0; k < c->n; k++) {
    real rate = c->list[k] * stick(p, c->in[k % 3]), zero = dv_real(0);
    c->out[k] = k / 3 == 0 ? dv_select(outer, zero, rate) : k / 3 == 1 ? dv_select(outer, rate, zero) : zero;
  }
}

DV_KIND(control, joystick) = {
    .name = "control.joystick",
    .doc = "three axes and a button to the rates of six joints",
    DV_PARAMS,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .each = "joints",
    .signal = signal,
    .example =
        "bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}, c: {mass: 1 kg}, d: {mass: 1 kg}}\n"
        "joints:\n"
        "  q1: {type: prismatic, child: a}\n"
        "  q2: {type: prismatic, parent: a, child: b}\n"
        "  q3: {type: prismatic, parent: b, child: c}\n"
        "  q4: {type: prismatic, parent: c, child: d}\n"
        "signals:\n"
        "  press: {kind: step, at: 1 s}\n"
        "parts:\n"
        "  s: {kind: control.joystick, joints: [q1, q2, q3, q4], speed: [0.4, 0.3, 0.2, 0.1], x: 0.5, y: -2, z: 0.1, dead: "
        "0.2, button: press}\n"
        "until: 2 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: s.rate.q1, at: 0.5 s, is: 0.15, within: 1e-15, source: 0.4 (0.5 - 0.2)/0.8}\n"
        "      - {value: s.rate.q2, at: 0.5 s, is: -0.3, within: 1e-15, source: full stick}\n"
        "      - {value: s.rate.q3, at: 0.5 s, is: 0, within: 1e-15, source: within the dead zone}\n"
        "      - {value: s.rate.q4, at: 0.5 s, is: 0, within: 1e-15, source: the other triple}\n"
        "      - {final: s.rate.q1, is: 0, within: 1e-15, source: the other triple}\n"
        "      - {final: s.rate.q4, is: 0.0375, within: 1e-15, source: 0.1 (0.5 - 0.2)/0.8}\n",
};
