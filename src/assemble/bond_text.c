// bond_text.c: the equations of the machine in the order in which they are evaluated, as text.
#include "assemble/bond_internal.h"
#include "assemble/bond_draw.h"

#include <math.h>
#include <string.h>

static const char *factor(dv_assembler *c, int var);

static const char *paired(dv_assembler *c, const char *a, const char *sign, const char *b)
{
  return dv_arena_text(c->arena, "%s%s%s", a, sign, b);
}

// Products with 1 and -1 are signs.
static const char *sum_text(dv_assembler *c, const dv_bond_var *v)
{
  const dv_bonds *g = c->bonds;
  const char *text = "";
  for (int i = 0; i < v->term.n; i++) {
    dv_var_term t = v->term.item[i];
    int minus = t.a == g->minus;
    const char *one = minus || t.a == g->one ? factor(c, t.b) : paired(c, factor(c, t.a), " ", factor(c, t.b));
    text = dv_arena_text(c->arena, "%s%s%s", text, i == 0 ? (minus ? "-" : "") : minus ? " - " : " + ", one);
  }
  return *text ? text : "0";
}

static const char *binary(dv_assembler *c, int op, const char *a, const char *b)
{
  static const char *const sign[] = {" + ", " - ", "*", "/", "^"};
  static const char *const name[] = {"min", "max", "less"};
  if (op >= DV_OP_ADD && op <= DV_OP_POW) return dv_arena_text(c->arena, "(%s%s%s)", a, sign[op - DV_OP_ADD], b);
  return dv_arena_text(c->arena, "%s(%s, %s)", op == DV_OP_ATAN2 ? "atan2" : name[op - DV_OP_MIN], a, b);
}

static const char *unary(dv_assembler *c, int op, int arg, const char *a)
{
  static const char *const name[] = {"sin", "cos",  "tan",  "asin", "acos", "atan", "",     "exp",
                                     "log", "sqrt", "sinh", "cosh", "tanh", "abs",  "sign", "floor"};
  if (op == DV_OP_NEG) return dv_arena_text(c->arena, "-%s", a);
  if (op == DV_OP_POWI) return dv_arena_text(c->arena, "%s^%d", a, arg);
  size_t n = strlen(a);
  int bare = !(a[0] == '(' && a[n - 1] == ')');
  return dv_arena_text(c->arena, bare ? "%s(%s)" : "%s%s", name[op - DV_OP_SIN], a);
}

// Postfix code back to infix.
static const char *formula_text(dv_assembler *c, const dv_bond_var *v)
{
  const dv_formula *f = v->formula;
  const char *stack[DV_FORMULA_DEPTH + 1] = {"0"};
  int top = 0;
  for (int i = 0; i < f->ncode; i++) {
    int op = f->code[i].op, arg = f->code[i].arg, n = dv_formula_args(op);
    const char **s = stack + top - n, *text;
    if (op == DV_OP_CONST) text = dv_arena_text(c->arena, "%.6g", f->constant[arg]);
    else if (op == DV_OP_INPUT) text = factor(c, v->term.item[arg].a);
    else if (n == 1) text = unary(c, op, arg, s[0]);
    else if (n == 2) text = binary(c, op, s[0], s[1]);
    else text = dv_arena_text(c->arena, "select(%s, %s, %s)", s[0], s[1], s[2]);
    top += 1 - n;
    stack[top - 1] = text;
  }
  return stack[0];
}

// Without parentheses around the whole.
static const char *bare(dv_assembler *c, const char *text)
{
  int level = 0;
  size_t n = strlen(text);
  for (size_t i = 0; i < n; i++) {
    level += (text[i] == '(') - (text[i] == ')');
    if (level == 0 && i + 1 < n) return text;
  }
  return text[0] == '(' ? dv_arena_copy(c->arena, text + 1, n - 2) : text;
}

