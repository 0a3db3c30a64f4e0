// xacro_formula.c: expressions of Python, as far as robots use them: numbers, texts, lists, names, arithmetic, comparisons, and,
// or, not, a if c else b, entries of lists and maps, and the functions of xacro_function.c.
#include "import/xacro.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum { NESTED = 40, NESTED_ALL = 400, EVALUATION = 64 };  // EVALUATION: what one costs beside its letters

typedef struct {
  dv_xacro *x;
  dv_x_scope *s;
  const char *p, *end;
  dv_mark mark;
  int depth;
} parser;

static dv_x_value choice(parser *p);

// One level more, in this expression and in all that wait for it; 0: too many.
static int go_down(parser *p)
{
  if (p->depth >= NESTED || p->x->nested >= NESTED_ALL) return 0;
  p->depth++;
  p->x->nested++;
  return 1;
}

static void come_up(parser *p)
{
  p->depth--;
  p->x->nested--;
}

static dv_x_value of_truth(int is) { return (dv_x_value){.type = DV_X_TRUTH, .x = is != 0}; }
static dv_x_value of_text(const char *text) { return (dv_x_value){.type = DV_X_TEXT, .text = text}; }

// ---- words

static void skip(parser *p)
{
  while (p->p < p->end && strchr(" \t\r\n", *p->p)) p->p++;
}

static int in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// Takes the sign or word if it stands here.
static int take(parser *p, const char *what)
{
  size_t n = strlen(what);
  skip(p);
  if ((size_t)(p->end - p->p) < n || strncmp(p->p, what, n) != 0) return 0;
  if (in_word(*what) && p->p + n < p->end && in_word(p->p[n])) return 0;
  p->p += n;
  return 1;
}

static const char *take_name(parser *p)
{
  const char *from = p->p;
  while (p->p < p->end && in_word(*p->p)) p->p++;
  return dv_arena_copy(p->x->u->r->arena, from, (size_t)(p->p - from));
}

static dv_x_value quoted(parser *p)
{
  char quote = *p->p++;
  dv_text t = {.arena = p->x->u->r->arena};
  for (; p->p < p->end && *p->p != quote; p->p++) {
    if (*p->p == '\\' && p->p + 1 < p->end) p->p++;
    dv_text_put(&t, p->p, 1);
  }
  if (p->p == p->end) return dv_x_fault(p->x, "a text in an expression has no closing quote");
  p->p++;
  return of_text(dv_text_all(&t));
}

// ---- operands

static dv_x_value call(parser *p, const char *name)
{
  dv_x_value v[DV_X_ARGS], wrong = {0};
  int n = 0;
  while (!take(p, ")")) {
    if (n == DV_X_ARGS || (n && !take(p, ",")))
      return wrong.type == DV_X_FAULT ? wrong : dv_x_fault(p->x, "the arguments of %s() have no end", name);
    v[n] = choice(p);
    if (v[n].type == DV_X_FAULT && wrong.type != DV_X_FAULT) wrong = v[n];
    n++;
  }
  if (wrong.type == DV_X_FAULT) return wrong;
  return dv_x_function(p->x, name, v, n);
}

static dv_x_value list(parser *p)
{
  dv_arena *a = p->x->u->r->arena;
  dv_node *all = dv_node_new(a, DV_SEQ, p->mark);
  for (int n = 0; !take(p, "]"); n++) {
    if (n && !take(p, ",")) return dv_x_fault(p->x, "a list in an expression has no end");
    if (n && take(p, "]")) break;
    dv_x_value v = choice(p);
    if (v.type == DV_X_FAULT) return v;
    dv_node *item = dv_node_new(a, v.type == DV_X_NONE ? DV_NULL : DV_SCALAR, p->mark);
    if (v.type == DV_X_TREE) *item = *v.tree;
    else if (v.type != DV_X_NONE) item->text = dv_x_write(p->x, &v, p->mark), item->quoted = v.type == DV_X_TEXT;
    dv_node_append(a, all, NULL, item);
  }
  return (dv_x_value){.type = DV_X_TREE, .tree = all};
}

