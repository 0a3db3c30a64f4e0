// planned_motion.c: rounds of solving and refining, and what is said where there is no answer.
#include "study/planned_motion.h"

#include "engine/compiled.h"
#include "engine/program.h"
#include "engine/times.h"
#include "graph/depend.h"

#include <math.h>
#include <string.h>

// ---- parts

int dv_motion_fits(dv_diags *d, const dv_model *m, const char *file)
{
  double period;
  const dv_part *p = dv_model_PART(m);
  int sampled = dv_engine_sampled(m, dv_model_NUMBER(m), 0, &period), jumps = -1, n = 0;
  if (sampled >= 0) {
    dv_diag_add(d, DV_ERROR, (dv_mark){file, p[sampled].line, p[sampled].col},
                "remove it by a variant, or make it continuous (period: 0)",
                "'%s' is sampled: a plan goes over smooth equations only", dv_model_text(m, p[sampled].name));
    return 1;
  }
  for (int i = DV_MODEL_COUNT(m, PART) - 1; i >= 0; i--)
    if (dv_kind_of(m, &p[i])->jump) jumps = i, n++;
  if (n)
    dv_diag_add(d, DV_WARNING, (dv_mark){file, p[jumps].line, p[jumps].col}, "the replay shows whether that holds",
                "'%s'%s changes at events: the plan leaves it as it is at the start", dv_model_text(m, p[jumps].name),
                n > 1 ? dv_arena_text(d->arena, " and %d others", n - 1) : "");
  return 0;
}

// ---- influence

const char *dv_motion_influence(dv_arena *a, const dv_motion_task *t, char *moves)
{
  const dv_model *m = t->m;
  int nx = m->nx, nu = t->ninput, changed = 1, *number = DV_TAKE(a, int, nu + 1);
  char *moved = DV_TAKE(a, char, nx + 1);
  for (int j = 0; j < nu; j++) number[j] = t->input[j].number;
  const char *on = dv_depend(a, m, &(dv_depend_options){.number = number, .nnumber = nu});
  if (!on) return NULL;
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < nu; j++)
      if (on[i * (nx + nu) + nx + j]) moved[i] = moves[j] = 1;
  while (changed) {
    changed = 0;
    for (int i = 0; i < nx; i++)
      for (int j = 0; j < nx && !moved[i]; j++)
        if (on[i * (nx + nu) + j] && moved[j]) moved[i] = 1, changed = 1;
  }
  return moved;
}

int dv_motion_moves(dv_arena *under, const dv_motion_task *t, const char *moved, int variable)
{
  const dv_variable *v = dv_model_VARIABLE(t->m) + variable;
  int nx = t->m->nx, nu = t->ninput, cell, by = 0;
  if (v->array == DV_IN_STATE) return moved[v->index];
  if (!dv_shown_cell(v, &cell)) {
    for (int j = 0; j < nu; j++) by |= t->input[j].number == v->index;
    return by;
  }
  dv_arena *a = dv_arena_under(under);
  int *number = DV_TAKE(a, int, nu + 1);
  for (int j = 0; j < nu; j++) number[j] = t->input[j].number;
  const char *on = dv_depend(a, t->m, &(dv_depend_options){number, nu, &cell, 1});
  for (int j = 0; on && j < nx + nu; j++) by |= on[nx * (nx + nu) + j] && (j >= nx || moved[j]);
  dv_arena_free(a);
  return by || !on;
}

// ---- refinement

typedef struct {
  dv_arena *a;
  dv_diags *d;
  dv_motion_task t;
  const dv_motion_options *o;
  dv_motion_result *r;
} solving;

// Inputs go far from one end of an interval to the other, or from one to the next: a switch is near.
static int switches(const solving *s, int k)
{
  const dv_motion_found *f = s->r->found;
  int nu = s->t.ninput, from = s->t.held && k ? k - 1 : k, to = s->t.held ? (k + 1 < f->ninput ? k + 1 : k) : k + 1;
  for (int j = 0; j < nu; j++) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < f->ninput; i++) least = fmin(least, f->u[i * nu + j]), most = fmax(most, f->u[i * nu + j]);
    for (int i = from; i < to; i++)
      if (fabs(f->u[(i + 1) * nu + j] - f->u[i * nu + j]) > 0.25 * (most - least) &&
          most - least > 1e-6 * (fabs(least) + fabs(most)))
        return 1;
  }
  return 0;
}

// Intervals that are off by too much are halved. 1: some are.
static int refine(solving *s, const double *error)
{
  int k = 0, some = 0;
  for (int p = 0; p < s->t.nphase; p++) {
    dv_motion_phase *x = &s->t.phase[p];
    double *mesh = DV_TAKE(s->a, double, 2 * x->n + 1);
    int n = 0;
    for (int i = 0; i < x->n; i++, k++) {
      mesh[n++] = x->mesh[i];
      if (!(error[k] > s->o->error || switches(s, k))) continue;
      mesh[n++] = (x->mesh[i] + x->mesh[i + 1]) / 2, some = 1;
    }
    mesh[n] = 1;
    x->mesh = mesh, x->n = n;
  }
  return some;
}

