// plan_read.c: which motion shall be best, by which inputs, within which limits: from `plan:` of the file or the command line.
#include "plan.h"

#include "base/number.h"
#include "engine/closed_loops.h"
#include "spec/quantity.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *trimmed(dv_arena *a, const char *text, size_t n)
{
  while (n && isspace((unsigned char)*text)) text++, n--;
  while (n && isspace((unsigned char)text[n - 1])) n--;
  return dv_arena_copy(a, text, n);
}

// ---- texts

static const char *text_of(const dv_node *map, const char *key)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  return n && n->type == DV_SCALAR ? n->text : NULL;
}

static int texts_of(args *a, const dv_node *map, const char *key, const char ***out)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  int count = !n ? 0 : n->type == DV_SCALAR ? 1 : n->n;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) (*out)[i] = n->type == DV_SCALAR ? n->text : n->item[i]->text ? n->item[i]->text : "";
  return count;
}

// {name: text} as the command line would say it: name=text.
static int pairs_of(args *a, const dv_node *map, const char *key, const char ***out)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  int count = n && n->type == DV_MAP ? n->n : 0;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) {
    const char *text = n->item[i]->type == DV_SCALAR ? n->item[i]->text : "";
    (*out)[i] = *text ? dv_arena_text(a->arena, "%s=%s", n->item[i]->key, text) : n->item[i]->key;
  }
  return count;
}

static int named_question(args *a, const dv_machine *m, const dv_node **out)
{
  const dv_node *all = dv_doc_find(m->spec->source->root, "plan");
  const char *name = a->noperand > 1 ? a->operand[1] : NULL;
  int n = all && all->type == DV_MAP ? all->n : 0;
  const char **names = DV_TAKE(a->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) {
    names[i] = all->item[i]->key;
    if (name && !strcmp(name, names[i])) return *out = all->item[i], FINE;
  }
  if (name) return bad_usage(a, did_you_mean(a->arena, name, names, n), "the file has no plan '%s'", name);
  if (n == 1 && !has(a, "to") && !has(a, "min") && !has(a, "max")) *out = all->item[0];
  if (n > 1 && !has(a, "to") && !has(a, "min") && !has(a, "max"))
    return bad_usage(a, dv_arena_text(a->arena, "e.g. davit plan %s %s", a->operand[0], names[0]),
                     "the file has %d plans: say which", n);
  return FINE;
}

static void take_list(args *a, const char *option, const char ***list, int *n)
{
  if (has(a, option)) *n = values_of(a, option, list);
}

static void take_text(args *a, const char *option, const char **text)
{
  if (has(a, option)) *text = value_of(a, option);
}

// The command line goes before the file.
static int read_question(planning *w)
{
  args *a = w->a;
  plan_question *q = &w->q;
  const dv_node *from = NULL;
  int code = named_question(a, w->m, &from);
  if (code != FINE) return code;
  q->ninput = pairs_of(a, from, "inputs", &q->input), q->nrate = pairs_of(a, from, "rates", &q->rate);
  q->nsubject = texts_of(a, from, "subject", &q->subject), q->nto = texts_of(a, from, "to", &q->to);
  q->nthrough = texts_of(a, from, "through", &q->through);
  q->time = text_of(from, "time"), q->least = text_of(from, "minimise"), q->most = text_of(from, "maximise");
  q->grid = text_of(from, "grid"), q->method = text_of(from, "method"), q->between = text_of(from, "between");
  q->refine = text_of(from, "refine");
  take_list(a, "input", &q->input, &q->ninput), take_list(a, "rate", &q->rate, &q->nrate);
  take_list(a, "subject", &q->subject, &q->nsubject), take_list(a, "to", &q->to, &q->nto);
  take_list(a, "through", &q->through, &q->nthrough);
  if (has(a, "min") || has(a, "max")) q->least = q->most = NULL;
  take_text(a, "min", &q->least), take_text(a, "max", &q->most), take_text(a, "time", &q->time);
  take_text(a, "grid", &q->grid), take_text(a, "method", &q->method), take_text(a, "between", &q->between);
  take_text(a, "refine", &q->refine);
  if (!q->least && !q->most) return bad_usage(a, "e.g. --min time, or 'plan:' in the file", "nothing is to be made best");
  if (q->least && q->most) return bad_usage(a, "write one as -1*final(x)", "there are two objectives");
  return FINE;
}

// ---- numbers

static int read_number(planning *w, const char *what, const char *text, const char *unit, double *out)
{
  if (!strcmp(text, "inf") || !strcmp(text, "-inf")) return *out = *text == '-' ? -HUGE_VAL : HUGE_VAL, FINE;
  if (dv_quantity_read(w->a->arena, w->a->diags, what, text, unit && *unit ? unit : NULL, out)) return BAD_USAGE;
  return isfinite(*out) ? FINE : bad_usage(w->a, NULL, "%s: '%s' is no number", what, text);
}

