// idle_numbers.c: what is given of a part though its options leave it without effect.
//
// The doc of a number, table or input says for which choices it is there: "toothed: pull per rate of strain", "box: along z;
// cylinder: its length". Who gives it with another choice is told.
#include "spec/check.h"

#include <ctype.h>
#include <string.h>

static int same_word(const char *a, const char *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return 0;
  return 1;
}

// Place of a word among "a|b|c", -1: it is none of them.
static int choice_of(const char *choices, const char *word, size_t n)
{
  for (int i = 0;; i++) {
    size_t m = strcspn(choices, "|");
    if (m == n && same_word(choices, word, n)) return i;
    if (!choices[m]) return -1;
    choices += m + 1;
  }
}

// 1: from .. colon is a list of choices of this option; *taken becomes 1 if the one that the part has is among them.
static int lists_choices(const dv_option *o, int has, const char *from, const char *colon, int *taken)
{
  int any = 0;
  while (from < colon) {
    size_t n = strcspn(from, ", :");
    int is = choice_of(o->choices, from, n), joins = (n == 3 && !strncmp(from, "and", n)) || (n == 2 && !strncmp(from, "or", n));
    if (is < 0 && !joins) return 0;
    any |= is >= 0;
    *taken |= is == has;
    from += n;
    from += strspn(from, ", ");
  }
  return any;
}

// 1: the doc is of choices of this option, none of which the part has.
static int is_idle(const dv_option *o, int has, const char *doc)
{
  int taken = 0;
  for (const char *at = doc; at;) {
    const char *colon = strchr(at, ':'), *next = strchr(at, ';');
    int lists = colon && (!next || colon < next) && lists_choices(o, has, at, colon, &taken);
    if (at == doc && !lists) return 0;
    at = next ? next + 1 + strspn(next + 1, " ") : NULL;
  }
  return !taken;
}

static void look(dv_check *c, const dv_node *part, const dv_part_spec *p, const char *name, const char *doc)
{
  const dv_kind *k = p->as;
  const dv_node *n = doc ? dv_doc_find(part, name) : NULL;
  for (int i = 0; n && i < k->noption; i++) {
    const dv_option *o = &k->option[i];
    if (!is_idle(o, p->option[i], doc)) continue;
    const char *has = o->choices;
    for (int at = p->option[i]; at > 0; at--) has += strcspn(has, "|") + 1;
    dv_diag_add(c->diags, DV_WARNING, n->mark, dv_arena_text(c->arena, "leave it out, or choose another %s", o->name),
                "'%s' of %s has no effect with %s: %.*s; it is for %.*s", name, p->name, o->name, (int)strcspn(has, "|"), has,
                (int)strcspn(doc, ":"), doc);
    return;
  }
}

void dv_tell_idle(dv_check *c, const dv_node *part, const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nparam; i++) look(c, part, p, k->param[i].name, k->param[i].doc);
  for (int i = 0; i < k->nin; i++) look(c, part, p, k->in[i].name, k->in[i].doc);
  for (int i = 0; i < k->ntable; i++) look(c, part, p, k->table[i].name, k->table[i].doc);
}
