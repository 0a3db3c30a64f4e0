// emit.c: a tree as YAML that people like to read, and that reads back as the same tree.
//
// Short lists and small maps stand on one line, the rest is indented by two. Text is quoted only where YAML needs it.
#include "base/text.h"
#include "spec/doc.h"

#include <string.h>

enum { LINE = 100, FLOW_MAP_FROM = 3 };  // longest flow value; level from which small maps stand on one line

// A byte-order mark, which at the start of a line or a file is no text; and the separators that end a line.
static int is_mark(const char *p)
{
  return !strncmp(p, "\xEF\xBB\xBF", 3) || !strncmp(p, "\xE2\x80\xA8", 3) || !strncmp(p, "\xE2\x80\xA9", 3) ||
         !strncmp(p, "\xC2\x85", 2);
}

// Plain text that YAML takes as it is, inside [] and {} too if `flow`.
static int is_plain(const char *s, int flow)
{
  size_t n = strlen(s);
  if (!n || strchr(" \t,[]{}#&*!|>'\"%@`?:=<", s[0]) || s[n - 1] == ' ' || s[n - 1] == ':') return 0;
  if (s[0] == '-' && (!s[1] || s[1] == ' ' || s[1] == '-')) return 0;
  if (!strcmp(s, "~") || !strcmp(s, "null") || !strncmp(s, "...", 3)) return 0;
  if (strstr(s, ": ") || strstr(s, " #") || (flow && strpbrk(s, ",[]{}:"))) return 0;
  for (const char *p = s; *p; p++)
    if ((unsigned char)*p < 0x20 || *p == 0x7F || is_mark(p)) return 0;
  return 1;
}

static void put_quoted(dv_text *t, const char *s)
{
  dv_text_put(t, "\"", 1);
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') dv_text_add(t, "\\%c", *s);
    else if (*s == '\n') dv_text_add(t, "\\n");
    else if ((unsigned char)*s < 0x20 || *s == 0x7F) dv_text_add(t, "\\x%02X", (unsigned char)*s);
    else if (!strncmp(s, "\xEF\xBB\xBF", 3)) dv_text_add(t, "\\uFEFF"), s += 2;
    else if (!strncmp(s, "\xE2\x80\xA8", 3)) dv_text_add(t, "\\L"), s += 2;
    else if (!strncmp(s, "\xE2\x80\xA9", 3)) dv_text_add(t, "\\P"), s += 2;
    else if (!strncmp(s, "\xC2\x85", 2)) dv_text_add(t, "\\N"), s += 1;
    else dv_text_put(t, s, 1);
  }
  dv_text_put(t, "\"", 1);
}

static void put_text(dv_text *t, const char *s, int quoted, int flow)
{
  if (quoted || !is_plain(s, flow)) put_quoted(t, s);
  else dv_text_put(t, s, strlen(s));
}

// Length of a value on one line, or more than `most` if it has none: plain text that needs quotes there would change its meaning.
static int flow_width(const dv_node *n, int most)
{
  int w = 2;
  if (n->type == DV_NULL) return 1;
  if (n->type == DV_SCALAR) return n->quoted || is_plain(n->text, 1) ? (int)strlen(n->text) : most + 1;
  for (int i = 0; i < n->n && w <= most; i++) {
    if (n->type == DV_MAP) w += (int)strlen(n->item[i]->key) + 2;
    w += flow_width(n->item[i], most) + 2;
  }
  return w;
}

static void put_flow(dv_text *t, const dv_node *n)
{
  if (n->type == DV_NULL) dv_text_put(t, "~", 1);
  if (n->type == DV_SCALAR) put_text(t, n->text, n->quoted, 1);
  if (n->type != DV_SEQ && n->type != DV_MAP) return;
  dv_text_put(t, n->type == DV_SEQ ? "[" : "{", 1);
  for (int i = 0; i < n->n; i++) {
    if (i) dv_text_put(t, ", ", 2);
    if (n->type == DV_MAP) {
      put_text(t, n->item[i]->key, 0, 1);
      dv_text_put(t, ": ", 2);
    }
    put_flow(t, n->item[i]);
  }
  dv_text_put(t, n->type == DV_SEQ ? "]" : "}", 1);
}

// A row of numbers, a small map of numbers and rows: one line.
static int is_short(const dv_node *n, int level)
{
  if (n->type != DV_SEQ && n->type != DV_MAP) return 0;
  if (n->n == 0) return 1;
  if (n->type == DV_MAP && level < FLOW_MAP_FROM) return 0;
  return flow_width(n, LINE) <= LINE;
}

static void put_block(dv_text *t, const dv_node *n, int level, int indent, int begun);

// What follows "key:" or "-".
static void put_value(dv_text *t, const dv_node *n, int level, int indent)
{
  if (n->type == DV_NULL) dv_text_add(t, "\n");
  else if (n->type == DV_SCALAR) {
    dv_text_put(t, " ", 1);
    put_text(t, n->text, n->quoted, 0);
    dv_text_put(t, "\n", 1);
  } else if (is_short(n, level)) {
    dv_text_put(t, " ", 1);
    put_flow(t, n);
    dv_text_put(t, "\n", 1);
  } else {
    dv_text_put(t, "\n", 1);
    put_block(t, n, level, indent + 2, 0);
  }
}

// begun: the first line has its indent. The first entry of a map in a list stands behind the dash.
static void put_block(dv_text *t, const dv_node *n, int level, int indent, int begun)
{
  for (int i = 0; i < n->n; i++) {
    const dv_node *is = n->item[i];
    if (i || !begun) dv_text_add(t, "%*s", indent, "");
    if (n->type == DV_SEQ && is->type == DV_MAP && !is_short(is, level + 1)) {
      dv_text_put(t, "- ", 2);
      put_block(t, is, level + 1, indent + 2, 1);
      continue;
    }
    if (n->type == DV_SEQ) dv_text_put(t, "-", 1);
    else {
      put_text(t, is->key, 0, 0);
      dv_text_put(t, ":", 1);
    }
    put_value(t, is, level + 1, indent);
  }
}

char *dv_doc_yaml(dv_arena *a, const dv_node *root)
{
  dv_text t = {.arena = a};
  if (root->type == DV_MAP || root->type == DV_SEQ) {
    if (root->n) put_block(&t, root, 0, 0, 0);
    else put_flow(&t, root), dv_text_put(&t, "\n", 1);
  } else put_value(&t, root, 0, 0);
  return t.at;
}
