// bond_conflict.c: says where causality contradicts itself, and what would help.
#include "assemble/bond_internal.h"

// A bond that could bring what a junction's bonds share: its other end is not a source of the other variable.
static int brings(const dv_bonds *g, int node, int bond)
{
  const dv_bond *b = &g->bond.item[bond];
  int one = g->node.item[node].role == DV_BOND_ONE;
  dv_bond_role other = g->node.item[dv_bond_other(b, node)].role;
  if (other == DV_BOND_SE || other == DV_BOND_SF) return (other == DV_BOND_SF) == one;
  return b->setter >= 0 && dv_bond_sets(b, node) == one;
}

// What sets the shared variable of the junction where causality contradicts itself, or that nothing does.
static void junction(dv_assembler *c, int node)
{
  const dv_bonds *g = c->bonds;
  const dv_bond_node *n = &g->node.item[node];
  int count = 0, owner = n->part >= 0 ? n->part : g->bond.item[n->bond.item[0]].part;
  const char *what = n->role == DV_BOND_ONE ? "flow" : "effort", *setters = "", *all = "", *name = dv_bond_node_name(c, node);
  for (int i = 0; i < n->bond.n; i++) {
    const char *other = dv_bond_node_name(c, dv_bond_other(&g->bond.item[n->bond.item[i]], node));
    all = dv_arena_text(c->arena, "%s%s%s", all, i ? ", " : "", other);
    if (brings(g, node, n->bond.item[i])) setters = dv_arena_text(c->arena, "%s%s%s", setters, count++ ? " and " : "", other);
  }
  dv_mark mark = c->part.item[owner].mark;
  if (n->machine >= 0)
    dv_diag_add(c->diags, DV_ERROR, mark, "put a storage or a resistance between them",
                "the machine sets the %s of '%s', and so does %s", what, name, count ? setters : all);
  else if (count > 1)
    dv_diag_add(c->diags, DV_ERROR, mark, "keep one of them, or put a storage or a resistance between them",
                "the %s of junction '%s' is set by %s", what, name, setters);
  else
    dv_diag_add(c->diags, DV_ERROR, mark, "connect a storage or a resistance", "nothing can set the %s of junction '%s' (%s)",
                what, name, all);
}

void dv_bond_conflict(dv_assembler *c, int node)
{
  const dv_bonds *g = c->bonds;
  const dv_bond_node *n = &g->node.item[node];
  if (n->role == DV_BOND_ONE || n->role == DV_BOND_ZERO) {
    junction(c, node);
    return;
  }
  int other = dv_bond_other(&g->bond.item[n->bond.item[0]], node);
  dv_bond_role role = g->node.item[other].role;
  if (n->bond.n == 1 && (role == DV_BOND_ONE || role == DV_BOND_ZERO)) {
    junction(c, other);
    return;
  }
  dv_diag_add(c->diags, DV_ERROR, c->part.item[n->part].mark, "connect a storage or a resistance at one side",
              "'%s' cannot pass on what both its sides set", dv_bond_node_name(c, node));
}
