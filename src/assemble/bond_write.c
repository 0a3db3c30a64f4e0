// bond_write.c: the bond graph's blocks -> rows of the model.
#include "assemble/bond_internal.h"

#include <string.h>

// Power goes into the graph from the first end, out of it to the second.
int dv_bond_machine_end(const dv_bonds *g, const dv_bond_draft *d) { return g->bond.item[d->put - 1].end[d->sign < 0]; }

const char *dv_bond_block_name(dv_assembler *c, int block)
{
  const dv_bond_draft *d = &c->bonds->block.item[block];
  const char *name = d->var.n ? c->bonds->var.item[d->var.item[0]].name : NULL;
  return name ? name : "bonds";
}

static int cell(const dv_bonds *g, int var) { return g->var.item[dv_var_same(g, var)].cell; }

static int in_block(const dv_bonds *g, const dv_bond_draft *d, int var)
{
  for (int i = 0; i < d->var.n; i++)
    if (d->var.item[i] == dv_var_same(g, var)) return 1;
  return 0;
}

static void write_pair(dv_assembler *c, int at, int a, int b)
{
  DV_AT(c->b, int, INT, at)[0] = a;
  DV_AT(c->b, int, INT, at)[1] = b;
}

// Terms with unknowns of a linear loop come first.
static void write_terms(dv_assembler *c, const dv_bond_draft *d, const dv_bond_var *v, dv_bond_op *op)
{
  int at = op->term = dv_builder_take(c->b, DV_S_INT, 2 * v->term.n);
  op->n = v->term.n;
  for (int inside = 1; inside >= 0; inside--)
    for (int i = 0; i < v->term.n; i++) {
      dv_var_term t = v->term.item[i];
      int in = d->nunknown && !d->curved && (in_block(c->bonds, d, t.a) || in_block(c->bonds, d, t.b));
      if (in != inside) continue;
      write_pair(c, at, cell(c->bonds, t.a), cell(c->bonds, t.b));
      at += 2;
      op->inside += inside;
    }
}

static void write_formula(dv_assembler *c, const dv_formula *f, int *code, int *constant)
{
  *code = dv_builder_take(c->b, DV_S_CODE, f->ncode);
  memcpy(DV_AT(c->b, dv_code, CODE, *code), f->code, (size_t)f->ncode * sizeof(dv_code));
  *constant = dv_number_add(c, f->constant, f->nconst);
}

static int state_of(dv_assembler *c, int var)
{
  const dv_bond_var *v = &c->bonds->var.item[var];
  return DV_AT(c->b, dv_part, PART, v->part)->x + v->x;
}

static void write_var(dv_assembler *c, const dv_bond_draft *d, int var)
{
  static const int what[] = {0, 0, DV_B_LOAD, DV_B_DOT, DV_B_DIVIDE, DV_B_VALUE, DV_B_SLOPE, DV_B_ROOT};
  const dv_bond_var *v = &c->bonds->var.item[var];
  dv_bond_op op = {.what = what[v->op], .out = v->cell};
  write_terms(c, d, v, &op);
  if (v->op == DV_V_STATE) op.x = state_of(c, var);
  if (v->formula) {
    write_formula(c, v->formula, &op.code, &op.constant);
    op.ncode = v->formula->ncode;
    op.room = dv_work_take(c, 3 * v->term.n);
  }
  *DV_AT(c->b, dv_bond_op, BOND_OP, dv_builder_take(c->b, DV_S_BOND_OP, 1)) = op;
}

static void write_put(dv_assembler *c, const dv_bond_draft *d)
{
  const dv_bonds *g = c->bonds;
  int node = dv_bond_machine_end(g, d), one = g->node.item[node].role == DV_BOND_ONE;
  int junction = g->node.item[node].machine, component = g->node.item[node].component;
  dv_bond_op op = {.what = DV_B_PUT, .n = 1, .out = DV_AT(c->b, dv_junction, JUNCTION, junction)->sum + component};
  op.term = dv_builder_take(c->b, DV_S_INT, 2);
  write_pair(c, op.term, cell(g, d->sign > 0 ? g->one : g->minus),
             cell(g, one ? DV_EFFORT_OF(d->put - 1) : DV_FLOW_OF(d->put - 1)));
  *DV_AT(c->b, dv_bond_op, BOND_OP, dv_builder_take(c->b, DV_S_BOND_OP, 1)) = op;
}

static void write_rate(dv_assembler *c, const dv_bond_draft *d)
{
  const dv_bonds *g = c->bonds;
  dv_bond_op op = {.what = DV_B_RATE, .n = 1, .x = state_of(c, d->x)};
  op.term = dv_builder_take(c->b, DV_S_INT, 2);
  write_pair(c, op.term, cell(g, g->one), cell(g, d->rate - 1));
  *DV_AT(c->b, dv_bond_op, BOND_OP, dv_builder_take(c->b, DV_S_BOND_OP, 1)) = op;
}

static void write_block(dv_assembler *c, int i)
{
  const dv_bond_draft *d = &c->bonds->block.item[i];
  int n = d->nunknown, reals = d->curved ? dv_newton_reals(n) : n * n + n;
  dv_bond_block row = {c->b->section[DV_S_BOND_OP].count, 0, n, d->curved, n ? dv_work_take(c, reals) : 0};
  if (d->put) write_put(c, d);
  else if (d->rate) write_rate(c, d);
  for (int k = 0; k < d->var.n; k++) write_var(c, d, d->var.item[k]);
  row.nop = c->b->section[DV_S_BOND_OP].count - row.op;
  *DV_AT(c->b, dv_bond_block, BOND_BLOCK, dv_builder_take(c->b, DV_S_BOND_BLOCK, 1)) = row;
}

// What the law of the stored energy reads: the momenta or displacements, as inputs; and the element's own law.
static void write_storage(dv_assembler *c, int part)
{
  const dv_part_spec *p = &c->part.item[part];
  int source = dv_builder_take(c->b, DV_S_INT, p->neach), in = dv_work_take(c, p->neach);
  for (int i = 0; i < p->neach; i++) DV_AT(c->b, int, INT, source)[i] = c->bonds->var.item[c->bonds->state[part][i]].cell;
  dv_part row = *DV_AT(c->b, dv_part, PART, part);
  row.source = source;
  row.nin = p->neach;
  row.in = in;
  if (p->as->coefficient[p->coefficient.which].gives == DV_GIVES_LAW) {
    write_formula(c, &p->coefficient.entry[0], &row.code, &row.constant);
    row.ncode = p->coefficient.entry[0].ncode;
  }
  *DV_AT(c->b, dv_part, PART, part) = row;
}

void dv_bonds_write(dv_assembler *c)
{
  if (!c->bonds || c->diags->nerror) return;
  for (int i = 0; i < c->bonds->block.n; i++) write_block(c, i);
  for (int i = 0; i < c->part.n; i++)
    if (c->bonds->state[i]) write_storage(c, i);
}
