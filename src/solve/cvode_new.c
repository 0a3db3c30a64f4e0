// cvode_new.c: a CVODES integrator for a run: right-hand side, powers, roots, tolerances.
#include "solve/cvode.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

static void quiet(int code, const char *module, const char *function, char *message, void *data)
{
  (void)code, (void)module, (void)function, (void)message, (void)data;
}

double dv_cvode_in_time(const dv_cvode *c, double t) { return t < c->r->times.latest ? t : c->r->times.latest; }

static int rates(double t, N_Vector y, N_Vector rate, void *data)
{
  dv_cvode *c = data;
  dv_running *r = c->r;
  double *x = N_VGetArrayPointer(y), *dx = N_VGetArrayPointer(rate);
  r->out->evaluations++;
  if (dv_running_halted(r)) return -1;
  if (!r->fast->slopes(r->m, r->num, dv_cvode_in_time(c, t), x, r->s->d, dx, NULL, r->work)) return 0;
  c->t_bad = t;
  memcpy(c->x_bad, x, (size_t)r->m->nx * sizeof(double));
  memcpy(c->dx_bad, dx, (size_t)r->m->nx * sizeof(double));
  return 1;
}

static int powers(double t, N_Vector y, N_Vector power, void *data)
{
  dv_cvode *c = data;
  dv_running *r = c->r;
  r->out->evaluations++;
  return r->fast->slopes(r->m, r->num, dv_cvode_in_time(c, t), N_VGetArrayPointer(y), r->s->d, r->dx, N_VGetArrayPointer(power),
                         r->work);
}

static void take_vectors(dv_cvode *c)
{
  dv_running *r = c->r;
  const double *scale = r->scale;
  double atol = r->o->atol > 0 ? r->o->atol : 1e-8;
  c->rtol = r->o->rtol > 0 ? r->o->rtol : 1e-6;
  c->y = N_VMake_Serial(r->m->nx, r->s->x, c->context);
  c->quad = N_VMake_Serial(r->m->nquad, r->s->quad, c->context);
  c->tolerance = N_VNew_Serial(r->m->nx, c->context);
  c->helper = N_VNew_Serial(r->m->nx, c->context);
  c->within = N_VNew_Serial(r->m->nx, c->context);
  if (!c->y || !c->quad || !c->tolerance || !c->helper || !c->within) dv_arena_exhausted(r->arena);
  for (int i = 0; i < r->m->nx; i++) N_VGetArrayPointer(c->tolerance)[i] = atol * (scale[i] > 0 ? scale[i] : 1);
  c->x = DV_TAKE(r->arena, double, r->m->nx);
  c->x_bad = DV_TAKE(r->arena, double, r->m->nx);
  c->dx_bad = DV_TAKE(r->arena, double, r->m->nx);
  c->root = DV_TAKE(r->arena, double, r->m->nroot);
  c->root_next = DV_TAKE(r->arena, double, r->m->nroot);
  c->root_try = DV_TAKE(r->arena, double, r->m->nroot);
  c->power = DV_TAKE(r->arena, double, r->m->nquad);
  c->crossed = DV_TAKE(r->arena, int, r->m->nroot + 3);
  dv_cvode_watch(c);
}

static int take_solver(dv_cvode *c, int adams)
{
  if (!adams) return dv_cvode_linear(c);
  c->nonlinear = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
  return CVodeSetNonlinearSolver(c->memory, c->nonlinear);
}

// Steps that suit the state may be too long for the powers: where all motion is driven, nothing else limits them.
static int take_integrals(dv_cvode *c)
{
  int bad = CVodeQuadInit(c->memory, powers, c->quad) | CVodeSetQuadErrCon(c->memory, 1);
  return bad | CVodeQuadSStolerances(c->memory, c->rtol, c->rtol * dv_ledger_joule(c->r));
}

// The smallest step: what rounding leaves of time. Near zero that is little, and steps there may be as short: what a file lets
// go from far (a tooth wound up by 0.2 m, a wheel pressed in) begins with a motion of 1e-14 s.
double dv_cvode_least_step(const dv_cvode *c)
{
  double t = c->r->s->t;
  return 1e-14 * fabs(t) + 1e-20 * dv_times_end(c->r, t);
}

int dv_cvode_least(dv_cvode *c) { return CVodeSetMinStep(c->memory, dv_cvode_least_step(c)); }

int dv_cvode_new(dv_cvode *c, dv_running *r, int adams)
{
  memset(c, 0, sizeof *c);
  c->r = r;
  c->leap = dv_leap_new(r);
  c->loops = c->leap ? 3 : 0;
  c->t_bad = -HUGE_VAL;
  c->event_last = -HUGE_VAL, c->over_last = -HUGE_VAL;
  if (SUNContext_Create(NULL, &c->context)) dv_arena_exhausted(r->arena);
  take_vectors(c);
  c->memory = CVodeCreate(adams ? CV_ADAMS : CV_BDF, c->context);
  if (!c->memory) dv_arena_exhausted(r->arena);
  int bad = CVodeSetErrHandlerFn(c->memory, quiet, NULL);
  bad |= CVodeInit(c->memory, rates, r->s->t, c->y);
  bad |= CVodeSVtolerances(c->memory, c->rtol, c->tolerance);
  bad |= CVodeSetUserData(c->memory, c);
  bad |= CVodeSetMaxNumSteps(c->memory, DV_CVODE_STEPS_MOST);
  bad |= dv_cvode_least(c);
  if (r->o->order > 0) bad |= CVodeSetMaxOrd(c->memory, r->o->order < 5 || adams ? r->o->order : 5);
  bad |= take_solver(c, adams);
  if (r->m->nquad) bad |= take_integrals(c);
  if (r->m->nroot || c->loops)
    bad |= CVodeRootInit(c->memory, r->m->nroot + c->loops, dv_cvode_roots) | CVodeSetNoInactiveRootWarn(c->memory);
  return bad | dv_cvode_follow(c, adams);
}

void dv_cvode_free(dv_cvode *c)
{
  dv_cvode_follow_free(c);
  if (c->memory) CVodeFree(&c->memory);
  if (c->linear) SUNLinSolFree(c->linear);
  if (c->matrix) SUNMatDestroy(c->matrix);
  if (c->nonlinear) SUNNonlinSolFree(c->nonlinear);
  N_VDestroy(c->y);
  N_VDestroy(c->quad);
  N_VDestroy(c->tolerance);
  N_VDestroy(c->helper);
  N_VDestroy(c->within);
  if (c->context) SUNContext_Free(&c->context);
}
