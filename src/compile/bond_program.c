// bond_program.c: every effort and flow of the bond graph as a function of others, as causality says.
//
//   1-junction: f_i = f_strong, e_strong = -+ sum e_i       0-junction: the same with e and f exchanged
//   TF: f_to = M f_from, e_from = M e_to, or their inverses       GY: e_to = M f_from, e_from = M f_to
//   I: f = p/I, p' = e; differential: e = I f'       C: e = q/C, q' = f; differential: f = C e'
//
// A rate (f', e', M') is a variable like any other, made by the rules of differentiation from those behind it; where it comes
// back to the effort that asked for it, there is a loop, and bond_sort.c finds it like an algebraic one.
#include "compile/bond.h"

#include <math.h>
#include <string.h>

static dv_bond_var *at(const dv_compiler *c, int var) { return &c->bonds->var.item[var]; }

static int constant(dv_compiler *c, double value, const char *name)
{
  int v = dv_var_add(c, DV_V_CONSTANT, NULL);
  at(c, v)->name = name;
  at(c, v)->value = value;
  at(c, v)->cell = dv_constant_add(c, value);
  at(c, v)->num = c->b->section[DV_S_NUMBER].count - 1;
  return v;
}

static int new_var(dv_compiler *c, dv_var_op op)
{
  int v = dv_var_add(c, op, NULL);
  at(c, v)->cell = dv_work_take(c, 1);
  return v;
}

static void define(dv_compiler *c, int var, dv_var_op op, int a, int b)
{
  at(c, var)->op = op;
  dv_var_term_add(c, var, a, b);
}

static void copy(dv_compiler *c, int var, int from) { define(c, var, DV_V_DOT, c->bonds->one, from); }

int dv_var_same(const dv_bonds *g, int var)
{
  for (;;) {
    const dv_bond_var *v = &g->var.item[var];
    if (v->op != DV_V_DOT || v->term.n != 1 || v->term.item[0].a != g->one) return var;
    var = v->term.item[0].b;
  }
}

