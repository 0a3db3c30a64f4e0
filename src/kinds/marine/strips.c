// strips.c: drag along a slender link by strips: cross-flow drag and skin friction of each strip at its own velocity.
//
//   f_i = -skin u_i - 1/2 rho cd diameter (L/n) |u_i| u_i
//
// u: velocity of the strip's middle, frame axes; the second term acts across the axis only. The strips start at the frame's
// origin. Morison's drag; cross-flow principle.
#include "kinds/marine/marine.h"

typedef struct {
  real length, diameter, cd, skin;
} par;

enum { AXIS, COUNT };

static const dv_port ports[] = {
    {"frame", DV_FRAME, DV_ANSWERS, "body or point where the first strip begins"}
};
static const dv_param params[] = {
    {"length",   "m",     DV_REQUIRED, 1e-6, 1e4, "length of all strips together"                   },
    {"diameter", "m",     DV_REQUIRED, 0,    1e3, "diameter across the flow"                        },
    {"cd",       "1",     1,           0,    100, "drag coefficient across the axis"                },
    {"skin",     "N.s/m", 0,           0,    1e9, "linear friction of each strip, in all directions"},
};
static const dv_option options[] = {
    {"axis",   "x|y|z",                     "axis of the link"},
    {"strips", "3|1|2|4|5|6|8|10|12|16|20", "number of strips"},
};

DV_FN int strips(const dv_cell *c)
{
  const int n[11] = {3, 1, 2, 4, 5, 6, 8, 10, 12, 16, 20};
  return n[c->opt[COUNT]];
}

// Drag of the strip whose middle is at r.
DV_FN v3 drag(const par *p, const dv_cell *c, const marine_point *m)
{
  real across = 0.5 * m->water.density * p->cd * p->diameter * p->length / strips(c),
       wet = marine_fade(m->water.depth, p->diameter);
  v3 f;
  for (int i = 0; i < 3; i++) {
    real u = m->velocity.x[i], q = i == c->opt[AXIS] ? dv_real(0) : across * dv_abs(u);
    f.x[i] = -wet * (p->skin + q) * u;
  }
  return f;
}

// Middle of strip k, from strip k - 1 in m: water at rest needs no second look.
DV_FN v3 middle(const par *p, const dv_cell *c, int k, marine_point *m)
{
  v3 step = dv_v3_scale(dv_v3_unit(c->opt[AXIS]), p->length / strips(c)), r = dv_v3_scale(step, dv_real(k + 0.5));
  if (k && c->service->still) marine_move(c, step, m);
  else *m = marine_at(c, r);
  return r;
}

DV_LAW(answer)
{
  marine_point m;
  marine_clear(c);
  for (int k = 0; k < strips(c); k++) {
    v3 r = middle(p, c, k, &m);
    marine_push(c, r, drag(p, c, &m), dv_v3_zero());
  }
}

DV_AMOUNT(loss)
{
  real sum = dv_real(0);
  marine_point m;
  if (c->service->still) return marine_power(c);
  for (int k = 0; k < strips(c); k++) {
    middle(p, c, k, &m);
    sum -= dv_v3_dot(drag(p, c, &m), m.velocity);
  }
  return sum;
}

DV_KIND(marine, strips) = {
    .name = "marine.strips",
    .doc = "drag of a slender link by strip theory",
    .port = ports,
    .nport = DV_COUNT(ports),
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .option = options,
    .noption = DV_COUNT(options),
    .service = DV_ASKS_WATER,
    .answer = answer,
    .loss = loss,
    .active = 1,
    .form = "R",
    .bench = "# w' = -k w^2, k = 1/2 rho cd D (L/n) sum r^3 / I\n"
             "bodies: {rod: {mass: 30 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}}\n"
             "joints: {q: {type: revolute, axis: z, child: rod, rate: 2 rad/s, at: {xyz: [0, 0, -5]}}}\n"
             "gravity: [0, 0, -9.81]\n"
             "parts:\n"
             "  sea: {kind: marine.water, density: 1000 kg/m3}\n"
             "  drag: {kind: marine.strips, frame: rod, length: 1 m, diameter: 0.1 m, cd: 1.2, strips: 2}\n"
             "until: 2 s\n"
             "solver: {rtol: 1e-11, atol: 1e-13}\n"
             "cases: {bench: {expect: [{final: q.rate, is: 0.2786885245901639, within: 1e-9, source: \"w0/(1 + k w0 t), r = L/4, "
             "3L/4\"}]}}\n",
};
