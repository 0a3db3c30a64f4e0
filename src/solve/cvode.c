// cvode.c: adaptive runs: variable-order, variable-step BDF or Adams by SUNDIALS CVODES.
//
// The integrator never steps over a corner or a sampling time and starts anew there, since its memory is a polynomial;
// before a corner signals keep their values from the left. The ledger's integrals are CVODES quadratures.
// Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363.
#include "solve/cvode.h"

#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

enum { CHATTER_MOST = 100, FLAT_STEPS = 20 };

// The counters start at zero whenever the integrator does.
static void count(dv_cvode *c)
{
  long steps = 0, errors = 0, failures = 0;
  CVodeGetNumSteps(c->memory, &steps);
  CVodeGetNumErrTestFails(c->memory, &errors);
  CVodeGetNumNonlinSolvConvFails(c->memory, &failures);
  c->r->out->steps += steps;
  c->r->out->rejected += errors + failures;
}

void dv_cvode_start_anew(dv_cvode *c)
{
  count(c);
  CVodeReInit(c->memory, c->r->s->t, c->y);
  dv_cvode_seen(c, c->r->s->t);
  dv_cvode_least(c);
  if (c->r->m->nquad) CVodeQuadReInit(c->memory, c->quad);
  dv_cvode_follow_again(c);
}

// How far attitudes have left the unit sphere, and dependent coordinates what they follow.
static double drift(const dv_cvode *c)
{
  const dv_chart *chart = c->r->chart;
  double most = 0;
  for (int i = 0; i < chart->nattitude; i++) {
    const double *q = c->r->s->x + chart->attitude[i].q;
    most = fmax(most, fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1));
  }
  for (int i = 0; c->loops && i < c->r->m->nq + c->r->m->nv; i++) most = fmax(most, fabs(c->x[i] - c->r->s->x[i]));
  return most;
}

static int record(dv_cvode *c, int last)
{
  dv_running *r = c->r;
  double *x = r->s->x;
  if (r->chart->tidy) {
    x = c->x;
    memcpy(x, r->s->x, (size_t)r->m->nx * sizeof(double));
    if (c->follow) dv_sensitivity_tidy(c->follow, dv_cvode_in_time(c, r->s->t), x, r->s->d);
    r->engine->tidy(r->m, r->num, dv_cvode_in_time(c, r->s->t), x, r->s->d, r->work);
  }
  int stop = dv_running_record(r, r->s->t, x, r->s->quad, last);
  // The engine takes the direction of a quaternion, so its length matters little, and a start anew costs order.
  if (last || drift(c) > 1e-2) {
    if (x != r->s->x) memcpy(r->s->x, x, (size_t)r->m->nx * sizeof(double));
    if (x != r->s->x && c->follow) dv_sensitivity_adopt(c->follow);
    if (!last) dv_cvode_start_anew(c);
  }
  return stop;
}

// Error weights times what each state does: est 1: estimated local error, 0: rate.
static const double *speeds(dv_cvode *c, int est)
{
  dv_running *r = c->r;
  double *w = N_VGetArrayPointer(c->helper);
  CVodeGetErrWeights(c->memory, c->helper);
  memcpy(c->x, w, (size_t)r->m->nx * sizeof(double));
  if (est) CVodeGetEstLocalErrors(c->memory, c->helper);
  else r->fast->rates(r->m, r->num, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d, w, NULL, r->work);
  for (int i = 0; i < r->m->nx; i++) c->x[i] *= w[i];
  return c->x;
}

// Whatever the integrator calls it: evaluations that were not finite just ahead are the cause.
static int is_wild(const dv_cvode *c, double t) { return c->t_bad >= t && c->t_bad - t <= 1e-6 * fmax(1, fabs(t)); }

