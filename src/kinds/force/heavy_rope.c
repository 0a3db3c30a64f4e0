// heavy_rope.c: a rope with mass from a point or a drum over round sheaves to a point: stretch, weight, inertia along itself.
//
//   span j has pieces of equal length, in the middle of each a lump: u its speed along the rope (a state), s the rope behind it
//   between two lumps, over a sheave or not: D rope on the way G;  V = EA (G - D)^2/2D where it pulls
//   T = sum of mu N u^2/2,  u = t X' + (way/N) c,  c = -s' the rope that passes the lump's place X, N the rope of its piece
//
// Lagrange's equations of this T, V and the weight, so that the books are exact; the momentum of what runs over a sheave is in
// them (its pull is T - mu u^2). Spans are straight: no sag, and no inertia across the rope, which is warned of. What lies on the
// drum has its weight at the drum, but no inertia. Escalona 2017 (rope through fixed places); Euler and Eytelwein (friction).
#include "kinds/force/reeving.h"

DV_PARAMETERS(
    DV_P(length,     "m",    DV_REQUIRED, 1e-3, 1e6,  "without pull, to the end; on a drum from where it leaves it, at angle zero, along `heading`")
    DV_P(stiffness,  "N",    DV_REQUIRED, 1e-3, 1e15, "EA: pull per strain")
    DV_P(mass,       "kg/m", DV_REQUIRED, 1e-6, 1e5,  "per length without pull")
    DV_P(damping,    "N.s",  0,           0,    1e15, "pull per rate of strain, while it is taut")
    DV_P(drum,       "m",    0,           -100, 100,  "radius of a drum about `from`, negative: it turns the other way; 0: a point")
    DV_P(heading,    "rad",  0,           -7,   7,    "drum: angle, from x towards z, within half a turn of which the rope leaves")
    DV_P(efficiency, "1",    1,           0.5,  1,    "of a turning sheave: its bearing and the bending of the rope")
    DV_P(smoothing,  "m/s",  1e-3,        1e-9, 10,   "speed of the rope around which friction changes sign")
    DV_P(gravity,    "m/s^2", 9.81,      0,    100,  "of its weight, along the world's -z")
);

enum { LUMPS = 12, BITS = LUMPS + 1 };
enum { MOVED, SPEED, LUMP };  // states of a lump
enum { AT_FROM, AT_TO, TAUT, PATH, OUT, WRAP };

