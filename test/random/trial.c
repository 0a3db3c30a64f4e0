// trial.c: runs of a machine, and how far they are apart.
#include "trial.h"

#include "engine/program.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

enum { RECORDS = 40 };
#define LONGEST 0.2  // s of the processor for one run

verdict say(trial *t, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(t->said, sizeof t->said, format, args);
  va_end(args);
  return DIFFERS;
}

// Solutions that differ are no silent fault where a run said that nobody can tell which one it is.
verdict say_apart(trial *t, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(t->said, sizeof t->said, format, args);
  va_end(args);
  return t->told ? TOLD : DIFFERS;
}

typedef struct {
  const dv_model *m;
  course *c;
} watch;

static volatile sig_atomic_t late;

static void tell_late(int number)
{
  (void)number;
  late = 1;
}

// Seconds of the processor until `late`; 0: never.
static void allow(double seconds)
{
  struct itimerval timer = {
      .it_value = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - floor(seconds)))}
  };
  signal(SIGPROF, tell_late);
  late = 0;
  setitimer(ITIMER_PROF, &timer, NULL);
}

static int note(void *context, double t, const double *x, const double *dx, const double *work)
{
  watch *w = context;
  (void)t, (void)dx, (void)work;
  for (int i = 0; i < w->m->nx; i++) w->c->peak[i] = fmax(w->c->peak[i], fabs(x[i]));
  return 0;
}

static const char *first_error(dv_diags *d)
{
  for (int i = 0; i < d->n; i++)
    if (d->item[i].severity == DV_ERROR) return dv_diag_text(d, i);
  return "no message";
}

static int says(dv_diags *d, const char *words)
{
  for (int i = 0; i < d->n; i++)
    if (strstr(dv_diag_text(d, i), words)) return 1;
  return 0;
}

// What a run says of places where its laws end: gimbals that lock, loops that branch, contacts that start deep in the ground,
// linkages that are asked for what they cannot reach.
static int is_told(dv_diags *d)
{
  return says(d, "cannot be relied on") || says(d, "branching position") || says(d, "pressed in deeper than") ||
         says(d, "beyond the reach of the linkage") || says(d, "is left out");
}

course *course_run(trial *t, const machine *m, const way *w)
{
  const dv_model *model = m->model;
  course *c = DV_TAKE(m->arena, course, 1);
  dv_diags *d = dv_diags_new(m->arena);
  dv_run_result r;
  memset(&r, 0, sizeof r);
  c->state = dv_state_new(m->arena, model);
  dv_state_copy(c->state, w->from ? w->from : m->start);
  c->end = c->state->x;
  c->peak = DV_TAKE(m->arena, double, model->nx);
  double until = w->until > 0 ? w->until : t->until;
  dv_run_options o = {.method = w->method,
                      .step = w->step > 0                      ? w->step
                              : strncmp(w->method, "cvode", 5) ? -1
                                                               : 0,
                      .rtol = w->tolerance,
                      .atol = 1e-2 * w->tolerance,
                      .until = until,
                      .every = until / RECORDS,
                      .width = 1,
                      .momentum = w->momentum,
                      .compiled = w->compiled,
                      .halt = &late};
  watch at = {model, c};
  allow(LONGEST);
  c->failed = dv_run(model, c->state, &o, note, NULL, &at, &r, d, m->arena) != 0;
  c->slow = late;
  allow(0);
  if (c->slow) c->failed = 0;
  if (c->failed) c->why = first_error(d);
  for (int i = 0; i < model->nx && !c->failed && !c->slow; i++)
    if (!isfinite(c->end[i])) c->failed = 1, c->why = "not finite, and the run says nothing";
  c->ledger = r.ledger, c->events = r.events, c->steps = r.steps;
  t->told |= is_told(d);
  t->branches |= says(d, "start all but in a branching position");
  c->doubted = says(d, "the energy ledger does not close") || says(d, "the step is too long");
  return c;
}

// Attitudes: a quaternion and its negative are one.
static double flip_of(const dv_model *m, int i, const double *a, const double *b)
{
  for (int k = 0; k < DV_MODEL_COUNT(m, JOINT); k++) {
    const dv_joint *j = dv_model_JOINT(m) + k;
    int q = j->iq + j->nq - 4;
    if (j->nq - j->nv != 1 || i < q || i >= q + 4) continue;
    double dot = 0;
    for (int n = q; n < q + 4; n++) dot += a[n] * b[n];
    return dot < 0 ? -1 : 1;
  }
  return 1;
}

