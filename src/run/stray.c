// stray.c: how far a run of fixed steps may have strayed from the solution, by what its method tells of its errors.
//
// An implicit method that estimates its local error carries the sum of these errors along the machine's own slopes
// (dv_stepping.apart): what is damped forgets them, what swings or rolls keeps them. A swing that the steps themselves damp away
// at once is forgotten with its error, so that a long run says nothing of it. Of each state the rms over time is compared
// with the largest value that it had: transients that are over in a few steps are no fault. The ledger cannot tell this: a
// pressure of little energy may be wrong altogether, or the books of another motion close.
#include "run/stray.h"

#include <math.h>
#include <string.h>

static const double most = 0.1;    // share of its size that a state may be wrong by
static const double least = 1e-3;  // of its nominal size, that is a size
enum { STRETCH = 1000 };           // steps of a run without an end after which one looks

dv_stray *dv_stray_open(dv_running *r, dv_stepping *step, const dv_solver *method)
{
  int n = r->chart->n;
  if (!method->implicit || !method->estimate) return NULL;
  dv_stray *s = DV_TAKE(r->arena, dv_stray, 1);
  s->r = r;
  s->apart = DV_TAKE(r->arena, double, n);
  s->before = DV_TAKE(r->arena, double, n);
  s->square = DV_TAKE(r->arena, double, n);
  s->size = DV_TAKE(r->arena, double, n);
  step->error = DV_TAKE(r->arena, double, n + r->m->nquad);
  step->apart = s->apart;
  return s;
}

static void begin_stretch(dv_stray *s)
{
  memset(s->square, 0, (size_t)s->r->chart->n * sizeof(double));
  s->time = s->steps = 0;
}

void dv_stray_forget(dv_stray *s)
{
  size_t bytes = (size_t)s->r->chart->n * sizeof(double);
  memset(s->apart, 0, bytes);
  memset(s->size, 0, bytes);
  begin_stretch(s);
}

void dv_stray_note(dv_stray *s, double h, double *apart, const double *x, int lanes)
{
  const dv_chart *c = s->r->chart;
  for (int k = 0; k < c->nmoving; k++) {
    int i = c->moving[k], at = c->number[i];
    s->size[i] = fmax(s->size[i], at < 0 ? 1 : fabs(x[at * lanes]));
    if (!(fabs(apart[i * lanes]) < 1e6 * s->size[i])) apart[i * lanes] = s->size[i];  // lost altogether: numbers stay numbers
    s->square[i] += h * apart[i * lanes] * apart[i * lanes];
  }
  s->time += h;
  if (!s->r->o->endless || ++s->steps < STRETCH) return;
  dv_stray_tell(s);
  begin_stretch(s);
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

void dv_stray_tell(dv_stray *s)
{
  dv_running *r = s->r;
  dv_mark none = {NULL, 0, 0};
  double share;
  int i = worst(s, &share), x = i < 0 ? -1 : r->chart->number[i];
  if (i < 0 || share < most || s->told) return;
  s->told = 1;
  dv_diag_add(r->diags, DV_WARNING, none, "use a smaller step, or a solver that chooses it",
              "the step is too long: by its own estimate %s is wrong by %.2g of its size",
              x < 0 ? "an attitude" : dv_state_place(r->arena, r->m, x), share);
}
