// observer.c: extended Kalman filter on the nominal machine: coordinates and rates from noisy samples and known efforts.
//
//   B(y) y'' + C y' + g + D y' = u + w,   y_k = y(t_k) + noise;   u: mean effort of a period, from the integral of `effort`
//
// From sample to sample the estimate goes by one step of Runge-Kutta, its covariance by the matrix exponential of the slopes at
// the middle (differences of the model) and the noise that gathers meanwhile; then it takes one measurement after the other.
// What is not in its list is where the machine is, and moves as it does. Jazwinski 1970, Stochastic processes and filtering
// theory.
#include "kinds/control/matrix_controller.h"

#include "davit/kind.h"

#include "math/dense.h"

enum { MOST = 6, WIDE = 2 * MOST };  // coordinates, states of the filter

DV_PARAMETERS(
    DV_P(period, "s", DV_REQUIRED, 1e-6, 1e6, "sampling period")
    DV_P_EACH(noise, "*", DV_REQUIRED, 1e-30, 1e30, "deviation of a measured position")
    DV_P_EACH(rate_noise, "*", 0, 0, 1e30, "deviation of a measured rate; 0: it is not measured")
    DV_P_EACH(disturbance, "*", DV_REQUIRED, 0, 1e30, "unknown effort: white noise, per root of a second")
    DV_P_EACH(damping, "*", 0, 0, 1e30, "effort per rate that the model knows of")
    DV_P_EACH(spread, "*", 1, 0, 1e30, "deviation of the rate before the first sample, which counts as zero then")
    DV_DERIVED(real none)
);

enum { POSITION, RATE, EFFORT };                           // inputs, n each
enum { AT, MOVES, IMPULSE, COVARIANCE, ROWS = 3 * MOST };  // discrete, n each; rows of the covariance
enum { STARTED = COVARIANCE + ROWS };                      // behind those, one each: started, surprise

// clang-format off
#define ROW(what, n) {"var_" what #n "[]", "", 1, "covariance, " what ", row " #n, 0}
// clang-format on
#define SIX(what) ROW(what, 1), ROW(what, 2), ROW(what, 3), ROW(what, 4), ROW(what, 5), ROW(what, 6)

static const dv_quantity states[] = {
    {"impulse[]", "", 1, "integral of the effort", 0}
};
static const dv_quantity discrete[] = {
    {"position_held[]", "",  1, "estimate of the coordinate",                0},
    {"rate_held[]",     "",  1, "estimate of its rate",                      0},
    {"impulse_held[]",  "",  1, "integral of the effort at the last sample", 0},
    SIX("position"), // by position
    SIX("position_rate"), // row: position
    SIX("rate"),
    {"started",         "1", 1, "1: the first sample was taken",             0},
    {"surprise_held",   "1", 1, "of the last sample",                        0},
};
static const dv_quantity ins[] = {
    {"position[]", "", 1, "measured coordinate",                        DV_BY_SAMPLE | DV_OWN_POSITION},
    {"rate[]",     "", 1, "measured rate",                              DV_BY_SAMPLE | DV_OWN_RATE    },
    {"effort[]",   "", 1, "known effort on it, from outside the model", DV_BY_RATE | DV_OPTIONAL      },
};
static const dv_quantity outs[] = {
    {"position[]",       "{x}", 1, "estimate of the coordinate",                                                       0},
    {"rate[]",           "{f}", 1, "estimate of its rate",                                                             0},
    {"deviation[]",      "{x}", 1, "standard deviation of the coordinate, as the filter has it",                       0},
    {"rate_deviation[]", "{f}", 1, "that of the rate",                                                                 0},
    {"surprise",         "1",   1, "sum of squares of what a sample brings, by its variance: as many as measurements", 0},
};

typedef struct {
  int n;
  real z[WIDE];         // positions, rates
  real P[WIDE * WIDE];  // [2n][2n]
} estimate;

DV_FN const real *list(const dv_cell *c, int which) { return c->list + which * c->n; }
DV_FN real *others(const dv_cell *c) { return c->d + (int)STARTED * c->n; }

// ---- to and from the discrete states

// Where entry (i, j) of the covariance is, i <= j.
DV_FN int entry(int n, int i, int j)
{
  int block = i < n ? (j < n ? 0 : 1) : 2;
  return ((int)COVARIANCE + block * (int)MOST + i % n) * n + j % n;
}

DV_FN void take(const dv_cell *c, estimate *e)
{
  int n = e->n = c->n, w = 2 * n;
  for (int i = 0; i < w; i++) e->z[i] = c->d[i];
  for (int i = 0; i < w; i++)
    for (int j = i; j < w; j++) e->P[i * w + j] = e->P[j * w + i] = c->d[entry(n, i, j)];
}

DV_FN void put(dv_cell *c, const estimate *e)
{
  int n = e->n, w = 2 * n;
  for (int i = 0; i < w; i++) c->d[i] = e->z[i];
  for (int i = 0; i < w; i++)
    for (int j = i; j < w; j++) c->d[entry(n, i, j)] = e->P[i * w + j];
}

