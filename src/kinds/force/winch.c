// winch.c: a drum that winds up a rope in layers, the rope, the sheaves that lead it, and a hook block with parts of line.
//
//   r(n) = radius + (1/2 + sqrt(3)/2 k) diameter in layer k (each lies in the grooves of the one below), n = wound + angle/2 pi
//   L = length - integral of r d(angle);   stretch s = parts x - L;   T = EA s/L + d s'/L while it pulls
//   force along x: parts T;   torque on the drum: r (T F + EA (s/L)^2/2)
//   F = N (1 - e)/(1 - e^N) e^-lead hoisting, with 1/e instead of e lowering: N parts, e: efficiency of a sheave (DIN 15020)
//
// The rope leaves its strain on the drum: with the square the books are exact. Sheaves rub while the rope runs (`smoothing`).
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(radius,     "m",   DV_REQUIRED, 1e-3, 100,  "of the bare drum")
    DV_P(diameter,   "m",   DV_REQUIRED, 1e-4, 1,    "of the rope")
    DV_P(turns,      "1",   DV_REQUIRED, 1,    1e4,  "turns in a layer")
    DV_P(wound,      "1",   3,           0,    1e5,  "turns on the drum where its angle is zero")
    DV_P(length,     "m",   DV_REQUIRED, 1e-3, 1e5,  "rope off the drum where its angle is zero, without pull")
    DV_P(stiffness,  "N",   DV_REQUIRED, 1,    1e12, "EA of the rope: pull per strain")
    DV_P(damping,    "N.s", 0,           0,    1e12, "pull per rate of strain, while it is taut")
    DV_P(parts,      "count",   1,           1,    32,   "parts of line: how often the rope spans the way")
    DV_P(lead,       "count",   0,           0,    64,   "sheaves between the drum and the first part")
    DV_P(efficiency, "1",   1,           0.5,  1,    "of a sheave: pull behind it over pull before it")
    DV_P(smoothing,  "m/s", 1e-3,        1e-9, 10,   "speed of the rope around which the friction of sheaves changes sign")
    DV_P(blend,      "1",   0.5,         0.01, 1,    "part of a turn in which the rope climbs to the next layer")
    DV_DERIVED(real up, down, first)  // F - 1 hoisting; 1 - F lowering; length wound at angle zero
);

enum { DRUM, LINE };
enum { PULL, TAUT, OUT, RADIUS, TURNS };
enum { SLACK, PULLING, ROOTS };
enum { LAYERS = 12 };

static const dv_port ports[] = {
    {"drum", DV_ROTARY, DV_ANSWERS, "drum; it winds up as the axis grows"},
    {"line", DV_LINEAR, DV_ANSWERS, "way that the parts of the rope span"},
};
static const dv_quantity outs[] = {
    {"pull",   "N", 1000, "pull",                             0},
    {"taut",   "1", 1,    "1 while it pulls, else 0",         0},
    {"out",    "m", 10,   "rope off the drum, without pull",  0},
    {"radius", "m", 1,    "radius on which the rope runs on", 0},
    {"turns",  "1", 10,   "turns on the drum",                0},
};

#define TURN 6.283185307179586

// Radius at n turns, and *length that they hold. A layer's rise is a ramp (3 - 2 y) y^2 about its place.
DV_FN real radius_at(const par *p, real n, real *length)
{
  real rise = 0.8660254037844386 * p->diameter, r = p->radius + 0.5 * p->diameter, sum = r * n;
  for (int k = 1; k <= LAYERS; k++) {
    real x = (n - k * p->turns) / p->blend + 0.5, y = dv_clamp(x, dv_real(0), dv_real(1));
    r += rise * y * y * (3 - 2 * y);
    sum += rise * p->blend * (y * y * y * (1 - 0.5 * y) + dv_max(x - 1, dv_real(0)));
  }
  *length = TURN * sum;
  return r;
}

// N (1 - e)/(1 - e^N): pull of the lead over the mean pull of the parts.
DV_FN real of_block(real parts, real e)
{
  dv_bool none = dv_abs(1 - e) < 1e-9;
  real safe = dv_select(none, dv_real(0.5), e);
  return dv_select(none, dv_real(1), parts * (1 - safe) / (1 - dv_exp(parts * dv_log(safe))));
}

