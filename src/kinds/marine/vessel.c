// vessel.c: a ship in waves by its response amplitude operators: six motions about its mean place, to prescribe a moving base.
//
//   eta_k(t) = sum_i a_i A_k(w_i, b_i) cos(k_i . x0 - w_i t + e_i + phi_k(w_i, b_i)),   b_i: direction of train i - heading
//
// Linear response (Newman 1977, 6.16). eta: surge sway heave (m) along the vessel's axes, roll pitch yaw (rad); A per metre of
// wave, phi ahead of the crest at x0. Between rows the complex response is straight in w and b; beyond them it is held.
// Headings of 0 to pi alone are mirrored. Give it the numbers of the machine's marine.sea: both then see the same waves.
#include "kinds/marine/spectrum.h"

DV_PARAMETERS(
    DV_GROUP(sea, spectrum, SPECTRUM_PARAMETERS)
    DV_P(x,       "m",   0, -1e6, 1e6, "mean place of the vessel")
    DV_P(y,       "m",   0, -1e6, 1e6, "along y")
    DV_P(heading, "rad", 0, -7,   7,   "where its bow points: angle from x towards y")
);

enum { RAO = 14, DOFS = 6, STRIDE = TRAIN_COLUMNS + 2 * DOFS };  // columns of the operators; of the trains with their responses

static const dv_option options[] = {
    {"waves", "spectrum|regular", "regular: every train has the amplitude height/2 and no phase of its own"}
};
static const dv_table tables[] = {
    {.name = "frequencies",
     .columns = 1,
     .derived = STRIDE - 1,
     .unit = {"rad/s"},
     .rows_least = 1,
     .rising = 1,
     .doc = "angular frequencies of the wave trains, rising, or {from: 0.3, to: 2, count: 60}"},
    {.name = "rao",
     .columns = RAO,
     .unit = {"rad", "rad/s", "1", "rad", "1", "rad", "1", "rad", "rad/m", "rad", "rad/m", "rad", "rad/m", "rad"},
     .rows_least = 1,
     .rising = 2,
     .doc =
         "rows of [direction of the wave from ahead of the bow: 0 follows, pi meets it, frequency, then amplitude and phase of surge, sway, heave, roll, pitch, yaw]; directions rising, and in each the frequencies"},
};
// clang-format off
#define MOTION(name, unit)                                            \
  {name,                 unit,         1, name,               0},      \
  {name ".rate",         unit "/s",    1, "its rate",         0},      \
  {name ".acceleration", unit "/s^2",  1, "its acceleration", 0}
// clang-format on
static const dv_quantity outs[] = {
    MOTION("surge", "m"),  MOTION("sway", "m"),    MOTION("heave", "m"),
    MOTION("roll", "rad"), MOTION("pitch", "rad"), MOTION("yaw", "rad"),
};

// Adds the response of motion k at w, share s, from rows [first, last) of one direction.
DV_FN void along(const dv_cell *c, int first, int last, int k, real w, real s, real *re, real *im)
{
  for (int r = first; r < last; r++) {
    const real *row = c->table[1] + RAO * r, *before = r > first ? row - RAO : row, *after = r < last - 1 ? row + RAO : row;
    real up = dv_select(w < row[1], (w - before[1]) / dv_max(row[1] - before[1], dv_real(1e-12)), dv_real(1));
    real down = dv_select(w > row[1], (after[1] - w) / dv_max(after[1] - row[1], dv_real(1e-12)), dv_real(1));
    up = r > first ? up : dv_real(1);
    down = r < last - 1 ? down : dv_real(1);
    real share = s * dv_max(dv_min(up, down), dv_real(0)), sin, cos;
    dv_sincos(row[3 + 2 * k], &sin, &cos);
    *re += share * row[2 + 2 * k] * cos;
    *im += share * row[2 + 2 * k] * sin;
  }
}

DV_FN real direction(const dv_cell *c, int r) { return c->table[1][RAO * r]; }

DV_FN int block_end(const dv_cell *c, int first)
{
  int last = first + 1;
  while (last < c->rows[1] && dv_lane(direction(c, last), 0) == dv_lane(direction(c, first), 0)) last++;
  return last;
}

