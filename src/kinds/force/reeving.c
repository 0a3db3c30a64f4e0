// reeving.c: a rope from a point or a drum over up to five round sheaves to a point: tangents, arcs, stretch, friction on the
// arcs.
//
//   span between circles: sqrt(D^2 - (R2 - R1)^2) at the angle atan2(d) - asin((R2 - R1)/D);   arcs R (angle out - angle in)
//   T = EA s/L + d s'/L,  s = path - L, while it pulls;   over a sheave T1/T2 = exp(friction wrap)/efficiency against its run
//   forces: -sum of T_j times the gradient of section j, a span and the halves of its arcs; T_j have the mean T along the rope
//
// Euler 1762, Eytelwein 1808. All lies in the plane x-z of `from`; what is off it lengthens spans alone. With the mean T the
// energy is EA s^2/2L, and friction takes (T_j - T_j+1) times the speed over the sheave: the books are exact. The rope has no
// mass: see force.heavy-rope.
#include "kinds/force/reeving.h"

DV_PARAMETERS(
    DV_P(length,     "m",   DV_REQUIRED, 1e-3, 1e6,  "without pull, to the end; on a drum from where it leaves it, at angle zero, along `heading`")
    DV_P(stiffness,  "N",   DV_REQUIRED, 1e-3, 1e15, "EA: pull per strain")
    DV_P(damping,    "N.s", 0,           0,    1e15, "pull per rate of strain, while it is taut")
    DV_P(drum,       "m",   0,           -100, 100,  "radius of a drum about `from`, negative: it turns the other way; 0: a point")
    DV_P(heading,    "rad", 0,           -7,   7,    "drum: angle, from x towards z, within half a turn of which the rope leaves")
    DV_P(efficiency, "1",   1,           0.5,  1,    "of a turning sheave: its bearing and the bending of the rope")
    DV_P(smoothing,  "m/s", 1e-3,        1e-9, 10,   "speed of the rope around which friction changes sign")
);

enum { PULL, TAUT, PATH, AT_FROM, AT_TO, WRAP };
enum { SLACK, PULLING, ROOTS };

static const dv_quantity outs[] = {
    {"pull",   "N",   1000, "mean pull along the rope",                                                        0},
    {"taut",   "1",   1,    "1 while it pulls, else 0",                                                        0},
    {"path",   "m",   10,   "length of the way: spans, arcs, and what the drum has wound up since angle zero", 0},
    {"first",  "N",   1000, "pull where it begins",                                                            0},
    {"last",   "N",   1000, "pull where it ends",                                                              0},
    {"wrap_1", "rad", 1,    "angle of the first sheave that it touches",                                       0},
    {"wrap_2", "rad", 1,    "of the second one",                                                               0},
    {"wrap_3", "rad", 1,    "of the third one",                                                                0},
    {"wrap_4", "rad", 1,    "of the fourth one",                                                               0},
    {"wrap_5", "rad", 1,    "of the fifth one",                                                                0},
};

DV_FAULT(fault) { return reeving_fault(c, p->drum, p->heading); }

DV_FN way look(const par *p, const dv_cell *c) { return reeving_way(c, c->rows[0], p->drum, p->heading); }

DV_FN dv_bool taut(const par *p, const dv_cell *c, const way *w) { return dv_beyond(c, SLACK, w->path > p->length); }
DV_FN real strain(const par *p, const dv_cell *c, const way *w)
{
  return dv_select(taut(p, c, w), (w->path - p->length) / p->length, dv_real(0));
}

// Negative: it would push.
DV_FN real pulling(const par *p, const dv_cell *c, const way *w)
{
  return dv_select(taut(p, c, w), p->stiffness * strain(p, c, w) + p->damping * w->whole / p->length, dv_real(1));
}

DV_FN real pull(const par *p, const dv_cell *c, const way *w)
{
  real T = pulling(p, c, w);
  return dv_select(taut(p, c, w) & dv_not(dv_beyond(c, PULLING, T < 0.0)), T, dv_real(0));
}

// Pull of each section, and what friction takes.
DV_FN real shared(const par *p, const dv_cell *c, const way *w, real *T)
{
  real mean = pull(p, c, w), f = dv_real(1), sum = w->weight[0], all = w->weight[0], run[SPANS], v = dv_real(0),
       lost = dv_real(0);
  for (int j = 1; j <= w->n; j++) all += w->weight[j];
  T[0] = f;
  for (int i = 1; i <= w->n; i++) {
    v += w->rate[i - 1] - w->weight[i - 1] / all * w->whole;
    run[i] = v;
    real s = v / dv_sqrt(v * v + p->smoothing * p->smoothing);
    real held = c->table[0][SHEAVE_COLUMNS * (i - 1) + SHEAVE_FRICTION] * dv_max(w->wrap[i], dv_real(0)) - dv_log(p->efficiency);
    T[i] = f = f * dv_exp(-s * held);
    sum += f * w->weight[i];
  }
  for (int j = 0; j <= w->n; j++) T[j] *= mean * all / sum;
  for (int i = 1; i <= w->n; i++) lost += (T[i - 1] - T[i]) * run[i];
  return lost;
}

DV_LAW(signal)
{
  way w = look(p, c);
  real T[SPANS];
  shared(p, c, &w, T);
  c->out[PULL] = pull(p, c, &w);
  c->out[TAUT] = dv_select(c->out[PULL] > 0.0, dv_real(1), dv_real(0));
  c->out[PATH] = w.path;
  c->out[AT_FROM] = T[0];
  c->out[AT_TO] = T[w.n];
  for (int i = 0; i < SHEAVES; i++) c->out[WRAP + i] = i < w.n ? w.wrap[i + 1] : dv_real(0);
}