// ---- no answer

static int refuse(const solving *s, const char *remedy, const char *format, const char *what)
{
  dv_diag_add(s->d, DV_ERROR, (dv_mark){s->t.file, 0, 0}, remedy, format, what);
  return 2;
}

// A limit at the end with one value that is nearest to what keeps it.
static int is_goal(const dv_motion_limit *l)
{
  return l->at_end && l->phase < 0 && (!(l->lower < l->upper) || isinf(l->lower) || isinf(l->upper));
}
static double goal_of(const dv_motion_limit *l) { return isinf(l->lower) ? l->upper : l->lower; }

// The whole question without what shall hold at the end, which is only to be missed by little: which limit is in the way?
static int find_miss(const solving *s, dv_motion_limit *worst, double *ends_at)
{
  dv_arena *a = dv_arena_under(s->a);
  dv_motion_task t = s->t;
  dv_sparse_options o = {.tolerance = 1e-6, .most = 200, .curvature = s->o->curvature, .stop = s->o->stop};
  dv_sparse_result r;
  double most = 1e-4;  // of its size: the search for the nearest is not finer
  int found = 0;
  t.limit = DV_TAKE(a, dv_motion_limit, t.nlimit + 1), t.term = DV_TAKE(a, dv_motion_term, t.nlimit + 1);
  t.nlimit = t.nterm = 0, t.steady = NULL;
  for (int k = 0; k < s->t.nlimit; k++) {
    const dv_motion_limit *l = &s->t.limit[k];
    double size = fmax(fabs(goal_of(l)), 1e-3);
    if (is_goal(l))
      t.term[t.nterm++] = (dv_motion_term){l->text, DV_TERM_FINAL_SQUARE, 1 / (size * size), goal_of(l), l->variable};
    else t.limit[t.nlimit++] = *l;
  }
  dv_collocation *c = t.nterm ? dv_collocation_new(a, s->d, &t) : NULL;
  double *z = c ? DV_TAKE(a, double, dv_collocation_problem(c)->n + 1) : NULL;
  if (c) dv_collocation_guess(c, z);
  if (c && !dv_sparse_solve(a, c, &o, z, &r) && (r.end == DV_SOLVED || r.end == DV_SOLVED_NEARLY)) {
    const dv_motion_found *f = dv_collocation_found(a, c, z);
    for (int k = 0, n = 0; k < s->t.nlimit; k++) {
      const dv_motion_limit *l = &s->t.limit[k];
      if (!is_goal(l)) continue;
      double off = sqrt(fmax(f->seen[(f->npoint - 1) * f->nseen + dv_collocation_term(c, n)], 0)),
             size = sqrt(1 / t.term[n].weight);
      if (off / size > most) most = off / size, *worst = *l, *ends_at = off, found = 1;
      n++;
    }
  }
  dv_arena_free(a);
  return found;
}

static const char give_way[] = "give more time, wider limits or stronger inputs; or a better guess by --guess";

// 0: the nearest motion misses nothing, or was not found.
static int tell_miss(const solving *s)
{
  dv_motion_limit l;
  double off;
  if ((s->o->stop && *s->o->stop) || !find_miss(s, &l, &off)) return 0;
  return refuse(
      s, give_way, "no motion was found that keeps all limits: the nearest misses %s",
      dv_arena_text(s->a, "'%s' by %.4g %s", l.text, off, dv_model_text(s->t.m, dv_model_VARIABLE(s->t.m)[l.variable].unit)));
}

static int tell_infeasible(const solving *s, const char *worst)
{
  int told = tell_miss(s);
  return told ? told : refuse(s, give_way, "no motion was found that keeps all limits: %s is furthest off", worst);
}

static int tell_endless(const solving *s)
{
  const dv_motion_term *t = s->t.term;
  for (int k = 1; k < s->t.nterm; k++)
    if (strcmp(t[k].text, t->text) != 0) return refuse(s, "limit what it is made of", "the objective falls without limit%s", "");
  return refuse(s, "limit what it is made of, or the time", "the objective has no end: %s",
                dv_arena_text(s->a, "'%s' %s without limit", t->text, t->weight > 0 ? "falls" : "rises"));
}

// The motion has become ten thousand times as long as it was to be.
static int goes_on(const solving *s)
{
  const dv_motion_found *f = dv_collocation_found(s->a, s->r->c, s->r->z);
  double now = 0, guess = 0;
  for (int p = 0; p < s->t.nphase; p++) now += f->duration[p], guess += s->t.phase[p].guess;
  return now > 1e4 * guess;
}

// The end may be out of reach, or there is none.
static int tell_too_long(const solving *s, const char *worst)
{
  int told = 0;
  if (s->r->end.violation > 1e-4) told = tell_miss(s);
  else if (goes_on(s)) told = tell_endless(s);
  if (told) return told;
  return refuse(s, "raise --iterations, take fewer intervals, or a better guess by --guess",
                "no answer after so many iterations: %s is furthest off", worst);
}