DV_PREPARE(prepare)
{
  real e = p->efficiency, lead = dv_exp(-p->lead * dv_log(e));
  (void)c;
  p->up = of_block(p->parts, e) * lead - 1;
  p->down = 1 - of_block(p->parts, 1 / e) / lead;
  radius_at(p, p->wound, &p->first);
}

typedef struct {
  real r, L, stretch, rate, run, turns;  // r: 0 once all is wound up; run: speed of the rope onto the drum
  real layer;                            // radius on which it lies
} rope;

DV_FN rope look(const par *p, const dv_cell *c)
{
  rope k;
  real held;
  k.turns = p->wound + c->pos[DRUM] / TURN;
  k.layer = radius_at(p, k.turns, &held);
  real out = p->length + p->first - held, least = 1e-3 * p->length;
  k.r = dv_select(out < least, dv_real(0), k.layer);
  k.L = dv_max(out, least);
  k.run = k.r * c->flow[DRUM];
  k.stretch = p->parts * c->pos[LINE] - k.L;
  k.rate = p->parts * c->flow[LINE] + k.run;
  return k;
}

DV_FN dv_bool taut(const dv_cell *c, const rope *k) { return dv_beyond(c, SLACK, k->stretch > 0.0); }

// Negative: it would push.
DV_FN real pulling(const par *p, const dv_cell *c, const rope *k)
{
  return dv_select(taut(c, k), (p->stiffness * k->stretch + p->damping * k->rate) / k->L, dv_real(1));
}

DV_FN real pull(const par *p, const dv_cell *c, const rope *k)
{
  real T = pulling(p, c, k);
  return dv_select(taut(c, k) & dv_not(dv_beyond(c, PULLING, T < 0.0)), T, dv_real(0));
}

// F - 1: what the sheaves add to the pull at the drum.
DV_FN real rubs(const par *p, const rope *k)
{
  real s = k->run / dv_sqrt(k->run * k->run + p->smoothing * p->smoothing);
  return p->up * dv_max(s, dv_real(0)) + p->down * dv_min(s, dv_real(0));
}

DV_FN real strain(const dv_cell *c, const rope *k) { return dv_select(taut(c, k), k->stretch / k->L, dv_real(0)); }

DV_LAW(signal)
{
  rope k = look(p, c);
  c->out[PULL] = pull(p, c, &k);
  c->out[TAUT] = dv_select(c->out[PULL] > 0.0, dv_real(1), dv_real(0));
  c->out[OUT] = k.L;
  c->out[RADIUS] = k.layer;
  c->out[TURNS] = k.turns;
}

DV_LAW(answer)
{
  rope k = look(p, c);
  real T = pull(p, c, &k), e = strain(c, &k);
  c->effort[LINE] = p->parts * T;
  c->effort[DRUM] = k.r * (T * (1 + rubs(p, &k)) + 0.5 * p->stiffness * e * e);
}

DV_AMOUNT(stored)
{
  rope k = look(p, c);
  real e = strain(c, &k);
  return 0.5 * p->stiffness * k.L * e * e;
}

DV_AMOUNT(loss)
{
  rope k = look(p, c);
  real T = pull(p, c, &k);
  return (T - p->stiffness * strain(c, &k)) * k.rate + T * rubs(p, &k) * k.run;
}

DV_LAW(root)
{
  rope k = look(p, c);
  c->root[SLACK] = -k.stretch;
  c->root[PULLING] = pulling(p, c, &k);
}

DV_LAW(guard)
{
  rope k = look(p, c);
  c->guard[0] = k.turns;
  c->guard[1] = (LAYERS + 1) * p->turns - k.turns;
  c->guard[2] = k.L - 2e-3 * p->length;
}
static const char *const warnings[] = {
    "the rope is all off the drum; give more turns `wound`, or stop the drum before",
    "the drum has more than 13 layers, which is what its law knows; give more `turns` in a layer",
    "the rope is all wound up; stop the drum before, or give more `length`"};

