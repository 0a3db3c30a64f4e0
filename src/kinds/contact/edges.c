// edges.c: edges of a box that cross edges of another: what its corners and faces (contact.box) let through.
//
//   of each direction a of one box and e of the other:  c = a x e,  n = c/|c| from the surface to the object
//   the edges that reach furthest along n cross at depth s = n . (p_b - p_a), at t and u along them
//   N = W max(0, k s + (hunt k s + d ramp(s/soft)) s'),   U = W k s^2/2,   friction -mu N w/sqrt(w^2 + v_s^2)
//   W = product of w(1 - |t|/h), w(1 - |u|/h), w(n . other sides) of both boxes, w(|c|);   w(x) = (3 - 2 y) y^2, y = x/fade
//
// Where the support changes - the end of an edge, an edge along a face, edges alongside - corners take over: W is zero there, and
// all forces are the gradient of U, so the books close. Beyond `deepest` U falls off. Edges of boxes are where the faces
// of their difference come from two edges (Gottschalk, Lin, Manocha 1996; Gregorius 2013): nine pairs of directions.
#include "davit/kind.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(stiffness, "N/m",   DV_REQUIRED, 0,    1e12, "of a crossing")
    DV_P(damping,   "N.s/m", 0,           0,    1e12, "per rate of depth, from `soft` on")
    DV_P(soft,      "m",     1e-4,        1e-9, 1e3,  "depth over which the damping sets in")
    DV_P(hunt,      "s/m",   0,           0,    1e6,  "damping factor per rate of depth")
    DV_P(friction,  "1",     0,           0,    100,  "coefficient of friction")
    DV_P(smoothing, "m/s",   1e-3,        1e-9, 1e3,  "sliding velocity around which friction changes sign")
    DV_P(deepest,   "m",     0.01,        1e-9, 1e3,  "depth beyond which it lets through, from twice that on without any force, and a run warns")
    DV_P(fade,      "1",     0.1,         0.01, 0.7,  "share of half an edge, and sine of an angle, over which corners take over")
    DV_P(length,    "m",     DV_REQUIRED, 1e-6, 1e3,  "of the object along its x")
    DV_P(width,     "m",     DV_REQUIRED, 1e-6, 1e3,  "along its y")
    DV_P(tall,      "m",     DV_REQUIRED, 1e-6, 1e3,  "along its z")
    DV_P(shape_x,   "m",     DV_REQUIRED, 1e-6, 1e3,  "of the other box along the ground's x")
    DV_P(shape_y,   "m",     DV_REQUIRED, 1e-6, 1e3,  "along y")
    DV_P(shape_z,   "m",     DV_REQUIRED, 1e-6, 1e3,  "along z")
    DV_DERIVED(real most)  // deepest, or less for thin boxes
);

enum { TOUCH, NORMAL, FRICTION, FX, FY, FZ, OUTS };

static const dv_port ports[] = {
    {"object", DV_FRAME, DV_ANSWERS,    "middle of the box that touches"               },
    {"ground", DV_FRAME, DV_MAY_ANSWER, "middle of the box that it touches (the world)"},
};
static const dv_quantity outs[] = {
    {"touch",    "1", 1,   "crossings that press, by their weight W", 0},
    {"normal",   "N", 100, "normal force, pushing",                   0},
    {"friction", "N", 100, "friction force",                          0},
    {"fx",       "N", 100, "force on the object along world x",       0},
    {"fy",       "N", 100, "along y",                                 0},
    {"fz",       "N", 100, "along z",                                 0},
};
static const char *const warnings[] = {"edges cross deeper than its `deepest`: raise its stiffness, or the limit"};

// The object's box in the ground's axes, and how it moves there.
typedef struct {
  v3 side[3], middle, velocity, spin;
} box;

// Lines of two edges, p + t a of the object and q + u e of the other, and what follows.
typedef struct {
  v3 a, e, c, n, p, q;  // c = a x e
  real cc, sense;       // n = sense c/|c|
  real t, u, s, rate;
  v3 arm, slide, rub;  // from the object's middle to where they cross
  real weight, elastic, energy, normal;
  v3 force, moment;  // on the object, about its middle
} crossing;

DV_FN real sign(real x) { return dv_select(x < 0.0, dv_real(-1), dv_real(1)); }

