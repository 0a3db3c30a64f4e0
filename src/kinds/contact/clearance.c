// clearance.c: a pin with play in its bore: it moves freely within the clearance and is pushed back where it touches.
//
//   e: centre of the pin from that of the bore, across the bore's z axis;  depth = |e| - clearance
//   N = k depth + d depth' while it touches and pushes;   friction mu N u/sqrt(u^2 + v_s^2),  u: sliding speed at the touching point
//
// Along the axis and in tilt the pin is free. Touching and letting go are events. Flores et al. 2008 (Kinematics and Dynamics of
// Multibody Systems with Imperfect Joints), with the linear law.
#include "davit/kind.h"
#include "math/spatial.h"

DV_PARAMETERS(
    DV_P(clearance, "m",     DV_REQUIRED, 1e-9, 1,    "radius of the bore less that of the pin")
    DV_P(radius,    "m",     0,           0,    10,   "of the pin: arm of the friction")
    DV_P(stiffness, "N/m",   DV_REQUIRED, 1,    1e12, "of the touching surfaces")
    DV_P(damping,   "N.s/m", 0,           0,    1e10, "of the touching surfaces")
    DV_P(friction,  "1",     0,           0,    10,   "coefficient of friction")
    DV_P(smoothing, "m/s",   1e-3,        1e-9, 10,   "sliding speed around which friction changes sign")
);

enum { APART, PRESSING, ROOTS };
enum { NORMAL, TOUCH, OFF, RUB };

static const dv_port ports[] = {
    {"bore", DV_FRAME, DV_ANSWERS, "frame of the bore; its z is the axis"},
    {"pin",  DV_FRAME, DV_ANSWERS, "frame of the pin"                    },
};
static const dv_quantity outs[] = {
    {"normal",   "N", 1000, "force between pin and bore",        0},
    {"touch",    "1", 1,    "1 while they touch, else 0",        0},
    {"off",      "m", 1e-3, "how far the pin is off the middle", 0},
    {"friction", "N", 100,  "friction force",                    0},
};

typedef struct {
  v3 r, n, side;  // pin from bore, bore's axes; towards the touching point; along the surface
  real R[9];      // pin's axes in the bore's
  real off, depth, rate, slide;
} gap;

DV_FN gap look(const par *p, const dv_cell *c)
{
  const real *a = c->pose, *b = c->pose + 12;
  gap g;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) g.R[3 * i + k] = a[i] * b[k] + a[3 + i] * b[3 + k] + a[6 + i] * b[6 + k];
  v3 wa = dv_v3_of(c->flow), wb = dv_m3_mul(g.R, dv_v3_of(c->flow + 6));
  g.r = dv_m3_tmul(a, dv_v3_sub(dv_v3_of(b + 9), dv_v3_of(a + 9)));
  v3 v = dv_v3_sub(dv_v3_sub(dv_m3_mul(g.R, dv_v3_of(c->flow + 9)), dv_v3_of(c->flow + 3)), dv_v3_cross(wa, g.r));
  g.off = dv_sqrt(g.r.x[0] * g.r.x[0] + g.r.x[1] * g.r.x[1] + 1e-30);
  g.n = dv_v3_zero();
  g.n.x[0] = g.r.x[0] / g.off, g.n.x[1] = g.r.x[1] / g.off;
  g.side = dv_v3_cross(dv_v3_unit(2), g.n);
  g.depth = g.off - p->clearance;
  g.rate = dv_v3_dot(g.n, v);
  g.slide = dv_v3_dot(g.side, v) + p->radius * (wb.x[2] - wa.x[2]);
  return g;
}

DV_FN dv_bool touches(const dv_cell *c, const gap *g) { return dv_beyond(c, APART, g->depth > 0.0); }

// Negative: it would pull.
DV_FN real pressing(const par *p, const dv_cell *c, const gap *g)
{
  return dv_select(touches(c, g), p->stiffness * g->depth + p->damping * g->rate, dv_real(1));
}

