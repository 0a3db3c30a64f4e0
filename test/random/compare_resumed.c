// compare_resumed.c: a run that stops half-way and goes on: the same bits with a fixed step, else the same solution.
#include "trial.h"

#include <string.h>

static course *in_two(trial *t, way w)
{
  way a = w, b = w;
  a.until = 0.5 * t->until;
  course *c = course_run(t, t->m, &a);
  if (c->failed || c->slow) return c;
  b.from = c->state;
  return course_run(t, t->m, &b);
}

verdict compare_resumed(trial *t)
{
  way fixed = {.method = "rosenbrock", .step = t->until / 256}, error = {.method = "cvode-bdf", .tolerance = TIGHT};
  course *one = course_run(t, t->m, &fixed), *two = in_two(t, fixed);
  if (one->slow || two->slow) return OPEN;
  if (one->failed != two->failed) return say(t, "fixed steps: %s", one->failed ? one->why : two->why);
  for (int i = 0; !one->failed && i < t->m->model->nx; i++)
    if (memcmp(&one->end[i], &two->end[i], sizeof(double)))
      return say(t, "fixed steps: %s ends with %.17g, resumed with %.17g", dv_model_state_name(t->m->model, i), one->end[i],
                 two->end[i]);
  if (t->reference->failed) return NOT_HERE;
  two = in_two(t, error);
  if (two->slow) return OPEN;
  if (two->failed) return say_fails(t, t->m, error, two, "cvode-bdf resumed fails");
  double apart = courses_apart(t->m, t->reference, two);
  if (apart <= CLOSE) return AGREES;
  error.tolerance = 1e-11;
  one = course_run(t, t->m, &error), two = in_two(t, error);
  if (one->failed || two->failed || one->slow || two->slow) return OPEN;
  double fine = courses_apart(t->m, one, two);
  if (fine > CLOSE && course_shaken(t, t->m, &error) > 0.1 * fine) return OPEN;
  return fine <= CLOSE ? AGREES : fine > 0.5 * apart ? say_apart(t, "cvode-bdf resumed is %.2e apart", fine) : OPEN;
}
