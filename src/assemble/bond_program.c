// bond_program.c: every effort and flow of the bond graph as a function of others, as causality says.
//
//   1-junction: f_i = f_strong, e_strong = -+ sum e_i       0-junction: the same with e and f exchanged
//   TF: f_to = M f_from, e_from = M e_to, or their inverses       GY: e_to = M f_from, e_from = M f_to
//   I: f = p/I, p' = e; differential: e = I f'       C: e = q/C, q' = f; differential: f = C e'
//
// A rate (f', e', M') is a variable like any other, made by the rules of differentiation from those behind it; where it comes
// back to the effort that asked for it, there is a loop, and bond_sort.c finds it like an algebraic one.
#include "assemble/bond_internal.h"

static dv_bond_var *at(const dv_assembler *c, int var) { return &c->bonds->var.item[var]; }

// var = coefficient x of, or of / coefficient.
static void times(dv_assembler *c, int var, int coefficient, int of, int inverse)
{
  if (inverse) dv_var_define(c, var, DV_V_DIVIDE, of, coefficient);
  else dv_var_define(c, var, DV_V_DOT, coefficient, of);
}

static int sign_at(const dv_bond *b, int node) { return b->end[1] == node ? 1 : -1; }

// What goes to the machine: effort at an axis or frame, flow at a node; positive into the graph.
static void put_to_machine(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int one = n->role == DV_BOND_ONE, shared = dv_var_add(c, DV_V_OUTSIDE, NULL);
  at(c, shared)->junction = n->machine;
  at(c, shared)->cell = DV_AT(c->b, dv_junction, JUNCTION, n->machine)->shared + n->component;
  dv_var_name(c, shared, dv_arena_text(c->arena, "%s.%s", dv_bond_node_name(c, node), one ? "rate" : "effort"));
  for (int i = 0; i < n->bond.n; i++) {
    int b = n->bond.item[i];
    dv_var_copy(c, one ? DV_FLOW_OF(b) : DV_EFFORT_OF(b), shared);
    dv_bond_draft *d = DV_PUSH(c->arena, &c->bonds->block);
    d->put = b + 1;
    d->sign = -sign_at(&c->bonds->bond.item[b], node);
  }
}

// A 1-junction without a bond that brings its flow: the flow is a state, and its rate such that the efforts add up to zero.
static void free_flow(dv_assembler *c, int node)
{
  dv_bonds *g = c->bonds;
  const dv_bond_node *n = &g->node.item[node];
  int sum = dv_var_new(c, DV_V_DOT), root = dv_var_new(c, DV_V_ROOT);
  for (int i = 0; i < n->bond.n; i++) {
    int b = n->bond.item[i];
    dv_var_copy(c, DV_FLOW_OF(b), g->shared[node]);
    dv_var_term_add(c, sum, sign_at(&g->bond.item[b], node) > 0 ? g->one : g->minus, DV_EFFORT_OF(b));
  }
  dv_var_term_add(c, root, sum, g->zero);
  at(c, root)->rank = 0;
  at(c, root)->part = n->part;
  dv_var_name(c, root, dv_arena_text(c->arena, "%s'", at(c, g->shared[node])->name));
  at(c, g->shared[node])->rate = root;
}

static void junction(dv_assembler *c, int node)
{
  dv_bonds *g = c->bonds;
  const dv_bond_node *n = &g->node.item[node];
  int one = n->role == DV_BOND_ONE, strong = -1;
  for (int i = 0; i < n->bond.n; i++)
    if (dv_bond_sets(&g->bond.item[n->bond.item[i]], node) == one) strong = n->bond.item[i];
  if (strong < 0) {
    free_flow(c, node);
    return;
  }
  int sum = one ? DV_EFFORT_OF(strong) : DV_FLOW_OF(strong), shared = one ? DV_FLOW_OF(strong) : DV_EFFORT_OF(strong);
  for (int i = 0; i < n->bond.n; i++) {
    int b = n->bond.item[i];
    if (b == strong) continue;
    dv_var_copy(c, one ? DV_FLOW_OF(b) : DV_EFFORT_OF(b), shared);
    int same = sign_at(&g->bond.item[b], node) == sign_at(&g->bond.item[strong], node);
    dv_var_term_add(c, sum, same ? g->minus : g->one, one ? DV_EFFORT_OF(b) : DV_FLOW_OF(b));
  }
  if (g->shared[node] >= 0) dv_var_copy(c, g->shared[node], shared);
}

