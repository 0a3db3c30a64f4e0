// dopri5.c: Dormand and Prince's Runge-Kutta method of order 5 with an estimate of order 4 and states between its steps.
//
//   k_i = F(t + c_i h, h sum_j a_ij k_j), i = 1..7,   xi1 = h sum_j a_7j k_j,   error = h sum_i e_i k_i
//   xi(u h) = u (xi1 + (1 - u) (h k1 - xi1 + u (2 xi1 - h k1 - h k7 + (1 - u) h sum_i d_i k_i))),   order 4
//
// in the chart around the start of the step (chart.c). k7 is k1 of the next step, if nothing happened to the state between.
// Dormand & Prince, J. Comp. Appl. Math. 6 (1980) 19; Hairer, Norsett & Wanner, Solving ODEs I, 2nd ed. 1993, sec. II.5, II.6.
#include "step/explicit_numbers.h"
#include "step/stepper.h"

enum { STAGES = DV_STAGES_MOST, LAST = STAGES - 1 };
static const double off[STAGES] = {71 / 57600.0, 0, -71 / 16695.0, 71 / 1920.0, -17253 / 339200.0, 22 / 525.0, -1 / 40.0};
typedef struct {
  int n, nx, nd, nquad;
  real *dx, *y, *xi;        // [nx], [nx], [n]
  real *k, *power;          // [STAGES][n], [STAGES][nquad]
  real *rate, *flow, *sum;  // [n], [nquad] at the end of the step: the next one's first; [nquad]
  real *when, *end, *held;  // [1], [nx], [nd] where that is
} room;

static size_t scratch(const dv_model *m)
{
  size_t n = (size_t)(2 * m->nv + m->nz), nquad = (size_t)m->nquad;
  return 3 * (size_t)m->nx + (size_t)m->nd + (2 + STAGES) * n + (2 + STAGES) * nquad + 1;
}

static room lay_out(const dv_stepping *s)
{
  room r;
  r.n = s->chart->n, r.nx = s->m->nx, r.nd = s->m->nd, r.nquad = s->m->nquad;
  r.dx = dv_reals(s->scratch);
  r.y = r.dx + r.nx;
  r.xi = r.y + r.nx;
  r.k = r.xi + r.n;
  r.power = r.k + STAGES * r.n;
  r.rate = r.power + STAGES * r.nquad;
  r.flow = r.rate + r.n;
  r.sum = r.flow + r.nquad;
  r.when = r.sum + r.nquad;
  r.end = r.when + 1;
  r.held = r.end + r.nx;
  return r;
}

static real effective(const dv_stepping *s, double t) { return dv_real(t < s->latest ? t : s->latest); }

// k1: what the last step ended with, or an evaluation of its own; the same bits.
static int begin(dv_stepping *s, const room *r, double t, const real *x)
{
  real when = effective(s, t);
  if (s->recalled && !memcmp(&when, r->when, sizeof when) && !memcmp(x, r->end, (size_t)r->nx * sizeof(real)) &&
      !memcmp(s->d, r->held, (size_t)r->nd * sizeof(real))) {
    memcpy(r->k, r->rate, (size_t)r->n * sizeof(real));
    memcpy(r->power, r->flow, (size_t)r->nquad * sizeof(real));
    return 0;
  }
  if (DV_X(dv_step_rates)(s, t, x, r->dx, r->power)) return 1;
  DV_X(dv_step_tangent)(s, NULL, r->dx, r->k);
  return 0;
}

// sum = h sum of w_j k_j
static void blend(int n, int count, double h, const double *w, const real *k, real *sum)
{
  for (int m = 0; m < n; m++) {
    real all = dv_real(0);
    for (int j = 0; j < count; j++) all += (h * w[j]) * k[j * n + m];
    sum[m] = all;
  }
}

static int stages(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  for (int i = 1; i < STAGES; i++) {
    blend(r->n, i, h, dv_dopri5.part[i], r->k, r->xi);
    DV_X(dv_step_retract)(s, x, r->xi, r->y);
    if (DV_X(dv_step_rates)(s, t + dv_dopri5.node[i] * h, r->y, r->dx, r->power + i * r->nquad)) return 1;
    DV_X(dv_step_tangent)(s, r->xi, r->dx, r->k + i * r->n);
  }
  return 0;
}

// r->y, the end of the step, and its rates.
static void remember(dv_stepping *s, const room *r, double t, const real *x)
{
  DV_X(dv_step_tangent)(s, NULL, r->dx, r->rate);
  memcpy(r->flow, r->power + LAST * r->nquad, (size_t)r->nquad * sizeof(real));
  memcpy(r->end, x, (size_t)r->nx * sizeof(real));
  memcpy(r->held, s->d, (size_t)r->nd * sizeof(real));
  *r->when = effective(s, t);
  s->recalled = 1;
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const room r = lay_out(s);
  real *x = dv_reals(xd);
  if (begin(s, &r, t, x) || stages(s, &r, t, h, x)) return 1;
  blend(r.nquad, LAST, h, dv_dopri5.weight, r.power, r.sum);
  dv_weigh(r.nquad, 0, 1, r.sum, dv_reals(quad));
  if (s->error) {
    blend(r.n, STAGES, h, off, r.k, dv_reals(s->error));
    blend(r.nquad, STAGES, h, off, r.power, dv_reals(s->error) + r.n);
  }
  memcpy(x, r.y, (size_t)r.nx * sizeof(real));
  remember(s, &r, t + h, x);
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

// Both sums of the equation above: out = xi(u h).
static void between_of(int n, double h, double u, const real *k, real *out)
{
  for (int m = 0; m < n; m++) {
    const real first = h * k[m], last = h * k[LAST * n + m];
    real whole = dv_real(0), rest = dv_real(0);
    for (int j = 0; j < LAST; j++) whole += (h * dv_dopri5.weight[j]) * k[j * n + m];
    for (int j = 0; j < STAGES; j++) rest += (h * dv_dopri5_bulge[j]) * k[j * n + m];
    out[m] = u * (whole + (1 - u) * (first - whole + u * (2 * whole - first - last + (1 - u) * rest)));
  }
}

static void between(dv_stepping *s, double t, double h, double u, const double *from, double *xd, double *quad)
{
  const room r = lay_out(s);
  between_of(r.n, h, u, r.k, r.xi);
  DV_X(dv_step_retract)(s, (const real *)(const void *)from, r.xi, dv_reals(xd));
  between_of(r.nquad, h, u, r.power, r.sum);
  dv_weigh(r.nquad, 0, 1, r.sum, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + u * h, dv_reals(xd));
}

DV_STEPPER(dopri5, scratch, step, between);