double courses_apart(const machine *m, const course *a, const course *b)
{
  const dv_model *model = m->model;
  const double *scale = dv_model_SCALE(model);
  double worst = 0;
  for (int i = 0; i < model->nx; i++) {
    double apart = fabs(a->end[i] - flip_of(model, i, a->end, b->end) * b->end[i]);
    worst = fmax(worst, apart / (scale[i] + fmax(a->peak[i], b->peak[i])));
    if (isnan(apart)) return HUGE_VAL;
  }
  return worst;
}

// A run whose state is moved by the tolerance of the reference at the start and at each quarter.
static const course *shaken(trial *t, const machine *m, way w, uint64_t which)
{
  double until = w.until > 0 ? w.until : t->until;
  const double *scale = dv_model_SCALE(m->model);
  stream r = stream_of(t->number, which);
  dv_state *s = dv_state_new(m->arena, m->model);
  const course *c = NULL;
  dv_state_copy(s, m->start);
  for (int quarter = 1; quarter <= 4; quarter++) {
    for (int i = 0; i < m->model->nx; i++) s->x[i] += TIGHT * scale[i] * between(&r, -1, 1);
    w.from = s;
    w.until = 0.25 * quarter * until;
    c = course_run(t, m, &w);
    if (c->failed || c->slow) return c;
    dv_state_copy(s, c->state);
  }
  return c;
}

// How far the end moves then: what grows beyond that no solver can tell.
double course_shaken(trial *t, const machine *m, const way *w)
{
  const course *still = course_run(t, m, w);
  double most = 0;
  for (uint64_t which = 0; which < 2; which++) {
    const course *c = shaken(t, m, *w, 19 + which);
    if (c->failed || c->slow || still->failed || still->slow) return HUGE_VAL;
    most = fmax(most, courses_apart(m, still, c));
  }
  return most;
}

// A way that fails where another goes on is a difference, unless no digit of the state is left by then: what the reference's
// tolerance moves has grown a million times, and the two are not at the same place.
verdict say_fails(trial *t, const machine *m, way other, const course *failed, const char *what)
{
  if (strstr(failed->why, "switches endlessly") && course_run(t, m, &other)->events >= 4)
    return TOLD;  // cvode slides along there
  other.until = failed->state->t;
  if (other.until > 0 && course_shaken(t, m, &other) > 1e6 * TIGHT) return OPEN;
  return say_apart(t, "%s: %s", what, failed->why);
}

// It is not wrong if that helps: laws that are all but singular (bristles as they lose their load: a kink that must be met within
// 1e-14 m) are beyond a tight tolerance of any method.
verdict compare_remedy(trial *t, way looser, way other, const course *fine)
{
  const course *c = course_run(t, t->m, &looser);
  if (c->slow) return OPEN;
  if (c->failed)
    return compare_smoothed(
        t, looser, other, c,
        dv_arena_text(t->arena, "%s fails where %s does not, and a looser rtol does not help", looser.method, other.method));
  double apart = courses_apart(t->m, c, fine);
  if (apart <= 1e3 * looser.tolerance) return AGREES;
  const char *method = looser.method;
  looser.tolerance *= 10;
  const course *again = course_run(t, t->m, &looser);
  if (again->failed || again->slow || apart <= courses_apart(t->m, c, again)) return OPEN;
  return say_apart(t, "%s asks for a looser rtol, and is %.2e apart then", method, apart);
}

// The run in so many pieces that no step can be long.
static const course *in_pieces(trial *t, const machine *m, way w)
{
  enum { PIECES = 2000 };
  double until = w.until > 0 ? w.until : t->until;
  const course *c = NULL;
  long events = 0;
  for (int i = 1; i <= PIECES; i++) {
    w.until = until * i / PIECES;
    course *piece = course_run(t, m, &w);
    if (piece->failed || piece->slow) return piece;
    events += piece->events, piece->events = events;
    c = piece, w.from = c->state;
  }
  return c;
}

