// cvode.c: adaptive runs: variable-order, variable-step BDF or Adams by SUNDIALS CVODES.
//
// The integrator never steps over a corner or a sampling time and starts anew there, since its memory is a polynomial;
// before a corner signals keep their values from the left. The ledger's integrals are CVODES quadratures.
// Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363.
#include "solve/sim.h"

#include <cvodes/cvodes.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { STEPS_MOST = 200000, CHATTER_MOST = 100 };

typedef struct {
  dv_sim *r;
  void *memory;
  SUNContext context;
  N_Vector y, quad, tolerance, helper;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  double rtol;
  double *x;               // [nx] a tidy copy for records
  double *x_bad, *dx_bad;  // [nx] the last evaluation that was not finite
  double t_bad;
  int *crossed;
  double event_last;
  int chatter;
} cvode;

static void quiet(int code, const char *module, const char *function, char *message, void *data)
{
  (void)code, (void)module, (void)function, (void)message, (void)data;
}

static double in_time(const cvode *c, double t) { return t < c->r->times.latest ? t : c->r->times.latest; }

static int rates(double t, N_Vector y, N_Vector rate, void *data)
{
  cvode *c = data;
  dv_sim *r = c->r;
  double *x = N_VGetArrayPointer(y), *dx = N_VGetArrayPointer(rate);
  r->out->evaluations++;
  if (!r->engine->rates(r->m, r->num, in_time(c, t), x, r->s->d, dx, NULL, r->work)) return 0;
  c->t_bad = t;
  memcpy(c->x_bad, x, (size_t)r->m->nx * sizeof(double));
  memcpy(c->dx_bad, dx, (size_t)r->m->nx * sizeof(double));
  return 1;
}

static int powers(double t, N_Vector y, N_Vector power, void *data)
{
  cvode *c = data;
  dv_sim *r = c->r;
  r->out->evaluations++;
  return r->engine->rates(r->m, r->num, in_time(c, t), N_VGetArrayPointer(y), r->s->d, r->dx, N_VGetArrayPointer(power), r->work);
}

static int jacobian(double t, N_Vector y, N_Vector rate, SUNMatrix J, void *data, N_Vector a, N_Vector b, N_Vector e)
{
  cvode *c = data;
  dv_sim *r = c->r;
  (void)a, (void)b, (void)e;
  return dv_fan_components(r->fan, in_time(c, t), N_VGetArrayPointer(y), r->s->d, N_VGetArrayPointer(rate), SM_DATA_D(J), 1,
                           r->m->nx);
}

static int roots(double t, N_Vector y, double *root, void *data)
{
  cvode *c = data;
  dv_sim *r = c->r;
  r->out->evaluations++;
  r->engine->roots(r->m, r->num, in_time(c, t), N_VGetArrayPointer(y), r->s->d, r->work, root);
  return 0;
}

static void take_vectors(cvode *c)
{
  dv_sim *r = c->r;
  const double *scale = DV_MODEL_AT(r->m, double, SCALE);
  double atol = r->o->atol > 0 ? r->o->atol : 1e-8;
  c->rtol = r->o->rtol > 0 ? r->o->rtol : 1e-6;
  c->y = N_VMake_Serial(r->m->nx, r->s->x, c->context);
  c->quad = N_VMake_Serial(r->m->nquad, r->s->quad, c->context);
  c->tolerance = N_VNew_Serial(r->m->nx, c->context);
  c->helper = N_VNew_Serial(r->m->nx, c->context);
  for (int i = 0; i < r->m->nx; i++) N_VGetArrayPointer(c->tolerance)[i] = atol * (scale[i] > 0 ? scale[i] : 1);
  c->x = DV_TAKE(r->arena, double, r->m->nx);
  c->x_bad = DV_TAKE(r->arena, double, r->m->nx);
  c->dx_bad = DV_TAKE(r->arena, double, r->m->nx);
  c->crossed = DV_TAKE(r->arena, int, r->m->nroot);
}

static int take_solver(cvode *c, int adams)
{
  int n = c->r->m->nx;
  if (adams) {
    c->nonlinear = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
    return CVodeSetNonlinearSolver(c->memory, c->nonlinear);
  }
  c->r->fan = dv_fan_new(c->r->arena, c->r->m, c->r->chart, c->r->o->width);
  c->matrix = SUNDenseMatrix(n, n, c->context);
  c->linear = SUNLinSol_Dense(c->y, c->matrix, c->context);
  return CVodeSetLinearSolver(c->memory, c->linear, c->matrix) | CVodeSetJacFn(c->memory, jacobian);
}

