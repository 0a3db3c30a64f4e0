// result.c: a result of one run, whose time goes on.
#include "cli.h"

#include "spec/quantity.h"

#include <math.h>
#include <string.h>

// Unit of the first column: in its brackets, or "time (ms)".
static const char *unit_of_time(args *a, const dv_column *c)
{
  const char *open = strchr(c->name, '(');
  size_t n = strlen(c->name);
  return !*c->unit && open && c->name[n - 1] == ')' ? dv_arena_copy(a->arena, open + 1, (size_t)(c->name + n - 2 - open))
                                                    : c->unit;
}

int time_in_seconds(args *a, dv_history *l)
{
  const char *unit = unit_of_time(a, &l->column[0]);
  double factor = 1, offset = 0;
  if (!*unit || !strcmp(unit, "1") || !strcmp(unit, "s")) return 0;
  if (dv_quantity_scale(a->arena, a->diags, l->column[0].name, unit, "s", &factor, &offset)) return -1;
  for (int i = 0; i < l->nrow; i++) dv_history_row(l, i)[0] *= factor;
  l->column[0].unit = "s";
  return 0;
}

dv_history *read_run(args *a, const char *path)
{
  dv_history *l = dv_history_read(a->arena, path, a->diags);
  if (l && time_in_seconds(a, l)) return NULL;
  int back = l ? dv_history_back(l) : 0;
  if (!back) return l;
  double t = dv_history_row(l, back - 1)[0], before = back > 1 ? dv_history_row(l, back - 2)[0] : NAN;
  const char *what = isnan(t) ? "is no number" : dv_arena_text(a->arena, "goes back from %g to %g", before, t);
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, "give the result of one run: its first column is the time",
              "the first column, '%s', %s in row %d", l->column[0].name, what, back);
  return NULL;
}
