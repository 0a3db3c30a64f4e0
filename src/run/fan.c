// fan.c: derivatives in lanes. Each lane holds the same state, displaced along another direction.
//
//   d f / d x_j = (f(x + by e_j) - f(x)) / by,   by = 2^-26 max(|x_j|, nominal)
//
// Where a run has the entries of its Jacobian otherwise (dv_entries) it takes those. Attitudes turn by 2^-26 rad in child axes,
// except on components. Driven directions are zero and left out.
#include "run/running.h"
#include "engine/compiled.h"

#include <math.h>
#include <string.h>

static double *take(dv_arena *a, int count, int lanes) { return DV_TAKE(a, double, (size_t)count *(size_t)lanes); }

// The engine of a width (0: the widest) for what is integrated.
static const dv_engine *engine_of(const dv_model *m, int width, int momentum)
{
  const dv_engine *e = width ? dv_engine_of_width(width) : NULL;
  if (!e) e = dv_engine_widest();
  if (!dv_engine_serves(m, e->lanes)) e = &dv_engine_x1;
  return momentum ? dv_engine_momentum(e) : e;
}

dv_fan *dv_fan_new(dv_arena *a, const dv_model *m, const dv_chart *c, int width, const double *momenta,
                   const dv_compiled *compiled)
{
  dv_fan *f = DV_TAKE(a, dv_fan, 1);
  f->m = m;
  f->chart = c;
  f->engine = engine_of(m, width, momenta != NULL);
  if (!momenta) f->engine = dv_engine_compiled(f->engine, compiled, &f->own);
  f->scale = momenta ? momenta : dv_model_SCALE(m);
  int lanes = f->engine->lanes;
  f->num = take(a, m->nnum, lanes);
  f->work = take(a, f->engine->nwork(m), lanes);
  f->base = take(a, m->nx, lanes);
  f->x = take(a, m->nx, lanes);
  f->d = take(a, m->nd, lanes);
  f->xi = take(a, c->n, lanes);
  f->dx = take(a, m->nx, lanes);
  int most = DV_LANES_MOST + m->nx + c->n;
  f->lane = DV_TAKE(a, int, most), f->at = DV_TAKE(a, int, most), f->by = DV_TAKE(a, double, most);
  f->loops = dv_fan_loops_new(a, m, c, momenta != NULL);
  dv_fan_renew(f);
  return f;
}

void dv_fan_open(dv_running *r, const dv_pattern *p, int in_chart)
{
  r->fan = dv_fan_new(r->arena, r->m, r->chart, r->o->width, r->shown ? r->scale : NULL, r->o->compiled);
  r->fan->pattern = p;
  r->fan->in_chart = in_chart;
  if (r->o->entries) dv_fan_sharpen(r, r->o->entries);
}

int dv_fan_sharpen(dv_running *r, dv_entries_maker *make)
{
  dv_entries_options o = {r->m, r->chart, r->fan->pattern, r->s->x, r->shown != NULL, r->fan->in_chart};
  r->fan->entries = make(r->arena, &o);
  r->out->exact = r->fan->entries != NULL;
  return !r->out->exact;
}

void dv_fan_renew(dv_fan *f)
{
  if (f->entries) f->entries->renew(f->entries->self);
  const dv_model *same[DV_LANES_MOST] = {f->m, f->m, f->m, f->m, f->m, f->m, f->m, f->m};
  f->engine->pack(same, f->num);
  f->engine->ready(f->m, f->num, f->work);
}

static void spread(const double *from, int n, int lanes, double *to)
{
  for (int i = 0; i < n; i++)
    for (int l = 0; l < lanes; l++) to[i * lanes + l] = from[i];
}

void dv_fan_set(dv_fan *f, double t, const double *x, const double *d, dv_direction along)
{
  if (f->loops) x = dv_fan_loops_close(f->loops, f->m, t, x, d);
  spread(x, f->m->nx, f->engine->lanes, f->base);
  spread(d, f->m->nd, f->engine->lanes, f->d);
  memcpy(f->x, f->base, (size_t)f->m->nx * f->engine->real_bytes);
  f->along = (int)along;
  f->n = f->used = 0;
}

// Index in x of the number that direction `at` moves, -1: none.
static int number_along(const dv_fan *f, int at)
{
  if (f->along == DV_ALONG_COMPONENT) return at;
  return f->along == DV_ALONG_CHART || at >= f->m->nv ? f->chart->number[at] : -1;
}

void dv_fan_clear(dv_fan *f)
{
  int lanes = f->engine->lanes, whole = f->loops != NULL;
  for (int k = 0; k < f->n; k++) {
    int x = number_along(f, f->at[k]), i = x * lanes + f->lane[k];
    if (x >= 0) f->x[i] = f->base[i];
    else whole = 1;
  }
  if (whole) memcpy(f->x, f->base, (size_t)f->m->nx * f->engine->real_bytes);
  f->n = f->used = 0;
}

