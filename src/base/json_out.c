// json_out.c: writes JSON, indented; lists of numbers and of texts on one line.
#include "base/json.h"

#include "base/visible.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// What would act on a terminal, of n bytes in UTF-8, as \uNNNN; gives n.
static int escape(dv_text *t, const char *s, int n)
{
  const unsigned char *b = (const unsigned char *)s;
  dv_text_add(t, "\\u%04x",
              n == 1   ? b[0]
              : n == 2 ? (b[0] & 31) << 6 | (b[1] & 63)
                       : (b[0] & 15) << 12 | (b[1] & 63) << 6 | (b[2] & 63));
  return n;
}

static void quoted(dv_text *t, const char *s)
{
  dv_text_put(t, "\"", 1);
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\') dv_text_add(t, "\\%c", c);
    else if (c == '\n') dv_text_put(t, "\\n", 2);
    else if (c == '\t') dv_text_put(t, "\\t", 2);
    else if (dv_text_acts(s, 0)) s += escape(t, s, dv_text_acts(s, 0)) - 1;
    else dv_text_put(t, s, 1);
  }
  dv_text_put(t, "\"", 1);
}

static void number(dv_text *t, double x)
{
  if (isfinite(x)) dv_text_number(t, x);
  else dv_text_put(t, "null", 4);
}

// Comma, new line, indent, key: whatever stands before a value.
static void lead(dv_json_out *o, const char *key)
{
  if (o->depth) {
    dv_text_add(&o->text, "%s\n%*s", o->count[o->depth - 1] ? "," : "", 2 * o->depth, "");
    o->count[o->depth - 1]++;
  }
  if (!key) return;
  quoted(&o->text, key);
  dv_text_put(&o->text, ": ", 2);
}

void dv_json_open(dv_json_out *o, const char *key, char bracket)
{
  assert(o->depth < DV_JSON_DEPTH);
  lead(o, key);
  dv_text_put(&o->text, &bracket, 1);
  o->closer[o->depth] = bracket == '{' ? '}' : ']';
  o->count[o->depth++] = 0;
}

void dv_json_close(dv_json_out *o)
{
  assert(o->depth > 0);
  o->depth--;
  if (o->count[o->depth]) dv_text_add(&o->text, "\n%*s", 2 * o->depth, "");
  dv_text_put(&o->text, &o->closer[o->depth], 1);
  if (!o->depth) dv_text_put(&o->text, "\n", 1);
}

void dv_json_number(dv_json_out *o, const char *key, double x)
{
  lead(o, key);
  number(&o->text, x);
}

void dv_json_int(dv_json_out *o, const char *key, long x)
{
  lead(o, key);
  dv_text_add(&o->text, "%ld", x);
}

void dv_json_bool(dv_json_out *o, const char *key, int x)
{
  lead(o, key);
  dv_text_add(&o->text, "%s", x ? "true" : "false");
}

void dv_json_raw(dv_json_out *o, const char *key, const char *json)
{
  lead(o, key);
  dv_text_put(&o->text, json, strlen(json));
}

void dv_json_text(dv_json_out *o, const char *key, const char *text)
{
  lead(o, key);
  if (text) quoted(&o->text, text);
  else dv_text_put(&o->text, "null", 4);
}

void dv_json_numbers(dv_json_out *o, const char *key, const double *x, int n)
{
  lead(o, key);
  dv_text_put(&o->text, "[", 1);
  for (int i = 0; i < n; i++) {
    if (i) dv_text_put(&o->text, ", ", 2);
    number(&o->text, x[i]);
  }
  dv_text_put(&o->text, "]", 1);
}

void dv_json_texts(dv_json_out *o, const char *key, const char *const *x, int n)
{
  lead(o, key);
  dv_text_put(&o->text, "[", 1);
  for (int i = 0; i < n; i++) {
    if (i) dv_text_put(&o->text, ", ", 2);
    quoted(&o->text, x[i]);
  }
  dv_text_put(&o->text, "]", 1);
}

void dv_json_matrix(dv_json_out *o, const char *key, const double *x, int rows, int columns)
{
  dv_json_open(o, key, '[');
  for (int i = 0; i < rows; i++) dv_json_numbers(o, NULL, x + (size_t)i * (size_t)columns, columns);
  dv_json_close(o);
}