// A machine's coordinate has a rate that the general table of sources does not tell.
static int coordinate_rate(dv_compiler *c, const char *name)
{
  const char *dot = strrchr(name, '.');
  const dv_coordinate *k = dv_find_coordinate(c, name);
  if (!k && dot && strcmp(dot, ".position") == 0) k = dv_find_coordinate(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
  return k && k->spec ? c->b->header.work_v + k->iv : -1;
}

static int outside(dv_compiler *c, const char *name, dv_source from, int cell)
{
  int v = dv_var_add(c, DV_V_OUTSIDE, name);
  at(c, v)->cell = cell;
  at(c, v)->from = from;
  return v;
}

// A name in a formula: the element's own variable, another of the graph, or a signal.
static int input_var(dv_compiler *c, const dv_part_spec *p, const char *name, const char *own, int own_var)
{
  dv_source from;
  if (own && strcmp(name, own) == 0) return own_var;
  int v = dv_bond_find(c, name);
  if (v >= 0) return v;
  dv_ref ref = {name, p->coefficient.mark};
  if (dv_find_source(c, ref, &from)) return c->bonds->zero;
  v = outside(c, name, from, from.work);
  int rate = from.rate >= 0 ? from.rate : from.from == DV_FROM_COORDINATE ? coordinate_rate(c, name) : -1;
  if (from.from == DV_FROM_TIME) at(c, v)->outside_rate = c->bonds->one;
  else if (rate >= 0) {
    int r = outside(c, NULL, from, rate);
    at(c, v)->outside_rate = r;
    if (from.acceleration >= 0) {
      int a = outside(c, NULL, from, from.acceleration);
      at(c, r)->outside_rate = a;
    }
  }
  return v;
}

static int formula_var(dv_compiler *c, const dv_part_spec *p, const dv_formula *f, const char *own, int own_var, int var)
{
  at(c, var)->op = DV_V_VALUE;
  at(c, var)->formula = f;
  for (int i = 0; i < f->ninput; i++) {
    int in = input_var(c, p, f->input[i], own, own_var);
    dv_var_term_add(c, var, in, c->bonds->zero);
  }
  return var;
}

static const dv_coefficient *described_by(const dv_part_spec *p) { return &p->as->coefficient[p->coefficient.which]; }

// Entry of the coefficients as a variable, made once.
static int entry_var(dv_compiler *c, int part, int k)
{
  dv_bonds *g = c->bonds;
  const dv_part_spec *p = &c->part.item[part];
  const dv_coefficient_spec *s = &p->coefficient;
  if (!g->entry[part]) {
    g->entry[part] = DV_TAKE(c->arena, int, s->rows * s->cols);
    for (int i = 0; i < s->rows * s->cols; i++) g->entry[part][i] = -1;
  }
  int *v = &g->entry[part][k];
  if (*v >= 0) return *v;
  const char *name = dv_arena_text(c->arena, "%s.%s", p->name, described_by(p)->name);
  if (s->spread == DV_FOR_EACH) name = dv_arena_text(c->arena, "%s.%s", name, p->each[k].text);
  if (s->spread == DV_FOR_PAIRS) name = dv_arena_text(c->arena, "%s.%d.%d", name, k / s->cols + 1, k % s->cols + 1);
  if (!s->entry[k].ninput) *v = constant(c, s->entry[k].constant[0], name);
  else *v = formula_var(c, p, &s->entry[k], NULL, -1, new_var(c, DV_V_VALUE));
  if (s->entry[k].ninput) at(c, *v)->name = name;
  at(c, *v)->part = part;
  return *v;
}

// var = coefficient x of, or of / coefficient.
static void times(dv_compiler *c, int var, int coefficient, int of, int inverse)
{
  if (inverse) define(c, var, DV_V_DIVIDE, of, coefficient);
  else define(c, var, DV_V_DOT, coefficient, of);
}

static int sign_at(const dv_bond *b, int node) { return b->end[1] == node ? 1 : -1; }

// What goes to the machine: effort at an axis or frame, flow at a node; positive into the graph.
static void put_to_machine(dv_compiler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int one = n->role == DV_BOND_ONE, shared = dv_var_add(c, DV_V_OUTSIDE, NULL);
  at(c, shared)->junction = n->machine;
  at(c, shared)->cell = DV_AT(c->b, dv_junction, JUNCTION, n->machine)->shared + n->component;
  at(c, shared)->name = dv_arena_text(c->arena, "%s.%s", dv_bond_node_name(c, node), one ? "rate" : "effort");
  for (int i = 0; i < n->bond.n; i++) {
    int b = n->bond.item[i];
    copy(c, one ? DV_FLOW_OF(b) : DV_EFFORT_OF(b), shared);
    dv_bond_draft *d = DV_PUSH(c->arena, &c->bonds->block);
    d->put = b + 1;
    d->sign = -sign_at(&c->bonds->bond.item[b], node);
  }
}

// A 1-junction without a bond that brings its flow: the flow is a state, and its rate such that the efforts add up to zero.
static void free_flow(dv_compiler *c, int node)
{
  dv_bonds *g = c->bonds;
  const dv_bond_node *n = &g->node.item[node];
  int sum = new_var(c, DV_V_DOT), root = new_var(c, DV_V_ROOT);
  for (int i = 0; i < n->bond.n; i++) {
    int b = n->bond.item[i];
    copy(c, DV_FLOW_OF(b), g->shared[node]);
    dv_var_term_add(c, sum, sign_at(&g->bond.item[b], node) > 0 ? g->one : g->minus, DV_EFFORT_OF(b));
  }
  dv_var_term_add(c, root, sum, g->zero);
  at(c, root)->rank = 0;
  at(c, root)->part = n->part;
  at(c, root)->name = dv_arena_text(c->arena, "%s'", at(c, g->shared[node])->name);
  at(c, g->shared[node])->rate = root;
}

static void junction(dv_compiler *c, int node)
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
    copy(c, one ? DV_FLOW_OF(b) : DV_EFFORT_OF(b), shared);
    int same = sign_at(&g->bond.item[b], node) == sign_at(&g->bond.item[strong], node);
    dv_var_term_add(c, sum, same ? g->minus : g->one, one ? DV_EFFORT_OF(b) : DV_FLOW_OF(b));
  }
  if (g->shared[node] >= 0) copy(c, g->shared[node], shared);
}

