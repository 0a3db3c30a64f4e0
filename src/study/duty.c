// duty.c: inverse dynamics along a duty in actuator space.
//
//   x_i(q) = X_i(t) gives q;   A q' = X',  A q'' = X'' - bend,  A = dx/dq
//   tau = M (q'' - a0), a0 what the machine with its parts would do by itself;   A' f = tau
//
// So springs, friction, water and tilt of the file are in it, and the actuators give what is missing.
#include "study/instant.h"

#include "engine/engine.h"
#include "study/least.h"

#include <math.h>
#include <string.h>

// Gauss with row pivots on A [n][n], or on its transpose; b becomes the solution. -1: singular.
static int solve(dv_arena *a, int n, const double *A, int transposed, double *b)
{
  double *W = DV_TAKE(a, double, n *n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) W[i * n + j] = transposed ? A[j * n + i] : A[i * n + j];
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(W[i * n + k]) > fabs(W[best * n + k])) best = i;
    if (fabs(W[best * n + k]) < 1e-12) return -1;
    for (int j = 0; j < n && best != k; j++) {
      double x = W[k * n + j];
      W[k * n + j] = W[best * n + j], W[best * n + j] = x;
    }
    double x = b[k];
    b[k] = b[best], b[best] = x;
    for (int i = k + 1; i < n; i++) {
      double f = W[i * n + k] / W[k * n + k];
      for (int j = k; j < n; j++) W[i * n + j] -= f * W[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= W[k * n + j] * b[j];
    b[k] /= W[k * n + k];
  }
  return 0;
}

// Residual of x_i(q) = X_i over the moved coordinates.
static int miss(void *context, const double *moved, double *r, double *J)
{
  dv_duty_instant *u = context;
  for (int i = 0; i < u->n; i++) u->x[u->iq[i]] = moved[i];
  for (int i = 0; i < u->n; i++) {
    r[i] = dv_way_at(u->k, &u->way[i], u->x, u->k->v, J ? u->row : NULL, NULL) - u->want[i];
    for (int j = 0; J && j < u->n; j++) J[i * u->n + j] = u->row[u->iv[j]];
  }
  return 0;
}

static int cannot_reach(dv_duty_instant *u, const double *r)
{
  int worst = 0;
  for (int i = 1; i < u->n; i++)
    if (fabs(r[i]) > fabs(r[worst])) worst = i;
  const char *unit = u->way[worst].rotary ? "rad" : "m";
  dv_diag_add(u->diags, DV_ERROR, u->s->actuator[worst].mark, "change its motion, or the places of its ends",
              "actuator '%s' cannot reach %.6g %s at t = %.4g s: the nearest is %.6g %s", u->s->actuator[worst].name,
              u->want[worst], unit, u->t, u->want[worst] + r[worst], unit);
  return -1;
}

// A linkage has two ways to be put together: the first pose is sought within the joints' limits, later ones follow it.
static int find_pose(dv_duty_instant *u, dv_arena *scratch)
{
  double *q = DV_TAKE(scratch, double, 4 * u->n), *r = q + u->n, size = 1e-3;
  dv_least p = {.n = u->n, .m = u->n, .stride = 0.5, .f = miss, .context = u, .lower = q + 2 * u->n, .upper = q + 3 * u->n};
  dv_least_result out = {.norm = HUGE_VAL};
  for (int i = 0; i < u->n; i++) {
    q[i] = u->x[u->iq[i]];
    q[2 * u->n + i] = u->lower[i];
    q[3 * u->n + i] = u->upper[i];
    size = fmax(size, fabs(u->want[i]));
  }
  if (!u->under_way) dv_least_squares(scratch, &p, q, &out);
  p.lower = p.upper = NULL;
  if (out.norm >= 1e-9 * size) dv_least_squares(scratch, &p, q, &out);
  u->under_way = 1;
  miss(u, q, r, u->A);
  return out.norm < 1e-9 * size ? 0 : cannot_reach(u, r);
}

static int find_rates(dv_duty_instant *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  double *v = u->x + m->nq, bend;
  memcpy(u->qd, u->want + u->n, (size_t)u->n * sizeof(double));
  int bad = solve(scratch, u->n, u->A, 0, u->qd);
  for (int i = 0; i < u->n && !bad; i++) v[u->iv[i]] = u->qd[i];
  for (int i = 0; i < u->n && !bad; i++) {
    dv_way_at(u->k, &u->way[i], u->x, v, NULL, &bend);
    u->qdd[i] = u->want[2 * u->n + i] - bend;
  }
  if (!bad) bad = solve(scratch, u->n, u->A, 0, u->qdd);
  if (bad)
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "an actuator is at a dead point: change the motion",
                "the actuators of study '%s' do not determine the motion at t = %.4g s", u->s->name, u->t);
  return bad;
}

// The motions at t, and coordinates that signals prescribe.
static void ask_signals(dv_duty_instant *u)
{
  const dv_model *m = u->k->m;
  const double *num = DV_MODEL_AT(m, double, NUMBER);
  dv_engine_x1.tidy(m, num, u->t, u->x, u->d, u->k->work);
  dv_engine_x1.rates(m, num, u->t, u->x, u->d, u->dx, NULL, u->k->work);
  for (int o = 0; o < 3; o++)
    for (int i = 0; i < u->n; i++) u->want[o * u->n + i] = u->k->work[u->signal[i][o]];
}

static int find_forces(dv_duty_instant *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  if (dv_engine_x1.rates(m, DV_MODEL_AT(m, double, NUMBER), u->t, u->x, u->d, u->dx, NULL, u->k->work)) {
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "check the parameters", "the machine's rates are not finite at t = %g s", u->t);
    return -1;
  }
  dv_engine_mass_matrix(m, u->x, u->mass, u->k->work);
  for (int i = 0; i < u->n; i++) {
    u->tau[i] = 0;
    for (int j = 0; j < u->n; j++) u->tau[i] += u->mass[u->iv[i] * m->nv + u->iv[j]] * (u->qdd[j] - u->dx[m->nq + u->iv[j]]);
  }
  memcpy(u->force, u->tau, (size_t)u->n * sizeof(double));
  return solve(scratch, u->n, u->A, 1, u->force);
}

static void warn_limits(dv_duty_instant *u)
{
  for (int i = 0; i < u->n && i < 31; i++) {
    const dv_way *w = &u->way[i];
    double x = u->want[i], slack = 1e-9 * fmax(1, fabs(x));
    if ((u->told >> i & 1) || (x >= w->lower - slack && x <= w->upper + slack)) continue;
    u->told |= 1 << i;
    dv_diag_add(u->diags, DV_WARNING, u->s->actuator[i].mark, "change its motion, or the limits",
                "actuator '%s' leaves the limits of '%s' at t = %.4g s: %.6g is not within [%.6g, %.6g]", u->s->actuator[i].name,
                w->name, u->t, x, w->lower, w->upper);
  }
}

dv_duty *dv_duty_run(dv_kinematics *k, const dv_study_spec *s, const dv_case_spec *load, dv_diags *d)
{
  dv_duty_instant *u = dv_duty_open(k, s, d);
  dv_duty *t = u ? dv_duty_table(u, load) : NULL;
  for (int i = 0; t && i < s->samples; i++) {
    dv_arena *scratch = dv_arena_new();
    u->t = s->duration * i / (s->samples - 1);
    ask_signals(u);
    int bad = find_pose(u, scratch) || find_rates(u, scratch) || find_forces(u, scratch);
    dv_arena_free(scratch);
    if (bad) return NULL;
    warn_limits(u);
    dv_duty_row(u, t);
  }
  return t;
}
