// bond_rate.c: time derivatives of the bond graph's variables, by the rules of differentiation.
//
//   (sum a b)' = sum a' b + a b',   (a/b)' = (a' - (a/b) b') / b,   of a formula by its jet
//
// A momentum's rate is an effort, a displacement's a flow: there differentiation ends. What comes from outside must bring its
// rate.
#include "assemble/bond_internal.h"

static dv_bond_var *at(const dv_assembler *c, int var) { return &c->bonds->var.item[var]; }

// The variable that will be the time derivative of another.
int dv_var_reserve_rate(dv_assembler *c, int var)
{
  int rate = dv_var_new(c, DV_V_DOT);
  at(c, rate)->level = at(c, var)->level + 1;
  at(c, rate)->part = at(c, var)->part;
  if (at(c, var)->name) dv_var_name(c, rate, dv_arena_text(c->arena, "%s'", at(c, var)->name));
  at(c, var)->rate = rate;
  return rate;
}

static int no_rate(dv_assembler *c, int var)
{
  const dv_bond_var *v = at(c, var);
  const dv_bond_node *n = &c->bonds->node.item[c->bonds->asking];
  const dv_part_spec *p = &c->part.item[n->part];
  const char *name = dv_bond_node_name(c, c->bonds->asking);
  int inertia = n->role == DV_BOND_I;
  if (v->junction >= 0)
    dv_diag_add(c->diags, DV_ERROR, p->mark,
                inertia ? "merge it into the body there (mass, inertia), or put a spring (an element C) between"
                        : "merge it into the node (volume, capacitor), or put a resistance (an element R) between",
                "'%s' has differential causality: it is tied rigidly to the machine's '%s'", name, v->name);
  else if (v->op == DV_V_OUTSIDE)
    dv_diag_add(c->diags, DV_ERROR, p->mark, "use a signal that has a rate: a smooth one, or pass it through a filter",
                "'%s' has differential causality, and the rate of '%s' is not known", name, v->name ? v->name : "a signal");
  else
    dv_diag_add(c->diags, DV_ERROR, p->mark,
                inertia ? "put a spring (an element C) between it and what sets its flow"
                        : "put a resistance (an element R) between it and what sets its effort",
                "the differential causality of '%s' cannot be resolved: higher derivatives would be needed", name);
  return c->bonds->zero;
}

// (sum a b)' = sum a' b + a b'
static void rate_of_sum(dv_assembler *c, int var, int rate)
{
  for (int i = 0; i < at(c, var)->term.n; i++) {
    dv_var_term t = at(c, var)->term.item[i];
    int a = dv_var_rate(c, t.a), b = dv_var_rate(c, t.b);
    if (b != c->bonds->zero) dv_var_term_add(c, rate, t.a, b);
    if (a != c->bonds->zero) dv_var_term_add(c, rate, a, t.b);
  }
}

// (a/b)' = (a' - (a/b) b') / b
static void rate_of_ratio(dv_assembler *c, int var, int rate)
{
  dv_var_term t = at(c, var)->term.item[0];
  int a = dv_var_rate(c, t.a), b = dv_var_rate(c, t.b), top = a;
  if (b != c->bonds->zero) {
    int back = dv_var_new(c, DV_V_DOT);
    top = dv_var_new(c, DV_V_DOT);
    dv_var_term_add(c, back, c->bonds->minus, var);
    dv_var_term_add(c, top, c->bonds->one, a);
    dv_var_term_add(c, top, back, b);
  }
  dv_var_define(c, rate, DV_V_DIVIDE, top, t.b);
}

static void rate_of_formula(dv_assembler *c, int var, int rate)
{
  at(c, rate)->op = DV_V_SLOPE;
  at(c, rate)->formula = at(c, var)->formula;
  for (int i = 0; i < at(c, var)->term.n; i++) {
    int in = at(c, var)->term.item[i].a, r = dv_var_rate(c, in);
    dv_var_term_add(c, rate, in, r);
  }
}

void dv_var_fill_rate(dv_assembler *c, int var, int rate)
{
  dv_var_op op = at(c, var)->op;
  if (op == DV_V_DOT) rate_of_sum(c, var, rate);
  else if (op == DV_V_DIVIDE) rate_of_ratio(c, var, rate);
  else rate_of_formula(c, var, rate);
}

enum { DEEPEST = 3 };  // times that a variable is differentiated

int dv_var_rate(dv_assembler *c, int var)
{
  const dv_bond_var *v = at(c, var);
  if (v->op == DV_V_CONSTANT || c->diags->nerror) return c->bonds->zero;
  if (v->rate >= 0) return v->rate;
  if (v->op == DV_V_OUTSIDE && v->outside_rate >= 0) return v->outside_rate;
  if (v->op == DV_V_OUTSIDE || v->op == DV_V_SLOPE || v->op == DV_V_ROOT || v->level == DEEPEST) return no_rate(c, var);
  int rate = dv_var_reserve_rate(c, var);
  dv_var_fill_rate(c, var, rate);
  return rate;
}
