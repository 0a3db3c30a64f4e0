// belt.c: a belt or chain round two to five pulleys in a plane: spans and wraps from where they are, elasticity, slack, creep,
// slip.
//
//   T = EA e in each span, 0 where it is slack;   torque of the belt on a pulley: r (T_out - T_in)
//   friction: belt material q = (r w - u)/(1 + e of the span that runs on) passes; u = (T_in - T_out exp(mu wrap))/slip, if more than 0
//   toothed, chain: q = r w;  torque r (T_out (1 + e_out/2) - T_in (1 + e_in/2))
//
// Creep (Reynolds 1875) costs q EA (e_in - e_out)^2/2, slip (Euler, Eytelwein) u (T_in - T_out): with them the books are exact.
// The belt has no mass. It runs counter-clockwise round a positive radius, clockwise (on its back, or crossed) round a negative
// one.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(stiffness,  "N",     DV_REQUIRED, 1,     1e12, "EA: pull per strain")
    DV_P(pretension, "N",     DV_REQUIRED, 0,     1e9,  "pull in all spans at the start; toothed: where all angles are zero")
    DV_P(friction,   "1",     0.5,         0,     5,    "friction: coefficient; of a V-belt over the sine of half the groove's angle")
    DV_P(slip,       "N.s/m", 1e3,         1e-3,  1e9,  "friction: pull beyond what friction holds, per speed of slip")
    DV_P(damping,    "N.s",   0,           0,     1e12, "toothed: pull per rate of strain, while it is taut")
    DV_DERIVED(real belt)
);

enum { FRICTION, TOOTHED };
enum { MOST = 5, COLUMNS = 5 };
enum { X, Y, R, SPAN, WRAP };  // columns; span: from this pulley to the next
enum { PULL = 0, SLIP = MOST, ARC = 2 * MOST, LENGTH = 3 * MOST };

static const dv_port ports[] = {
    {"a", DV_ROTARY, DV_ANSWERS,    "first pulley"                              },
    {"b", DV_ROTARY, DV_ANSWERS,    "second pulley"                             },
    {"c", DV_ROTARY, DV_MAY_ANSWER, "third one; without an axis it stands still"},
    {"d", DV_ROTARY, DV_MAY_ANSWER, "fourth one"                                },
    {"e", DV_ROTARY, DV_MAY_ANSWER, "fifth one"                                 },
};
static const dv_option options[] = {
    {"type", "friction|toothed",
     "friction: flat, round or V-belt, which creeps and slips; toothed: belt with teeth, or a chain"}
};
static const int counts[] = {MOST, 0};
static const dv_table tables[] = {
    {.name = "pulleys",
     .columns = 3,
     .derived = 2,
     .unit = {"m", "m", "m"},
     .rows_least = 2,
     .doc = "rows of [x, y, radius] in the order in which the belt runs, in the plane across their axes"},
};
static const dv_quantity states[] = {
    {"stretch_a", "m", 1e-3, "stretch of the span behind pulley a", 0},
    {"stretch_b", "m", 1e-3, "behind pulley b",                     0},
    {"stretch_c", "m", 1e-3, "behind pulley c",                     0},
    {"stretch_d", "m", 1e-3, "behind pulley d",                     0},
    {"stretch_e", "m", 1e-3, "behind pulley e",                     0},
};
static const dv_quantity outs[] = {
    {"pull_a", "N",   100, "pull in the span behind pulley a",            0},
    {"pull_b", "N",   100, "behind b",                                    0},
    {"pull_c", "N",   100, "behind c",                                    0},
    {"pull_d", "N",   100, "behind d",                                    0},
    {"pull_e", "N",   100, "behind e",                                    0},
    {"slip_a", "m/s", 0.1, "speed of pulley a over that of its belt",     0},
    {"slip_b", "m/s", 0.1, "of b",                                        0},
    {"slip_c", "m/s", 0.1, "of c",                                        0},
    {"slip_d", "m/s", 0.1, "of d",                                        0},
    {"slip_e", "m/s", 0.1, "of e",                                        0},
    {"wrap_a", "rad", 1,   "angle of pulley a that the belt touches",     0},
    {"wrap_b", "rad", 1,   "of b",                                        0},
    {"wrap_c", "rad", 1,   "of c",                                        0},
    {"wrap_d", "rad", 1,   "of d",                                        0},
    {"wrap_e", "rad", 1,   "of e",                                        0},
    {"length", "m",   1,   "of the belt round its pulleys, as it stands", 0},
};

