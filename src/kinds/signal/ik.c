// ik.c: rates of coordinates that carry a tool along a path, or where a stick pushes it (resolved rates).
//
//   w = goal' + gain (goal - x),   y' = z + J* (w - J z),   J* = C^-1 J^T (J C^-1 J^T + d^2 S)^-1,   z = prefer (rest - y)
//
// S: squared size of J for all rows of the frame. C: what each rate costs; of all motions that do the task the one with the least
// sum of C (y' - z)^2 is taken, so that what the task leaves free goes towards `rest` (null space: Liegeois 1977).
//
// d keeps the rates finite where the arm is stretched (damped inverse: Whitney 1969, Wampler 1986). Rates keep their ratio where
// one would pass its `speed`; towards a limit they fade as (limit - y)/fade. `gain: 0` and a rate alone: a stick at the tool.
#include "kinds/marine/euler.h"
#include "math/dense.h"

DV_PARAMETERS(
    DV_P(damping, "1", 0.01, 1e-6, 10,  "d: of the inverse, part of the size of J")
    DV_P(fade,    "s", 0.2,  1e-6, 1e3, "time in which a rate fades towards a limit")
    DV_P(prefer,   "1/s", 0,   0,    1e6,  "what the task leaves free goes to `rest`, so fast")
    DV_P_ROW(gain,  "1/s", 0,     0,     1e6,  "rate per error of the row")
    DV_P_EACH(speed, "*",  1e30,  1e-12, 1e30, "greatest rate")
    DV_P_EACH(lower, "*",  -1e30, -1e30, 1e30, "lower limit")
    DV_P_EACH(upper, "*",  1e30,  -1e30, 1e30, "upper limit")
    DV_P_EACH(cost,  "1",  1,     1e-6,  1e6,  "of its rate: who costs less moves more")
    DV_P_EACH(rest,  "*",  0,     -1e30, 1e30, "where it had best be")
);

enum { GOAL, GOAL_RATE, ROW_INS };
enum { SPEED, LOWER, UPPER, COST, REST };

static const dv_quantity ins[] = {
    {"goal[row]",      "", 1, "where the row shall be",               DV_BY_SIGNAL | DV_OPTIONAL    },
    {"goal_rate[row]", "", 1, "its rate, or what the stick asks for", DV_BY_SIGNAL | DV_OPTIONAL    },
    {"position[]",     "", 1, "measured coordinate",                  DV_BY_SIGNAL | DV_OWN_POSITION},
};
static const dv_quantity outs[] = {
    {"error[row]", "{x}", 1, "goal minus where it is",                                     0},
    {"rate[]",     "{f}", 1, "rate that the coordinate shall have",                        0},
    {"stretched",  "1",   1, "part of the asked rate that the damping keeps back, 0 to 1", 0},
};

typedef struct {
  real *q, *v, *x, *rate, *drift, *J, *span, *A, *w, *asked;
} room;

DV_FN real *take(real **at, int n)
{
  real *here = *at;
  *at += n;
  return here;
}

// The machine at rest in the measured coordinates.
DV_FN room place(const dv_cell *c)
{
  const dv_service *s = c->service;
  int n = c->n, m = c->m;
  real *at = s->room;
  room r;
  r.q = take(&at, s->nq), r.v = take(&at, s->nv), r.x = take(&at, m), r.rate = take(&at, m), r.drift = take(&at, m);
  r.J = take(&at, m * n), r.span = take(&at, m), r.A = take(&at, m * m), r.w = take(&at, m), r.asked = take(&at, m + n);
  dv_choice of = {n, m, c->iq, c->iv, c->row};
  dv_reduced out = {NULL, NULL, r.x, r.rate, r.drift, r.J, r.span};
  for (int i = 0; i < s->nq; i++) r.q[i] = s->q[i];
  for (int i = 0; i < s->nv; i++) r.v[i] = dv_real(0);
  for (int i = 0; i < n; i++) r.asked[i] = dv_real(0);
  s->place(s, &of, c->in + ROW_INS * m, r.asked, r.q, r.v);
  s->reduced(s, &of, r.q, r.v, &out);
  return r;
}

DV_FN real error_of(const dv_cell *c, const room *r, int k)
{
  int angle = c->row && c->row[k].what >= DV_ROW_ROLL && c->row[k].what <= DV_ROW_YAW;
  real goal = c->in[GOAL * c->m + k];
  return angle ? euler_between(goal, r->x[k]) : goal - r->x[k];
}

