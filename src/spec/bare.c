// bare.c: a bare number is SI. In the place of a number with another unit ('300' for '320 bar') it would be a machine of another
// size without a word: it is refused, wherever one value takes the place of another. In the place of '3 kg' it is kg.
#include "spec/doc.h"

#include "base/number.h"
#include "spec/units.h"

#include <string.h>

// A number without name or unit: "300", "-2*1e5".
static int is_bare(const char *text) { return strpbrk(text, "0123456789") && !text[strspn(text, "0123456789.+-*/^() eE")]; }

// Unit of "320 bar"; NULL: it has none.
static const char *unit_of(const char *text)
{
  double x;
  const char *rest = dv_number_read(text, &x);
  if (!rest) return NULL;
  rest += strspn(rest, " ");
  return *rest && !strchr("+-*/^()[],", *rest) ? rest : NULL;
}

// 1: a bare number means something else than one with this unit, 0: the same, -1: it is no unit. *plain: its SI unit.
static int differs(dv_arena *a, const char *unit, const char **plain)
{
  double factor = 1, offset = 0;
  dv_dim dim;
  int bad = dv_units_parse(dv_units_open(a), unit, &factor, &offset, &dim);
  *plain = bad ? "" : dv_dim_unit(a, dim);
  if (!bad && !**plain) *plain = *unit == '%' ? "1" : "rad";
  return bad ? -1 : offset != 0 ? 2 : factor != 1;
}

// Where both mean the same the number takes the unit, and with it the dimension.
static int scalar_over(dv_arena *a, dv_diags *d, const char *name, const dv_node *old, dv_node *now)
{
  const char *unit = unit_of(old->text), *plain, *rest;
  double x;
  if (!unit || !is_bare(now->text)) return 0;
  int other = differs(a, unit, &plain), whole = (rest = dv_number_read(now->text, &x)) && !*rest;
  if (other < 0) return 0;
  if (other == 0 || (other == 1 && whole && x == 0)) {
    if (whole) now->text = dv_arena_text(a, "%s %s", now->text, unit);
    return 0;
  }
  dv_diag_add(d, DV_ERROR, now->mark, dv_arena_text(a, "write '%.40s %.40s' or '%.40s %s'", now->text, unit, now->text, plain),
              "'%.64s' is '%.40s' without a unit, in the place of '%.64s'", name, now->text, old->text);
  return -1;
}

int dv_bare_over(dv_arena *a, dv_diags *d, const char *name, const dv_node *old, dv_node *now)
{
  int bad = 0;
  if (old->type == DV_SCALAR && now->type == DV_SCALAR) return scalar_over(a, d, name, old, now);
  if (old->type == DV_SEQ && now->type == DV_SEQ)
    for (int i = 0; i < now->n && i < old->n; i++) bad |= dv_bare_over(a, d, name, old->item[i], now->item[i]);
  if (old->type == DV_MAP && now->type == DV_MAP)
    for (int i = 0; i < now->n; i++) {
      const dv_node *same = dv_doc_find(old, now->item[i]->key);
      if (same) bad |= dv_bare_over(a, d, now->item[i]->key, same, now->item[i]);
    }
  return bad;
}

const char *dv_bare_unit(dv_arena *a, const char *text)
{
  const char *unit = unit_of(text), *plain = "";
  return unit && differs(a, unit, &plain) >= 0 ? plain : "";
}
