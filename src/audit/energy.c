// energy.c: no kind makes energy unless it is `active`, and its books are exact.
//
//   power in + carried - dH/dt = loss;  without a loss law: 0 if it stores, else at least 0
//
// Water and ground are at rest. dH/dt along a random motion, by central differences of the stored energy in each quantity that
// moves.
#include "audit/audit.h"

#if DV_LANES == 1

#include "audit/random_point.h"

#include <string.h>

enum { TRIALS = 300, SIZE = POINT_REALS * LANES, SEED = 20260 };

typedef struct {
  dv_diags *diags;
  const char *library;
  point p;
  double *copy, *moved, *rate;  // [SIZE] scratch
  int faults;
} audit;

typedef struct {
  double value[LANES];
} eight;

static eight amount(const audit *a, law which, const double *block)
{
  const point *p = &a->p;
  double *copy = a->copy;
  eight e;
  memcpy(copy, block, (size_t)(p->shape.size * LANES) * sizeof(double));
  dv_lane_run_x1(&p->shape, which, copy);
  memcpy(e.value, copy + p->shape.amount * LANES, sizeof e.value);
  return e;
}

// Of the twelve numbers of a pose: R' = R (w x), p' = R v, with the twist in the frame's axes.
static void turn(const double *pose, const double *twist, double *rate)
{
  for (int i = 0; i < 3; i++) {
    const double *R = pose + 3 * i * LANES;
    double r[3] = {R[0], R[LANES], R[2 * LANES]}, w[3] = {twist[0], twist[LANES], twist[2 * LANES]};
    for (int k = 0; k < 3; k++) {
      int a = (k + 1) % 3, b = (k + 2) % 3;
      rate[(3 * i + k) * LANES] = r[a] * w[b] - r[b] * w[a];
      rate[(9 + i) * LANES] += r[k] * twist[(3 + k) * LANES];
    }
  }
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
    for (int i = 1; i < k->nin; i++)  // an input whose rate is the next one
      if ((k->in[i].reads & DV_RATE_OF_LAST) == DV_RATE_OF_LAST) rate[(s->in + i - 1) * LANES + l] = b[(s->in + i) * LANES + l];
    for (int i = 0, slot = 0, frame = 0; i < k->nport; slot += k->port[i++].domain == DV_FRAME ? 6 : 1) {
      if (k->port[i].domain == DV_FRAME) {
        int pose = (s->pose + 12 * frame++) * LANES + l;
        turn(b + pose, b + (s->flow + slot) * LANES + l, rate + pose);
      }
      if (k->port[i].domain <= DV_AXIS) rate[(s->pos + slot) * LANES + l] = b[(s->flow + slot) * LANES + l];
      if (k->port[i].role != DV_STORES) continue;
      double q = dv_point_drawn(p, -1e-3, 1e-3);
      rate[(s->effort + slot) * LANES + l] = q / b[(s->capacity + slot) * LANES + l];
      b[(s->flow + slot) * LANES + l] += q;
    }
  }
}

static eight difference(const audit *a, int i, const double *step)
{
  const point *p = &a->p;
  double *moved = a->moved;
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12};
  eight sum = {{0}};
  memcpy(moved, p->block, (size_t)(p->shape.size * LANES) * sizeof(double));
  for (int n = 0; n < 4; n++) {
    for (int l = 0; l < LANES; l++) moved[i * LANES + l] = p->block[i * LANES + l] + at[n] * step[l];
    eight e = amount(a, LAW_STORED, moved);
    for (int l = 0; l < LANES; l++) sum.value[l] += weight[n] * e.value[l] / step[l];
  }
  return sum;
}