DV_KIND(force, winch) = {
    .name = "force.winch",
    .doc = "winch: drum with layers, elastic rope, sheaves with friction, hook block with parts of line",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .look = "winch",
    .example =
        "# 1 t in four parts over one lead sheave of 98 % each, hoisted and lowered by drums that turn at 1 rad/s; and 30 "
        "turns wound up in three layers of ten\n"
        "parameters: {W: 9810 N, n: 0.98, block: (1 - n^4)/(4*(1 - n))*n}\n"
        "bodies: {d1: {inertia: [1, 1, 1]}, d2: {inertia: [1, 1, 1]}, d3: {inertia: [1, 1, 1]}, d4: {inertia: [1, 1, 1]}, hook1: {mass: 1 t}, "
        "hook2: {mass: 1 t}, away: {mass: 1 kg}}\n"
        "joints:\n"
        "  w1: {type: revolute, axis: y, child: d1, motion: {prescribed: up}}\n"
        "  w2: {type: revolute, axis: y, child: d2, motion: {prescribed: down}}\n"
        "  w3: {type: revolute, axis: y, child: d3, motion: {prescribed: fast}}\n"
        "  w4: {type: revolute, axis: y, child: d4, motion: locked}\n"
        "  h1: {type: prismatic, axis: -z, child: hook1, position: 10.0049 m, rate: -0.05 m/s}\n"
        "  h2: {type: prismatic, axis: -z, child: hook2, position: 10.0049 m, rate: 0.05 m/s}\n"
        "  h3: {type: prismatic, axis: x, child: away, position: 100 m, motion: locked}\n"
        "signals: {up: t, down: -t, fast: 6*t}\n"
        "gravity: 9.81 m/s^2\n"
        "parts:\n"
        "  hoist: {kind: force.winch, drum: w1, line: h1, radius: 0.19 m, diameter: 20 mm, turns: 10, wound: 2, length: "
        "40 m, stiffness: 5 MN, damping: 2 MN.s, parts: 4, lead: 1, efficiency: n}\n"
        "  lower: {kind: force.winch, drum: w2, line: h2, radius: 0.19 m, diameter: 20 mm, turns: 10, wound: 2, length: "
        "40 m, stiffness: 5 MN, damping: 2 MN.s, parts: 4, lead: 1, efficiency: n}\n"
        "  layers: {kind: force.winch, drum: w3, line: h3, radius: 0.19 m, diameter: 20 mm, turns: 10, wound: 0, length: "
        "100 m, stiffness: 1 N}\n"
        "  taut: {kind: force.winch, drum: w4, line: h3, radius: 0.19 m, diameter: 20 mm, turns: 10, wound: 2, length: 99 m, stiffness: 5 MN}\n"
        "until: 5 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: w1.effort, is: 0.2*W/(4*block), relative: 1e-3, source: 'r W/(N eta), eta = (1 - e^N)/(N (1 - "
        "e)) e; and what the strain takes, 5e-4 half'}\n"
        "      - {final: w2.effort, is: '0.2*W/4*(4*n^3*(1 - n)/(1 - n^4))*n', relative: 1e-3, source: lowering has 1/e "
        "instead of e}\n"
        "      - {final: taut.pull, is: 5e6/99, relative: 1e-12, source: EA times the strain}\n"
        "      - {final: h1.rate, is: -0.05, within: 1e-4, source: 'r w/4'}\n"
        "      - {final: layers.radius, is: 0.2, within: 1e-12, source: '30/2 pi = 4.8 turns: first layer'}\n"
        "      - {drift: energy.residual, within: 1e-3}\n"
        "  layers:\n"
        "    until: 26.17993877991494 s\n"
        "    solver: {rtol: 1e-6}\n"
        "    expect:\n"
        "      - {final: layers.turns, is: 25, within: 1e-9, source: 6 t/2 pi}\n"
        "      - {final: layers.radius, is: 0.2 + sqrt(3)*0.02, within: 1e-9, source: third layer}\n"
        "      - {final: layers.out, is: '100 - 2*pi*(0.2*25 + 0.02*sqrt(3)/2*(15 + 5))', within: 1e-9, source: sum over "
        "the layers}\n",
};