// clang-format off
#define NODE(n)                                                                                            \
  {"moved_" #n, "m",   0.01, "rope that has passed lump " #n " back to its start, over an even stretch", 0}, \
  {"speed_" #n, "m/s", 1,    "speed of the rope there, along itself, seen from the world",               0}
// clang-format on
static const dv_quantity states[] = {NODE(1), NODE(2), NODE(3), NODE(4),  NODE(5),  NODE(6),
                                     NODE(7), NODE(8), NODE(9), NODE(10), NODE(11), NODE(12)};
static const dv_option options[] = {
    {"lumps", "1|2|3|4|5|6|7|8|9|10|11|12", "of its mass, as many in each span: a multiple of the spans"}
};
static const int state_count[] = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24};
static const dv_quantity outs[] = {
    {"first",  "N",   1000, "pull between where it begins and its first lump",                                 0},
    {"last",   "N",   1000, "pull between its last lump and where it ends",                                    0},
    {"taut",   "1",   1,    "share of it that pulls",                                                          0},
    {"path",   "m",   10,   "length of the way: spans, arcs, and what the drum has wound up since angle zero", 0},
    {"out",    "m",   10,   "rope off the drum, without pull",                                                 0},
    {"wrap_1", "rad", 1,    "angle of the first sheave that it touches",                                       0},
    {"wrap_2", "rad", 1,    "of the second one",                                                               0},
    {"wrap_3", "rad", 1,    "of the third one",                                                                0},
    {"wrap_4", "rad", 1,    "of the fourth one",                                                               0},
    {"wrap_5", "rad", 1,    "of the fifth one",                                                                0},
};

DV_FAULT(fault)
{
  if ((c->opt[0] + 1) % (c->rows[0] + 1))
    return "its lumps cannot be shared out evenly to its spans|give a multiple of the spans: over one sheave 2, 4, 6 ... lumps";
  return reeving_fault(c, p->drum, p->heading);
}

// From one lump to the next: two parts of the way, before and behind the half between them, which a sheave's arc is, too.
typedef struct {
  real part[2], rate[2], slope[2];        // lengths, their rates, d(length)/d(length as the circles have it)
  real share[2];                          // of the way
  real way, growth, rope, give, running;  // G, G', D, dD/d(rope as its states have it), D'
  real pull, store;                       // T and EA (e + e^2/2), both with damping
  real strain, damped, rub, run;          // rub: pull before a sheave less that behind, against its run
} bit;

typedef struct {
  int span;
  real f, R;            // place: share of the span; radius there
  v3 x, v, t, turn, m;  // place, its velocity, direction, its rate; normal. Axes of `from`, velocities seen from the world
  real u, c, way, longer, N, more, W;  // way: its length, and rate; N: rope on it, and rate; W: dL/dN
} lump;

typedef struct {
  way w;
  int K, each;  // lumps; in each span
  v3 up;
  real height;  // of `from`
  v3 at[CIRCLES], v[CIRCLES];
  bit b[BITS];
  lump l[LUMPS];
} rope;

// Positive also where what it is made of is not: x above `least`, below that a hyperbola that goes on smoothly.
DV_FN real positive(real x, real least, real *slope)
{
  real low = least / (2 * least - dv_min(x, least));
  *slope = low * low;
  return dv_select(x > least, x, least * low);
}

DV_FN int sheave_of(const rope *s, int e) { return e > 0 && e < s->K && e % s->each == 0 ? e / s->each : 0; }

DV_FN void measure(const par *p, rope *s)
{
  const way *w = &s->w;
  for (int e = 0; e <= s->K; e++) {
    bit *b = &s->b[e];
    int i = sheave_of(s, e);
    for (int k = 0; k < 2; k++) {
      int n = e - 1 + k, j = n / s->each;
      b->part[k] = b->rate[k] = b->slope[k] = dv_real(0);
      if (n < 0 || n >= s->K) continue;
      real part = 0.5 * w->span[j] / s->each, rate = 0.5 * w->growth[j] / s->each;
      if (i) part += 0.5 * dv_abs(w->R[i]) * w->wrap[i], rate += 0.5 * w->R[i] * (w->turning[i] - w->turning[i - 1]);
      b->part[k] = positive(part, 1e-4 * p->length, &b->slope[k]);
      b->rate[k] = b->slope[k] * rate;
    }
    b->way = b->part[0] + b->part[1], b->growth = b->rate[0] + b->rate[1];
    b->share[0] = b->part[0] / b->way, b->share[1] = b->part[1] / b->way;
  }
}

// Rope in each bit: an even share of what is off the drum, and what has moved.
DV_FN void share_out(const par *p, const dv_cell *c, rope *s)
{
  real whole = dv_real(0);
  for (int e = 0; e <= s->K; e++) whole += s->b[e].way;
  for (int e = 0; e <= s->K; e++) {
    bit *b = &s->b[e];
    real moved = e < s->K ? c->x[LUMP * e + MOVED] : dv_real(0);
    if (e) moved -= c->x[LUMP * (e - 1) + MOVED];
    b->rope = positive((p->length - s->w.wound) * b->way / whole + moved, 1e-4 * p->length, &b->give);
  }
}

DV_FN void place(const dv_cell *c, rope *s, int n)
{
  const way *w = &s->w;
  lump *l = &s->l[n];
  int j = l->span = n / s->each;
  v3 along, across = dv_v3_unit(1), spin = dv_v3_of(c->flow);
  l->f = dv_real((n % s->each + 0.5) / s->each);
  l->R = (1 - l->f) * w->R[j] + l->f * w->R[j + 1];
  dv_sincos(w->angle[j], &along.x[2], &along.x[0]);
  along.x[1] = dv_real(0);
  l->m = dv_v3_cross(along, across);  // z for a span along x
  v3 turned = dv_v3_sub(dv_v3_cross(spin, l->m), dv_v3_scale(along, w->turning[j]));
  l->x = dv_v3_add(dv_v3_scale(s->at[j], 1 - l->f), dv_v3_scale(s->at[j + 1], l->f));
  l->x = dv_v3_sub(l->x, dv_v3_scale(l->m, l->R));
  l->v = dv_v3_add(dv_v3_scale(s->v[j], 1 - l->f), dv_v3_scale(s->v[j + 1], l->f));
  l->v = dv_v3_sub(l->v, dv_v3_scale(turned, l->R));
  real one = 1 / w->span[j];
  l->t = dv_v3_scale(dv_v3_add(dv_v3_scale(along, w->in_plane[j]), dv_v3_scale(across, w->dy[j])), one);
  v3 d = dv_v3_add(dv_v3_scale(along, w->in_growth[j]), dv_v3_scale(l->m, w->in_plane[j] * w->turning[j]));
  d = dv_v3_sub(dv_v3_add(d, dv_v3_scale(across, w->vy[j])), dv_v3_scale(l->t, w->growth[j]));
  l->turn = dv_v3_add(dv_v3_cross(spin, l->t), dv_v3_scale(d, one));
}

DV_FN void flows(const dv_cell *c, rope *s)
{
  for (int n = 0; n < s->K; n++) {
    lump *l = &s->l[n];
    const bit *a = &s->b[n], *b = a + 1;
    place(c, s, n);
    l->way = a->part[1] + b->part[0], l->longer = a->rate[1] + b->rate[0];
    l->N = a->rope * a->share[1] + b->rope * b->share[0];
    l->u = c->x[LUMP * n + SPEED];
    l->c = (l->u - dv_v3_dot(l->t, l->v)) * l->N / l->way;
  }
  for (int e = 0; e <= s->K; e++) {
    real in = e ? s->l[e - 1].c : -s->w.winding, out = e < s->K ? s->l[e].c : dv_real(0);
    s->b[e].running = s->b[e].give * (in - out);
  }
}

DV_FN int slack_root(int e) { return 2 * e; }
DV_FN int pushing_root(int e) { return 2 * e + 1; }

DV_FN dv_bool taut(const dv_cell *c, const bit *b, int e) { return dv_beyond(c, slack_root(e), b->way > b->rope); }

// Negative: it would push.
DV_FN real pulling(const par *p, const dv_cell *c, const bit *b, int e)
{
  real T = (p->stiffness * (b->way - b->rope) + p->damping * (b->growth - b->running)) / b->rope;
  return dv_select(taut(c, b, e), T, dv_real(1));
}

// A sheave's friction, from how fast its rope runs back over it.
DV_FN void rubs(const par *p, const dv_cell *c, rope *s, int e)
{
  bit *b = &s->b[e];
  int i = sheave_of(s, e);
  b->rub = b->run = dv_real(0);
  if (!i) return;
  real flow = b->share[1] * s->l[e - 1].c + b->share[0] * s->l[e].c;
  b->run = b->rate[0] - b->share[0] * b->growth - b->way / b->rope * flow;
  real sign = b->run / dv_sqrt(b->run * b->run + p->smoothing * p->smoothing);
  real mu = dv_max(c->table[0][SHEAVE_COLUMNS * (i - 1) + SHEAVE_FRICTION], dv_real(0));
  real held = mu * dv_max(s->w.wrap[i], dv_real(0)) - dv_log(p->efficiency);
  real f = dv_exp(-sign * held);
  b->rub = b->pull * (1 - f) / (b->share[0] + f * b->share[1]);
}

DV_FN void pulls(const par *p, const dv_cell *c, rope *s)
{
  for (int e = 0; e <= s->K; e++) {
    bit *b = &s->b[e];
    real T = pulling(p, c, b, e), zero = dv_real(0);
    dv_bool on = taut(c, b, e);
    b->strain = dv_select(on, (b->way - b->rope) / b->rope, zero);
    b->pull = dv_select(on & dv_not(dv_beyond(c, pushing_root(e), T < 0.0)), T, zero);
    b->damped = b->pull - p->stiffness * b->strain;
    b->store = b->pull + 0.5 * p->stiffness * b->strain * b->strain;
    rubs(p, c, s, e);
  }
}

DV_FN real height_of(const rope *s, const lump *l) { return s->height + dv_v3_dot(s->up, l->x); }

// Rates of the rope on each piece; dL/dN.
DV_FN void weigh(const par *p, rope *s)
{
  for (int n = 0; n < s->K; n++) {
    lump *l = &s->l[n];
    l->more = dv_real(0);
    for (int k = 0; k < 2; k++) {
      const bit *b = &s->b[n + k];
      int side = 1 - k;
      l->more += b->running * b->share[side] + b->rope * (b->rate[side] - b->share[side] * b->growth) / b->way;
    }
    l->W = p->mass * (l->u * (0.5 * l->u - l->c * l->way / l->N) - p->gravity * height_of(s, l));
  }
}

DV_FN void look(const par *p, const dv_cell *c, rope *s)
{
  v3 rate;
  int lumps = c->opt[0] + 1, spans = c->rows[0] + 1;
  s->w = reeving_way(c, (spans < lumps ? spans : lumps) - 1, p->drum, p->heading);
  s->each = lumps / (s->w.n + 1);
  s->K = s->each * (s->w.n + 1);
  s->up = dv_v3_of(c->pose + 6);  // the world's z
  s->height = c->pose[11];
  for (int i = 0; i <= s->w.n + 1; i++) {
    int port = reeving_port(&s->w, i);
    reeving_seen(c, port, &s->at[i], &rate);
    s->v[i] = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12 * port, dv_v3_of(c->flow + 6 * port + 3)));
  }
  measure(p, s);
  share_out(p, c, s);
  flows(c, s);
  pulls(p, c, s);
  weigh(p, s);
}