static void two_port(dv_compiler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  int a = n->bond.item[0], b = n->bond.item[1], forward = dv_bond_sets(&c->bonds->bond.item[a], node),
      m = entry_var(c, n->part, n->entry);
  int tf = n->role == DV_BOND_TF, ea = DV_EFFORT_OF(a), fa = DV_FLOW_OF(a), eb = DV_EFFORT_OF(b), fb = DV_FLOW_OF(b);
  if (tf) {
    times(c, forward ? fb : fa, m, forward ? fa : fb, !forward);
    times(c, forward ? ea : eb, m, forward ? eb : ea, !forward);
  } else {
    times(c, forward ? eb : fa, m, forward ? fa : eb, !forward);
    times(c, forward ? ea : fb, m, forward ? fb : ea, !forward);
  }
}

// Inverse of a constant matrix by Gauss-Jordan with pivots: 0, or -1 if it is singular.
static int invert(int n, double *A, double *inverse)
{
  for (int i = 0; i < n * n; i++) inverse[i] = i % (n + 1) == 0;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[n * i + k]) > fabs(A[n * best + k])) best = i;
    if (A[n * best + k] == 0) return -1;
    for (int j = 0; j < n; j++) {
      double t = A[n * k + j], u = inverse[n * k + j];
      A[n * k + j] = A[n * best + j], A[n * best + j] = t;
      inverse[n * k + j] = inverse[n * best + j], inverse[n * best + j] = u;
    }
    double d = A[n * k + k];
    for (int j = 0; j < n; j++) A[n * k + j] /= d, inverse[n * k + j] /= d;
    for (int i = 0; i < n; i++) {
      double f = i == k ? 0 : A[n * i + k];
      for (int j = 0; j < n; j++) A[n * i + j] -= f * A[n * k + j], inverse[n * i + j] -= f * inverse[n * k + j];
    }
  }
  return 0;
}

// Row i of the coefficients, or of their inverse, times x.
static void field_row(dv_compiler *c, int part, int inverse, int i, int var, const int *x)
{
  const dv_part_spec *p = &c->part.item[part];
  int n = p->neach, varies = dv_coefficient_varies(p);
  double *A = DV_TAKE(c->arena, double, n *n), *W = DV_TAKE(c->arena, double, n *n);
  for (int k = 0; k < n * n && !varies; k++) A[k] = p->coefficient.entry[k].constant[0];
  if (inverse && (varies || invert(n, A, W))) {
    dv_diag_add(c->diags, DV_ERROR, p->coefficient.mark,
                varies ? "give its inverse instead" : "give a matrix that can be inverted",
                "the matrix of '%s' has to be inverted here, and %s", p->name, varies ? "it varies" : "it is singular");
    return;
  }
  at(c, var)->op = DV_V_DOT;
  for (int j = 0; j < n; j++) {
    int m = inverse ? constant(c, W[n * i + j], dv_arena_text(c->arena, "%s[%d,%d]", p->name, i + 1, j + 1))
                    : entry_var(c, part, n * i + j);
    dv_var_term_add(c, var, m, x[j]);
  }
}

// var_i = M x or M^-1 x; a law's argument is x.
static void answer(dv_compiler *c, int node, int i, int var, const int *x, int inverse)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  dv_gives gives = described_by(p)->gives;
  if (gives == DV_GIVES_LAW) {
    static const char *const own[] = {"momentum", "displacement", "flow", "effort"};
    int which = n->role == DV_BOND_R ? (p->coefficient.gives == 'e' ? 2 : 3) : n->role - DV_BOND_I;
    formula_var(c, p, &p->coefficient.entry[0], own[which], x[i], var);
    return;
  }
  if (gives == DV_GIVES_INVERSE) inverse = !inverse;
  if (n->field) field_row(c, n->part, inverse, i, var, x);
  else times(c, var, entry_var(c, n->part, n->entry), x[i], inverse);
}

