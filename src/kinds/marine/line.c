// line.c: umbilical, tether or mooring line between two points, as lumps of mass with springs between them, in the water.
//
//   T = max(0, EA (e - l)/l + c e'),   f_drag = -1/2 rho D l (cn |u_n| u_n + pi ct |u_t| u_t),   l = length/elements
//   (m l + ma l (1 - t t')) a = T_next t_next - T_last t_last + f_drag - weight l up + rho A l ((1 + ca) a_w - ca t t' a_w)
//
// u: velocity of a lump relative to the water, u_t along the line's direction t there; ma = ca rho A. Half an element hangs on
// each end. Lumps start on the straight line between the ends. Below the bed, by d, it carries them: max(0, k d - c d') l up,
// and rubs: mu of that against their way along it. An element that begins or ends to pull, a lump that meets or leaves the bed
// are events. Undamped elements ring at up to 2/l sqrt(EA/m); c = l sqrt(EA m) damps that critically. Walton and Polachek 1960;
// Buckham 2003.
#include "kinds/marine/marine.h"

DV_PARAMETERS(
    DV_P(length,        "m",       DV_REQUIRED, 1e-3,  1e5,  "length without pull")
    DV_P(stiffness,     "N",       1e5,         1e-3,  1e12, "EA: pull per strain")
    DV_P(damping,       "N.s",     0,           0,     1e12, "pull per rate of strain: 0.8 length/elements sqrt(EA mass) is usual; 0 rings")
    DV_P(mass,          "kg/m",    DV_REQUIRED, 1e-6,  1e5,  "mass per length")
    DV_P(weight,        "N/m",     0,           -1e6,  1e6,  "weight in water per length; negative: floats")
    DV_P(diameter,      "m",       0,           0,     10,   "diameter")
    DV_P(cn,            "1",       1.2,         0,     10,   "drag coefficient across the line")
    DV_P(ct,            "1",       0.01,        0,     10,   "drag coefficient along it")
    DV_P(ca,            "1",       1,           0,     10,   "added-mass coefficient across it")
    DV_P(bed,           "m",       -1e30,       -1e30, 1e6,
         "height of a level sea bed over the world's origin, on which it can lie")
    DV_P(bed_stiffness, "N/m^2",   1e4,         0,     1e12, "of the bed: force per depth and length")
    DV_P(bed_damping,   "N.s/m^2", 1e3,         0,     1e12, "of the bed: force per speed and length")
    DV_P(bed_friction,  "1",       0,           0,     10,   "of the bed: friction over what it carries")
    DV_P(bed_smoothing, "m/s",     1e-3,        1e-9,  10,   "speed along the bed around which that changes sign")
);

enum { MOST = 16, PLACE = 0, SPEED = 3, LUMP = 6 };
enum { PULL, OVER = PULL + MOST, PUSH = OVER + MOST + 1, ROOTS = PUSH + MOST + 1 };  // of elements; of lumps and ends