DV_FN const real *each(const dv_cell *c, int which) { return c->list + c->m + which * c->n; }

// A = J C^-1 J^T + d^2 S; w becomes A^-1 w.
DV_FN void solve(const par *p, const dv_cell *c, room *r)
{
  const real *cost = each(c, COST);
  int n = c->n, m = c->m;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m; k++) {
      real sum = i == k ? p->damping * p->damping * r->span[i] + 1e-30 : dv_real(0);
      for (int l = 0; l < n; l++) sum += r->J[i * n + l] * r->J[k * n + l] / cost[l];
      r->A[i * m + k] = sum;
    }
  dv_ldl(m, r->A);
  dv_ldl_solve(m, r->A, r->w);
}

// Within limits and speeds, in one ratio.
DV_FN void limit(const par *p, const dv_cell *c, real *rate)
{
  const real *speed = each(c, SPEED), *lower = each(c, LOWER), *upper = each(c, UPPER), *y = c->in + ROW_INS * c->m;
  real part = dv_real(1);
  int n = c->n;
  for (int i = 0; i < n; i++) part = dv_min(part, speed[i] / dv_max(dv_abs(rate[i]), speed[i]));
  for (int i = 0; i < n; i++) {
    real down = (lower[i] - y[i]) / p->fade, up = (upper[i] - y[i]) / p->fade;
    rate[i] = dv_clamp(part * rate[i], dv_min(down, dv_real(0)), dv_max(up, dv_real(0)));
  }
}

DV_LAW(signal)
{
  int n = c->n, m = c->m;
  room r = place(c);
  real *rate = c->out + m, kept = dv_real(0), all = dv_real(1e-300);
  for (int k = 0; k < m; k++) {
    c->out[k] = error_of(c, &r, k);
    r.w[k] = r.asked[k] = c->in[GOAL_RATE * m + k] + c->list[k] * dv_select(c->list[k] > 0.0, c->out[k], dv_real(0));
  }
  const real *cost = each(c, COST), *rest = each(c, REST), *y = c->in + ROW_INS * m;
  for (int i = 0; i < n; i++) rate[i] = p->prefer * (rest[i] - y[i]);
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++) r.w[k] -= r.J[k * n + i] * rate[i];
  solve(p, c, &r);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) rate[i] += r.J[k * n + i] * r.w[k] / cost[i];
  for (int k = 0; k < m; k++) {
    real done = dv_real(0);
    for (int i = 0; i < n; i++) done += r.J[k * n + i] * rate[i];
    kept += (r.asked[k] - done) * (r.asked[k] - done), all += r.asked[k] * r.asked[k];
  }
  c->out[m + n] = dv_sqrt(kept / all);
  limit(p, c, rate);
}

