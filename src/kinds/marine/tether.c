// tether.c: a heavy elastic line between two points, at rest at every instant: the elastic catenary (Irvine 1981).
//
//   l = H L/EA + H/w (asinh(V/H) - asinh((V - w L)/H)),   h = L/EA (V - w L/2) + (sqrt(H^2 + V^2) - sqrt(H^2 + (V - w L)^2))/w
//
// H, V: horizontal and vertical pull at the upper end, l, h distances of the ends, L length, w weight in water per length. Where
// V < w L and the lower end lies on the bed, the rest lies there too, without friction (Jonkman 2007, eqs 2-37, 2-38, C_B = 0):
//   l = L - V/w + H/w asinh(V/H) + H L/EA,   h = (sqrt(H^2 + V^2) - H)/w + V^2/(2 EA w)
// Newton in (H, V), shorter steps where they would turn negative. No drag: that is marine.line.
#include "davit/kind.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(length,    "m",   DV_REQUIRED, 1e-3, 1e5,  "length without pull")
    DV_P(weight,    "N/m", DV_REQUIRED, 1e-6, 1e6,  "weight in water per length")
    DV_P(stiffness, "N",   1e7,         1,    1e13, "EA: pull per strain")
);

enum { NEWTONS = 60 };

static const dv_port ports[] = {
    {"a", DV_FRAME, DV_ANSWERS, "one end"      },
    {"b", DV_FRAME, DV_ANSWERS, "the other end"}
};
static const dv_option options[] = {
    {"bed", "none|lower",
     "none: the line hangs free; lower: its lower end is an anchor on a level sea bed, on which slack line lies"}
};
static const dv_quantity outs[] = {
    {"pull_a",     "N", 100, "pull at a",                   0},
    {"pull_b",     "N", 100, "pull at b",                   0},
    {"horizontal", "N", 100, "horizontal pull",             0},
    {"lying",      "m", 10,  "length that lies on the bed", 0}
};

typedef struct {
  real H, V;
} pull;

DV_FN real arsinh(real x)
{
  real side = dv_copysign(dv_real(1), x), a = side * x;  // |x|, with a slope at zero
  return side * dv_log(a + dv_sqrt(a * a + 1));
}

// What is missing in the two equations, and its derivatives by H and V.
typedef struct {
  real x, y, xH, xV, yV;
} misfit;

DV_FN misfit hanging(const par *p, real l, real h, pull q)
{
  real w = p->weight, L = p->length, EA = p->stiffness, Vb = q.V - w * L;
  real Ta = dv_sqrt(q.H * q.H + q.V * q.V), Tb = dv_sqrt(q.H * q.H + Vb * Vb), turn = arsinh(q.V / q.H) - arsinh(Vb / q.H);
  misfit f = {q.H * L / EA + q.H / w * turn - l, L / EA * (q.V - 0.5 * w * L) + (Ta - Tb) / w - h,
              L / EA + (turn - q.V / Ta + Vb / Tb) / w, q.H / w * (1 / Ta - 1 / Tb), L / EA + (q.V / Ta - Vb / Tb) / w};
  return f;
}

DV_FN misfit lying(const par *p, real l, real h, pull q)
{
  real w = p->weight, L = p->length, EA = p->stiffness, T = dv_sqrt(q.H * q.H + q.V * q.V), turn = arsinh(q.V / q.H);
  misfit f = {L - q.V / w + q.H / w * turn + q.H * L / EA - l, (T - q.H) / w + 0.5 * q.V * q.V / (EA * w) - h,
              L / EA + (turn - q.V / T) / w, (q.H / T - 1) / w, q.V / (T * w) + q.V / (EA * w)};
  return f;
}

DV_FN dv_bool lies(const par *p, int bed, pull q) { return (q.V < p->weight * p->length) & (dv_real(bed) > 0.5); }

DV_FN misfit choose(dv_bool m, misfit a, misfit b)
{
  misfit f = {dv_select(m, a.x, b.x), dv_select(m, a.y, b.y), dv_select(m, a.xH, b.xH), dv_select(m, a.xV, b.xV),
              dv_select(m, a.yV, b.yV)};
  return f;
}

