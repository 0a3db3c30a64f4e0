// lanes.c: runs of machines of one structure side by side, with a fixed step on the multiples of h.
//
// A lane's events act at the end of the step in which its root crosses zero, in that lane only: every part jumps in all lanes,
// and those that did not cross take their discrete states back. Corners of signals are not looked for, and sampled parts sample
// at the step ends that are multiples of their period; so a lane does not know of the others, and gives the bits of a run alone.
#include "solve/sim.h"

#include <math.h>
#include <string.h>

enum { CHAIN_MOST = 8 };

typedef struct {
  const dv_engine *e;
  const dv_model *const *m;
  dv_stepping s;
  double *x, *quad, *d, *kept;       // [nx][lane], [nquad][lane], [nd][lane] twice
  double *root, *next;               // [nroot][lane]
  double *alone, *work, *room;       // one lane: [nx], [nwork], for parts that seize
  unsigned char hit[DV_LANES_MOST];  // lanes in which the part at hand acts
} lanes;

static void set_up(lanes *g, const dv_model *const *m, dv_state *const *s, const dv_engine *e, const dv_stepper *method,
                   dv_arena *a)
{
  size_t w = (size_t)e->lanes;
  g->e = e, g->m = m;
  g->x = DV_TAKE(a, double, w *(size_t)m[0]->nx);
  g->quad = DV_TAKE(a, double, w *(size_t)m[0]->nquad);
  g->d = DV_TAKE(a, double, w *(size_t)m[0]->nd);
  g->kept = DV_TAKE(a, double, w *(size_t)m[0]->nd);
  g->root = DV_TAKE(a, double, w *(size_t)m[0]->nroot);
  g->next = DV_TAKE(a, double, w *(size_t)m[0]->nroot);
  g->alone = DV_TAKE(a, double, m[0]->nx);
  g->work = DV_TAKE(a, double, m[0]->nwork);
  g->room = DV_TAKE(a, double, dv_seize_room(m[0]));
  double *num = DV_TAKE(a, double, w *(size_t)m[0]->nnum);
  e->pack(m, num);
  g->s = (dv_stepping){.engine = e, .m = m[0], .chart = dv_chart_new(a, m[0]), .num = num, .d = g->d, .latest = HUGE_VAL};
  g->s.work = DV_TAKE(a, double, w *(size_t)e->nwork(m[0]));
  g->s.scratch = DV_TAKE(a, double, w * method->scratch(m[0]));
  e->ready(m[0], num, g->s.work);
  for (size_t l = 0; l < w; l++) {
    for (int i = 0; i < m[0]->nx; i++) g->x[(size_t)i * w + l] = s[l]->x[i];
    for (int i = 0; i < m[0]->nquad; i++) g->quad[(size_t)i * w + l] = s[l]->quad[i];
    for (int i = 0; i < m[0]->nd; i++) g->d[(size_t)i * w + l] = s[l]->d[i];
  }
}

// Velocities of one lane that a part brings together.
static void seize(lanes *g, int part, int lane)
{
  const dv_model *m = g->m[lane];
  int w = g->e->lanes;
  for (int i = 0; i < m->nx; i++) g->alone[i] = g->x[i * w + lane];
  dv_engine_x1.ready(m, DV_MODEL_AT(m, double, NUMBER), g->work);
  dv_seize(m, part, g->alone, g->work, g->room);
  for (int i = 0; i < m->nx; i++) g->x[i * w + lane] = g->alone[i];
}

// A part acts in the lanes that hit names.
static void act(lanes *g, int part, double t,
                void (*law)(const dv_model *, const double *, int, double, const double *, double *, double *))
{
  const dv_model *m = g->s.m;
  int w = g->e->lanes, first = DV_MODEL_AT(m, dv_part, PART)[part].d;
  memcpy(g->kept, g->d, (size_t)m->nd * (size_t)w * sizeof(double));
  law(m, g->s.num, part, t, g->x, g->d, g->s.work);
  for (int l = 0; l < w; l++) {
    for (int i = 0; i < m->nd && !g->hit[l]; i++) g->d[i * w + l] = g->kept[i * w + l];
    if (g->hit[l] && dv_seizes(m, part) && g->kept[first * w + l] < 0.5 && g->d[first * w + l] > 0.5) seize(g, part, l);
  }
}