// dL/dD of bit e, by the rope as its states have it.
DV_FN real drive(const rope *s, int e)
{
  const bit *b = &s->b[e];
  real A = b->store;
  if (e) A += s->l[e - 1].W * b->share[0];
  if (e < s->K) A += s->l[e].W * b->share[1];
  return b->give * A;
}

DV_FN real speeding(const par *p, const rope *s, int n)
{
  const lump *l = &s->l[n];
  const bit *a = &s->b[n], *b = a + 1;
  real F = drive(s, n + 1) - drive(s, n);
  F += a->rub * a->share[0] * a->way / a->rope + b->rub * b->share[1] * b->way / b->rope;
  return (F / p->mass - l->longer * l->u) / l->way;
}

DV_LAW(rate)
{
  rope s;
  real whole = dv_real(0), longer = dv_real(0), at = dv_real(0), moving = dv_real(0);
  look(p, c, &s);
  for (int e = 0; e <= s.K; e++) whole += s.b[e].way, longer += s.b[e].growth;
  for (int n = 0; n <= c->opt[0]; n++) {
    real *dx = c->dx + LUMP * n;
    dx[MOVED] = dx[SPEED] = dv_real(0);
    if (n >= s.K) continue;
    at += s.b[n].way, moving += s.b[n].growth;
    real even = s.w.winding * (1 - at / whole) + (p->length - s.w.wound) * (moving - at / whole * longer) / whole;
    dx[MOVED] = -s.l[n].c - even;
    dx[SPEED] = speeding(p, &s, n);
  }
}