#define TURN 6.283185307179586

DV_FN const real *row_at(const dv_cell *c, int i) { return c->table[0] + COLUMNS * (i % c->rows[0]); }

DV_FAULT(fault)
{
  if (c->rows[0] < 2 || c->rows[0] > MOST) return "a belt runs round two to five pulleys|give pulleys: [[x, y, radius], ...]";
  if (c->opt[0] == FRICTION && dv_lane(p->damping, 0) > 0)
    return "a belt by friction is damped by its creep and slip|leave damping out";
  for (int i = 0; i < c->rows[0]; i++) {
    const real *a = row_at(c, i), *b = row_at(c, i + 1);
    double x = dv_lane(b[X] - a[X], 0), y = dv_lane(b[Y] - a[Y], 0), r = dv_lane(b[R] - a[R], 0);
    if (dv_lane(a[R], 0) == 0) return "a pulley has the radius zero|give one; negative: the belt runs round it clockwise";
    if (x * x + y * y <= r * r) return "two pulleys lie in each other|move them apart";
  }
  return NULL;
}

// Direction of the straight part from pulley a to b, and its length: the belt has the centres at its left by the radii.
DV_FN real tangent(const real *a, const real *b, real *length)
{
  real x = b[X] - a[X], y = b[Y] - a[Y], r = b[R] - a[R], d = dv_sqrt(x * x + y * y);
  *length = dv_sqrt(dv_max(d * d - r * r, 1e-12 * d * d));
  return dv_atan2(y, x) - dv_asin(r / d);
}

DV_PREPARE(prepare)
{
  int n = c->rows[0];
  p->belt = dv_real(0);
  for (int i = 0; i < n; i++) {
    real *row = c->table[0] + COLUMNS * i, before;
    real turn = tangent(row, row_at(c, i + 1), &row[SPAN]) - tangent(row_at(c, i + n - 1), row, &before);
    turn = dv_copysign(dv_real(1), row[R]) * turn / TURN;
    row[WRAP] = TURN * (turn - dv_floor(turn));
    p->belt += row[SPAN] + dv_abs(row[R]) * row[WRAP];
  }
}

// Of each span: strain (not below 0) and pull; of each pulley: slip and the belt that passes.
typedef struct {
  real e[MOST], T[MOST], u[MOST], q[MOST], rate[MOST];
} run;

DV_FN real rest(const par *p, real span) { return span * p->pretension / (p->stiffness + p->pretension); }

DV_FN real stretch(const par *p, const dv_cell *c, int i)
{
  const real *a = row_at(c, i), *b = row_at(c, i + 1);
  if (c->opt[0] == FRICTION) return c->x[i];
  return rest(p, a[SPAN]) + b[R] * c->pos[(i + 1) % c->rows[0]] - a[R] * c->pos[i];
}

// Speed of a pulley over the belt's: what the spans pull beyond Euler's ratio.
DV_FN real slipping(const par *p, real in, real out, real wrap)
{
  real most = dv_exp(dv_min(p->friction * wrap, dv_real(50)));
  return (dv_max(in - most * out, dv_real(0)) - dv_max(out - most * in, dv_real(0))) / p->slip;
}

