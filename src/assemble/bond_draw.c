// bond_draw.c: the machine as one bond graph: the skeleton is an IC-field with a 1-junction for each axis and frame, a node is a
// 0-junction with one C for all storage that merged there, parts hang on them, and hand-written bonds are drawn as they stand.
#include "assemble/bond_internal.h"
#include "assemble/bond_draw.h"

#include <string.h>

typedef struct {
  dv_assembler *c;
  dv_drawing *d;
  int *place;    // [junction] vertex of a place of the machine, -1: none yet
  int *part;     // [part] vertex
  int skeleton;  // vertex, -1: none yet
} drawer;

static int add(drawer *w, const char *label, const char *name)
{
  *DV_PUSH(w->c->arena, &w->d->node) = (dv_drawn_node){label, name, 0};
  return w->d->node.n - 1;
}

// Half arrow from a to b; `taker`: the vertex that takes the effort, -1: not told.
static void join(drawer *w, int a, int b, int taker, int wide)
{
  *DV_PUSH(w->c->arena, &w->d->bond) = (dv_drawn_bond){
      {a, b},
      taker == a   ? 0
      : taker == b ? 1
                   : -1,
      wide,
      NULL,
      0
  };
}

// The variable that is the power of the bond drawn last.
static void meter(drawer *w, const char *power, int against)
{
  dv_drawn_bond *b = &w->d->bond.item[w->d->bond.n - 1];
  b->power = power;
  b->against = against;
}

static const dv_junction *junction(const drawer *w, int i) { return DV_AT(w->c->b, dv_junction, JUNCTION, i); }
static const char *junction_name(const drawer *w, int i)
{
  return dv_arena_text(w->c->arena, "%s", DV_AT(w->c->b, char, TEXT, junction(w, i)->name));
}

static int skeleton(drawer *w)
{
  int n = w->c->b->header.nv;
  if (w->skeleton < 0) w->skeleton = add(w, "IC", dv_arena_text(w->c->arena, "skeleton\n%d rate%s", n, n == 1 ? "" : "s"));
  return w->skeleton;
}

static int is_only_storage(const dv_kind *k) { return k->nport == 1 && k->port[0].role == DV_STORES; }

// All storage at a node is one C: p' = sum q / sum C.
static void draw_storage(drawer *w, int i, int vertex)
{
  const char *names = "";
  if (junction(w, i)->x < 0) return;
  for (int p = 0; p < w->c->part.n; p++) {
    const dv_kind *k = w->c->part.item[p].as;
    for (int n = 0; n < k->nport; n++)
      if (k->port[n].role == DV_STORES && DV_AT(w->c->b, int, INT, DV_AT(w->c->b, dv_part, PART, p)->port)[n] == i)
        names = dv_arena_text(w->c->arena, "%s%s%s", names, *names ? "\n" : "", w->c->part.item[p].name);
  }
  join(w, vertex, add(w, "C", names), vertex, 1);
}

static int place(drawer *w, int i);

// A sum of axes moves with its terms: flow = sum k flow_i.
static void draw_combination(drawer *w, int i, int vertex)
{
  const dv_junction *j = junction(w, i);
  int n = j->nterm, first = j->term;
  if (!n) return;
  int tf = add(w, "TF", dv_arena_text(w->c->arena, "%s", junction_name(w, i)));
  join(w, tf, vertex, tf, 1);
  for (int k = 0; k < n; k++)
    join(w, place(w, DV_AT(w->c->b, int, INT, first)[k]), tf, place(w, DV_AT(w->c->b, int, INT, first)[k]), 1);
}

static int driven(const drawer *w, const dv_junction *j)
{
  for (int i = 0; i < w->c->b->section[DV_S_DRIVE].count; i++)
    if (DV_AT(w->c->b, dv_drive, DRIVE, i)->iv == j->iv) return 1;
  return 0;
}

