// duty.c: inverse dynamics along a duty in actuator space.
//
//   x_i(q) = X_i(t) and closed loops give q;   A v = X', v = G y';   A a = X'' - bend, A = dx/dq
//   tau = M (a - a0), a0 what the machine with its parts would do by itself;   (A G)' f = G' tau
//
// So springs, friction, water and tilt of the file are in it, and the actuators give what is missing.
#include "study/instant.h"

#include "engine/engine.h"
#include "engine/closed_loops.h"
#include "engine/skeleton_at.h"
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

// Residual of x_i(q) = X_i and of the loops' closures over the free coordinates.
static int miss(void *context, const double *moved, double *r, double *J)
{
  dv_duty_instant *u = context;
  const dv_model *m = u->k->m;
  int n = u->n, nv = m->nv, free = u->nmoved;
  for (int i = 0; i < free; i++) u->x[u->iq[i]] = moved[i];
  for (int i = 0; i < n; i++) {
    r[i] = dv_way_at(u->k, &u->way[i], u->x, u->k->v, J ? u->A + i * nv : NULL, NULL) - u->want[i];
    for (int j = 0; J && j < free; j++) J[i * free + j] = u->A[i * nv + u->iv[j]];
  }
  if (u->nrow) dv_engine_closures(m, u->x, u->d, u->c, u->J, u->c + u->nrow, u->k->work);
  for (int i = 0; i < u->nrow; i++) {
    r[n + i] = u->c[i];
    for (int j = 0; J && j < free; j++) J[(n + i) * free + j] = u->J[i * nv + u->iv[j]];
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
  int free = u->nmoved, rows = u->n + u->nrow;
  double *q = DV_TAKE(scratch, double, free), *r = DV_TAKE(scratch, double, rows), *J = DV_TAKE(scratch, double, rows *free),
         size = 1e-3;
  dv_least p = {.n = free, .m = rows, .stride = 0.5, .f = miss, .context = u, .lower = u->lower, .upper = u->upper};
  dv_least_result out = {.norm = HUGE_VAL};
  for (int i = 0; i < free; i++) q[i] = u->x[u->iq[i]];
  for (int i = 0; i < u->n; i++) size = fmax(size, fabs(u->want[i]));
  if (!u->under_way) dv_least_squares(scratch, &p, q, &out);
  p.lower = p.upper = NULL;
  if (out.norm >= 1e-9 * size) dv_least_squares(scratch, &p, q, &out);
  miss(u, q, r, J);
  return out.norm < 1e-9 * size ? 0 : cannot_reach(u, r);
}

static int not_determined(dv_duty_instant *u, int freedoms)
{
  if (freedoms == u->n)
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "an actuator is at a dead point: change the motion",
                "the actuators of study '%s' do not determine the motion at t = %.4g s", u->s->name, u->t);
  else
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "see 'davit check --mobility', lock or free coordinates",
                "study '%s' has %d actuators for %d freedoms", u->s->name, u->n, freedoms);
  return -1;
}

// dq/dy and A G. Without loops y are the free coordinates themselves.
static int find_map(dv_duty_instant *u)
{
  const dv_model *m = u->k->m;
  int n = u->n, nv = m->nv, freedoms = n, gaping;
  if (u->nrow && !u->under_way) dv_engine_loops_choose(m, u->x, u->d, 0, NULL, u->k->work);
  else if (u->nrow) dv_engine_loops_review(m, u->x, u->d, u->k->work, &gaping);
  if (u->nrow) freedoms = dv_engine_loops_map(m, u->x, u->d, u->G, u->k->work);
  else
    for (int i = 0; i < n && !u->under_way; i++) u->G[u->iv[i] * n + i] = 1;
  u->under_way = 1;
  if (freedoms != n) return not_determined(u, freedoms);
  memset(u->B, 0, (size_t)(n * n) * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int k = 0; k < nv; k++)
      for (int j = 0; j < n; j++) u->B[i * n + j] += u->A[i * nv + k] * u->G[k * n + j];
  return 0;
}

static int find_rates(dv_duty_instant *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  double *v = u->x + m->nq;
  memcpy(u->speed, u->want + u->n, (size_t)u->n * sizeof(double));
  if (solve(scratch, u->n, u->B, 0, u->speed)) return not_determined(u, u->n);
  for (int i = 0; i < u->nmoved; i++) {
    v[u->iv[i]] = 0;
    for (int j = 0; j < u->n; j++) v[u->iv[i]] += u->G[u->iv[i] * u->n + j] * u->speed[j];
  }
  return 0;
}

