// bond_graph.c: parts of kinds bond.* -> vertices and bonds, one per component.
//
// A transformer with a matrix is a net of scalar ones: f_to,j = sum M_ji f_from,i is a 0-junction for each j, a 1-junction for
// each i.
#include "assemble/bond_internal.h"
#include "assemble/junction_find.h"

#include <string.h>

int dv_bond_other(const dv_bond *b, int node) { return b->end[b->end[0] == node]; }
int dv_bond_sets(const dv_bond *b, int node) { return b->setter >= 0 && b->end[b->setter] == node; }

int dv_coefficient_varies(const dv_part_spec *p)
{
  for (int i = 0; i < p->coefficient.rows * p->coefficient.cols; i++)
    if (p->coefficient.entry[i].ninput) return 1;
  return 0;
}

const char *dv_bond_node_name(dv_assembler *c, int node)
{
  static const char *const of_frame[] = {".mx", ".my", ".mz", ".fx", ".fy", ".fz"};
  const dv_bond_node *n = &c->bonds->node.item[node];
  if (n->part < 0) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, n->machine);
    return dv_arena_text(c->arena, "%s%s", DV_AT(c->b, char, TEXT, j->name), j->width == 6 ? of_frame[n->component] : "");
  }
  const dv_part_spec *p = &c->part.item[n->part];
  const char *component = n->field ? "" : p->each[n->component < p->neach ? n->component : 0].text;
  return *component ? dv_arena_text(c->arena, "%s.%s", p->name, component) : p->name;
}

static int add_node(dv_assembler *c, dv_bond_role role, int part, int component, int entry)
{
  dv_bond_node *n = DV_PUSH(c->arena, &c->bonds->node);
  *n = (dv_bond_node){.role = role, .part = part, .component = component, .machine = -1, .entry = entry};
  if (part >= 0 && c->bonds->first[part] < 0) c->bonds->first[part] = c->bonds->node.n - 1;
  return c->bonds->node.n - 1;
}

static void add_bond(dv_assembler *c, int from, int to, int part, int slot)
{
  dv_bonds *g = c->bonds;
  *DV_PUSH(c->arena, &g->bond) = (dv_bond){
      {from, to},
      -1, -1, part, slot
  };
  *DV_PUSH(c->arena, &g->node.item[from].bond) = g->bond.n - 1;
  *DV_PUSH(c->arena, &g->node.item[to].bond) = g->bond.n - 1;
}

enum { WIDEST = 6 };  // components of a place of the machine: those of a frame

static int *seat(dv_assembler *c, int junction, int component)
{
  dv_bonds *g = c->bonds;
  while (g->seat.n <= WIDEST * junction + component) *DV_PUSH(c->arena, &g->seat) = -1;
  return &g->seat.item[WIDEST * junction + component];
}

// Vertex where a terminal's component ends: of a bond junction, or of a place of the machine. -1 after a diagnostic.
static int end_node(dv_assembler *c, int part, const dv_bond_end *end)
{
  dv_bonds *g = c->bonds;
  if (end->junction) return g->first[dv_find_part(c, end->at.name.text)] + end->component;
  dv_port port = {"at", end->domain, DV_ANSWERS, NULL};
  int j = dv_junction_for(c, &end->at, &port, c->part.item[part].name);
  if (j < 0) return -1;
  dv_junction_use(c, j, 1);
  int *node = seat(c, j, end->component);
  if (*node >= 0) return *node;
  int shares_effort = DV_AT(c->b, dv_junction, JUNCTION, j)->type == DV_AT_NODE;
  *node = add_node(c, shares_effort ? DV_BOND_ZERO : DV_BOND_ONE, -1, end->component, 0);
  g->node.item[*node].machine = j;
  return *node;
}

static void meets_itself(dv_assembler *c, int part, int node)
{
  dv_diag_add(c->diags, DV_ERROR, c->part.item[part].mark, "end it at another junction", "both ends of '%s' are at '%s'",
              c->part.item[part].name, dv_bond_node_name(c, node));
}

static void one_port(dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  int field = p->coefficient.spread == DV_FOR_PAIRS, node = -1, out = p->as->terminal[0].out;
  for (int i = 0; i < p->neach; i++) {
    int end = end_node(c, part, &p->terminal[0].end[i]);
    if (end < 0) return;
    if (!field || i == 0) node = add_node(c, p->as->bond, part, i, p->coefficient.spread == DV_FOR_EACH ? i : 0);
    c->bonds->node.item[node].field = field;
    add_bond(c, out ? node : end, out ? end : node, part, i);
  }
}

