// match.c: columns by pattern. '*' stands for any run of characters, '?' for one.
#include "record/history.h"

#include <string.h>

// Greedy with one point of return: after a mismatch the last '*' takes one character more.
int dv_pattern_fits(const char *pattern, const char *name)
{
  const char *star = NULL, *resume = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = pattern++;
      resume = name;
    } else if (*pattern == *name || *pattern == '?') {
      pattern++;
      name++;
    } else if (star) {
      pattern = star + 1;
      name = ++resume;
    } else return 0;
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}

int dv_is_pattern(const char *name) { return strpbrk(name, "*?") != NULL; }

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