static const dv_port ports[] = {
    {"a", DV_FRAME, DV_ANSWERS, "one end"      },
    {"b", DV_FRAME, DV_ANSWERS, "the other end"}
};
static const dv_option options[] = {
    {"elements", "8|2|4|16", "number of elements"}
};
static const int state_count[] = {7 * LUMP, 1 * LUMP, 3 * LUMP, 15 * LUMP};
// clang-format off
#define NODE(n)                                                             \
  {"x" #n,  "m",   1, "lump " #n " off the straight line: x", 0},           \
  {"y" #n,  "m",   1, "y",                                    0},           \
  {"z" #n,  "m",   1, "z",                                    0},           \
  {"vx" #n, "m/s", 1, "its velocity: x",                      0},           \
  {"vy" #n, "m/s", 1, "y",                                    0},           \
  {"vz" #n, "m/s", 1, "z",                                    0}
// clang-format on
static const dv_quantity states[] = {NODE(1), NODE(2),  NODE(3),  NODE(4),  NODE(5),  NODE(6),  NODE(7), NODE(8),
                                     NODE(9), NODE(10), NODE(11), NODE(12), NODE(13), NODE(14), NODE(15)};
static const dv_quantity outs[] = {
    {"pull_a",   "N", 100, "pull at a",                                     0},
    {"pull_b",   "N", 100, "pull at b",                                     0},
    {"middle_x", "m", 1,   "middle lump against the ends' mean, along x",   0},
    {"middle_y", "m", 1,   "along y",                                       0},
    {"middle_z", "m", 1,   "along z",                                       0},
    {"stretch",  "m", 1,   "length of all elements less that without pull", 0},
};

typedef struct {
  v3 x[MOST + 1], v[MOST + 1];  // lumps and ends, world axes
  v3 dir[MOST];                 // of each element
  real tension[MOST];           // of each element, negative where it would push
  real pull[MOST], rate[MOST];  // what it gives; rate of its strain
  real l, stretch;
  int n;
} shape;

DV_FN int elements(const dv_cell *c)
{
  const int n[4] = {8, 2, 4, 16};
  return n[c->opt[0]];
}

DV_FN void place(const dv_cell *c, shape *s)
{
  const real *a = c->pose, *b = c->pose + 12;
  v3 xa = dv_v3_of(a + 9), xb = dv_v3_of(b + 9), va = dv_m3_mul(a, dv_v3_of(c->flow + 3)),
     vb = dv_m3_mul(b, dv_v3_of(c->flow + 9));
  s->n = elements(c);
  s->x[0] = xa, s->v[0] = va, s->x[s->n] = xb, s->v[s->n] = vb;
  for (int i = 1; i < s->n; i++) {
    const real *q = c->x + LUMP * (i - 1);
    v3 on = dv_v3_add(xa, dv_v3_scale(dv_v3_sub(xb, xa), dv_real((double)i / s->n)));
    s->x[i] = dv_v3_add(on, dv_v3_of(q + PLACE));
    s->v[i] = dv_v3_of(q + SPEED);
  }
}

DV_FN void pulls(const par *p, const dv_cell *c, shape *s)
{
  s->stretch = -p->length;
  s->l = p->length / s->n;
  for (int i = 0; i < s->n; i++) {
    v3 d = dv_v3_sub(s->x[i + 1], s->x[i]), rate = dv_v3_sub(s->v[i + 1], s->v[i]);
    real e = dv_sqrt(dv_max(dv_v3_dot(d, d), dv_real(1e-24)));
    s->dir[i] = dv_v3_scale(d, 1 / e);
    s->rate[i] = dv_v3_dot(s->dir[i], rate) / s->l;
    s->tension[i] = p->stiffness * (e - s->l) / s->l + p->damping * s->rate[i];
    s->pull[i] = dv_select(dv_beyond(c, PULL + i, s->tension[i] < 0.0), dv_real(0), s->tension[i]);
    s->stretch += e;
  }
}

DV_FN shape look(const par *p, const dv_cell *c)
{
  shape s;
  place(c, &s);
  pulls(p, c, &s);
  return s;
}

// Direction of the line at a lump: the mean of its elements.
DV_FN v3 tangent(const shape *s, int i)
{
  v3 t = i == 0 ? s->dir[0] : i == s->n ? s->dir[s->n - 1] : dv_v3_add(s->dir[i - 1], s->dir[i]);
  return dv_v3_scale(t, 1 / dv_sqrt(dv_max(dv_v3_dot(t, t), dv_real(1e-24))));
}

DV_FN v3 drag(const par *p, const shape *s, int i, const dv_water *w, v3 u)
{
  v3 t = tangent(s, i), ut = dv_v3_scale(t, dv_v3_dot(t, u)), un = dv_v3_sub(u, ut);
  real q = -0.5 * w->density * p->diameter * s->l, n = q * p->cn * dv_sqrt(dv_v3_dot(un, un)),
       a = q * 3.141592653589793 * p->ct * dv_sqrt(dv_v3_dot(ut, ut));
  return dv_v3_add(dv_v3_scale(un, n), dv_v3_scale(ut, a));
}

DV_FN v3 past_water(const dv_cell *c, const shape *s, int i, dv_water *w)
{
  real at[3];
  dv_v3_put(at, s->x[i]);
  c->service->water(c->service, at, w);
  return dv_v3_sub(s->v[i], dv_v3_of(w->velocity));
}

DV_FN real section(const par *p, const dv_water *w) { return 0.7853981633974483 * p->diameter * p->diameter * w->density; }

DV_FN real height(const par *p, const shape *s, int i, v3 up) { return dv_v3_dot(up, s->x[i]) - p->bed; }

// What the bed gives per length at lump i while it is below; negative: it would hold it back.
DV_FN real push(const par *p, const shape *s, int i, v3 up)
{
  return -p->bed_stiffness * height(p, s, i, up) - p->bed_damping * dv_v3_dot(up, s->v[i]);
}

// What the bed carries of one element's worth of line around lump i.
DV_FN real carried(const par *p, const dv_cell *c, const shape *s, int i, v3 up)
{
  real f = push(p, s, i, up);
  dv_bool below = dv_beyond(c, OVER + i, height(p, s, i, up) < 0.0);
  return dv_select(below & dv_not(dv_beyond(c, PUSH + i, f < 0.0)), f, dv_real(0)) * s->l;
}

// What the bed exerts on that: up, and against its way along.
DV_FN v3 bedded(const par *p, const dv_cell *c, const shape *s, int i, v3 up)
{
  real f = carried(p, c, s, i, up), limit = p->bed_smoothing;
  v3 way = dv_v3_sub(s->v[i], dv_v3_scale(up, dv_v3_dot(up, s->v[i])));
  real rub = -p->bed_friction * f / dv_sqrt(dv_v3_dot(way, way) + limit * limit);
  return dv_v3_add(dv_v3_scale(up, f), dv_v3_scale(way, rub));
}

// Weight, bed, drag and the water's own acceleration on one element's worth of line around lump i.
DV_FN v3 load(const par *p, const dv_cell *c, const shape *s, int i, dv_water *w)
{
  v3 f = drag(p, s, i, w, past_water(c, s, i, w)), aw = dv_v3_of(w->acceleration), t = tangent(s, i);
  real rA = section(p, w) * s->l;
  v3 up = dv_v3_of(w->up);
  f = dv_v3_add(f, dv_v3_sub(bedded(p, c, s, i, up), dv_v3_scale(up, p->weight * s->l)));
  f = dv_v3_add(f, dv_v3_scale(aw, rA * (1 + p->ca)));
  return dv_v3_sub(f, dv_v3_scale(t, rA * p->ca * dv_v3_dot(t, aw)));
}

// World forces of the line on its ends.
DV_FN void ends(const par *p, const dv_cell *c, const shape *s, v3 *fa, v3 *fb)
{
  dv_water w;
  *fa = dv_v3_add(dv_v3_scale(s->dir[0], s->pull[0]), dv_v3_scale(load(p, c, s, 0, &w), dv_real(0.5)));
  *fb = dv_v3_scale(load(p, c, s, s->n, &w), dv_real(0.5));
  *fb = dv_v3_sub(*fb, dv_v3_scale(s->dir[s->n - 1], s->pull[s->n - 1]));
}

DV_LAW(signal)
{
  shape s = look(p, c);
  v3 fa, fb, middle = dv_v3_sub(s.x[s.n / 2], dv_v3_scale(dv_v3_add(s.x[0], s.x[s.n]), dv_real(0.5)));
  ends(p, c, &s, &fa, &fb);
  c->out[0] = dv_sqrt(dv_v3_dot(fa, fa));
  c->out[1] = dv_sqrt(dv_v3_dot(fb, fb));
  dv_v3_put(c->out + 2, middle);
  c->out[5] = s.stretch;
}

DV_LAW(answer)
{
  shape s = look(p, c);
  v3 fa, fb;
  ends(p, c, &s, &fa, &fb);
  for (int i = 0; i < 12; i++) c->effort[i] = dv_real(0);
  dv_v3_put(c->effort + 3, dv_v3_scale(dv_m3_tmul(c->pose, fa), dv_real(-1)));
  dv_v3_put(c->effort + 9, dv_v3_scale(dv_m3_tmul(c->pose + 12, fb), dv_real(-1)));
}

// Along the line a lump has its mass, across it the water's too.
DV_LAW(rate)
{
  shape s = look(p, c);
  for (int i = 1; i < s.n; i++) {
    dv_water w;
    v3 f = load(p, c, &s, i, &w), t = tangent(&s, i);
    f = dv_v3_add(f, dv_v3_sub(dv_v3_scale(s.dir[i], s.pull[i]), dv_v3_scale(s.dir[i - 1], s.pull[i - 1])));
    v3 along = dv_v3_scale(t, dv_v3_dot(t, f)), across = dv_v3_sub(f, along);
    v3 a =
        dv_v3_add(dv_v3_scale(along, 1 / (p->mass * s.l)), dv_v3_scale(across, 1 / ((p->mass + p->ca * section(p, &w)) * s.l)));
    v3 on = dv_v3_add(s.v[0], dv_v3_scale(dv_v3_sub(s.v[s.n], s.v[0]), dv_real((double)i / s.n)));
    dv_v3_put(c->dx + LUMP * (i - 1) + PLACE, dv_v3_sub(s.v[i], on));
    dv_v3_put(c->dx + LUMP * (i - 1) + SPEED, a);
  }
}

DV_LAW(root)
{
  shape s = look(p, c);
  for (int i = 0; i < ROOTS; i++) c->root[i] = dv_real(1);
  for (int i = 0; i < s.n; i++) c->root[PULL + i] = s.tension[i];
  for (int i = 0; i <= s.n; i++) {
    dv_water w;
    past_water(c, &s, i, &w);
    v3 up = dv_v3_of(w.up);
    c->root[OVER + i] = height(p, &s, i, up);
    c->root[PUSH + i] = dv_select(dv_beyond(c, OVER + i, c->root[OVER + i] < 0.0), push(p, &s, i, up), dv_real(1));
  }
}

DV_LAW(guard) { c->guard[0] = dv_select(p->damping > 0.0, dv_real(1), dv_real(-1)); }

static const char *const warnings[] = {
    "a line without damping rings on after every jerk, and "
    "runs follow that in short steps; give `damping`, such as 0.8 length/elements sqrt(stiffness mass)"};

DV_KIND(marine, line) = {
    .name = "marine.line",
    .doc = "umbilical, tether or mooring line as lumps in the water: stretch, weight, added mass, drag",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .service = DV_ASKS_WATER,
    .signal = signal,
    .answer = answer,
    .rate = rate,
    .root = root,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .active = 1,
    .form = "C",
    .look = "lumps",
    .example =
        "# hangs free in a current: straight, at the angle where the drag carries the weight across it, w cos f = k sin^2 f\n"
        "bodies: {ship: {mass: 1 kg}, end: {mass: 1 g, inertia: [1e-6, 1e-6, 1e-6]}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: ship, motion: locked}\n"
        "  b: {type: free, child: end, position: [8, 0, -6, 1, 0, 0, 0]}\n"
        "gravity: 9.81 m/s^2\n"
        "parts:\n"
        "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
        "  flow: {kind: marine.current, x: 1 m/s}\n"
        "  float: {kind: marine.buoyancy, frame: end, volume: 1e-6 m^3}\n"
        "  line: {kind: marine.line, a: ship, b: end, length: 10 m, mass: 1 kg/m, weight: 5 N/m, diameter: 2 cm, ct: 0,\n"
        "         damping: 5e3 N.s}\n"
        "until: 60 s\n"
        "solver: {rtol: 1e-7, atol: 1e-9}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: b.x, is: 8.13255882075, within: 1e-6, source: \"L cos f (1 + w sin f L/2EA), k = 12 N/m\"}\n"
        "      - {final: b.z, is: -5.82156273892, within: 1e-6, source: the same}\n"
        "      - {final: line.pull_a, is: 29.1035786032, within: 1e-5, source: w L sin f}\n",
};
