// json.c: reads JSON (RFC 8259) into a tree with places. Recursion is bounded by DV_JSON_DEPTH.
#include "base/json.h"

#include "base/names.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const char *name, *at, *end, *line_start;
  int line, depth;
} reader;

static dv_mark here(const reader *r) { return (dv_mark){r->name, r->line, (int)(r->at - r->line_start) + 1}; }

static int fault(reader *r, const char *what)
{
  dv_diag_add(r->diags, DV_ERROR, here(r), NULL, "%s", what);
  return -1;
}

static int peek(const reader *r) { return r->at < r->end ? (unsigned char)*r->at : -1; }

static void skip_space(reader *r)
{
  for (; r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at; r->at++) {
    if (*r->at != '\n') continue;
    r->line++;
    r->line_start = r->at + 1;
  }
}

static int word(reader *r, const char *w)
{
  size_t n = strlen(w);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, w, n)) return 0;
  r->at += n;
  return 1;
}

static int hex4(reader *r, unsigned *code)
{
  *code = 0;
  for (int i = 0; i < 4; i++, r->at++) {
    int c = peek(r);
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return fault(r, "\\u needs four hexadecimal digits");
    *code = *code * 16 + (unsigned)digit;
  }
  return 0;
}

static void put_utf8(dv_text *t, unsigned c)
{
  char b[4];
  size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char head[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
  for (size_t i = n; i-- > 1; c >>= 6) b[i] = (char)(0x80 | (c & 0x3f));
  b[0] = (char)(head[n] | c);
  dv_text_put(t, b, n);
}

// \uD83D\uDE00 is one character in two halves; half a pair is a fault.
static int unicode(reader *r, dv_text *t)
{
  unsigned high, low;
  if (hex4(r, &high)) return -1;
  if (high >= 0xdc00 && high < 0xe000) return fault(r, "lone half of a surrogate pair");
  if (high >= 0xd800 && high < 0xdc00) {
    if (!word(r, "\\u")) return fault(r, "lone half of a surrogate pair");
    if (hex4(r, &low)) return -1;
    if (low < 0xdc00 || low >= 0xe000) return fault(r, "lone half of a surrogate pair");
    high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
  }
  if (!high) return fault(r, "a text must not hold a zero");
  put_utf8(t, high);
  return 0;
}

static int escape(reader *r, dv_text *t)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  int c = peek(r);
  r->at++;
  if (c == 'u') return unicode(r, t);
  const char *p = c > 0 ? strchr(from, c) : NULL;
  if (!p) return fault(r, "unknown escape in a text");
  dv_text_put(t, &to[p - from], 1);
  return 0;
}

static const char *read_text(reader *r)
{
  dv_text t = {.arena = r->arena};
  r->at++;
  for (;;) {
    int c = peek(r);
    if (c < 0x20) return fault(r, "a text must end with \" on its line"), NULL;
    if (c == '"') return r->at++, dv_arena_copy(r->arena, dv_text_all(&t), t.n);
    if (c == '\\') {
      r->at++;
      if (escape(r, &t)) return NULL;
    } else dv_text_put(&t, r->at++, 1);
  }
}

static int read_value(reader *r, dv_json *v);

// What JSON allows is narrower than dv_number_read: no leading +, no leading zeros, digits on both sides of the point.
static int strict(const char *p, const char *end)
{
  p += *p == '-';
  const char *whole = p;
  while (p < end && *p >= '0' && *p <= '9') p++;
  if (p == whole || (*whole == '0' && p > whole + 1)) return 0;
  return !(p < end && *p == '.') || (p + 1 < end && p[1] >= '0' && p[1] <= '9');
}

static int read_number(reader *r, dv_json *v)
{
  const char *end = dv_number_read(r->at, &v->number);
  if (!end || end > r->end || !strict(r->at, end)) return fault(r, "expected a JSON value");
  if (!isfinite(v->number)) return fault(r, "number is too large");
  r->at = end;
  v->type = DV_JSON_NUMBER;
  return 0;
}

static dv_json *add_item(reader *r, dv_json *v)
{
  dv_json **slot = DV_PUSH(r->arena, v);
  return *slot = DV_TAKE(r->arena, dv_json, 1);
}

static int read_key(reader *r, dv_names *keys, dv_json *item)
{
  if (peek(r) != '"') return fault(r, "expected a key in double quotes");
  dv_mark mark = here(r);
  item->key = read_text(r);
  if (!item->key) return -1;
  if (dv_names_add(r->arena, keys, item->key) < 0) {
    dv_diag_add(r->diags, DV_ERROR, mark, NULL, "key \"%s\" is given twice", item->key);
    return -1;
  }
  skip_space(r);
  if (peek(r) != ':') return fault(r, "expected ':' after the key");
  r->at++;
  return 0;
}

static int read_items(reader *r, dv_json *v, char closer)
{
  dv_names keys = {0};
  r->at++;
  skip_space(r);
  if (peek(r) == closer) return r->at++, 0;
  for (;;) {
    dv_json *item = add_item(r, v);
    skip_space(r);
    if (closer == '}' && read_key(r, &keys, item)) return -1;
    if (read_value(r, item)) return -1;
    skip_space(r);
    if (peek(r) == closer) return r->at++, 0;
    if (peek(r) != ',') return fault(r, closer == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    r->at++;
  }
}

static int read_value(reader *r, dv_json *v)
{
  skip_space(r);
  v->mark = here(r);
  int c = peek(r);
  if (c == '{' || c == '[') {
    if (++r->depth > DV_JSON_DEPTH) return fault(r, "nested too deeply");
    v->type = c == '{' ? DV_JSON_MAP : DV_JSON_LIST;
    int bad = read_items(r, v, c == '{' ? '}' : ']');
    r->depth--;
    return bad;
  }
  if (c == '"') return v->type = DV_JSON_TEXT, (v->text = read_text(r)) ? 0 : -1;
  if (word(r, "null")) return v->type = DV_JSON_NULL, 0;
  if (word(r, "true")) return v->type = DV_JSON_BOOL, v->number = 1, 0;
  if (word(r, "false")) return v->type = DV_JSON_BOOL, 0;
  return read_number(r, v);
}

dv_json *dv_json_read(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n)
{
  // own copy: numbers are read up to a terminating zero
  const char *copy = dv_arena_copy(a, bytes, n);
  reader r = {.arena = a, .diags = d, .name = name, .at = copy, .end = copy + n, .line_start = copy, .line = 1};
  dv_json *v = DV_TAKE(a, dv_json, 1);
  if (read_value(&r, v)) return NULL;
  skip_space(&r);
  if (r.at < r.end) return fault(&r, "something follows the JSON value"), NULL;
  return v;
}

const dv_json *dv_json_find(const dv_json *map, const char *key)
{
  if (!map || map->type != DV_JSON_MAP) return NULL;
  for (int i = 0; i < map->n; i++)
    if (!strcmp(map->item[i]->key, key)) return map->item[i];
  return NULL;
}
