// check_bond.c: rules of the elements of a bond graph: as many components at both ends, and one thing that describes it.
#include "spec/check.h"

#include <string.h>

// A junction's own components.
static void check_components(dv_check *c, dv_part_spec *p)
{
  for (int i = 0; i < p->neach; i++) {
    const dv_ref *one = &p->each[i];
    dv_name_check(c->diags, one->text, one->mark, "component");
    for (int k = 0; k < i; k++)
      if (!strcmp(p->each[k].text, one->text))
        dv_diag_add(c->diags, DV_ERROR, one->mark, "rename one of them", "two components are called '%.64s'", one->text);
  }
  if (p->neach) return;
  p->each = DV_TAKE(c->arena, dv_ref, 1);
  *p->each = (dv_ref){"", p->mark};
  p->neach = 1;
}

void dv_check_terminals(dv_check *c, dv_part_spec *p)
{
  const dv_kind *k = c->kinds[p->kind];
  if (dv_kind_is_junction(k)) {
    check_components(c, p);
    return;
  }
  p->each = p->terminal[0].name;
  p->neach = p->terminal[0].n;
  if (k->bond == DV_BOND_PLAIN && p->terminal[1].n != p->neach && p->terminal[1].n && p->neach)
    dv_diag_add(c->diags, DV_ERROR, p->mark, "connect as many as there are",
                "bond '%s' has %d components at one end and %d at the other", p->name, p->neach, p->terminal[1].n);
}

static int is_two_port(const dv_kind *k) { return k->bond == DV_BOND_TF || k->bond == DV_BOND_GY; }

static void wrong_size(dv_check *c, const dv_part_spec *p, const char *name, int rows, int cols)
{
  int wide = p->neach, high = is_two_port(p->as) ? p->terminal[1].n : wide;
  if (is_two_port(p->as) || rows > 1)
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark, dv_arena_text(c->arena, "give %d rows of %d", high, wide),
                "'%s' of '%s' has %d rows of %d", name, p->name, rows, cols);
  else
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark, "give one for each, or one for all",
                "'%s' of '%s' has %d values, but its bond has %d components", name, p->name, cols, wide);
}

// One number for each component, or a matrix from those of the one side to those of the other.
static void check_size(dv_check *c, const char *name, const dv_part_spec *p)
{
  const dv_coefficient_spec *s = &p->coefficient;
  int pairs = s->spread == DV_FOR_PAIRS, wide = p->neach, high = is_two_port(p->as) ? p->terminal[1].n : wide;
  if (pairs ? s->rows != high || s->cols != wide : s->spread == DV_FOR_EACH && s->cols != wide)
    wrong_size(c, p, name, s->rows, s->cols);
  else if (!pairs && high != wide && high && wide)
    dv_diag_add(c->diags, DV_ERROR, s->mark, dv_arena_text(c->arena, "give a matrix of %d rows of %d", high, wide),
                "'%s' joins %d components with %d", p->name, wide, high);
}

void dv_check_coefficient(dv_check *c, const dv_node *part, dv_part_spec *p)
{
  const dv_kind *k = p->as;
  const dv_node *first = NULL;
  const char *names = "";
  for (int i = 0; i < k->ncoefficient; i++) {
    const char *name = k->coefficient[i].name;
    const dv_node *n = dv_doc_find(part, name);
    names = dv_arena_text(c->arena, "%s%s'%s'", names, i ? " or " : "", name);
    if (!n) continue;
    if (first)
      dv_diag_add(c->diags, DV_ERROR, n->key_mark, "remove one of them", "'%s' has both '%s' and '%s'", p->name, first->key,
                  n->key);
    if (first) return;
    first = n;
    dv_read_one(c, c->kind_keys[p->kind], name, part, -1, p);
    if (p->coefficient.rows && !p->coefficient.gives) check_size(c, name, p);
  }
  if (!first && k->ncoefficient > 1)
    dv_diag_add(c->diags, DV_ERROR, p->mark, dv_arena_text(c->arena, "give it %s", names), "nothing describes '%s'", p->name);
}
