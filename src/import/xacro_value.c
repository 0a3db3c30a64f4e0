// xacro_value.c: properties of xacro, and texts with ${expressions} and $(arg name), $(find package), $(optenv NAME default).
//
// $(find package) stays as it is: find_files.c looks for it. The environment is not read.
#include "import/xacro.h"

#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { TEXT_MOST = 1 << 16 };

dv_x_value dv_x_fault(dv_xacro *x, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  dv_x_value v = {.type = DV_X_FAULT, .text = dv_arena_vtext(x->u->r->arena, format, list)};
  va_end(list);
  return v;
}

dv_x_symbol *dv_x_symbol_set(dv_xacro *x, dv_x_scope *s, const char *name, dv_mark mark)
{
  int at = dv_names_add(x->u->r->arena, &s->names, name);
  dv_x_symbol *p = at < 0 ? &s->symbols.item[dv_names_find(&s->names, name)] : DV_PUSH(x->u->r->arena, &s->symbols);
  *p = (dv_x_symbol){.mark = mark};
  return p;
}

dv_x_symbol *dv_x_symbol_find(dv_x_scope *s, const char *name, dv_x_scope **where)
{
  for (; s; s = s->outer) {
    int at = dv_names_find(&s->names, name);
    if (at < 0) continue;
    if (where) *where = s;
    return &s->symbols.item[at];
  }
  return NULL;
}

dv_x_value dv_x_lookup(dv_xacro *x, dv_x_scope *s, const char *name)
{
  dv_x_scope *where;
  dv_x_symbol *p = dv_x_symbol_find(s, name, &where);
  if (!p) return dv_x_fault(x, "there is no property '%s'", name);
  if (p->block) return dv_x_fault(x, "'%s' is a block of elements, not a value", name);
  if (!p->raw) return where->texts ? dv_x_literal(x, &p->value) : p->value;
  if (p->asked) return dv_x_fault(x, "property '%s' is made of itself", name);
  if (++x->depth > DV_X_DEPTH) return x->depth--, dv_x_fault(x, "properties are nested too deeply");
  p->asked = 1;
  dv_x_value v = dv_x_evaluate(x, where, p->raw, p->mark);
  x->depth--;
  // the list of symbols may have grown meanwhile
  p = dv_x_symbol_find(where, name, NULL);
  p->asked = 0;
  if (v.type == DV_X_FAULT) return v;
  p->raw = NULL;
  return p->value = dv_x_literal(x, &v);
}

dv_x_value dv_x_literal(dv_xacro *x, const dv_x_value *v)
{
  static const char *const word[] = {"false", "False", "true", "True"};
  double number;
  size_t n = v->type == DV_X_TEXT ? strlen(v->text) : 0;
  if (v->type != DV_X_TEXT) return *v;
  if (n > 1 && v->text[0] == '\'' && v->text[n - 1] == '\'')
    return (dv_x_value){.type = DV_X_TEXT, .text = dv_arena_copy(x->u->r->arena, v->text + 1, n - 2)};
  for (int i = 0; i < 4; i++)
    if (!strcmp(v->text, word[i])) return (dv_x_value){.type = DV_X_TRUTH, .x = i >= 2};
  const char *from = v->text + strspn(v->text, " \t\r\n"), *end = dv_number_read(from + (*from == '+'), &number);
  if (!end || end[strspn(end, " \t\r\n")] || !isfinite(number)) return *v;
  int whole = !strpbrk(from, ".eE") && fabs(number) < 9e15;
  return dv_x_of_number(x, number, whole);
}

dv_x_value dv_x_of_node(dv_xacro *x, const dv_node *n)
{
  if (n->type == DV_NULL) return (dv_x_value){.type = DV_X_NONE};
  if (n->type != DV_SCALAR) return (dv_x_value){.type = DV_X_TREE, .tree = n};
  dv_x_value text = {.type = DV_X_TEXT, .text = n->text};
  dv_x_value unit = n->quoted || !strchr(n->text, '@') ? (dv_x_value){0} : dv_x_in_unit(x, n->text);
  return n->quoted ? text : unit.type != DV_X_NONE ? unit : dv_x_literal(x, &text);
}

const char *dv_x_write(dv_xacro *x, const dv_x_value *v, dv_mark mark)
{
  char number[DV_NUMBER_TEXT];
  switch (v->type) {
  case DV_X_TEXT: return v->text;
  case DV_X_TRUTH: return v->x != 0 ? "True" : "False";
  case DV_X_NONE: return "None";
  case DV_X_WHOLE: return dv_arena_text(x->u->r->arena, "%.0f", v->x);
  case DV_X_NUMBER:
    dv_number_write(number, v->x);
    return dv_arena_text(x->u->r->arena, "%s%s", number, strpbrk(number, ".e") ? "" : ".0");
  case DV_X_TREE:
    dv_x_fail(x, mark, "take an entry of it: name[0], name['key']", "a list stands where a number or a text must");
    return NULL;
  case DV_X_FAULT: dv_x_fail(x, mark, NULL, "%s", v->text); return NULL;
  }
  return NULL;
}