// Sum of T_j times the gradient of section j by the difference of the centres of span j.
DV_FN v3 tension(const way *w, const real *T, int j)
{
  real turned = j ? 0.5 * w->R[j] * (T[j - 1] + T[j]) : w->R[0] * T[0];
  if (j < w->n) turned -= 0.5 * w->R[j + 1] * (T[j] + T[j + 1]);
  return reeving_gradient(w, j, T[j], turned);
}

DV_LAW(answer)
{
  way w = look(p, c);
  real T[SPANS];
  shared(p, c, &w, T);
  for (int i = 0; i <= DRUM_SLOT; i++) c->effort[i] = dv_real(0);
  v3 before = tension(&w, T, 0), at, rate;
  for (int i = 1; i <= w.n + 1; i++) {
    v3 after = i <= w.n ? tension(&w, T, i) : dv_v3_zero();
    reeving_seen(c, reeving_port(&w, i), &at, &rate);
    reeving_put(c, reeving_port(&w, i), at, dv_v3_sub(before, after));
    before = after;
  }
  c->effort[1] = p->drum * T[0];  // the same sum, about the axis across the plane
  c->effort[DRUM_SLOT] = dv_abs(p->drum) * T[0];
}

DV_AMOUNT(stored)
{
  way w = look(p, c);
  real e = strain(p, c, &w);
  return 0.5 * p->stiffness * p->length * e * e;
}

DV_AMOUNT(loss)
{
  way w = look(p, c);
  real T[SPANS], rubbed = shared(p, c, &w, T);
  return rubbed + (pull(p, c, &w) - p->stiffness * strain(p, c, &w)) * w.whole;
}

DV_LAW(root)
{
  way w = look(p, c);
  c->root[SLACK] = p->length - w.path;
  c->root[PULLING] = pulling(p, c, &w);
}

DV_LAW(guard)
{
  way w = look(p, c);
  reeving_guard(&w, c->guard);
}
static const char *const warnings[] = {REEVING_WARNINGS};

DV_KIND(force, reeving) = {
    .name = "force.reeving",
    .doc = "rope from a point or drum over round sheaves: moving tangent points, arcs, stretch, friction on the arcs",
    DV_ROWS(port, reeving_ports),
    DV_PARAMS,
    DV_ROWS(table, reeving_tables),
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .look = "reeving",
    .example =
        "# over two sheaves of 0.3 and 0.5 m, the second one held, to an end that goes down; and a weight that swings on a "
        "drum's rope\n"
        "parameters: {C: 4 m, ra: 0.3 m, rb: 0.5 m, mu: 0.2, EA: 2 MN, h: 2 m, m: 10 kg, g: 9.81 m/s^2, r: 0.2 m, l: 1.5 m, "
        "lean: asin((rb - "
        "ra)/C), L: 'h + 3 [m] + sqrt(C^2 - (rb - ra)^2) + ra*(pi/2 - lean) + rb*(pi/2 + lean)'}\n"
        "world: {points: {start: [-ra, 0, -h], A: [0, 0, 0], B: [C, 0, 0], drum: [20, 0, 0]}}\n"
        "bodies: {end: {mass: 1 kg}, weight: {mass: m}, wheel: {inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  down: {type: prismatic, axis: -z, at: {xyz: [C + rb, 0, 0]}, child: end, motion: {prescribed: sink}}\n"
        "  wind: {type: revolute, axis: y, at: {xyz: [20, 0, 0]}, child: wheel, motion: locked}\n"
        "  swing: {type: planar, axis: -y, at: {xyz: [20 + r, 0, -l*(1 + m*g/EA)]}, child: weight, motion: {angle: locked}}\n"
        "signals: {sink: 3 + 0.1*t}\n"
        "gravity: g\n"
        "parts:\n"
        "  rope: {kind: force.reeving, from: world.start, to: end, s1: world.A, s2: world.B, sheaves: [[-ra, 0], [-rb, mu]], "
        "length: L, "
        "stiffness: EA, smoothing: 1e-6 m/s}\n"
        "  hang: {kind: force.reeving, from: world.drum, to: weight, turn: wind, drum: -r, heading: -90 deg, length: l, "
        "stiffness: EA}\n"
        "until: 1 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: rope.path, at: 0 s, is: L, relative: 1e-12, source: tangents and arcs}\n"
        "      - {final: rope.wrap_2, is: pi/2 + lean, relative: 1e-12, source: a quarter and the lean of the span}\n"
        "      - {final: rope.pull, is: EA*0.1/L, relative: 1e-9, source: EA s/L}\n"
        "      - {final: rope.last/rope.first, is: exp(mu*(pi/2 + lean)), relative: 1e-6, source: Euler and Eytelwein}\n"
        "      - {final: down.effort - rope.last, is: '-1 [kg]*g', within: 1e-6, source: force on the end}\n"
        "      - {final: hang.pull, is: m*g, relative: 1e-6, source: weight}\n"
        "      - {final: wind.effort, is: r*m*g, relative: 1e-6, source: torque on the drum}\n"
        "      - {frequency: 1, is: sqrt(g/(l*(1 + m*g/EA)))/(2*pi), relative: 1e-6, source: 'a pendulum on an evolute: its free "
        "length'}\n"
        "      - {frequency: 2, is: sqrt(EA/(l*m))/(2*pi), relative: 1e-4, source: a weight on its rope}\n"
        "      - {drift: energy.residual, within: 1e-3}\n",
};
