// loop_review.c: machines with closed loops during a run: which coordinates are independent is looked at after every step.
#include "engine/loop.h"
#include "engine/closed_loops.h"
#include "run/running.h"

#include <math.h>
#include <string.h>

static void report(dv_running *r, int row, const char *remedy, const char *what, double t)
{
  const dv_loop *l = dv_loop_of(r->m, row);
  dv_mark mark = {dv_model_text(r->m, l->file), l->line, l->col};
  dv_diag_add(r->diags, DV_ERROR, mark, remedy, "loop '%s' %s at t = %.6g s", dv_model_text(r->m, l->name), what, t);
}

// The first coordinates of the machine in r->dx, for a message.
static const char *position(const dv_running *r)
{
  enum { MOST = 4 };
  const dv_variable *v = dv_model_VARIABLE(r->m);
  const char *text = "";
  int n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(r->m, VARIABLE) && n < MOST; i++) {
    if (v[i].array != DV_IN_STATE || v[i].index >= r->m->nq) continue;
    text = dv_arena_text(r->arena, "%s%s%s = %.5g %s", text, n++ ? ", " : "", dv_model_text(r->m, v[i].path), r->dx[v[i].index],
                         dv_model_text(r->m, v[i].unit));
  }
  return n == MOST ? dv_arena_text(r->arena, "%s ...", text) : text;
}

// Where rods are in line the loops lose a closure, and another motion branches off there: with the best choice of independent
// coordinates the others still follow by large factors.
int dv_loops_branching(dv_running *r, double t, const double *x)
{
  const double far = 1e3;
  if (!DV_MODEL_COUNT(r->m, LOOP)) return 0;
  memcpy(r->dx, x, (size_t)r->m->nx * sizeof(double));
  memcpy(r->d_end, r->s->d, (size_t)r->m->nd * sizeof(double));
  r->engine->tidy(r->m, r->num, t, r->dx, r->d_end, r->work);
  dv_engine_loops_choose(r->m, r->dx, r->d_end, 0, NULL, r->work);
  const double *now = r->d_end + r->m->loop_d;
  if (now[DV_LOOP_RANK] >= r->s->d[r->m->loop_d + DV_LOOP_RANK] && now[DV_LOOP_LIMIT] <= far) return 0;
  const dv_loop *l = dv_model_LOOP(r->m);
  dv_mark mark = {dv_model_text(r->m, l->file), l->line, l->col};
  dv_diag_add(
      r->diags, DV_ERROR, mark,
      r->shown
          ? "no error can be kept small where motions branch: take a looser rtol (1e-10 and above pass), or a fixed step "
            "(solver: {method: rk4, step: ...})"
          : "take `solver: {formulation: momentum}`, whose equations pass it, a fixed step (method: rk4, step: ...), or a looser rtol",
      "the loops come to a branching position at t = %.6g s (%s): two motions meet there, as where rods are in line", t,
      position(r));
  return 1;
}

int dv_loops_blame(dv_running *r, double t, const double *x)
{
  if (!DV_MODEL_COUNT(r->m, LOOP)) return 0;
  r->engine->rates(r->m, r->num, t, x, r->s->d, r->dx, NULL, r->work);
  int row = dv_engine_loops_open(r->m, r->work);
  if (row >= 0 && !dv_loops_branching(r, t, r->s->x))
    report(r, row, "use a smaller step; or the mechanism has come to the end of its reach there", "cannot be closed", t);
  return row >= 0;
}

// With the best choice of pivots, of 1; 0: two motions meet at the state of the run.
static double distance(dv_running *r)
{
  memcpy(r->d_end, r->s->d, (size_t)r->m->nd * sizeof(double));
  dv_engine_loops_choose(r->m, r->s->x, r->d_end, 0, NULL, r->work);
  return dv_engine_loops_pivot(r->m, r->s->x, r->d_end, r->work);
}

