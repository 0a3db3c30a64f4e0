// closing_search.c: other starts, for loops that do not close from the file's positions, or close where they lose rank.
//
//   q_k = q (+) a_k L u,   u in (-1, 1) for every coordinate that may move,   a_k growing from 0.1 to pi
//
// L: 1 for angles, the largest length in a closure for slides. The first that closes is taken, so the nearest. A closed position
// is singular if the closures have a higher rank in one beside it: there a mechanism branches.
#include "assemble/closing_task.h"

#include "engine/engine.h"
#include "engine/program.h"
#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

enum { TRIES = 32 };
static const double nearest = 0.1, beside = 1e-3;

// splitmix64 (Steele, Lea, Flood 2014), to (-1, 1)
static double draw(uint64_t *seed)
{
  uint64_t z = *seed += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (double)(z >> 11 ^ z >> 42) * 0x1p-52 - 1;
}

static int slides(const dv_model *m, int rate)
{
  const dv_variable *v = dv_model_VARIABLE(m) + dv_model_state(m, m->nq + rate);
  return !strcmp(dv_model_text(m, v->unit), "m/s");
}

static double longest(dv_closing_task *t)
{
  double most = 0;
  const dv_closure *row = dv_model_CLOSURE(t->m);
  dv_engine_closures(t->m, t->x, t->d, t->c, t->J, t->reach, t->work);
  for (int i = 0; i < t->nrow; i++)
    if (row[i].what != DV_RELATION && !dv_closure_turns(row[i].what)) most = fmax(most, t->reach[i]);
  return most > 0 ? most : 1;
}

static void shift(dv_closing_task *t, const double *start, double angle, double length, uint64_t *seed)
{
  for (int j = 0; j < t->nv; j++) t->step[j] = t->moves[j] ? (slides(t->m, j) ? length : angle) * draw(seed) : 0;
  memcpy(t->x, start, (size_t)t->m->nx * sizeof(double));
  dv_engine_x1.add(t->m, start, 1, t->step, t->x);
  memcpy(t->x + t->m->nq, start + t->m->nq, (size_t)(t->m->nv + t->m->nz) * sizeof(double));
  dv_engine_x1.tidy(t->m, t->num, 0, t->x, t->d, t->work);
}

int dv_closing_search(dv_closing_task *t, const double *start, int rank)
{
  uint64_t seed = 1;
  double length = longest(t);
  int moving = 0;
  for (int j = 0; j < t->nv; j++) moving |= t->moves[j];
  for (int k = 0; moving && k < TRIES; k++) {
    double angle = nearest * pow(acos(-1) / nearest, k / (TRIES - 1.0));
    shift(t, start, angle, angle * length / acos(-1), &seed);
    if (dv_closing_done(t) && (!rank || dv_closing_rank(t) >= rank)) return 1;
  }
  return 0;
}

int dv_closing_rank_near(dv_closing_task *t)
{
  uint64_t seed = 2;
  double length = longest(t), *here = t->here;
  int rank = 0;
  memcpy(here, t->x, (size_t)t->m->nx * sizeof(double));
  for (int j = 0; j < t->nv; j++) t->moves[j] = !t->driven[j];
  shift(t, here, beside, beside * length, &seed);
  if (dv_closing_close(t) < DV_CLOSED) rank = dv_closing_rank(t);
  memcpy(t->x, here, (size_t)t->m->nx * sizeof(double));
  return rank;
}
