// loop_take_in.c: a closure that was redundant where the run began counts from here on.
//
// Where rods are in line the rows of the closures depend on each other, and beside that position they do not. Until the closure
// is seen to open the machine has moved without its force. That force gives a small impulse now, with momentum kept:
//
//   v+ = v_0 + G z,   z = (G^T B G)^-1 G^T B (v - v_0)
//
// v_0: rates that close, G: how all rates follow the independent ones, B: inertia. It loses 1/2 (v - v+)^T B (v - v+), which
// falls with the square of the time that went by. Where that is not small the closure stops the machine, or turns it into a
// motion that the run cannot know: it ends there. Glocker 2001, 5.
#include "engine/closed_loops.h"
#include "engine/skeleton_at.h"
#include "math/dense.h"
#include "run/running.h"

#include <math.h>
#include <string.h>

static const double lost_most = 1e-4;  // of the kinetic energy

size_t dv_loops_room(const dv_model *m)
{
  size_t nv = (size_t)m->nv;
  return DV_MODEL_COUNT(m, LOOP) ? 3 * nv * nv + 3 * nv : 0;
}

static double kinetic(int nv, const double *B, const double *v)
{
  double sum = 0;
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++) sum += 0.5 * v[i] * B[i * nv + j] * v[j];
  return sum;
}

typedef struct {
  int nv, n;
  double *B, *G, *A, *by, *z;  // [nv][nv], [nv][n], [n][n], [nv], [n]
} impulse;

// z of the change `by`, which becomes what is left of it.
static void project(impulse *k)
{
  int nv = k->nv, n = k->n;
  memset(k->A, 0, (size_t)(n * n) * sizeof(double));
  memset(k->z, 0, (size_t)n * sizeof(double));
  for (int a = 0; a < nv; a++)
    for (int b = 0; b < nv; b++)
      for (int i = 0; i < n; i++) {
        double GB = k->G[a * n + i] * k->B[a * nv + b];
        k->z[i] += GB * k->by[b];
        for (int j = 0; j < n && GB != 0; j++) k->A[i * n + j] += GB * k->G[b * n + j];
      }
  if (n) dv_ldl(n, k->A), dv_ldl_solve(n, k->A, k->z);
  for (int a = 0; a < nv; a++)
    for (int i = 0; i < n; i++) k->by[a] -= k->G[a * n + i] * k->z[i];
}

// The rates v of x become those of a motion that closes. Returns what part of the kinetic energy that takes.
static double close_rates(dv_running *r, double *x, const double *v)
{
  const dv_model *m = r->m;
  int nv = m->nv;
  double *B = r->take_in, *G = B + nv * nv, *A = G + nv * nv, *by = A + nv * nv, *z = by + nv;
  impulse k = {nv, dv_engine_loops_map(m, x, r->s->d, G, r->work), B, G, A, by, z};
  dv_engine_mass_matrix(m, x, B, r->work);
  double all = kinetic(nv, B, v);
  for (int i = 0; i < nv; i++) by[i] = v[i] - x[m->nq + i];
  project(&k);
  for (int i = 0; i < nv; i++) x[m->nq + i] = v[i] - by[i];
  double lost = kinetic(nv, B, by);
  return lost > 0 ? lost / all : 0;
}

static int refuse(dv_running *r, double t, int row)
{
  const dv_loop *l = dv_loop_of(r->m, row);
  dv_mark mark = {dv_model_text(r->m, l->file), l->line, l->col};
  dv_diag_add(r->diags, DV_ERROR, mark,
              "begin beside that position, at rates that keep the loop closed, or use a smaller step; see 'davit mobility'",
              "loop '%s' does not stay closed at t = %.6g s: a closure of it was redundant where the run began, and %s",
              dv_model_text(r->m, l->name), t,
              r->o->follow ? "sensitivities are not carried over the instant from which it counts"
                           : "the motion that goes on from there is stopped by it, or cannot be told");
  return 2;
}

int dv_loops_take_in(dv_running *r, double t, int row)
{
  const dv_model *m = r->m;
  double *x = r->s->x, *v = r->take_in + 3 * m->nv * m->nv + 2 * m->nv;
  if (r->o->follow) return refuse(r, t, row);
  if (r->shown) r->engine->leave(m, r->num, t, x, r->d_end, x, r->work);
  memcpy(v, x + m->nq, (size_t)m->nv * sizeof(double));
  dv_engine_x1.tidy(m, r->num, t, x, r->s->d, r->work);
  if (!dv_engine_loops_side(m, x, r->s->d, r->work)) return refuse(r, t, row);
  int wild = !(close_rates(r, x, v) <= lost_most);
  if (r->shown) r->engine->enter(m, r->num, x, x, r->work);
  return wild ? refuse(r, t, row) : 0;
}
