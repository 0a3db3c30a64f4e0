// rosenbrock.c: ROS34PW2, a linearly implicit method of order 3, L-stable and stiffly accurate.
//
//   (1 - h g J) k_i = h F(t + a_i h, sum_j a_ij k_j) + h J sum_j g_ij k_j + g_i h^2 F_t,   xi1 = sum b_i k_i
//
// in the chart around the start of the step (chart.c). With u = sum_j g_ij k_j / g no product with J is needed:
// (1 - h g J)(k_i + u) = h F_i + u + g_i h^2 F_t. Rang & Angermann, New Rosenbrock W-methods of order 3 for partial
// differential algebraic equations of index 1, BIT 45 (2005) 761. A W-method: the order does not hang on J or F_t, so J is kept
// (jacobian.h). The ledger's integrals weigh the powers of the stages, which is right once the step resolves what dissipates.
#include "step/jacobian.h"
#include "step/rosenbrock_numbers.h"
#include "step/stepper.h"

enum { STAGES = DV_ROS_STAGES };
static const double second[STAGES] = {0.37810903145819369, -0.096042292212423178, 0.5, 0.2179332607542295};  // order 2

typedef struct {
  int n, nx, nquad;
  real *drift, *u, *k;                        // [n] F_t, as above; [STAGES][n]
  real *power;                                // [STAGES][nquad]
  real *next, *next_power, *next_x, *next_d;  // [n], [nquad], [nx], [nd] what was found at the end, for the next step
  dv_jacobian_room j;
} room;

static size_t scratch(const dv_model *m)
{
  size_t n = (size_t)(2 * m->nv + m->nz);
  return dv_jacobian_reals(m) + (1 + STAGES) * (size_t)m->nquad + (3 + STAGES) * n + (size_t)(m->nx + m->nd);
}

static room lay_out(const dv_stepping *s)
{
  room r;
  r.n = s->chart->n;
  r.nx = s->m->nx;
  r.nquad = s->m->nquad;
  r.power = dv_reals(s->scratch);
  r.drift = r.power + STAGES * r.nquad;
  r.u = r.drift + r.n;
  r.k = r.u + r.n;
  r.next = r.k + STAGES * r.n;
  r.next_power = r.next + r.n;
  r.next_x = r.next_power + r.nquad;
  r.next_d = r.next_x + r.nx;
  r.j = dv_jacobian_lay_out(s, r.next_d + s->m->nd);
  return r;
}

// F_t by a forward difference inside the step, where no signal has a corner; none in a step that an event left shorter than t can
// tell.
static int drift(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  double later = t + dv_ros_later * h, by = later - t;
  for (int i = 0; i < r->n; i++) r->drift[i] = dv_real(0);
  if (!s->pattern->timed || !(by > 0)) return 0;
  if (DV_X(dv_step_rates)(s, later, x, r->j.dx, NULL)) return 1;
  DV_X(dv_step_tangent)(s, NULL, r->j.dx, r->drift);
  for (int i = 0; i < r->n; i++) r->drift[i] = (r->drift[i] - r->j.start[i]) / by;
  return 0;
}

// k_i from F_i = rate.
static void solve_stage(const dv_stepping *s, const room *r, int i, double h, const real *rate)
{
  real *k = r->k + i * r->n;
  double sum = dv_ros_g;
  for (int j = 0; j < i; j++) sum += dv_ros_gamma[i][j];
  for (int m = 0; m < r->n; m++) {
    real u = dv_real(0);
    for (int j = 0; j < i; j++) u += (dv_ros_gamma[i][j] / dv_ros_g) * r->k[j * r->n + m];
    r->u[m] = u;
    k[m] = h * rate[m] + u + (sum * h * h) * r->drift[m];
  }
  dv_lu_solve(s->pattern, r->j.W, k, r->j.line);
  for (int m = 0; m < r->n; m++) k[m] -= r->u[m];
}

