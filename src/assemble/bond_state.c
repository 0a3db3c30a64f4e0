// bond_state.c: which states the elements of the bond graph have, and where their efforts and flows are kept.
//
// A storage has its state if its causality is integral. A 1-junction has a displacement if `initial:` gives one, and its flow
// where nothing else may set it.
#include "assemble/bond_internal.h"

#include <math.h>
#include <string.h>

static int is_storage(dv_bond_role role) { return role == DV_BOND_I || role == DV_BOND_C; }
static int is_two_port(dv_bond_role role) { return role == DV_BOND_TF || role == DV_BOND_GY; }

static int node_of(const dv_bonds *g, int part, int component, dv_bond_role role)
{
  for (int i = g->first[part]; i >= 0 && i < g->node.n; i++) {
    const dv_bond_node *n = &g->node.item[i];
    if (n->part == part && n->role == role && (n->field || n->component == component)) return i;
  }
  return -1;
}

// A 1-junction whose flow no bond brings.
static int is_free(const dv_bonds *g, int node)
{
  const dv_bond_node *n = &g->node.item[node];
  for (int i = 0; i < n->bond.n; i++)
    if (dv_bond_sets(&g->bond.item[n->bond.item[i]], node)) return 0;
  return n->open;
}

static void superfluous(dv_assembler *c, const dv_part_spec *p, const char *state)
{
  if (p->as->bond == DV_BOND_ONE)
    dv_diag_add(c->diags, DV_ERROR, p->mark, "remove it; give the momentum of the inertia that sets it",
                "the flow of '%s' follows from others: it cannot start at will", p->name);
  else
    dv_diag_add(c->diags, DV_ERROR, p->mark, "remove it; give the momenta, displacements or junction flows that it follows from",
                "%s of '%s' follows from others (differential causality): it cannot start at will", state, p->name);
}

// Keeps those of the kind's states that exist here. State s of a kind belongs to component s % n.
static void keep_states(dv_assembler *c, int part)
{
  dv_part_spec *p = &c->part.item[part];
  dv_kind *k = DV_TAKE(c->arena, dv_kind, 1);
  dv_quantity *state = DV_TAKE(c->arena, dv_quantity, p->as->nstate);
  double *start = DV_TAKE(c->arena, double, p->as->nstate);
  *k = *p->as;
  k->nstate = 0;
  for (int s = 0; s < p->as->nstate; s++) {
    int i = s % p->neach, given = !isnan(p->state[s]), node = node_of(c->bonds, part, i, k->bond);
    int kept = is_storage(k->bond) ? dv_bond_integral(c->bonds, node, 0) : s < p->neach ? given : is_free(c->bonds, node);
    if (given && p->state[s] != 0 && !kept) superfluous(c, p, p->as->state[s].name);
    if (!kept) continue;
    start[k->nstate] = given ? p->state[s] : 0;
    state[k->nstate++] = p->as->state[s];
  }
  k->state = state;
  p->as = k;
  p->state = start;
}

void dv_bonds_states(dv_assembler *c)
{
  if (!c->bonds || c->diags->nerror) return;
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].as->bond != DV_BOND_NONE) keep_states(c, i);
}

int dv_bond_slots(const dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  if (p->as->bond < DV_BOND_PLAIN) return 0;
  return is_two_port(p->as->bond) ? p->terminal[0].n + p->terminal[1].n : p->neach;
}

static const char *dotted(dv_assembler *c, const char *a, const char *b, const char *component)
{
  return *component ? dv_arena_text(c->arena, "%s.%s.%s", a, b, component) : dv_arena_text(c->arena, "%s.%s", a, b);
}

// "m1.effort", "m1.effort.x"; of a two-port "tf.to.effort".
static const char *slot_name(dv_assembler *c, const dv_bond *b, const char *what)
{
  if (b->part < 0) return NULL;
  const dv_part_spec *p = &c->part.item[b->part];
  int two = is_two_port(p->as->bond), wide = p->terminal[0].n, out = two && b->slot >= wide;
  const char *name = two ? dv_arena_text(c->arena, "%s.%s", p->name, p->as->terminal[out].name) : p->name;
  return dotted(c, name, what, p->terminal[out].name[out ? b->slot - wide : b->slot].text);
}

// Power along the half arrow leaves the part: the ledger's flow is then the opposite one.
static int leaves(const dv_assembler *c, const dv_bond *b)
{
  const dv_part_spec *p = &c->part.item[b->part];
  return is_two_port(p->as->bond) ? b->slot >= p->terminal[0].n : p->as->bond != DV_BOND_PLAIN && p->as->terminal[0].out;
}

