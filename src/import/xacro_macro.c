// xacro_macro.c: macros: their parameters ("name mass:=1 parent:=^|world *origin **more"), and calls.
#include "import/xacro.h"

#include <string.h>

static const char blank[] = " \t\r\n";

// The end of a default: blanks within quotes, ${...} and $(...) belong to it.
static const char *end_of_default(const char *p)
{
  int open = 0;
  char quote = 0;
  for (; *p; p++) {
    if (quote) quote = *p == quote ? 0 : quote;
    else if (*p == '\'' || *p == '"') quote = *p;
    else if (*p == '{' || *p == '(' || *p == '[') open++;
    else if (*p == '}' || *p == ')' || *p == ']') open--;
    else if (open <= 0 && strchr(blank, *p)) break;
  }
  return p;
}

static int read_params(dv_xacro *x, const dv_xml *e, const char *p, dv_x_macro *m)
{
  dv_arena *a = x->u->r->arena;
  while (*(p += strspn(p, blank))) {
    dv_x_param *one = DV_PUSH(a, &m->params);
    for (; *p == '*' && one->block < 2; p++) one->block++;
    size_t n = strcspn(p, " \t\r\n:=");
    if (!n) return dv_x_fail(x, e->mark, "write: params=\"name length:=1 *origin\"", "the parameters '%s' cannot be read", p);
    one->name = dv_arena_copy(a, p, n);
    p += n;
    const char *sign = p + strspn(p, blank);
    if (*sign != ':' && *sign != '=') continue;
    p = sign + (*sign == ':') + (sign[*sign == ':'] == '=');
    p += strspn(p, blank);
    if (*p == '^') one->outer = 1, p += 1 + (p[1] == '|');
    const char *end = end_of_default(p);
    if (!one->outer || end > p) one->given = dv_arena_copy(a, p, (size_t)(end - p));
    p = end;
  }
  return 0;
}

int dv_x_define(dv_xacro *x, dv_x_scope *s, const dv_xml *e)
{
  const char *name = dv_xml_get(e, "name"), *params = dv_xml_get(e, "params");
  if (!name || !*name) return dv_x_fail(x, e->mark, NULL, "<%s> has no name", e->name);
  if (!strncmp(name, "xacro:", 6)) name += 6;
  dv_x_macro *m = DV_TAKE(x->u->r->arena, dv_x_macro, 1);
  m->body = e;
  if (params && read_params(x, e, params, m)) return -1;
  int at = dv_names_add(x->u->r->arena, &s->macro_names, name);
  if (at < 0) s->macros.item[dv_names_find(&s->macro_names, name)] = m;
  else *DV_PUSH(x->u->r->arena, &s->macros) = m;
  return 0;
}

static const dv_x_macro *find_macro(const dv_x_scope *s, const char *name)
{
  for (; s; s = s->outer) {
    int at = dv_names_find(&s->macro_names, name);
    if (at >= 0) return s->macros.item[at];
  }
  return NULL;
}

static const dv_x_param *find_param(const dv_x_macro *m, const char *name)
{
  for (int i = 0; i < m->params.n; i++)
    if (!m->params.item[i].block && !strcmp(m->params.item[i].name, name)) return &m->params.item[i];
  return NULL;
}

// Attributes of the call, evaluated where it stands.
static int take_attributes(dv_xacro *x, dv_x_scope *s, const dv_xml *e, const dv_x_macro *m, dv_x_scope *inner)
{
  for (const char **a = e->attribute; *a; a += 2) {
    if (!strcmp(e->name, "xacro:call") && !strcmp(a[0], "macro")) continue;
    if (!find_param(m, a[0])) return dv_x_fail(x, e->mark, NULL, "<%s> has no parameter '%s'", e->name, a[0]);
    dv_x_value v = dv_x_evaluate(x, s, a[1], e->mark);
    if (v.type == DV_X_FAULT) return dv_x_fail(x, e->mark, NULL, "%s=\"%s\": %s", a[0], a[1], v.text);
    dv_x_symbol_set(x, inner, a[0], e->mark)->value = dv_x_literal(x, &v);
  }
  return 0;
}