static int fail(dv_cvode *c, int flag)
{
  dv_running *r = c->r;
  double t = r->s->t;
  CVodeGetCurrentTime(c->memory, &t);
  if (is_wild(c, t))
    return dv_fail_finite(r, c->t_bad, c->x_bad, c->dx_bad, "look at the law behind it, its parameters and its initial value");
  if (flag == CV_TOO_MUCH_WORK)
    return dv_fail_step(r, t, speeds(c, 0),
                        dv_arena_text(r->arena, "cvode made %d steps since the last record", DV_CVODE_STEPS_MOST),
                        "loosen rtol, or smooth what is abrupt there");
  if (flag == CV_ERR_FAILURE)
    return dv_fail_step(r, t, speeds(c, 1), "cvode's step became too small", "smooth what is abrupt there, or loosen rtol");
  if (flag == CV_CONV_FAILURE)
    return dv_fail_step(r, t, speeds(c, 0), "cvode's corrector does not converge",
                        r->fan ? "smooth what is abrupt there" : "smooth what is abrupt there, or use cvode-bdf");
  return dv_fail_step(r, t, speeds(c, 0), dv_arena_text(r->arena, "cvode stopped (%s)", CVodeGetReturnFlagName(flag)), NULL);
}

// An integrator that gets nowhere goes on from where it came to: with exact slopes, or over a place where tangents jump. 0: it
// cannot.
static int go_on_somehow(dv_cvode *c, int flag)
{
  dv_running *r = c->r;
  int stuck = flag == CV_TOO_MUCH_WORK || flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE;
  double t, before = r->s->t;
  CVodeGetCurrentTime(c->memory, &t);
  if (!stuck || is_wild(c, t)) return 0;
  r->s->t = t;
  if (!dv_cvode_sharpen(c) && !dv_cvode_follow_over(c, flag)) {
    r->s->t = before;
    return 0;
  }
  if (r->m->nquad) CVodeGetQuad(c->memory, &t, c->quad);
  dv_cvode_follow_take(c);
  dv_cvode_start_anew(c);
  return 1;
}

// The state closes exactly and, if need be, other coordinates become independent. due: the integrator has found the margin's
// root, where the margin itself is zero but for rounding, on either side.
static int renew_loops(dv_cvode *c, int due)
{
  dv_running *r = c->r;
  if (!c->loops) return 0;
  r->engine->tidy(r->m, r->num, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d, r->work);
  if (dv_loops_margin(r, r->s->t, r->s->x, c->x) < 0 || dv_loops_strain(r, c->x) > 1) return dv_loops_review(r, r->s->t);
  if (due) dv_engine_loops_choose(r->m, r->s->x, r->s->d, 0, NULL, r->work);
  return 0;
}

// A root that still is zero is looked at after every step until it leaves, and then when the integrator comes back.
static void watch_zero(dv_cvode *c)
{
  int left = 0, stays = 0;
  dv_cvode_look_at_roots(c, c->root_next);
  for (int i = 0; i < c->r->m->nroot; i++) {
    left |= c->root[i] == 0 && c->root_next[i] < 0;
    stays |= c->root_next[i] == 0;
    c->flat[i] |= c->zero < DV_CVODE_ZERO_STEPS - FLAT_STEPS && c->root[i] == 0 && c->root_next[i] == 0;
  }
  if (c->zero > 1) c->zero--;
  if (!stays) c->zero = 0;
  if (left) dv_cvode_cross(c), dv_cvode_step_off(c);
}

static int react(dv_cvode *c)
{
  dv_running *r = c->r;
  int part = -1, parts = 0;
  CVodeGetRootInfo(c->memory, c->crossed);
  dv_cvode_go_behind(c);
  dv_cvode_look_at_roots(c, c->root_next);
  for (int i = 0; i < r->m->nroot; i++) parts |= c->crossed[i] |= (c->root[i] < 0) != (c->root_next[i] < 0);
  if (parts && c->follow) dv_sensitivity_meet(c->follow, r->s->t, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d, c->crossed);
  if (parts) part = dv_running_jump(r, r->s->t, r->s->x, c->crossed);
  if (parts && c->follow) dv_sensitivity_leave(c->follow, dv_cvode_in_time(c, r->s->t), r->s->x, r->s->d);
  dv_cvode_look_at_roots(c, c->root);
  int bad = renew_loops(c, c->loops && c->crossed[r->m->nroot]);
  if (bad) return bad;
  c->chatter = r->s->t - c->event_last < 1e-12 * fmax(1, fabs(r->s->t)) ? c->chatter + 1 : 0;
  c->event_last = r->s->t;
  dv_cvode_step_off(c);
  return c->chatter > CHATTER_MOST ? dv_fail_chatter(r, r->s->t, part) : 0;
}

