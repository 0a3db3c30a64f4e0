// attribute.c: numbers in attributes and texts of XML.
#include "import/robot.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum { NUMBERS_MOST = 36 };

// How many numbers the text consists of, up to `most`; -1: something else is in it, or more.
static int numbers_of(const char *p, double *x, int most)
{
  int i = 0;
  for (;; i++) {
    p += strspn(p, " \t\r\n");
    if (!*p) return i;
    if (i == most) return -1;
    const char *sign = p + (*p == '+');  // some exporters write +1
    p = dv_number_read(sign, &x[i]);
    if (!p || !isfinite(x[i]) || !strchr(" \t\r\n", *p)) return -1;
  }
}

static int refuse(dv_diags *d, const dv_xml *e, const char *attribute, const char *text, int n)
{
  const char *remedy = dv_arena_text(d->arena, "write %d number%s", n, n > 1 ? "s with spaces between" : "");
  const char *what = n > 1 ? "a list of numbers" : "a number";
  if (attribute) dv_diag_add(d, DV_ERROR, e->mark, remedy, "%s=\"%s\" of <%s> is not %s", attribute, text, e->name, what);
  else dv_diag_add(d, DV_ERROR, e->mark, remedy, "'%.80s' in <%s> is not %s", text, e->name, what);
  return -1;
}

int dv_xml_some(dv_diags *d, const dv_xml *e, const char *attribute, double *x, int least, int most, int *count)
{
  const char *text = attribute ? dv_xml_get(e, attribute) : e ? dv_xml_words(e) : NULL;
  double value[NUMBERS_MOST];
  if (!text || (!attribute && !*text)) return 0;
  int n = numbers_of(text, value, most);
  if (n < least) return refuse(d, e, attribute, text, least);
  memcpy(x, value, (size_t)n * sizeof *x);
  if (count) *count = n;
  return 1;
}

int dv_xml_numbers(dv_diags *d, const dv_xml *e, const char *attribute, double *x, int n)
{
  return dv_xml_some(d, e, attribute, x, n, n, NULL);
}

int dv_xml_texts(dv_diags *d, const dv_xml *e, double *x, int n) { return dv_xml_some(d, e, NULL, x, n, n, NULL); }
