// follow.c: an arm with closed loops: coordinates of free choice move, the others follow and close the loops.
//
//   c(q) = 0,   dq = G dy,   y: the arm's coordinates
//
// A linkage closes in several ways. Newton goes out from the nearest known pose, so it stays with the machine's own; and det J_D
// keeps the sign that it has in the initial pose, since between two ways lies a dead point, where it is zero.
#include "study/reach.h"

#include "engine/engine.h"
#include "engine/program.h"
#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

enum { KNOWN = 1024, STEPS = 64 };
static const double apart = 0.1;  // m, rad: known poses lie that far from each other
static const double tight = 1e-9;

typedef struct dv_follow {
  int side;               // of the initial pose
  int nfree, *column;     // columns of G; that of each coordinate of the arm [n]
  double *G;              // [nv][nfree]
  int fresh;              // 1: G is of this pose
  int nknown;             // poses that are closed
  double *known;          // [KNOWN][nq]
  double *want, *before;  // [n]
} follow;

// ---- poses

static const double *nearest(const dv_arm *c, double *far)
{
  const follow *f = c->follow;
  const double *best = f->known;
  *far = HUGE_VAL;
  for (int k = 0; k < f->nknown; k++) {
    const double *q = f->known + k * c->k->m->nq;
    double most = 0;
    for (int i = 0; i < c->n; i++) most = fmax(most, fabs(q[c->mover[i]->iq] - f->want[i]));
    if (most < *far) *far = most, best = q;
  }
  return best;
}

static int is_closed(dv_arm *c)
{
  dv_engine_closures(c->k->m, c->q, c->d, c->gap, c->closure, c->gap + c->nrow, c->k->work);
  for (int i = 0; i < c->nrow; i++)
    if (!(fabs(c->gap[i]) <= tight * fmax(1, c->gap[c->nrow + i]))) return 0;
  return dv_engine_loops_side(c->k->m, c->q, c->d, c->k->work) == c->follow->side;
}

// The others go out from where they are in c->q.
static int close_at(dv_arm *c, double share)
{
  const follow *f = c->follow;
  const dv_model *m = c->k->m;
  for (int i = 0; i < c->n; i++) c->q[c->mover[i]->iq] = f->before[i] + share * (f->want[i] - f->before[i]);
  dv_engine_x1.tidy(m, dv_model_NUMBER(m), 0, c->q, c->d, c->k->work);
  return is_closed(c);
}

static void remember(dv_arm *c)
{
  follow *f = c->follow;
  if (f->nknown < KNOWN) memcpy(f->known + f->nknown++ * c->k->m->nq, c->q, (size_t)c->k->m->nq * sizeof(double));
}

static void begin_at(dv_arm *c, const double *q)
{
  memcpy(c->q, q, (size_t)c->k->m->nq * sizeof(double));
  for (int i = 0; i < c->n; i++) c->follow->before[i] = q[c->mover[i]->iq];
}

void dv_arm_settle(dv_arm *c)
{
  follow *f = c->follow;
  double far;
  if (!c->follows) return;
  for (int i = 0; i < c->n; i++) f->want[i] = c->q[c->mover[i]->iq];
  const double *near = nearest(c, &far);
  f->fresh = 0;
  begin_at(c, near);
  c->open = !close_at(c, 1);
  if (!c->open && far > apart) remember(c);
  if (!c->open || far <= apart) return;
  // too far for one step: walk there
  int steps = (int)fmin(ceil(far / apart), STEPS), k = 1;
  begin_at(c, near);
  for (; k <= steps && close_at(c, (double)k / steps); k++) remember(c);
  c->open = k <= steps;
}

// ---- slopes

void dv_arm_carry(dv_arm *c, const double *row)
{
  follow *f = c->follow;
  const dv_model *m = c->k->m;
  if (c->follows && !f->fresh) dv_engine_loops_map(m, c->q, c->d, f->G, c->k->work);
  if (c->follows) f->fresh = 1;
  for (int j = 0; j < c->n; j++) {
    c->row[j] = c->follows ? 0 : row[c->mover[j]->iv];
    for (int i = 0; c->follows && i < m->nv; i++) c->row[j] += row[i] * f->G[i * f->nfree + f->column[j]];
  }
}

// ---- which coordinates move

// Those that the file calls independent, if there are any, else those between the root and the point.
static int wished(const dv_arm *c, const dv_mover *w)
{
  const dv_model *m = c->k->m;
  const int *given = dv_model_INT(m) + m->loop_given;
  int named = 0;
  for (int i = 0; i < m->nv; i++) named |= given[i] & DV_INDEPENDENT_GIVEN;
  return named ? (given[w->iv] & DV_INDEPENDENT_GIVEN) != 0 : dv_arm_moves(c, w);
}