// At an instant that matters: corners, samples, and what they carry across; records.
static int arrive(dv_cvode *c, double stop)
{
  dv_running *r = c->r;
  double t = r->s->t;
  int last = t >= r->o->until;
  int crossed = t >= stop && dv_cvode_cross(c);
  if (c->leap) dv_leap_rest(c->leap);
  int meets = c->follow && t >= r->times.corner;
  if (meets) dv_sensitivity_meet(c->follow, t, dv_cvode_in_time(c, t), r->s->x, r->s->d, NULL);
  int corner = dv_times_pass(r, t);
  if (meets) dv_sensitivity_leave(c->follow, t, r->s->x, r->s->d);
  int changed = last ? 0 : dv_times_serve(r, t);
  if (!last && (corner || changed)) dv_cvode_cross(c);
  if (!last && (corner || changed || crossed)) dv_cvode_step_off(c);
  int bad = dv_running_lost(r, t);
  if (bad) return bad;
  if (last || dv_times_is_record(r, t)) return record(c, last) ? -1 : 0;
  return 0;
}

// 1: the root that was found is that of a branching position ahead, and no other.
static int is_leap(dv_cvode *c)
{
  int others = 0, n = c->r->m->nroot + 1;
  CVodeGetRootInfo(c->memory, c->crossed);
  for (int i = 0; c->loops && i < n; i++) others |= c->crossed[i];
  if (c->loops) others |= c->crossed[n + 1];
  return c->loops && !others && c->crossed[n];
}

static int leap(dv_cvode *c)
{
  int taken, bad = dv_leap_over(c->leap, &taken);
  if (!taken) return bad;
  dv_cvode_look_at_roots(c, c->root);
  dv_cvode_start_anew(c);
  return bad;
}

// 1: a part wants to know of every step.
static int tells_steps(const dv_cvode *c)
{
  const dv_part *p = dv_model_PART(c->r->m);
  for (int i = 0; i < DV_MODEL_COUNT(c->r->m, PART); i++)
    if (dv_kind_of(c->r->m, p + i)->after_steps) return 1;
  return 0;
}

// From s->t to the next record or instant that matters. Instants that are closer than `near` are one: nothing is integrated
// between them, and an event just before one happens there, before its samples are taken.
static int go_on(dv_cvode *c)
{
  dv_running *r = c->r;
  dv_times_adapt(r, r->s->t);
  double near = r->times.near, stop = dv_times_stop(r, r->s->t), next = dv_times_record(r, r->s->t), t;
  double target = next < stop - near ? next : stop;
  if (target - r->s->t > near) {
    dv_cvode_least(c);
    int told = tells_steps(c),
        single = told || c->zero > 1 || c->over;  // then it ends each step, and none goes beyond the target
    CVodeSetStopTime(c->memory, single ? target : stop);
    int flag = CVode(c->memory, target, c->y, &t, single ? CV_ONE_STEP : CV_NORMAL);
    if (flag < 0 && dv_running_halted(r)) return -1;
    if (flag < 0) return go_on_somehow(c, flag) ? 0 : fail(c, flag);
    if (flag == CV_ROOT_RETURN) dv_cvode_seen(c, t);
    if (r->m->nquad) CVodeGetQuad(c->memory, &t, c->quad);
    dv_cvode_follow_take(c);
    dv_cvode_follow_on(c);
    r->s->t = (flag == CV_ROOT_RETURN || single) && target - t > near ? t : target;
    int ahead = flag == CV_ROOT_RETURN && is_leap(c);
    if (ahead && c->follow) dv_sensitivity_fail(c->follow, r->s->t, "loops could branch there", "look at a shorter run");
    if (ahead && r->s->t < target) return leap(c);
    int bad = flag == CV_ROOT_RETURN && !ahead ? react(c) : 0;
    if (!bad && told && dv_running_stepped(r, r->s->t)) dv_cvode_cross(c), dv_cvode_step_off(c);
    if (!bad && c->zero && flag != CV_ROOT_RETURN) watch_zero(c);
    if (bad || r->s->t < target) return bad;
  }
  r->s->t = fmax(r->s->t, target);
  return arrive(c, stop);
}

