// machine.c: trees of machine files, and the machines that they describe.
#include "machine.h"

#include "base/number.h"

#include <stdarg.h>
#include <string.h>

static const dv_mark nowhere = {"random.yaml", 0, 0};

static machine *of_doc(dv_units *u, dv_arena *a, dv_diags *d, dv_doc *doc, const char *one, const char *const *setting,
                       int nsetting)
{
  machine *m = DV_TAKE(a, machine, 1);
  *m = (machine){.arena = a, .diags = d, .doc = doc};
  m->spec = doc->root && !d->nerror ? dv_spec_read_with(doc, u, dv_kinds_x1, one, setting, nsetting) : NULL;
  m->model = m->spec ? dv_assemble(m->spec, dv_kinds_x1) : NULL;
  if (m->model) m->start = dv_state_new(a, m->model);
  return m;
}

machine *machine_of_doc(dv_units *u, dv_arena *a, dv_diags *d, dv_doc *doc, const char *const *setting, int nsetting)
{
  return of_doc(u, a, d, doc, NULL, setting, nsetting);
}

machine *machine_case(dv_units *u, const dv_node *root, const char *name)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const char *text = dv_doc_yaml(a, root);
  machine *m = of_doc(u, a, d, dv_doc_read_memory(a, d, "random.yaml", text, strlen(text)), name, NULL, 0);
  m->text = text;
  return m;
}

machine *machine_read(dv_units *u, const dv_node *root, const char *const *setting, int nsetting)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const char *text = dv_doc_yaml(a, root);
  machine *m = machine_of_doc(u, a, d, dv_doc_read_memory(a, d, "random.yaml", text, strlen(text)), setting, nsetting);
  m->text = text;
  return m;
}

void machine_free(machine *m)
{
  if (m) dv_arena_free(m->arena);
}

const char *machine_refusal(const machine *m)
{
  for (int i = 0; i < m->diags->n; i++)
    if (m->diags->item[i].severity == DV_ERROR) return dv_diag_text(m->diags, i);
  return "";
}

dv_node *node_text(dv_arena *a, const char *format, ...)
{
  va_list args;
  dv_node *n = dv_node_new(a, DV_SCALAR, nowhere);
  va_start(args, format);
  n->text = dv_arena_vtext(a, format, args);
  va_end(args);
  return n;
}

dv_node *node_map(dv_arena *a) { return dv_node_new(a, DV_MAP, nowhere); }
dv_node *node_list(dv_arena *a) { return dv_node_new(a, DV_SEQ, nowhere); }

dv_node *node_copy(dv_arena *a, const dv_node *n)
{
  dv_node *c = dv_node_new(a, n->type, nowhere);
  if (n->text) c->text = dv_arena_copy(a, n->text, strlen(n->text));
  c->quoted = n->quoted;
  for (int i = 0; i < n->n; i++) dv_node_append(a, c, n->item[i]->key, node_copy(a, n->item[i]));
  return c;
}

dv_node *node_put(dv_arena *a, dv_node *map, const char *key, dv_node *value)
{
  dv_node_append(a, map, key ? dv_arena_copy(a, key, strlen(key)) : NULL, value);
  return value;
}

dv_node *node_section(dv_arena *a, dv_node *root, const char *name)
{
  dv_node *n = dv_doc_find(root, name);
  return n ? n : node_put(a, root, name, node_map(a));
}

void node_drop(dv_node *parent, int at)
{
  memmove(parent->item + at, parent->item + at + 1, (size_t)(parent->n - at - 1) * sizeof *parent->item);
  parent->n--;
}

void node_drop_key(dv_node *map, const char *key)
{
  for (int i = map->n - 1; i >= 0; i--)
    if (!strcmp(map->item[i]->key, key)) node_drop(map, i);
}

dv_node *node_numbers(dv_arena *a, const double *x, int n)
{
  dv_node *list = node_list(a);
  char text[DV_NUMBER_TEXT];
  for (int i = 0; i < n; i++) node_put(a, list, NULL, node_text(a, "%s", dv_number_write(text, x[i])));
  return list;
}
