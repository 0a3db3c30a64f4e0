// formula.c: expression text -> postfix code, by recursive descent.
//
//   sum     := product (('+' | '-') product)*
//   product := sign (('*' | '/') sign)*
//   sign    := ('+' | '-') sign | power
//   power   := atom [('^' | '**') sign]              -2^2 = -4, 2^3^2 = 2^9
//   atom    := number ['[' unit ']'] | '[' unit ']' | name | function '(' sum (',' sum)* ')' | '(' sum ')'
#include "spec/formula.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum { NEST = 64, LONGEST = 4096 };  // levels of recursion; characters

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_units *units;
  const char *text, *p;
  dv_mark mark;
  dv_formula *f;
  int height;  // values on the stack at this point
  int level;   // of recursion
} parser;

static const struct {
  const char *name;
  int op, args;
} functions[] = {
    {"sin",    DV_OP_SIN,    1},
    {"cos",    DV_OP_COS,    1},
    {"tan",    DV_OP_TAN,    1},
    {"asin",   DV_OP_ASIN,   1},
    {"acos",   DV_OP_ACOS,   1},
    {"atan",   DV_OP_ATAN,   1},
    {"atan2",  DV_OP_ATAN2,  2},
    {"exp",    DV_OP_EXP,    1},
    {"log",    DV_OP_LOG,    1},
    {"sqrt",   DV_OP_SQRT,   1},
    {"sinh",   DV_OP_SINH,   1},
    {"cosh",   DV_OP_COSH,   1},
    {"tanh",   DV_OP_TANH,   1},
    {"abs",    DV_OP_ABS,    1},
    {"sign",   DV_OP_SIGN,   1},
    {"min",    DV_OP_MIN,    2},
    {"max",    DV_OP_MAX,    2},
    {"floor",  DV_OP_FLOOR,  1},
    {"less",   DV_OP_LESS,   2},
    {"select", DV_OP_SELECT, 3},
};
static const char in_brackets[] = "inside an expression units stand in brackets: 3 [m] + 20 [cm]";
static const char known_units[] = "units are m, kN, bar, l/min, deg, kg.m^2, t (1000 kg) and others: see doc/modelling.md";
enum { NFUNCTION = (int)(sizeof functions / sizeof *functions) };

// Only the first fault is reported: what follows it is guesswork. `what` has one %s if there is a name.
static int fault(const parser *s, const char *at, const char *remedy, const char *what, const char *name)
{
  dv_mark m = s->mark;
  if (m.col) m.col += (int)(at - s->text);
  if (name) dv_diag_add(s->diags, DV_ERROR, m, remedy, what, name);
  else dv_diag_add(s->diags, DV_ERROR, m, remedy, "%s", what);
  return -1;
}

static int fault_long(const parser *s, const char *at)
{
  return fault(s, at, "split it into parameters or signals", "the expression is too long or nested too deeply", NULL);
}

static char skip(parser *s)
{
  while (*s->p == ' ' || *s->p == '\t' || *s->p == '\n') s->p++;
  return *s->p;
}

// `args` values become one.
static int emit(parser *s, int op, int arg, int args, const char *at)
{
  dv_formula *f = s->f;
  s->height += 1 - args;
  if (f->ncode == DV_FORMULA_LENGTH || s->height > DV_FORMULA_DEPTH) return fault_long(s, at);
  f->code[f->ncode] = (dv_code){op, arg};
  f->code_at[f->ncode++] = (int)(at - s->text);
  return 0;
}

static int emit_constant(parser *s, double value, dv_dim dim, const char *at)
{
  dv_formula *f = s->f;
  if (emit(s, DV_OP_CONST, f->nconst, 0, at)) return -1;
  f->constant[f->nconst] = value;
  f->constant_dim[f->nconst++] = dim;
  return 0;
}

static int emit_name(parser *s, const char *name, const char *at)
{
  static const dv_dim any =
                          {
                              .any = 1
  },
                      acceleration = {.e = {0, 2, -4}};
  dv_formula *f = s->f;
  if (!strcmp(name, "pi")) return emit_constant(s, 3.14159265358979323846, any, at);
  if (!strcmp(name, "e")) return emit_constant(s, 2.71828182845904523536, any, at);
  if (!strcmp(name, "g0")) return emit_constant(s, 9.80665, acceleration, at);
  int i = 0;
  while (i < f->ninput && strcmp(f->input[i], name) != 0) i++;
  if (emit(s, DV_OP_INPUT, i, 0, at)) return -1;
  if (i < f->ninput) return 0;
  f->input[i] = name;
  f->input_at[f->ninput++] = (int)(at - s->text);
  return 0;
}