static const char *right_side(dv_assembler *c, int var)
{
  const dv_bond_var *v = &c->bonds->var.item[var];
  switch (v->op) {
  case DV_V_DOT: return sum_text(c, v);
  case DV_V_DIVIDE: return paired(c, factor(c, v->term.item[0].a), " / ", factor(c, v->term.item[0].b));
  case DV_V_VALUE: return bare(c, formula_text(c, v));
  case DV_V_SLOPE: return dv_arena_text(c->arena, "d/dt %s", formula_text(c, v));
  default: return v->name ? v->name : "?";
  }
}

// A variable inside a product: its name, its number, or what it is made of.
static const char *factor(dv_assembler *c, int var)
{
  int same = dv_var_same(c->bonds, var);
  const dv_bond_var *v = &c->bonds->var.item[same];
  if (v->name) return v->name;
  if (v->op == DV_V_CONSTANT) return dv_arena_text(c->arena, "%.6g", v->value);
  return dv_arena_text(c->arena, "(%s)", right_side(c, same));
}

static void say(dv_assembler *c, dv_drawing *d, const char *text) { *DV_PUSH(c->arena, &d->equation) = text; }

static void variable_text(dv_assembler *c, dv_drawing *d, int var, const char *indent)
{
  const dv_bond_var *v = &c->bonds->var.item[var];
  if (v->op == DV_V_ROOT) say(c, d, dv_arena_text(c->arena, "%s0 = %s", indent, right_side(c, v->term.item[0].a)));
  else if (v->op != DV_V_STATE && v->name && dv_var_same(c->bonds, var) == var)
    say(c, d, dv_arena_text(c->arena, "%s%s = %s", indent, v->name, right_side(c, var)));
}

static void block_text(dv_assembler *c, dv_drawing *d, int block)
{
  const dv_bonds *g = c->bonds;
  const dv_bond_draft *b = &g->block.item[block];
  if (b->rate) {
    // the rate of a free flow was solved for
    if (g->var.item[b->rate - 1].op != DV_V_ROOT)
      say(c, d, dv_arena_text(c->arena, "%s' = %s", g->var.item[b->x].name, factor(c, b->rate - 1)));
    return;
  }
  if (b->put) {
    int node = dv_bond_machine_end(g, b), one = g->node.item[node].role == DV_BOND_ONE;
    const char *what = factor(c, one ? DV_EFFORT_OF(b->put - 1) : DV_FLOW_OF(b->put - 1));
    say(c, d,
        dv_arena_text(c->arena, "%s of %s %s= %s", one ? "effort" : "flow", dv_bond_node_name(c, node), b->sign > 0 ? "-" : "+",
                      what));
    return;
  }
  if (b->nunknown) {
    const char *names = "";
    for (int i = b->var.n - b->nunknown; i < b->var.n; i++)
      names = dv_arena_text(c->arena, "%s%s%s", names, *names ? ", " : "", factor(c, b->var.item[i]));
    say(c, d, dv_arena_text(c->arena, "solve for %s:", names));
  }
  for (int i = 0; i < b->var.n; i++) variable_text(c, d, b->var.item[i], b->nunknown ? "  " : "");
}

static const char *joined(dv_assembler *c, const char *text, const char *one)
{
  return dv_arena_text(c->arena, "%s%s%s", text, *text ? ", " : "", one);
}

// "k1 (spring): effort at slide", from its ports.
static void part_text(dv_assembler *c, dv_drawing *d, const dv_call *call)
{
  const dv_part_spec *p = &c->part.item[call->part];
  const dv_kind *k = p->as;
  const char *what = "", *name;
  for (int i = 0; i < k->nport; i++) {
    const dv_junction *j =
        DV_AT(c->b, dv_junction, JUNCTION, DV_AT(c->b, int, INT, DV_AT(c->b, dv_part, PART, call->part)->port)[i]);
    int node = j->type == DV_AT_NODE, fixes = k->port[i].role == DV_FIXES;
    name = dv_arena_text(c->arena, "%s.%s.%s", p->name, k->port[i].name,
                         call->what == DV_C_PUBLISH ? (fixes ? "effort" : "capacity")
                         : node                     ? "flow"
                                                    : "effort");
    if (call->what == DV_C_ANSWER ? !fixes : call->what == DV_C_PUBLISH && (fixes || k->port[i].role == DV_STORES))
      what = joined(c, what, name);
  }
  for (int i = 0; call->what == DV_C_SIGNAL && i < k->nout; i++)
    what = joined(c, what, i || !k->smooth ? dv_arena_text(c->arena, "%s.%s", p->name, k->out[i].name) : p->name);
  for (int i = 0; call->what == DV_C_RATE && i < dv_kind_states(k, p->option); i++)
    what = joined(c, what, dv_arena_text(c->arena, "%s.%s'", p->name, k->state[i].name));
  if (*what) say(c, d, dv_arena_text(c->arena, "%s by %s", what, k->name));
}

