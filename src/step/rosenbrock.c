// rosenbrock.c: ROS34PW2, a linearly implicit method of order 3, L-stable and stiffly accurate.
//
//   (1 - h g J) k_i = h F(t + a_i h, sum_j a_ij k_j) + h J sum_j g_ij k_j + g_i h^2 F_t,   xi1 = sum b_i k_i
//
// in the chart around the start of the step (chart.c). With u = sum_j g_ij k_j / g no product with J is needed:
// (1 - h g J)(k_i + u) = h F_i + u + g_i h^2 F_t. Rang & Angermann, New Rosenbrock W-methods of order 3 for partial
// differential algebraic equations of index 1, BIT 45 (2005) 761. A W-method: the order does not hang on J or F_t.
// The ledger's integrals weigh the powers of the stages, which is right once the step resolves what dissipates.
#include "step/lu.h"
#include "step/stepper.h"

enum { STAGES = 4 };
static const double G = 0.435866521508459;
static const double alpha[STAGES][STAGES] = {
    {0,                   0,                    0, 0},
    {0.87173304301691801, 0,                    0, 0},
    {0.84457060015369423, -0.11299064236484185, 0, 0},
    {0,                   0,                    1, 0},
};
static const double gamma_[STAGES][STAGES] = {
    {0,                    0,                    0,                   0},
    {-0.87173304301691801, 0,                    0,                   0},
    {-0.90338057013044082, 0.054180672388095326, 0,                   0},
    {0.24212380706095346,  -1.2232505839045147,  0.54526025533510214, 0},
};
static const double weight[STAGES] = {0.24212380706095346, -1.2232505839045147, 1.5452602553351020, 0.435866521508459};

typedef struct {
  int n, nx, nquad;
  real *dx, *y, *power, *energy;    // [nx], [nx], [nquad], [nquad]
  real *rate, *start, *drift, *xi;  // [n]: F_i, F_1, F_t, argument of a stage
  real *u, *k;                      // [n], [STAGES][n]
  real *J, *W;                      // [n][n]
  int *pivot;                       // [n][lane], then [n] for the factorisation
} room;

static size_t scratch(const dv_model *m)
{
  size_t n = (size_t)(2 * m->nv + m->nz);
  return 2 * (size_t)m->nx + 2 * (size_t)m->nquad + (5 + STAGES + 2) * n + 2 * n * n;
}

static room lay_out(const dv_stepping *s)
{
  room r;
  r.n = s->chart->n;
  r.nx = s->m->nx;
  r.nquad = s->m->nquad;
  r.dx = dv_reals(s->scratch);
  r.y = r.dx + r.nx;
  r.power = r.y + r.nx;
  r.energy = r.power + r.nquad;
  r.rate = r.energy + r.nquad;
  r.start = r.rate + r.n;
  r.drift = r.start + r.n;
  r.xi = r.drift + r.n;
  r.u = r.xi + r.n;
  r.k = r.u + r.n;
  r.J = r.k + STAGES * r.n;
  r.W = r.J + r.n * r.n;
  r.pivot = (int *)(void *)(r.W + r.n * r.n);
  return r;
}

// Columns of J by differences, one evaluation each; each lane has its own state.
static int columns(dv_stepping *s, const room *r, double t, const real *x)
{
  const dv_chart *c = s->chart;
  for (int i = 0; i < r->n * r->n; i++) r->J[i] = dv_real(0);
  for (int i = 0; i < r->n; i++) r->xi[i] = dv_real(0);
  for (int i = 0; i < c->nmoving; i++) {
    int j = c->moving[i], at = c->number[j];
    real by = dv_real(0x1p-26);
    if (at >= 0) by = (x[at] + 0x1p-26 * dv_max(dv_abs(x[at]), dv_real(c->scale[j]))) - x[at];
    r->xi[j] = by;
    DV_X(dv_step_retract)(s, x, r->xi, r->y);
    r->xi[j] = dv_real(0);
    if (DV_X(dv_step_rates)(s, t, r->y, r->dx, NULL)) return 1;
    DV_X(dv_step_tangent)(s, NULL, r->dx, r->rate);
    for (int k = 0; k < r->n; k++) r->J[k * r->n + j] = (r->rate[k] - r->start[k]) / by;
  }
  return 0;
}

