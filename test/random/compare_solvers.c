// compare_solvers.c: all methods that choose their steps by the error go to one solution.
//
// A method that is explicit takes part where the fastest motion of the machine lets it.
#include "trial.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *method;
  double coarse, fine;  // tolerances of its two runs
  double most;          // fastest motion times length of the run that it can follow
} solver_row;

static const solver_row solvers[] = {
    {"rosenbrock",  1e-5, 1e-7,  1e30},
    {"dopri5",      1e-7, TIGHT, 3e3 },
    {"cvode-adams", 1e-7, TIGHT, 3e3 },
};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

// Within what the method itself changes from one tolerance to the next.
static verdict compare_one(trial *t, const solver_row *r)
{
  way first = {.method = "cvode-bdf", .tolerance = TIGHT}, w = {.method = r->method, .tolerance = r->fine};
  course *fine = course_run(t, t->m, &w);
  if (fine->slow) return OPEN;
  if (fine->failed && t->reference->failed) return NOT_HERE;
  if (t->reference->failed)
    return compare_smoothed(t, first, w, t->reference, dv_arena_text(t->arena, "cvode-bdf fails where %s does not", w.method));
  if (fine->failed && strstr(fine->why, "loosen rtol"))
    return compare_remedy(t, (way){.method = r->method, .tolerance = r->coarse}, first, t->reference);
  if (fine->failed)
    return say_fails(t, t->m, first, fine, dv_arena_text(t->arena, "%s fails where cvode-bdf does not", w.method));
  double apart = courses_apart(t->m, fine, t->reference);
  if (apart <= CLOSE) return AGREES;
  w.tolerance = r->coarse;
  course *coarse = course_run(t, t->m, &w);
  double own = coarse->failed ? HUGE_VAL : courses_apart(t->m, fine, coarse);
  return apart <= own && own < 1e-3 ? AGREES : trial_converges(t, t->m, first, t->m, w);
}

// One of them in turn, the first that can.
verdict compare_solvers(trial *t)
{
  for (int n = 0; n < SOLVERS; n++) {
    const solver_row *r = &solvers[(t->number + (uint64_t)n) % SOLVERS];
    if (t->fastest * t->until <= r->most) return compare_one(t, r);
  }
  return NOT_HERE;
}