static void place_bond(dv_assembler *c, int i)
{
  const dv_bond *b = &c->bonds->bond.item[i];
  const dv_part *row = b->part < 0 ? NULL : DV_AT(c->b, dv_part, PART, b->part);
  int e = dv_var_add(c, DV_V_DOT, slot_name(c, b, "effort")), f = dv_var_add(c, DV_V_DOT, slot_name(c, b, "flow"));
  c->bonds->var.item[e].part = c->bonds->var.item[f].part = b->part;
  c->bonds->var.item[e].cell = row ? row->effort + b->slot : dv_work_take(c, 1);
  c->bonds->var.item[f].cell = row && !leaves(c, b) ? row->flow + b->slot : dv_work_take(c, 1);
}

static int place_var(dv_assembler *c, int part, dv_var_op op, const char *what, int component)
{
  const dv_part_spec *p = &c->part.item[part];
  int v = dv_var_add(c, op, dotted(c, p->name, what, p->each[component].text));
  c->bonds->var.item[v].cell = dv_work_take(c, 1);
  c->bonds->var.item[v].part = part;
  return v;
}

// Momentum or displacement of a storage: a state, or what follows from its flow or effort.
static void place_storage(dv_assembler *c, int part)
{
  dv_bonds *g = c->bonds;
  const dv_part_spec *p = &c->part.item[part];
  int x = 0;
  g->state[part] = DV_TAKE(c->arena, int, p->neach);
  for (int i = 0; i < p->neach; i++) {
    int kept = dv_bond_integral(g, node_of(g, part, i, p->as->bond), 0);
    int v = g->state[part][i] =
        place_var(c, part, kept ? DV_V_STATE : DV_V_DOT, p->as->bond == DV_BOND_I ? "momentum" : "displacement", i);
    if (kept) g->var.item[v].x = x++;
  }
}

static int has_state(dv_assembler *c, const dv_part_spec *p, const char *what, const char *component)
{
  const char *name = *component ? dv_arena_text(c->arena, "%s.%s", what, component) : what;
  for (int s = 0; s < p->as->nstate; s++)
    if (strcmp(p->as->state[s].name, name) == 0) return 1;
  return 0;
}

// Displacements come first among the states of a junction, then flows.
static void place_junction(dv_assembler *c, int part)
{
  dv_bonds *g = c->bonds;
  const dv_part_spec *p = &c->part.item[part];
  int one = p->as->bond == DV_BOND_ONE, x = 0;
  for (int i = 0; one && i < p->neach; i++) {
    if (!has_state(c, p, "displacement", p->each[i].text)) continue;
    int v = g->moved[g->first[part] + i] = place_var(c, part, DV_V_STATE, "displacement", i);
    g->var.item[v].x = x++;
  }
  for (int i = 0; i < p->neach; i++) {
    int node = g->first[part] + i, free = one && is_free(g, node);
    int v = g->shared[node] = place_var(c, part, free ? DV_V_STATE : DV_V_DOT, one ? "flow" : "effort", i);
    if (free) g->var.item[v].x = x++;
  }
}

void dv_bonds_place(dv_assembler *c)
{
  dv_bonds *g = c->bonds;
  if (!g || c->diags->nerror) return;
  g->state = DV_TAKE(c->arena, int *, c->part.n);
  g->entry = DV_TAKE(c->arena, int *, c->part.n);
  g->shared = DV_TAKE(c->arena, int, g->node.n);
  g->moved = DV_TAKE(c->arena, int, g->node.n);
  for (int i = 0; i < g->node.n; i++) g->shared[i] = g->moved[i] = -1;
  for (int i = 0; i < g->bond.n; i++) place_bond(c, i);
  for (int i = 0; i < c->part.n; i++) {
    dv_bond_role role = c->part.item[i].as->bond;
    if (is_storage(role)) place_storage(c, i);
    else if (role == DV_BOND_ONE || role == DV_BOND_ZERO) place_junction(c, i);
  }
}

int dv_bond_source(const dv_assembler *c, const char *name, dv_source *out)
{
  int v = dv_bond_find(c, name);
  if (v < 0) return -1;
  *out = (dv_source){DV_FROM_BOND, c->bonds->var.item[v].part, -1, c->bonds->var.item[v].cell, -1, -1, v};
  return 0;
}