DV_FN box seen(const dv_cell *c)
{
  const real *O = c->pose, *G = c->pose + 12;
  v3 turn = dv_v3_of(c->flow + 6);
  box b;
  for (int k = 0; k < 3; k++) b.side[k] = dv_m3_tmul(G, dv_m3_mul(O, dv_v3_unit(k)));
  b.middle = dv_m3_tmul(G, dv_v3_sub(dv_v3_of(O + 9), dv_v3_of(G + 9)));
  v3 v = dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow + 3)));
  b.velocity = dv_v3_sub(dv_v3_sub(v, dv_v3_of(c->flow + 9)), dv_v3_cross(turn, b.middle));
  b.spin = dv_v3_sub(dv_m3_tmul(G, dv_m3_mul(O, dv_v3_of(c->flow))), turn);
  return b;
}

DV_FN v3 halves(real x, real y, real z)
{
  v3 h = {
      {0.5 * x, 0.5 * y, 0.5 * z}
  };
  return h;
}

// The edges along side i of the object and j of the other that reach furthest along n.
DV_FN crossing lines(const par *p, const box *b, int i, int j)
{
  v3 object = halves(p->length, p->width, p->tall), other = halves(p->shape_x, p->shape_y, p->shape_z);
  crossing k;
  k.a = b->side[i];
  k.e = dv_v3_unit(j);
  k.c = dv_v3_cross(k.a, k.e);
  k.cc = dv_v3_dot(k.c, k.c) + 1e-12;
  k.sense = sign(dv_v3_dot(k.c, b->middle));
  k.n = dv_v3_scale(k.c, k.sense / dv_sqrt(k.cc));
  k.p = b->middle;
  k.q = dv_v3_zero();
  for (int m = 0; m < 3; m++) {
    if (m != i) k.p = dv_v3_sub(k.p, dv_v3_scale(b->side[m], object.x[m] * sign(dv_v3_dot(k.n, b->side[m]))));
    if (m != j) k.q.x[m] = other.x[m] * sign(k.n.x[m]);
  }
  v3 r = dv_v3_sub(k.q, k.p);
  k.s = dv_v3_dot(k.n, r);
  k.t = dv_v3_dot(dv_v3_cross(r, k.e), k.c) / k.cc;
  k.u = dv_v3_dot(dv_v3_cross(r, k.a), k.c) / k.cc;
  k.arm = dv_v3_sub(dv_v3_add(k.p, dv_v3_scale(k.a, k.t)), b->middle);
  return k;
}

// A quarter of what both measure at least: there one is through the other.
DV_PREPARE(prepare)
{
  real a = dv_min(dv_min(p->length, p->width), p->tall), b = dv_min(dv_min(p->shape_x, p->shape_y), p->shape_z);
  (void)c;
  p->most = dv_min(p->deepest, 0.25 * (a + b));
}

DV_FN real ramp(real x)
{
  real y = dv_clamp(x, dv_real(0), dv_real(1));
  return (3 - 2 * y) * y * y;
}

// A factor of W, and its slope over its own value.
DV_FN real factor(const par *p, real x, real *slope)
{
  real y = dv_clamp(x / p->fade, dv_real(0), dv_real(1)), w = (3 - 2 * y) * y * y;
  *slope = 6 * y * (1 - y) / p->fade / (w + 1e-30);
  return w;
}

enum { ALONG_A, ALONG_E, SQUARE, SIDES };  // then twice two other sides
enum { FACTORS = SIDES + 4 };

// W, and the slope of its logarithm by each thing that it depends on.
DV_FN real weigh(const par *p, const box *b, const crossing *k, int i, int j, real *slope)
{
  v3 object = halves(p->length, p->width, p->tall), other = halves(p->shape_x, p->shape_y, p->shape_z);
  real w = factor(p, 1 - dv_abs(k->t) / object.x[i], &slope[ALONG_A]) *
           factor(p, 1 - dv_abs(k->u) / other.x[j], &slope[ALONG_E]) * factor(p, dv_sqrt(k->cc), &slope[SQUARE]);
  slope[ALONG_A] *= -sign(k->t) / object.x[i];
  slope[ALONG_E] *= -sign(k->u) / other.x[j];
  for (int m = 1; m < 3; m++) {
    int side = (i + m) % 3, axis = (j + m) % 3;
    real y = dv_v3_dot(k->n, b->side[side]), z = k->n.x[axis];
    w *= factor(p, dv_abs(y), &slope[SIDES + m - 1]) * factor(p, dv_abs(z), &slope[SIDES + m + 1]);
    slope[SIDES + m - 1] *= sign(y);
    slope[SIDES + m + 1] *= sign(z);
  }
  return w;
}

