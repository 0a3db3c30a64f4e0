// stray.c: how far a run of fixed steps may have strayed from the solution, by what its method tells of its errors.
//
// An implicit method that estimates its local error carries the sum of these errors along the machine's own slopes
// (dv_stepping.apart): what is damped forgets them, what swings or rolls keeps them. Of each state the rms over time is compared
// with the largest value that it had: transients that are over in a few steps are no fault. The ledger cannot tell this: a
// pressure of little energy may be wrong altogether, or the books of another motion close.
#include "run/stray.h"

#include <math.h>

static const double most = 0.1;    // share of its size that a state may be wrong by
static const double least = 1e-3;  // of its nominal size, that is a size

dv_stray *dv_stray_open(dv_stray *s, dv_running *r, dv_stepping *step)
{
  int n = r->chart->n;
  *s = (dv_stray){.r = r};
  s->apart = DV_TAKE(r->arena, double, n);
  s->square = DV_TAKE(r->arena, double, n);
  s->size = DV_TAKE(r->arena, double, n);
  step->error = DV_TAKE(r->arena, double, n + r->m->nquad);
  step->apart = s->apart;
  return s;
}

void dv_stray_note(dv_stray *s, double h)
{
  const dv_chart *c = s->r->chart;
  for (int k = 0; k < c->nmoving; k++) {
    int i = c->moving[k], at = c->number[i];
    s->size[i] = fmax(s->size[i], at < 0 ? 1 : fabs(s->r->s->x[at]));
    if (!(fabs(s->apart[i]) < 1e6 * s->size[i])) s->apart[i] = s->size[i];  // lost altogether: numbers stay numbers
    s->square[i] += h * s->apart[i] * s->apart[i];
  }
  s->time += h;
}

// The direction whose error is the largest share of its size; -1: none.
static int worst(const dv_stray *s, double *share)
{
  const dv_chart *c = s->r->chart;
  int at = -1;
  *share = 0;
  for (int k = 0; k < c->nmoving && s->time > 0; k++) {
    int i = c->moving[k];
    double of = sqrt(s->square[i] / s->time) / fmax(s->size[i], least * c->scale[i]);
    if (of > *share) *share = of, at = i;
  }
  return at;
}

void dv_stray_tell(const dv_stray *s)
{
  dv_running *r = s->r;
  dv_mark none = {NULL, 0, 0};
  double share;
  int i = worst(s, &share), x = i < 0 ? -1 : r->chart->number[i];
  if (i < 0 || share < most) return;
  dv_diag_add(r->diags, DV_WARNING, none, "use a smaller step, or a solver that chooses it",
              "the step is too long: by its own estimate %s is wrong by %.2g of its size",
              x < 0 ? "an attitude" : dv_state_place(r->arena, r->m, x), share);
}
