// match.c: columns by pattern.
#include "record/history.h"

static int add(int *out, int *n, int column)
{
  for (int i = 0; i < *n; i++)
    if (out[i] == column) return 1;
  out[(*n)++] = column;
  return 1;
}

int dv_history_match(const dv_history *l, const char *pattern, int *out, int *n)
{
  int found = 0;
  if (!dv_is_pattern(pattern)) {
    int c = dv_history_find(l, pattern);
    return c < 0 ? 0 : add(out, n, c);
  }
  for (int i = 1; i < l->ncolumn; i++)
    if (dv_pattern_fits(pattern, l->column[i].name)) found += add(out, n, i);
  return found;
}

const char *dv_history_nearest(const dv_history *l, const char *name)
{
  const char **names = DV_TAKE(l->arena, const char *, l->ncolumn);
  for (int i = 0; i < l->ncolumn; i++) names[i] = l->column[i].name;
  return dv_nearest(name, names, l->ncolumn);
}
