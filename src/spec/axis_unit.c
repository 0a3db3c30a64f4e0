// axis_unit.c: units that a kind declares, and what they are on a linear or a rotary axis.
#include "spec/check.h"

#include <string.h>

dv_dim dv_known_dim(dv_spec *s, dv_units *u, const char *unit)
{
  dv_dim dim = {.any = 1};
  if (!unit || !*unit || *unit == '*') return dim;
  dv_known_units *known = s->known;
  int i = dv_names_find(&known->text, unit);
  if (i >= 0) return known->dim[i];
  double factor, offset;
  if (dv_units_parse(u ? u : s->units, unit, &factor, &offset, &dim)) dim = (dv_dim){.any = 1};
  i = dv_names_add(s->arena, &known->text, unit);
  known->dim = dv_arena_grow(s->arena, known->dim, (size_t)i * sizeof(dv_dim), ((size_t)i + 1) * sizeof(dv_dim));
  known->dim[i] = dim;
  return dim;
}

// A quotient under a stroke needs parentheses: {e}/{f} is N/(m/s).
static const char *place(dv_arena *a, const char *before, const char *unit)
{
  size_t n = strlen(before);
  int under = n && before[n - 1] == '/' && strpbrk(unit, "/.");
  return dv_arena_text(a, under ? "%s(%s)" : "%s%s", before, unit);
}

const char *dv_spec_axis_unit(dv_arena *a, const char *unit, int rotary)
{
  static const char letters[] = "efx";
  const dv_domain_row *is = dv_domain_of(rotary ? DV_ROTARY : DV_LINEAR);
  const char *const of[] = {is->effort, is->flow, is->position};
  const char *out = "";
  if (!unit || !strchr(unit, '{')) return unit;
  for (const char *p = unit; *p;) {
    const char *mark = p[0] == '{' && p[1] && p[2] == '}' ? strchr(letters, p[1]) : NULL;
    if (mark) out = place(a, out, of[mark - letters]);
    else out = dv_arena_text(a, "%s%c", out, *p);
    p += mark ? 3 : 1;
  }
  return out;
}

int dv_spec_unit_fits(dv_spec *s, const char *unit, dv_dim given)
{
  if (given.any) return 1;
  for (int rotary = 0; rotary < 2; rotary++)
    if (dv_dim_equal(given, dv_known_dim(s, NULL, dv_spec_axis_unit(s->arena, unit, rotary)))) return 1;
  return 0;
}