static void wrong_way(dv_compiler *c, const dv_part_spec *p)
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

static sides sides_of(dv_compiler *c, const dv_bond_node *n)
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

static int mixed(dv_compiler *c, int node)
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

static void resistance(dv_compiler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  int sets = dv_bond_sets(&c->bonds->bond.item[n->bond.item[0]], node);
  sides s = sides_of(c, n);
  if (mixed(c, node)) return;
  if (described_by(p)->gives == DV_GIVES_LAW && (p->coefficient.gives == 'e') != sets) {
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

// The variable that will be the time derivative of another.
static int reserve_rate(dv_compiler *c, int var)
{
  int rate = new_var(c, DV_V_DOT);
  at(c, rate)->level = at(c, var)->level + 1;
  at(c, rate)->part = at(c, var)->part;
  if (at(c, var)->name) at(c, rate)->name = dv_arena_text(c->arena, "%s'", at(c, var)->name);
  at(c, var)->rate = rate;
  return rate;
}

// Integral causality: the state gives flow (I) or effort (C), the other one is its rate.
static void storage(dv_compiler *c, int node)
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
static void dependent(dv_compiler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  const dv_part_spec *p = &c->part.item[n->part];
  int *x = c->bonds->state[n->part];
  sides s = sides_of(c, n);
  if (mixed(c, node)) return;
  if (described_by(p)->gives == DV_GIVES_LAW) {
    wrong_way(c, p);
    return;
  }
  for (int i = s.first; i < s.first + s.n; i++) {
    answer(c, node, i, x[i], n->role == DV_BOND_I ? s.flow : s.effort, 0);
    int rate = reserve_rate(c, x[i]);
    at(c, rate)->rank = 1;
    copy(c, n->role == DV_BOND_I ? s.effort[i] : s.flow[i], rate);
  }
}

static int no_rate(dv_compiler *c, int var)
{
  const dv_bond_var *v = at(c, var);
  const dv_bond_node *n = &c->bonds->node.item[c->bonds->asking];
  const dv_part_spec *p = &c->part.item[n->part];
  const char *name = dv_bond_node_name(c, c->bonds->asking);
  int inertia = n->role == DV_BOND_I;
  if (v->junction >= 0)
    dv_diag_add(c->diags, DV_ERROR, p->mark,
                inertia ? "merge it into the body there (mass, inertia), or put a spring (bond.C) between"
                        : "merge it into the node (volume, capacitor), or put a resistance (bond.R) between",
                "'%s' has differential causality: it is tied rigidly to the machine's '%s'", name, v->name);
  else if (v->op == DV_V_OUTSIDE)
    dv_diag_add(c->diags, DV_ERROR, p->mark, "use a signal that has a rate: a smooth one, or pass it through a filter",
                "'%s' has differential causality, and the rate of '%s' is not known", name, v->name ? v->name : "a signal");
  else
    dv_diag_add(c->diags, DV_ERROR, p->mark,
                inertia ? "put a spring (bond.C) between it and what sets its flow"
                        : "put a resistance (bond.R) between it and what sets its effort",
                "the differential causality of '%s' cannot be resolved: higher derivatives would be needed", name);
  return c->bonds->zero;
}

// (sum a b)' = sum a' b + a b'
static void rate_of_sum(dv_compiler *c, int var, int rate)
{
  for (int i = 0; i < at(c, var)->term.n; i++) {
    dv_var_term t = at(c, var)->term.item[i];
    int a = dv_var_rate(c, t.a), b = dv_var_rate(c, t.b);
    if (b != c->bonds->zero) dv_var_term_add(c, rate, t.a, b);
    if (a != c->bonds->zero) dv_var_term_add(c, rate, a, t.b);
  }
}

// (a/b)' = (a' - (a/b) b') / b
static void rate_of_ratio(dv_compiler *c, int var, int rate)
{
  dv_var_term t = at(c, var)->term.item[0];
  int a = dv_var_rate(c, t.a), b = dv_var_rate(c, t.b), top = a;
  if (b != c->bonds->zero) {
    int back = new_var(c, DV_V_DOT);
    top = new_var(c, DV_V_DOT);
    dv_var_term_add(c, back, c->bonds->minus, var);
    dv_var_term_add(c, top, c->bonds->one, a);
    dv_var_term_add(c, top, back, b);
  }
  define(c, rate, DV_V_DIVIDE, top, t.b);
}

static void rate_of_formula(dv_compiler *c, int var, int rate)
{
  at(c, rate)->op = DV_V_SLOPE;
  at(c, rate)->formula = at(c, var)->formula;
  for (int i = 0; i < at(c, var)->term.n; i++) {
    int in = at(c, var)->term.item[i].a, r = dv_var_rate(c, in);
    dv_var_term_add(c, rate, in, r);
  }
}

static void fill_rate(dv_compiler *c, int var, int rate)
{
  dv_var_op op = at(c, var)->op;
  if (op == DV_V_DOT) rate_of_sum(c, var, rate);
  else if (op == DV_V_DIVIDE) rate_of_ratio(c, var, rate);
  else rate_of_formula(c, var, rate);
}

enum { DEEPEST = 3 };

int dv_var_rate(dv_compiler *c, int var)
{
  const dv_bond_var *v = at(c, var);
  if (v->op == DV_V_CONSTANT || c->diags->nerror) return c->bonds->zero;
  if (v->rate >= 0) return v->rate;
  if (v->op == DV_V_OUTSIDE && v->outside_rate >= 0) return v->outside_rate;
  if (v->op == DV_V_OUTSIDE || v->op == DV_V_SLOPE || v->op == DV_V_ROOT || v->level == DEEPEST) return no_rate(c, var);
  int rate = reserve_rate(c, var);
  fill_rate(c, var, rate);
  return rate;
}

// Rates of all dependent storages are named first: what they are made of may lead from one to another.
static void dependent_rates(dv_compiler *c)
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
      fill_rate(c, x, at(c, x)->rate);
    }
  }
}