DV_FN run look(const par *p, const dv_cell *c)
{
  run k;
  int n = c->rows[0];
  for (int i = 0; i < n; i++) {
    real s = stretch(p, c, i), span = row_at(c, i)[SPAN];
    k.e[i] = dv_max(s, dv_real(0)) / dv_max(span - s, 1e-3 * span);
    k.T[i] = p->stiffness * k.e[i];
  }
  for (int i = 0; i < n; i++) {
    int in = (i + n - 1) % n;
    real v = row_at(c, i)[R] * c->flow[i], one = dv_real(1);
    k.u[i] = c->opt[0] == FRICTION ? slipping(p, k.T[in], k.T[i], row_at(c, i)[WRAP]) : dv_real(0);
    v -= k.u[i];
    k.q[i] = c->opt[0] == FRICTION ? v / (one + dv_select(v > 0.0, k.e[in], k.e[i])) : v;
  }
  for (int i = 0; i < n; i++) k.rate[i] = k.q[(i + 1) % n] - k.q[i];
  return k;
}

// Damping of a toothed belt in span i; a belt does not push.
DV_FN real damped(const par *p, const dv_cell *c, const run *k, int i)
{
  real T = p->damping * k->rate[i] / row_at(c, i)[SPAN];
  return dv_select(k->T[i] > 0.0, dv_max(T, -k->T[i]), dv_real(0));
}

// What span i does to its pulleys, by their radius. Beyond a strain of 999 its law is that of a spring.
DV_FN real acts(const par *p, const dv_cell *c, const run *k, int i)
{
  real thin = dv_select(k->e[i] < 998.0, 0.5 * k->e[i], dv_real(0));
  return c->opt[0] == FRICTION ? k->T[i] : k->T[i] * (1 + thin) + damped(p, c, k, i);
}

DV_LAW(start)
{
  for (int i = 0; i < MOST; i++) c->dx[i] = i < c->rows[0] ? rest(p, row_at(c, i)[SPAN]) : dv_real(0);
}

DV_LAW(signal)
{
  run k = look(p, c);
  for (int i = 0; i < MOST; i++) {
    int is = i < c->rows[0];
    c->out[PULL + i] = is ? k.T[i] + damped(p, c, &k, i) : dv_real(0);
    c->out[SLIP + i] = is ? k.u[i] : dv_real(0);
    c->out[ARC + i] = is ? row_at(c, i)[WRAP] : dv_real(0);
  }
  c->out[LENGTH] = p->belt;
}

DV_LAW(answer)
{
  run k = look(p, c);
  int n = c->rows[0];
  for (int i = 0; i < MOST; i++)
    c->effort[i] = i < n ? row_at(c, i)[R] * (acts(p, c, &k, (i + n - 1) % n) - acts(p, c, &k, i)) : dv_real(0);
}

DV_LAW(rate)
{
  if (c->opt[0] == TOOTHED) return;
  run k = look(p, c);
  for (int i = 0; i < MOST; i++) c->dx[i] = i < c->rows[0] ? k.rate[i] : dv_real(0);
}

DV_AMOUNT(stored)
{
  run k = look(p, c);
  real sum = dv_real(0);
  for (int i = 0; i < c->rows[0]; i++) sum += 0.5 * k.T[i] * dv_max(stretch(p, c, i), dv_real(0));
  return sum;
}

DV_AMOUNT(loss)
{
  run k = look(p, c);
  real sum = dv_real(0);
  int n = c->rows[0];
  for (int i = 0; i < n; i++) {
    int in = (i + n - 1) % n;
    real de = k.e[in] - k.e[i], creep = 0.5 * dv_abs(k.q[i]) * p->stiffness * de * de;
    sum += c->opt[0] == FRICTION ? k.u[i] * (k.T[in] - k.T[i]) + creep : damped(p, c, &k, i) * k.rate[i];
  }
  return sum;
}

