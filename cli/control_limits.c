// control_limits.c: how far a predictive controller looks ahead, and what it keeps within limits.
#include "control.h"

#include "base/number.h"
#include "kinds/control/matrix_controller.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

// "name=-2..3 deg": the unit of the end is that of the beginning, too.
static int read_limit(control *c, const char *text, sized *out, double *most)
{
  args *a = c->a;
  const char *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
  double number;
  if (!dots || equals == text)
    return bad_usage(a, "e.g. --limit 'boom=-20..70 deg'", "--limit: '%s' is not name=least..greatest", text);
  const char *low = dv_arena_copy(a->arena, equals + 1, (size_t)(dots - equals - 1)), *end = dv_number_read(low, &number);
  const char *unit = dv_number_read(dots + 2, &number), *what;
  out->name = dv_arena_copy(a->arena, text, (size_t)(equals - text));
  what = dv_arena_text(a->arena, "--limit %s", out->name);
  if (end && !*end && unit) low = dv_arena_text(a->arena, "%s%s", low, unit);
  if (dv_quantity_read(a->arena, a->diags, what, low, control_unit(c, out->name), &out->size)) return BAD_USAGE;
  if (dv_quantity_read(a->arena, a->diags, what, dots + 2, control_unit(c, out->name), most)) return BAD_USAGE;
  if (out->size < *most) return FINE;
  return bad_usage(a, "write least..greatest", "--limit: the range of '%s' ends before it begins", out->name);
}

int control_limits(control *c)
{
  args *a = c->a;
  const char **text, *horizon = value_of(a, "horizon"), *end;
  double periods = 0;
  int code = FINE;
  c->nlimited = items_of(a, "limit", &text);
  c->limited = DV_TAKE(a->arena, sized, c->nlimited + 1), c->most = DV_TAKE(a->arena, double, c->nlimited + 1);
  if (c->nlimited && !horizon) return bad_usage(a, "add --horizon N", "--limit is for a predictive controller");
  if (c->nlimited > (int)DV_MPC_OUTPUTS) return bad_usage(a, NULL, "at most %d variables have limits", (int)DV_MPC_OUTPUTS);
  for (int i = 0; i < c->nlimited && code == FINE; i++) code = read_limit(c, text[i], &c->limited[i], &c->most[i]);
  if (code != FINE || !horizon) return code;
  end = dv_number_read(horizon, &periods);
  if (!end || *end || !(periods >= 1 && periods == floor(periods) && periods * (c->nu + c->nlimited) <= (int)DV_MPC_ROWS))
    return bad_usage(a, "look less far ahead, with a longer --period perhaps",
                     "--horizon: give a whole number of periods; times %d inputs and limited variables at most %d",
                     c->nu + c->nlimited, (int)DV_MPC_ROWS);
  c->horizon = (int)periods;
  if (!has(a, "period")) return bad_usage(a, "e.g. --period 50ms", "a predictive controller is sampled: it needs --period");
  if (has(a, "poles")) return bad_usage(a, "use --weight", "a predictive controller has no poles of its own");
  if (has(a, "measured"))
    return bad_usage(a, "estimate the states by a part of kind " DV_STATE_OBSERVER ", and leave out --measured",
                     "a predictive controller takes states, not a filter");
  return FINE;
}
