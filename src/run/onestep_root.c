// onestep_root.c: states within a step, and the instants at which roots are crossed.
#include "run/onestep.h"

#include <float.h>
#include <math.h>
#include <string.h>

int dv_onestep_fail(dv_onestep *f)
{
  return dv_fail_finite(f->r, f->s.failed_t, f->s.failed_x, f->s.failed_dx,
                        "use a smaller step or solver: cvode, or look at the law behind it");
}

int dv_onestep_look(dv_onestep *f, double t, double h, double *x, double *quad, int step)
{
  const dv_model *m = f->r->m;
  memcpy(quad, f->quad, (size_t)m->nquad * sizeof(double));
  if (f->method->between && !step) {
    f->method->between(&f->s, t, f->taken, h / f->taken, f->x, x, quad);
    return 0;
  }
  memcpy(x, f->x, (size_t)m->nx * sizeof(double));
  if (step) f->taken = h;
  if (f->stray) memcpy(f->stray->apart, f->stray->before, (size_t)f->r->chart->n * sizeof(double));
  return f->method->step(&f->s, t, h, x, quad) ? dv_onestep_fail(f) : 0;
}

void dv_onestep_roots(const dv_onestep *f, double t, double *root)
{
  const dv_running *r = f->r;
  if (!r->m->nroot) return;
  r->fast->roots(r->m, r->num, t, r->s->x, r->s->d, r->work, root);
  r->out->evaluations++;
}

double dv_onestep_margin(const dv_onestep *f, const double *root)
{
  double least = HUGE_VAL;
  for (int i = 0; i < f->r->m->nroot; i++) {
    if (f->size[i] == 0) continue;
    double now = (f->root[i] < 0 ? -root[i] : root[i]) / f->size[i];
    if (now == 0 && f->root[i] >= 0) now = DBL_MIN;  // zero is on the positive side
    if (now < least) least = now;
  }
  return least;
}

double dv_onestep_margin_after(dv_onestep *f, double end)
{
  dv_onestep_roots(f, end, f->root_next);
  for (int i = 0; i < f->r->m->nroot; i++) f->size[i] = fmax(fabs(f->root[i]), fabs(f->root_next[i]));
  return dv_onestep_margin(f, f->root_next);
}

// Ends the step after h; the margin there. A fixed step may have looked far beyond the kink of a law, so it is taken again.
static int attempt(dv_onestep *f, double t, double h, double *left)
{
  int bad = dv_onestep_look(f, t, h, f->r->s->x, f->r->s->quad, f->h > 0);
  if (bad) return bad;
  dv_onestep_roots(f, t + h, f->root_next);
  *left = dv_onestep_margin(f, f->root_next);
  return 0;
}

// The Illinois variant of regula falsi; after a step that left more than half it halves, as where the root is all but zero at the
// start.
int dv_onestep_locate(dv_onestep *f, double t, double *h, double behind, int most)
{
  double lo = 0, hi = *h, f_lo = dv_onestep_margin(f, f->root), f_hi = behind, left, tight = 0x1p-44 * *h + 0x1p-52 * fabs(t);
  for (int k = 0, side = 0, slow = 0; k < most && hi - lo > tight && f_hi != 0; k++) {
    double at = (f_lo * hi - f_hi * lo) / (f_lo - f_hi), wide = hi - lo;
    if (!(at > lo && at < hi) || slow) at = 0.5 * (lo + hi);
    int bad = attempt(f, t, at, &left);
    if (bad) return bad;
    if (left > 0) {
      if (side == 1) f_hi *= 0.5;
      lo = at, f_lo = left, side = 1;
    } else {
      if (side == -1) f_lo *= 0.5;
      hi = at, f_hi = left, side = -1;
    }
    slow = !slow && hi - lo > 0.5 * wide;
  }
  *h = hi;
  return attempt(f, t, hi, &left);
}

// Roots at an instant within the last step, from f->started on.
static int roots_within(void *context, double t, double *root)
{
  dv_onestep *f = context;
  dv_running *r = f->r;
  if (dv_onestep_look(f, f->started, t - f->started, f->x_side, f->quad_side, 0)) return 1;
  r->fast->roots(r->m, r->num, t, f->x_side, r->s->d, r->work, root);
  r->out->evaluations++;
  return 0;
}

void dv_onestep_watch(dv_onestep *f) { dv_root_between_open(&f->between, f->r->arena, f->r->m->nroot, roots_within, f); }

int dv_onestep_look_between(dv_onestep *f, double t, double *h)
{
  int loops = DV_MODEL_COUNT(f->r->m, LOOP) > 0;
  double at, widest = loops ? f->r->work[f->r->m->work_loop] : 0;
  f->started = t;
  int found = dv_root_between_look(&f->between, t, f->root, t + *h, f->root_next, &at, f->crossed);
  if (loops) f->r->work[f->r->m->work_loop] = widest;
  if (!found) return 0;
  if (at < t + *h) f->control.h = fmin(f->control.h, fmax(8 * (at - t), 1e-3 * *h));  // roots are quicker than the steps
  *h = at - t;
  if (dv_onestep_look(f, t, *h, f->r->s->x, f->r->s->quad, 0)) return -1;
  return dv_onestep_locate(f, t, h, dv_onestep_margin_after(f, at), DV_LOCATE_MOST) ? -1 : 1;
}
