// energy.c: no kind makes energy unless it is `active`, and its books are exact.
//
//   power in + carried - dH/dt = loss;  without a loss law: 0 if it stores, else at least 0
//
// dH/dt along a random motion, by central differences of the stored energy in each quantity that moves.
#include "support.h"
#include "point.h"

enum { TRIALS = 300, SIZE = 512 * LANES };

typedef struct {
  double value[LANES];
} eight;

static eight amount(const point *p, law which, const double *block)
{
  static _Alignas(64) double copy[SIZE];
  eight e;
  memcpy(copy, block, (size_t)(p->shape.size * LANES) * sizeof(double));
  lane_run_x1(&p->shape, which, copy);
  memcpy(e.value, copy + p->shape.amount * LANES, sizeof e.value);
  return e;
}

// Rate of each quantity that the motion changes; zero for the others. Storage gets a random rate of pressure and its whole flow.
static void move(point *p, double *rate)
{
  const dv_kind *k = p->kind;
  const shape *s = &p->shape;
  double *b = p->block;
  memset(rate, 0, (size_t)(s->size * LANES) * sizeof(double));
  for (int l = 0; l < LANES; l++) {
    for (int i = 0; i < s->nstate; i++) rate[(s->x + i) * LANES + l] = b[(s->dx + i) * LANES + l];
    for (int i = 0, slot = 0; i < k->nport; slot += k->port[i++].domain == DV_FRAME ? 6 : 1) {
      if (k->port[i].domain <= DV_AXIS) rate[(s->pos + slot) * LANES + l] = b[(s->flow + slot) * LANES + l];
      if (k->port[i].role != DV_STORES) continue;
      double q = drawn(-1e-3, 1e-3);
      rate[(s->effort + slot) * LANES + l] = q / b[(s->capacity + slot) * LANES + l];
      b[(s->flow + slot) * LANES + l] += q;
    }
  }
}

static eight difference(const point *p, int i, const double *step)
{
  static _Alignas(64) double moved[SIZE];
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12};
  eight sum = {{0}};
  memcpy(moved, p->block, (size_t)(p->shape.size * LANES) * sizeof(double));
  for (int n = 0; n < 4; n++) {
    for (int l = 0; l < LANES; l++) moved[i * LANES + l] = p->block[i * LANES + l] + at[n] * step[l];
    eight e = amount(p, LAW_STORED, moved);
    for (int l = 0; l < LANES; l++) sum.value[l] += weight[n] * e.value[l] / step[l];
  }
  return sum;
}

// dH/d(quantity i) in each lane and its rounding; smaller steps until two agree. NaN where none do: a corner of the law.
static eight slope(const point *p, int i, double scale, eight *rounding)
{
  double step[LANES];
  eight result, H = amount(p, LAW_STORED, p->block);
  for (int l = 0; l < LANES; l++) result.value[l] = NAN, step[l] = 1e-3 * fmax(fabs(p->block[i * LANES + l]), scale);
  for (int n = 0; n < 7; n++) {
    eight coarse = difference(p, i, step);
    for (int l = 0; l < LANES; l++) step[l] /= 8;
    eight fine = difference(p, i, step);
    for (int l = 0; l < LANES; l++) {
      double noise = 1e-14 * fabs(H.value[l]) / step[l];
      if (!isnan(result.value[l]) || fabs(coarse.value[l] - fine.value[l]) > 1e-8 * fabs(fine.value[l]) + noise) continue;
      result.value[l] = fine.value[l];
      rounding->value[l] = noise;
    }
  }
  return result;
}

static double scale_of(const point *p, int i)
{
  const shape *s = &p->shape;
  if (i >= s->x && i < s->x + s->nstate) return 0.1 * p->kind->state[i - s->x].nominal;
  return i >= s->effort && i < s->effort + s->nslot ? 1e4 : 0.01;
}

static eight stored_rate(const point *p, const double *rate, eight *rounding)
{
  eight sum = {{0}};
  for (int i = 0; i < p->shape.size && point_has(p, LAW_STORED); i++) {
    int moves = 0;
    for (int l = 0; l < LANES; l++) moves |= rate[i * LANES + l] != 0;
    if (!moves) continue;
    eight noise = {{0}}, d = slope(p, i, scale_of(p, i), &noise);
    for (int l = 0; l < LANES; l++) {
      sum.value[l] += d.value[l] * rate[i * LANES + l];
      rounding->value[l] += noise.value[l] * fabs(rate[i * LANES + l]);
    }
  }
  return sum;
}

static void judge(const point *p, int l, double dH, double rounding, double carried, double loss)
{
  const shape *s = &p->shape;
  double power = 0, scale = fabs(dH) + fabs(carried) + fabs(loss) + 1e-300;
  for (int i = 0; i < s->nslot; i++) {
    double w = p->block[(s->effort + i) * LANES + l] * p->block[(s->flow + i) * LANES + l];
    power += w;
    scale += fabs(w);
  }
  double left = power + carried - dH - loss, most = 1e-6 * scale + rounding;
  int exact = point_has(p, LAW_STORED) || point_has(p, LAW_LOSS);
  if (left < -most || (exact && left > most) || loss < -most)
    fail_msg("%s: power in %g + carried %g - dH/dt %g - loss %g W is %g, %g of their size", p->kind->name, power, carried, dH,
             loss, left, left / scale);
}

static int one_trial(point *p, int row)
{
  static _Alignas(64) double rate[SIZE];
  static const eight none = {{0}};
  int corners = 0;
  point_random(p, row);
  for (law which = LAW_PUBLISH; which <= LAW_RATE; which++)
    if (point_has(p, which)) lane_run_x1(&p->shape, which, p->block);
  move(p, rate);
  eight rounding = none, dH = stored_rate(p, rate, &rounding),
        carried = point_has(p, LAW_CARRIED) ? amount(p, LAW_CARRIED, p->block) : none;
  eight loss = point_has(p, LAW_LOSS) ? amount(p, LAW_LOSS, p->block) : none;
  for (int l = 0; l < LANES; l++) {
    if (isnan(dH.value[l])) corners++;
    else judge(p, l, dH.value[l], rounding.value[l], carried.value[l], loss.value[l]);
  }
  return corners;
}

static void passive_kinds_make_no_energy(void **state)
{
  static _Alignas(64) double block[SIZE];
  (void)state;
  for (int row = 0; dv_kinds_x1[row]; row++) {
    const dv_kind *k = dv_kinds_x1[row];
    int corners = 0, frames = 0;
    for (int i = 0; i < k->nport; i++) frames |= k->port[i].domain == DV_FRAME;
    if (k->active || !k->nport || !point_possible(k) || (frames && k->stored)) continue;
    for (int trial = 0; trial < TRIALS; trial++) {
      point p = {.block = block};
      corners += one_trial(&p, row);
    }
    if (corners > TRIALS * LANES / 20)
      fail_msg("%s: the stored energy has no slope at %d of %d points", k->name, corners, TRIALS * LANES);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(passive_kinds_make_no_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