// One Newton step on the two equations, no pull to less than a tenth of it. Where all that can lie does, H is next to nothing
// and V carries what hangs.
DV_FN pull improve(const par *p, int bed, real l, real h, pull q)
{
  real least = 1e-9 * p->weight * p->length;
  misfit f = hanging(p, l, h, q);
  if (bed) f = choose(lies(p, bed, q), lying(p, l, h, q), f);
  real det = f.xH * f.yV - f.xV * f.xV, dH = -(f.yV * f.x - f.xV * f.y) / det, dV = -(f.xH * f.y - f.xV * f.x) / det;
  real cut = dv_select(q.H + dH < 0.1 * q.H, -0.9 * q.H / dH, dv_real(1));
  if (bed) {
    dv_bool slack = (q.H <= least) & (dH < 0.0);
    dV = dv_select(slack, -f.y / f.yV, dV);
    cut = dv_select(slack, dv_real(1), cut);
    cut = dv_select(q.V + cut * dV < 0.1 * q.V, -0.9 * q.V / dV, cut);
  }
  q.H = dv_max(q.H + cut * dH, least);
  q.V += cut * dV;
  return q;
}

// l: horizontal, h >= 0: vertical distance. Start of Peyrot and Goulois 1979.
DV_FN pull solve(const par *p, int bed, real l, real h)
{
  real w = p->weight, L = p->length, span2 = l * l + h * h, slack = (L * L - h * h) / (l * l) - 1;
  real bow = dv_select(L * L > 1.0001 * span2, dv_sqrt(3 * dv_max(slack, dv_real(1e-6))), dv_real(0.2)),
       e = dv_exp(2 * dv_min(bow, dv_real(30)));
  pull q = {0.5 * w * l / bow, 0.5 * w * (h * (e + 1) / (e - 1) + L)};
  for (int i = 0; i < NEWTONS; i++) q = improve(p, bed, l, h, q);
  return q;
}

typedef struct {
  v3 on_a, on_b;  // world axes
  pull q;
  real lying;  // length on the bed
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
  s.q = solve(p, c->opt[0], l, h);
  s.lying = dv_select(lies(p, c->opt[0], s.q), p->length - s.q.V / p->weight, dv_real(0));
  // at the upper end the line pulls towards the other and down with V, at the lower end back and down with w L - V
  dv_bool b_up = rise > 0.0;
  real lower = p->weight * (p->length - s.lying) - s.q.V, down_a = dv_select(b_up, lower, s.q.V),
       down_b = dv_select(b_up, s.q.V, lower);
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
  c->out[3] = s.lying;
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
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(out, outs),
    .service = DV_ASKS_WATER,
    .signal = signal,
    .answer = answer,
    .active = 1,
    .form = "C",
    .look = "tether",
    .example =
        "# ends level and 2 a sinh(1) long over 2 a: H = w a, T = w a cosh(1); and a line of OC3-Hywind (Jonkman 2010)\n"
        "bodies: {left: {mass: 1 kg}, right: {mass: 1 kg}, ship: {points: {fairlead: [5.2, 0, -70]}}, bed: {points: "
        "{anchor: [853.87, 0, "
        "-320], near: [100, 0, -320]}}}\n"
        "joints:\n"
        "  hold: {type: fixed, child: ship}\n"
        "  ground: {type: fixed, child: bed}\n"
        "  x: {type: prismatic, axis: x, child: left, motion: locked}\n"
        "  y: {type: prismatic, axis: x, child: right, at: {xyz: [20, 0, 0]}, motion: locked}\n"
        "parts:\n"
        "  sea: {kind: marine.water}\n"
        "  line: {kind: marine.tether, a: left, b: right, length: 23.504023872876028 m, weight: 5 N/m, stiffness: 1e12 N}\n"
        "  moored: {kind: marine.tether, a: ship.fairlead, b: bed.anchor, length: 902.2 m, weight: 698.094 N/m, stiffness: "
        "384.243e6 N, "
        "bed: lower}\n"
        "  heap: {kind: marine.tether, a: ship.fairlead, b: bed.near, length: 902.2 m, weight: 698.094 N/m, stiffness: 1e12 "
        "N, bed: lower}\n"
        "until: 1 ms\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: line.horizontal, is: 50, within: 1e-7, source: w a}\n"
        "      - {final: line.pull_b, is: 77.15403174076218, within: 1e-7, source: w a cosh(1)}\n"
        "      - {final: moored.pull_a, is: 911088.356869, relative: 1e-9, source: both equations by bisection}\n"
        "      - {final: moored.lying, is: 134.785511, relative: 1e-8, source: the same}\n"
        "      - {final: heap.pull_a, is: 174523.5, relative: 1e-6, source: weight of the 250 m that hang}\n"
        "      - {final: heap.pull_b, is: 0, within: 1e-2, source: the anchor feels nothing}\n",
};
