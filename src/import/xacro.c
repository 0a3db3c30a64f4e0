// xacro.c: the elements of xacro: properties, arguments, includes, conditions, blocks; everything else is copied with its texts
// evaluated. What is not of this subset is refused with what to run instead.
#include "import/xacro.h"

#include "base/file.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

enum { ROOM = 64 << 20, LEVELS = 64 };

int dv_x_fail(dv_xacro *x, dv_mark mark, const char *remedy, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  if (!x->bad++) dv_diag_add(x->u->r->diags, DV_ERROR, mark, remedy, "%s", dv_arena_vtext(x->u->r->arena, format, list));
  va_end(list);
  return -1;
}

static const char *tool(dv_xacro *x)
{
  return dv_arena_text(x->u->r->arena, "expand the file with the tool of ROS: xacro %s > robot.urdf", x->u->file);
}

static const char *name_of(dv_xacro *x, const dv_xml *e)
{
  const char *name = dv_xml_get(e, "name");
  if (!name || !*name) dv_x_fail(x, e->mark, NULL, "<%s> has no name", e->name);
  return name && *name ? name : NULL;
}

// Where a property goes: this scope, the one around it, or the whole file.
static dv_x_scope *target(dv_xacro *x, dv_x_scope *s, const char *scope)
{
  if (!scope) return s;
  return !strcmp(scope, "global") ? &x->all : s->outer ? s->outer : s;
}

static int do_property(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  (void)into;
  const char *name = name_of(x, e), *value = dv_xml_get(e, "value"), *given = dv_xml_get(e, "default");
  const char *scope = dv_xml_get(e, "scope");
  dv_x_scope *to = target(x, s, scope);
  if (!name || !(name = dv_x_text(x, s, name, e->mark))) return -1;
  if (!value && given && dv_x_symbol_find(s, name, NULL)) return 0;
  if (!value) value = given;
  dv_x_value now = value && to != s ? dv_x_evaluate(x, s, value, e->mark) : (dv_x_value){0};
  if (now.type == DV_X_FAULT) return dv_x_fail(x, e->mark, NULL, "%s", now.text);
  dv_x_symbol *p = dv_x_symbol_set(x, to, name, e->mark);
  if (!value) p->block = e, p->inside = 1;
  else if (to == s) p->raw = value;
  else p->value = dv_x_literal(x, &now);
  return 0;
}

static int do_arg(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  (void)into;
  const char *name = name_of(x, e), *given = dv_xml_get(e, "default");
  if (!name) return -1;
  if (dv_x_symbol_find(&x->args, name, NULL)) return 0;
  if (!given) return dv_x_fail(x, e->mark, tool(x), "the argument '%s' has no default, and none is given here", name);
  dv_x_value v = dv_x_evaluate(x, s, given, e->mark);
  if (v.type == DV_X_FAULT) return dv_x_fail(x, e->mark, NULL, "%s", v.text);
  dv_x_symbol_set(x, &x->args, name, e->mark)->value = v;
  return 0;
}

static int do_macro(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  (void)into;
  return dv_x_define(x, s, e);
}

static int do_include(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  dv_reader *r = x->u->r;
  const char *name = dv_xml_get(e, "filename"), *optional = dv_xml_get(e, "optional");
  size_t n;
  if (dv_xml_get(e, "ns")) return dv_x_fail(x, e->mark, tool(x), "an include with a name space (ns) is not expanded here");
  if (!name || !(name = dv_x_text(x, s, name, e->mark)))
    return name ? -1 : dv_x_fail(x, e->mark, NULL, "<%s> has no filename", e->name);
  const char *path = dv_find_include(x->u, e->mark.file, name);
  if (!path && optional && !strcasecmp(optional, "true")) return 0;
  if (!path)
    return dv_x_fail(x, e->mark,
                     "it must lie within the robot's folder or package; say where packages lie with --package NAME=FOLDER",
                     "cannot include '%s'", name);
  if (r->files-- <= 0) return dv_x_fail(x, e->mark, "remove the cycle of includes", "too many includes");
  const char *bytes = dv_file_read(r->arena, r->diags, path, e->mark, r->bytes, &n);
  if (bytes) dv_reader_took(r, bytes, n);
  const dv_xml *root = bytes ? dv_xml_read(r->arena, r->diags, &r->nodes, path, bytes, n) : NULL;
  return root ? dv_x_children(x, s, root, into) : (x->bad++, -1);
}

static int do_if(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  int is = dv_x_is_true(x, s, e);
  return is < 0 ? -1 : is ? dv_x_children(x, s, e, into) : 0;
}

static int do_unless(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  int is = dv_x_is_true(x, s, e);
  return is < 0 ? -1 : is ? 0 : dv_x_children(x, s, e, into);
}

// Counts the elements of e against those that the file may have, also those that stand in it more than once; -1: too many, or too
// deep.
static int weigh(dv_xacro *x, const dv_xml *e, int levels)
{
  if (levels > LEVELS) return dv_x_fail(x, e->mark, "use fewer levels", "elements are nested too deeply");
  if (--x->u->r->nodes < 0) return dv_x_fail(x, e->mark, "split it", "the file holds too many elements");
  for (int i = 0; i < e->n; i++)
    if (weigh(x, e->item[i], levels + 1)) return -1;
  return 0;
}