DV_KIND(signal, ik) = {
    .name = "signal.ik",
    .doc = "rates of coordinates that carry a tool along a path or as a stick says: damped inverse, speeds, limits, null space",
    DV_PARAMS,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .each = "coordinates",
    .task = "task",
    .service = DV_ASKS_MODEL,
    .signal = signal,
    .example =
        "# an arm of two links of 1 m: its tip is sent to (1, 1); a stick moves that of another along x with 0.1 m/s; a third is "
        "sent out of reach; two sliders in a row share a way by what they cost, two others go where they had best be\n"
        "gravity: 0\n"
        "bodies:\n"
        "  u1: {mass: 1 kg, com: [0.5, 0, 0]}\n"
        "  f1: {mass: 1 kg, com: [0.5, 0, 0], points: {tip: [1, 0, 0]}}\n"
        "  u2: {mass: 1 kg, com: [0.5, 0, 0]}\n"
        "  f2: {mass: 1 kg, com: [0.5, 0, 0], points: {tip: [1, 0, 0]}}\n"
        "  u3: {mass: 1 kg, com: [0.5, 0, 0]}\n"
        "  f3: {mass: 1 kg, com: [0.5, 0, 0], points: {tip: [1, 0, 0]}}\n"
        "  g4: &slide {mass: 1 kg}\n"
        "  h4: {mass: 1 kg, points: {tip: [0, 0, 0]}}\n"
        "  g5: *slide\n"
        "  h5: {mass: 1 kg, points: {tip: [0, 0, 0]}}\n"
        "joints:\n"
        "  s4: {type: prismatic, axis: x, child: g4}\n"
        "  t4: {type: prismatic, axis: x, parent: g4, child: h4}\n"
        "  s5: {type: prismatic, axis: x, child: g5}\n"
        "  t5: {type: prismatic, axis: x, parent: g5, child: h5}\n"
        "  a1: {type: revolute, axis: z, child: u1, position: 0.3 rad}\n"
        "  b1: {type: revolute, axis: z, parent: u1, child: f1, at: {xyz: [1, 0, 0]}, position: 1 rad}\n"
        "  a2: {type: revolute, axis: z, child: u2, position: 0.3 rad}\n"
        "  b2: {type: revolute, axis: z, parent: u2, child: f2, at: {xyz: [1, 0, 0]}, position: 1 rad}\n"
        "  a3: {type: revolute, axis: z, child: u3, position: 0.3 rad}\n"
        "  b3: {type: revolute, axis: z, parent: u3, child: f3, at: {xyz: [1, 0, 0]}, position: 1 rad}\n"
        "parts:\n"
        "  path: {kind: signal.ik, coordinates: [a1, b1], task: [f1.tip.x, f1.tip.y], goal: [1, 1], gain: 2}\n"
        "  stick: {kind: signal.ik, coordinates: [a2, b2], task: [f2.tip.x, f2.tip.y], goal_rate: [-0.1, 0], damping: 1e-4}\n"
        "  far: {kind: signal.ik, coordinates: [a3, b3], task: [f3.tip.x, f3.tip.y], goal: [3, 0], gain: 1, speed: 0.5, damping: "
        "0.1}\n"
        "  share: {kind: signal.ik, coordinates: [s4, t4], task: [h4.tip.x], goal_rate: [0.1], cost: [1, 3], damping: 1e-5}\n"
        "  tidy: {kind: signal.ik, coordinates: [s5, t5], task: [h5.tip.x], goal_rate: [0], rest: [0.5 m, -0.5 m], prefer: 0.2 "
        "s-1, damping: 1e-5}\n"
        "  m4: {kind: force.effort, axis: s4, effort: 1e4*(share.rate.s4 - s4.rate)}\n"
        "  n4: {kind: force.effort, axis: t4, effort: 1e4*(share.rate.t4 - t4.rate)}\n"
        "  m5: {kind: force.effort, axis: s5, effort: 1e4*(tidy.rate.s5 - s5.rate)}\n"
        "  n5: {kind: force.effort, axis: t5, effort: 1e4*(tidy.rate.t5 - t5.rate)}\n"
        "  m1: {kind: force.effort, axis: a1, effort: 1e4*(path.rate.a1 - a1.rate)}\n"
        "  n1: {kind: force.effort, axis: b1, effort: 1e4*(path.rate.b1 - b1.rate)}\n"
        "  m2: {kind: force.effort, axis: a2, effort: 1e4*(stick.rate.a2 - a2.rate)}\n"
        "  n2: {kind: force.effort, axis: b2, effort: 1e4*(stick.rate.b2 - b2.rate)}\n"
        "  m3: {kind: force.effort, axis: a3, effort: 1e4*(far.rate.a3 - a3.rate)}\n"
        "  n3: {kind: force.effort, axis: b3, effort: 1e4*(far.rate.b3 - b3.rate)}\n"
        "until: 10 s\n"
        "solver: {rtol: 1e-8, atol: 1e-10}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: f1.tip.x, is: 1, within: 1e-6, source: the goal}\n"
        "      - {final: f1.tip.y, is: 1, within: 1e-6, source: the goal}\n"
        "      - {final: b1, is: pi/2, within: 1e-5, source: law of cosines}\n"
        "      - {final: f2.tip.x, is: cos(0.3) + cos(1.3) - 1, within: 2e-4, source: '10 s of 0.1 m/s'}\n"
        "      - {final: f2.tip.y, is: sin(0.3) + sin(1.3), within: 2e-4, source: it stays on its line}\n"
        "      - {final: f3.tip.x, is: 2, within: 0.02, source: stretched towards it}\n"
        "      - {final: share.rate.s4, is: 0.075, within: 1e-8, source: 'three quarters: rates as 1/cost'}\n"
        "      - {final: h4.tip.x, is: 1, within: 1e-3, source: 10 s of 0.1 m/s}\n"
        "      - {final: s5, is: 0.5*(1 - exp(-2)), within: 1e-4, source: their difference goes to 1 m with 0.2/s}\n"
        "      - {max: abs(h5.tip.x), is: 0, within: 5e-5, source: 'the tip stays; its drives lag by 0.1 ms'}\n"
        "      - {max: abs(far.rate.b3), is: 0.5, within: 1e-9, source: its speed}\n",
};