static int tell_end(const solving *s)
{
  const dv_sparse_result *e = &s->r->end;
  const char *worst = e->worst < 0 ? "a limit" : dv_collocation_row_name(s->a, s->r->c, e->worst, s->r->z);
  switch (e->end) {
  case DV_SOLVED:
  case DV_SOLVED_NEARLY: return 0;
  case DV_INFEASIBLE: return tell_infeasible(s, worst);
  case DV_ENDLESS: return tell_endless(s);
  case DV_STOPPED: return refuse(s, NULL, "interrupted%s: nothing was written", "");
  case DV_TOO_LONG: return tell_too_long(s, worst);
  case DV_NO_NUMBERS:
    return refuse(s, "limit the states to where the machine is defined, or start nearer by --guess",
                  "the machine has no numbers on the way%s: a loop does not close, or something is not finite", "");
  case DV_LOST:
    if (e->violation > 1e-4) return tell_infeasible(s, worst);
  }
  return refuse(s, "try another grid, --method trapezoid, or a better guess by --guess",
                "the search came to a standstill: %s is furthest off", worst);
}

// Limits of a state that exclude each other, or where the motion begins.
static int check_limits(const solving *s)
{
  const dv_variable *v = dv_model_VARIABLE(s->t.m);
  for (int i = 0; i < s->t.nlimit; i++) {
    const dv_motion_limit *a = &s->t.limit[i];
    double from = v[a->variable].array == DV_IN_STATE ? s->t.start[v[a->variable].index] : NAN, size = 1e-9 * (1 + fabs(from));
    if (!a->at_end && a->phase <= 0 && (from < a->lower - size || from > a->upper + size))
      return refuse(s, "begin within it: `initial:`, or --set initial...", "the machine begins beyond '%s'", a->text);
    for (int k = 0; k < i; k++) {
      const dv_motion_limit *b = &s->t.limit[k];
      int meet =
          a->variable == b->variable && (a->phase == b->phase || (!a->at_end && a->phase < 0) || (!b->at_end && b->phase < 0));
      if (meet && (a->lower > b->upper || b->lower > a->upper))
        return refuse(s, NULL, "no motion was found that keeps all limits: %s exclude each other",
                      dv_arena_text(s->a, "'%s' and '%s'", b->text, a->text));
    }
  }
  return 0;
}

// ---- rounds

static int solve_round(solving *s, const dv_motion_found *guess, int round)
{
  dv_motion_result *r = s->r;
  r->c = dv_collocation_new(s->a, s->d, &s->t);
  if (!r->c) return 1;
  r->z = DV_TAKE(s->a, double, dv_collocation_problem(r->c)->n + 1);
  if (guess) dv_collocation_read(r->c, guess, r->z);
  else dv_collocation_guess(r->c, r->z);
  dv_sparse_options o = {.tolerance = s->o->tolerance,
                         .most = s->o->most,
                         .curvature = s->o->curvature,
                         .warm = round > 0,
                         .stop = s->o->stop,
                         .tell = s->o->tell,
                         .context = s->o->context};
  if (dv_sparse_solve(s->a, r->c, &o, r->z, &r->end)) {
    dv_diag_add(s->d, DV_ERROR, (dv_mark){0}, "install coinor-libipopt1v5, or build with coinor-libipopt-dev",
                "planning needs Ipopt, which is not there");
    return 1;
  }
  r->iterations += r->end.iterations, r->rounds = round;
  return 0;
}

static int keep_round(solving *s, double *error)
{
  dv_motion_result *r = s->r;
  int n = dv_collocation_errors(r->c, r->z, error);
  r->error = 0;
  for (int k = 0; k < n; k++) r->error = fmax(r->error, error[k]);
  r->found = dv_collocation_found(s->a, r->c, r->z);
  if (s->o->round) s->o->round(s->o->context, n, &r->end, r->error);
  return n;
}

int dv_motion_solve(dv_arena *a, dv_diags *d, const dv_motion_task *t, const dv_motion_options *o, const dv_motion_found *guess,
                    dv_motion_result *r)
{
  solving s = {.a = a, .d = d, .t = *t, .o = o, .r = r};
  double *error = DV_TAKE(a, double, DV_INTERVALS_MOST * 2);
  *r = (dv_motion_result){0};
  s.t.phase = DV_TAKE(a, dv_motion_phase, t->nphase + 1);
  memcpy(s.t.phase, t->phase, (size_t)t->nphase * sizeof *t->phase);
  if (check_limits(&s)) return 2;
  for (int round = 0; round <= o->rounds; round++) {
    dv_motion_result before = *r;
    int bad = solve_round(&s, round ? r->found : guess, round);
    if (!bad) bad = tell_end(&s);
    if (bad && round && !(o->stop && *o->stop)) {  // the mesh before had an answer
      d->n--, d->nerror--;
      *r = before;
      return 0;
    }
    if (bad) return bad;
    int n = keep_round(&s, error);
    if (round == o->rounds || 2 * n > (int)DV_INTERVALS_MOST || !refine(&s, error)) break;
  }
  return 0;
}
