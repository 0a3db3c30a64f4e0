// soil.c: a strip of soil whose surface changes: trenches, heaps and berms, as heights of cells along one direction.
//
//   h(xi) = sum of h_i B((xi - xi_i)/cell),   B: quadratic spline of width 3;   the volume over the strip is width cell sum of h_i
//   width cell h_i' = -cut L_i(xi_c) + swell (spill L_i(xi_s) + dump L_i(xi_d)) + width (slide_i - slide_(i+1)),   L: hat of width 2
//   slide_i = pace max(|s| - tan(repose), 0) sign(s),  s = (h_(i-1) - h_i)/cell: what lies too steep moves down
//
// What an edge cuts is taken two and a half cells behind it, so that the surface before it, by which its depth counts, is
// untouched: an edge that goes through level ground leaves it exactly as deep as it went. Hats add up to one: no soil is lost.
// The surface changes slowly; it does no work on what stands on it. Slopes after Bouchaud, Cates, Prakash and Edwards 1994 in
// their simplest form: nothing moves below the angle of repose.
#include "kinds/ground/ground.h"

DV_PARAMETERS(
    DV_GROUP(way, ground_way, GROUND_PARAMETERS)
    DV_P(from,   "m",   DV_REQUIRED, -1e5, 1e5,  "where the strip begins, along its direction")
    DV_P(cell,   "m",   0.1,         1e-3, 100,  "length of a cell")
    DV_P(width,  "m",   DV_REQUIRED, 1e-3, 1e3,  "of the strip, over which soil is spread")
    DV_P(repose, "rad", 0.61,        0.01, 1.5,  "steepest slope that stands; soil that holds together: 1.5")
    DV_P(swell,  "1",   1,           0.5,  3,    "volume of loosened soil over that of soil in the ground")
    DV_P(pace,   "m^2/s", 1, 1e-3, 100, "soil that slides down, per width, where it lies too steep by 45 degrees")
);

static const dv_option options[] = {
    {"cells", "32|16|64", "number of cells"}
};
static const int state_count[] = {32, 16, 64};
// clang-format off
#define H(i) {"h" #i, "m", 0.1, "height of cell " #i, 0}
// clang-format on
#define EIGHT(a, b, c, d, e, f, g, h) H(a), H(b), H(c), H(d), H(e), H(f), H(g), H(h)
static const dv_quantity states[] = {EIGHT(1, 2, 3, 4, 5, 6, 7, 8),         EIGHT(9, 10, 11, 12, 13, 14, 15, 16),
                                     EIGHT(17, 18, 19, 20, 21, 22, 23, 24), EIGHT(25, 26, 27, 28, 29, 30, 31, 32),
                                     EIGHT(33, 34, 35, 36, 37, 38, 39, 40), EIGHT(41, 42, 43, 44, 45, 46, 47, 48),
                                     EIGHT(49, 50, 51, 52, 53, 54, 55, 56), EIGHT(57, 58, 59, 60, 61, 62, 63, 64)};