static dv_x_value entry(parser *p, const dv_x_value *of, const dv_x_value *at)
{
  if (of->type == DV_X_FAULT) return *of;
  if (at->type == DV_X_FAULT) return *at;
  if (of->type != DV_X_TREE) return dv_x_fault(p->x, "an entry is taken of what is neither a list nor a map");
  if (of->tree->type == DV_MAP) {
    const char *key = dv_x_write(p->x, at, p->mark);
    const dv_node *found = key ? dv_doc_find(of->tree, key) : NULL;
    return found ? dv_x_of_node(p->x, found) : dv_x_fault(p->x, "there is no entry '%s'", key ? key : "");
  }
  double i = at->x < 0 ? at->x + of->tree->n : at->x;
  if (!dv_x_is_whole(at) || i < 0 || i >= of->tree->n) return dv_x_fault(p->x, "a list of %d has no such entry", of->tree->n);
  return dv_x_of_node(p->x, of->tree->item[(int)i]);
}

static dv_x_value named(parser *p)
{
  static const struct {
    const char *name;
    dv_x_value value;
  } constants[] = {
      {"True",  {.type = DV_X_TRUTH, .x = 1}                 },
      {"False", {.type = DV_X_TRUTH}                         },
      {"None",  {.type = DV_X_NONE}                          },
      {"pi",    {.type = DV_X_NUMBER, .x = 3.141592653589793}},
  };
  const char *name = take_name(p);
  while ((!strcmp(name, "math") || !strcmp(name, "xacro")) && take(p, ".")) name = take_name(p);
  if (take(p, "(")) return call(p, name);
  if (dv_x_symbol_find(p->s, name, NULL)) return dv_x_lookup(p->x, p->s, name);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp(constants[i].name, name)) return constants[i].value;
  return dv_x_lookup(p->x, p->s, name);
}

static dv_x_value operand(parser *p)
{
  double number;
  skip(p);
  if (p->p == p->end) return dv_x_fault(p->x, "an expression ends too early");
  if (take(p, "(")) {
    dv_x_value v = choice(p);
    return v.type == DV_X_FAULT || take(p, ")") ? v : dv_x_fault(p->x, "a bracket in an expression is not closed");
  }
  if (take(p, "[")) return list(p);
  if (*p->p == '\'' || *p->p == '"') return quoted(p);
  const char *after = dv_number_read(p->p, &number);
  if (after && after <= p->end && *p->p != '-' && *p->p != '+') {
    int whole = !memchr(p->p, '.', (size_t)(after - p->p)) && !memchr(p->p, 'e', (size_t)(after - p->p));
    p->p = after;
    return dv_x_of_number(p->x, number, whole);
  }
  if (in_word(*p->p)) return named(p);
  return dv_x_fault(p->x, "'%.*s' is no expression", (int)(p->end - p->p > 40 ? 40 : p->end - p->p), p->p);
}

static dv_x_value with_entries(parser *p)
{
  dv_x_value v = operand(p);
  for (;;) {
    if (take(p, "[")) {
      dv_x_value at = choice(p);
      v = entry(p, &v, &at);
      if (!take(p, "]")) return v.type == DV_X_FAULT ? v : dv_x_fault(p->x, "a bracket in an expression is not closed");
    } else if (v.type == DV_X_TREE && take(p, ".")) {
      dv_x_value at = of_text(take_name(p));
      v = entry(p, &v, &at);
    } else return v;
  }
}

// ---- operators

