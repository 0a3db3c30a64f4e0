// smoothed.c: a run that failed and asked to smooth what is abrupt: with smoother friction it must go through, and agree.
//
// Friction that turns within 1e-9 m/s is a rate of 1e9 1/s and more: beyond some methods, and told.
#include "trial.h"

#include "base/number.h"

#include <string.h>

#define SMOOTH 1e-5  // rates that people know: 0.01 mm/s

// Every `smoothing` below SMOOTH is set to it. Returns how many.
static int smooth(trial *t, dv_node *n)
{
  int changed = 0;
  for (int i = 0; i < n->n; i++) {
    dv_node *item = n->item[i];
    double x;
    changed += smooth(t, item);
    const char *rest = item->key && item->text && !strcmp(item->key, "smoothing") ? dv_number_read(item->text, &x) : NULL;
    if (!rest || x >= SMOOTH) continue;
    item->text = dv_arena_text(t->arena, "%g%s", SMOOTH, rest);
    changed++;
  }
  return changed;
}

// The machine with smoother friction; NULL: none of it is so abrupt.
static machine *smoothed(trial *t)
{
  dv_node *root = node_copy(t->arena, t->root);
  return smooth(t, root) ? machine_read(t->units, root, NULL, 0) : NULL;
}

static verdict compare_both(trial *t, const machine *m, way failed, way other)
{
  const course *a = course_run(t, m, &failed), *b = course_run(t, m, &other);
  if (a->slow || b->slow) return OPEN;
  if (a->failed) return say_fails(t, m, other, a, "smoother friction does not help");
  if (b->failed) return say_fails(t, m, failed, b, "smoother friction makes the other way fail");
  return courses_apart(m, a, b) <= 1e3 * failed.tolerance ? TOLD : trial_converges(t, m, failed, m, other);
}

verdict compare_smoothed(trial *t, way failed, way other, const course *c, const char *what)
{
  machine *m = strstr(c->why, "smooth what is abrupt") ? smoothed(t) : NULL;
  if (!m) return say_fails(t, t->m, other, c, what);
  verdict v = m->model ? compare_both(t, m, failed, other) : say(t, "with smoother friction refused: %s", machine_refusal(m));
  machine_free(m);
  return v;
}

// Friction that turns within less than the rates are met to leaves the rounding of each passage behind, which no tolerance takes
// away soon. Runs that stay apart by that agree where it is smoother.
int agree_smoothed(trial *t, way a, way b)
{
  machine *m = smoothed(t);
  if (!m) return 0;
  int agree = m->model && trial_converges(t, m, a, m, b) == AGREES;
  machine_free(m);
  return agree;
}