// '[' unit ']' -> factor and offset
static int read_unit(parser *s, double *factor, double *offset, dv_dim *dim)
{
  const char *open = s->p, *close = strchr(open, ']');
  if (!close) return fault(s, open, "close it with ']'", "the unit is not closed", NULL);
  const char *unit = dv_arena_copy(s->arena, open + 1, (size_t)(close - open - 1));
  s->p = close + 1;
  if (!dv_units_parse(s->units, unit, factor, offset, dim)) return 0;
  return fault(s, open + 1, known_units, "unknown unit '%s'", unit);
}

static int read_number(parser *s)
{
  const char *at = s->p;
  double value = 0, factor = 1, offset = 0;
  dv_dim dim = {.any = 1};
  const char *end = dv_number_read(at, &value);
  if (!end || !isfinite(value)) return fault(s, at, NULL, "this number is out of range", NULL);
  s->p = end;
  if (skip(s) == '[' && read_unit(s, &factor, &offset, &dim)) return -1;
  return emit_constant(s, factor * value + offset, dim, at);
}

static int read_lone_unit(parser *s)
{
  const char *at = s->p;
  double factor, offset;
  dv_dim dim;
  if (read_unit(s, &factor, &offset, &dim)) return -1;
  if (offset != 0)
    return fault(s, at, "write the number before it: 20[degC]", "a unit with an offset has no value of its own", NULL);
  return emit_constant(s, factor, dim, at);
}

static int starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int starts_number(const char *p) { return (*p >= '0' && *p <= '9') || (*p == '.' && p[1] >= '0' && p[1] <= '9'); }
static int in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

// boom.angle, 'left-arm'.angle -> left-arm.angle; NULL after a fault
static char *read_name(parser *s)
{
  char *name = dv_arena_copy(s->arena, s->p, strlen(s->p)), *to = name;
  for (;;) {
    int quoted = *s->p == '\'';
    const char *from = s->p += quoted;
    while (quoted ? *s->p && *s->p != '\'' : in_name(*s->p)) *to++ = *s->p++;
    if (quoted && *s->p != '\'') return fault(s, from, "close it with '", "the quoted name is not closed", NULL), NULL;
    if (s->p == from) return fault(s, from, NULL, "a name is missing here", NULL), NULL;
    s->p += quoted;
    if (*s->p != '.') break;
    *to++ = *s->p++;
  }
  *to = 0;
  return name;
}

static int read_sum(parser *s);

static int find_function(const parser *s, const char *name, const char *at)
{
  const char *names[NFUNCTION];
  for (int i = 0; i < NFUNCTION; i++) {
    names[i] = functions[i].name;
    if (!strcmp(names[i], name)) return i;
  }
  const char *near = dv_nearest(name, names, NFUNCTION), *all = "functions are";
  for (int i = 0; !near && i < NFUNCTION; i++) all = dv_arena_text(s->arena, "%s %s", all, names[i]);
  return fault(s, at, near ? dv_arena_text(s->arena, "did you mean '%s'?", near) : all, "unknown function '%s'", name);
}

static int read_call(parser *s, const char *name, const char *at)
{
  int k = find_function(s, name, at), n = 0;
  if (k < 0) return -1;
  do {
    s->p++;
    if (read_sum(s)) return -1;
    n++;
  } while (skip(s) == ',');
  if (*s->p != ')') return fault(s, s->p, "close the call with ')'", "'%s(' is not closed", name);
  s->p++;
  if (n == functions[k].args) return emit(s, functions[k].op, 0, n, at);
  return fault(s, at, dv_arena_text(s->arena, "it takes %d", functions[k].args), "wrong number of arguments of '%s'", name);
}

static int read_parenthesis(parser *s)
{
  const char *at = s->p++;
  if (read_sum(s)) return -1;
  if (skip(s) != ')') return fault(s, at, "add ')'", "the parenthesis is not closed", NULL);
  s->p++;
  return 0;
}