// Kinetic energy at nominal rates: what a joule weighs in this machine.
static double nominal_energy(const cvode *c)
{
  const dv_model *m = c->r->m;
  const double *scale = DV_MODEL_AT(m, double, SCALE) + m->nq;
  double *mass = DV_TAKE(c->r->arena, double, (size_t)m->nv *(size_t)m->nv), sum = 0;
  if (m->nv) dv_engine_mass_matrix(m, c->r->s->x, mass, c->r->work);
  for (int i = 0; i < m->nv; i++) sum += 0.5 * mass[i * m->nv + i] * scale[i] * scale[i];
  return sum > 0 ? sum : 1;
}

// Steps that suit the state may be too long for the powers: where all motion is driven, nothing else limits them.
static int take_integrals(cvode *c)
{
  int bad = CVodeQuadInit(c->memory, powers, c->quad) | CVodeSetQuadErrCon(c->memory, 1);
  return bad | CVodeQuadSStolerances(c->memory, c->rtol, c->rtol * nominal_energy(c));
}

static int set_up(cvode *c, dv_sim *r, int adams)
{
  memset(c, 0, sizeof *c);
  c->r = r;
  c->t_bad = -HUGE_VAL;
  c->event_last = -HUGE_VAL;
  SUNContext_Create(NULL, &c->context);
  take_vectors(c);
  c->memory = CVodeCreate(adams ? CV_ADAMS : CV_BDF, c->context);
  int bad = CVodeSetErrHandlerFn(c->memory, quiet, NULL);
  bad |= CVodeInit(c->memory, rates, r->s->t, c->y);
  bad |= CVodeSVtolerances(c->memory, c->rtol, c->tolerance);
  bad |= CVodeSetUserData(c->memory, c);
  bad |= CVodeSetMaxNumSteps(c->memory, STEPS_MOST);
  bad |= CVodeSetMinStep(c->memory, 1e-13 * (r->o->until - r->s->t));
  bad |= take_solver(c, adams);
  if (r->m->nquad) bad |= take_integrals(c);
  if (r->m->nroot) bad |= CVodeRootInit(c->memory, r->m->nroot, roots) | CVodeSetNoInactiveRootWarn(c->memory);
  return bad;
}

static void tear_down(cvode *c)
{
  CVodeFree(&c->memory);
  if (c->linear) SUNLinSolFree(c->linear);
  if (c->matrix) SUNMatDestroy(c->matrix);
  if (c->nonlinear) SUNNonlinSolFree(c->nonlinear);
  N_VDestroy(c->y);
  N_VDestroy(c->quad);
  N_VDestroy(c->tolerance);
  N_VDestroy(c->helper);
  SUNContext_Free(&c->context);
}

// The counters start at zero whenever the integrator does.
static void count(cvode *c)
{
  long steps = 0, errors = 0, failures = 0;
  CVodeGetNumSteps(c->memory, &steps);
  CVodeGetNumErrTestFails(c->memory, &errors);
  CVodeGetNumNonlinSolvConvFails(c->memory, &failures);
  c->r->out->steps += steps;
  c->r->out->rejected += errors + failures;
}

static void start_anew(cvode *c)
{
  count(c);
  CVodeReInit(c->memory, c->r->s->t, c->y);
  if (c->r->m->nquad) CVodeQuadReInit(c->memory, c->quad);
}

// How far attitudes have left the unit sphere.
static double drift(const cvode *c)
{
  const dv_chart *chart = c->r->chart;
  double most = 0;
  for (int i = 0; i < chart->nattitude; i++) {
    const double *q = c->r->s->x + chart->attitude[i].q;
    most = fmax(most, fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1));
  }
  return most;
}

static int record(cvode *c, int last)
{
  dv_sim *r = c->r;
  double *x = r->s->x;
  if (r->chart->tidy) {
    x = c->x;
    memcpy(x, r->s->x, (size_t)r->m->nx * sizeof(double));
    r->engine->tidy(r->m, r->num, in_time(c, r->s->t), x, r->s->d, r->work);
  }
  int stop = dv_sim_record(r, r->s->t, x, r->s->quad, last);
  // The engine takes the direction of a quaternion, so its length matters little, and a start anew costs order.
  if (last || drift(c) > 1e-2) {
    if (x != r->s->x) memcpy(r->s->x, x, (size_t)r->m->nx * sizeof(double));
    if (!last) start_anew(c);
  }
  return stop;
}

