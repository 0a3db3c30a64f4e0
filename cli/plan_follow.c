// plan_follow.c: the machine along its plan, by an adaptive solver: how far states and limits are off. And runs as guesses.
#include "plan.h"

#include <math.h>
#include <string.h>

enum { LOOKS = 500 };  // at least, over the motion

// ---- guess

// A message where a column that is taken, or the time, is no number; NULL: nowhere.
static const char *not_finite(dv_arena *a, const dv_history *l, const int *column, int n)
{
  for (int r = 0; r < l->nrow; r++)
    for (int i = -1; i < n; i++) {
      int at = i < 0 ? 0 : column[i];
      if (at >= 0 && !isfinite(dv_history_row(l, r)[at])) return dv_arena_text(a, "'%s' in row %d", l->column[at].name, r + 1);
    }
  return NULL;
}

int plan_guess(planning *w)
{
  args *a = w->a;
  const dv_model *m = w->m->model;
  dv_history *l = read_run(a, value_of(a, "guess"));
  if (!l) return BAD_FILE;
  int nx = m->nx, nu = w->t.ninput, known = 0;
  dv_motion_found *g = DV_TAKE(a->arena, dv_motion_found, 1);
  if (l->nrow < 2) return bad_usage(a, NULL, "--guess: '%s' has no two rows", value_of(a, "guess"));
  g->npoint = g->ninput = l->nrow;
  g->t = g->tu = DV_TAKE(a->arena, double, l->nrow), g->x = DV_TAKE(a->arena, double, (size_t)l->nrow *(size_t)nx + 1);
  g->u = DV_TAKE(a->arena, double, (size_t)l->nrow *(size_t)nu + 1), g->duration = DV_TAKE(a->arena, double, w->t.nphase + 1);
  int *column = DV_TAKE(a->arena, int, nx + nu + 1);
  for (int i = 0; i < nx; i++) known += (column[i] = dv_history_find(l, dv_model_state_name(m, i))) > 0;
  for (int j = 0; j < nu; j++) known += (column[nx + j] = dv_history_find(l, w->t.input[j].name)) > 0;
  if (!known)
    return bad_usage(a, "take a run of this machine", "--guess: '%s' has none of its states and inputs", value_of(a, "guess"));
  const char *where = not_finite(a->arena, l, column, nx + nu);
  if (where) return bad_usage(a, "cut the run before it", "--guess: '%s' has no number for %s", value_of(a, "guess"), where);
  for (int r = 0; r < l->nrow; r++) {
    const double *row = dv_history_row(l, r);
    g->t[r] = row[0] - dv_history_row(l, 0)[0];
    for (int i = 0; i < nx; i++) g->x[r * nx + i] = column[i] > 0 ? row[column[i]] : w->t.start[i];
    for (int j = 0; j < nu; j++) g->u[r * nu + j] = column[nx + j] > 0 ? row[column[nx + j]] : w->t.input[j].guess;
  }
  for (int p = 0; p < w->t.nphase; p++) g->duration[p] = g->t[l->nrow - 1] / w->t.nphase;
  w->guess = g;
  return FINE;
}

// ---- replay

static const char **columns(const planning *w, int *n)
{
  const dv_model *m = w->m->model;
  const char **name = DV_TAKE(w->a->arena, const char *, m->nx + w->t.ninput + w->t.nlimit + w->r.found->nseen + 1);
  *n = 0;
  for (int j = 0; j < w->t.ninput; j++) name[(*n)++] = w->t.input[j].name;
  for (int i = 0; i < m->nx; i++) name[(*n)++] = dv_model_state_name(m, i);
  for (int k = 0; k < w->r.found->nseen; k++) {
    int v = w->r.found->seen_variable[k];
    if (v >= 0) name[(*n)++] = dv_model_text(m, dv_model_VARIABLE(m)[v].path);
  }
  for (int k = 0; k < w->t.nlimit; k++) name[(*n)++] = dv_model_text(m, dv_model_VARIABLE(m)[w->t.limit[k].variable].path);
  return name;
}

