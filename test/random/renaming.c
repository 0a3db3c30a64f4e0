// renaming.c: other names for what a file defines, in keys, ports and formulas.
#include "machine.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

void renaming_add(dv_arena *a, renaming *r, const char *from, const char *to)
{
  if (r->n == r->cap) {
    size_t old = (size_t)r->cap * sizeof *r->from, room = old ? 2 * old : 32 * sizeof *r->from;
    r->from = dv_arena_grow(a, r->from, old, room), r->to = dv_arena_grow(a, r->to, old, room);
    r->cap = (int)(room / sizeof *r->from);
  }
  r->from[r->n] = from, r->to[r->n++] = to;
}

static const char *other(const renaming *r, const char *word, size_t n)
{
  for (int i = 0; i < r->n; i++)
    if (strlen(r->from[i]) == n && !strncmp(r->from[i], word, n)) return r->to[i];
  return NULL;
}

static int in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

const char *renaming_apply(dv_arena *a, const renaming *r, const char *text)
{
  dv_text out = {.arena = a};
  for (const char *p = text; *p;) {
    size_t n = 1;
    while (in_word(*p) && in_word(p[n])) n++;
    const char *to = isdigit((unsigned char)*p) ? NULL : other(r, p, n);
    if (to) dv_text_add(&out, "%s", to);
    else dv_text_put(&out, p, n);
    p += n;
  }
  return dv_text_all(&out);
}

void node_rename(dv_arena *a, dv_node *n, const renaming *r)
{
  if (n->key) n->key = renaming_apply(a, r, n->key);
  if (n->type == DV_SCALAR) n->text = renaming_apply(a, r, n->text);
  for (int i = 0; i < n->n; i++) node_rename(a, n->item[i], r);
}