// Error weights times what each state does: est 1: estimated local error, 0: rate.
static const double *speeds(cvode *c, int est)
{
  dv_sim *r = c->r;
  double *w = N_VGetArrayPointer(c->helper);
  CVodeGetErrWeights(c->memory, c->helper);
  memcpy(c->x, w, (size_t)r->m->nx * sizeof(double));
  if (est) CVodeGetEstLocalErrors(c->memory, c->helper);
  else r->engine->rates(r->m, r->num, in_time(c, r->s->t), r->s->x, r->s->d, w, NULL, r->work);
  for (int i = 0; i < r->m->nx; i++) c->x[i] *= w[i];
  return c->x;
}

static int fail(cvode *c, int flag)
{
  dv_sim *r = c->r;
  double t = r->s->t;
  CVodeGetCurrentTime(c->memory, &t);
  // Whatever the integrator calls it: evaluations that were not finite just ahead are the cause.
  if (c->t_bad >= t && c->t_bad - t <= 1e-6 * fmax(1, fabs(t)))
    return dv_fail_finite(r, c->t_bad, c->x_bad, c->dx_bad, "look at the law behind it, its parameters and its initial value");
  if (flag == CV_TOO_MUCH_WORK)
    return dv_fail_step(r, t, speeds(c, 0), dv_arena_text(r->arena, "cvode made %d steps since the last record", STEPS_MOST),
                        "loosen rtol, or smooth what is abrupt there");
  if (flag == CV_ERR_FAILURE)
    return dv_fail_step(r, t, speeds(c, 1), "cvode's step became too small", "smooth what is abrupt there, or loosen rtol");
  if (flag == CV_CONV_FAILURE)
    return dv_fail_step(r, t, speeds(c, 0), "cvode's corrector does not converge",
                        "smooth what is abrupt there, or use cvode-bdf");
  return dv_fail_step(r, t, speeds(c, 0), dv_arena_text(r->arena, "cvode stopped (%s)", CVodeGetReturnFlagName(flag)), NULL);
}

static int react(cvode *c)
{
  dv_sim *r = c->r;
  CVodeGetRootInfo(c->memory, c->crossed);
  int part = dv_sim_jump(r, r->s->t, r->s->x, c->crossed);
  c->chatter = r->s->t - c->event_last < 1e-12 * fmax(1, fabs(r->s->t)) ? c->chatter + 1 : 0;
  c->event_last = r->s->t;
  start_anew(c);
  return c->chatter > CHATTER_MOST ? dv_fail_chatter(r, r->s->t, part) : 0;
}

// From s->t to the next record or instant that matters.
static int go_on(cvode *c)
{
  dv_sim *r = c->r;
  double near = r->times.near, stop = dv_times_stop(r, r->s->t), next = dv_times_record(r, r->s->t), t;
  double target = next < stop - near ? next : stop;
  CVodeSetStopTime(c->memory, stop);
  int flag = CVode(c->memory, target, c->y, &t, CV_NORMAL);
  if (flag < 0) return fail(c, flag);
  if (r->m->nquad) CVodeGetQuad(c->memory, &t, c->quad);
  r->s->t = t;
  if (flag == CV_ROOT_RETURN) return react(c);
  r->s->t = t = target;
  int last = t >= r->o->until, corner = dv_times_pass(r, t), changed = last ? 0 : dv_times_serve(r, t);
  if (!last && (corner || changed)) start_anew(c);
  if (last || dv_times_is_record(r, t)) return record(c, last) ? -1 : 0;
  return 0;
}

int dv_run_cvode(dv_sim *r, int adams)
{
  cvode c;
  int bad = 0;
  dv_times_start(r, 1e-12 * fmax(r->o->until, 1e-3));
  dv_times_serve(r, r->s->t);
  if (set_up(&c, r, adams)) bad = dv_fail_step(r, r->s->t, r->dx, "cvode cannot start", NULL);
  else if (dv_sim_record(r, r->s->t, r->s->x, r->s->quad, r->s->t >= r->o->until)) bad = -1;
  while (!bad && r->s->t < r->o->until) bad = go_on(&c);
  count(&c);
  tear_down(&c);
  return bad;
}