// Response of motion k to a wave of frequency w and relative direction b; x1, when the model is compiled.
DV_FN void respond(const dv_cell *c, int k, real w, real b, real *re, real *im)
{
  int n = c->rows[1], before = -1;
  double at = dv_lane(b, 0);
  *re = *im = dv_real(0);
  for (int first = 0, last; first < n; before = first, first = last) {
    last = block_end(c, first);
    double here = dv_lane(direction(c, first), 0), low = before < 0 ? here : dv_lane(direction(c, before), 0);
    double high = last < n ? dv_lane(direction(c, last), 0) : here, s = 0;
    if (at <= here) s = before < 0 ? 1 : (at - low) / (here - low);
    else s = last >= n ? 1 : (high - at) / (high - here);
    if (s > 0) along(c, first, last, k, w, dv_real(s), re, im);
  }
}

// Waves from the other side where the table has one side only: sway, roll and yaw turn over.
DV_FN real mirror(const dv_cell *c, int k, real *b)
{
  int one_side = dv_lane(direction(c, 0), 0) >= 0 && dv_lane(*b, 0) < 0;
  if (one_side) *b = -*b;
  return dv_real(one_side && (k == 1 || k == 3 || k == 5) ? -1 : 1);
}

DV_PREPARE(prepare)
{
  real *q = c->table[0];
  spectrum_trains(&p->sea, q, STRIDE, c->rows[0]);
  for (int i = 0; i < c->rows[0]; i++, q += STRIDE) {
    if (c->opt[0]) q[TRAIN_AMPLITUDE] = 0.5 * p->sea.height, q[TRAIN_PHASE] = dv_real(0);
    q[TRAIN_PHASE] += q[TRAIN_NUMBER] * (p->x * q[TRAIN_COS] + p->y * q[TRAIN_SIN]);
    for (int k = 0; k < DOFS; k++) {
      real b = dv_atan2(q[TRAIN_SIN], q[TRAIN_COS]) - p->heading, *response = q + TRAIN_COLUMNS + 2 * k;
      b -= 6.283185307179586 * dv_floor(b / 6.283185307179586 + 0.5);
      real side = mirror(c, k, &b);
      respond(c, k, q[TRAIN_OMEGA], b, &response[0], &response[1]);
      response[0] *= side * q[TRAIN_AMPLITUDE];
      response[1] *= side * q[TRAIN_AMPLITUDE];
    }
  }
}

// Re (response e^(i th)) = re cos(th) - im sin(th), th' = -w.
DV_LAW(signal)
{
  const real *q = c->table[0];
  (void)p;
  for (int i = 0; i < 3 * DOFS; i++) c->out[i] = dv_real(0);
  for (int i = 0; i < c->rows[0]; i++, q += STRIDE) {
    real s, cs, w = q[TRAIN_OMEGA];
    dv_sincos(q[TRAIN_PHASE] - w * c->t, &s, &cs);
    for (int k = 0; k < DOFS; k++) {
      const real *r = q + TRAIN_COLUMNS + 2 * k;
      real value = r[0] * cs - r[1] * s, ahead = r[0] * s + r[1] * cs;
      c->out[3 * k] += value;
      c->out[3 * k + 1] += w * ahead;
      c->out[3 * k + 2] -= w * w * value;
    }
  }
}

DV_KIND(marine, vessel) = {
    .name = "marine.vessel",
    .doc = "motions of a vessel in waves by its response amplitude operators, to prescribe a moving base",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(out, outs),
    .prepare = prepare,
    .signal = signal,
    .jets = 1,
    .example =
        "# a beam-on regular wave of 1 m: heave and roll by the operators, half way between two rows of each; moves a free base\n"
        "bodies: {ship: {mass: 1 t, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  base: {type: free, child: ship, motion: {z: {prescribed: v.heave}, roll: {prescribed: v.roll}, others: locked}}\n"
        "gravity: 0\n"
        "parts:\n"
        "  v: {kind: marine.vessel, waves: regular, height: 2 m, period: 8 s, frequencies: [0.8], direction: 90 deg,\n"
        "      rao: [[90 deg, 0.6, 0, 0, 0, 0, 1.0, 0, 0.02, 90 deg, 0, 0, 0, 0],\n"
        "            [90 deg, 1.0, 0, 0, 0, 0, 0.6, 0, 0.06, 90 deg, 0, 0, 0, 0]]}\n"
        "until: 10 s\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {value: base.z, at: 3 s, is: -0.5899149724329964, within: 1e-12, source: 0.8 cos(w t)}\n"
        "      - {value: base.roll, at: 3 s, is: 0.02701852722204604, within: 1e-12, source: 0.04 sin(w t)}\n"
        "      - {value: v.heave.acceleration, at: 3 s, is: 0.37754558235711766, within: 1e-12, source: -w^2 heave}\n"
        "      - {value: base.z.rate, at: 0 s, is: 0, within: 1e-12, source: at the crest}\n",
};