static void two_port(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int a = n->bond.item[0], b = n->bond.item[1], forward = dv_bond_sets(&c->bonds->bond.item[a], node),
      m = dv_var_entry(c, n->part, n->entry);
  int tf = n->role == DV_BOND_TF, ea = DV_EFFORT_OF(a), fa = DV_FLOW_OF(a), eb = DV_EFFORT_OF(b), fb = DV_FLOW_OF(b);
  if (tf) {
    times(c, forward ? fb : fa, m, forward ? fa : fb, !forward);
    times(c, forward ? ea : eb, m, forward ? eb : ea, !forward);
  } else {
    times(c, forward ? eb : fa, m, forward ? fa : eb, !forward);
    times(c, forward ? ea : fb, m, forward ? fb : ea, !forward);
  }
}

// var_i = M x or M^-1 x; a law's argument is x.
static void answer(dv_assembler *c, int node, int i, int var, const int *x, int inverse)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  dv_gives gives = dv_described_by(p)->gives;
  if (gives == DV_GIVES_LAW) {
    static const char *const own[] = {"momentum", "displacement", "flow", "effort"};
    int which = n->role == DV_BOND_R ? (p->coefficient.gives == 'e' ? 2 : 3) : n->role - DV_BOND_I;
    dv_var_formula(c, p, &p->coefficient.entry[0], own[which], x[i], var);
    return;
  }
  if (gives == DV_GIVES_INVERSE) inverse = !inverse;
  if (n->field) dv_var_field(c, n->part, inverse, i, var, x);
  else times(c, var, dv_var_entry(c, n->part, n->entry), x[i], inverse);
}

static void wrong_way(dv_assembler *c, const dv_part_spec *p)
{
  if (p->as->bond == DV_BOND_R)
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark,
                p->coefficient.gives == 'e' ? "give it as `f = ... e ...`" : "give it as `e = ... f ...`",
                "the law of '%s' cannot be inverted: here its %s follows from its %s", p->name,
                p->coefficient.gives == 'e' ? "flow" : "effort", p->coefficient.gives == 'e' ? "effort" : "flow");
  else
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark,
                "make it linear, or put a compliance or a resistance between it and what sets it",
                "'%s' has differential causality, and its law cannot be inverted", p->name);
}

// Efforts and flows of an element's bonds, by component; one bond only unless it is a field.
typedef struct {
  int n, first;  // components; the first
  int *effort, *flow;
} sides;

static sides sides_of(dv_assembler *c, const dv_bond_node *n)
{
  sides s = {n->field ? c->part.item[n->part].neach : 1, n->field ? 0 : n->component, NULL, NULL};
  int wide = c->part.item[n->part].neach;
  s.effort = DV_TAKE(c->arena, int, wide);
  s.flow = DV_TAKE(c->arena, int, wide);
  for (int i = 0; i < n->bond.n; i++) {
    s.effort[s.first + i] = DV_EFFORT_OF(n->bond.item[i]);
    s.flow[s.first + i] = DV_FLOW_OF(n->bond.item[i]);
  }
  return s;
}

static int mixed(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int sets = 0;
  for (int i = 0; i < n->bond.n; i++) sets += dv_bond_sets(&c->bonds->bond.item[n->bond.item[i]], node);
  if (sets == 0 || sets == n->bond.n) return 0;
  const dv_part_spec *p = &c->part.item[n->part];
  dv_diag_add(c->diags, DV_ERROR, p->mark, "put storages or resistances at its components, or use scalar elements",
              "the components of '%s' have different causality: some of its efforts are set by it, others by the graph", p->name);
  return 1;
}

static void resistance(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  int sets = dv_bond_sets(&c->bonds->bond.item[n->bond.item[0]], node);
  sides s = sides_of(c, n);
  if (mixed(c, node)) return;
  if (dv_described_by(p)->gives == DV_GIVES_LAW && (p->coefficient.gives == 'e') != sets) {
    wrong_way(c, p);
    return;
  }
  for (int i = s.first; i < s.first + s.n; i++) {
    int var = sets ? s.effort[i] : s.flow[i];
    answer(c, node, i, var, sets ? s.flow : s.effort, !sets);
    at(c, var)->rank = 2;
  }
}

