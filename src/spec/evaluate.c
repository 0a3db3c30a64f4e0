// evaluate.c: a formula's value and dimension.
//
// Sums need equal dimensions, products add exponents, functions take pure numbers. A bare number (`any`) takes the
// dimension of what it meets; among signals, whose gains are often written bare, it makes a product fit anything. Exponents count
// halves, so sqrt is exact; a power of a quantity must give whole halves.
#include "spec/formula.h"

#include <math.h>
#include <string.h>

typedef dv_quantity_value value;

typedef struct {
  dv_diags *diags;
  const dv_formula *f;
  dv_mark mark;
  int loose;  // of signals, whose values are not known here: dimensions count only
  int bare;   // names are bare numbers, in SI, and so are literals
} place;

// -1. Among signals x - x' may mean a gain of one, so that what does not fit is worth a warning: 0.
static int fault(const place *at, int i, const char *remedy, const char *what, const char *x, const char *y)
{
  dv_mark m = at->mark;
  if (m.col && at->f->code_at) m.col += at->f->code_at[i];
  dv_diag_add(at->diags, at->loose ? DV_WARNING : DV_ERROR, m, remedy, what, x, y);
  return at->loose ? 0 : -1;
}

static const char *const op_text[] = {
#define X(name, args) #name,
    DV_FORMULA_OPS(X)
#undef X
};

static const char *op_name(dv_arena *a, int op)
{
  static const char *const sign[] = {"+", "-", "*", "/", "^", "-"};
  if (op >= DV_OP_ADD && op <= DV_OP_NEG) return sign[op - DV_OP_ADD];
  char *name = dv_arena_copy(a, op_text[op], strlen(op_text[op]));
  for (char *p = name; *p; p++)
    if (*p >= 'A' && *p <= 'Z') *p = (char)(*p - 'A' + 'a');
  return name;
}

static int is_pure(dv_dim d)
{
  static const signed char none[7] = {0};
  return d.any || !memcmp(d.e, none, sizeof none);
}

static int need_equal(const place *at, int i, dv_dim a, dv_dim b)
{
  if (dv_dim_equal(a, b)) return 0;
  dv_arena *ar = at->diags->arena;
  const char *name = op_name(ar, at->f->code[i].op);
  const char *remedy = dv_arena_text(ar, "both sides of '%s' must be of one sort", name);
  return fault(at, i, remedy, "left of it is %s, right of it is %s", dv_dim_text(ar, a), dv_dim_text(ar, b));
}

static int need_pure(const place *at, int i, dv_dim d)
{
  if (is_pure(d)) return 0;
  dv_arena *ar = at->diags->arena;
  return fault(at, i, "divide by a quantity of the same sort", "'%s' takes a pure number, but this is %s",
               op_name(ar, at->f->code[i].op), dv_dim_text(ar, d));
}

// Exponents a + sign b, or times a factor; -1 if they do not fit.
static int dim_combine(dv_dim *a, double factor, dv_dim b, int sign)
{
  for (int k = 0; k < 7; k++) {
    double e = factor * a->e[k] + sign * b.e[k], whole = nearbyint(e);
    if (fabs(e - whole) > 1e-9 || fabs(whole) > 120) return -1;
    a->e[k] = (signed char)whole;
  }
  return 0;
}

static int no_unit(const place *at, int i, value *v, const char *remedy, const char *what)
{
  int code = fault(at, i, remedy, what, dv_dim_text(at->diags->arena, v->dim), "");
  v->dim = (dv_dim){.any = 1};
  return code;
}

static int product(const place *at, int i, value *v, int sign)
{
  dv_dim b = v[1].dim;
  if (dim_combine(&v[0].dim, 1, b, sign)) return no_unit(at, i, v, NULL, "%s: the dimension's powers are too large%s");
  v[0].dim.any = at->loose ? v[0].dim.any || b.any : v[0].dim.any && b.any;
  v[0].value = sign > 0 ? v[0].value * v[1].value : v[0].value / v[1].value;
  return 0;
}

static int power(const place *at, int i, value *v)
{
  static const dv_dim none = {.any = 0};
  if (need_pure(at, i, v[1].dim)) return -1;
  if (at->loose && !isfinite(v[1].value)) v[0].dim.any = 1;  // by a signal
  int fits = is_pure(v[0].dim) || (isfinite(v[1].value) && !dim_combine(&v[0].dim, v[1].value, none, 0));
  if (!fits) return no_unit(at, i, v, "use a whole or half power", "%s cannot be raised to this power%s");
  v[0].value = pow(v[0].value, v[1].value);
  return 0;
}

static int whole_power(const place *at, int i, value *v)
{
  value pair[2] = {
      v[0], {at->f->code[i].arg, {.any = 1}}
  };
  if (power(at, i, pair)) return -1;
  v[0] = pair[0];
  return 0;
}

static int root(const place *at, int i, value *v)
{
  static const dv_dim none = {.any = 0};
  if (dim_combine(&v[0].dim, 0.5, none, 0)) return no_unit(at, i, v, NULL, "the square root of %s has no unit%s");
  v[0].value = sqrt(v[0].value);
  return 0;
}

