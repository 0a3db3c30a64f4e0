// compare_steps.c: methods of a fixed step come nearer to the solution as the step shrinks, as far as they say themselves.
//
// With steps h and h/2 the two ends differ by about the error of the first; what is left must not be larger.
// Steps that are longer than the fastest motion may agree with each other on what neither has seen: they have not converged. So
// may shorter ones, if the run is long: of a swing w a method of order p loses about (w t) (w h)^p of its amplitude and phase.
#include "base/solver.h"
#include "trial.h"

#include <math.h>

static const struct {
  const char *method;
  double most;  // step times fastest motion
} methods[] = {
    {"rk4",        0.5 },
    {"rk3",        0.5 },
    {"rosenbrock", 1e30},
    {"lie-rk4",    0.5 },
    {"rkn",        0.3 },
    {"frozen-rk4", 0.3 },
    {"euler",      0.3 },
    {"dopri5",     0.5 },
};
enum { METHODS = sizeof methods / sizeof *methods, STEPS_MOST = 4000 };

// 1: the larger of the last two steps, 2h, still has the fastest swing at the end of the run.
static int follows(const trial *t, const char *method, double h)
{
  return h * t->fastest < 1 && t->swing * t->until * pow(2 * h * t->swing, dv_solver_find(method)->order) < 1;
}

// 1: a step much shorter is no nearer. Friction that turns within 1e-6 m/s is passed in no step at all: two halvings may agree by
// chance.
static int stays(trial *t, const char *method, double h, double apart)
{
  const course *c = course_run(t, t->m, &(way){.method = method, .step = 0.03 * h, .tolerance = TIGHT});
  return !c->slow && !c->failed && courses_apart(t->m, c, t->reference) > 0.5 * apart;
}

verdict compare_steps(trial *t)
{
  int i = (int)(t->number % METHODS);
  double h = t->until / 512, own = 0;
  course *last = NULL;
  if (t->reference->failed) return NOT_HERE;
  while (h * t->fastest > methods[i].most) h *= 0.5;
  for (; t->until / h <= STEPS_MOST; h *= 0.5) {
    course *c = course_run(t, t->m, &(way){.method = methods[i].method, .step = h, .tolerance = TIGHT});
    if (c->slow) return OPEN;
    if (c->failed || c->doubted) continue;  // it says so, and asks for a smaller step
    double apart = courses_apart(t->m, c, t->reference);
    if (apart <= 10 * CLOSE) return AGREES;
    own = last ? courses_apart(t->m, c, last) : own;
    if (last && apart <= 3 * own && own < 1e-2) return AGREES;
    int converged = last && own < 0.02 * apart && follows(t, methods[i].method, h);
    if (converged && !stays(t, methods[i].method, h, apart)) return OPEN;
    if (converged && course_shaken(t, t->m, &(way){.method = "cvode-bdf", .tolerance = TIGHT}) > 0.1 * apart) return OPEN;
    if (converged)
      return say_apart(t, "%s converges to something else: %.2e from cvode, own change %.1e", methods[i].method, apart, own);
    last = c;
  }
  return last ? OPEN : NOT_HERE;
}
