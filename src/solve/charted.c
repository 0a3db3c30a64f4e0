// charted.c: stages of explicit methods in a chart and their tangents.
#include "solve/charted.h"

#include <math.h>
#include <string.h>

// Dormand and Prince (step/dopri5.c): weights of states within a step are cubic and quartic in u.
static void between(double u, double *w, double *dw);

static const dv_charted_method methods[] = {
    {"lie-rk4", &dv_rk4,    DV_APART_NONE,  NULL,          NULL,          NULL   },
    {"rkn",     &dv_rk4,    DV_APART_PLAIN, dv_rkn_rate,   dv_rkn_bend,   NULL   },
    {"euler",   &dv_euler,  DV_APART_ALL,   dv_euler_rate, dv_euler_bend, NULL   },
    {"dopri5",  &dv_dopri5, DV_APART_NONE,  NULL,          NULL,          between},
};

static void between(double u, double *w, double *dw)
{
  const dv_tableau *m = &dv_dopri5;
  double v = 1 - u;
  for (int j = 0; j < m->stages; j++) {
    double whole = m->weight[j], bulge = dv_dopri5_bulge[j];
    w[j] = u * u * (3 - 2 * u) * whole + u * u * v * v * bulge;
    dw[j] = 6 * u * v * whole + 2 * u * v * (1 - 2 * u) * bulge;
  }
  w[0] += u * v * v, dw[0] += v * (1 - 3 * u);
  w[m->stages - 1] -= u * u * v, dw[m->stages - 1] += u * (3 * u - 2);
}

const dv_charted_method *dv_charted_of(const char *method)
{
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(method, methods[i].name)) return &methods[i];
  return NULL;
}

// ---- values

int dv_charted_apart(const struct dv_charted *c, int nv, int e)
{
  return e < nv && (c->method->apart == DV_APART_ALL || (c->method->apart == DV_APART_PLAIN && c->chart->plain[e]));
}

void dv_charted_place(const dv_sensitivity *s, double h, int i, double *xi)
{
  const struct dv_charted *c = s->charted;
  const dv_charted_method *m = c->method;
  int nv = s->o.m->nv, count = i < m->by->stages ? i : m->by->stages;
  for (int e = 0; e < c->n; e++) {
    int apart = dv_charted_apart(c, nv, e);
    const double *w = apart ? m->rate[i] : dv_charted_part(m, i);
    xi[e] = 0;
    for (int j = 0; j < count; j++) {
      xi[e] += h * w[j] * s->k[j * c->n + e];
      if (apart) xi[e] += h * h * m->bend[i][j] * s->k[j * c->n + nv + e];
    }
  }
}

int dv_charted_stand(dv_sensitivity *s, const dv_stretch *p, int i)
{
  struct dv_charted *c = s->charted;
  double t = fmin(p->t + c->method->by->node[i] * p->h, p->latest);
  dv_charted_place(s, p->h, i, c->xi);
  dv_tangents_displace(s->tangents, c->xi, NULL);
  if (s->tape) dv_tangents_point(s->tangents, DV_TANGENT_STAGE, i);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_STAGE, -1, s->num, t, p->x, p->d)) return 1;
  dv_tangents_values(s->tangents, s->k + i * c->n);
  return 0;
}

int dv_charted_move(dv_sensitivity *s, const dv_stretch *p, const double *xi)
{
  dv_tangents_displace(s->tangents, xi, NULL);
  if (dv_tangents_stand(s->tangents, DV_TANGENT_MOVE, -1, s->num, p->t, p->x, p->d)) return 1;
  dv_tangents_values(s->tangents, s->y);
  return 0;
}

// ---- tangents

static double *tangent_of(const dv_sensitivity *s, int batch, int stage)
{
  return s->dk + (size_t)(batch * DV_STAGES_MOST + stage) * (size_t)s->charted->n * W;
}

// The tangent of xi of stage i, where h moves by dh: [n][W].
static void place_slopes(const dv_sensitivity *s, int b, double h, const double *dh, int i, double *xi)
{
  const struct dv_charted *c = s->charted;
  const dv_charted_method *m = c->method;
  int n = c->n, nv = s->o.m->nv, count = i < m->by->stages ? i : m->by->stages;
  memset(xi, 0, (size_t)n * W * sizeof *xi);
  for (int j = 0; j < count; j++) {
    const double *dk = tangent_of(s, b, j), *k = s->k + j * n;
    for (int e = 0; e < n; e++) {
      int apart = dv_charted_apart(c, nv, e);
      double w = (apart ? m->rate[i] : dv_charted_part(m, i))[j], bend = apart ? m->bend[i][j] : 0;
      for (int l = 0; l < W && w != 0; l++) xi[e * W + l] += w * (h * dk[e * W + l] + dh[l] * k[e]);
      for (int l = 0; l < W && bend != 0; l++) xi[e * W + l] += bend * (h * h * dk[(nv + e) * W + l] + 2 * h * dh[l] * k[nv + e]);
    }
  }
}

static int go(dv_sensitivity *s, const dv_stretch *p, double *const *from, double *const *dh, int batches)
{
  struct dv_charted *c = s->charted;
  size_t bytes = (size_t)c->row * W * sizeof(double);
  for (int i = 0; i < c->method->by->stages; i++) {
    if (dv_charted_stand(s, p, i)) return 1;
    for (int b = 0; b < batches; b++) {
      memcpy(s->point, from[b], bytes);
      for (int l = 0; l < W; l++) s->point[l] += c->method->by->node[i] * dh[b][l];
      place_slopes(s, b, p->h, dh[b], i, s->point + c->row * W);
      dv_tangents_along(s->tangents, s->point, tangent_of(s, b, i));
    }
  }
  return 0;
}

