// plan_read.c: which motion shall be best, by which inputs, within which limits.
#include "plan_read.h"

#include "base/number.h"
#include "engine/closed_loops.h"

#include <math.h>
#include <string.h>

// ---- inputs

static const dv_variable *variable(const planning *w, int v) { return dv_model_VARIABLE(w->m->model) + v; }

static int row_of(const planning *w, const char *name, const char *what)
{
  return dv_model_find(w->m->model, dv_arena_text(w->a->arena, "%s.%s", name, what));
}

static int is_input(const planning *w, const char *name)
{
  int at = row_of(w, name, "value");
  return at >= 0 && variable(w, at)->role == DV_ROLE_INPUT;
}

static const char **input_names(const planning *w, int *n)
{
  const dv_model *m = w->m->model;
  const char **name = DV_TAKE(w->a->arena, const char *, DV_MODEL_COUNT(m, VARIABLE) + 1);
  *n = 0;
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (is_input(w, dv_model_text(m, variable(w, i)->path))) name[(*n)++] = dv_model_text(m, variable(w, i)->path);
  return name;
}

static int read_input(planning *w, const char *name, const char *range, dv_motion_input *u)
{
  const double *number = dv_model_NUMBER(w->m->model);
  const char *what = dv_arena_text(w->a->arena, "--input %s", name);
  *u = (dv_motion_input){.name = name, .variable = row_of(w, name, "value"), .output = dv_model_find(w->m->model, name)};
  double least = number[variable(w, row_of(w, name, "lower"))->index],
         most = number[variable(w, row_of(w, name, "upper"))->index];
  u->number = variable(w, u->variable)->index;
  u->lower = least, u->upper = most, u->slowest = -HUGE_VAL, u->fastest = HUGE_VAL;
  if (range && plan_range(w, what, range, plan_unit(w, u->output), 1, &u->lower, &u->upper)) return BAD_USAGE;
  if (u->lower < least || u->upper > most)
    return bad_usage(w->a, "widen its lower: and upper: in the file, or keep within them",
                     "%s: the input itself goes from %g to %g %s only", what, least, most, plan_unit(w, u->output));
  if (!(u->lower < u->upper)) return bad_usage(w->a, "write LO..HI", "%s: nothing can be chosen", what);
  u->guess = fmin(fmax(number[u->number], u->lower), u->upper);
  return FINE;
}

static int read_inputs(planning *w)
{
  args *a = w->a;
  int n, code = FINE;
  const char **all = input_names(w, &n), **text = w->q.ninput ? w->q.input : all;
  int count = w->q.ninput ? w->q.ninput : n;
  w->t.input = DV_TAKE(a->arena, dv_motion_input, count + 1);
  if (!n)
    return bad_usage(a, "e.g. signals: {force: {kind: input, lower: -50 N, upper: 50 N}}",
                     "the machine has no input that a plan could choose");
  for (int i = 0; i < count && code == FINE; i++) {
    const char *equals = strchr(text[i], '=');
    const char *name = plan_trimmed(a->arena, text[i], equals ? (size_t)(equals - text[i]) : strlen(text[i]));
    const char *range = equals ? plan_trimmed(a->arena, equals + 1, strlen(equals + 1)) : NULL;
    for (int k = 0; k < w->t.ninput; k++)
      if (!strcmp(w->t.input[k].name, name)) return bad_usage(a, NULL, "--input: '%s' is named twice", name);
    if (!is_input(w, name)) {
      const char *near = did_you_mean(a->arena, name, all, n);
      return bad_usage(a, near ? near : "give the machine a signal {kind: input} of that name", "'%s' is not an input", name);
    }
    code = read_input(w, name, range, &w->t.input[w->t.ninput++]);
  }
  return code;
}