static int read_atom(parser *s)
{
  char c = skip(s), found[] = {c, 0};
  const char *at = s->p, *name;
  if (starts_number(at)) return read_number(s);
  if (c == '[') return read_lone_unit(s);
  if (c == '(') return read_parenthesis(s);
  if (!c) return fault(s, at, NULL, "the expression ends too early", NULL);
  if (!starts_name(c) && c != '\'')
    return fault(s, at, "write a number, a name or '('", "unexpected '%s'", (unsigned char)c < 0x80 ? found : at);
  if (!(name = read_name(s))) return -1;
  return skip(s) == '(' ? read_call(s, name, at) : emit_name(s, name, at);
}

static int read_sign(parser *s);

static int read_power(parser *s)
{
  if (read_atom(s)) return -1;
  skip(s);
  const char *at = s->p;
  int n = *at == '^' ? 1 : at[0] == '*' && at[1] == '*' ? 2 : 0;
  if (!n) return 0;
  s->p += n;
  return read_sign(s) ? -1 : emit(s, DV_OP_POW, 0, 2, at);
}

// Every way down comes through here, so the levels are counted here.
static int read_sign(parser *s)
{
  char c = skip(s);
  const char *at = s->p;
  if (++s->level > NEST) return fault_long(s, at);
  if (c == '-' || c == '+') {
    s->p++;
    if (read_sign(s) || (c == '-' && emit(s, DV_OP_NEG, 0, 1, at))) return -1;
  } else if (read_power(s)) return -1;
  s->level--;
  return 0;
}

static int read_product(parser *s)
{
  if (read_sign(s)) return -1;
  while (skip(s) == '*' || *s->p == '/') {
    const char *at = s->p++;
    if (read_sign(s) || emit(s, *at == '*' ? DV_OP_MUL : DV_OP_DIV, 0, 2, at)) return -1;
  }
  return 0;
}

static int read_sum(parser *s)
{
  if (read_product(s)) return -1;
  while (skip(s) == '+' || *s->p == '-') {
    const char *at = s->p++;
    if (read_product(s) || emit(s, *at == '+' ? DV_OP_ADD : DV_OP_SUB, 0, 2, at)) return -1;
  }
  return 0;
}

// A whole scalar "250 bar", "-5 %", "30deg". 1: it was one; 0: try an expression.
static int read_quantity(parser *s)
{
  double value, factor = 1, offset = 0;
  dv_dim dim = {.any = 1};
  const char *p = dv_number_read(s->p, &value);
  if (!p || !isfinite(value)) return 0;
  while (*p == ' ') p++;
  if (*p && dv_units_parse(s->units, p, &factor, &offset, &dim)) return 0;
  return !emit_constant(s, factor * value + offset, dim, s->p);
}

// What is left after an expression is most often a unit without brackets, or an unknown one.
static int report_rest(parser *s)
{
  double ignored;
  const char *after = dv_number_read(s->text + strspn(s->text, " "), &ignored);
  while (after && *after == ' ') after++;
  if (after && after == s->p && (starts_name(*after) || (unsigned char)*after >= 0x80))
    return fault(s, s->p, strpbrk(s->p, "+-*(") ? in_brackets : known_units, "unknown unit '%s'", s->p);
  return fault(s, s->p, "multiply with '*'; a unit inside an expression stands in brackets: 2*30[cm]", "unexpected '%s'", s->p);
}

int dv_formula_parse(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_mark mark, dv_formula *out)
{
  memset(out, 0, sizeof *out);
  parser s = {.arena = a, .diags = d, .units = u, .text = text, .p = text, .mark = mark, .f = out};
  size_t n = strlen(text), most = n < DV_FORMULA_LENGTH ? n + 1 : DV_FORMULA_LENGTH;  // no instruction without a character
  if (n > LONGEST) return fault_long(&s, text);
  out->code = DV_TAKE(a, dv_code, most);
  out->code_at = DV_TAKE(a, int, most);
  out->constant = DV_TAKE(a, double, most);
  out->constant_dim = DV_TAKE(a, dv_dim, most);
  out->input = DV_TAKE(a, const char *, most);
  out->input_at = DV_TAKE(a, int, most);
  skip(&s);
  if (read_quantity(&s)) return 0;
  if (read_sum(&s)) return -1;
  return skip(&s) ? report_rest(&s) : 0;
}
