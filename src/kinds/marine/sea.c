// sea.c: long-crested irregular sea: wave trains whose amplitudes follow a spectrum, with phases from a seed.
//
//   S(w) = w^-5 exp(-5/4 (wp/w)^4) gamma^r,  r = exp(-(w/wp - 1)^2 / 2 sigma^2),  sigma = 0.07 (w <= wp), 0.09
//   a_i = sqrt(2 S(w_i) dw_i), scaled so that sum a_i^2/2 = height^2/16;   gamma = 1: Pierson-Moskowitz
//
// The user gives the frequencies; dw is half the distance between neighbours. Hasselmann et al. 1973 (JONSWAP).
#include "kinds/marine/airy.h"
#include "kinds/random.h"

typedef struct {
  real height, period, gamma, direction, depth, level, gravity, seed;
  real cosb, sinb;  // derived
} par;

enum { OMEGA, AMPLITUDE, NUMBER, PHASE, COLUMNS };

static const dv_param params[] = {
    {"height",    "m",     DV_REQUIRED, 0,    50,         "significant height, four standard deviations"          },
    {"period",    "s",     DV_REQUIRED, 0.1,  100,        "peak period"                                           },
    {"gamma",     "1",     3.3,         1,    20,         "peakedness; 1: Pierson-Moskowitz"                      },
    {"direction", "rad",   0,           -7,   7,          "where it goes: angle from x towards y"                 },
    {"depth",     "m",     1e4,         0.1,  1e5,        "depth of the water"                                    },
    {"level",     "m",     0,           -1e6, 1e6,        "height of the surface at rest above the world's origin"},
    {"gravity",   "m/s^2", 9.80665,     0.1,  100,        "for the waves' lengths"                                },
    {"seed",      "1",     1,           0,    2147483646, "of the phases: another seed, another record"           },
};
static const dv_table tables[] = {
    {"frequencies", 1, 3, {"rad/s", NULL, NULL, NULL}, 1, 1, "angular frequencies of the wave trains, rising"}
};

DV_FN real spectrum(const par *p, real w)
{
  real wp = 6.283185307179586 / p->period, q = dv_max(w, 1e-3 * wp) / wp, q2 = q * q, q4 = q2 * q2;
  real sigma = dv_select(q > 1.0, dv_real(0.09), dv_real(0.07)), r = (q - 1) / sigma;
  return dv_exp(-1.25 / q4 + dv_log(p->gamma) * dv_exp(-0.5 * r * r)) / (q4 * q);
}

DV_PREPARE(prepare)
{
  real *q = c->table[0], m0 = dv_real(0), s = random_start(p->seed);
  int n = c->rows[0];
  dv_sincos(p->direction, &p->sinb, &p->cosb);
  for (int i = 0; i < n; i++, q += COLUMNS) {
    real w = q[OMEGA], before = i ? q[OMEGA - COLUMNS] : w, after = i < n - 1 ? q[OMEGA + COLUMNS] : w;
    real width = n > 1 ? 0.5 * (after - before) : dv_real(1);
    q[AMPLITUDE] = dv_sqrt(2 * spectrum(p, w) * width);
    q[NUMBER] = airy_number(dv_max(dv_abs(w), dv_real(1e-6)), p->gravity, p->depth);
    s = random_next(s);
    q[PHASE] = 6.283185307179586 * random_uniform(s);
    m0 += 0.5 * q[AMPLITUDE] * q[AMPLITUDE];
  }
  real scale = 0.25 * p->height / dv_sqrt(dv_max(m0, dv_real(1e-300)));
  for (int i = 0; i < n; i++) c->table[0][i * COLUMNS + AMPLITUDE] *= scale;
}

DV_FIELD(field)
{
  const real *q = c->table[0];
  for (int i = 0; i < c->rows[0]; i++, q += COLUMNS) {
    airy a = {q[AMPLITUDE], q[OMEGA], q[NUMBER], q[PHASE], p->cosb, p->sinb};
    airy_add(&a, p->depth, p->level, c->t, point, w);
  }
}

DV_KIND(marine, sea) = {
    .name = "marine.sea",
    .doc = "irregular sea: JONSWAP or Pierson-Moskowitz spectrum with a seed",
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .table = tables,
    .ntable = DV_COUNT(tables),
    .prepare = prepare,
    .field = field,
    .look = "sea",
    .bench = "# one train holds the whole variance: a = height/sqrt(8)\n"
             "bodies: {a: {mass: 1 kg}}\n"
             "joints:\n"
             "  x: {type: prismatic, axis: x, child: a}\n"
             "parts:\n"
             "  water: {kind: marine.water}\n"
             "  waves: {kind: marine.sea, height: 8 mm, period: 6 s, frequencies: [1]}\n"
             "  drag: {kind: marine.damping, frame: a, linear_x: 1e4}\n"
             "until: 12 s\n"
             "solver: {rtol: 1e-9, atol: 1e-13, every: 0.01 s}\n"
             "cases: {bench: {expect: [{max: x.rate, is: 2.8284271e-3, relative: 2e-3, source: a w}]}}\n",
};
