// control.c: step lengths by the estimated error.
//
//   E = |e_i / (atol nominal_i + rtol |x_i|)|_rms <= 1,   h' = h 0.9 E^-a E_last^b,  0.2 <= h'/h <= 5
//   a = 1/k - 0.75 b,  b = 0.2/k (0 for implicit methods),  k - 1 the order of the estimate
//
// Hairer, Norsett & Wanner, Solving ODEs I, sec. II.4; Gustafsson, ACM Trans. Math. Softw. 17 (1991) 533. A step that something
// else cut short (a sample, a corner, an event, the end) says little: the length before it stays, so no event costs a new start.
#include "run/control.h"

#include <math.h>

static double weight(const dv_control *c, int i, const double *x)
{
  const dv_chart *chart = c->r->chart;
  int at = chart->number[i];
  double here = at < 0 ? 1 : fmax(fabs(x[at]), fabs(c->r->s->x[at]));
  return c->atol * chart->scale[i] + c->rtol * here;
}

static double norm(const dv_control *c, const double *e, const double *x)
{
  const dv_chart *chart = c->r->chart;
  double sum = 0;
  for (int i = 0; i < chart->nmoving; i++) {
    double part = e[chart->moving[i]] / weight(c, chart->moving[i], x);
    sum += part * part;
  }
  return chart->nmoving ? sqrt(sum / chart->nmoving) : 0;
}

// Rates of the directions, from those of the components: attitudes turn as fast as their angular rates say.
static double speed(const dv_control *c, double *rate)
{
  const dv_running *r = c->r;
  for (int i = 0; i < r->chart->n; i++) {
    int at = r->chart->number[i];
    rate[i] = at < 0 ? r->work[r->m->work_v + i] : r->dx[at];
  }
  return norm(c, rate, r->s->x);
}

void dv_control_start(dv_control *c, const dv_running *r, const dv_stepper *method)
{
  *c = (dv_control){.r = r, .method = method, .last = 1, .h = r->s->kept[DV_KEPT_STEP]};
  c->rtol = r->o->rtol > 0 ? r->o->rtol : 1e-6;
  c->atol = r->o->atol > 0 ? r->o->atol : 1e-8;
  c->joule = dv_ledger_joule(r);
  c->error = DV_TAKE(r->arena, double, r->chart->n + r->m->nquad);
  if (c->h > 0) return;
  // a hundredth of the time in which the state would change by its size
  double fast = speed(c, c->error), size = 1 / (c->rtol + c->atol);
  c->h = fmin(1e-2 * size / fmax(fast, 1e-2), 1e-2 * (dv_times_end(r, r->s->t) - r->s->t));
}

double dv_control_length(const dv_control *c, double t, double stop)
{
  double left = stop - t;
  if (left <= 1.05 * c->h) return left;
  return left < 2 * c->h ? 0.5 * left : c->h;
}

// Stages of implicit methods are too rough for powers where the machine is stiff; they count where there is nothing else.
double dv_control_error(const dv_control *c, const double *x)
{
  const double *e = c->error + c->r->chart->n, *quad = c->r->s->quad;
  double sum = 0;
  int n = c->method->is->implicit && c->r->chart->nmoving ? 0 : c->r->m->nquad;
  for (int i = 0; i < n; i++) {
    double part = e[i] / (c->rtol * (c->joule + fabs(quad[i])));
    sum += part * part;
  }
  return fmax(norm(c, c->error, x), n ? sqrt(sum / n) : 0);
}

int dv_control_accepts(dv_control *c, double h, double error)
{
  double k = c->method->is->estimate + 1, b = c->method->is->implicit ? 0 : 0.2 / k, a = 1 / k - 0.75 * b;
  double least = fmax(error, 1e-10), factor = 0.9 * pow(least, -a) * pow(c->last, b);
  int fine = error <= 1;
  if (!isfinite(error)) factor = 0;
  factor = fmin(fmax(factor, 0.2), fine ? c->failed ? 1 : 5 : 0.9);
  if (fine) c->last = fmax(error, 1e-4);
  c->failed = !fine;
  // an implicit method keeps its elimination rather than grow by little
  if (fine && c->method->is->implicit && factor < 1.2 && factor > 0.99) factor = 1;
  c->h = fine && h < 0.999 * c->h ? fmax(c->h, factor * h) : factor * h;
  return fine;
}