static dv_x_value arithmetic(parser *p, char sign, const dv_x_value *a, const dv_x_value *b)
{
  if (a->type == DV_X_FAULT) return *a;
  if (b->type == DV_X_FAULT) return *b;
  if (sign == '+' && a->type == DV_X_TEXT && b->type == DV_X_TEXT) {
    size_t n = strlen(a->text) + strlen(b->text);
    if (n > p->x->room) return dv_x_fault(p->x, "a text becomes too long");
    p->x->room -= n;
    return of_text(dv_arena_text(p->x->u->r->arena, "%s%s", a->text, b->text));
  }
  if (!dv_x_is_number(a) || !dv_x_is_number(b)) return dv_x_fault(p->x, "'%c' stands between what is not two numbers", sign);
  int whole = dv_x_is_whole(a) && dv_x_is_whole(b);
  if (strchr("/%|", sign) && b->x == 0) return dv_x_fault(p->x, "an expression divides by zero");
  switch (sign) {
  case '+': return dv_x_of_number(p->x, a->x + b->x, whole);
  case '-': return dv_x_of_number(p->x, a->x - b->x, whole);
  case '*': return dv_x_of_number(p->x, a->x * b->x, whole);
  case '/': return dv_x_of_number(p->x, a->x / b->x, 0);
  case '|': return dv_x_of_number(p->x, floor(a->x / b->x), whole);
  case '%': return dv_x_of_number(p->x, a->x - b->x * floor(a->x / b->x), whole);
  default: return dv_x_of_number(p->x, pow(a->x, b->x), whole && b->x >= 0);
  }
}

static dv_x_value factor(parser *p);

static dv_x_value power(parser *p)
{
  dv_x_value a = with_entries(p);
  if (!take(p, "**")) return a;
  dv_x_value b = factor(p);
  return arithmetic(p, '^', &a, &b);
}

static dv_x_value factor(parser *p)
{
  static const dv_x_value minus = {.type = DV_X_WHOLE, .x = -1};
  if (!go_down(p)) return dv_x_fault(p->x, "an expression is nested too deeply");
  dv_x_value v;
  if (take(p, "-")) v = factor(p), v = arithmetic(p, '*', &minus, &v);
  else if (take(p, "+")) v = factor(p);
  else v = power(p);
  come_up(p);
  return v;
}

static dv_x_value product(parser *p)
{
  dv_x_value a = factor(p);
  for (;;) {
    char sign = take(p, "//") ? '|' : take(p, "*") ? '*' : take(p, "/") ? '/' : take(p, "%") ? '%' : 0;
    if (!sign) return a;
    dv_x_value b = factor(p);
    a = arithmetic(p, sign, &a, &b);
  }
}

static dv_x_value sum(parser *p)
{
  dv_x_value a = product(p);
  for (;;) {
    char sign = take(p, "+") ? '+' : take(p, "-") ? '-' : 0;
    if (!sign) return a;
    dv_x_value b = product(p);
    a = arithmetic(p, sign, &a, &b);
  }
}

static int equal(const dv_x_value *a, const dv_x_value *b)
{
  if (dv_x_is_number(a) && dv_x_is_number(b)) return a->x == b->x;
  if (a->type == DV_X_TEXT && b->type == DV_X_TEXT) return !strcmp(a->text, b->text);
  return a->type == DV_X_NONE && b->type == DV_X_NONE;
}

static dv_x_value contains(parser *p, const dv_x_value *a, const dv_x_value *b)
{
  if (b->type == DV_X_TEXT && a->type == DV_X_TEXT) return of_truth(strstr(b->text, a->text) != NULL);
  if (b->type != DV_X_TREE) return dv_x_fault(p->x, "'in' stands before what is no list");
  if (b->tree->type == DV_MAP) return of_truth(a->type == DV_X_TEXT && dv_doc_find(b->tree, a->text));
  int found = 0;
  for (int i = 0; i < b->tree->n; i++) {
    dv_x_value item = dv_x_of_node(p->x, b->tree->item[i]);
    found |= equal(a, &item);
  }
  return of_truth(found);
}

static dv_x_value compare(parser *p, const char *sign, const dv_x_value *a, const dv_x_value *b)
{
  if (a->type == DV_X_FAULT) return *a;
  if (b->type == DV_X_FAULT) return *b;
  if (!strcmp(sign, "==")) return of_truth(equal(a, b));
  if (!strcmp(sign, "!=")) return of_truth(!equal(a, b));
  if (!strcmp(sign, "in")) return contains(p, a, b);
  int texts = a->type == DV_X_TEXT && b->type == DV_X_TEXT;
  if (!texts && (!dv_x_is_number(a) || !dv_x_is_number(b)))
    return dv_x_fault(p->x, "'%s' stands between a text and a number", sign);
  double off = texts ? strcmp(a->text, b->text) : a->x < b->x ? -1 : a->x > b->x;
  int is = *sign == '<' ? off < 0 : off > 0;
  return of_truth(is || (sign[1] == '=' && off == 0));
}