void dv_fan_also(dv_fan *f, int at, double by)
{
  f->lane[f->n] = f->used - 1;
  f->at[f->n] = at;
  f->by[f->n++] = by;
}

int dv_fan_push(dv_fan *f, int at, double by)
{
  f->used++;
  dv_fan_also(f, at, by);
  return f->used == f->engine->lanes;
}

double dv_fan_step(const dv_fan *f, int at, double relative)
{
  int x = f->along == DV_ALONG_COMPONENT ? at : f->chart->number[at];
  if (x < 0) return relative;
  double nominal = f->along == DV_ALONG_COMPONENT ? f->scale[at] : f->chart->scale[at];
  double here = f->base[x * f->engine->lanes], most = fabs(here) < nominal ? nominal : fabs(here);
  return (here + relative * most) - here;
}

// Moves that are not simple sums go through the engine, all lanes at once.
static void displace(dv_fan *f)
{
  int lanes = f->engine->lanes, turned = 0;
  for (int k = 0; k < f->n; k++)
    if (number_along(f, f->at[k]) < 0) turned = 1;
  if (turned) {
    memset(f->xi, 0, (size_t)f->chart->n * f->engine->real_bytes);
    for (int k = 0; k < f->n; k++)
      if (number_along(f, f->at[k]) < 0) f->xi[f->at[k] * lanes + f->lane[k]] = f->by[k];
    f->engine->add(f->m, f->base, 1, f->xi, f->x);
  }
  for (int k = 0; k < f->n; k++) {
    int x = number_along(f, f->at[k]);
    if (x >= 0) f->x[x * lanes + f->lane[k]] += f->by[k];
  }
  if (f->loops) dv_fan_loops_follow(f);
}

int dv_fan_evaluate(dv_fan *f, double t)
{
  displace(f);
  f->evaluations++;
  return f->engine->rates(f->m, f->num, t, f->x, f->d, f->dx, NULL, f->work);
}

double dv_fan_rate(const dv_fan *f, int i, int lane)
{
  int lanes = f->engine->lanes, x = number_along(f, i);
  return x >= 0 ? f->dx[x * lanes + lane] : f->work[(f->m->work_v + i) * lanes + lane];
}

// Evaluates what was pushed and writes its columns of J.
static int quotients(dv_fan *f, double t, const double *rate, double *J)
{
  const dv_pattern *p = f->pattern;
  int bad = f->n ? dv_fan_evaluate(f, t) : 0;
  for (int k = 0; k < f->n; k++)
    for (int j = f->at[k], e = p->down[j]; e < p->down[j + 1]; e++)
      J[p->entry[e]] = (dv_fan_rate(f, p->in[e], f->lane[k]) - rate[p->in[e]]) / f->by[k];
  dv_fan_clear(f);
  return bad;
}

// A group of columns in each lane.
static int columns(dv_fan *f, double t, const double *rate, double *J)
{
  const dv_pattern *p = f->pattern;
  int bad = 0;
  f->jacobians++;
  memset(J, 0, (size_t)p->count * sizeof(double));
  for (int g = 0; g < p->ngroup; g++) {
    int open = 0, full = 0;
    for (int k = p->group[g]; k < p->group[g + 1]; k++) {
      int j = p->member[k];
      if (f->loops && dv_fan_loops_idle(f, j)) continue;
      if (open) dv_fan_also(f, j, dv_fan_step(f, j, 0x1p-26));
      else full = dv_fan_push(f, j, dv_fan_step(f, j, 0x1p-26));
      open = 1;
    }
    if (full) bad |= quotients(f, t, rate, J);
  }
  return bad | quotients(f, t, rate, J);
}

static int by_entries(dv_fan *f, double t, const double *x, const double *d, double *J)
{
  if (!f->entries || f->entries->take(f->entries->self, t, x, d, J)) return 0;
  f->jacobians++;
  return 1;
}

int dv_fan_components(dv_fan *f, double t, const double *x, const double *d, const double *rate, double *J)
{
  if (by_entries(f, t, x, d, J)) return 0;
  dv_fan_set(f, t, x, d, DV_ALONG_COMPONENT);
  return columns(f, t, rate, J);
}

int dv_fan_chart(void *fan, double t, const double *x, const double *d, const double *rate, double *J)
{
  if (by_entries(fan, t, x, d, J)) return 0;
  dv_fan_set(fan, t, x, d, DV_ALONG_CHART);
  return columns(fan, t, rate, J);
}