static void roots(lanes *g, double t, double *root)
{
  if (g->s.m->nroot) g->e->roots(g->s.m, g->s.num, t, g->x, g->d, g->s.work, root);
}

static int crossed(const lanes *g, int root, int lane)
{
  int at = root * g->e->lanes + lane;
  return (g->root[at] < 0) != (g->next[at] < 0);
}

// Parts whose roots crossed act, and those whose roots that carries across.
static void events(lanes *g, double t)
{
  const dv_model *m = g->s.m;
  for (int n = 0, any = 1; n < CHAIN_MOST && any; n++) {
    roots(g, t, g->next);
    any = 0;
    for (int i = 0; i < DV_MODEL_COUNT(m, PART); i++) {
      const dv_part *p = DV_MODEL_AT(m, dv_part, PART) + i;
      const dv_kind *k = dv_kinds_x1[p->kind];
      int here = 0;
      for (int l = 0; l < g->e->lanes; l++) {
        g->hit[l] = 0;
        for (int r = 0; r < k->nroot; r++) g->hit[l] |= (unsigned char)crossed(g, p->root_index + r, l);
        here |= g->hit[l];
      }
      if (here && k->jump) act(g, i, t, g->e->jump);
      any |= here;
    }
    memcpy(g->root, g->next, (size_t)m->nroot * (size_t)g->e->lanes * sizeof(double));
  }
}

static void samples(lanes *g, double t, double near)
{
  double period;
  for (int n = 0, part; (part = dv_engine_sampled(g->m[0], DV_MODEL_AT(g->m[0], double, NUMBER), n, &period)) >= 0; n++) {
    int any = 0;
    for (int l = 0; l < g->e->lanes; l++) {
      dv_engine_sampled(g->m[l], DV_MODEL_AT(g->m[l], double, NUMBER), n, &period);
      any |= g->hit[l] = (unsigned char)dv_times_is_multiple(t, period, near);
    }
    if (any) act(g, part, t, g->e->sample);
  }
}

static void begin(lanes *g, double t)
{
  memset(g->hit, 1, sizeof g->hit);
  for (int n = 0; n < 2 && t == 0; n++)
    for (int i = 0; i < DV_MODEL_COUNT(g->s.m, PART); i++)
      if (dv_kinds_x1[DV_MODEL_AT(g->s.m, dv_part, PART)[i].kind]->jump)
        g->e->jump(g->s.m, g->s.num, i, t, g->x, g->d, g->s.work);
}

int dv_run_lanes(const dv_model *const *m, dv_state *const *s, const dv_engine *e, const char *method, double h, double until,
                 dv_arena *a)
{
  const dv_stepper *stepper = dv_stepper_find(method, e->lanes);
  lanes g = {0};
  int w = e->lanes, bad = 0;
  for (int l = 1; l < w; l++)
    if (!dv_model_alike(m[0], m[l])) return 1;
  if (!stepper) return 1;
  set_up(&g, m, s, e, stepper, a);
  double t = s[0]->t, near = 1e-9 * h;
  begin(&g, t);
  samples(&g, t, near);
  roots(&g, t, g.root);
  while (t < until - near) {
    double end = fmin(dv_times_next(t, h, near), until);
    bad |= stepper->step(&g.s, t, end - t, g.x, g.quad);
    t = end;
    events(&g, t);
    samples(&g, t, near);
  }
  for (int l = 0; l < w; l++) {
    s[l]->t = t;
    for (int i = 0; i < m[0]->nx; i++) s[l]->x[i] = g.x[i * w + l];
    for (int i = 0; i < m[0]->nquad; i++) s[l]->quad[i] = g.quad[i * w + l];
    for (int i = 0; i < m[0]->nd; i++) s[l]->d[i] = g.d[i * w + l];
  }
  return bad ? 2 : 0;
}
