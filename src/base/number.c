// number.c: decimal text of doubles, exact in both directions.
//
// strtod and printf follow the process's locale, where a comma may be the decimal point; a file must not mean another thing
// there.
#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *digits(const char *p)
{
  while (*p >= '0' && *p <= '9') p++;
  return p;
}

// [+-] digits [. digits] [e [+-] digits], with a digit on at least one side of the point
static const char *extent(const char *p)
{
  if (*p == '+' || *p == '-') p++;
  const char *whole = p;
  p = digits(p);
  int n = (int)(p > whole);
  if (*p == '.') {
    const char *part = p + 1;
    p = digits(part);
    n += p > part;
  }
  if (!n) return NULL;
  if (*p == 'e' || *p == 'E') {
    const char *q = p + 1 + (p[1] == '+' || p[1] == '-');
    if (digits(q) > q) p = digits(q);
  }
  return p;
}

const char *dv_number_read(const char *text, double *value)
{
  const char *end = extent(text);
  if (!end) return NULL;
  char local[128];
  size_t n = (size_t)(end - text);
  if (n >= sizeof local) return NULL;
  memcpy(local, text, n);
  local[n] = 0;
  // strtod wants the locale's point
  char *point = strchr(local, '.');
  const char *here = localeconv()->decimal_point;
  if (point && here[0] && !here[1]) *point = here[0];
  *value = strtod(local, NULL);
  return end;
}

const char *dv_number_unit(const char *text)
{
  double x;
  const char *end = dv_number_read(text, &x);
  while (end && *end == ' ') end++;
  return end && *end && !strchr("+-*/^()", *end) ? end : "";
}

const char *dv_number_endless(const char *text, double *out)
{
  const char *end = text + (*text == '-' || *text == '+');
  if (strncmp(end, "inf", 3)) return NULL;
  for (end += 3; *end == ' ';) end++;
  *out = *text == '-' ? -HUGE_VAL : HUGE_VAL;
  return end;
}

const char *dv_number_bound_unit(const char *text)
{
  double x;
  const char *behind = dv_number_endless(text, &x);
  return behind ? behind : dv_number_unit(text);
}

char *dv_number_write(char out[DV_NUMBER_TEXT], double value)
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(out, DV_NUMBER_TEXT, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break;
  }
  const char *here = localeconv()->decimal_point;
  char *point = here[0] != '.' ? strchr(out, here[0]) : NULL;
  if (point) *point = '.';
  return out;
}

int dv_unit_counts(const char *unit) { return unit && !strcmp(unit, "count"); }

int dv_number_is_part(const char *unit, double value) { return dv_unit_counts(unit) && value != floor(value); }