static const char *unit_after(const char *text)
{
  double x;
  const char *end = dv_number_read(text, &x);
  while (end && *end == ' ') end++;
  return end ? end : "";
}

// "LO..HI": a unit behind one is that of both. One number alone: both, or -x..x if `about`.
static int read_range(planning *w, const char *what, const char *text, const char *unit, int about, double *lower, double *upper)
{
  dv_arena *a = w->a->arena;
  const char *dots = strstr(text, "..");
  if (!dots) {
    if (read_number(w, what, text, unit, upper)) return BAD_USAGE;
    *lower = about ? -*upper : *upper;
  } else {
    const char *low = trimmed(a, text, (size_t)(dots - text)), *high = trimmed(a, dots + 2, strlen(dots + 2));
    if (!*unit_after(low) && *unit_after(high) && strcmp(low, "-inf") != 0)
      low = dv_arena_text(a, "%s %s", low, unit_after(high));
    if (!*unit_after(high) && *unit_after(low) && strcmp(high, "inf") != 0)
      high = dv_arena_text(a, "%s %s", high, unit_after(low));
    if (read_number(w, what, low, unit, lower) || read_number(w, what, high, unit, upper)) return BAD_USAGE;
  }
  if (*lower <= *upper) return FINE;
  return bad_usage(w->a, "write LO..HI", "%s: '%s' leaves nothing between its ends", what, text);
}

static const dv_variable *variable(const planning *w, int v) { return dv_model_VARIABLE(w->m->model) + v; }
static const char *unit_of(const planning *w, int v) { return dv_model_text(w->m->model, variable(w, v)->unit); }

static int find_column(planning *w, const char *what, const char *name, int *out)
{
  *out = dv_model_find(w->m->model, name);
  if (*out >= 0) return FINE;
  return bad_usage(w->a, dv_variable_nearest(w->a->arena, w->m->model, name), "%s: there is no variable '%s'", what, name);
}

// ---- inputs

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
  if (range && read_range(w, what, range, unit_of(w, u->output), 1, &u->lower, &u->upper)) return BAD_USAGE;
  if (u->lower < least || u->upper > most)
    return bad_usage(w->a, "widen its lower: and upper: in the file, or keep within them",
                     "%s: the input itself goes from %g to %g %s only", what, least, most, unit_of(w, u->output));
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
    const char *name = trimmed(a->arena, text[i], equals ? (size_t)(equals - text[i]) : strlen(text[i]));
    const char *range = equals ? trimmed(a->arena, equals + 1, strlen(equals + 1)) : NULL;
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
    const char *name = trimmed(a->arena, text, (size_t)(equals - text));
    for (int k = 0; k < w->t.ninput; k++)
      if (!strcmp(w->t.input[k].name, name)) u = &w->t.input[k];
    if (!u) return bad_usage(a, "name it by --input", "--rate: '%s' is none of the inputs that are sought", name);
    const char *unit = unit_of(w, u->output);
    unit = *unit && strcmp(unit, "1") != 0 ? dv_arena_text(a->arena, "(%s)/s", unit) : NULL;
    if (read_range(w, dv_arena_text(a->arena, "--rate %s", name), trimmed(a->arena, equals + 1, strlen(equals + 1)), unit, 1,
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
  const char *name = trimmed(a->arena, text, (size_t)(op - text)), *number = op + (less || more ? 2 : 1);
  size_t n = strlen(name);
  int size = n > 1 && name[0] == '|' && name[n - 1] == '|';
  if (size) name = trimmed(a->arena, name + 1, n - 2);
  if (size && !less) return bad_usage(a, "write |x| <= ..", "%s: '%s' is no limit", what, text);
  if (find_column(w, what, name, &column)) return BAD_USAGE;
  if (read_range(w, dv_arena_text(a->arena, "%s %s", what, name), trimmed(a->arena, number, strlen(number)), unit_of(w, column),
                 0, &lower, &upper))
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
    const char *text = trimmed(w->a->arena, w->q.to[i], strlen(w->q.to[i]));
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
    const char *end = strchr(c, ','), *item = trimmed(a, c, end ? (size_t)(end - c) : strlen(c)), *equals = strchr(item, '=');
    int code, time = equals && !strcmp(trimmed(a, item, (size_t)(equals - item)), "time");
    if (time)
      code = read_range(w, "--through time", trimmed(a, equals + 1, strlen(equals + 1)), "s", 0, &w->t.phase[phase].lower,
                        &w->t.phase[phase].upper);
    else if (!strcmp(item, "rest")) code = take_rest(w, moved, phase);
    else code = read_limit(w, "--through", item, phase, 1);
    if (code != FINE) return code;
    if (time && !(w->t.phase[phase].lower > 0)) return bad_usage(w->a, NULL, "--through: '%s' must be above zero", item);
  }
  return FINE;
}

// ---- objective