static int jacobian(dv_stepping *s, const room *r, double t, const real *x)
{
  if (!s->jacobian) return columns(s, r, t, x);
  return s->jacobian(s->context, t, dv_const_doubles(x), s->d, dv_const_doubles(r->start), dv_doubles(r->J));
}

// The chart's own part of J: xi' = w + xi x w / 2 + ...
static void turn(const dv_chart *c, const room *r)
{
  for (int i = 0; i < c->nattitude; i++) {
    int v = c->attitude[i].v;
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3, d = (a + 2) % 3;  // e_a x w = w_b e_d - w_d e_b
      r->J[(v + d) * r->n + v + a] += 0.5 * r->start[v + b];
      r->J[(v + b) * r->n + v + a] -= 0.5 * r->start[v + d];
    }
  }
}

// F_t by a forward difference inside the step, where no signal has a corner; none in a step that an event left shorter than t can
// tell.
static int drift(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  double later = t + 0x1p-10 * h, by = later - t;
  if (DV_X(dv_step_rates)(s, later, x, r->dx, NULL)) return 1;
  DV_X(dv_step_tangent)(s, NULL, r->dx, r->drift);
  for (int i = 0; i < r->n; i++) r->drift[i] = by > 0 ? (r->drift[i] - r->start[i]) / by : dv_real(0);
  return 0;
}

// W = 1 - h g J with rows and columns in nominal sizes, so that pivots compare.
static void factor(const dv_chart *c, const room *r, double h)
{
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < r->n; j++) r->W[i * r->n + j] = (i == j) - (h * G * c->scale[j] / c->scale[i]) * r->J[i * r->n + j];
  dv_lu_factor(r->n, r->W, r->pivot, r->pivot + r->n * DV_LANES);
}

// k_i from F_i = r->rate.
static void stage(const dv_chart *c, const room *r, int i, double h)
{
  real *k = r->k + i * r->n;
  double sum = G;
  for (int j = 0; j < i; j++) sum += gamma_[i][j];
  for (int m = 0; m < r->n; m++) {
    real u = dv_real(0);
    for (int j = 0; j < i; j++) u += (gamma_[i][j] / G) * r->k[j * r->n + m];
    r->u[m] = u;
    k[m] = (h * r->rate[m] + u + (sum * h * h) * r->drift[m]) / c->scale[m];
  }
  dv_lu_solve(r->n, r->W, r->pivot, k);
  for (int m = 0; m < r->n; m++) k[m] = k[m] * c->scale[m] - r->u[m];
}

// y = x (+) sum of w_j k_j
static void displace(const dv_stepping *s, const room *r, const real *x, const double *w, int count)
{
  for (int m = 0; m < r->n; m++) {
    real sum = dv_real(0);
    for (int j = 0; j < count; j++) sum += w[j] * r->k[j * r->n + m];
    r->xi[m] = sum;
  }
  DV_X(dv_step_retract)(s, x, r->xi, r->y);
}

static int stages(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  for (int i = 0; i < STAGES; i++) {
    double node = 0;
    for (int j = 0; j < i; j++) node += alpha[i][j];
    if (i) {
      displace(s, r, x, alpha[i], i);
      if (DV_X(dv_step_rates)(s, t + node * h, r->y, r->dx, r->power)) return 1;
      DV_X(dv_step_tangent)(s, r->xi, r->dx, r->rate);
    } else {
      memcpy(r->rate, r->start, (size_t)r->n * sizeof(real));
    }
    dv_weigh(r->nquad, i == 0, weight[i], r->power, r->energy);
    stage(s->chart, r, i, h);
  }
  return 0;
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const room r = lay_out(s);
  real *x = dv_reals(xd);
  if (DV_X(dv_step_rates)(s, t, x, r.dx, r.power)) return 1;
  DV_X(dv_step_tangent)(s, NULL, r.dx, r.start);
  if (jacobian(s, &r, t, x) || drift(s, &r, t, h, x)) return 1;
  turn(s->chart, &r);
  factor(s->chart, &r, h);
  if (stages(s, &r, t, h, x)) return 1;
  displace(s, &r, x, weight, STAGES);
  memcpy(x, r.y, (size_t)r.nx * sizeof(real));
  dv_weigh(r.nquad, 0, h, r.energy, dv_reals(quad));
  DV_X(dv_step_finish)(s, t + h, x);
  return 0;
}

const dv_stepper DV_X(dv_rosenbrock) = {"rosenbrock", 3, 1, scratch, step};