static void plain(dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  for (int i = 0; i < p->neach; i++) {
    int from = end_node(c, part, &p->terminal[0].end[i]), to = end_node(c, part, &p->terminal[1].end[i]);
    if (from >= 0 && from == to) meets_itself(c, part, from);
    else if (from >= 0 && to >= 0) add_bond(c, from, to, part, i);
  }
}

static int is_zero(const dv_formula *f) { return !f->ninput && f->ncode == 1 && f->constant[0] == 0; }

static void matrix(dv_assembler *c, int part, const int *from, const int *to)
{
  const dv_part_spec *p = &c->part.item[part];
  int rows = p->coefficient.rows, cols = p->coefficient.cols, *inner = DV_TAKE(c->arena, int, rows + cols);
  for (int i = 0; i < cols; i++) {
    inner[i] = add_node(c, DV_BOND_ONE, part, i, 0);
    add_bond(c, from[i], inner[i], part, i);
  }
  for (int j = 0; j < rows; j++) {
    inner[cols + j] = add_node(c, p->as->bond == DV_BOND_TF ? DV_BOND_ZERO : DV_BOND_ONE, part, j, 0);
    add_bond(c, inner[cols + j], to[j], part, cols + j);
  }
  for (int k = 0; k < rows * cols; k++) {
    if (is_zero(&p->coefficient.entry[k])) continue;
    int node = add_node(c, p->as->bond, part, k % cols, k);
    add_bond(c, inner[k % cols], node, -1, 0);
    add_bond(c, node, inner[cols + k / cols], -1, 0);
  }
}

static void two_port(dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  int wide = p->terminal[0].n, high = p->terminal[1].n, *from = DV_TAKE(c->arena, int, wide), *to = DV_TAKE(c->arena, int, high);
  for (int i = 0; i < wide; i++)
    if ((from[i] = end_node(c, part, &p->terminal[0].end[i])) < 0) return;
  for (int i = 0; i < high; i++)
    if ((to[i] = end_node(c, part, &p->terminal[1].end[i])) < 0) return;
  if (p->coefficient.spread == DV_FOR_PAIRS) {
    matrix(c, part, from, to);
    return;
  }
  for (int i = 0; i < wide; i++) {
    if (from[i] == to[i]) {
      meets_itself(c, part, from[i]);
      continue;
    }
    int node = add_node(c, p->as->bond, part, i, p->coefficient.spread == DV_FOR_EACH ? i : 0);
    add_bond(c, from[i], node, part, i);
    add_bond(c, node, to[i], part, wide + i);
  }
}

static void lonely(dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  for (int i = 0; i < p->neach; i++) {
    int node = c->bonds->first[part] + i;
    if (!c->bonds->node.item[node].bond.n)
      dv_diag_add(c->diags, DV_ERROR, p->mark, "connect an element to it, or remove it", "no bond ends at junction '%s'",
                  dv_bond_node_name(c, node));
  }
}

static int is_junction(const dv_kind *k) { return k->bond == DV_BOND_ONE || k->bond == DV_BOND_ZERO; }

void dv_bonds_graph(dv_assembler *c)
{
  int any = 0, errors = c->diags->nerror;
  for (int i = 0; i < c->part.n; i++) any |= c->part.item[i].as->bond != DV_BOND_NONE;
  if (!any) return;
  c->bonds = DV_TAKE(c->arena, dv_bonds, 1);
  c->bonds->first = DV_TAKE(c->arena, int, c->part.n);
  for (int i = 0; i < c->part.n; i++) {
    const dv_part_spec *p = &c->part.item[i];
    c->bonds->first[i] = -1;
    for (int k = 0; is_junction(p->as) && k < p->neach; k++) add_node(c, p->as->bond, i, k, 0);
  }
  for (int i = 0; i < c->part.n; i++) {
    dv_bond_role role = c->part.item[i].as->bond;
    if (role == DV_BOND_PLAIN) plain(c, i);
    else if (role == DV_BOND_TF || role == DV_BOND_GY) two_port(c, i);
    else if (role >= DV_BOND_SE) one_port(c, i);
  }
  for (int i = 0; i < c->part.n && c->diags->nerror == errors; i++)
    if (is_junction(c->part.item[i].as)) lonely(c, i);
}