static dv_x_value comparison(parser *p)
{
  static const char *const sign[] = {"==", "!=", "<=", ">=", "<", ">", "in", "not"};
  dv_x_value a = sum(p), all = a;
  for (int first = 1;; first = 0) {
    size_t i = 0;
    while (i < sizeof sign / sizeof *sign && !take(p, sign[i])) i++;
    if (i == sizeof sign / sizeof *sign) return all;
    int other = i == 7;  // not in
    if (other && !take(p, "in")) return dv_x_fault(p->x, "'not' stands in the wrong place");
    dv_x_value b = sum(p), is = compare(p, other ? "in" : sign[i], &a, &b);
    if (other && is.type == DV_X_TRUTH) is.x = is.x == 0;
    all = first || is.type == DV_X_FAULT || all.type == DV_X_FAULT ? (all.type == DV_X_FAULT && !first ? all : is)
                                                                   : of_truth(all.x != 0 && is.x != 0);
    a = b;
  }
}

static dv_x_value negation(parser *p)
{
  int flips = 0;
  while (take(p, "not")) flips++;
  dv_x_value v = comparison(p);
  return flips && v.type != DV_X_FAULT ? of_truth(dv_x_holds(&v) == (flips % 2 == 0)) : v;
}

static dv_x_value conjunction(parser *p)
{
  dv_x_value a = negation(p);
  while (take(p, "and")) {
    dv_x_value b = negation(p);
    if (a.type != DV_X_FAULT && dv_x_holds(&a)) a = b;
  }
  return a;
}

static dv_x_value disjunction(parser *p)
{
  dv_x_value a = conjunction(p);
  while (take(p, "or")) {
    dv_x_value b = conjunction(p);
    if (a.type != DV_X_FAULT && !dv_x_holds(&a)) a = b;
  }
  return a;
}

// a if c else b
static dv_x_value choice(parser *p)
{
  if (!go_down(p)) return dv_x_fault(p->x, "an expression is nested too deeply");
  dv_x_value a = disjunction(p), v = a;
  if (take(p, "if")) {
    dv_x_value is = disjunction(p);
    dv_x_value b = take(p, "else") ? choice(p) : dv_x_fault(p->x, "'if' has no 'else'");
    v = is.type == DV_X_FAULT ? is : dv_x_holds(&is) ? a : b;
  }
  come_up(p);
  return v;
}

// $(arg name) and ${...} within an expression are text that is put in first.
static dv_x_value put_in(dv_xacro *x, dv_x_scope *s, const char *text, size_t n, dv_mark mark)
{
  if (x->depth >= DV_X_DEPTH) return dv_x_fault(x, "expressions are nested too deeply");
  x->depth++;
  dv_x_value v = dv_x_evaluate(x, s, dv_arena_copy(x->u->r->arena, text, n), mark);
  x->depth--;
  return v;
}

dv_x_value dv_x_formula(dv_xacro *x, dv_x_scope *s, const char *text, size_t n, dv_mark mark)
{
  // each evaluation takes of what the file may have: properties made of properties twice would take 2^n
  if (n + EVALUATION > x->room) return dv_x_fault(x, "the file has too many expressions");
  x->room -= n + EVALUATION;
  if (memchr(text, '$', n)) {
    dv_x_value inner = put_in(x, s, text, n, mark);
    if (inner.type != DV_X_TEXT) return inner;
    text = inner.text;
    n = strlen(text);
  } else text = dv_arena_copy(x->u->r->arena, text, n);
  x->here = mark;
  parser p = {.x = x, .s = s, .p = text, .end = text + n, .mark = mark};
  dv_x_value v = choice(&p);
  skip(&p);
  if (v.type == DV_X_FAULT || p.p == p.end) return v;
  return dv_x_fault(x, "'%.40s' in an expression is not understood", p.p);
}