static int place(drawer *w, int i)
{
  if (w->place[i] >= 0) return w->place[i];
  const dv_junction *j = junction(w, i);
  int type = j->type, wide = j->width, v = w->place[i] = add(w, type == DV_AT_NODE ? "0" : "1", junction_name(w, i));
  if (type == DV_AT_NODE) draw_storage(w, i, v);
  else if (type == DV_AT_COMBINATION) draw_combination(w, i, v);
  else if (type == DV_AT_COORDINATE) {
    join(w, v, skeleton(w), skeleton(w), 1);
    if (driven(w, j)) join(w, add(w, "MSf", junction_name(w, i)), v, w->d->node.n - 1, 1);
  } else {
    int tf = add(w, "MTF", "J(q)");
    join(w, v, tf, tf, wide);
    join(w, tf, skeleton(w), skeleton(w), wide);
  }
  return v;
}

static int same_domain(const drawer *w, int part, int *node)
{
  const dv_kind *k = w->c->part.item[part].as;
  const int *port = DV_AT(w->c->b, int, INT, DV_AT(w->c->b, dv_part, PART, part)->port);
  *node = junction(w, port[0])->type == DV_AT_NODE;
  for (int i = 1; i < k->nport; i++)
    if ((junction(w, port[i])->type == DV_AT_NODE) != *node) return 0;
  return 1;
}

static int only_watches(const dv_kind *k)
{
  for (int i = 0; i < k->nport; i++)
    if (k->port[i].role != DV_WATCHES) return 0;
  return 1;
}

// The form that a part's ports and laws say, unless its kind says another.
static const char *form(const drawer *w, int part)
{
  const dv_kind *k = w->c->part.item[part].as;
  int node, same = same_domain(w, part, &node), modulated = k->nin > 0;
  if (k->form) return k->form;
  if (only_watches(k)) return "Df";
  if (k->port[0].role == DV_FIXES) return modulated ? "MSe" : "Se";
  if (k->active && k->nport == 1) return node ? (modulated ? "MSf" : "Sf") : modulated ? "MSe" : "Se";
  if (k->active) return modulated ? "MS" : "S";
  if (!same) return modulated ? "MTF" : "TF";
  if (k->stored) return "C";
  return modulated ? "MR" : "R";
}

// Two ports of one kind, power conserved but for what is lost or stored: across two nodes it hangs on a 1-junction, between two
// axes on a 0-junction.
static int is_between(const drawer *w, int part, int *node)
{
  const dv_kind *k = w->c->part.item[part].as;
  return k->nport == 2 && same_domain(w, part, node) && !k->active && k->port[0].role == DV_ANSWERS &&
         k->port[1].role != DV_FIXES;
}

static void draw_part(drawer *w, int part)
{
  const dv_part_spec *p = &w->c->part.item[part];
  const dv_kind *k = p->as;
  int between, node;
  if (!k->nport || is_only_storage(k)) return;
  int v = w->part[part] = add(w, form(w, part), p->name), to = v;
  between = is_between(w, part, &node);
  if (between) {
    to = add(w, node ? "1" : "0", "");
    join(w, to, v, node ? v : to, 1);
  }
  for (int i = 0; i < k->nport; i++) {
    int j = DV_AT(w->c->b, int, INT, DV_AT(w->c->b, dv_part, PART, part)->port)[i], at = place(w, j),
        is_node = junction(w, j)->type == DV_AT_NODE;
    int fixes = k->port[i].role == DV_FIXES, out = (k->active && k->nport == 1) || fixes || (between && i == 1);
    join(w, out ? to : at, out ? at : to, is_node && !fixes ? to : at, junction(w, j)->width);
    meter(w, dv_arena_text(w->c->arena, "%s.%s.power", p->name, k->port[i].name), out);
  }
}

static const char *bond_label(const dv_kind *k)
{
  if (k->bond == DV_BOND_ONE) return "1";
  return k->bond == DV_BOND_ZERO ? "0" : k->name + strlen("bond.");
}

// Bond of a terminal's component in the graph.
static const dv_bond *bond_of(const dv_bonds *g, int part, int slot)
{
  for (int i = 0; i < g->bond.n; i++)
    if (g->bond.item[i].part == part && g->bond.item[i].slot == slot) return &g->bond.item[i];
  return NULL;
}