static int read_rates(planning *w)
{
  args *a = w->a;
  for (int i = 0; i < w->q.nrate; i++) {
    const char *text = w->q.rate[i], *equals = strchr(text, '=');
    dv_motion_input *u = NULL;
    if (!equals) return bad_usage(a, "write --rate f=20N/s", "--rate: '%s' has no value", text);
    const char *name = plan_trimmed(a->arena, text, (size_t)(equals - text));
    for (int k = 0; k < w->t.ninput; k++)
      if (!strcmp(w->t.input[k].name, name)) u = &w->t.input[k];
    if (!u) return bad_usage(a, "name it by --input", "--rate: '%s' is none of the inputs that are sought", name);
    const char *unit = plan_unit(w, u->output);
    unit = *unit && strcmp(unit, "1") != 0 ? dv_arena_text(a->arena, "(%s)/s", unit) : NULL;
    if (plan_range(w, dv_arena_text(a->arena, "--rate %s", name), plan_trimmed(a->arena, equals + 1, strlen(equals + 1)), unit, 1,
                   &u->slowest, &u->fastest))
      return BAD_USAGE;
  }
  if (w->q.nrate && w->t.held)
    return bad_usage(a, "take --between line", "inputs that are held jump: their rates cannot be limited");
  return FINE;
}

// ---- limits

static dv_motion_limit *new_limit(planning *w)
{
  dv_motion_limit *more = DV_TAKE(w->a->arena, dv_motion_limit, w->t.nlimit + 1);
  if (w->t.nlimit) memcpy(more, w->t.limit, (size_t)w->t.nlimit * sizeof *more);
  w->t.limit = more;
  return &more[w->t.nlimit++];
}

static int take_limit(planning *w, const char *text, int column, double lower, double upper, int phase, int at_end)
{
  *new_limit(w) = (dv_motion_limit){text, column, lower, upper, phase, at_end};
  return FINE;
}

// "column <= 3 bar", "column >= ..", "column = ..", "|column| <= ..", "column = LO..HI".
static int read_limit(planning *w, const char *what, const char *text, int phase, int at_end)
{
  args *a = w->a;
  const char *less = strstr(text, "<="), *more = strstr(text, ">="), *equal = strchr(text, '='),
             *op = less   ? less
                   : more ? more
                          : equal;
  double lower, upper;
  int column;
  if (!op) return bad_usage(a, "e.g. 'pump.pressure <= 210 bar'", "%s: '%s' has no <=, >= or =", what, text);
  const char *name = plan_trimmed(a->arena, text, (size_t)(op - text)), *number = op + (less || more ? 2 : 1);
  size_t n = strlen(name);
  int size = n > 1 && name[0] == '|' && name[n - 1] == '|';
  if (size) name = plan_trimmed(a->arena, name + 1, n - 2);
  if (size && !less) return bad_usage(a, "write |x| <= ..", "%s: '%s' is no limit", what, text);
  if (plan_column(w, what, name, &column)) return BAD_USAGE;
  if (plan_range(w, dv_arena_text(a->arena, "%s %s", what, name), plan_trimmed(a->arena, number, strlen(number)),
                 plan_unit(w, column), 0, &lower, &upper))
    return BAD_USAGE;
  if ((less || more) && lower != upper) return bad_usage(a, "write x = LO..HI", "%s: '%s' has two limits", what, text);
  if (less) lower = size ? -upper : -HUGE_VAL;
  if (more) upper = HUGE_VAL;
  if (size && upper < 0) return bad_usage(a, NULL, "%s: '%s' leaves nothing", what, text);
  return take_limit(w, text, column, lower, upper, phase, at_end);
}

// Rates of all coordinates that inputs move and loops leave free.
static int take_rest(planning *w, const char *moved, int phase)
{
  const dv_model *m = w->m->model;
  char *dependent = DV_TAKE(w->a->arena, char, m->nv + 1);
  dv_engine_loops_dependent(m, w->start->d, dependent);
  for (int i = 0; i < m->nv; i++) {
    int state = m->nq + i, row = dv_model_state(m, state);
    if (dependent[i] || row < 0 || (moved && !moved[state])) continue;
    take_limit(w, dv_arena_text(w->a->arena, "rest: %s = 0", dv_model_state_name(m, state)), row, 0, 0, phase, 1);
  }
  return FINE;
}