// dH/d(quantity i) in each lane and its rounding; smaller steps until two agree. NaN where none do: a corner of the law.
static eight slope(const audit *a, int i, double scale, eight *rounding)
{
  const point *p = &a->p;
  double step[LANES];
  eight result, H = amount(a, LAW_STORED, p->block);
  for (int l = 0; l < LANES; l++) result.value[l] = NAN, step[l] = 1e-3 * fmax(fabs(p->block[i * LANES + l]), scale);
  for (int n = 0; n < 7; n++) {
    eight coarse = difference(a, i, step);
    for (int l = 0; l < LANES; l++) step[l] /= 8;
    eight fine = difference(a, i, step);
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

static eight stored_rate(const audit *a, eight *rounding)
{
  const point *p = &a->p;
  const double *rate = a->rate;
  eight sum = {{0}};
  for (int i = 0; i < p->shape.size && dv_point_has(p, LAW_STORED); i++) {
    int moves = 0;
    for (int l = 0; l < LANES; l++) moves |= rate[i * LANES + l] != 0;
    if (!moves) continue;
    eight noise = {{0}}, d = slope(a, i, scale_of(p, i), &noise);
    for (int l = 0; l < LANES; l++) {
      sum.value[l] += d.value[l] * rate[i * LANES + l];
      rounding->value[l] += noise.value[l] * fabs(rate[i * LANES + l]);
    }
  }
  return sum;
}

// 0: the slot's power is not the part's to say: it watches, or fixes what is shared and the others answer.
static int is_known(const dv_kind *k, int slot)
{
  int port = 0;
  for (int end = 0; port < k->nport; port++) {
    end += k->port[port].domain == DV_FRAME ? 6 : 1;
    if (slot < end) break;
  }
  return k->port[port].role != DV_WATCHES && k->port[port].role != DV_FIXES;
}

static void judge(audit *a, int l, double dH, double rounding, double carried, double loss)
{
  const point *p = &a->p;
  const shape *s = &p->shape;
  double power = 0, scale = fabs(dH) + fabs(carried) + fabs(loss) + 1e-300;
  for (int i = 0; i < s->nslot; i++) {
    double w = is_known(p->kind, i) ? p->block[(s->effort + i) * LANES + l] * p->block[(s->flow + i) * LANES + l] : 0;
    power += w;
    scale += fabs(w);
  }
  double left = power + carried - dH - loss, most = 1e-6 * scale + rounding;
  int exact = dv_point_has(p, LAW_STORED) || dv_point_has(p, LAW_LOSS);
  if (a->faults || (left >= -most && (!exact || left <= most) && loss >= -most)) return;
  a->faults++;
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->library, 0, 0},
              "mend its energy, its loss or its answer; one that may deliver power says .active = 1",
              "kind '%s' makes energy: power in %g + carried %g - dH/dt %g - loss %g W is %g, %g of their size", p->kind->name,
              power, carried, dH, loss, left, left / scale);
}

static int one_trial(audit *a, const void *const kind[3])
{
  static const eight none = {{0}};
  point *p = &a->p;
  int corners = 0;
  dv_point_random(p, kind);
  for (law which = LAW_PUBLISH; which <= LAW_RATE; which++)
    if (dv_point_has(p, which)) dv_lane_run_x1(&p->shape, which, p->block);
  move(p, a->rate);
  eight rounding = none, dH = stored_rate(a, &rounding);
  eight carried = dv_point_has(p, LAW_CARRIED) ? amount(a, LAW_CARRIED, p->block) : none;
  eight loss = dv_point_has(p, LAW_LOSS) ? amount(a, LAW_LOSS, p->block) : none;
  for (int l = 0; l < LANES; l++) {
    if (isnan(dH.value[l])) corners++;
    else judge(a, l, dH.value[l], rounding.value[l], carried.value[l], loss.value[l]);
  }
  return corners;
}

static int is_free_to_make_energy(const dv_kind *k) { return k->active || !k->nport || dv_point_impossible(k); }

// A pose has twelve numbers that move: fewer points do, which hold as many slopes.
static int trials_of(const dv_kind *k)
{
  int frames = 0;
  for (int i = 0; i < k->nport; i++) frames += k->port[i].domain == DV_FRAME;
  return frames && k->stored ? TRIALS / (12 * frames) : TRIALS;
}

int dv_audit_energy(dv_diags *d, const char *library, const void *const kind[3])
{
  const dv_kind *k = kind[0];
  int corners = 0, trials = trials_of(k);
  if (is_free_to_make_energy(k)) return 0;
  dv_arena *under = dv_arena_under(d->arena);
  audit a = {.diags = d, .library = library, .copy = DV_TAKE(under, double, SIZE), .moved = DV_TAKE(under, double, SIZE)};
  a.rate = DV_TAKE(under, double, SIZE);
  a.p = (point){.seed = SEED, .still = 1, .block = DV_TAKE(under, double, SIZE)};
  for (int trial = 0; trial < trials && !a.faults; trial++) corners += one_trial(&a, kind);
  dv_arena_free(under);
  if (a.faults || corners <= trials * LANES / 20) return a.faults;
  dv_diag_add(d, DV_ERROR, (dv_mark){library, 0, 0}, NULL, "kind '%s': the stored energy has no slope at %d of %d points",
              k->name, corners, trials * LANES);
  return 1;
}

#endif