static void node_text(dv_assembler *c, dv_drawing *d)
{
  for (int i = 0; i < c->b->section[DV_S_JUNCTION].count; i++) {
    const dv_junction *j = DV_AT(c->b, dv_junction, JUNCTION, i);
    if (j->type != DV_AT_NODE || (j->x < 0 && !j->solved)) continue;
    const char *name = dv_arena_text(c->arena, "%s", DV_AT(c->b, char, TEXT, j->name));
    if (j->solved) {
      say(c, d, dv_arena_text(c->arena, "%s.%s such that 0 = sum of flows", name, dv_domain_of(j->domain)->shared));
      continue;
    }
    say(c, d, dv_arena_text(c->arena, "%s.%s' = -(sum of flows) / (sum of capacities)", name, dv_domain_of(j->domain)->shared));
  }
}

static void loop_text(dv_assembler *c, dv_drawing *d, const dv_tee *t)
{
  const char *names = "";
  if (!t->ncall) return;
  for (int i = 0; i < t->npart; i++) names = joined(c, names, c->part.item[DV_AT(c->b, int, INT, t->part)[i]].name);
  say(c, d, dv_arena_text(c->arena, "solve for %s, which follow%s:", names, t->npart > 1 ? " from each other" : "s from itself"));
}

// Joints that move as a whole (ball, free) go by their names, others by their coordinates.
static void skeleton_text(dv_assembler *c, dv_drawing *d, int what)
{
  const char *q = "", *v = "";
  for (int i = 0; i < c->spec->njoint; i++) {
    const dv_joint_spec *j = &c->spec->joint[i];
    int whole = !j->ncoordinate && dv_joint_is_whole(j);
    for (int k = 0; k < (whole ? 1 : j->ncoordinate); k++) {
      const char *name = whole ? j->name : j->coordinate[k].name;
      q = joined(c, q, name);
      if ((whole ? j->motion : j->coordinate[k].motion) == DV_MOVES_FREE)
        v = joined(c, v, dv_arena_text(c->arena, "%s.rate'", name));
    }
  }
  if (what == DV_C_DRIVE && c->b->section[DV_S_DRIVE].count) say(c, d, "prescribed and locked coordinates by their signals");
  if (!c->b->header.nv) return;
  if (what == DV_C_KINEMATICS) say(c, d, dv_arena_text(c->arena, "rates of axes and frames by kinematics of q = (%s)", q));
  if (what == DV_C_DYNAMICS && *v)
    say(c, d, dv_arena_text(c->arena, "(%s) = B(q)^-1 (tau - C(q, v) v - g(q)), tau: sum of efforts", v));
}

void dv_bonds_text(dv_assembler *c, dv_drawing *d)
{
  for (int i = 0; i < c->b->section[DV_S_CALL].count; i++) {
    const dv_call *call = DV_AT(c->b, dv_call, CALL, i);
    if (call->what == DV_C_BOND) block_text(c, d, call->part);
    else if (call->what == DV_C_NODES) node_text(c, d);
    else if (call->what == DV_C_TEE) loop_text(c, d, DV_AT(c->b, dv_tee, TEE, call->part));
    else if (call->part >= 0) part_text(c, d, call);
    else skeleton_text(c, d, call->what);
  }
}