DV_KIND(force, belt) = {
    .name = "force.belt",
    .doc = "belt or chain round two to five pulleys: elastic, slack, with creep and slip; or toothed",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = counts,
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .start = start,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .stored = stored,
    .loss = loss,
    .look = "belt",
    .example = "# a drive under load, one that is held and slips, a chain as a spring, and a crossed belt\n"
               "parameters: {ra: 0.1 m, rb: 0.2 m, C: 0.5 m, EA: 20 kN, T0: 300 N, M: 20 N.m, w: 30 rad/s, mu: 0.4, Iz: 0.01 "
               "kg.m^2, at: 0.1 s,\n"
               "  s: 1 + T0/EA, D: M/(ra*EA), B: (s - D + sqrt(s^2 + D^2))/2, wrap: pi - 2*asin((rb - ra)/C), k: EA*(1 + "
               "T0/EA)^3/sqrt(C^2 - "
               "(rb - ra)^2)}\n"
               "bodies: {a1: &disc {inertia: [1, 1, Iz]}, b1: *disc, a2: *disc, b2: *disc, a3: *disc, b3: *disc, a4: *disc, "
               "b4: *disc}\n"
               "joints:\n"
               "  a: {type: revolute, axis: z, child: a1, motion: {prescribed: run}}\n"
               "  b: {type: revolute, axis: z, child: b1, rate: 15 rad/s}\n"
               "  ha: {type: revolute, axis: z, child: a2, motion: {prescribed: run}}\n"
               "  hb: {type: revolute, axis: z, child: b2, motion: locked}\n"
               "  ca: {type: revolute, axis: z, child: a3, position: 1 mrad}\n"
               "  cb: {type: revolute, axis: z, child: b3, motion: locked}\n"
               "  xa: {type: revolute, axis: z, child: a4, motion: {prescribed: run}}\n"
               "  xb: {type: revolute, axis: z, child: b4, rate: -15 rad/s}\n"
               "signals: {run: w*t}\n"
               "gravity: 0\n"
               "parts:\n"
               "  drive: {kind: force.belt, a: a, b: b, pulleys: [[0, 0, ra], [C, 0, rb]], stiffness: EA, pretension: T0, "
               "friction: mu}\n"
               "  load: {kind: force.effort, axis: b, effort: -M*rb/ra}\n"
               "  held: {kind: force.belt, a: ha, b: hb, pulleys: [[0, 0, ra], [C, 0, rb]], stiffness: EA, pretension: T0, "
               "friction: mu, "
               "slip: 1e-2 N.s/m}\n"
               "  chain: {kind: force.belt, type: toothed, a: ca, b: cb, pulleys: [[0, 0, ra], [C, 0, rb]], stiffness: EA, "
               "pretension: T0}\n"
               "  crossed: {kind: force.belt, a: xa, b: xb, pulleys: [[0, 0, ra], [C, 0, -rb]], stiffness: EA, pretension: T0, "
               "friction: mu}\n"
               "until: 4 s\n"
               "solver: {rtol: 1e-9, atol: 1e-11}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {final: drive.length, is: '2*sqrt(C^2 - (rb - ra)^2) + pi*(ra + rb) + 2*(rb - ra)*asin((rb - ra)/C)', "
               "relative: 1e-12, "
               "source: open belt}\n"
               "      - {final: crossed.length, is: '2*sqrt(C^2 - (ra + rb)^2) + (ra + rb)*(pi + 2*asin((ra + rb)/C))', "
               "relative: 1e-12, source: "
               "crossed belt}\n"
               "      - {final: drive.wrap_a, is: wrap, relative: 1e-12, source: pi - 2 asin((R - r)/C)}\n"
               "      - {final: drive.pull_b - drive.pull_a, is: M/ra, relative: 1e-6, source: torque over radius}\n"
               "      - {final: b.rate, is: w*ra/rb*B/(B + D), relative: 1e-8, source: \"creep: (1 + e_slack)/(1 + e_tight); "
               "both spans hold the belt's "
               "length\"}\n"
               "      - {final: xb.rate, is: -w*ra/rb, relative: 1e-6, source: crossed; no load}\n"
               "      - {final: held.pull_b/held.pull_a, is: exp(mu*wrap), relative: 1e-3, source: Euler and Eytelwein}\n"
               "      - {final: held.slip_a, is: w*ra, relative: 1e-6, source: all speed is slip}\n"
               "      - {value: ca, at: 0.1 s, is: 1e-3*cos(at*ra*sqrt(2*k/Iz)), within: 1e-8, source: two spans as springs}\n"
               "      - {drift: energy.residual, within: 1e-4}\n",
};