// 1: both ways agree in pieces, with as many events as at once. What lies between the instants at which a method looks it cannot
// know: two kinks of a law within one step, such as a governor that lets go for 40 us as a signal turns about zero.
static int stepped_over(trial *t, const machine *ma, way a, const machine *mb, way b, course *const at_once[2])
{
  const course *c[2] = {in_pieces(t, ma, a), in_pieces(t, mb, b)};
  for (int i = 0; i < 2; i++)
    if (c[i]->failed || c[i]->slow || c[i]->events != at_once[i]->events) return 0;
  return courses_apart(ma, c[0], c[1]) <= CLOSE;
}

verdict trial_converges(trial *t, const machine *ma, way a, const machine *mb, way b)
{
  double own = 0, apart = HUGE_VAL;
  course *last[2] = {NULL, NULL};
  for (double tolerance = 1e-7; tolerance > 5e-13; tolerance *= 1e-2) {
    way *w[2] = {&a, &b};
    const machine *m[2] = {ma, mb};
    course *now[2];
    own = 0;
    for (int i = 0; i < 2; i++) {
      w[i]->tolerance = tolerance;
      now[i] = course_run(t, m[i], w[i]);
      if (now[i]->slow || (now[i]->failed && tolerance < TIGHT)) return OPEN;  // near rounding nobody must get through
      const char *what = dv_arena_text(t->arena, "%s fails at tolerance %.0e", w[i]->method, tolerance);
      if (now[i]->failed && ma == t->m && mb == t->m) return compare_smoothed(t, *w[i], *w[1 - i], now[i], what);
      if (now[i]->failed) return say_fails(t, m[1 - i], *w[1 - i], now[i], what);
      if (last[i]) own += courses_apart(m[i], last[i], now[i]);
    }
    apart = courses_apart(ma, now[0], now[1]);
    if (apart <= CLOSE) return AGREES;
    if (last[0] && own < 0.02 * apart && course_shaken(t, ma, &a) > 0.1 * apart) return OPEN;
    if (last[0] && own < 0.02 * apart && stepped_over(t, ma, a, mb, b, now)) return OPEN;
    if (last[0] && own < 0.02 * apart)
      return say_apart(t, "%s and %s converge, each to its own: %.2e apart, own change %.1e", a.method, b.method, apart, own);
    last[0] = now[0], last[1] = now[1];
  }
  int same = ma == t->m && mb == t->m;
  return own < 1e-3 && apart > 2 * own && !(same && agree_smoothed(t, a, b))
             ? say_apart(t, "%s and %s stay %.2e apart, own change %.1e", a.method, b.method, apart, own)
             : OPEN;
}

double *rates_of(const machine *m, double t, const double *x, const double *d)
{
  const dv_model *model = m->model;
  const double *num = dv_model_NUMBER(model);
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(model)), *dx = DV_TAKE(m->arena, double, model->nx + 1);
  dv_engine_x1.ready(model, num, work);
  dv_engine_x1.rates(model, num, t, x, d, dx, NULL, work);
  return dx;
}

// Raises what is known of the fastest motions by those at a state.
static void look_for_fastest(trial *t, const dv_state *s)
{
  dv_linear l;
  const machine *m = t->m;
  if (dv_linearise(m->model, s, NULL, 0, NULL, 0, &l, dv_diags_new(m->arena), m->arena))
    t->fastest = t->swing = HUGE_VAL, l.n = 0;
  for (int i = 0; i < l.n; i++) {
    t->fastest = fmax(t->fastest, hypot(l.re[i], l.im[i]));
    if (fabs(l.im[i]) > fabs(l.re[i])) t->swing = fmax(t->swing, fabs(l.im[i]));
  }
}

// What is too slow is compared over a quarter of the time that it came to.
static const course *run_as_far(trial *t, const way *w)
{
  const course *c = course_run(t, t->m, w);
  for (int tries = 0; tries < 3 && c->slow && c->state->t > 0; tries++) {
    t->until = 0.25 * c->state->t;
    c = course_run(t, t->m, w);
  }
  return c;
}

int trial_open(trial *t)
{
  t->arena = dv_arena_new();
  t->m = machine_read(t->units, t->root, NULL, 0);
  if (!t->m->model) return say(t, "refused: %s", machine_refusal(t->m));
  t->until = t->m->spec->solver.until;
  look_for_fastest(t, t->m->start);
  t->reference = run_as_far(t, &(way){.method = "cvode-bdf", .tolerance = TIGHT});
  if (t->reference->slow) return say(t, "too slow");
  if (!t->reference->failed) look_for_fastest(t, t->reference->state);
  return 0;
}
