// same.c: a machine against another way to write it: rates at the start, then runs.
#include "engine/program.h"
#include "engine/skeleton_at.h"
#include "trial.h"

#include <math.h>
#include <string.h>

int states_match(const machine *a, const machine *b, rename_state *as, const void *context, int *map)
{
  if (a->model->nx != b->model->nx) return -1;
  for (int i = 0; i < b->model->nx; i++) {
    const char *name = dv_model_state_name(b->model, i);
    if (as) name = as(b->arena, name, context);
    map[i] = -1;
    for (int k = 0; k < a->model->nx && map[i] < 0; k++)
      if (!strcmp(dv_model_state_name(a->model, k), name)) map[i] = k;
    if (map[i] < 0) return -1;
  }
  return 0;
}

// Size against which a rate counts: accelerations of one machine are coupled, so all of them by the largest.
static double size_of(const dv_model *m, const double *dx, int i)
{
  const double *scale = dv_model_SCALE(m);
  double most = scale[i] + fabs(dx[i]);
  if (i >= m->nq && i < m->nq + m->nv)
    for (int k = m->nq; k < m->nq + m->nv; k++) most = fmax(most, fabs(dx[k]));
  return most;
}

static double largest_effort(const machine *m)
{
  const dv_model *model = m->model;
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(model)), *dx = DV_TAKE(m->arena, double, model->nx + 1), most = 0;
  dv_engine_x1.ready(model, dv_model_NUMBER(model), work);
  dv_engine_x1.rates(model, dv_model_NUMBER(model), 0, m->start->x, m->start->d, dx, NULL, work);
  for (int i = 0; i < model->nv; i++) most = fmax(most, fabs(work[model->work_tau + i]));
  return most;
}

// Efforts that cancel (a gear wound up by 8e5 N.m in a loop that cannot move) leave their rounding behind in the accelerations:
// those that M (a - b) holds apart by less than 1e-12 of the efforts are the same.
static int is_rounding(const machine *m, const double *a, const double *b, const int *place)
{
  const dv_model *model = m->model;
  int n = model->nv;
  double most = 0, *M = DV_TAKE(m->arena, double, n *n + 1), *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(model));
  dv_engine_x1.ready(model, dv_model_NUMBER(model), work);
  dv_engine_mass_matrix(model, m->start->x, M, work);
  for (int i = 0; i < n; i++) {
    double effort = 0;
    for (int k = 0; k < n; k++) effort += M[i * n + k] * (a[model->nq + k] - b[place[model->nq + k]]);
    most = fmax(most, fabs(effort));
  }
  return most <= 1e-12 * largest_effort(m);
}

// Loops close near the positions of the file, and not only in one place: both machines begin where the first one does.
static void begin_alike(const machine *m, const machine *other, const int *map)
{
  if (!DV_MODEL_COUNT(m->model, LOOP)) return;
  for (int i = 0; i < other->model->nx; i++) other->start->x[i] = m->start->x[map ? map[i] : i];
}

static verdict same_rates(trial *t, const machine *other, const int *map, const char *what)
{
  const machine *m = t->m;
  begin_alike(m, other, map);
  const double *a = rates_of(m, 0, m->start->x, m->start->d), *b = rates_of(other, 0, other->start->x, other->start->d);
  int *place = DV_TAKE(m->arena, int, m->model->nx + 1);  // of a's states in b
  for (int i = 0; i < other->model->nx; i++) place[map ? map[i] : i] = i;
  for (int i = 0; i < other->model->nx; i++) {
    int k = map ? map[i] : i;
    double x = m->start->x[k], y = other->start->x[i];
    const char *name = dv_model_state_name(m->model, k);
    if (fabs(x - y) > 1e-9 * (dv_model_SCALE(m->model)[k] + fabs(x)))
      return say(t, "%s: %s starts at %.12g, at %.12g", what, name, x, y);
    if (isnan(a[k]) && isnan(b[i])) return NOT_HERE;  // `start` says so
    int moves = k >= m->model->nq && k < m->model->nq + m->model->nv;
    if (fabs(a[k] - b[i]) <= 1e-7 * size_of(m->model, a, k) || (moves && is_rounding(m, a, b, place))) continue;
    say(t, "%s: the rate of %s is %.12g, %.12g", what, name, a[k], b[i]);
    return t->branches ? TOLD : DIFFERS;
  }
  return AGREES;
}

// The other's end in the order of the machine itself.
static course *in_order(const machine *m, const course *c, const int *map)
{
  course *o = DV_TAKE(m->arena, course, 1);
  *o = *c;
  if (!map) return o;
  o->end = DV_TAKE(m->arena, double, m->model->nx), o->peak = DV_TAKE(m->arena, double, m->model->nx);
  for (int i = 0; i < m->model->nx; i++) o->end[map[i]] = c->end[i], o->peak[map[i]] = c->peak[i];
  return o;
}

verdict same_machine(trial *t, const machine *other, const int *map, const char *what)
{
  verdict v = same_rates(t, other, map, what);
  if (v != AGREES || t->reference->failed) return v;
  double apart = HUGE_VAL, own = 0;
  const course *last[2] = {NULL, NULL};
  for (double tolerance = TIGHT; tolerance > 5e-13; tolerance *= 3e-2) {
    way w = {.method = "cvode-bdf", .tolerance = tolerance};
    const course *now[2] = {last[0] ? course_run(t, t->m, &w) : t->reference, course_run(t, other, &w)};
    if (now[0]->slow || now[1]->slow || now[0]->failed) return OPEN;
    if (now[1]->failed) return say_fails(t, t->m, w, now[1], dv_arena_text(t->arena, "%s: the run fails", what));
    now[1] = in_order(t->m, now[1], map);
    own = last[0] ? courses_apart(t->m, last[0], now[0]) + courses_apart(t->m, last[1], now[1]) : 0;
    apart = courses_apart(t->m, now[0], now[1]);
    if (apart <= CLOSE) return AGREES;
    if (last[0] && own < 0.02 * apart) break;
    last[0] = now[0], last[1] = now[1];
  }
  if (own < 0.02 * apart && course_shaken(t, t->m, &(way){.method = "cvode-bdf", .tolerance = TIGHT}) > 0.1 * apart) return OPEN;
  return own < 0.02 * apart ? say_apart(t, "%s: runs are %.2e apart, own change %.1e", what, apart, own) : OPEN;
}

verdict same_states(trial *t, const machine *other, const char *what)
{
  int *map = DV_TAKE(t->arena, int, t->m->model->nx + 1);
  if (!other->model) return say(t, "%s: refused: %s", what, machine_refusal(other));
  if (states_match(t->m, other, NULL, NULL, map)) return say(t, "%s: it has other states", what);
  return same_machine(t, other, map, what);
}