enum { TRAVEL, TRAVEL_RATE, CUT, CUT_AT, CUT_RATE, SPILL, SPILL_AT, DUMP, DUMP_AT };
static const dv_quantity ins[] = {
    {"travel",      "m",     1,   "distance passed, beside that of `speed`",      DV_BY_SIGNAL | DV_OPTIONAL    },
    {"travel_rate", "m/s",   1,   "its rate",                                     DV_BY_SIGNAL | DV_RATE_OF_LAST},
    {"cut",         "m^3/s", 0.1, "soil that is cut: `cut` of a contact.bucket",  DV_BY_RATE | DV_OPTIONAL      },
    {"cut_at",      "m",     1,   "where its edge is, along the direction",       DV_BY_RATE | DV_OPTIONAL      },
    {"cut_rate",    "m/s",   1,   "its rate",                                     DV_BY_RATE | DV_RATE_OF_LAST  },
    {"spill",       "m^3/s", 0.1, "soil that is spilt, as it was in the ground",  DV_BY_RATE | DV_OPTIONAL      },
    {"spill_at",    "m",     1,   "where it falls",                               DV_BY_RATE | DV_OPTIONAL      },
    {"dump",        "m^3/s", 0.1, "soil that is dumped, as it was in the ground", DV_BY_RATE | DV_OPTIONAL      },
    {"dump_at",     "m",     1,   "where it falls",                               DV_BY_RATE | DV_OPTIONAL      },
};
enum { OUT_VALUE, OUT_PASSING, OUT_VOLUME, OUT_HIGHEST, OUT_LOWEST };
static const dv_quantity outs[] = {
    {"value",   "m",   1e-2, "height under the surface's origin",                              0},
    {"passing", "m/s", 1e-1, "rate of that height by travel alone, without what is cut there", 0},
    {"volume",  "m^3", 0.1,  "of the soil over level ground",                                  0},
    {"highest", "m",   0.1,  "of all cells",                                                   0},
    {"lowest",  "m",   0.1,  "of all cells",                                                   0},
};

DV_FN int cells(const dv_cell *c)
{
  const int n[3] = {32, 16, 64};
  return n[c->opt[0]];
}

// B and its two derivatives.
DV_FN void spline(real u, real *b, real *slope, real *bend)
{
  real a = dv_abs(u), far = dv_max(1.5 - a, dv_real(0)), near = dv_max(0.5 - a, dv_real(0));
  *b = 0.5 * (far * far - 3 * near * near);
  *slope = dv_select(u < 0.0, far - 3 * near, 3 * near - far);
  *bend = dv_select(a < 1.5, dv_select(a < 0.5, dv_real(-2), dv_real(1)), dv_real(0));
}

DV_PROFILE(profile)
{
  real place = (ground_place(&p->way, c, at) - p->from) / p->cell - 0.5, h = dv_real(0), slope = dv_real(0), bend = dv_real(0);
  for (int i = 0; i < cells(c); i++) {
    real b, d, dd;
    spline(place - i, &b, &d, &dd);
    h += c->x[i] * b;
    slope += c->x[i] * d;
    bend += c->x[i] * dd;
  }
  ground_add(&p->way, c, h, slope / p->cell, bend / (p->cell * p->cell), g);
}

DV_LAW(signal)
{
  real at[2] = {dv_real(0), dv_real(0)}, most = c->x[0], least = c->x[0], sum = dv_real(0);
  dv_ground g;
  memset(&g, 0, sizeof g);
  profile(p, c, at, &g);
  for (int i = 0; i < cells(c); i++) {
    most = dv_max(most, c->x[i]);
    least = dv_min(least, c->x[i]);
    sum += c->x[i];
  }
  c->out[OUT_VALUE] = g.height;
  c->out[OUT_PASSING] = g.rate;
  c->out[OUT_VOLUME] = p->width * p->cell * sum;
  c->out[OUT_HIGHEST] = most;
  c->out[OUT_LOWEST] = least;
}

// Spreads a flow over the two cells around a place; what falls beyond the ends stays in the last ones.
DV_FN void spread(const par *p, dv_cell *c, real place, real flow)
{
  int n = cells(c);
  real s = dv_clamp((place - p->from) / p->cell - 0.5, dv_real(0), dv_real(n - 1));
  for (int i = 0; i < n; i++) c->dx[i] += flow / (p->width * p->cell) * dv_max(1 - dv_abs(s - i), dv_real(0));
}

DV_FN void slide(const par *p, dv_cell *c)
{
  real steep = dv_tan(p->repose);
  for (int i = 1; i < cells(c); i++) {
    real s = (c->x[i - 1] - c->x[i]) / p->cell;
    real flow = p->pace * (dv_max(s - steep, dv_real(0)) - dv_max(-s - steep, dv_real(0)));
    c->dx[i - 1] -= flow / p->cell;
    c->dx[i] += flow / p->cell;
  }
}