// The integrator at the run's state, its roots looked at. 0, -1: the recorder stopped it, or a failure.
static int begin(dv_cvode *c, dv_running *r, int adams)
{
  dv_times_start(r, 0);
  dv_times_serve(r, r->s->t);
  if (dv_cvode_new(c, r, adams)) return dv_fail_step(r, r->s->t, r->dx, "cvode cannot start", NULL);
  if (dv_running_record(r, r->s->t, r->s->x, r->s->quad, r->s->t >= r->o->until)) return -1;
  dv_cvode_look_at_roots(c, c->root);
  if (r->m->nroot) dv_cvode_step_off(c);
  return 0;
}

static void end(void *c) { dv_cvode_free(c); }

int dv_run_cvode(dv_running *r, int adams)
{
  dv_cvode *c = DV_TAKE(r->arena, dv_cvode, 1);
  dv_care *care = dv_arena_care(r->arena);
  *care = (dv_care){end, c, care->next};
  int bad = begin(c, r, adams);
  while (!bad && r->s->t < r->o->until) bad = go_on(c);
  count(c);
  dv_cvode_free(c);
  care->end = NULL;
  return bad;
}

// ---- piece by piece

static void *open_pieces(dv_running *r, const char *method)
{
  dv_cvode *c = DV_TAKE(r->arena, dv_cvode, 1);
  dv_care *care = dv_arena_care(r->arena);
  *care = (dv_care){end, c, care->next};
  return begin(c, r, !strcmp(method, "cvode-adams")) ? NULL : c;
}

// What samples at the end of a piece does so here, when inputs are those of the next.
static int on(void *self)
{
  dv_cvode *c = self;
  dv_running *r = c->r;
  int corner = dv_times_pass(r, r->s->t), changed = dv_times_serve(r, r->s->t), bad = 0;
  if (corner || changed) dv_cvode_cross(c);
  if (corner || changed) dv_cvode_step_off(c);
  while (!bad && r->s->t < r->o->until) bad = go_on(c);
  return bad;
}

static void renew(void *self, int changed)
{
  dv_cvode *c = self;
  if (changed & ~DV_CHANGED_INPUTS) dv_times_again(c->r, changed & DV_CHANGED_TIME), c->chatter = 0, c->event_last = -HUGE_VAL;
  if (c->r->fan) dv_fan_renew(c->r->fan);
  dv_cvode_look_at_roots(c, c->root_next);
  if (changed & ~DV_CHANGED_INPUTS) memcpy(c->root, c->root_next, (size_t)c->r->m->nroot * sizeof(double));
  else dv_roots_turn(c->r->m, c->root_next, c->root, 1, 0), dv_cvode_cross(c);
  dv_cvode_step_off(c);
}

static void save(const void *self, double *to)
{
  const dv_cvode *c = self;
  memset(to, 0, (size_t)(DV_ADVANCER_KEPT + c->r->m->nroot) * sizeof *to);
}

static void load(void *self, const double *from)
{
  (void)from;
  renew(self, DV_CHANGED_TIME);
}

static long evaluations(const void *self)
{
  const dv_cvode *c = self;
  return c->r->fan ? c->r->fan->evaluations : 0;
}

static void close_pieces(void *self) { (void)self; }  // the arena has it in its care

static const dv_advancer by_cvode = {open_pieces, on, renew, save, load, evaluations, close_pieces};

const dv_advancer *dv_advancer_any(const char *method)
{
  static const char *const name[] = {"cvode", "cvode-bdf", "cvode-adams"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(method, name[i])) return &by_cvode;
  return dv_advancer_core(method);
}