// Their accelerations, too: what is at rest stays so.
static int take_steady(planning *w, const char *moved)
{
  const dv_model *m = w->m->model;
  char *dependent = DV_TAKE(w->a->arena, char, m->nv + 1), *steady = DV_TAKE(w->a->arena, char, m->nx + 1);
  dv_engine_loops_dependent(m, w->start->d, dependent);
  for (int i = 0; i < m->nv; i++) steady[m->nq + i] = !dependent[i] && (!moved || moved[m->nq + i]);
  w->t.steady = steady;
  return take_rest(w, moved, -1);
}

static int read_end(planning *w, const char *moved)
{
  for (int i = 0; i < w->q.nto; i++) {
    const char *text = plan_trimmed(w->a->arena, w->q.to[i], strlen(w->q.to[i]));
    int code = !strcmp(text, "rest")     ? take_rest(w, moved, -1)
               : !strcmp(text, "steady") ? take_steady(w, moved)
                                         : read_limit(w, "--to", text, -1, 1);
    if (code != FINE) return code;
  }
  return FINE;
}

// A waypoint: limits between commas; `time` is that of its stretch.
static int read_waypoint(planning *w, const char *text, int phase, const char *moved)
{
  dv_arena *a = w->a->arena;
  for (const char *c = text; c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
    const char *end = strchr(c, ','), *item = plan_trimmed(a, c, end ? (size_t)(end - c) : strlen(c)),
               *equals = strchr(item, '=');
    int code, time = equals && !strcmp(plan_trimmed(a, item, (size_t)(equals - item)), "time");
    if (time)
      code = plan_range(w, "--through time", plan_trimmed(a, equals + 1, strlen(equals + 1)), "s", 0, &w->t.phase[phase].lower,
                        &w->t.phase[phase].upper);
    else if (!strcmp(item, "rest")) code = take_rest(w, moved, phase);
    else code = read_limit(w, "--through", item, phase, 1);
    if (code != FINE) return code;
    if (time && !(w->t.phase[phase].lower > 0)) return bad_usage(w->a, NULL, "--through: '%s' must be above zero", item);
  }
  return FINE;
}

// ---- mesh and time

static int whole(planning *w, const char *name, const char *text, double least, double most, int *out)
{
  double x = 0;
  const char *end = text ? dv_number_read(text, &x) : NULL;
  if (!text) return FINE;
  if (!end || *end || !(x >= least && x <= most) || x != floor(x))
    return bad_usage(w->a, dv_arena_text(w->a->arena, "give a whole number from %.0f to %.0f", least, most),
                     "--%s: '%s' is no such number", name, text);
  *out = (int)x;
  return FINE;
}

static int read_method(planning *w)
{
  const char *method = w->q.method, *between = w->q.between;
  for (const dv_lobatto *l = dv_lobatto_rows; l->name; l++)
    if (!method ? l == dv_lobatto_rows : !strcmp(l->name, method)) w->t.rule = l;
  if (!w->t.rule) return bad_usage(w->a, "there are hermite-simpson, trapezoid, lobatto", "there is no method '%s'", method);
  if (between && strcmp(between, "line") != 0 && strcmp(between, "hold") != 0)
    return bad_usage(w->a, "take line or hold", "--between: '%s' is neither", between);
  w->t.held = between && !strcmp(between, "hold");
  return FINE;
}

static int read_time(planning *w)
{
  w->t.shortest = 0, w->t.longest = HUGE_VAL;
  if (w->q.time && strcmp(w->q.time, "free") != 0 && plan_range(w, "--time", w->q.time, "s", 0, &w->t.shortest, &w->t.longest))
    return BAD_USAGE;
  if (!(w->t.longest > 0)) return bad_usage(w->a, "e.g. --time 3s, --time 1..10s", "--time: a motion takes some time");
  return FINE;
}