// Batch b of the displaced state, whose xi stands in s->point, and whose time moves by dtau.
static void arrive(dv_sensitivity *s, const double *from, const double *dtau, double *to)
{
  memcpy(s->point, from, (size_t)s->charted->row * W * sizeof(double));
  memcpy(to, from, (size_t)s->rows * W * sizeof(double));
  dv_tangents_along(s->tangents, s->point, to + W);  // states are behind time
  for (int l = 0; l < W; l++) to[l] += dtau[l];
}

int dv_charted_along(dv_sensitivity *s, const dv_stretch *p, double *const *from, double *const *dh, double *const *to,
                     int batches)
{
  struct dv_charted *c = s->charted;
  if (go(s, p, from, dh, batches)) return 1;
  dv_charted_place(s, p->h, c->method->by->stages, c->xi);
  if (dv_charted_move(s, p, c->xi)) return 1;
  for (int b = 0; b < batches; b++) {
    place_slopes(s, b, p->h, dh[b], c->method->by->stages, s->point + c->row * W);
    arrive(s, from[b], dh[b], to[b]);
  }
  return s->tidy ? dv_sensitivity_tidied(s, fmin(p->t + p->h, p->latest), s->y, p->d, to, batches) : 0;
}

// ---- methods that have states within their steps

static void enter(void *self, double t, double h, const double *x, const double *d, double latest, const int *crossed,
                  const double *end, int corner, const double *kept)
{
  dv_sensitivity *s = self;
  struct dv_charted *c = s->charted;
  (void)kept;
  c->now = (dv_stretch){t, h, latest, x, d};
  c->crossed = crossed, c->end = end, c->corner = corner, c->ready = 0;
}

int dv_charted_reach(dv_sensitivity *s, const dv_stretch *p, double tau, double *w, double *dw)
{
  struct dv_charted *c = s->charted;
  c->method->between(tau / p->h, w, dw);
  for (int e = 0; e < c->n; e++) {
    c->xi[e] = 0;
    for (int j = 0; j < c->method->by->stages; j++) c->xi[e] += p->h * w[j] * s->k[j * c->n + e];
  }
  return dv_charted_move(s, p, c->xi);
}

// A record at tau of the step.
static int show(dv_sensitivity *s, double tau)
{
  struct dv_charted *c = s->charted;
  const dv_stretch *p = &c->now;
  double w[DV_STAGES_MOST], dw[DV_STAGES_MOST], u = tau / p->h;
  if (dv_charted_reach(s, p, tau, w, dw)) return 1;
  for (int b = 0; b < s->batches; b++) {
    double *xi = s->point + c->row * W;
    memset(xi, 0, (size_t)c->n * W * sizeof *xi);
    for (int j = 0; j < c->method->by->stages; j++)
      for (int e = 0; e < c->n; e++)
        for (int l = 0; l < W; l++)
          xi[e * W + l] += w[j] * (p->h * tangent_of(s, b, j)[e * W + l] + s->dh[b][l] * s->k[j * c->n + e]) +
                           dw[j] * (c->stays[b][l] - u * s->dh[b][l]) * s->k[j * c->n + e];
    arrive(s, s->seed[b], c->stays[b], s->side[b]);
  }
  return s->tidy ? dv_sensitivity_tidied(s, fmin(p->t + tau, p->latest), s->y, p->d, s->side, s->batches) : 0;
}

// The step as a whole says how its length moves; then its stages, for all records within it.
static int prepare(dv_sensitivity *s)
{
  struct dv_charted *c = s->charted;
  if (c->ready) return 0;
  c->ready = 1;
  return dv_sensitivity_advance(s, &c->now, c->crossed, c->end, c->corner) || go(s, &c->now, s->seed, s->dh, s->batches);
}

static void look(void *self, double t, double h, const double *x, const double *d, double latest)
{
  dv_sensitivity *s = self;
  (void)x, (void)d, (void)latest;
  if (s->failed) return;
  for (int b = 0; b < s->batches; b++)
    for (int l = 0; l < W; l++) s->charted->stays[b][l] = -s->seed[b][l];
  if (prepare(s) || show(s, h)) dv_sensitivity_tell(s, t);
  s->now = s->side;
}

const dv_follower dv_charted_follower = {.enter = enter, .look = look};

// ---- making

struct dv_charted *dv_charted_new(dv_arena *a, const dv_sensitivity_options *o)
{
  struct dv_charted *c = DV_TAKE(a, struct dv_charted, 1);
  c->method = dv_charted_of(o->method);
  c->chart = dv_chart_new(a, o->m);
  c->n = c->chart->n;
  return c;
}

void dv_charted_room(dv_sensitivity *s)
{
  struct dv_charted *c = s->charted;
  dv_arena *a = s->arena;
  c->row = dv_tangents_row_of_xi(s->tangents);
  c->xi = DV_TAKE(a, double, c->n + 1), c->stays = DV_TAKE(a, double *, s->batches + 1);
  for (int b = 0; b < s->batches; b++) c->stays[b] = DV_TAKE(a, double, W);
}
