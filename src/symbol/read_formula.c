// read_formula.c: an expression of parameters becomes a polynomial: its postfix code is run over the ring.
//
// Sums, products, whole powers, division by a product, and sines and cosines of whole sums of parameters are in the ring. Any
// other function of parameters becomes a constant of its own, k1, k2 ..., whose formula is told beside the parameters.
#include "symbol/read_formula.h"

#include "base/number.h"
#include "symbol/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

dv_symbols *dv_symbols_new(dv_arena *a, const dv_spec *s)
{
  dv_symbols *x = DV_TAKE(a, dv_symbols, 1);
  x->ring = dv_ring_new(a);
  x->root = s->source->root;
  x->parameters = dv_doc_find(x->root, "parameters");
  x->units = dv_units_open(a);
  x->silent = dv_diags_new(a);
  return x;
}

static int parse(dv_symbols *s, const char *text, dv_formula *f)
{
  *f = (dv_formula){0};
  return dv_formula_parse(s->ring->arena, s->silent, s->units, text, (dv_mark){0}, f);
}

static int parameter_value(void *context, const char *name, dv_quantity_value *out)
{
  dv_symbols *s = context;
  const dv_node *n = s->parameters ? dv_doc_find(s->parameters, name) : NULL;
  dv_formula f;
  if (!n || n->type != DV_SCALAR || s->depth > DEEPEST || parse(s, n->text, &f)) return -1;
  s->depth++;
  int bad = dv_formula_evaluate(s->silent, &f, (dv_mark){0}, parameter_value, s, out);
  s->depth--;
  return bad;
}

// A number is its own definition.
static const char *definition_of(dv_symbols *s, const char *text)
{
  dv_formula f;
  return parse(s, text, &f) || f.ncode < 2 ? NULL : text;
}

static int parameter(dv_symbols *s, const char *name, dv_atom *out)
{
  dv_quantity_value v;
  if (parameter_value(s, name, &v) || !isfinite(v.value)) return -1;
  *out = (dv_atom){.name = name, .value = v.value, .unit = dv_dim_unit(s->ring->arena, v.dim)};
  out->definition = definition_of(s, dv_doc_find(s->parameters, name)->text);
  return 0;
}

static double apply(dv_symbols *s, int op, int arg, const double *x, int n)
{
  dv_code code[4] = {0};
  dv_dim dim[3];
  double constant[3];
  for (int i = 0; i < n; i++) {
    code[i] = (dv_code){.op = DV_OP_CONST, .arg = i};
    constant[i] = x[i];
    dim[i] = (dv_dim){.any = 1};
  }
  code[n] = (dv_code){.op = op, .arg = arg};
  dv_formula f = {.ncode = n + 1, .code = code, .nconst = n, .constant = constant, .constant_dim = dim};
  dv_quantity_value v;
  return dv_formula_evaluate(s->silent, &f, (dv_mark){0}, NULL, NULL, &v) ? NAN : v.value;
}

static const char *const op_names[] = {
#define X(name, args) #name,
    DV_FORMULA_OPS(X)
#undef X
};

static const char *text_of(dv_symbols *s, int op, int arg, const dv_poly *x, int n)
{
  dv_arena *a = s->ring->arena;
  const char *y[3] = {"", "", ""};
  for (int i = 0; i < n; i++) y[i] = dv_write_plain(s->ring, x[i]);
  if (op == DV_OP_DIV) return dv_arena_text(a, "(%s)/(%s)", y[0], y[1]);
  if (op == DV_OP_POW) return dv_arena_text(a, "(%s)^(%s)", y[0], y[1]);
  if (op == DV_OP_POWI) return dv_arena_text(a, "(%s)^(%d)", y[0], arg);
  dv_text t = {.arena = a};
  for (const char *p = op_names[op]; *p; p++) dv_text_add(&t, "%c", *p >= 'A' && *p <= 'Z' ? *p + 'a' - 'A' : *p);
  dv_text_add(&t, "(");
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s%s", i ? ", " : "", y[i]);
  dv_text_add(&t, ")");
  return dv_text_all(&t);
}

