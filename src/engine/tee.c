// tee.c: nodes without capacity. Their efforts e are such that the flows into the parts at each add up to zero: F(e) = 0.
//
// Newton with the Jacobian by differences, a fixed count. Orifices have the slope of a root: a whole step may lead too far, so
// that of a few shorter ones the best is taken (the smallest sum of F^2). A lane that has arrived stays as it is. The last step
// is a whole one for all, so that slopes along the inputs are those of the solution. Who does not arrive has no answer: NaN.
#include "engine/evaluation.h"

enum { ROUNDS = 30, TRIALS = 4 };
static const double share[TRIALS] = {1, 0.5, 0.25, 0.0625};
static const double ARRIVED = 1e-13, NEAR = 1e-9, LEAST_SLOPE = 1e-30, DIFFERENCE = 1e-7;

typedef struct {
  dv_eval *e;
  const dv_tee *t;
  const int *node, *part;
  real *at, *step, *F, *tried, *J;
} tee;

static const dv_junction *node_of(const tee *s, int i) { return dv_model_JUNCTION(s->e->m) + s->node[i]; }

// What an effort is compared with.
DV_FN real size_of(const tee *s, int i, real at) { return dv_abs(at) + dv_domain_of(node_of(s, i)->domain)->nominal; }

// The flows into the parts at these efforts, summed up at each node.
static void flows(const tee *s, const real *at, real *F)
{
  dv_eval *e = s->e;
  for (int i = 0; i < s->t->nnode; i++) {
    e->w[node_of(s, i)->shared] = at[i];
    F[i] = dv_real(0);
  }
  for (int k = 0; k < s->t->npart; k++) {
    const dv_part *p = dv_model_PART(e->m) + s->part[k];
    const dv_kind *kind = dv_kind_of(e->m, p);
    const int *pair = dv_model_INT(e->m) + p->answer.at;
    dv_cell *c = DV_X(dv_part_cell)(e, s->part[k]);
    dv_law_of(s->part[k]);
    if (kind->keeps && kind->signal) kind->signal(e->num + p->par, c);
    kind->answer(e->num + p->par, c);
    dv_law_of(-1);
    for (int n = 0; n < p->answer.n; n++)
      for (int i = 0; i < s->t->nnode; i++)
        if (pair[2 * n] == node_of(s, i)->sum) F[i] += e->w[pair[2 * n + 1]];
  }
}

DV_FN real sum_of_squares(int n, const real *F)
{
  real sum = dv_real(0);
  for (int i = 0; i < n; i++) sum += F[i] * F[i];
  return sum;
}

// Columns of J at s->at, where the flows are s->F.
static void slopes(const tee *s)
{
  int n = s->t->nnode;
  for (int k = 0; k < n; k++) {
    real h = DIFFERENCE * size_of(s, k, s->at[k]);
    for (int i = 0; i < n; i++) s->tried[i] = i == k ? s->at[i] + h : s->at[i];
    h = s->tried[k] - s->at[k];
    flows(s, s->tried, s->step);
    for (int i = 0; i < n; i++) s->J[n * i + k] = (s->step[i] - s->F[i]) / h;
  }
  for (int k = 0; k < n; k++) s->J[n * k + k] += LEAST_SLOPE;  // where nothing flows at all, nothing moves
}

// step = J^-1 F. Flows grow with the efforts that drive them: pivots are on the diagonal.
static void newton_step(const tee *s)
{
  int n = s->t->nnode;
  real *J = s->J, *b = s->step;
  for (int i = 0; i < n; i++) b[i] = s->F[i];
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      real f = J[n * i + k] / J[n * k + k];
      for (int j = k + 1; j < n; j++) J[n * i + j] -= f * J[n * k + j];
      b[i] -= f * b[k];
    }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= J[n * k + j] * b[j];
    b[k] = b[k] / J[n * k + k];
  }
}

// 1: all steps are below that share of their efforts.
static dv_bool is_near(const tee *s, double share_of_size)
{
  dv_bool near = dv_abs(s->step[0]) <= share_of_size * size_of(s, 0, s->at[0]);
  for (int i = 1; i < s->t->nnode; i++) near = near & (dv_abs(s->step[i]) <= share_of_size * size_of(s, i, s->at[i]));
  return near;
}

// The share of the step that leaves the least; the whole one if none leaves less than there is.
static real best_share(const tee *s)
{
  int n = s->t->nnode;
  real least = sum_of_squares(n, s->F), best = dv_real(share[TRIALS - 1]);
  for (int k = 0; k < TRIALS; k++) {
    for (int i = 0; i < n; i++) s->tried[i] = s->at[i] - share[k] * s->step[i];
    flows(s, s->tried, s->J);
    real left = sum_of_squares(n, s->J);
    dv_bool better = left < least;
    best = dv_select(better, dv_real(share[k]), best);
    least = dv_select(better, left, least);
  }
  return best;
}

static void search(const tee *s)
{
  int n = s->t->nnode;
  dv_bool arrived = dv_real(0) > 1.0;
  for (int round = 0; round < ROUNDS; round++) {
    flows(s, s->at, s->F);
    slopes(s);
    newton_step(s);
    arrived = arrived | is_near(s, ARRIVED);
    real part = best_share(s);
    for (int i = 0; i < n; i++) s->at[i] = dv_select(arrived, s->at[i], s->at[i] - part * s->step[i]);
#ifndef DV_TRACE
    if (!dv_any(dv_not(arrived))) break;
#endif
  }
}

void DV_X(dv_tee_call)(dv_eval *e, int index)
{
  const dv_tee *t = dv_model_TEE(e->m) + index;
  const int *ints = dv_model_INT(e->m);
  int n = t->nnode;
  real *w = e->w + t->room;
  tee s = {e, t, ints + t->node, ints + t->part, w, w + n, w + 2 * n, w + 3 * n, w + 4 * n};
  for (int i = 0; i < n; i++) s.at[i] = e->num[t->start + i];
  search(&s);
  flows(&s, s.at, s.F);
  slopes(&s);
  newton_step(&s);
  dv_bool near = is_near(&s, NEAR);
  for (int i = 0; i < n; i++) e->w[node_of(&s, i)->shared] = dv_select(near, s.at[i] - s.step[i], dv_real(NAN));
}