static double function(int op, double x)
{
  switch (op) {
  case DV_OP_SIN: return sin(x);
  case DV_OP_COS: return cos(x);
  case DV_OP_TAN: return tan(x);
  case DV_OP_ASIN: return asin(x);
  case DV_OP_ACOS: return acos(x);
  case DV_OP_ATAN: return atan(x);
  case DV_OP_EXP: return exp(x);
  case DV_OP_LOG: return log(x);
  case DV_OP_SINH: return sinh(x);
  case DV_OP_COSH: return cosh(x);
  case DV_OP_TANH: return tanh(x);
  case DV_OP_FLOOR: return floor(x);
  default: return NAN;
  }
}

// Angles come out of inverse functions; all others of these give numbers that fit anywhere.
static int pure_function(const place *at, int i, int op, value *v)
{
  if (need_pure(at, i, v->dim)) return -1;
  int angle = op == DV_OP_ASIN || op == DV_OP_ACOS || op == DV_OP_ATAN;
  v->value = function(op, v->value);
  v->dim = (dv_dim){.any = !angle};
  return 0;
}

// What a is, or b where a is anything; anything where they differ.
static dv_dim either(dv_dim a, dv_dim b)
{
  if (!dv_dim_equal(a, b)) return (dv_dim){.any = 1};
  return a.any ? b : a;
}

// Two values of one sort; the result is of that sort unless op makes a number of it.
static int pair(const place *at, int i, int op, value *v)
{
  double a = v[0].value, b = v[1].value;
  if (need_equal(at, i, v[0].dim, v[1].dim)) return -1;
  v[0].dim = either(v[0].dim, v[1].dim);
  switch (op) {
  case DV_OP_ADD: v->value = a + b; break;
  case DV_OP_SUB: v->value = a - b; break;
  case DV_OP_MIN: v->value = a > b ? b : a; break;
  case DV_OP_MAX: v->value = a < b ? b : a; break;
  case DV_OP_ATAN2: v->value = atan2(a, b), v->dim = (dv_dim){.any = 0}; break;
  default: v->value = a < b, v->dim = (dv_dim){.any = 1};
  }
  return 0;
}

static int choose(const place *at, int i, value *v)
{
  if (need_pure(at, i, v[0].dim) || need_equal(at, i, v[1].dim, v[2].dim)) return -1;
  dv_dim dim = either(v[1].dim, v[2].dim);
  v[0] = v[0].value > 0.5 ? v[1] : v[2];
  v[0].dim = dim;
  return 0;
}

// Instruction i on its operands, which begin at v; the result is v[0].
static int apply(const place *at, int i, value *v)
{
  int op = at->f->code[i].op;
  switch (op) {
  case DV_OP_MUL: return product(at, i, v, 1);
  case DV_OP_DIV: return product(at, i, v, -1);
  case DV_OP_POW: return power(at, i, v);
  case DV_OP_POWI: return whole_power(at, i, v);
  case DV_OP_SQRT: return root(at, i, v);
  case DV_OP_NEG: v->value = -v->value; return 0;
  case DV_OP_ABS: v->value = fabs(v->value); return 0;
  case DV_OP_SIGN: v->value = v->value > 0 ? 1 : v->value < 0 ? -1 : 0 * v->value, v->dim = (dv_dim){.any = 1}; return 0;
  case DV_OP_SELECT: return choose(at, i, v);
  case DV_OP_ADD:
  case DV_OP_SUB:
  case DV_OP_MIN:
  case DV_OP_MAX:
  case DV_OP_LESS:
  case DV_OP_ATAN2: return pair(at, i, op, v);
  default: return pure_function(at, i, op, v);
  }
}

static const signed char op_args[] = {
#define X(name, args) args,
    DV_FORMULA_OPS(X)
#undef X
};

static int evaluate(place at, dv_lookup *lookup, void *context, dv_quantity_value *out)
{
  value stack[DV_FORMULA_DEPTH + 1];
  const dv_formula *f = at.f;
  int n = 0;
  stack[0] = (value){0};
  for (int i = 0; i < f->ncode; i++) {
    dv_code c = f->code[i];
    if (c.op == DV_OP_CONST) stack[n] = (value){f->constant[c.arg], at.bare ? (dv_dim){.any = 1} : f->constant_dim[c.arg]};
    else if (c.op == DV_OP_INPUT) {
      stack[n] = (value){0, {.any = 0}};
      if (!lookup || lookup(context, f->input[c.arg], &stack[n])) return -1;
    } else {
      n -= op_args[c.op];
      if (apply(&at, i, &stack[n])) return -1;
    }
    n++;
  }
  *out = stack[0];
  if (f->ncode > 1) out->dim.turn = DV_TURN_UNTOLD;  // 2*pi*f of a frequency is an angular one
  return 0;
}

int dv_formula_evaluate(dv_diags *d, const dv_formula *f, dv_mark mark, dv_lookup *lookup, void *context, dv_quantity_value *out)
{
  return evaluate((place){d, f, mark, 0, 0}, lookup, context, out);
}

int dv_formula_value(dv_diags *d, const dv_formula *f, dv_lookup *lookup, void *context, double *out)
{
  value v;
  if (evaluate(
          (place){
              d, f, {NULL, 0, 0},
                0, 1
  },
          lookup, context, &v))
    return -1;
  *out = v.value;
  return 0;
}

int dv_formula_dimension(dv_diags *d, const dv_formula *f, dv_mark mark, dv_lookup *lookup, void *context, dv_dim *out)
{
  value v;
  if (evaluate((place){d, f, mark, 1, 0}, lookup, context, &v)) return -1;
  *out = v.dim;
  return 0;
}