// The ledger counts power into a part: at a half arrow that leaves it, the flow's opposite.
static void ledger_slot(dv_compiler *c, int bond)
{
  const dv_bond *b = &c->bonds->bond.item[bond];
  if (b->part < 0) return;
  int cell = DV_AT(c->b, dv_part, PART, b->part)->flow + b->slot;
  if (at(c, DV_FLOW_OF(bond))->cell == cell) return;
  int v = dv_var_add(c, DV_V_DOT, NULL);
  at(c, v)->cell = cell;
  dv_var_term_add(c, v, c->bonds->minus, DV_FLOW_OF(bond));
}

static void element(dv_compiler *c, int node)
{
  const dv_bond_node *n = &c->bonds->node.item[node];
  switch (n->role) {
  case DV_BOND_ONE:
  case DV_BOND_ZERO:
    if (n->machine >= 0) put_to_machine(c, node);
    else junction(c, node);
    break;
  case DV_BOND_SE: copy(c, DV_EFFORT_OF(n->bond.item[0]), entry_var(c, n->part, n->entry)); break;
  case DV_BOND_SF: copy(c, DV_FLOW_OF(n->bond.item[0]), entry_var(c, n->part, n->entry)); break;
  case DV_BOND_TF:
  case DV_BOND_GY: two_port(c, node); break;
  case DV_BOND_R: resistance(c, node); break;
  default:
    if (dv_bond_integral(c->bonds, node, 0)) storage(c, node);
  }
}

void dv_bonds_program(dv_compiler *c)
{
  dv_bonds *g = c->bonds;
  if (!g || c->diags->nerror) return;
  g->one = constant(c, 1, NULL);
  g->minus = constant(c, -1, NULL);
  g->zero = constant(c, 0, NULL);
  for (int i = 0; i < g->node.n; i++) element(c, i);
  for (int i = 0; i < g->node.n; i++)
    if (g->moved[i] >= 0) at(c, g->moved[i])->rate = g->shared[i];
  dependent_rates(c);
  for (int i = 0; i < g->bond.n; i++) ledger_slot(c, i);
}
