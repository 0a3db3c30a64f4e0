// missing_size.c: a shape that is chosen without one of its sizes, which is 1 m then.
#include "spec/check.h"

#include <ctype.h>
#include <string.h>

// 1: the doc has the choice as a word.
static int has_word(const char *doc, const char *word, size_t n)
{
  for (const char *at = doc; *at; at++)
    if (!strncmp(at, word, n) && !isalpha((unsigned char)at[n]) && (at == doc || !isalpha((unsigned char)at[-1]))) return 1;
  return 0;
}

void dv_tell_missing_sizes(dv_check *c, const dv_node *part, const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  for (int o = 0; o < k->noption; o++) {
    const dv_node *n = dv_doc_find(part, k->option[o].name);
    if (!n || n->type != DV_SCALAR) continue;
    for (int i = 0; i < k->nparam; i++) {
      const dv_param *q = &k->param[i];
      if (strcmp(q->unit, "m") || q->def != 1 || dv_doc_find(part, q->name) || !has_word(q->doc, n->text, strlen(n->text)))
        continue;
      dv_diag_add(c->diags, DV_WARNING, n->mark, dv_arena_text(c->arena, "write '%s: ...'", q->name),
                  "'%s' of %s is not given, and is 1 m then", q->name, p->name);
    }
  }
}
