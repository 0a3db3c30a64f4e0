// cvode_follow.c: the tangents of a followed run, integrated by CVODES beside the state (staggered), under error control.
//
// Serban & Hindmarsh, CVODES: the sensitivity-enabled ODE solver in SUNDIALS, Proc. IDETC/CIE 2005.
#include "solve/cvode.h"

#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

// Where the rates have a kink those of the tangents jump, and steps become as short as can be.
enum { FAILURES_MOST = 40 };

static int rates(int n, double t, N_Vector y, N_Vector rate, N_Vector *in, N_Vector *out, void *data, N_Vector a, N_Vector b)
{
  dv_cvode *c = data;
  (void)rate, (void)a, (void)b;
  for (int i = 0; i < n; i++) c->in[i] = N_VGetArrayPointer(in[i]), c->out[i] = N_VGetArrayPointer(out[i]);
  return dv_sensitivity_rates(c->follow, dv_cvode_in_time(c, t), N_VGetArrayPointer(y), c->r->s->d, c->in, c->out);
}

static void give(dv_cvode *c)
{
  for (int i = 0; i < dv_sensitivity_count(c->follow); i++) dv_sensitivity_get(c->follow, i, N_VGetArrayPointer(c->tangent[i]));
}

int dv_cvode_follow(dv_cvode *c, int adams)
{
  dv_running *r = c->r;
  if (!r->o->follow) return 0;
  c->follow = r->o->follow->self;
  int n = dv_sensitivity_count(c->follow);
  double *size = DV_TAKE(r->arena, double, n);
  for (int i = 0; i < n; i++) size[i] = dv_sensitivity_size(c->follow, i);
  c->in = DV_TAKE(r->arena, double *, n), c->out = DV_TAKE(r->arena, double *, n);
  c->tangent = N_VCloneVectorArray(n, c->y);
  if (!c->tangent) dv_arena_exhausted(r->arena);
  give(c);
  int bad = CVodeSensInit(c->memory, n, CV_STAGGERED, rates, c->tangent);
  bad |= CVodeSetSensParams(c->memory, NULL, size, NULL);
  bad |= CVodeSensEEtolerances(c->memory) | CVodeSetSensErrCon(c->memory, 1);
  bad |= CVodeSetMaxErrTestFails(c->memory, FAILURES_MOST);
  if (!adams) return bad;
  c->nonlinear_tangent = SUNNonlinSol_FixedPointSens(n, c->y, 0, c->context);
  return bad | CVodeSetNonlinearSolverSensStg(c->memory, c->nonlinear_tangent);
}

void dv_cvode_follow_free(dv_cvode *c)
{
  if (c->tangent) N_VDestroyVectorArray(c->tangent, dv_sensitivity_count(c->follow));
  if (c->nonlinear_tangent) SUNNonlinSolFree(c->nonlinear_tangent);
  c->tangent = NULL, c->nonlinear_tangent = NULL;
}

void dv_cvode_follow_take(dv_cvode *c)
{
  double t;
  if (!c->follow) return;
  CVodeGetSens(c->memory, &t, c->tangent);
  for (int i = 0; i < dv_sensitivity_count(c->follow); i++) dv_sensitivity_put(c->follow, i, N_VGetArrayPointer(c->tangent[i]));
}

void dv_cvode_follow_again(dv_cvode *c)
{
  if (!c->follow) return;
  give(c);
  CVodeSensReInit(c->memory, CV_STAGGERED, c->tangent);
}

// One step over what no step is short enough for, tangents as they come: they are wrong by their jump times four least steps.
int dv_cvode_follow_over(dv_cvode *c, int flag)
{
  double t = c->r->s->t, least = dv_cvode_least_step(c);
  if (!c->follow || flag != CV_ERR_FAILURE || t - c->over_last < 100 * least) return 0;
  c->over = 1, c->over_last = t;
  CVodeSetSensErrCon(c->memory, 0);
  CVodeSetInitStep(c->memory, 4 * least);
  CVodeSetMaxStep(c->memory, 4 * least);
  return 1;
}

void dv_cvode_follow_on(dv_cvode *c)
{
  if (!c->over) return;
  c->over = 0;
  CVodeSetSensErrCon(c->memory, 1);
  CVodeSetInitStep(c->memory, 0);
  CVodeSetMaxStep(c->memory, 0);
}
