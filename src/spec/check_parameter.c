// check_parameter.c: `parameters:` in any order. Depth first with a stack of its own, so that a long chain is no danger.
#include "spec/check.h"

#include <ctype.h>
#include <string.h>

typedef struct {
  int *item, n, cap;
} stack;

// A parameter stands in formulas, where a-b is a difference.
static void check_spelling(dv_check *c, const dv_node *n)
{
  if (strchr(n->key, '-'))
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "write _ instead", "parameter '%.64s' has a '-', which formulas read as minus",
                n->key);
  else if (isdigit((unsigned char)n->key[0]))
    dv_diag_add(c->diags, DV_ERROR, n->key_mark, "begin with a letter", "parameter '%.64s' begins with a digit", n->key);
}

static void collect(dv_check *c)
{
  const dv_node *map = dv_check_get(c->root, "parameters", DV_MAP);
  c->parameter = DV_TAKE(c->arena, dv_parameter, map ? map->n : 1);
  for (int i = 0; map && i < map->n; i++) {
    int at = dv_names_add(c->arena, &c->parameters, map->item[i]->key);
    if (at < 0) continue;
    dv_parameter *p = &c->parameter[at];
    p->node = map->item[i];
    check_spelling(c, p->node);
    int scalar = p->node->type == DV_SCALAR;
    if (!scalar || dv_formula_parse(c->arena, c->diags, c->units, p->node->text, p->node->mark, &p->formula))
      p->progress = DV_FAULTY;
  }
}

static void report_cycle(dv_check *c, const stack *s, int again)
{
  int from = s->n - 1;
  while (s->item[from] != again) from--;
  const char *path = "";
  for (int i = from; i < s->n && i < from + 8; i++)
    path = dv_arena_text(c->arena, "%s%s -> ", path, c->parameters.item[s->item[i]]);
  if (s->n - from > 8) path = dv_arena_text(c->arena, "%s... -> ", path);
  dv_diag_add(c->diags, DV_ERROR, c->parameter[again].node->mark, "give one of them a number",
              "parameters depend on each other: %s%s", path, c->parameters.item[again]);
  for (int i = from; i < s->n; i++) c->parameter[s->item[i]].progress = DV_FAULTY;
}

// Next parameter that this one needs first, or -1.
static int needs(dv_check *c, const stack *s, dv_parameter *p)
{
  for (int i = 0; i < p->formula.ninput; i++) {
    int j = dv_names_find(&c->parameters, p->formula.input[i]);
    if (j < 0) continue;
    if (c->parameter[j].progress == DV_NEW) return j;
    if (c->parameter[j].progress == DV_ON_THE_WAY) report_cycle(c, s, j);
  }
  return -1;
}

static void settle(dv_check *c, int first)
{
  stack s = {0};
  *DV_PUSH(c->arena, &s) = first;
  while (s.n) {
    dv_parameter *p = &c->parameter[s.item[s.n - 1]];
    if (p->progress == DV_NEW) p->progress = DV_ON_THE_WAY;
    int next = p->progress == DV_FAULTY ? -1 : needs(c, &s, p);
    if (next >= 0) {
      *DV_PUSH(c->arena, &s) = next;
      continue;
    }
    s.n--;
    if (p->progress == DV_FAULTY) continue;
    p->progress = dv_check_quantity(c, p->node, &p->value) ? DV_FAULTY : DV_KNOWN;
  }
}

void dv_check_parameters(dv_check *c)
{
  collect(c);
  for (int i = 0; i < c->parameters.n; i++)
    if (c->parameter[i].progress == DV_NEW) settle(c, i);
}

void dv_check_added(dv_check *c)
{
  for (int i = 0; i < c->added.n; i++) {
    int p = dv_names_find(&c->parameters, c->added.item[i]);
    if (p < 0 || c->parameter[p].used) continue;
    int n = 0;
    const char **other = DV_TAKE(c->arena, const char *, c->parameters.n);
    for (int k = 0; k < c->parameters.n; k++)
      if (dv_names_find(&c->added, c->parameters.item[k]) < 0) other[n++] = c->parameters.item[k];
    dv_diag_add(c->diags, DV_ERROR, c->parameter[p].node->key_mark,
                dv_did_you_mean(c->diags, c->added.item[i], other, n, "use it in the variant, or leave it out"),
                "the variant adds a parameter '%.64s' that nothing uses", c->added.item[i]);
  }
}
