// plan_objective.c: what a plan makes best: a sum of weighted measures, "time + 0.5*square(f)".
#include "plan_read.h"

#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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
  const char *name = plan_trimmed(w->a->arena, inside, minus ? (size_t)(minus - inside) : strlen(inside));
  int square = t->what == DV_TERM_SQUARE || t->what == DV_TERM_FINAL_SQUARE;
  if (plan_column(w, "objective", name, &t->variable)) return BAD_USAGE;
  if (!minus) return FINE;
  if (!square) return bad_usage(w->a, "leave it out", "objective: a number that is taken away changes nothing in '%s'", t->text);
  return plan_number(w, "objective", plan_trimmed(w->a->arena, minus + 3, strlen(minus + 3)), plan_unit(w, t->variable),
                     &t->target);
}

static int read_measure(planning *w, const char *text, double weight)
{
  args *a = w->a;
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  const char *name = plan_trimmed(a->arena, text, open ? (size_t)(open - text) : strlen(text));
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
    text = plan_trimmed(w->a->arena, star + 1, strlen(star + 1));
  }
  return read_measure(w, text, sign * weight);
}

int plan_objective(planning *w, const char *text, double sign)
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
    const char *term = plan_trimmed(w->a->arena, from, (size_t)(c - from));
    if (*term) code = read_term(w, term, next);
    if (!*c || code != FINE) break;
    next = *c == '-' ? -sign : sign, from = c + 1;
  }
  if (code == FINE && !w->t.nterm) return bad_usage(w->a, "e.g. --min time", "the objective is empty");
  return code;
}