// The end of ${ or $( : the brace that closes it, outside of quotes; NULL: none.
static const char *close_of(const char *p, char open, char close)
{
  int depth = 1;
  char quote = 0;
  for (; *p; p++) {
    if (quote) quote = *p == quote ? 0 : quote;
    else if (*p == '\'' || *p == '"') quote = *p;
    else if (*p == open) depth++;
    else if (*p == close && !--depth) return p;
  }
  return NULL;
}

static dv_x_value argument(dv_xacro *x, const char *name)
{
  const dv_x_symbol *arg = dv_x_symbol_find(&x->args, name, NULL);
  return arg ? arg->value
             : dv_x_fault(x, "there is no argument '%s'; write <xacro:arg name=\"%s\" default=\"...\"/>, or give --arg %s=...",
                          name, name, name);
}

// In $(eval ...) arguments are names, too: with the values that their texts say.
static dv_x_value eval(dv_xacro *x, dv_x_scope *s, const char *text, dv_mark mark)
{
  dv_x_scope inside = x->args;
  inside.outer = s;
  inside.texts = 1;
  return dv_x_formula(x, &inside, text, strlen(text), mark);
}

// $(word rest)
static dv_x_value command(dv_xacro *x, dv_x_scope *s, const char *p, size_t n, dv_mark mark)
{
  dv_arena *a = x->u->r->arena;
  const char *all = dv_arena_copy(a, p, n);
  size_t length = strcspn(all, " \t");
  const char *word = dv_arena_copy(a, all, length), *rest = all + length + strspn(all + length, " \t");
  if (!strcmp(word, "find")) return (dv_x_value){.type = DV_X_TEXT, .text = dv_arena_text(a, "$(find %s)", rest)};
  if (!strcmp(word, "eval")) return eval(x, s, rest, mark);
  if (!strcmp(word, "arg")) return argument(x, dv_arena_copy(a, rest, strcspn(rest, " \t")));
  if (!strcmp(word, "optenv")) {
    rest += strcspn(rest, " \t");
    return (dv_x_value){.type = DV_X_TEXT, .text = rest + strspn(rest, " \t")};
  }
  return dv_x_fault(x, "$(%s) is not expanded here", all);
}

dv_x_value dv_x_evaluate(dv_xacro *x, dv_x_scope *s, const char *text, dv_mark mark)
{
  dv_text out = {.arena = x->u->r->arena};
  const char *p = text;
  if (!strchr(text, '$')) return (dv_x_value){.type = DV_X_TEXT, .text = text};
  while (*p) {
    size_t plain = strcspn(p, "$");
    int escaped = p[plain] == '$' && p[plain + 1] == '$' && (p[plain + 2] == '{' || p[plain + 2] == '(');
    int begins = p[plain] == '$' && !escaped && (p[plain + 1] == '{' || p[plain + 1] == '(');
    dv_text_put(&out, p, plain);
    p += plain;
    if (escaped) dv_text_put(&out, p + 1, 2), p += 3;
    else if (!begins && *p) dv_text_put(&out, p, 1), p++;
    if (!begins) continue;
    const char *end = close_of(p + 2, p[1], p[1] == '{' ? '}' : ')');
    if (!end) return dv_x_fault(x, "'%.40s' has no end", p);
    dv_x_value v =
        p[1] == '{' ? dv_x_formula(x, s, p + 2, (size_t)(end - p - 2), mark) : command(x, s, p + 2, (size_t)(end - p - 2), mark);
    if (v.type == DV_X_FAULT || (p == text && !end[1])) return v;
    const char *written = dv_x_write(x, &v, mark);
    if (!written) return dv_x_fault(x, "a list stands within a text");
    size_t n = strlen(written);
    if (out.n + n > TEXT_MOST || n > x->room) return dv_x_fault(x, "a text becomes too long");
    x->room -= n;
    dv_text_put(&out, written, n);
    p = end + 1;
  }
  return (dv_x_value){.type = DV_X_TEXT, .text = dv_text_all(&out)};
}

const char *dv_x_text(dv_xacro *x, dv_x_scope *s, const char *text, dv_mark mark)
{
  dv_x_value v = dv_x_evaluate(x, s, text, mark);
  if (v.type == DV_X_FAULT) return dv_x_fail(x, mark, NULL, "%s", v.text), NULL;
  const char *written = dv_x_write(x, &v, mark);
  size_t n = written ? strlen(written) : 0;
  if (written != text && n > x->room) return dv_x_fail(x, mark, "split it", "the expanded file is too large"), NULL;
  if (written != text) x->room -= n;
  return written;
}

int dv_x_is_true(dv_xacro *x, dv_x_scope *s, const dv_xml *e)
{
  const char *text = dv_xml_get(e, "value");
  if (!text) return dv_x_fail(x, e->mark, NULL, "<%s> has no value", e->name);
  dv_x_value v = dv_x_evaluate(x, s, text, e->mark), is = dv_x_literal(x, &v);
  if (is.type == DV_X_FAULT) return dv_x_fail(x, e->mark, NULL, "%s", is.text);
  if (is.type == DV_X_NONE) return 0;
  if (is.type == DV_X_TREE) return is.tree->n > 0;
  if (is.type == DV_X_TEXT)
    return dv_x_fail(x, e->mark, "write true, false, a number or an expression", "value=\"%s\" is neither true nor false: '%s'",
                     text, is.text);
  return is.x != 0;
}
