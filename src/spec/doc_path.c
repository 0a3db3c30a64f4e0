// doc_path.c: places in the tree by name, "bodies.boom.com[2]", and settings there.
//
// A key may itself have dots (`initial: {pin.rate: 0}`), so at each map the longest key that fits is taken.
#include "davit/kind.h"
#include "spec/doc.h"
#include "spec/reader.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 512 };  // characters of a path

static int ends(char c) { return c == 0 || c == '.' || c == '['; }

// Keys of `initial:` have dots.
static int is_initial(const dv_node *map) { return map->key && !strcmp(map->key, "initial"); }

// Child of a map whose key begins the path; *rest is what follows it.
static dv_node *step_key(const dv_node *map, const char *path, const char **rest)
{
  dv_node *best = NULL;
  size_t most = 0;
  for (int i = 0; i < map->n; i++) {
    const char *key = map->item[i]->key;
    size_t n = strlen(key);
    if (n <= most || strncmp(path, key, n) != 0 || !ends(path[n])) continue;
    if (path[n] && is_initial(map) && map->item[i]->type == DV_SCALAR) continue;  // `pin` beside `pin.rate`
    most = n;
    best = map->item[i];
  }
  *rest = path + most;
  return best;
}

// Index "2", "2]" at the start of the path; -1 if there is none.
static int step_index(const char *path, const char **rest)
{
  int n = 0;
  const char *p = path;
  for (; *p >= '0' && *p <= '9' && n < INT_MAX / 20; p++) n = 10 * n + (*p - '0');
  if (p == path) return -1;
  if (*p == ']') p++;
  *rest = p;
  return ends(*p) ? n : -1;
}

// One step down; NULL if there is nothing. *path advances past the step and its separator.
static dv_node **step(const dv_node *node, const char **path)
{
  const char *p = *path, *rest = p;
  if (*p == '.' || *p == '[') p++;
  dv_node **slot = NULL;
  if (node->type == DV_SEQ) {
    int i = step_index(p, &rest);
    if (i >= 0 && i < node->n) slot = &node->item[i];
  } else if (node->type == DV_MAP) {
    const dv_node *child = step_key(node, p, &rest);
    for (int i = 0; child && i < node->n; i++)
      if (node->item[i] == child) slot = &node->item[i];
  }
  if (slot) *path = rest;
  return slot;
}

dv_node *dv_doc_path(const dv_node *root, const char *path)
{
  dv_node *node = NULL;
  while (root && *path) {
    dv_node **slot = step(root, &path);
    if (!slot) return NULL;
    root = node = *slot;
  }
  return node;
}

static const char *nearest_key(dv_arena *a, const dv_node *map, const char *typed)
{
  const char **names = DV_TAKE(a, const char *, map->n);
  for (int i = 0; i < map->n; i++) names[i] = map->item[i]->key;
  return dv_nearest(typed, names, map->n);
}

// "it has a, b, c..."; NULL: it has nothing.
static const char *keys_of(dv_arena *a, const dv_node *map)
{
  enum { SHOWN = 12 };
  const char *all = NULL;
  for (int i = 0; i < map->n && i < SHOWN; i++)
    all = dv_arena_text(a, "%s%s", all ? dv_arena_text(a, "%s, ", all) : "it has ", map->item[i]->key);
  return map->n > SHOWN ? dv_arena_text(a, "%s...", all) : all;
}

static int fail(dv_doc *doc, dv_mark mark, const char *path, const dv_node *at, const char *part)
{
  if (at == doc->root && !strcmp(part, "parameters")) {
    dv_diag_add(doc->diags, DV_ERROR, mark, "add it under 'parameters:', or write a whole path, as in bodies.arm.mass",
                "cannot set '%s': the file has no parameters", path);
    return -1;
  }
  const char *near = at->type == DV_MAP ? nearest_key(doc->arena, at, part) : NULL;
  const char *where = at == doc->root ? "the file" : at->key ? at->key : "the list";
  const char *remedy = near                 ? dv_arena_text(doc->arena, "did you mean '%s'?", near)
                       : at->type == DV_MAP ? keys_of(doc->arena, at)
                                            : NULL;
  if (at->type == DV_SEQ) remedy = dv_arena_text(doc->arena, "it has items 0 to %d", at->n - 1);
  dv_diag_add(doc->diags, DV_ERROR, mark, remedy, "cannot set '%s': there is no '%s' in '%s'", path, part, where);
  return -1;
}

// The first piece of a path, for messages.
static char *piece(dv_arena *a, const char *path)
{
  if (*path == '.' || *path == '[') path++;
  return dv_arena_copy(a, path, strcspn(path, ".[]"));
}

static int in_list(const char *const *list, const char *name)
{
  for (; *list; list++)
    if (!strcmp(*list, name)) return 1;
  return 0;
}