DV_FN real normal(const par *p, const dv_cell *c, const gap *g)
{
  real N = pressing(p, c, g);
  return dv_select(touches(c, g) & dv_not(dv_beyond(c, PRESSING, N < 0.0)), N, dv_real(0));
}

DV_FN real rub(const par *p, const gap *g, real N)
{
  return p->friction * N * g->slide / dv_sqrt(g->slide * g->slide + p->smoothing * p->smoothing);
}

DV_LAW(signal)
{
  gap g = look(p, c);
  c->out[NORMAL] = normal(p, c, &g);
  c->out[TOUCH] = dv_select(c->out[NORMAL] > 0.0, dv_real(1), dv_real(0));
  c->out[OFF] = g.off;
  c->out[RUB] = rub(p, &g, c->out[NORMAL]);
}

// f: what the part takes at the centre of the pin, and the friction's moment about the axis.
DV_LAW(answer)
{
  gap g = look(p, c);
  real N = normal(p, c, &g), T = rub(p, &g, N);
  v3 f = dv_v3_add(dv_v3_scale(g.n, N), dv_v3_scale(g.side, T)), m = dv_v3_scale(dv_v3_unit(2), T * p->radius);
  dv_v3_put(c->effort, dv_v3_scale(dv_v3_add(m, dv_v3_cross(g.r, f)), dv_real(-1)));
  dv_v3_put(c->effort + 3, dv_v3_scale(f, dv_real(-1)));
  dv_v3_put(c->effort + 6, dv_m3_tmul(g.R, m));
  dv_v3_put(c->effort + 9, dv_m3_tmul(g.R, f));
}

DV_FN real pressed_in(const dv_cell *c, const gap *g) { return dv_select(touches(c, g), g->depth, dv_real(0)); }

DV_AMOUNT(stored)
{
  gap g = look(p, c);
  real in = pressed_in(c, &g);
  return 0.5 * p->stiffness * in * in;
}

DV_AMOUNT(loss)
{
  gap g = look(p, c);
  real N = normal(p, c, &g);
  return (N - p->stiffness * pressed_in(c, &g)) * g.rate + rub(p, &g, N) * g.slide;
}

DV_LAW(root)
{
  gap g = look(p, c);
  c->root[APART] = -g.depth;
  c->root[PRESSING] = pressing(p, c, &g);
}

DV_KIND(contact, clearance) = {
    .name = "contact.clearance",
    .doc = "pin with play in its bore: free within the clearance, pushed back and rubbed where it touches",
    DV_ROWS(port, ports),
    DV_PARAMS,
    DV_ROWS(out, outs),
    .nroot = ROOTS,
    .holds = 1,
    .signal = signal,
    .answer = answer,
    .root = root,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .example = "# a pin crosses its play of 1 mm, is thrown back and keeps its energy\n"
               "bodies: {pin: {mass: 2 kg}}\n"
               "joints:\n"
               "  x: {type: prismatic, axis: x, child: pin, rate: 0.1 m/s}\n"
               "gravity: 0\n"
               "parts:\n"
               "  play: {kind: contact.clearance, bore: world, pin: pin, clearance: 1 mm, stiffness: 8e6 N/m}\n"
               "until: 0.05 s\n"
               "solver: {rtol: 1e-10, atol: 1e-13, every: 10 us}\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {max: x, is: 1e-3 + 0.1*sqrt(2/8e6), within: 1e-8, source: 'v sqrt(m/k) beyond the play'}\n"
               "      - {value: x.rate, at: 0.02 s, is: -0.1, within: 1e-7, source: elastic}\n"
               "      - {value: x, at: 0.02 s, is: '1e-3 - 0.1*(0.02 - 0.01 - pi*sqrt(2/8e6))', within: 1e-8, source: half a "
               "period in the wall}\n"
               "      - {drift: energy.residual, within: 1e-9}\n",
};