// A function of constants that is in no ring: a constant of its own, or a number.
static dv_poly derived(dv_symbols *s, int op, int arg, const dv_poly *x, int n)
{
  double value[3], c;
  int numbers = 1;
  for (int i = 0; i < n; i++) {
    numbers &= dv_poly_is_number(x[i], &c);
    value[i] = dv_poly_value(s->ring, x[i]);
  }
  double y = apply(s, op, arg, value, n);
  if (numbers) return dv_poly_number(s->ring, y);
  const char *text = text_of(s, op, arg, x, n);
  int count = 1;
  for (int i = 0; i < s->ring->natom; i++) {
    if (!s->ring->atom[i].derived) continue;
    if (!strcmp(s->ring->atom[i].definition, text)) return dv_poly_atom(s->ring, i);
    count++;
  }
  const char *name = dv_arena_text(s->ring->arena, "k%d", count);
  while (s->parameters && dv_doc_find(s->parameters, name)) name = dv_arena_text(s->ring->arena, "%s_", name);
  dv_atom atom = {.name = name, .value = y, .unit = "", .definition = text, .derived = 1};
  return dv_poly_atom(s->ring, dv_ring_atom(s->ring, atom));
}

// Whole factors of parameters, and a number: cos and sin of the angles' sum, turned by the number.
static int whole_sum(dv_symbols *s, dv_poly x, double *number, dv_poly *c, dv_poly *d)
{
  dv_ring *r = s->ring;
  signed char v[DV_RING_ANGLES] = {0};
  *number = 0;
  for (int i = 0; i < x.n; i++) {
    const dv_term *t = &x.term[i];
    if (t->angle) return 0;
    if (!t->power) {
      *number = t->c;
      continue;
    }
    const signed char *e = dv_exponents_at(&r->power, t->power);
    int atom = -1;
    for (int k = 0; k < r->natom; k++) {
      if (e[k] && (e[k] != 1 || atom >= 0)) return 0;
      if (e[k]) atom = k;
    }
    if (atom < 0 || r->atom[atom].derived) return 0;
    int angle = dv_ring_angle(r, r->atom[atom], 1);  // that of a leadscrew is there already, with its turns per length
    double times = t->c / r->turn[angle];
    if (fabs(times - rint(times)) > 1e-12 || fabs(times) > 8) return 0;
    v[angle] = (signed char)rint(times);
  }
  *c = dv_poly_number(r, 1), *d = dv_poly_number(r, 0);
  for (int k = 0; k < r->nangle; k++)
    for (int m = 0; m < abs(v[k]); m++) {
      dv_poly ck = dv_poly_trig(r, k, 0), sk = dv_poly_scale(r, dv_poly_trig(r, k, 1), v[k] < 0 ? -1 : 1), was = *c;
      *c = dv_poly_sub(r, dv_poly_times(r, was, ck), dv_poly_times(r, *d, sk));
      *d = dv_poly_add(r, dv_poly_times(r, *d, ck), dv_poly_times(r, was, sk));
    }
  return 1;
}

// cos and sin that should be 0, 1 or 1/2 are.
static double round_angle(double x)
{
  double y = rint(2 * x) / 2;
  return fabs(x - y) < 4e-16 ? y : x;
}

static dv_poly trig(dv_symbols *s, dv_poly x, int sine)
{
  dv_ring *r = s->ring;
  dv_poly c, d;
  double number;
  if (!whole_sum(s, x, &number, &c, &d)) return derived(s, sine ? DV_OP_SIN : DV_OP_COS, 0, &x, 1);
  double cn = round_angle(cos(number)), sn = round_angle(sin(number));
  dv_sum_begin(r);
  dv_sum_add(r, sine ? d : c, cn);
  dv_sum_add(r, sine ? c : d, sine ? sn : -sn);
  return dv_sum_end(r);
}

// 1/x of a single term without angle.
static int inverse(dv_symbols *s, dv_poly x, dv_poly *out)
{
  signed char v[DV_RING_ATOMS] = {0};
  if (x.n != 1 || x.term[0].angle) return 0;
  const signed char *e = dv_exponents_at(&s->ring->power, x.term[0].power);
  for (int i = 0; i < s->ring->natom; i++) v[i] = (signed char)-e[i];
  int power = dv_exponents_of(s->ring, &s->ring->power, v);
  dv_sum_begin(s->ring);
  dv_sum_term(s->ring, power, 0, 1 / x.term[0].c);
  *out = dv_sum_end(s->ring);
  return 1;
}

static dv_poly whole_power(dv_symbols *s, dv_poly x, int n)
{
  dv_poly base = x, out = dv_poly_number(s->ring, 1);
  if (n < 0 && !inverse(s, x, &base)) return derived(s, DV_OP_POWI, n, &x, 1);
  for (int i = 0; i < abs(n); i++) out = dv_poly_times(s->ring, out, base);
  return out;
}