// 1: signals of this kind, or signal.(this kind), are inputs.
static int is_input(const dv_doc *doc, const char *kind)
{
  for (int i = 0; doc->kinds && doc->kinds[i]; i++) {
    const char *name = doc->kinds[i]->name, *dot = strchr(kind, '.') ? NULL : strchr(name, '.');
    if (doc->kinds[i]->external && !strcmp(dot ? dot + 1 : name, kind)) return 1;
  }
  return 0;
}

// An input's number is its value; a signal that is a plain formula is set itself. NULL: there is no such signal.
static const char *signal_path(dv_doc *doc, const char *name)
{
  const dv_node *signal = dv_doc_find(dv_doc_find(doc->root, "signals"), name), *kind = dv_doc_find(signal, "kind");
  if (!signal) return NULL;
  if (signal->type == DV_SCALAR) return dv_arena_text(doc->arena, "signals.%s", name);
  return kind && kind->type == DV_SCALAR && is_input(doc, kind->text) ? dv_arena_text(doc->arena, "signals.%s.value", name)
                                                                      : NULL;
}

// "m1" means parameters.m1 unless the file has, or may have, a section m1, or a signal m1 that can be set.
static const char *full_path(dv_doc *doc, const char *path)
{
  static const char *const plain[] = {"gravity", "until", "name", "doc", "nominal", "variant", NULL};
  const dv_node *parameters = dv_doc_find(doc->root, "parameters");
  if (strpbrk(path, ".[")) return path;
  if (!dv_doc_find(parameters, path) && (dv_doc_find(doc->root, path) || in_list(plain, path))) return path;
  const char *signal = dv_doc_find(parameters, path) ? NULL : signal_path(doc, path);
  return signal ? signal : dv_arena_text(doc->arena, "parameters.%s", path);
}

// Every machine may have this section; a path into it makes it.
static void open_section(dv_doc *doc, const char *path, const char *name, dv_mark mark)
{
  size_t n = strlen(name);
  if (!strncmp(path, name, n) && path[n] == '.' && !dv_doc_find(doc->root, name))
    dv_node_append(doc->arena, doc->root, name, dv_node_new(doc->arena, DV_MAP, mark));
}

static int set_at(dv_doc *doc, const char *given, dv_node *value)
{
  dv_mark mark = value->mark;
  if (!doc->root) return -1;
  if (!*given || strlen(given) > MOST) {
    dv_diag_add(doc->diags, DV_ERROR, mark, "write path=value", "cannot set '%.40s': not a path", given);
    return -1;
  }
  const char *path = full_path(doc, given);
  dv_node *node = doc->root, **slot;
  open_section(doc, path, "solver", mark);
  open_section(doc, path, "initial", mark);
  do {
    const char *name = piece(doc->arena, path);
    slot = step(node, &path);
    if (!slot) {
      const char *rest = path + (*path == '.' || *path == '[');
      int last = node->type == DV_MAP && !strpbrk(rest, "[]") && (!strchr(rest, '.') || is_initial(node));
      int parameter = node->key && node == dv_doc_find(doc->root, "parameters");
      if (!last || parameter || !*rest) return fail(doc, mark, given, node, name);
      dv_node_append(doc->arena, node, dv_arena_copy(doc->arena, rest, strlen(rest)), value);
      return 0;
    }
    node = *slot;
  } while (*path);
  if (dv_bare_over(doc->arena, doc->diags, given, node, value)) return -1;
  // the key stays where it is
  value->key = node->key;
  value->key_mark = node->key_mark;
  *slot = value;
  return 0;
}

int dv_doc_set_node(dv_doc *doc, const char *path, const dv_node *value)
{
  dv_reader r = {.arena = doc->arena, .diags = doc->diags, .nodes = DV_DOC_NODES};
  dv_node *copy = dv_reader_copy(&r, value, 1);
  if (!copy) return -1;
  copy->key_mark = value->mark;
  return set_at(doc, path, copy);
}

static void mark_all(dv_node *n, dv_mark mark)
{
  n->mark = n->key_mark = mark;
  for (int i = 0; i < n->n; i++) mark_all(n->item[i], mark);
}

int dv_doc_set(dv_doc *doc, const char *path, const char *value, dv_mark mark)
{
  dv_reader r = {.arena = doc->arena, .diags = doc->diags, .nodes = DV_DOC_NODES};
  size_t n = strlen(value);
  dv_node *node = strspn(value, " \t") == n ? dv_node_new(doc->arena, DV_NULL, mark)
                                            : dv_yaml_read(&r, dv_arena_text(doc->arena, "--set %s", path), value, n);
  if (!node) return -1;
  mark_all(node, mark);
  return set_at(doc, path, node);
}