static int is_dependent(const dv_bonds *g, int node)
{
  dv_bond_role role = g->node.item[node].role;
  return (role == DV_BOND_I || role == DV_BOND_C) && !dv_bond_integral(g, node, 0);
}

// Integral causality: the state gives flow (I) or effort (C), the other one is its rate.
static void storage(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int *x = c->bonds->state[n->part];
  sides s = sides_of(c, n);
  for (int i = s.first; i < s.first + s.n; i++) {
    answer(c, node, i, n->role == DV_BOND_I ? s.flow[i] : s.effort[i], x, 1);
    at(c, x[i])->rate = n->role == DV_BOND_I ? s.effort[i] : s.flow[i];
  }
}

// Differential causality: momentum (displacement) follows from flow (effort), and effort (flow) is its rate.
static void dependent(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  int *x = c->bonds->state[n->part];
  sides s = sides_of(c, n);
  if (mixed(c, node)) return;
  if (dv_described_by(p)->gives == DV_GIVES_LAW) {
    wrong_way(c, p);
    return;
  }
  for (int i = s.first; i < s.first + s.n; i++) {
    answer(c, node, i, x[i], n->role == DV_BOND_I ? s.flow : s.effort, 0);
    int rate = dv_var_reserve_rate(c, x[i]);
    at(c, rate)->rank = 1;
    dv_var_copy(c, n->role == DV_BOND_I ? s.effort[i] : s.flow[i], rate);
  }
}

// Rates of all dependent storages are named first: what they are made of may lead from one to another.
static void dependent_rates(dv_assembler *c)
{
  dv_bonds *g = c->bonds;
  for (int i = 0; i < g->node.n && !c->diags->nerror; i++)
    if (is_dependent(g, i)) dependent(c, i);
  for (int i = 0; i < g->node.n; i++) {
    const dv_bond_node *n = &g->node.item[i];
    if (!is_dependent(g, i)) continue;
    g->asking = i;
    for (int k = n->field ? 0 : n->component, left = n->bond.n; left && !c->diags->nerror; k++, left--) {
      int x = g->state[n->part][k];
      dv_var_fill_rate(c, x, at(c, x)->rate);
    }
  }
}

// The ledger counts power into a part: at a half arrow that leaves it, the flow's opposite.
static void ledger_slot(dv_assembler *c, int bond)
{
  const dv_bond *b = &c->bonds->bond.item[bond];
  if (b->part < 0) return;
  int cell = DV_AT(c->b, dv_part, PART, b->part)->flow + b->slot;
  if (at(c, DV_FLOW_OF(bond))->cell == cell) return;
  int v = dv_var_add(c, DV_V_DOT, NULL);
  at(c, v)->cell = cell;
  dv_var_term_add(c, v, c->bonds->minus, DV_FLOW_OF(bond));
}

static void element(dv_assembler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  switch (n->role) {
  case DV_BOND_ONE:
  case DV_BOND_ZERO:
    if (n->machine >= 0) put_to_machine(c, node);
    else junction(c, node);
    break;
  case DV_BOND_SE: dv_var_copy(c, DV_EFFORT_OF(n->bond.item[0]), dv_var_entry(c, n->part, n->entry)); break;
  case DV_BOND_SF: dv_var_copy(c, DV_FLOW_OF(n->bond.item[0]), dv_var_entry(c, n->part, n->entry)); break;
  case DV_BOND_TF:
  case DV_BOND_GY: two_port(c, node); break;
  case DV_BOND_R: resistance(c, node); break;
  default:
    if (dv_bond_integral(c->bonds, node, 0)) storage(c, node);
  }
}

void dv_bonds_program(dv_assembler *c)
{
  dv_bonds *g = c->bonds;
  if (!g || c->diags->nerror) return;
  g->one = dv_var_constant(c, 1, NULL);
  g->minus = dv_var_constant(c, -1, NULL);
  g->zero = dv_var_constant(c, 0, NULL);
  for (int i = 0; i < g->node.n; i++) element(c, i);
  for (int i = 0; i < g->node.n; i++)
    if (g->moved[i] >= 0) at(c, g->moved[i])->rate = g->shared[i];
  dependent_rates(c);
  for (int i = 0; i < g->bond.n; i++) ledger_slot(c, i);
}
