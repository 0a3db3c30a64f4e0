// sensitivity_show.c: slopes of columns along the tangents by extrapolated differences of one evaluation.
//
// For machines with loops: what is observed of them (reactions by the rank of their closures) is not written down in a graph.
#include "solve/sensitivity_inside.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 3 };
static const double step = 4e-3;  // of the nominal size of the state that moves most

static double cell_of(const dv_sensitivity *s, int k) { return s->cells[k] < 0 ? s->k[~s->cells[k]] : s->work[s->cells[k]]; }

// What is shown with everything moved along lane l of a seed.
static void look(dv_sensitivity *s, double t, const double *x, const double *d, const double *seed, int l, double by, double *out)
{
  const dv_model *m = s->o.m;
  memcpy(s->moved, s->num, (size_t)m->nnum * sizeof(double));
  for (int i = 0; i < m->nx; i++) s->y[i] = x[i] + by * seed[(1 + i) * W + l];
  for (int i = 0; i < m->nd; i++) s->held[i] = d[i] + by * seed[(1 + m->nx + i) * W + l];
  for (int i = 0; i < m->nnum; i++) {
    int row = dv_tangents_row_of(s->tangents, i);
    if (row >= 0) s->moved[i] += by * seed[row * W + l];
  }
  dv_engine_x1.ready(m, s->moved, s->work);
  dv_engine_x1.rates(m, s->moved, t + by * seed[l], s->y, s->held, s->k, NULL, s->work);
  dv_engine_x1.observe(m, s->moved, s->y, s->work);
  for (int k = 0; k < s->nshown; k++) out[k] = cell_of(s, k);
}

static double length(const dv_sensitivity *s, const double *seed, int l, double size)
{
  const double *scale = dv_model_SCALE(s->o.m);
  double most = 1 / size;  // numbers move by their own size at most
  for (int i = 0; i < s->o.m->nx; i++) most = fmax(most, fabs(seed[(1 + i) * W + l]) / (scale[i] > 0 ? scale[i] : 1));
  return step / most;
}

// Neville's scheme in h^2.
static double extrapolated(double *column)
{
  for (int j = 1, power = 4; j < LEVELS; j++, power *= 4)
    for (int k = LEVELS - 1; k >= j; k--) column[k] += (column[k] - column[k - 1]) / (power - 1);
  return column[LEVELS - 1];
}

void dv_sensitivity_show(dv_sensitivity *s, double t, const double *x, const double *d)
{
  dv_arena *a = dv_arena_under(s->arena);
  double *high = DV_TAKE(a, double, s->nshown), *low = DV_TAKE(a, double, s->nshown),
         *column = DV_TAKE(a, double, s->nshown *LEVELS);
  for (int i = 0; i < s->o.n; i++) {
    const double *seed = s->now[i / W];
    double h = length(s, seed, i % W, s->o.size[i]), *out = s->shown + (size_t)(i / W * s->nshown) * W + i % W;
    for (int level = 0; level < LEVELS; level++, h /= 2) {
      look(s, t, x, d, seed, i % W, h, high);
      look(s, t, x, d, seed, i % W, -h, low);
      for (int k = 0; k < s->nshown; k++) column[k * LEVELS + level] = (high[k] - low[k]) / (2 * h);
    }
    for (int k = 0; k < s->nshown; k++) out[k * W] = extrapolated(column + k * LEVELS);
  }
  dv_engine_x1.ready(s->o.m, s->num, s->work);
  dv_arena_free(a);
}