// Generalised forces of the rope: by length and angle of each span, by its size in the plane and across; on circles; on `from`.
typedef struct {
  real length[SPANS], angle[SPANS], in_plane[SPANS], across[SPANS];
  v3 on[CIRCLES], moment;
} forces;

DV_FN void stretch_forces(const par *p, const rope *s, forces *q)
{
  for (int e = 0; e <= s->K; e++) {
    const bit *b = &s->b[e];
    int i = sheave_of(s, e);
    real sum = dv_real(0);
    for (int k = 0; k < 2; k++) {
      int n = e - 1 + k, other = e - k;
      if (n < 0 || n >= s->K) continue;
      const lump *l = &s->l[n];
      real a = p->mass * l->u * l->c - b->pull + (k ? 1 : -1) * b->rub * b->share[1 - k];
      if (other >= 0 && other < s->K) a += (l->W - s->l[other].W) * b->rope * b->share[1 - k] / b->way;
      a *= b->slope[k];
      q->length[l->span] += 0.5 / s->each * a;
      sum += 0.5 * a;
    }
    if (i) q->angle[i] += s->w.R[i] * sum, q->angle[i - 1] -= s->w.R[i] * sum;
  }
}

// Inertia and weight of a lump, and its momentum as its span turns.
DV_FN void lump_forces(const par *p, const rope *s, int n, forces *q)
{
  const lump *l = &s->l[n];
  const way *w = &s->w;
  int j = l->span;
  v3 across = dv_v3_unit(1), along = dv_v3_cross(across, l->m);
  real momentum = p->mass * l->N * l->u, rate = p->mass * (l->N * speeding(p, s, n) + l->more * l->u);
  v3 F = dv_v3_add(dv_v3_scale(l->t, -rate), dv_v3_scale(l->turn, -momentum));
  F = dv_v3_sub(F, dv_v3_scale(s->up, p->mass * l->N * p->gravity));
  q->on[j] = dv_v3_add(q->on[j], dv_v3_scale(F, 1 - l->f));
  q->on[j + 1] = dv_v3_add(q->on[j + 1], dv_v3_scale(F, l->f));
  q->moment = dv_v3_sub(q->moment, dv_v3_scale(dv_v3_cross(l->m, F), l->R));
  q->angle[j] += l->R * dv_v3_dot(F, along);
  v3 side = dv_v3_scale(dv_v3_sub(l->v, dv_v3_scale(l->t, dv_v3_dot(l->t, l->v))), momentum / w->span[j]);
  q->in_plane[j] += dv_v3_dot(side, along);
  q->angle[j] += w->in_plane[j] * dv_v3_dot(side, l->m);
  q->across[j] += side.x[1];
  q->moment = dv_v3_add(q->moment, dv_v3_scale(dv_v3_cross(l->t, l->v), momentum));
}