// The motions at t, and coordinates that signals prescribe.
static void ask_signals(dv_duty_instant *u)
{
  const dv_model *m = u->k->m;
  const double *num = dv_model_NUMBER(m);
  dv_engine_x1.tidy(m, num, u->t, u->x, u->d, u->k->work);
  dv_engine_x1.rates(m, num, u->t, u->x, u->d, u->dx, NULL, u->k->work);
  for (int o = 0; o < 3; o++)
    for (int i = 0; i < u->n; i++) u->want[o * u->n + i] = u->k->work[u->signal[i][o]];
}

// The machine by itself accelerates by a0, which keeps loops and drives; the difference to what is wanted is G y''.
static int find_forces(dv_duty_instant *u, dv_arena *scratch)
{
  const dv_model *m = u->k->m;
  int n = u->n, nv = m->nv;
  const double *a0 = u->dx + m->nq;
  double bend;
  if (dv_engine_x1.rates(m, dv_model_NUMBER(m), u->t, u->x, u->d, u->dx, NULL, u->k->work)) {
    dv_diag_add(u->diags, DV_ERROR, u->s->mark, "check the parameters", "the machine's rates are not finite at t = %g s", u->t);
    return -1;
  }
  for (int i = 0; i < n; i++) {
    dv_way_at(u->k, &u->way[i], u->x, u->x + m->nq, NULL, &bend);
    u->more[i] = u->want[2 * n + i] - bend;
    for (int k = 0; k < nv; k++) u->more[i] -= u->A[i * nv + k] * a0[k];
  }
  solve(scratch, n, u->B, 0, u->more);
  dv_engine_mass_matrix(m, u->x, u->mass, u->k->work);
  for (int k = 0; k < nv; k++) {
    u->row[k] = u->tau[k] = 0;
    for (int j = 0; j < n; j++) u->row[k] += u->G[k * n + j] * u->more[j];
  }
  for (int k = 0; k < nv; k++)
    for (int j = 0; j < nv; j++) u->tau[k] += u->mass[k * nv + j] * u->row[j];
  for (int i = 0; i < n; i++) {
    u->force[i] = 0;
    for (int k = 0; k < nv; k++) u->force[i] += u->G[k * n + i] * u->tau[k];
  }
  return solve(scratch, n, u->B, 1, u->force);
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

// A motion has corners, where its acceleration jumps. A row shows what holds after its instant, the last one what holds before:
// beyond the end there is no duty.
static void ask_end(dv_duty_instant *u)
{
  double end = u->t, *after = u->most + u->n;
  int corner = 0;
  memcpy(after, u->want + 2 * u->n, (size_t)u->n * sizeof *after);
  u->t = end * (1 - 1e-12);
  ask_signals(u);
  for (int i = 0; i < u->n; i++) corner |= fabs(u->want[2 * u->n + i] - after[i]) > 1e-9 * u->most[i];
  if (corner) return;
  u->t = end;
  ask_signals(u);
}

static void ask(dv_duty_instant *u, int last)
{
  ask_signals(u);
  for (int i = 0; i < u->n; i++) u->most[i] = fmax(u->most[i], fabs(u->want[2 * u->n + i]));
  if (last) ask_end(u);
}

dv_duty *dv_duty_run(dv_kinematics *k, const dv_study_spec *s, const dv_case_spec *load, dv_diags *d)
{
  dv_duty_instant *u = dv_duty_open(k, s, d);
  dv_duty *t = u ? dv_duty_table(u, load) : NULL;
  for (int i = 0; t && i < s->samples; i++) {
    dv_arena *scratch = dv_arena_new();
    u->t = s->duration * i / (s->samples - 1);
    ask(u, i + 1 == s->samples);
    int bad = find_pose(u, scratch) || find_map(u) || find_rates(u, scratch) || find_forces(u, scratch);
    dv_arena_free(scratch);
    if (bad) return NULL;
    u->t = s->duration * i / (s->samples - 1);
    warn_limits(u);
    dv_duty_row(u, t);
  }
  return t;
}
