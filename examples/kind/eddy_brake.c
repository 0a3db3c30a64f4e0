// eddy_brake.c: an eddy-current brake: drag that grows with speed up to a peak, and falls beyond it.
//
//   e = 2 peak r / (1 + r^2),   r = rate / critical
//
// A wheel J that runs down: critical^2 ln(w / w0) + (w^2 - w0^2) / 2 = -2 peak critical t / J. From 2 to 1 rad/s at critical =
// 1 rad/s, peak = J: t = ln(2) / 2 + 3 / 4.
#include <davit/library.h>

DV_PARAMETERS(
    DV_P(peak,     "{e}", DV_REQUIRED, 0,    1e12, "greatest drag")
    DV_P(critical, "{f}", DV_REQUIRED, 1e-6, 1e6,  "rate at which it is greatest")
);

static const dv_port ports[] = {
    {"axis", DV_AXIS, DV_ANSWERS, "axis that it brakes"}
};

static const dv_quantity out[] = {
    {"drag", "{e}", 1, "what it brakes with", 0}
};

DV_LAW(answer)
{
  real r = c->flow[0] / p->critical;
  c->effort[0] = 2 * p->peak * r / (1 + r * r);
}

DV_LAW(signal)
{
  real r = c->flow[0] / p->critical;
  c->out[0] = dv_abs(2 * p->peak * r / (1 + r * r));
}

DV_KIND(my, eddy_brake) = {
    .name = "my.eddy-brake",
    .doc = "eddy-current brake: drag with a peak",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, out),
    .signal = signal,
    .answer = answer,
    .look = "damper",
    .example = "bodies: {wheel: {mass: 1 kg, inertia: [3 kg m^2, 3 kg m^2, 3 kg m^2]}}\n"
               "joints: {w: {type: revolute, axis: z, child: wheel, rate: 2 rad/s}}\n"
               "gravity: 0\n"
               "parts: {b: {kind: my.eddy-brake, axis: w, peak: 3 N m, critical: 1 rad/s}}\n"
               "until: 1.0965735902799727 s\n"
               "solver: {rtol: 1e-10, atol: 1e-12}\n"
               "cases: {example: {expect: [{final: w.rate, is: 1, within: 1e-8, source: separated equation}, {final: b.drag, is: "
               "3, within: 1e-7, source: peak at the critical rate}]}}\n",
};

// All kinds of the library, once, in any one of its files.
DV_KIND_ELSEWHERE(my, duffing);
DV_KIND_LIBRARY(&DV_X(dv_my_duffing), &DV_X(dv_my_eddy_brake));
