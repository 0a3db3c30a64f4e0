// bond_var.c: variables of the bond graph's program: constants, signals from outside, formulas, coefficients.
#include "assemble/bond_internal.h"

#include <math.h>
#include <string.h>

static dv_bond_var *at(const dv_assembler *c, int var) { return &c->bonds->var.item[var]; }

int dv_var_add(dv_assembler *c, dv_var_op op, const char *name)
{
  dv_bond_var *v = DV_PUSH(c->arena, &c->bonds->var);
  *v = (dv_bond_var){
      .op = op, .cell = -1, .rate = -1, .code = -1, .x = -1, .junction = -1, .outside_rate = -1, .part = -1, .rank = 3};
  dv_var_name(c, c->bonds->var.n - 1, name);
  return c->bonds->var.n - 1;
}

void dv_var_name(dv_assembler *c, int var, const char *name)
{
  dv_bonds *g = c->bonds;
  at(c, var)->name = name;
  if (name && dv_names_add(c->arena, &g->names, name) >= 0) *DV_PUSH(c->arena, &g->named) = var;
}

int dv_bond_find(const dv_assembler *c, const char *name)
{
  int i = c->bonds ? dv_names_find(&c->bonds->names, name) : -1;
  return i < 0 ? -1 : c->bonds->named.item[i];
}

const dv_ints *dv_vars_of(dv_assembler *c, int part)
{
  dv_bonds *g = c->bonds;
  if (!g->of_part) {
    g->of_part = DV_TAKE(c->arena, dv_ints, c->part.n);
    for (int i = 0; i < g->var.n; i++)
      if (g->var.item[i].part >= 0) *DV_PUSH(c->arena, &g->of_part[g->var.item[i].part]) = i;
  }
  return &g->of_part[part];
}

void dv_var_term_add(dv_assembler *c, int var, int a, int b)
{
  dv_var_term *t = DV_PUSH(c->arena, &c->bonds->var.item[var].term);
  t->a = a;
  t->b = b;
}

int dv_var_constant(dv_assembler *c, double value, const char *name)
{
  int v = dv_var_add(c, DV_V_CONSTANT, name);
  at(c, v)->value = value;
  at(c, v)->cell = dv_constant_add(c, value);
  at(c, v)->num = c->b->section[DV_S_NUMBER].count - 1;
  return v;
}

int dv_var_new(dv_assembler *c, dv_var_op op)
{
  int v = dv_var_add(c, op, NULL);
  at(c, v)->cell = dv_work_take(c, 1);
  return v;
}

void dv_var_define(dv_assembler *c, int var, dv_var_op op, int a, int b)
{
  at(c, var)->op = op;
  dv_var_term_add(c, var, a, b);
}

void dv_var_copy(dv_assembler *c, int var, int from) { dv_var_define(c, var, DV_V_DOT, c->bonds->one, from); }

static int is_copy(const dv_bonds *g, const dv_bond_var *v)
{
  return v->op == DV_V_DOT && v->term.n == 1 && v->term.item[0].a == g->one;
}

// Copies of copies are followed once: each then knows the end.
int dv_var_same(const dv_bonds *g, int var)
{
  int end = var;
  while (!g->var.item[end].same && is_copy(g, &g->var.item[end])) end = g->var.item[end].term.item[0].b;
  if (g->var.item[end].same) end = g->var.item[end].same - 1;
  for (int next; var != end; var = next) {
    next = g->var.item[var].same ? end : g->var.item[var].term.item[0].b;
    g->var.item[var].same = 1 + end;
  }
  return end;
}

// A machine's coordinate has a rate that the general table of sources does not tell.
static int coordinate_rate(dv_assembler *c, const char *name)
{
  const char *dot = strrchr(name, '.');
  const dv_coordinate *k = dv_find_coordinate(c, name);
  if (!k && dot && strcmp(dot, ".position") == 0) k = dv_find_coordinate(c, dv_arena_copy(c->arena, name, (size_t)(dot - name)));
  return k && k->spec ? c->b->header.work_v + k->iv : -1;
}

static int outside(dv_assembler *c, const char *name, dv_source from, int cell)
{
  int v = dv_var_add(c, DV_V_OUTSIDE, name);
  at(c, v)->cell = cell;
  at(c, v)->from = from;
  return v;
}

// A name in a formula: the element's own variable, another of the graph, or a signal.
static int input_var(dv_assembler *c, const dv_part_spec *p, const char *name, const char *own, int own_var)
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

int dv_var_formula(dv_assembler *c, const dv_part_spec *p, const dv_formula *f, const char *own, int own_var, int var)
{
  at(c, var)->op = DV_V_VALUE;
  at(c, var)->formula = f;
  for (int i = 0; i < f->ninput; i++) {
    int in = input_var(c, p, f->input[i], own, own_var);
    dv_var_term_add(c, var, in, c->bonds->zero);
  }
  return var;
}

const dv_coefficient *dv_described_by(const dv_part_spec *p) { return &p->as->coefficient[p->coefficient.which]; }

// Entry of the coefficients as a variable, made once.
int dv_var_entry(dv_assembler *c, int part, int k)
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
  const char *name = dv_arena_text(c->arena, "%s.%s", p->name, dv_described_by(p)->name);
  if (s->spread == DV_FOR_EACH) name = dv_arena_text(c->arena, "%s.%s", name, p->each[k].text);
  if (s->spread == DV_FOR_PAIRS) name = dv_arena_text(c->arena, "%s.%d.%d", name, k / s->cols + 1, k % s->cols + 1);
  if (!s->entry[k].ninput) *v = dv_var_constant(c, s->entry[k].constant[0], name);
  else *v = dv_var_formula(c, p, &s->entry[k], NULL, -1, dv_var_new(c, DV_V_VALUE));
  if (s->entry[k].ninput) dv_var_name(c, *v, name);
  at(c, *v)->part = part;
  return *v;
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
void dv_var_field(dv_assembler *c, int part, int inverse, int i, int var, const int *x)
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
    int m = inverse ? dv_var_constant(c, W[n * i + j], dv_arena_text(c->arena, "%s[%d,%d]", p->name, i + 1, j + 1))
                    : dv_var_entry(c, part, n * i + j);
    dv_var_term_add(c, var, m, x[j]);
  }
}