DV_FN void gather(const par *p, const rope *s, forces *q)
{
  for (int j = 0; j < SPANS; j++) q->length[j] = q->angle[j] = q->in_plane[j] = q->across[j] = dv_real(0);
  for (int i = 0; i < CIRCLES; i++) q->on[i] = dv_v3_zero();
  q->moment = dv_v3_zero();
  stretch_forces(p, s, q);
  for (int n = 0; n < s->K; n++) lump_forces(p, s, n, q);
  q->on[0] = dv_v3_sub(q->on[0], dv_v3_scale(s->up, p->mass * p->gravity * s->w.wound));
}

// On the difference of the centres of span j.
DV_FN v3 by_span(const way *w, const forces *q, int j)
{
  v3 f = reeving_gradient(w, j, q->length[j], q->angle[j]);
  real k = w->open[j] * q->in_plane[j] / w->in_plane[j];
  f.x[0] += k * w->dx[j], f.x[2] += k * w->dz[j], f.x[1] += q->across[j];
  return f;
}

DV_FN real by_winding(const par *p, const rope *s) { return -drive(s, 0) - p->mass * p->gravity * s->height; }

DV_LAW(answer)
{
  rope s;
  forces q;
  look(p, c, &s);
  gather(p, &s, &q);
  q.angle[0] += p->drum * by_winding(p, &s);
  for (int i = 0; i <= DRUM_SLOT; i++) c->effort[i] = dv_real(0);
  v3 before = by_span(&s.w, &q, 0);
  for (int i = 1; i <= s.w.n + 1; i++) {
    v3 after = i <= s.w.n ? by_span(&s.w, &q, i) : dv_v3_zero();
    reeving_put(c, reeving_port(&s.w, i), s.at[i], dv_v3_sub(after, before));
    before = after;
  }
  for (int i = 0; i <= s.w.n + 1; i++) {
    int port = reeving_port(&s.w, i);
    v3 own = dv_m3_tmul(c->pose + 12 * port, dv_m3_mul(c->pose, q.on[i]));
    for (int k = 0; k < 3; k++) c->effort[6 * port + 3 + k] -= own.x[k];
  }
  for (int k = 0; k < 3; k++) c->effort[k] -= q.moment.x[k];
  c->effort[DRUM_SLOT] = -dv_abs(p->drum) * by_winding(p, &s);
}