// The file's `until` is the guess where it fits.
static int read_phases(planning *w, const char *moved)
{
  int n = 30, code = whole(w, "grid", w->q.grid, 2, 1000, &n), count = w->q.nthrough + 1;
  if (code != FINE) return code;
  if (count > (int)DV_PHASES_MOST) return bad_usage(w->a, NULL, "there are more than %d waypoints", (int)DV_PHASES_MOST - 1);
  w->t.phase = DV_TAKE(w->a->arena, dv_motion_phase, count), w->t.nphase = count;
  double guess = w->m->spec->solver.until;
  if (!(guess >= w->t.shortest && guess <= w->t.longest))
    guess = isfinite(w->t.longest) ? (w->t.shortest + w->t.longest) / 2 : 2 * w->t.shortest;
  for (int p = 0; p < count; p++) {
    dv_motion_phase *x = &w->t.phase[p];
    *x = (dv_motion_phase){n, DV_TAKE(w->a->arena, double, n + 1), 1e-6 * guess, w->t.longest, guess / count};
    if (count == 1 && w->t.shortest > 0) x->lower = w->t.shortest;
    for (int k = 0; k <= n; k++) x->mesh[k] = (double)k / n;
    if (p < w->q.nthrough && read_waypoint(w, w->q.through[p], p, moved)) return BAD_USAGE;
    x->guess = fmin(fmax(x->guess, x->lower), x->upper);
  }
  return FINE;
}

static int read_solver(planning *w)
{
  const char *tolerance = value_of(w->a, "tolerance"), *error = value_of(w->a, "error");
  w->o.tolerance = 1e-8, w->o.error = 1e-7, w->o.rounds = 3, w->o.most = 1000, w->o.curvature = !has(w->a, "bfgs");
  if (whole(w, "refine", w->q.refine, 0, 12, &w->o.rounds)) return BAD_USAGE;
  if (whole(w, "iterations", value_of(w->a, "iterations"), 1, 1e6, &w->o.most)) return BAD_USAGE;
  const char *text[] = {tolerance, error};
  double *to[] = {&w->o.tolerance, &w->o.error};
  for (int i = 0; i < 2; i++) {
    const char *end = text[i] ? dv_number_read(text[i], to[i]) : "";
    if (!end || *end || !(*to[i] > 0 && *to[i] < 1))
      return bad_usage(w->a, NULL, "--%s must be between 0 and 1", i ? "error" : "tolerance");
  }
  return FINE;
}

// ---- what cannot be

static int check_influence(planning *w, const char *moved, const char *moves)
{
  for (int j = 0; moved && j < w->t.ninput; j++) {
    int seen = moves[j];
    for (int k = 0; k < w->t.nlimit && !seen; k++) seen = w->t.limit[k].variable == w->t.input[j].output;
    if (!seen) {
      dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->a->operand[0], 0, 0}, "leave it out by --input",
                  "input '%s' has no influence on any state", w->t.input[j].name);
      return RUN_FAILED;
    }
  }
  for (int k = 0; moved && k < w->t.nlimit; k++) {
    const dv_motion_limit *l = &w->t.limit[k];
    if (!l->at_end || l->lower < l->upper || dv_motion_moves(w->a->arena, &w->t, moved, l->variable)) continue;
    dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->a->operand[0], 0, 0}, "leave it out, or take another input",
                "no input has influence on what '%s' asks for", l->text);
    return RUN_FAILED;
  }
  return FINE;
}

int plan_read(planning *w)
{
  w->t.m = w->m->model, w->t.file = w->a->operand[0], w->t.start = w->start->x;
  int code = plan_ask(w);
  if (code == FINE) code = read_method(w);
  if (code == FINE) code = read_inputs(w);
  if (code == FINE) code = read_rates(w);
  if (code == FINE) code = read_time(w);
  if (code != FINE) return code;
  char *moves = DV_TAKE(w->a->arena, char, w->t.ninput + 1);
  const char *moved = dv_motion_influence(w->a->arena, &w->t, moves);
  code = read_phases(w, moved);
  if (code == FINE) code = read_end(w, moved);
  for (int i = 0; i < w->q.nsubject && code == FINE; i++) code = read_limit(w, "--subject", w->q.subject[i], -1, 0);
  if (code == FINE) code = plan_objective(w, w->q.least ? w->q.least : w->q.most, w->q.least ? 1 : -1);
  if (code == FINE) code = read_solver(w);
  return code == FINE ? check_influence(w, moved, moves) : code;
}
