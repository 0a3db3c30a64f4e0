// form_formula.c: formulas whose names get their values while the machine runs. Parameters among them become constants.
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

static int is_variable(const dv_check *c, const char *name)
{
  if (!strcmp(name, "t") || dv_names_find(&c->coordinates, name) >= 0) return 1;
  int i = dv_names_find(&c->scope, name);
  return i >= 0 && !strcmp(c->named[i].what, "signal");
}

// The names that a first word could have been, for the remedy.
static const char *suggest(dv_check *c, const char *word)
{
  const dv_names *set[] = {&c->scope, &c->coordinates, &c->bodies, &c->nodes, &c->parameters};
  for (int i = 0; i < DV_COUNT(set); i++) {
    const char *remedy = dv_did_you_mean(c->diags, word, set[i]->item, set[i]->n, NULL);
    if (remedy) return remedy;
  }
  return "name a signal, a coordinate (joint, joint.rate) or an output (part.output)";
}

int dv_check_name(dv_check *c, const char *name, dv_mark mark, int names)
{
  static const char accounts[] = "energy|momentum|centre";
  const char *word = dv_arena_copy(c->arena, name, strcspn(name, "."));
  if (!strcmp(name, "t") || strpbrk(word, "*?") || dv_names_find(&c->scope, word) >= 0 || dv_names_find(&c->bodies, word) >= 0 ||
      dv_names_find(&c->nodes, word) >= 0)
    return 0;
  if (dv_keys_word(accounts, word) >= 0 || (names == DV_COLUMN_NAMES && !strcmp(word, "time"))) return 0;
  dv_diag_add(c->diags, DV_ERROR, mark, suggest(c, word), "unknown name '%.64s'", name);
  return -1;
}

// A name with a hyphen is one name where the machine has it: `left-ref`, `left-knee.rate`.
static int is_hyphened(const dv_check *c, const char *text)
{
  if (!strchr(text, '-') || strpbrk(text, " +*/^()[],")) return 0;
  const char *word = dv_arena_copy(c->arena, text, strcspn(text, "."));
  return dv_names_find(&c->scope, word) >= 0 || dv_names_find(&c->bodies, word) >= 0;
}

static void one_name(dv_check *c, const char *text, dv_formula *f)
{
  *f = (dv_formula){.ncode = 1, .ninput = 1};
  f->code = DV_TAKE(c->arena, dv_code, 1);
  f->code[0].op = DV_OP_INPUT;
  f->code_at = DV_TAKE(c->arena, int, 1);
  f->input_at = DV_TAKE(c->arena, int, 1);
  f->input = DV_TAKE(c->arena, const char *, 1);
  f->input[0] = text;
}

dv_formula dv_formula_constant(dv_arena *a, dv_quantity_value v)
{
  dv_formula f = {.ncode = 1, .nconst = 1};
  f.code = DV_TAKE(a, dv_code, 1);
  f.code[0].op = DV_OP_CONST;
  f.code_at = DV_TAKE(a, int, 1);
  f.constant = DV_TAKE(a, double, 1);
  f.constant[0] = v.value;
  f.constant_dim = DV_TAKE(a, dv_dim, 1);
  f.constant_dim[0] = v.dim;
  return f;
}

dv_formula dv_formula_name(dv_arena *a, const char *name)
{
  dv_formula f = {.ncode = 1, .ninput = 1};
  f.code = DV_TAKE(a, dv_code, 1);
  f.code[0].op = DV_OP_INPUT;
  f.code_at = DV_TAKE(a, int, 1);
  f.input = DV_TAKE(a, const char *, 1);
  f.input[0] = name;
  f.input_at = DV_TAKE(a, int, 1);
  return f;
}

