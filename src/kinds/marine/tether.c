// tether.c: a heavy elastic line between two points, at rest at every instant: the elastic catenary (Irvine 1981).
//
//   l = H L/EA + H/w (asinh(V/H) - asinh((V - w L)/H)),   h = L/EA (V - w L/2) + (sqrt(H^2 + V^2) - sqrt(H^2 + (V - w L)^2))/w
//
// H, V: horizontal and vertical pull at the upper end, l, h distances of the ends, L length, w weight in water per length.
// Newton in (H, V) with shorter steps where H would turn negative. No drag: lump the line into bodies with marine.strips for
// that.
#include "davit/kind.h"
#include "math/spatial.h"

typedef struct {
  real length, weight, stiffness;
} par;

enum { NEWTONS = 60 };

static const dv_port ports[] = {
    {"a", DV_FRAME, DV_ANSWERS, "one end"      },
    {"b", DV_FRAME, DV_ANSWERS, "the other end"}
};
static const dv_param params[] = {
    {"length",    "m",   DV_REQUIRED, 1e-3, 1e5,  "length without pull"       },
    {"weight",    "N/m", DV_REQUIRED, 1e-6, 1e6,  "weight in water per length"},
    {"stiffness", "N",   1e7,         1,    1e13, "EA: pull per strain"       },
};
static const dv_quantity outs[] = {
    {"pull_a",     "N", 100, "pull at a",       0},
    {"pull_b",     "N", 100, "pull at b",       0},
    {"horizontal", "N", 100, "horizontal pull", 0}
};

typedef struct {
  real H, V;
} pull;

DV_FN real arsinh(real x)
{
  real a = dv_abs(x), y = dv_log(a + dv_sqrt(a * a + 1));
  return dv_copysign(y, x);
}

// One Newton step on the two equations.
DV_FN pull improve(const par *p, real l, real h, pull q)
{
  real w = p->weight, L = p->length, EA = p->stiffness, Vb = q.V - w * L;
  real Ta = dv_sqrt(q.H * q.H + q.V * q.V), Tb = dv_sqrt(q.H * q.H + Vb * Vb), turn = arsinh(q.V / q.H) - arsinh(Vb / q.H);
  real x = q.H * L / EA + q.H / w * turn - l, y = L / EA * (q.V - 0.5 * w * L) + (Ta - Tb) / w - h;
  real xH = L / EA + (turn - q.V / Ta + Vb / Tb) / w, xV = q.H / w * (1 / Ta - 1 / Tb), yH = xV,
       yV = L / EA + (q.V / Ta - Vb / Tb) / w;
  real det = xH * yV - xV * yH, dH = -(yV * x - xV * y) / det, dV = -(xH * y - yH * x) / det;
  real cut = dv_select(q.H + dH < 0.1 * q.H, -0.9 * q.H / dH, dv_real(1));
  q.H += cut * dH;
  q.V += cut * dV;
  return q;
}

// l: horizontal, h >= 0: vertical distance. Start of Peyrot and Goulois 1979.
DV_FN pull solve(const par *p, real l, real h)
{
  real w = p->weight, L = p->length, span2 = l * l + h * h, slack = (L * L - h * h) / (l * l) - 1;
  real bow = dv_select(L * L > 1.0001 * span2, dv_sqrt(3 * dv_max(slack, dv_real(1e-6))), dv_real(0.2)),
       e = dv_exp(2 * dv_min(bow, dv_real(30)));
  pull q = {0.5 * w * l / bow, 0.5 * w * (h * (e + 1) / (e - 1) + L)};
  for (int i = 0; i < NEWTONS; i++) q = improve(p, l, h, q);
  return q;
}

typedef struct {
  v3 on_a, on_b;  // world axes
  pull q;
} line;

DV_FN line look(const par *p, const dv_cell *c)
{
  dv_water at;
  real point[3];
  dv_v3_put(point, dv_v3_of(c->pose + 9));
  c->service->water(c->service, point, &at);
  v3 up = dv_v3_of(at.up), d = dv_v3_sub(dv_v3_of(c->pose + 21), dv_v3_of(c->pose + 9));
  real rise = dv_v3_dot(up, d), h = dv_abs(rise);
  v3 flat = dv_v3_sub(d, dv_v3_scale(up, rise));
  real l = dv_max(dv_sqrt(dv_v3_dot(flat, flat)), 1e-6 * p->length);
  line s;
  s.q = solve(p, l, h);
  // at the upper end the line pulls towards the other and down with V, at the lower end back and down with w L - V
  dv_bool b_up = rise > 0.0;
  real lower = p->weight * p->length - s.q.V, down_a = dv_select(b_up, lower, s.q.V), down_b = dv_select(b_up, s.q.V, lower);
  v3 along = dv_v3_scale(flat, s.q.H / l);
  s.on_a = dv_v3_sub(along, dv_v3_scale(up, down_a));
  s.on_b = dv_v3_sub(dv_v3_zero(), dv_v3_add(along, dv_v3_scale(up, down_b)));
  return s;
}

DV_LAW(signal)
{
  line s = look(p, c);
  c->out[0] = dv_sqrt(dv_v3_dot(s.on_a, s.on_a));
  c->out[1] = dv_sqrt(dv_v3_dot(s.on_b, s.on_b));
  c->out[2] = s.q.H;
}

DV_LAW(answer)
{
  line s = look(p, c);
  for (int i = 0; i < 12; i++) c->effort[i] = dv_real(0);
  dv_v3_put(c->effort + 3, dv_v3_scale(dv_m3_tmul(c->pose, s.on_a), dv_real(-1)));
  dv_v3_put(c->effort + 9, dv_v3_scale(dv_m3_tmul(c->pose + 12, s.on_b), dv_real(-1)));
}

DV_KIND(marine, tether) = {
    .name = "marine.tether",
    .doc = "umbilical or mooring line between two points: elastic catenary",
    .port = ports,
    .nport = DV_COUNT(ports),
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .out = outs,
    .nout = DV_COUNT(outs),
    .service = DV_ASKS_WATER,
    .signal = signal,
    .answer = answer,
    .active = 1,
    .form = "C",
    .look = "tether",
    .bench = "# ends level and 2 a sinh(1) long over 2 a: H = w a, T = w a cosh(1)\n"
             "bodies: {left: {mass: 1 kg}, right: {mass: 1 kg}}\n"
             "joints:\n"
             "  x: {type: prismatic, axis: x, child: left, motion: locked}\n"
             "  y: {type: prismatic, axis: x, child: right, at: {xyz: [20, 0, 0]}, motion: locked}\n"
             "parts:\n"
             "  sea: {kind: marine.water}\n"
             "  line: {kind: marine.tether, a: left, b: right, length: 23.504023872876028 m, weight: 5 N/m, stiffness: 1e12 N}\n"
             "until: 1 ms\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {final: line.horizontal, is: 50, within: 1e-7, source: w a}\n"
             "      - {final: line.pull_b, is: 77.15403174076218, within: 1e-7, source: w a cosh(1)}\n",
};