static void compare_states(planning *w)
{
  const dv_model *m = w->m->model;
  const dv_motion_found *f = w->r.found;
  const double *size = dv_model_SCALE(m);
  plan_replay *p = &w->replay;
  p->off = DV_TAKE(w->a->arena, double, m->nx + 1);
  for (int i = 0; i < m->nx; i++) {
    int column = dv_history_find(p->log, dv_model_state_name(m, i)), r = 0;
    for (int k = 0; k < f->npoint && column > 0; k++) {
      while (r < p->log->nrow - 1 && dv_history_row(p->log, r)[0] < f->t[k] * (1 - 1e-12)) r++;
      p->off[i] = fmax(p->off[i], fabs(dv_history_row(p->log, r)[column] - f->x[k * m->nx + i]));
    }
    double share = p->off[i] / (size[i] > 0 ? size[i] : 1);
    if (share > p->worst) p->worst = share, p->worst_state = i;
  }
}

static double end_of_phase(const planning *w, int phase)
{
  double t = 0;
  for (int p = 0; p <= (phase < 0 ? w->t.nphase - 1 : phase); p++) t += w->r.found->duration[p];
  return t;
}

// A limit at an end is looked at there, another one from the first step on.
static void check_limit(planning *w, const dv_motion_limit *l)
{
  const dv_model *m = w->m->model;
  const dv_variable *v = dv_model_VARIABLE(m) + l->variable;
  plan_replay *p = &w->replay;
  int column = dv_history_find(p->log, dv_model_text(m, v->path));
  double size = fmax(isfinite(l->lower) ? fabs(l->lower) : 0, isfinite(l->upper) ? fabs(l->upper) : 0),
         end = end_of_phase(w, l->phase);
  if (size == 0) size = v->nominal > 0 ? v->nominal : 1;
  for (int r = 1; r < p->log->nrow && column > 0; r++) {
    const double *row = dv_history_row(p->log, r);
    if (l->at_end && fabs(row[0] - end) > 1e-9 * (1 + end)) continue;
    double over = fmax(l->lower - row[column], row[column] - l->upper) / size;
    if (over > p->over) p->over = over, p->over_text = l->text, p->over_at = row[0];
  }
}

static dv_machine *open_planned(const planning *w)
{
  dv_machine_options o = {.case_name = value_of(w->a, "case"), .kinds = w->a->kinds, .maker = fmus_maker(w->a)};
  o.import = import_options(w->a);
  return dv_machine_open(w->out, &o);
}

static int follow(planning *w, dv_machine *m)
{
  int n;
  const char **name = columns(w, &n);
  dv_record *record = dv_record_new(w->a->arena, m->diags, m->model, name, n);
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  o.method = "cvode", o.step = 0, o.rtol = 1e-9, o.atol = 1e-11, o.order = 0, o.halt = interruption();
  o.until = plan_duration(w), o.every = o.until / (int)LOOKS, o.also = w->r.found->t, o.nalso = w->r.found->npoint;
  if (!record) return RUN_FAILED;
  w->replay.log = record->log;
  if (dv_start(m, s) || dv_run(m->model, s, &o, dv_record_row, NULL, record, &w->replay.run, m->diags, m->arena))
    return RUN_FAILED;
  compare_states(w);
  for (int k = 0; k < w->t.nlimit; k++) check_limit(w, &w->t.limit[k]);
  return FINE;
}

// Deviations of that size are no errors of the mesh.
static void tell_astray(planning *w)
{
  const plan_replay *p = &w->replay;
  if (!(p->worst > 0.01)) return;
  dv_diag_add(w->m->diags, DV_WARNING, (dv_mark){w->a->operand[0], 0, 0},
              "a finer plan (--error, --grid), or look for parts that change at events on the way",
              "the machine does not follow its plan: '%s' is off by %.2g of its size",
              dv_model_state_name(w->m->model, p->worst_state), p->worst);
}

int plan_follow(planning *w)
{
  dv_machine *m = open_planned(w);
  int code = m->model ? follow(w, m) : BAD_FILE;
  if (code != FINE) move_diags(w->a->diags, m->diags);
  else tell_astray(w);
  dv_machine_close(m);
  return code;
}