static int take_defaults(dv_xacro *x, dv_x_scope *s, const dv_xml *e, const dv_x_macro *m, dv_x_scope *inner)
{
  for (int i = 0; i < m->params.n; i++) {
    const dv_x_param *p = &m->params.item[i];
    if (p->block || dv_names_find(&inner->names, p->name) >= 0) continue;
    if (p->outer && dv_x_symbol_find(s, p->name, NULL)) {
      dv_x_value v = dv_x_lookup(x, s, p->name);
      if (v.type == DV_X_FAULT) return dv_x_fail(x, e->mark, NULL, "%s: %s", p->name, v.text);
      dv_x_symbol_set(x, inner, p->name, e->mark)->value = v;
    } else if (p->given) dv_x_symbol_set(x, inner, p->name, m->body->mark)->raw = p->given;
    else
      return dv_x_fail(x, e->mark, dv_arena_text(x->u->r->arena, "write %s=\"...\"", p->name), "<%s> lacks its parameter '%s'",
                       e->name, p->name);
  }
  return 0;
}

// Elements inside the call go to the parameters with a star, in their order.
static int take_blocks(dv_xacro *x, dv_x_scope *s, const dv_xml *e, const dv_x_macro *m, dv_x_scope *inner)
{
  dv_xml *inside = DV_TAKE(x->u->r->arena, dv_xml, 1);
  int used = 0;
  inside->name = e->name;
  inside->mark = e->mark;
  if (dv_x_children(x, s, e, inside)) return -1;
  for (int i = 0; i < m->params.n; i++) {
    const dv_x_param *p = &m->params.item[i];
    if (!p->block) continue;
    if (used == inside->n) return dv_x_fail(x, e->mark, NULL, "<%s> has no element for its block '%s'", e->name, p->name);
    dv_x_symbol *b = dv_x_symbol_set(x, inner, p->name, e->mark);
    b->block = inside->item[used++];
    b->inside = p->block == 2;
    b->ready = 1;
  }
  return used == inside->n
             ? 0
             : dv_x_fail(x, inside->item[used]->mark, NULL, "<%s> has no block for <%s>", e->name, inside->item[used]->name);
}

// A file that is called .urdf was expanded once; calls that are left in it are no part of the robot for other readers.
static int is_expanded(const dv_xacro *x)
{
  const char *dot = strrchr(x->u->file, '.');
  return dot && !strcmp(dot, ".urdf");
}

static int leave_out(dv_xacro *x, const dv_xml *e, const char *name)
{
  dv_diag_add(x->u->r->diags, DV_WARNING, e->mark, "if it belongs to the robot, name the file .xacro and include the macro",
              "there is no macro '%s' for this call, which is left out", name);
  return 0;
}

int dv_x_call(dv_xacro *x, dv_x_scope *s, const dv_xml *e, const char *name, dv_xml *into)
{
  const dv_x_macro *m = find_macro(s, name);
  dv_x_scope *inner = DV_TAKE(x->u->r->arena, dv_x_scope, 1);
  // each call costs a node of the budget, also one that leaves nothing
  if (--x->u->r->nodes < 0) return dv_x_fail(x, e->mark, "split it", "the file holds too many elements");
  if (!m && is_expanded(x)) return leave_out(x, e, name);
  if (!m) return dv_x_fail(x, e->mark, "define it before, or include the file that does", "there is no macro '%s'", name);
  inner->outer = s;
  if (take_attributes(x, s, e, m, inner) || take_defaults(x, s, e, m, inner) || take_blocks(x, s, e, m, inner)) return -1;
  return dv_x_children(x, inner, m->body, into);
}