// sum of w_j k_j
static void blend(int n, int count, const double *w, const real *k, real *out)
{
  for (int m = 0; m < n; m++) {
    real sum = dv_real(0);
    for (int j = 0; j < count; j++) sum += w[j] * k[j * n + m];
    out[m] = sum;
  }
}

// y = x (+) sum of w_j k_j; quad grows by the same sum of powers, unless NULL.
static void displace(const dv_stepping *s, const room *r, const real *x, double h, const double *w, int count, real *y,
                     real *quad)
{
  blend(r->n, count, w, r->k, r->j.xi);
  DV_X(dv_step_retract)(s, x, r->j.xi, y);
  for (int j = 0; quad && j < count; j++) dv_weigh(r->nquad, 0, h * w[j], r->power + j * r->nquad, quad);
}

// F_i, i > 0, into r->j.rate.
static int evaluate(dv_stepping *s, const room *r, int i, double t, double h, const real *x)
{
  double node = 0;
  for (int j = 0; j < i; j++) node += dv_ros_alpha[i][j];
  displace(s, r, x, h, dv_ros_alpha[i], i, r->j.y, NULL);
  if (DV_X(dv_step_rates)(s, t + node * h, r->j.y, r->j.dx, r->power + i * r->nquad)) return 1;
  DV_X(dv_step_tangent)(s, r->j.xi, r->j.dx, r->j.rate);
  return 0;
}

// The first stage, and what the second meets.
static int begin(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  dv_jacobian_factor(s, &r->j, h, dv_ros_g);
  solve_stage(s, r, 0, h, r->j.start);
  return evaluate(s, r, 1, t, h, x);
}

static int stages(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  if (begin(s, r, t, h, x)) return 1;
  dv_bool stale = dv_jacobian_misled(s, &r->j, h, r->u);
  if (dv_any(stale) && (dv_jacobian_renew(s, &r->j, t, x, stale) || begin(s, r, t, h, x))) return 1;
  for (int i = 1; i < STAGES; i++) {
    if (i > 1 && evaluate(s, r, i, t, h, x)) return 1;
    solve_stage(s, r, i, h, r->j.rate);
  }
  return 0;
}

static void estimate(const dv_stepping *s, const room *r, double h)
{
  real *error = dv_reals(s->error);
  double w[STAGES];
  for (int j = 0; j < STAGES; j++) w[j] = dv_ros_weight[j] - second[j];
  blend(r->n, STAGES, w, r->k, error);
  for (int j = 0; j < STAGES; j++) dv_weigh(r->nquad, j == 0, h * w[j], r->power + j * r->nquad, error + r->n);
}

// What no stage has met: a law that bends shortly before the end, where the last stage lies in time only. There the rate is not
// the one that the curve between the ends has: (1 - h g J)^-1 of what it lacks counts as an error, a share of it, since at a
// smooth end of a step of fair length it is some times the estimate. The next step need not look there again.
static int look_at_end(dv_stepping *s, const room *r, double t, double h, const real *x)
{
  static const double share = 0.05;
  real *error = dv_reals(s->error), *off = r->u;
  double w[STAGES];
  if (DV_X(dv_step_rates)(s, t + h, x, r->j.dx, r->next_power)) return 1;
  DV_X(dv_step_tangent)(s, NULL, r->j.dx, r->next);
  DV_X(dv_step_tangent)(s, r->j.xi, r->j.dx, r->j.rate);
  s->known = t + h <= s->latest && !DV_MODEL_COUNT(s->m, LOOP);
  s->known_at = t + h;
  memcpy(r->next_x, x, (size_t)r->nx * sizeof(real));
  memcpy(r->next_d, s->d, (size_t)s->m->nd * sizeof(real));
  for (int j = 0; j < STAGES; j++) w[j] = dv_ros_weight[j] + dv_ros_curve[j];
  blend(r->n, STAGES, w, r->k, off);
  for (int m = 0; m < r->n; m++) off[m] = share * (h * r->j.rate[m] - off[m]);
  dv_lu_solve(s->pattern, r->j.W, off, r->j.line);
  for (int m = 0; m < r->n; m++) error[m] = dv_select(dv_abs(off[m]) > dv_abs(error[m]), off[m], error[m]);
  return 0;
}

