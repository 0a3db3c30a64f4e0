// start_law.c: the law `start` of a kind, which is called before there is a machine: it sees numbers, options and tables. What
// else it asks is told: places are no numbers, and whoever asks the service has asked too early.
#include "assemble/internal.h"

#include <math.h>
#include <string.h>

static void asked(const dv_service *s) { *(int *)s->machine = 1; }

static void mass(const dv_service *s, const real *q, real *B)
{
  (void)q, (void)B;
  asked(s);
}
static void bias(const dv_service *s, const real *q, const real *v, real *h)
{
  (void)q, (void)v, (void)h;
  asked(s);
}
static void axis(const dv_service *s, const real *q, int at, real *x, real *row)
{
  (void)q, (void)at, (void)row;
  *x = NAN;
  asked(s);
}
static void desired(const dv_service *s, const real *q, const real *v, const real *a, const real *dv, const real *da,
                    const real *dj, int christoffel, real *effort, real *rate)
{
  (void)q, (void)v, (void)a, (void)dv, (void)da, (void)dj, (void)christoffel, (void)effort, (void)rate;
  asked(s);
}
static void place(const dv_service *s, const dv_choice *c, const real *position, const real *rate, real *q, real *v)
{
  (void)c, (void)position, (void)rate, (void)q, (void)v;
  asked(s);
}
static void reduced(const dv_service *s, const dv_choice *c, const real *q, const real *v, const dv_reduced *out)
{
  (void)c, (void)q, (void)v, (void)out;
  asked(s);
}
static void level(const dv_service *s, real *q)
{
  (void)q;
  asked(s);
}
static void water(const dv_service *s, const real *point, dv_water *w)
{
  (void)point;
  memset(w, 0, sizeof *w);
  asked(s);
}
static void ground(const dv_service *s, const real *at, dv_ground *g)
{
  (void)at;
  memset(g, 0, sizeof *g);
  asked(s);
}

static double *no_numbers(dv_arena *a, int n)
{
  double *x = DV_TAKE(a, double, (size_t)n + 1);
  for (int i = 0; i < n; i++) x[i] = NAN;
  return x;
}

const char *dv_start_law(dv_arena *a, const dv_kind *k, const double *par, dv_cell *cell)
{
  int early = 0;
  const dv_service service = {.mass = mass,
                              .bias = bias,
                              .slope = bias,
                              .axis = axis,
                              .desired = desired,
                              .place = place,
                              .reduced = reduced,
                              .level = level,
                              .water = water,
                              .ground = ground,
                              .machine = &early};
  cell->service = &service;
  cell->pos = cell->flow = no_numbers(a, 6 * k->nport);
  cell->effort = no_numbers(a, 6 * k->nport);
  cell->pose = no_numbers(a, 12 * k->nport);
  cell->in = no_numbers(a, k->nin);
  cell->x = no_numbers(a, k->nstate);
  k->start(par, cell);
  cell->service = NULL;
  return early
             ? "the law 'start' of its kind asks for water, ground or the machine, which are not there before a run|mend the kind"
             : NULL;
}