static const dv_bond *terminal_bond(const drawer *w, int part, int t, int i)
{
  const dv_part_spec *p = &w->c->part.item[part];
  return bond_of(w->c->bonds, part, t && p->as->bond != DV_BOND_PLAIN ? p->terminal[0].n + i : i);
}

// Where a terminal's component ends: a bond junction or a place of the machine.
static int end_vertex(drawer *w, int part, int t, int i)
{
  const dv_bond *b = terminal_bond(w, part, t, i);
  const dv_bond_node *n = &w->c->bonds->node.item[b->end[w->c->part.item[part].as->terminal[t].out]];
  return n->machine >= 0 ? place(w, n->machine) : w->part[n->part];
}

// How many components from the i-th on end at the same vertex.
static int run_length(drawer *w, int part, int t, int i)
{
  int n = 1, to = end_vertex(w, part, t, i);
  while (i + n < w->c->part.item[part].terminal[t].n && end_vertex(w, part, t, i + n) == to) n++;
  return n;
}

// Components that go to one junction are one bond; strokes as SCAP sets them.
static void draw_terminal(drawer *w, int part, int t, int vertex)
{
  const dv_part_spec *p = &w->c->part.item[part];
  for (int i = 0, n; i < p->terminal[t].n; i += n) {
    int to = end_vertex(w, part, t, i), out = p->as->terminal[t].out, from = out ? vertex : to, head = out ? to : vertex;
    n = run_length(w, part, t, i);
    join(w, from, head, terminal_bond(w, part, t, i)->drawn == 0 ? head : from, n);
    if (t == 0 && n == p->terminal[0].n) meter(w, dv_arena_text(w->c->arena, "%s.power", p->name), 0);
  }
}

// A plain bond joins two junctions; one that goes to several is a mux.
static void draw_plain(drawer *w, int part)
{
  int n = w->c->part.item[part].neach, a = end_vertex(w, part, 0, 0), b = end_vertex(w, part, 1, 0);
  if (run_length(w, part, 0, 0) == n && run_length(w, part, 1, 0) == n) {
    join(w, a, b, bond_of(w->c->bonds, part, 0)->drawn == 0 ? b : a, n);
    meter(w, dv_arena_text(w->c->arena, "%s.power", w->c->part.item[part].name), 0);
    return;
  }
  int mux = add(w, "mux", w->c->part.item[part].name);
  for (int t = 0; t < 2; t++) draw_terminal(w, part, t, mux);
}

static void draw_bonds(drawer *w)
{
  dv_assembler *c = w->c;
  for (int i = 0; i < c->part.n; i++) {
    dv_bond_role role = c->part.item[i].as->bond;
    if (role && role != DV_BOND_PLAIN) w->part[i] = add(w, bond_label(c->part.item[i].as), c->part.item[i].name);
  }
  for (int i = 0; i < c->part.n; i++) {
    dv_bond_role role = c->part.item[i].as->bond;
    if (role == DV_BOND_PLAIN) draw_plain(w, i);
    else if (role >= DV_BOND_SE)
      for (int t = 0; t < c->part.item[i].as->nterminal; t++) draw_terminal(w, i, t, w->part[i]);
  }
  for (int i = 0; i < c->bonds->dependent.n; i++) {
    int node = c->bonds->dependent.item[i];
    *DV_PUSH(c->arena, &w->d->dependent) = dv_bond_node_name(c, node);
    w->d->node.item[w->part[c->bonds->node.item[node].part]].dependent = 1;
  }
  for (int i = 0; i < c->bonds->loop.n; i++) *DV_PUSH(c->arena, &w->d->loop) = c->bonds->loop.item[i];
}

const dv_drawing *dv_draw(dv_assembler *c)
{
  int n = c->b->section[DV_S_JUNCTION].count;
  drawer w = {c, DV_TAKE(c->arena, dv_drawing, 1), DV_TAKE(c->arena, int, n), DV_TAKE(c->arena, int, c->part.n), -1};
  for (int i = 0; i < n; i++) w.place[i] = -1;
  if (c->b->header.nv) skeleton(&w);
  for (int i = 0; i < c->part.n; i++) draw_part(&w, i);
  if (c->bonds) draw_bonds(&w);
  dv_bonds_text(c, w.d);
  return w.d;
}