// ---- the model

// Accelerations at z under efforts u; by [n][n], unless NULL: their slopes by u.
DV_FN void accelerations(const dv_cell *c, const real *z, const real *u, real *a, real *by)
{
  const dv_service *s = c->service;
  int n = c->n, most = s->nq > s->nv ? s->nq : s->nv;
  const real *damping = list(c, L_damping);
  real *q = s->room, *v = q + most, *B = v + most, *bias = B + n * n;
  dv_choice of = {n, n, c->iq, c->iv, NULL};
  dv_reduced d = {B, bias, NULL, NULL, NULL, NULL, NULL};
  for (int i = 0; i < s->nq; i++) q[i] = s->q[i];
  for (int i = 0; i < s->nv; i++) v[i] = s->v[i];
  s->place(s, &of, z, z + n, q, v);
  s->reduced(s, &of, q, v, &d);
  dv_ldl(n, B);
  for (int k = 0; k < n; k++) a[k] = u[k] - bias[k] - damping[k] * z[n + k];
  dv_ldl_solve(n, B, a);
  for (int j = 0; j < n && by; j++) {
    real column[MOST];
    for (int i = 0; i < n; i++) column[i] = dv_real(i == j);
    dv_ldl_solve(n, B, column);
    for (int i = 0; i < n; i++) by[i * n + j] = column[i];
  }
}

// z' = (rates, accelerations).
DV_FN void moves(const dv_cell *c, const real *z, const real *u, real *dz)
{
  for (int i = 0; i < c->n; i++) dz[i] = z[c->n + i];
  accelerations(c, z, u, dz + c->n, NULL);
}

DV_FN void step(const dv_cell *c, real h, const real *u, const real *z, real *next)
{
  real k1[WIDE], k2[WIDE], k3[WIDE], k4[WIDE], at[WIDE];
  int w = 2 * c->n;
  moves(c, z, u, k1);
  for (int i = 0; i < w; i++) at[i] = z[i] + h / 2 * k1[i];
  moves(c, at, u, k2);
  for (int i = 0; i < w; i++) at[i] = z[i] + h / 2 * k2[i];
  moves(c, at, u, k3);
  for (int i = 0; i < w; i++) at[i] = z[i] + h * k3[i];
  moves(c, at, u, k4);
  for (int i = 0; i < w; i++) next[i] = z[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

// A [2n][2n]: slopes of z' by z, central differences; W: what the disturbances do to z', per second.
DV_FN void slopes(const dv_cell *c, const real *z, const real *u, real *A, real *W)
{
  int n = c->n, w = 2 * n;
  const real *disturbance = list(c, L_disturbance);
  real at[WIDE], up[MOST], down[MOST], by[MOST * MOST];
  for (int i = 0; i < w * w; i++) A[i] = W[i] = dv_real(0);
  for (int i = 0; i < n; i++) A[i * w + n + i] = dv_real(1);
  for (int j = 0; j < w; j++) {
    real h = 1e-5 * (1 + dv_abs(z[j]));
    for (int i = 0; i < w; i++) at[i] = z[i];
    at[j] = z[j] + h;
    accelerations(c, at, u, up, NULL);
    at[j] = z[j] - h;
    accelerations(c, at, u, down, NULL);
    for (int i = 0; i < n; i++) A[(n + i) * w + j] = (up[i] - down[i]) / (2 * h);
  }
  accelerations(c, z, u, up, by);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) W[(n + i) * w + n + j] += by[i * n + k] * by[j * n + k] * disturbance[k] * disturbance[k];
}

// ---- from sample to sample

enum { TERMS = 10 };

// P = e^(A h) P e^(A'h) + integral of e^(A s) W e^(A's), by series: terms are h/k (A X + X A').
DV_FN void spread_out(int w, real h, const real *A, const real *W, real *P)
{
  real term[WIDE * WIDE], gain[WIDE * WIDE], next[WIDE * WIDE];
  for (int i = 0; i < w * w; i++) term[i] = P[i], gain[i] = h * W[i];
  // P(h) = sum of terms of both: d/ds of the first is A X + X A', of the second that and W
  for (int i = 0; i < w * w; i++) P[i] += gain[i];
  for (int k = 1; k <= (int)TERMS; k++)
    for (int part = 0; part < 2; part++) {
      real *X = part ? gain : term;
      for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++) {
          real sum = dv_real(0);
          for (int l = 0; l < w; l++) sum += A[i * w + l] * X[l * w + j] + X[i * w + l] * A[j * w + l];
          next[i * w + j] = h / (double)(k + part) * sum;
        }
      for (int i = 0; i < w * w; i++) X[i] = next[i], P[i] += next[i];
    }
}