// From the root on, each that can be chosen beside those before it. Named ones: all.
static void choose(dv_arm *c, int chosen)
{
  const dv_model *m = c->k->m;
  char *rather = DV_TAKE(c->k->arena, char, 2 * m->nv), *dependent = rather + m->nv;
  for (int i = 0; i < c->n; i++) {
    if (!chosen && !wished(c, c->mover[i])) continue;
    int before = 0;
    rather[c->mover[i]->iv] = 1;
    dv_engine_loops_choose(m, c->k->q, c->d, 0, rather, c->k->work);
    dv_engine_loops_dependent(m, c->d, dependent);
    for (int k = 0; k < m->nv; k++) before |= rather[k] && dependent[k];
    if (before && !chosen) rather[c->mover[i]->iv] = 0;
  }
  dv_engine_loops_choose(m, c->k->q, c->d, 0, rather, c->k->work);
}

static int depends(const dv_arm *c, const char *name, dv_diags *d)
{
  dv_diag_add(d, DV_ERROR, c->k->spec->loop[0].mark, "leave it out of --joints",
              "coordinate '%s' depends on the others by closed loops", name);
  return -1;
}

// Columns of G belong to free independent rates in rising order. The arm keeps those of its coordinates.
static int keep_independent(dv_arm *c, int chosen, dv_diags *d)
{
  follow *f = c->follow;
  int n = c->n, *column = DV_TAKE(c->k->arena, int, c->k->m->nv);
  f->nfree = dv_engine_loops_columns(c->k->m, c->d, column);
  c->n = 0;
  for (int i = 0; i < n; i++) {
    const dv_mover *m = c->mover[i];
    if (column[m->iv] < 0 && chosen) return depends(c, m->name, d);
    if (column[m->iv] < 0) continue;
    f->column[c->n] = column[m->iv];
    c->mover[c->n++] = m;
  }
  return 0;
}

// Independent coordinates that move something else stay where they are.
static void drop_idle(dv_arm *c)
{
  follow *f = c->follow;
  const dv_model *m = c->k->m;
  int n = c->n;
  char *moves = DV_TAKE(c->k->arena, char, n);
  for (int pose = 0; pose < 2; pose++) {
    for (int i = 0; i < n; i++) c->q[c->mover[i]->iq] = c->k->q[c->mover[i]->iq] + pose * (0.02 + 0.01 * i);
    dv_arm_settle(c);
    dv_spot_jacobian(c->k, &c->point, c->q, c->J);
    for (int k = 0; k < 3; k++) {
      dv_arm_carry(c, c->J + k * m->nv);
      for (int i = 0; i < n; i++) moves[i] |= fabs(c->row[i]) > 1e-12;
    }
  }
  c->n = 0;
  for (int i = 0; i < n; i++)
    if (moves[i]) f->column[c->n] = f->column[i], c->mover[c->n++] = c->mover[i];
  // the poses of those that are left
  f->nknown = 1;
}

// Every coordinate that follows ends what moves it, by its own limits or where the loops end.
static void add_followers(dv_arm *c)
{
  const dv_kinematics *k = c->k;
  dv_way *all = DV_TAKE(k->arena, dv_way, c->nway + k->nmover);
  memcpy(all, c->way, (size_t)c->nway * sizeof *all);
  for (int i = 0; i < k->nmover; i++) {
    int mine = 0;
    for (int j = 0; j < c->n; j++) mine |= c->mover[j] == &k->mover[i];
    if (!mine && k->mover[i].free && !dv_way_find(k, k->mover[i].name, &all[c->nway])) c->nway++;
  }
  c->way = all;
}

int dv_arm_follow(dv_arm *c, int chosen, dv_diags *d)
{
  const dv_model *m = c->k->m;
  dv_arena *a = c->k->arena;
  if (!c->nrow) return 0;
  follow *f = c->follow = DV_TAKE(a, follow, 1);
  *f = (follow){.column = DV_TAKE(a, int, c->n), .known = DV_TAKE(a, double, (size_t)KNOWN *(size_t)m->nq)};
  f->want = DV_TAKE(a, double, 2 * c->n);
  f->before = f->want + c->n;
  f->G = DV_TAKE(a, double, m->nv * m->nv);
  choose(c, chosen);
  memcpy(c->q, c->k->q, (size_t)m->nq * sizeof(double));
  if (keep_independent(c, chosen, d)) return -1;
  f->side = dv_engine_loops_side(m, c->q, c->d, c->k->work);
  c->follows = 1;
  remember(c);
  if (!chosen) drop_idle(c);
  add_followers(c);
  return dv_arm_ranges(c, d);
}
