// name_pattern.c: names by pattern.
#include "base/name_pattern.h"

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
