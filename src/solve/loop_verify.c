// loop_verify.c: machines with loops by both formulations, at random states around the initial one.
#include "solve/mobility.h"

#include "base/random_stream.h"
#include "engine/program.h"
#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

static double uniform(uint64_t *seed) { return 2 * dv_random_unit(seed) - 1; }

// The same model that finds accelerations the other way.
static const dv_model *other_way(dv_arena *a, const dv_model *m)
{
  char *block = dv_arena_take(a, (size_t)m->bytes + 63);
  dv_model *copy = (dv_model *)(void *)(block + (64 - (uintptr_t)block % 64) % 64);
  memcpy(copy, m, (size_t)m->bytes);
  copy->multipliers = !m->multipliers;
  return copy;
}

// Beside a dead point Newton leaves a gap open rather than go over to another branch (engine/loop_solve.c).
static int is_closed(const dv_model *m, const double *x, const double *d, double *work, dv_arena *a)
{
  int n = DV_MODEL_COUNT(m, CLOSURE);
  double *gap = DV_TAKE(a, double, 2 * n), *J = DV_TAKE(a, double, n * m->nv);
  dv_engine_closures(m, x, d, gap, J, gap + n, work);
  for (int i = 0; i < n; i++)
    if (!(fabs(gap[i]) <= 1e-12 * fmax(1, gap[n + i]))) return 0;
  return dv_engine_loops_side(m, x, d, work) != 0;
}

int dv_loops_state(const dv_model *m, uint64_t *seed, double *x, double *dx, double *work, dv_arena *a)
{
  const double *num = dv_model_NUMBER(m), *start = dv_model_START(m), *d = start + m->nx;
  for (int tries = 0; tries < 100; tries++) {
    for (int i = 0; i < m->nx; i++) x[i] = start[i] + (i < m->nq ? 0.05 : i < m->nq + m->nv ? 1 : 0) * uniform(seed);
    dv_engine_x1.tidy(m, num, 0, x, d, work);
    if (is_closed(m, x, d, work, a) && !dv_engine_x1.rates(m, num, 0, x, d, dx, NULL, work)) return 0;
  }
  return -1;
}

double dv_loops_verify(const dv_model *m, int states, uint64_t seed, dv_arena *a)
{
  const dv_model *twin = other_way(a, m);
  const double *num = dv_model_NUMBER(m), *d = dv_model_START(m) + m->nx;
  double *work = DV_TAKE(a, double, m->nwork), *x = DV_TAKE(a, double, m->nx), *one = DV_TAKE(a, double, m->nx),
         *two = DV_TAKE(a, double, m->nx), worst = 0;
  dv_engine_x1.ready(m, num, work);
  for (int k = 0; k < states && !dv_loops_state(m, &seed, x, one, work, a); k++) {
    double size = 0, apart = dv_engine_x1.rates(twin, num, 0, x, d, two, NULL, work) ? HUGE_VAL : 0;
    for (int i = m->nq; i < m->nq + m->nv; i++) {
      size = fmax(size, fabs(one[i]));
      apart = fmax(apart, fabs(one[i] - two[i]));
    }
    worst = fmax(worst, size > 0 ? apart / size : apart);
  }
  return worst;
}

double dv_loops_verify_momenta(const dv_model *m, int states, uint64_t seed, dv_arena *a)
{
  const dv_engine *engine = dv_engine_momentum(&dv_engine_x1);
  const double *num = dv_model_NUMBER(m), *d = dv_model_START(m) + m->nx;
  double *work = DV_TAKE(a, double, engine->nwork(m)), *x = DV_TAKE(a, double, 3 * m->nx), *dx = x + m->nx, *back = dx + m->nx,
         worst = 0;
  engine->ready(m, num, work);
  for (int k = 0; k < states && !dv_loops_state(m, &seed, x, dx, work, a); k++) {
    double size = 0, apart = 0;
    engine->enter(m, num, x, back, work);
    engine->leave(m, num, 0, back, d, back, work);
    for (int i = m->nq; i < m->nq + m->nv; i++) {
      size = fmax(size, fabs(x[i]));
      apart = fmax(apart, fabs(back[i] - x[i]));
    }
    worst = fmax(worst, size > 0 ? apart / size : apart);
  }
  return worst;
}