// Force and moment on the object that W's change is worth: less U times the gradient of log W.
DV_FN void drift(const box *b, crossing *k, int i, int j, const real *slope)
{
  real by = 1 / k->cc, one = k->sense / dv_sqrt(k->cc);
  v3 r = dv_v3_sub(k->q, k->p), from = dv_v3_sub(k->p, b->middle);
  v3 f = dv_v3_scale(dv_v3_cross(k->e, k->c), slope[ALONG_A] * by), g = dv_v3_scale(dv_v3_cross(k->a, k->c), slope[ALONG_E] * by);
  v3 way = dv_v3_add(f, g), turn = dv_v3_cross(from, way);  // minus the slopes by place and by turning
  turn = dv_v3_sub(turn, dv_v3_scale(dv_v3_cross(k->a, dv_v3_cross(k->c, r)), slope[ALONG_E] * by));
  v3 Q = dv_v3_scale(dv_v3_sub(dv_v3_cross(r, k->e), dv_v3_scale(k->c, 2 * k->t)), slope[ALONG_A] * by);  // by c
  Q = dv_v3_add(Q, dv_v3_scale(dv_v3_sub(dv_v3_cross(r, k->a), dv_v3_scale(k->c, 2 * k->u)), slope[ALONG_E] * by));
  Q = dv_v3_add(Q, dv_v3_scale(k->n, slope[SQUARE] * k->sense));
  for (int m = 1; m < 3; m++) {
    v3 side = b->side[(i + m) % 3], axis = dv_v3_unit((j + m) % 3);
    real y = slope[SIDES + m - 1], z = slope[SIDES + m + 1];
    v3 both = dv_v3_add(dv_v3_scale(side, y), dv_v3_scale(axis, z));
    Q = dv_v3_add(Q, dv_v3_scale(dv_v3_sub(both, dv_v3_scale(k->n, dv_v3_dot(k->n, both))), one));
    turn = dv_v3_sub(turn, dv_v3_scale(dv_v3_cross(side, k->n), y));
  }
  turn = dv_v3_sub(turn, dv_v3_cross(k->a, dv_v3_cross(k->e, Q)));
  k->force = dv_v3_add(k->force, dv_v3_scale(way, k->energy));
  k->moment = dv_v3_add(k->moment, dv_v3_scale(turn, k->energy));
}

// Elastic force at depth s, and its energy: beyond the deepest, R, that falls to nothing at twice R; so what lies deeper, or
// beyond another face, is let alone.
DV_FN real pushes(const par *p, real s, real *energy)
{
  real R = p->most, in = dv_clamp(s, dv_real(0), R), y = dv_clamp(s / R - 1, dv_real(0), dv_real(1)), kR = p->stiffness * R;
  *energy = 0.5 * p->stiffness * in * in + kR * R * y * (1 - 3.5 * y + 2 * y * y);
  return dv_select(s < R, p->stiffness * in, kR * (1 - y) * (1 - 6 * y));
}

DV_FN crossing meets(const par *p, const box *b, int i, int j)
{
  real slope[FACTORS];
  crossing k = lines(p, b, i, j);
  k.weight = weigh(p, b, &k, i, j, slope);
  v3 u = dv_v3_add(b->velocity, dv_v3_cross(b->spin, k.arm));
  k.rate = -dv_v3_dot(k.n, u);
  k.slide = dv_v3_add(u, dv_v3_scale(k.n, k.rate));
  real push = pushes(p, k.s, &k.energy), out = dv_max(push, dv_real(0));
  real soft = dv_select(push > 0.0, ramp(k.s / p->soft), dv_real(0));
  k.energy *= k.weight;
  k.elastic = k.weight * push;
  k.normal = k.elastic + k.weight * dv_max((p->hunt * out + p->damping * soft) * k.rate, -out);
  real speed = dv_sqrt(dv_v3_dot(k.slide, k.slide) + p->smoothing * p->smoothing);
  k.rub = dv_v3_scale(k.slide, -p->friction * dv_max(k.normal, dv_real(0)) / speed);
  k.force = dv_v3_add(dv_v3_scale(k.n, k.normal), k.rub);
  k.moment = dv_v3_cross(k.arm, k.force);
  drift(b, &k, i, j, slope);
  return k;
}

#define EACH(i, j)                                                                                                               \
  for (int i = 0; i < 3; i++)                                                                                                    \
    for (int j = 0; j < 3; j++)