static int levels_of(const dv_xml *e)
{
  int n = 0;
  for (; e; e = e->parent) n++;
  return n;
}

static int do_block(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  const char *name = name_of(x, e);
  if (!name || !(name = dv_x_text(x, s, name, e->mark))) return -1;
  const dv_x_symbol *p = dv_x_symbol_find(s, name, NULL);
  if (!p || !p->block) return dv_x_fail(x, e->mark, NULL, "there is no block '%s' here", name);
  if (p->inside && !p->ready) return dv_x_children(x, s, p->block, into);
  // what was expanded where the macro was called is taken as it is
  if (weigh(x, p->block, levels_of(into))) return -1;
  if (!p->inside) *DV_PUSH(x->u->r->arena, into) = (dv_xml *)p->block;
  for (int i = 0; p->inside && i < p->block->n; i++) *DV_PUSH(x->u->r->arena, into) = p->block->item[i];
  return 0;
}

static const struct {
  const char *name;
  int (*act)(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into);
} actions[] = {
    {"property",     do_property},
    {"arg",          do_arg     },
    {"macro",        do_macro   },
    {"include",      do_include },
    {"if",           do_if      },
    {"unless",       do_unless  },
    {"insert_block", do_block   },
};

static int act(dv_xacro *x, dv_x_scope *s, const dv_xml *e, dv_xml *into)
{
  const char *name = e->name + strlen("xacro:");
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (!strcmp(name, actions[i].name)) return actions[i].act(x, s, e, into);
  if (!strcmp(name, "element") || !strcmp(name, "attribute"))
    return dv_x_fail(x, e->mark, tool(x), "<%s> is not expanded here", e->name);
  if (!strcmp(name, "call") && dv_xml_get(e, "macro")) {
    const char *called = dv_x_text(x, s, dv_xml_get(e, "macro"), e->mark);
    return called ? dv_x_call(x, s, e, called, into) : -1;
  }
  return dv_x_call(x, s, e, name, into);
}

static int attributes(dv_xacro *x, dv_x_scope *s, const dv_xml *from, dv_xml *to)
{
  int n = 0, k = 0;
  while (from->attribute[n]) n++;
  to->attribute = DV_TAKE(x->u->r->arena, const char *, n + 1);
  for (int i = 0; i < n; i += 2) {
    if (!strncmp(from->attribute[i], "xmlns", 5)) continue;
    const char *value = dv_x_text(x, s, from->attribute[i + 1], from->mark);
    if (!value) return -1;
    to->attribute[k++] = from->attribute[i];
    to->attribute[k++] = value;
  }
  return 0;
}

static int copy(dv_xacro *x, dv_x_scope *s, const dv_xml *from, dv_xml *into)
{
  dv_xml *e = DV_TAKE(x->u->r->arena, dv_xml, 1);
  if (levels_of(into) > LEVELS) return dv_x_fail(x, from->mark, "use fewer levels", "elements are nested too deeply");
  if (--x->u->r->nodes < 0) return dv_x_fail(x, from->mark, "split it", "the file holds too many elements");
  e->name = from->name;
  e->mark = from->mark;
  e->parent = into;
  e->words = (dv_text){.arena = x->u->r->arena};
  const char *words = from->words.n ? dv_x_text(x, s, dv_xml_words(from), from->mark) : "";
  if (!words || attributes(x, s, from, e)) return -1;
  if (*words) dv_text_put(&e->words, words, strlen(words));
  *DV_PUSH(x->u->r->arena, into) = e;
  return dv_x_children(x, s, from, e);
}

int dv_x_children(dv_xacro *x, dv_x_scope *s, const dv_xml *from, dv_xml *into)
{
  int bad = 0;
  if (++x->depth > DV_X_DEPTH) {
    x->depth--;
    return dv_x_fail(x, from->mark, "a macro that calls itself must end by a condition", "macros are nested too deeply");
  }
  for (int i = 0; i < from->n && !bad; i++) {
    const dv_xml *e = from->item[i];
    bad = !strncmp(e->name, "xacro:", 6) ? act(x, s, e, into) : copy(x, s, e, into);
  }
  x->depth--;
  return bad;
}

dv_xml *dv_xacro_expand(dv_robot *u, const dv_xml *root)
{
  dv_xacro x = {.u = u, .room = ROOM};
  dv_xml *out = DV_TAKE(u->r->arena, dv_xml, 1);
  for (int i = 0; i < u->options->narg; i++) {
    const char *given = u->options->arg[i], *equals = strchr(given, '=');
    if (!equals) continue;
    const char *name = dv_arena_copy(u->r->arena, given, (size_t)(equals - given));
    dv_x_symbol_set(&x, &x.args, name, root->mark)->value = (dv_x_value){.type = DV_X_TEXT, .text = equals + 1};
  }
  *out = *root;
  out->item = NULL;
  out->n = out->cap = 0;
  return dv_x_children(&x, &x.all, root, out) || attributes(&x, &x.all, root, out) ? NULL : out;
}