// Turns input i into a constant: INPUT i -> CONST, later inputs move down.
static void fix_input(dv_check *c, dv_formula *f, int i, dv_quantity_value v)
{
  size_t n = (size_t)f->nconst;
  f->constant = dv_arena_grow(c->arena, f->constant, n * sizeof(double), (n + 1) * sizeof(double));
  f->constant_dim = dv_arena_grow(c->arena, f->constant_dim, n * sizeof(dv_dim), (n + 1) * sizeof(dv_dim));
  f->constant[n] = v.value;
  f->constant_dim[n] = v.dim;
  f->nconst++;
  for (int k = 0; k < f->ncode; k++) {
    if (f->code[k].op != DV_OP_INPUT) continue;
    if (f->code[k].arg == i) f->code[k] = (dv_code){DV_OP_CONST, (int)n};
    else if (f->code[k].arg > i) f->code[k].arg--;
  }
  f->ninput--;
  for (int k = i; k < f->ninput; k++) {
    f->input[k] = f->input[k + 1];
    f->input_at[k] = f->input_at[k + 1];
  }
}

static int settle_names(dv_check *c, const dv_node *n, int names, dv_formula *f)
{
  int faulty = 0;
  for (int i = 0; i < f->ninput;) {
    if (c->own && !strcmp(f->input[i], c->own)) {
      i++;
      continue;
    }
    dv_mark mark = n->mark;
    if (mark.col) mark.col += f->input_at[i];
    int p = dv_names_find(&c->parameters, f->input[i]);
    if (p >= 0) c->parameter[p].used = 1;
    if (p >= 0 && is_variable(c, f->input[i])) {
      dv_diag_add(c->diags, DV_ERROR, mark, "rename one of them", "'%s' is a parameter and also a signal or coordinate",
                  f->input[i]);
      return -1;
    }
    if (p < 0) faulty |= dv_check_name(c, f->input[i++], mark, names);
    else if (c->parameter[p].progress == DV_KNOWN) fix_input(c, f, i, c->parameter[p].value);
    else return -1;
  }
  return faulty;
}

enum { WHOLE_MOST = 16 };

// x^3 and x^-2 work for any sign of x: POW with a whole constant exponent becomes POWI. The constants stay where they are.
static void whole_powers(dv_formula *f)
{
  int n = 0;
  for (int i = 0; i < f->ncode; i++) {
    f->code[n] = f->code[i];
    f->code_at[n++] = f->code_at[i];
    int negative = n > 2 && f->code[n - 2].op == DV_OP_NEG, at = n - 2 - negative;
    if (f->code[n - 1].op != DV_OP_POW || at < 0 || f->code[at].op != DV_OP_CONST) continue;
    double exponent = f->constant[f->code[at].arg];
    if (exponent != floor(exponent) || fabs(exponent) > WHOLE_MOST) continue;
    f->code[at] = (dv_code){DV_OP_POWI, (int)(negative ? -exponent : exponent)};
    n = at + 1;
  }
  f->ncode = n;
}

// Within a joint its coordinates have short names: x is slot.x.
static void full_names(dv_check *c, dv_formula *f)
{
  for (int i = 0; i < f->ninput; i++)
    for (int k = 0; k < c->within->ncoordinate; k++)
      if (!strcmp(f->input[i], dv_joint_coordinate(c->within->type, k, NULL))) f->input[i] = c->within->coordinate[k].name;
}

int dv_check_formula(dv_check *c, const dv_node *n, int names, dv_formula *out)
{
  if (n->type != DV_SCALAR) return -1;
  dv_formula f = {0};
  if (is_hyphened(c, n->text)) one_name(c, n->text, &f);
  else if (dv_formula_parse(c->arena, c->diags, c->units, n->text, n->mark, &f)) return -1;
  if (c->within) full_names(c, &f);
  if (settle_names(c, n, names, &f)) return -1;
  if (names == DV_INPUT_NAMES && f.ninput) whole_powers(&f);
  *out = f;
  return 0;
}

int dv_form_input(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  dv_input_spec *in = to;
  dv_quantity_value v;
  in->mark = n->mark;
  if (dv_check_formula(c, n, DV_INPUT_NAMES, &in->formula)) return -1;
  in->given = 1;
  if (in->formula.ninput) return 0;
  in->given =
      !dv_formula_evaluate(c->diags, &in->formula, n->mark, NULL, NULL, &v) && !dv_check_fits(c, n, k->name, v.dim, k->unit);
  if (!in->given) return -1;
  in->formula = dv_formula_constant(c->arena, v);
  return 0;
}