DV_LAW(signal)
{
  rope s;
  look(p, c, &s);
  real pulls_on = dv_real(0), all = dv_real(0);
  for (int e = 0; e <= s.K; e++) {
    all += s.b[e].way;
    pulls_on += dv_select(s.b[e].pull > 0.0, s.b[e].way, dv_real(0));
  }
  c->out[AT_FROM] = s.b[0].pull;
  c->out[AT_TO] = s.b[s.K].pull;
  c->out[TAUT] = pulls_on / all;
  c->out[PATH] = s.w.path;
  c->out[OUT] = p->length - s.w.wound;
  for (int i = 0; i < SHEAVES; i++) c->out[WRAP + i] = i < s.w.n ? s.w.wrap[i + 1] : dv_real(0);
}

DV_AMOUNT(stored)
{
  rope s;
  look(p, c, &s);
  real sum = p->mass * p->gravity * s.w.wound * s.height;
  for (int e = 0; e <= s.K; e++) sum += 0.5 * p->stiffness * s.b[e].strain * s.b[e].strain * s.b[e].rope;
  for (int n = 0; n < s.K; n++) sum += p->mass * s.l[n].N * (0.5 * s.l[n].u * s.l[n].u + p->gravity * height_of(&s, &s.l[n]));
  return sum;
}

DV_AMOUNT(loss)
{
  rope s;
  look(p, c, &s);
  real sum = dv_real(0);
  for (int e = 0; e <= s.K; e++) sum += s.b[e].damped * (s.b[e].growth - s.b[e].running) + s.b[e].rub * s.b[e].run;
  return sum;
}

DV_LAW(root)
{
  rope s;
  look(p, c, &s);
  for (int e = 0; e < BITS; e++) {
    c->root[slack_root(e)] = e <= s.K ? s.b[e].rope - s.b[e].way : dv_real(1);
    c->root[pushing_root(e)] = e <= s.K ? pulling(p, c, &s.b[e], e) : dv_real(1);
  }
}

enum { SAGS = 2, SWINGS, WOUND_UP };  // behind those of the way

DV_LAW(guard)
{
  rope s;
  look(p, c, &s);
  reeving_guard(&s.w, c->guard);
  c->guard[SAGS] = c->guard[SWINGS] = dv_real(1);
  for (int n = 0; n < s.K; n++) {
    const lump *l = &s.l[n];
    real pull = 0.5 * (s.b[n].pull + s.b[n + 1].pull), span = s.w.span[l->span], weight = p->mass * p->gravity * span;
    v3 level = dv_v3_sub(s.up, dv_v3_scale(l->t, dv_v3_dot(s.up, l->t))),
       v = dv_v3_sub(l->v, dv_v3_scale(l->t, dv_v3_dot(l->t, l->v)));
    real sag = 0.125 * weight * dv_sqrt(dv_v3_dot(level, level));
    c->guard[SAGS] = dv_min(c->guard[SAGS], 0.05 * pull - sag + 1e-9 * weight);
    c->guard[SWINGS] = dv_min(c->guard[SWINGS], dv_max(0.1 * pull - weight, 1e-4 * p->gravity * span - dv_v3_dot(v, v)));
  }
  c->guard[WOUND_UP] = s.b[0].rope - 2e-4 * p->length;
}
static const char *const warnings[] = {
    REEVING_WARNINGS, "a span would sag by more than a twentieth of its length, which is not in the law; see marine.line",
    "a span that weighs more than a tenth of its pull moves across itself, of which the inertia is not in the law; see marine.line",
    "the rope is all wound up; stop the drum before, or give more `length`"};