DV_FN void predict(const par *p, const dv_cell *c, estimate *e)
{
  int n = c->n, w = 2 * n;
  real u[MOST], next[WIDE], middle[WIDE], A[WIDE * WIDE], W[WIDE * WIDE];
  for (int k = 0; k < n; k++) u[k] = (c->x[k] - c->d[(int)IMPULSE * n + k]) / p->period;
  step(c, p->period, u, e->z, next);
  for (int i = 0; i < w; i++) middle[i] = (e->z[i] + next[i]) / 2, e->z[i] = next[i];
  slopes(c, middle, u, A, W);
  spread_out(w, p->period, A, W, e->P);
}

// One measurement of z[i]; where `there` does not hold, none. Gives its surprise.
DV_FN real measure(estimate *e, int i, real y, real noise, dv_bool there)
{
  int w = 2 * e->n;
  real variance = e->P[i * w + i] + noise * noise, off = y - e->z[i], by = dv_select(there, 1 / variance, dv_real(0));
  real column[WIDE];
  for (int k = 0; k < w; k++) column[k] = e->P[k * w + i];
  for (int k = 0; k < w; k++) e->z[k] += column[k] * by * off;
  for (int k = 0; k < w; k++)
    for (int j = 0; j < w; j++) e->P[k * w + j] -= column[k] * by * column[j];
  return off * off * by;
}

// Before the first sample: a position that is not known at all, a rate of about zero.
DV_FN void begin(const dv_cell *c, estimate *e)
{
  int n = c->n, w = 2 * n;
  const real *noise = list(c, L_noise), *spread = list(c, L_spread);
  for (int i = 0; i < w * w; i++) e->P[i] = dv_real(0);
  for (int i = 0; i < w; i++) e->z[i] = i < n ? c->in[POSITION * n + i] : dv_real(0);
  for (int k = 0; k < n; k++) {
    e->P[k * w + k] = 1e6 * noise[k] * noise[k];
    e->P[(n + k) * w + n + k] = spread[k] * spread[k];
  }
}

DV_LAW(sample)
{
  int n = c->n, w = 2 * n;
  estimate e, first;
  real *other = others(c), surprise = dv_real(0);
  const real *noise = list(c, L_noise), *rate_noise = list(c, L_rate_noise);
  dv_bool started = other[0] > 0.5;
  take(c, &e);
  begin(c, &first);
  for (int i = 0; i < w; i++) e.z[i] = dv_select(started, e.z[i], first.z[i]);  // a place where the model has sense
  predict(p, c, &e);
  for (int i = 0; i < w; i++) e.z[i] = dv_select(started, e.z[i], first.z[i]);
  for (int i = 0; i < w * w; i++) e.P[i] = dv_select(started, e.P[i], first.P[i]);
  for (int k = 0; k < n; k++) {
    surprise += measure(&e, k, c->in[POSITION * n + k], noise[k], noise[k] > 0.0);
    surprise += measure(&e, n + k, c->in[RATE * n + k], rate_noise[k], rate_noise[k] > 0.0);
  }
  put(c, &e);
  for (int k = 0; k < n; k++) c->d[(int)IMPULSE * n + k] = c->x[k];
  other[0] = dv_real(1);
  other[1] = surprise;
}

DV_LAW(signal)
{
  int n = c->n;
  (void)p;
  for (int i = 0; i < 2 * n; i++) {
    c->out[i] = c->d[i];
    c->out[2 * n + i] = dv_sqrt(dv_max(c->d[entry(n, i, i)], dv_real(0)));
  }
  c->out[4 * n] = others(c)[1];
}

DV_LAW(rate)
{
  (void)p;
  for (int k = 0; k < c->n; k++) c->dx[k] = c->in[EFFORT * c->n + k];
}

DV_FAULT(fault)
{
  (void)p;
  return c->n > (int)MOST ? "it has more than six coordinates|give each group of coordinates an observer of its own" : NULL;
}

DV_KIND(signal, observer) = {
    .name = DV_STATE_OBSERVER,
    .doc = "extended Kalman filter on the nominal machine: coordinates and rates from noisy samples and known efforts",
    DV_PARAMS,
    DV_ROWS(state, states),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .each = "coordinates",
    .service = DV_ASKS_MODEL,
    .fault = fault,
    .signal = signal,
    .rate = rate,
    .sample = sample,
    .period = 1 + P_period,
    .example =
        "# without noise in its samples the filter finds the rate of a pendulum that swings by +-1 rad, torque 3 N.m\n"
        "bodies: {rod: {mass: 2 kg, com: [0, 0, -0.7]}}\n"
        "joints: {q: {type: revolute, axis: y, child: rod, position: 1 rad}}\n"
        "parts:\n"
        "  motor: {kind: force.effort, axis: q, effort: 3 N.m}\n"
        "  seen: {kind: signal.observer, coordinates: [q], effort: 3 N.m, period: 10 ms, noise: 1 mrad, disturbance: 0.1}\n"
        "until: 2 s\n"
        "solver: {rtol: 1e-10, atol: 1e-12}\n"
        "cases:\n"
        "  example:\n"
        "    expect:\n"
        "      - {final: seen.position.q - q, is: 0, within: 1e-6, source: the samples are exact}\n"
        "      - {final: seen.rate.q - q.rate, is: 0, within: 1e-5, source: and so is the model}\n",
};