// apart := R(h J) apart + error, with R(z) = (1 + a z + b z^2) / (1 - g z)^3, of order 3 and 0 at infinity: what decays forgets
// its errors, what swings keeps them. With p = 1/(1 - g z), g z p = p - 1.
static void carry(const dv_stepping *s, const room *r)
{
  const double g = dv_ros_g, a = (1 - 3 * g) / g, b = (0.5 - 3 * g + 3 * g * g) / (g * g);
  real *apart = dv_reals(s->apart), *w = r->u;
  const real *error = dv_reals(s->error);
  for (int i = 0; i < r->n; i++) w[i] = apart[i];
  dv_lu_solve(s->pattern, r->j.W, w, r->j.line);
  for (int i = 0; i < r->n; i++) apart[i] = error[i] + b * w[i];
  dv_lu_solve(s->pattern, r->j.W, w, r->j.line);
  for (int i = 0; i < r->n; i++) apart[i] -= (a + 2 * b) * w[i];
  dv_lu_solve(s->pattern, r->j.W, w, r->j.line);
  for (int i = 0; i < r->n; i++) apart[i] += (1 + a + b) * w[i];
}

// The rates where the step begins, unless the last one ended there.
static int start(dv_stepping *s, const room *r, double t, const real *x)
{
  int known = s->known && s->known_at == t && !memcmp(x, r->next_x, (size_t)r->nx * sizeof(real)) &&
              !memcmp(s->d, r->next_d, (size_t)s->m->nd * sizeof(real));
  s->known = 0;
  if (!known && DV_X(dv_step_rates)(s, t, x, r->j.dx, r->power)) return 1;
  if (!known) DV_X(dv_step_tangent)(s, NULL, r->j.dx, r->j.start);
  if (known) memcpy(r->j.start, r->next, (size_t)r->n * sizeof(real));
  if (known) memcpy(r->power, r->next_power, (size_t)r->nquad * sizeof(real));
  return 0;
}

static int step(dv_stepping *s, double t, double h, double *xd, double *quad)
{
  const room r = lay_out(s);
  real *x = dv_reals(xd);
  if (dv_jacobian_recall(s, &r.j, x)) return 1;
  if (start(s, &r, t, x)) return 1;
  if (drift(s, &r, t, h, x)) return 1;
  dv_bool due = dv_jacobian_due(s);
  if (dv_any(due) && dv_jacobian_renew(s, &r.j, t, x, due)) return 1;
  if (stages(s, &r, t, h, x)) return 1;
  if (s->error) estimate(s, &r, h);
  if (s->error && s->apart) carry(s, &r);
  displace(s, &r, x, h, dv_ros_weight, STAGES, r.j.y, dv_reals(quad));
  memcpy(x, r.j.y, (size_t)r.nx * sizeof(real));
  DV_X(dv_step_finish)(s, t + h, x);
  if (s->error && !s->apart && look_at_end(s, &r, t, h, x)) return 1;
  dv_jacobian_served(s);
  return 0;
}

static void between(dv_stepping *s, double t, double h, double u, const double *from, double *x, double *quad)
{
  const room r = lay_out(s);
  double w[STAGES];
  for (int j = 0; j < STAGES; j++) w[j] = u * dv_ros_weight[j] + u * (u - 1) * dv_ros_curve[j];
  displace(s, &r, (const real *)(const void *)from, h, w, STAGES, dv_reals(x), dv_reals(quad));
  DV_X(dv_step_finish)(s, t + u * h, dv_reals(x));
}

DV_STEPPER(rosenbrock, scratch, step, between);