DV_LAW(signal)
{
  box b = seen(c);
  v3 f = dv_v3_zero();
  for (int m = 0; m < OUTS; m++) c->out[m] = dv_real(0);
  EACH(i, j)
  {
    crossing k = meets(p, &b, i, j);
    c->out[TOUCH] += k.weight * dv_select(k.s < 2 * p->most, ramp(k.s / p->soft), dv_real(0));
    c->out[NORMAL] += k.normal;
    c->out[FRICTION] += dv_sqrt(dv_v3_dot(k.rub, k.rub));
    f = dv_v3_add(f, k.force);
  }
  dv_v3_put(c->out + FX, dv_m3_mul(c->pose + 12, f));
}

DV_LAW(answer)
{
  box b = seen(c);
  v3 f = dv_v3_zero(), n = f;
  EACH(i, j)
  {
    crossing k = meets(p, &b, i, j);
    f = dv_v3_add(f, k.force);
    n = dv_v3_add(n, k.moment);
  }
  v3 about = dv_v3_add(n, dv_v3_cross(b.middle, f));
  v3 f_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, f)), n_o = dv_m3_tmul(c->pose, dv_m3_mul(c->pose + 12, n));
  for (int m = 0; m < 3; m++) {
    c->effort[m] = -n_o.x[m];
    c->effort[3 + m] = -f_o.x[m];
    c->effort[6 + m] = about.x[m];
    c->effort[9 + m] = f.x[m];
  }
}

DV_LAW(guard)
{
  box b = seen(c);
  c->guard[0] = p->most;
  EACH(i, j)
  {
    crossing k = meets(p, &b, i, j);
    c->guard[0] = dv_min(c->guard[0], dv_select((k.weight > 0.5) & (k.s < 2 * p->most), p->most - k.s, p->most));
  }
}

DV_AMOUNT(stored)
{
  box b = seen(c);
  real sum = dv_real(0);
  EACH(i, j) sum += meets(p, &b, i, j).energy;
  return sum;
}

DV_AMOUNT(loss)
{
  box b = seen(c);
  real sum = dv_real(0);
  EACH(i, j)
  {
    crossing k = meets(p, &b, i, j);
    sum += (k.normal - k.elastic) * k.rate - dv_v3_dot(k.rub, k.slide);
  }
  return sum;
}

DV_KIND(contact, edges) = {
    .name = "contact.edges",
    .doc = "edges of a box that cross edges of another, beside the corners of contact.box",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .answer = answer,
    DV_ROWS(warning, warnings),
    .guard = guard,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example =
        "# beams that stand on their edges: one bounces on another across it, one is pushed along another\n"
        "parameters: {g: 10 m/s^2, m: 3 kg, k: 2e3 N/m, r: 'sqrt(2)*0.1 [m]', mu: 0.05, s: 0.01 m}\n"
        "gravity: [0, 0, -g]\n"
        "bodies: {bar: {}, post: {}, log: {mass: m, inertia: [0.02, 0.25, 0.25]}, skid: {mass: m}}\n"
        "joints:\n"
        "  bar: {type: fixed, child: bar, at: {rpy: [0, 45 deg, 0]}}\n"
        "  post: {type: fixed, child: post, at: {rpy: [0, 45 deg, 0], xyz: [0, 9, 0]}}\n"
        "  z: {type: prismatic, axis: [0, 1, 1], child: log, position: 2*r, at: {rpy: [45 deg, 0, 0]}}\n"
        "  x: {type: prismatic, axis: x, child: skid, position: -0.2 m, rate: 0.6 m/s, at: {rpy: [45 deg, 0, 0], xyz: [0, 9, 2*r - "
        "s]}}\n"
        "parts:\n"
        "  falls: {kind: contact.edges, object: log, ground: bar, stiffness: k, length: 1 m, width: 0.2 m, tall: 0.2 m, shape_x: 0.2 "
        "m, shape_y: 1 m, shape_z: 0.2 m, deepest: 0.1 m}\n"
        "  slides: {kind: contact.edges, object: skid, ground: post, stiffness: k, length: 1 m, width: 0.2 m, tall: 0.2 m, shape_x: "
        "0.2 m, shape_y: 1 m, shape_z: 0.2 m,\n"
        "    friction: mu, smoothing: 1e-6 m/s, deepest: 0.1 m}\n"
        "until: 0.3 s\n"
        "solver: {rtol: 1e-11, atol: 1e-13}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: z, is: '2*r - m*g/k*(1 - cos(sqrt(k/m)*0.3 [s]))', within: 1e-8, source: a weight dropped on a spring}\n"
        "      - {final: x.rate, is: '0.6 - mu*k*s/m*0.3', within: 1e-6, source: 'mu N/m, N = k s'}\n"
        "      - {final: slides.normal, is: k*s, relative: 1e-9, source: k s}\n"
        "      - {drift: energy.residual, within: 1e-9}\n",
};
