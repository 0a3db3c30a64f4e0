// check_oil.c: `oil:` of the machine and of nodes: a part whose outputs go to the inputs of the same names of hydraulic parts.
//
// An input that the part gives itself stays as it is. The oil of a part is that of its nodes; those without one have the
// machine's.
#include "base/names.h"
#include "spec/check.h"
#include "spec/keys.h"

#include <string.h>

// 1: the input may be left out, and this kind has it as output.
static int has(const dv_kind *oil, const dv_quantity *in)
{
  int i = 0;
  while (i < oil->nout && strcmp(oil->out[i].name, in->name)) i++;
  return i < oil->nout && in->reads & DV_OPTIONAL;
}

// 1: a kind has an input that this one could give.
static int gives(dv_check *c, const dv_kind *oil)
{
  for (int i = 0; c->kinds[i]; i++) {
    const dv_kind *k = c->kinds[i];
    for (int m = 0; k->nport && k->port[0].domain == DV_HYDRAULIC && m < k->nin; m++)
      if (has(oil, &k->in[m])) return 1;
  }
  return 0;
}

// What to name instead: a kind that is one.
static const char *remedy(dv_check *c)
{
  int i = 0;
  while (c->kinds[i] && !gives(c, c->kinds[i])) i++;
  return c->kinds[i] ? dv_arena_text(c->arena, "name a part of kind %s", c->kinds[i]->name) : "remove it";
}

static const dv_part_spec *find_part(dv_check *c, const dv_ref *ref)
{
  const dv_spec *s = c->spec;
  dv_names names = {0};
  for (int i = 0; i < s->npart; i++) {
    if (!strcmp(s->part[i].name, ref->text)) return &s->part[i];
    if (!s->part[i].is_signal) dv_names_add(c->arena, &names, s->part[i].name);
  }
  dv_diag_add(c->diags, DV_ERROR, ref->mark, dv_did_you_mean(c->diags, ref->text, names.item, names.n, remedy(c)),
              "no part is called '%.64s'", ref->text);
  return NULL;
}

static int sound(dv_check *c, const dv_ref *ref)
{
  if (!ref->text) return 1;
  const dv_part_spec *p = find_part(c, ref);
  if (!p || !p->as) return 0;
  if (gives(c, p->as)) return 1;
  dv_diag_add(c->diags, DV_ERROR, ref->mark, remedy(c), "'%.64s' (%s) is no oil", p->name, p->as->name);
  return 0;
}

// Oil of a part that has hydraulic nodes, or NULL; two of them cannot be.
static const dv_ref *oil_of(dv_check *c, const dv_part_spec *p)
{
  const dv_ref *first = NULL;
  int hydraulic = 0;
  for (int i = 0; i < p->as->nport; i++) {
    int at = p->as->port[i].domain == DV_HYDRAULIC && p->port[i].name.text ? dv_names_find(&c->nodes, p->port[i].name.text) : -1;
    if (at < 0) continue;
    hydraulic = 1;
    const dv_ref *oil = &c->spec->node[at].oil;
    if (oil->text && first && strcmp(first->text, oil->text))
      dv_diag_add(c->diags, DV_ERROR, p->mark, "give both nodes one oil", "'%.64s' is between two oils, '%.64s' and '%.64s'",
                  p->name, first->text, oil->text);
    if (oil->text) first = oil;
  }
  if (!first && hydraulic && c->spec->oil.text) first = &c->spec->oil;
  return first;
}

static void connect(dv_check *c, dv_part_spec *p, const dv_ref *oil)
{
  const dv_kind *from = find_part(c, oil)->as;
  for (int i = 0; i < p->as->nin; i++) {
    const dv_quantity *in = &p->as->in[i];
    if (p->in[i].given || !has(from, in)) continue;
    p->in[i].formula = dv_formula_name(c->arena, dv_arena_text(c->arena, "%s.%s", oil->text, in->name));
    p->in[i].given = 1;
    p->in[i].mark = oil->mark;
  }
}

void dv_check_oil(dv_check *c)
{
  dv_spec *s = c->spec;
  int all = sound(c, &s->oil), any = s->oil.text != NULL;
  for (int i = 0; i < s->nnode; i++) {
    all &= sound(c, &s->node[i].oil);
    any |= s->node[i].oil.text != NULL;
  }
  for (int i = 0; all && any && i < s->npart; i++) {
    dv_part_spec *p = &s->part[i];
    const dv_ref *oil = p->as ? oil_of(c, p) : NULL;
    if (oil) connect(c, p, oil);
  }
}