static void tell_branch(dv_running *r, double t, const char *how)
{
  const dv_loop *l = dv_model_LOOP(r->m);
  dv_mark mark = {dv_model_text(r->m, l->file), l->line, l->col};
  dv_diag_add(r->diags, DV_WARNING, mark, "keep away from there, or compare with another step or solver",
              "the loops %s a branching position at t = %.6g s, as where rods are in line: two motions meet there, and which one "
              "follows may be a matter of rounding",
              how, t);
  r->told_branch = 1;
}

// The least pivot falls to zero about linearly in time. Where that would be within two steps as long as the last one, and other
// pivots would not help, the position is passed.
static void watch(dv_running *r, double t)
{
  const double near = 0.2;
  if (r->told_branch) return;
  double way = dv_engine_loops_pivot(r->m, r->s->x, r->s->d, r->work), lost = r->way - way;
  r->way = way;
  if (way < near && way < 2 * lost && distance(r) < near) tell_branch(r, t, "pass");
}

void dv_loops_begin(dv_running *r)
{
  if (!DV_MODEL_COUNT(r->m, LOOP)) return;
  memcpy(r->d_end, r->s->d, (size_t)r->m->nd * sizeof(double));
  if (dv_engine_loops_doubtful(r->m, r->s->x, r->d_end, r->work)) tell_branch(r, r->s->t, "start all but in");
}

int dv_loops_review(dv_running *r, double t)
{
  const dv_model *m = r->m;
  int gaping = -1;
  if (!DV_MODEL_COUNT(m, LOOP)) return 0;
  memcpy(r->d_end, r->s->d, (size_t)m->nd * sizeof(double));
  int more = dv_engine_loops_review(m, r->s->x, r->s->d, r->work, &gaping) == 2;
  if (more && dv_loop_of(m, gaping)->held < 0) return dv_loops_take_in(r, t, gaping);
  if (more) gaping = -1;
  if (gaping < 0) return watch(r, t), 0;
  if (dv_loops_branching(r, t, r->s->x)) return 2;
  const dv_loop *l = dv_loop_of(m, gaping);
  dv_mark mark = {dv_model_text(m, l->file), l->line, l->col};
  dv_diag_add(r->diags, DV_ERROR, mark,
              "use a smaller step; if it stays, the loops are over-determined and the mechanism is stuck",
              "loop '%s' does not stay closed at t = %.6g s", dv_model_text(m, l->name), t);
  return 2;
}

double dv_loops_strain(dv_running *r, const double *x)
{
  return DV_MODEL_COUNT(r->m, LOOP) ? dv_engine_loops_strain(r->m, x, r->s->d, r->work) : 0;
}

const dv_chart *dv_chart_independent(dv_arena *a, const dv_model *m, const dv_chart *all, const double *d)
{
  if (!DV_MODEL_COUNT(m, LOOP)) return all;
  dv_chart *c = DV_TAKE(a, dv_chart, 1);
  char *dependent = DV_TAKE(a, char, 2 * m->nv);  // positions, rates
  double *only = DV_TAKE(a, double, m->nd);
  dv_engine_loops_positions(m, d, only);
  dv_engine_loops_dependent(m, only, dependent);
  dv_engine_loops_dependent(m, d, dependent + m->nv);
  *c = *all;
  c->moving = DV_TAKE(a, int, c->n);
  c->nmoving = 0;
  for (int i = 0; i < all->nmoving; i++) {
    int j = all->moving[i];
    if (j >= 2 * m->nv || !dependent[j]) c->moving[c->nmoving++] = j;
  }
  return c;
}

double dv_loops_margin(dv_running *r, double t, const double *x, double *tidy)
{
  memcpy(tidy, x, (size_t)r->m->nx * sizeof(double));
  r->engine->tidy(r->m, r->num, t, tidy, r->s->d, r->work);
  return dv_engine_loops_margin(r->m, tidy, r->s->d, r->work);
}
