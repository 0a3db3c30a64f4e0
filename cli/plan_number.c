// plan_number.c: numbers, ranges and columns that a plan names.
#include "plan_read.h"

#include "base/number.h"
#include "spec/quantity.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const char *plan_trimmed(dv_arena *a, const char *text, size_t n)
{
  while (n && isspace((unsigned char)*text)) text++, n--;
  while (n && isspace((unsigned char)text[n - 1])) n--;
  return dv_arena_copy(a, text, n);
}

int plan_number(planning *w, const char *what, const char *text, const char *unit, double *out)
{
  double bare, *to = out;
  const char *behind = dv_number_endless(text, out);
  if (behind && !*behind) return FINE;
  if (behind) text = dv_arena_text(w->a->arena, "1 %s", behind), to = &bare;  // its unit must fit all the same
  if (dv_quantity_read(w->a->arena, w->a->diags, what, text, unit && *unit ? unit : NULL, to)) return BAD_USAGE;
  return isfinite(*to) ? FINE : bad_usage(w->a, NULL, "%s: '%s' is no number", what, text);
}

// "LO..HI": a unit behind one is that of both. One number alone: both, or -x..x if `about`.
int plan_range(planning *w, const char *what, const char *text, const char *unit, int about, double *lower, double *upper)
{
  dv_arena *a = w->a->arena;
  const char *dots = strstr(text, "..");
  if (!dots) {
    if (plan_number(w, what, text, unit, upper)) return BAD_USAGE;
    *lower = about ? -*upper : *upper;
  } else {
    const char *low = plan_trimmed(a, text, (size_t)(dots - text)), *high = plan_trimmed(a, dots + 2, strlen(dots + 2));
    const char *of_low = dv_number_bound_unit(low), *of_high = dv_number_bound_unit(high);
    if (!*of_low && *of_high) low = dv_arena_text(a, "%s %s", low, of_high);
    if (!*of_high && *of_low) high = dv_arena_text(a, "%s %s", high, of_low);
    if (plan_number(w, what, low, unit, lower) || plan_number(w, what, high, unit, upper)) return BAD_USAGE;
  }
  if (*lower <= *upper) return FINE;
  return bad_usage(w->a, "write LO..HI", "%s: '%s' leaves nothing between its ends", what, text);
}

const char *plan_unit(const planning *w, int v) { return dv_model_text(w->m->model, dv_model_VARIABLE(w->m->model)[v].unit); }

int plan_column(planning *w, const char *what, const char *name, int *out)
{
  *out = dv_model_find(w->m->model, name);
  if (*out >= 0) return FINE;
  return bad_usage(w->a, dv_variable_nearest(w->a->arena, w->m->model, name), "%s: there is no variable '%s'", what, name);
}