static dv_poly operate(dv_symbols *s, dv_code c, const dv_poly *x)
{
  dv_poly one;
  double n;
  switch (c.op) {
  case DV_OP_ADD: return dv_poly_add(s->ring, x[0], x[1]);
  case DV_OP_SUB: return dv_poly_sub(s->ring, x[0], x[1]);
  case DV_OP_NEG: return dv_poly_scale(s->ring, x[0], -1);
  case DV_OP_MUL: return dv_poly_times(s->ring, x[0], x[1]);
  case DV_OP_COS:
  case DV_OP_SIN: return trig(s, x[0], c.op == DV_OP_SIN);
  case DV_OP_POWI: return whole_power(s, x[0], c.arg);
  case DV_OP_POW:
    if (dv_poly_is_number(x[1], &n) && n == rint(n) && fabs(n) <= 16) return whole_power(s, x[0], (int)n);
    return derived(s, c.op, c.arg, x, 2);
  case DV_OP_DIV:
    if (inverse(s, x[1], &one)) return dv_poly_times(s->ring, x[0], one);
    return derived(s, c.op, c.arg, x, 2);
  default: return derived(s, c.op, c.arg, x, dv_formula_args(c.op));
  }
}

static int parameter_atom(void *context, const char *name, dv_poly *out)
{
  dv_symbols *s = context;
  dv_atom atom;
  if (parameter(s, name, &atom)) return -1;
  *out = dv_poly_atom(s->ring, dv_ring_atom(s->ring, atom));
  return 0;
}

int dv_symbol_formula(dv_symbols *s, const dv_formula *f, dv_symbol_lookup *lookup, void *context, dv_poly *out)
{
  dv_poly stack[DV_FORMULA_DEPTH + 1] = {0};
  int n = 0;
  for (int i = 0; i < f->ncode; i++) {
    dv_code c = f->code[i];
    if (c.op == DV_OP_CONST) stack[n] = dv_poly_number(s->ring, f->constant[c.arg]);
    else if (c.op == DV_OP_INPUT) {
      if (lookup(context, f->input[c.arg], &stack[n])) return -1;
    } else {
      n -= dv_formula_args(c.op);
      stack[n] = operate(s, c, &stack[n]);
    }
    n++;
  }
  *out = stack[0];
  return n == 1 ? 0 : -1;
}

typedef struct {
  dv_symbols *s;
  dv_symbol_lookup *first;
  void *context;
  const char *unknown;  // the last name that neither knows; NULL: none
} two_lookups;

static int either(void *context, const char *name, dv_poly *out)
{
  two_lookups *x = context;
  if (!x->first(x->context, name, out) || !parameter_atom(x->s, name, out)) return 0;
  x->unknown = name;
  return -1;
}

int dv_symbol_expression(dv_symbols *s, const char *text, dv_symbol_lookup *lookup, void *context, dv_poly *out,
                         const char **unknown)
{
  dv_formula f;
  two_lookups x = {s, lookup, context, NULL};
  int bad = parse(s, text, &f) || dv_symbol_formula(s, &f, either, &x, out);
  *unknown = x.unknown;
  return bad ? -1 : 0;
}

static int read(dv_symbols *s, const dv_node *n, dv_poly *out)
{
  double x;
  dv_formula f;
  const char *end;
  if (!n || n->type != DV_SCALAR) return -1;
  end = dv_number_read(n->text, &x);
  if (end && !*end) return *out = dv_poly_number(s->ring, x), 0;
  return parse(s, n->text, &f) || dv_symbol_formula(s, &f, parameter_atom, s, out) ? -1 : 0;
}

dv_poly dv_symbol_number(dv_symbols *s, const dv_node *n, double x)
{
  dv_poly p;
  if (!read(s, n, &p) && fabs(dv_poly_value(s->ring, p) - x) <= 1e-13 * (fabs(x) + dv_poly_size(s->ring, p))) return p;
  return dv_poly_number(s->ring, x);
}

dv_poly dv_symbol_named(dv_symbols *s, const dv_node *n, double x, const char *unit, const char *format, ...)
{
  dv_poly p = dv_symbol_number(s, n, x);
  double c;
  if (!s->names || x == 0 || !dv_poly_is_number(p, &c)) return p;
  va_list list;
  va_start(list, format);
  const char *name = dv_arena_vtext(s->ring->arena, format, list);
  va_end(list);
  while (s->parameters && dv_doc_find(s->parameters, name)) name = dv_arena_text(s->ring->arena, "%s_", name);
  return dv_poly_atom(s->ring, dv_ring_atom(s->ring, (dv_atom){.name = name, .value = x, .unit = unit}));
}

dv_poly dv_symbol_read(dv_symbols *s, const dv_node *n)
{
  dv_poly p;
  return read(s, n, &p) ? (dv_poly){0} : p;
}

dv_poly dv_symbol_trig(dv_symbols *s, const dv_node *n, int sine) { return trig(s, dv_symbol_read(s, n), sine); }