DV_LAW(rate)
{
  real behind = 2.5 * p->cell * c->in[CUT_RATE] / dv_sqrt(c->in[CUT_RATE] * c->in[CUT_RATE] + 1e-6);
  for (int i = 0; i < cells(c); i++) c->dx[i] = dv_real(0);
  spread(p, c, c->in[CUT_AT] - behind, -c->in[CUT]);
  spread(p, c, c->in[SPILL_AT], p->swell * c->in[SPILL]);
  spread(p, c, c->in[DUMP_AT], p->swell * c->in[DUMP]);
  slide(p, c);
}

DV_KIND(ground, soil) = {
    .name = "ground.soil",
    .doc = "a strip of soil whose surface changes as buckets cut and dump: trench, heap, berm; contacts whose surface is a "
           "profile feel it, without work by its change",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(state, states),
    .state_option = 1,
    .state_count = state_count,
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .signal = signal,
    .rate = rate,
    .profile = profile,
    .look = "soil",
    .example =
        "# a blade goes 2 m through level ground, 0.1 m deep, and once more 0.15 m deep; beside it a heap grows to its angle of "
        "repose\n"
        "bodies: {blade: {mass: 1 kg}, drop: {mass: 1 kg}}\n"
        "joints:\n"
        "  x: {type: prismatic, axis: x, child: drop, motion: {prescribed: stroke}}\n"
        "  z: {type: prismatic, axis: z, parent: drop, child: blade, motion: {prescribed: sink}}\n"
        "signals:\n"
        "  out: {kind: quintic, from: 0.5 m, to: 2.5 m, duration: 4 s}\n"
        "  back: {kind: quintic, to: -2 m, start: 5 s, duration: 1 s}\n"
        "  again: {kind: quintic, to: 2 m, start: 6 s, duration: 4 s}\n"
        "  up: {kind: quintic, to: 0.6 m, start: 4 s, duration: 0.5 s}\n"
        "  down: {kind: quintic, to: 0.65 m, start: 5.5 s, duration: 0.5 s}\n"
        "  stroke: out + back + again\n"
        "  sink: up - down - 0.1\n"
        "  sum: {kind: state, rate: dig.cut}\n"
        "  grow: {kind: step, from: 0.03, to: 0, at: 8 s}\n"
        "gravity: 0\n"
        "parts:\n"
        "  field: {kind: ground.soil, from: 0 m, cell: 0.1 m, width: 1 m, repose: 1.5, cut: dig.cut, cut_at: blade.x, spill: "
        "dig.spill, spill_at: 4}\n"
        "  dig: {kind: contact.bucket, tool: blade, bin: blade, surface: profile, width: 1 m, rake: pi/2, gravity: 0}\n"
        "  pile: {kind: ground.soil, from: 10 m, cell: 0.05 m, width: 1 m, repose: 30 deg, swell: 1.25, cells: 64, dump: grow, "
        "dump_at: 11.575}\n"
        "until: 10 s\n"
        "solver: {rtol: 1e-8, atol: 1e-10}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: field.h11, at: 4 s, is: -0.1, within: 1e-6, source: as deep as the edge went}\n"
        "      - {value: sum, at: 4 s, is: 0.2, within: 1e-6, source: 2 m by 0.1 m by 1 m}\n"
        "      - {final: field.h11, is: -0.15, within: 1e-6, source: the second time}\n"
        "      - {drift: field.volume, within: 1e-9, source: what is cut lies elsewhere}\n"
        "      - {final: pile.volume, is: 0.3, relative: 1e-6, source: '0.03 m3/s for 8 s, loosened'}\n"
        "      - {final: pile.highest, is: sqrt(0.3*tan(30*pi/180)), relative: 0.01, source: 'a heap whose sides stand at 30 "
        "degrees: height^2 = volume tan/width'}\n",
};