static const struct {
  const char *name;
  dv_term_what what;
} measures[] = {
    {"integral",     DV_TERM_INTEGRAL    },
    {"energy",       DV_TERM_INTEGRAL    },
    {"square",       DV_TERM_SQUARE      },
    {"final",        DV_TERM_FINAL       },
    {"max",          DV_TERM_MAX         },
    {"final_square", DV_TERM_FINAL_SQUARE},
    {"peak",         DV_TERM_PEAK        },
};

static dv_motion_term *new_term(planning *w)
{
  dv_motion_term *more = DV_TAKE(w->a->arena, dv_motion_term, w->t.nterm + 1);
  if (w->t.nterm) memcpy(more, w->t.term, (size_t)w->t.nterm * sizeof *more);
  w->t.term = more;
  return &more[w->t.nterm++];
}

// "column" or "column - 1 m".
static int read_within(planning *w, const char *inside, dv_motion_term *t)
{
  const char *minus = strstr(inside, " - ");
  const char *name = trimmed(w->a->arena, inside, minus ? (size_t)(minus - inside) : strlen(inside));
  int square = t->what == DV_TERM_SQUARE || t->what == DV_TERM_FINAL_SQUARE;
  if (find_column(w, "objective", name, &t->variable)) return BAD_USAGE;
  if (!minus) return FINE;
  if (!square) return bad_usage(w->a, "leave it out", "objective: a number that is taken away changes nothing in '%s'", t->text);
  return read_number(w, "objective", trimmed(w->a->arena, minus + 3, strlen(minus + 3)), unit_of(w, t->variable), &t->target);
}

static int read_measure(planning *w, const char *text, double weight)
{
  args *a = w->a;
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  const char *name = trimmed(a->arena, text, open ? (size_t)(open - text) : strlen(text));
  if (!open && !strcmp(name, "time")) return *new_term(w) = (dv_motion_term){text, DV_TERM_TIME, weight, 0, 0}, FINE;
  if (!open && !strcmp(name, "energy")) {
    for (int j = 0; j < w->t.ninput; j++) *new_term(w) = (dv_motion_term){text, DV_TERM_SQUARE, weight, 0, w->t.input[j].output};
    return FINE;
  }
  for (int k = 0; k < (int)(sizeof measures / sizeof *measures) && open && close; k++) {
    if (strcmp(measures[k].name, name) != 0) continue;
    dv_motion_term t = {.text = text, .what = measures[k].what, .weight = weight};
    if ((t.what == DV_TERM_MAX || t.what == DV_TERM_PEAK) && weight < 0)
      return bad_usage(a, "limit it from below instead", "objective: '%s' can only be made least", text);
    if (read_within(w, dv_arena_copy(a->arena, open + 1, (size_t)(close - open - 1)), &t)) return BAD_USAGE;
    return *new_term(w) = t, FINE;
  }
  return bad_usage(a, "there are time, energy, and integral, square, final, final_square, max, peak of a column",
                   "objective: '%s' is none", text);
}

// One term: [number *] measure.
static int read_term(planning *w, const char *text, double sign)
{
  const char *star = strchr(text, '*'), *open = strchr(text, '(');
  double weight = 1;
  if (star && (!open || star < open)) {
    const char *end = dv_number_read(text, &weight);
    while (end && *end == ' ') end++;
    if (end != star || !isfinite(weight))
      return bad_usage(w->a, "e.g. 0.5*square(f)", "objective: '%s' has no plain weight", text);
    text = trimmed(w->a->arena, star + 1, strlen(star + 1));
  }
  return read_measure(w, text, sign * weight);
}

static int read_objective(planning *w, const char *text, double sign)
{
  double next = sign;
  int depth = 0, code = FINE;
  const char *from = text;
  for (const char *c = text;; c++) {
    depth += *c == '(', depth -= *c == ')';
    int exponent =
        c > text + 1 && (c[-1] == 'e' || c[-1] == 'E') && isdigit((unsigned char)c[-2]) && isdigit((unsigned char)c[1]);
    int ends = !*c || (!depth && (*c == '+' || *c == '-') && !exponent);
    if (!ends) continue;
    const char *term = trimmed(w->a->arena, from, (size_t)(c - from));
    if (*term) code = read_term(w, term, next);
    if (!*c || code != FINE) break;
    next = *c == '-' ? -sign : sign, from = c + 1;
  }
  if (code == FINE && !w->t.nterm) return bad_usage(w->a, "e.g. --min time", "the objective is empty");
  return code;
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
  if (w->q.time && strcmp(w->q.time, "free") != 0 && read_range(w, "--time", w->q.time, "s", 0, &w->t.shortest, &w->t.longest))
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
  int code = read_question(w);
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
  if (code == FINE) code = read_objective(w, w->q.least ? w->q.least : w->q.most, w->q.least ? 1 : -1);
  if (code == FINE) code = read_solver(w);
  return code == FINE ? check_influence(w, moved, moves) : code;
}
