// compare_lanes.c: four and eight lanes give the bits of one.
#include "trial.h"

#include <string.h>

// Rates in all lanes of a width, each at its own state.
static const char *differing(const machine *m, const dv_engine *e, const double *x, int n)
{
  const dv_model *model = m->model;
  const dv_model *same[DV_LANES_MOST];
  size_t lanes = (size_t)e->lanes;
  double *num = dv_arena_take(m->arena, (size_t)model->nnum * e->real_bytes),
         *work = dv_arena_take(m->arena, (size_t)e->nwork(model) * e->real_bytes);
  double *xs = dv_arena_take(m->arena, (size_t)(model->nx + 1) * e->real_bytes),
         *d = dv_arena_take(m->arena, (size_t)(model->nd + 1) * e->real_bytes),
         *dx = dv_arena_take(m->arena, (size_t)(model->nx + 1) * e->real_bytes);
  for (size_t l = 0; l < lanes; l++) {
    same[l] = model;
    for (int i = 0; i < model->nx; i++) xs[(size_t)i * lanes + l] = x[((int)l % n) * model->nx + i];
    for (int i = 0; i < model->nd; i++) d[(size_t)i * lanes + l] = m->start->d[i];
  }
  e->pack(same, num);
  e->ready(model, num, work);
  e->rates(model, num, 0.01, xs, d, dx, NULL, work);
  for (size_t l = 0; l < lanes; l++) {
    const double *one = rates_of(m, 0.01, x + ((int)l % n) * model->nx, m->start->d);
    for (int i = 0; i < model->nx; i++)
      if (memcmp(&one[i], &dx[(size_t)i * lanes + l], sizeof *one)) return dv_model_state_name(model, i);
  }
  return NULL;
}

verdict compare_lanes(trial *t)
{
  enum { STATES = 3 };
  const dv_model *m = t->m->model;
  stream s = stream_of(t->number, 3);
  double *x = DV_TAKE(t->m->arena, double, STATES * m->nx + 1);
  for (int k = 0; k < STATES; k++)
    for (int i = 0; i < m->nx; i++)
      x[k * m->nx + i] = t->m->start->x[i] + (k ? 1e-3 * between(&s, -1, 1) * dv_model_SCALE(m)[i] : 0);
  for (int lanes = 4; lanes <= 8; lanes += 4) {
    const dv_engine *e = dv_engine_of_width(lanes);
    const char *name = e ? differing(t->m, e, x, STATES) : NULL;
    if (name) return say(t, "the rate of %s has other bits in %d lanes", name, lanes);
  }
  return AGREES;
}
