// sensitivity_cvode.c: tangents of the state beside CVODES, which integrates them: dx' = f_x dx + f_p dp.
//
// Where an event or a corner at t moves by dt the state before and after it do so with their own rates:
// dx+ = dx- + (f- - f+) dt, with the jump's own slopes between.
#include "solve/sensitivity_inside.h"

#include <math.h>
#include <string.h>

int dv_sensitivity_count(const dv_sensitivity *s) { return s->o.n; }
double dv_sensitivity_size(const dv_sensitivity *s, int i) { return s->o.size[i]; }

void dv_sensitivity_get(const dv_sensitivity *s, int i, double *x)
{
  for (int j = 0; j < s->o.m->nx; j++) x[j] = s->seed[i / W][(1 + j) * W + i % W];
}

void dv_sensitivity_put(dv_sensitivity *s, int i, const double *x)
{
  for (int j = 0; j < s->o.m->nx; j++) s->seed[i / W][(1 + j) * W + i % W] = x[j];
}

int dv_sensitivity_rates(dv_sensitivity *s, double t, const double *x, const double *d, double *const *in, double *const *out)
{
  int nx = s->o.m->nx;
  if (s->failed) return 1;
  if (dv_tangents_stand(s->tangents, DV_TANGENT_RATES, -1, s->num, t, x, d)) return 1;
  for (int b = 0; b < s->batches; b++) {
    memcpy(s->point, s->seed[b], (size_t)s->rows * W * sizeof(double));
    for (int i = b * W; i < s->o.n && i < (b + 1) * W; i++)
      for (int j = 0; j < nx; j++) s->point[(1 + j) * W + i % W] = in[i][j];
    dv_tangents_along(s->tangents, s->point, s->out);
    for (int i = b * W; i < s->o.n && i < (b + 1) * W; i++)
      for (int j = 0; j < nx; j++) out[i][j] = s->out[j * W + i % W];
  }
  return 0;
}

void dv_sensitivity_tidy(dv_sensitivity *s, double t, const double *x, const double *d)
{
  if (s->failed) return;
  for (int b = 0; b < s->batches; b++) memcpy(s->side[b], s->seed[b], (size_t)s->rows * W * sizeof(double));
  if (dv_sensitivity_tidied(s, t, x, d, s->side, s->batches))
    dv_sensitivity_fail(s, t, "loops changed their independent coordinates, or do not close there", "look at a shorter run");
  s->now = s->side;
}

// Adds sign f dt to the tangents, dt being the time of the seeds.
static int add_rates(dv_sensitivity *s, double t, const double *x, const double *d, double sign)
{
  int nx = s->o.m->nx, bad = dv_engine_x1.slopes(s->o.m, s->num, t, x, d, s->y, NULL, s->work);
  for (int b = 0; b < s->batches; b++)
    for (int j = 0; j < nx; j++)
      for (int l = 0; l < W; l++) s->seed[b][(1 + j) * W + l] += sign * s->y[j] * s->seed[b][l];
  return bad;
}

void dv_sensitivity_meet(dv_sensitivity *s, double t, double at, const double *x, const double *d, const int *crossed)
{
  int bad = 0;
  if (s->failed) return;
  for (int b = 0; b < s->batches; b++) memset(s->dh[b], 0, W * sizeof(double));
  if (!crossed) dv_sensitivity_corner(s, at - 1e-6 * fmax(1, fabs(at)), s->dh);
  else {
    bad = dv_engine_x1.slopes(s->o.m, s->num, at, x, d, s->y, NULL, s->work);
    memset(s->speed, 0, (size_t)s->rows * W * sizeof(double));
    s->speed[0] = 1;
    for (int j = 0; j < s->o.m->nx; j++) s->speed[(1 + j) * W] = s->y[j];
    bad |= dv_sensitivity_root(s, t, x, d, crossed, s->seed, s->speed, s->dh);
  }
  for (int b = 0; b < s->batches; b++) memcpy(s->seed[b], s->dh[b], W * sizeof(double));
  if (bad || add_rates(s, at, x, d, 1)) dv_sensitivity_fail(s, t, "an event there has none", "look at a shorter run");
}

void dv_sensitivity_leave(dv_sensitivity *s, double t, const double *x, const double *d)
{
  if (s->failed) return;
  if (add_rates(s, t, x, d, -1)) dv_sensitivity_fail(s, t, "rates are not finite", NULL);
  for (int b = 0; b < s->batches; b++) memset(s->seed[b], 0, W * sizeof(double));
}