DV_KIND(force, heavy_rope) = {
    .name = "force.heavy-rope",
    .doc = "rope with mass from a point or drum over round sheaves: weight, inertia along itself, stretch, friction",
    DV_ROWS(port, reeving_ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, reeving_tables),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(out, outs),
    .nroot = 2 * BITS,
    .holds = 1,
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .look = "reeving",
    .example =
        "# Atwood's chain with 10 kg on either side; and 1 t on 100 m of 5 kg/m, which a drum winds up ever faster\n"
        "parameters: {m: 10 kg, mu: 2 kg/m, R: 0.2 m, h: 10 m, d: 0.1 m, g: 9.81 m/s^2, L: 2*h + pi*R, k: sqrt(2*mu*g/(2*m + mu*L)), r: 0.25 m, rho: 5 kg/m, H: 100 m, a: 0.2 m/s^2, EA: 20 MN, T: 4 s, x: d*cosh(k*T), v: d*k*sinh(k*T)}\n"
        "world: {points: {drum: [10, 0, 0]}}\n"
        "bodies: {left: {mass: m}, right: {mass: m}, sheave: {mass: 1 kg}, wheel: {inertia: [1, 1, 1]}, load: {mass: 1 t}}\n"
        "joints:\n"
        "  up: {type: prismatic, axis: z, child: left, at: {xyz: [0, 0, -h - d]}}\n"
        "  down: {type: prismatic, axis: -z, child: right, at: {xyz: [2*R, 0, d - h]}}\n"
        "  pin: {type: prismatic, axis: z, child: sheave, at: {xyz: [R, 0, 0]}, motion: locked}\n"
        "  wind: {type: revolute, axis: y, at: {xyz: [10, 0, 0]}, child: wheel, motion: {prescribed: turn}}\n"
        "  hoist: {type: prismatic, axis: z, at: {xyz: [10 + r, 0, -H]}, child: load, position: '-((1 [t] + rho*H/2)*g*H/EA)'}\n"
        "gravity: g\n"
        "signals: {turn: a/r*t^2/2}\n"
        "parts:\n"
        "  chain: {kind: force.heavy-rope, from: left, to: right, s1: sheave, sheaves: [[-R, 0]], length: L*(1 - m*g/EA), stiffness: EA, damping: 100 kN.s, mass: mu, lumps: 2}\n"
        "  rope: {kind: force.heavy-rope, from: world.drum, to: load, turn: wind, drum: -r, heading: -90 deg, length: H, stiffness: EA, damping: 5 MN.s, mass: rho, lumps: 4}\n"
        "until: 4 s\n"
        "solver: {rtol: 1e-9, atol: 1e-11}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: (down - up)/2, is: 0, within: 1e-3, source: one goes up as the other goes down}\n"
        "      - {final: (up + down)/2 + x - d, is: 0, within: 2e-5, source: 'd cosh(k t), k^2 = 2 mu g/(2 m + mu L)'}\n"
        "      - {final: pin.reaction.fz, is: '(2*m + mu*L + 1 [kg])*g - 2*mu*(v^2 + x^2*k^2)', relative: 1e-5, source: 'all that weighs, less the rate of the momentum -2 mu x v'}\n"
        "      - {final: wind.effort, is: 'r*((1 [t] + rho*(H - a*T^2/2))*(g + a) - rho*(a*T)^2/2)', relative: 1e-3, source: 'weight and inertia of load and rope; what comes to rest on the drum gives back; strain 7e-4'}\n"
        "      - {final: rope.out, is: H - a*T^2/2, relative: 1e-9, source: wound up}\n"
        "      - {drift: energy.residual, within: 1e-5}\n",
};
