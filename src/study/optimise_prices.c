// optimise_prices.c: what limits and bounds are worth at an optimum: multipliers of Karush, Kuhn and Tucker.
//
//   slope of the objective = sum of price_k x slope of limit k that holds + price of bounds:  least squares over the numbers that are
//   free, without those whose price would have the wrong sign. What is left says how far from an optimum the point is.
#include "study/least.h"
#include "study/optimise_inside.h"

#include <math.h>
#include <string.h>

static const double holds = 1e-5;  // of a limit's size

typedef struct {
  const dv_optimise *o;
  const dv_optimum *p;
  int n, nactive, *active;  // limits that hold
  double *F, *G;            // [n] slope of the objective; [nactive][n] of the limits, in sizes of the numbers
  double *price;            // [nactive]
  char *fixed;              // [n] at a bound that holds it
} pricing;

static int is_active(const dv_optimise *o, const dv_optimum *p, const dv_wanted *w)
{
  double size = w->limit != 0 ? fabs(w->limit) : 1, by = dv_wanted_value(o, w, p) - w->limit;
  for (int i = 0; i < o->g.nby; i++)
    size = fmax(size, 1e-3 * fabs(dv_wanted_slope(o, w, p, i)) * dv_range_size(&o->range[i], o->g.by[i].factor));
  return !w->sense || -w->sense * by > -holds * size;
}

// Prices by least squares over free numbers; `in`: limits that count.
static void solve(const pricing *q, dv_arena *a, const char *in)
{
  int k = 0, n = q->n, *list = DV_TAKE(a, int, q->nactive + 1);
  for (int i = 0; i < q->nactive; i++) {
    q->price[i] = 0;
    if (in[i]) list[k++] = i;
  }
  if (!k) return;
  int rows = n > k ? n : k;
  double *A = DV_TAKE(a, double, rows *k), *U = DV_TAKE(a, double, rows *k), *s = DV_TAKE(a, double, k),
         *V = DV_TAKE(a, double, k *k);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k && !q->fixed[i]; j++) A[i * k + j] = q->G[list[j] * n + i];
  dv_svd(a, rows, k, A, U, s, V);
  for (int c = 0; c < k && s[c] > 1e-10 * s[0]; c++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += q->fixed[i] ? 0 : U[i * k + c] * q->F[i];
    for (int j = 0; j < k; j++) q->price[list[j]] += V[j * k + c] * sum / s[c];
  }
}

// Of an objective that shall be least a limit that is raised (<=) may only lower it.
static int wrong_sign(const pricing *q, double sense, int i)
{
  const dv_wanted *w = &q->o->limit[q->active[i]];
  return w->sense && sense * q->price[i] * -w->sense > 0;
}

static double rest_of(const pricing *q, int i)
{
  double left = q->F[i];
  for (int k = 0; k < q->nactive; k++) left -= q->price[k] * q->G[k * q->n + i];
  return left;
}

// A number at a bound stays fixed while its slope pushes it there.
static void fix(const pricing *q, double sense)
{
  for (int i = 0; i < q->n; i++) {
    const dv_range *r = &q->o->range[i];
    double x = q->p->x[i], near = 1e-7 * dv_range_size(r, q->o->g.by[i].factor), left = sense * rest_of(q, i);
    q->fixed[i] = (x <= r->lower + near && left > 0) || (x >= r->upper - near && left < 0);
  }
}

void dv_optimise_prices(const dv_optimise *o, const dv_search *s, dv_optimum *p)
{
  dv_arena *a = dv_arena_new();
  int n = o->g.nby, nlimit = o->nlimit, wrong = 1;
  double sense = o->objective[s->leads].sense, most = 0, left = 0;
  pricing q = {.o = o, .p = p, .n = n, .active = DV_TAKE(a, int, nlimit + 1), .F = DV_TAKE(a, double, n + 1)};
  q.G = DV_TAKE(a, double, (size_t)nlimit *(size_t)n + 1), q.price = DV_TAKE(a, double, nlimit + 1);
  q.fixed = DV_TAKE(a, char, n + 1);
  char *in = DV_TAKE(a, char, nlimit + 1), *before = DV_TAKE(a, char, n + 1);
  for (int k = 0; k < nlimit; k++)
    if (is_active(o, p, &o->limit[k])) q.active[q.nactive++] = k;
  for (int i = 0; i < n; i++) {
    double size = dv_range_size(&o->range[i], o->g.by[i].factor);
    q.F[i] = dv_wanted_slope(o, &o->objective[s->leads], p, i) * size;
    most = fmax(most, fabs(q.F[i]));
    for (int k = 0; k < q.nactive; k++) q.G[k * n + i] = dv_wanted_slope(o, &o->limit[q.active[k]], p, i) * size;
  }
  memset(in, 1, (size_t)nlimit + 1);
  for (int turn = 0; turn < 3 * (nlimit + n) + 3 && wrong; turn++) {
    fix(&q, sense);
    solve(&q, a, in);
    wrong = 0;
    for (int k = 0; k < q.nactive && !wrong; k++)
      if (in[k] && wrong_sign(&q, sense, k)) in[k] = 0, wrong = 1;
    memcpy(before, q.fixed, (size_t)n);
    fix(&q, sense);
    wrong |= memcmp(before, q.fixed, (size_t)n) != 0;
  }
  memset(p->price, 0, (size_t)nlimit * sizeof *p->price);
  for (int k = 0; k < q.nactive; k++) p->price[q.active[k]] = q.price[k];
  for (int i = 0; i < n; i++) {
    double rest = rest_of(&q, i);
    p->bound_price[i] = q.fixed[i] ? rest / dv_range_size(&o->range[i], o->g.by[i].factor) : 0;
    if (!q.fixed[i]) left = fmax(left, fabs(rest));
  }
  most = fmax(most, p->steepest);
  p->residual = most > 0 ? left / most : 0;
  dv_arena_free(a);
}
