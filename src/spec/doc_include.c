// doc_include.c: `include:` of other machine files.
//
// Maps merge deep and the including file wins; everything else is replaced, null removes. Of several includes the later wins.
// Included entries come first, in their order: a machine that adds to a part keeps the part's order of bodies.
#include "base/file.h"
#include "spec/keys.h"
#include "spec/reader.h"

#include <string.h>

// The files that are open above this one.
typedef struct chain {
  const char *file;
  const struct chain *above;
  int depth;
} chain;

// Puts `over` into `base`. Depth is bounded by that of both trees.
static void merge(dv_reader *r, dv_node *base, const dv_node *over)
{
  dv_arena *a = r->arena;
  dv_slot *have = dv_map_sort(a, base);
  char *gone = DV_TAKE(a, char, base->n);
  int n = base->n;
  for (int i = 0; i < over->n; i++) {
    dv_node *child = over->item[i];
    const dv_slot *s = dv_slot_find(have, n, child->key);
    if (!s) dv_node_append(a, base, child->key, child);
    else if (base->item[s->at]->type == DV_MAP && child->type == DV_MAP) merge(r, base->item[s->at], child);
    else if (child->type == DV_NULL) gone[s->at] = 1;
    else if (!dv_bare_over(a, r->diags, child->key, base->item[s->at], child)) base->item[s->at] = child;
  }
  int kept = 0;
  for (int i = 0; i < base->n; i++)
    if (i >= n || !gone[i]) base->item[kept++] = base->item[i];
  base->n = kept;
}

static dv_node *resolve(dv_reader *r, const char *file, dv_node *root, const chain *above);

static dv_node *read_included(dv_reader *r, const dv_node *name, const chain *c)
{
  const char *path = dv_file_beside(r->arena, c->file, name->text);
  if (!strcmp(path, "-")) path = "./-";  // a file of that name, not standard input
  for (const chain *up = c; up; up = up->above)
    if (!strcmp(up->file, path)) {
      dv_diag_add(r->diags, DV_ERROR, name->mark, "remove one of the includes", "'%s' includes itself", path);
      return NULL;
    }
  if (c->depth >= DV_DOC_INCLUDES || r->files-- <= 0) {
    dv_diag_add(r->diags, DV_ERROR, name->mark, "join files", "too many includes (most %d levels, %d files)", DV_DOC_INCLUDES,
                DV_DOC_FILES);
    return NULL;
  }
  size_t n;
  char *bytes = dv_file_read(r->arena, r->diags, path, name->mark, r->bytes, &n);
  if (!bytes) return NULL;
  dv_reader_took(r, bytes, n);
  if (r->foreign && r->foreign->takes(path)) return r->foreign->read(r->foreign, r, path, bytes, n);
  dv_node *root = dv_yaml_read(r, path, bytes, n);
  if (root && root->type != DV_MAP) {
    dv_diag_add(r->diags, DV_ERROR, root->mark, NULL, "an included file must be a map of sections");
    return NULL;
  }
  return root ? resolve(r, path, root, c) : NULL;
}

// file.yaml, or {file: , as: , with: , join: }
static dv_node *read_entry(dv_reader *r, const dv_node *entry, const dv_node *outer, const chain *c)
{
  const dv_node *name = entry->type == DV_MAP ? dv_doc_find(entry, "file") : entry;
  int before = r->diags->nerror;
  if (entry->type == DV_MAP) dv_keys_check(r->diags, &dv_keys_include, entry, "'include'");
  if (r->diags->nerror > before) return NULL;
  if (!name || name->type != DV_SCALAR || !*name->text) {
    dv_diag_add(r->diags, DV_ERROR, entry->mark, "write `include: file.yaml`, a list of files, or {file: ..., as: ...}",
                "'include' takes file names");
    return NULL;
  }
  dv_node *root = read_included(r, name, c);
  return root && entry->type == DV_MAP ? dv_doc_prefix(r, entry, root, outer) : root;
}

// Takes `include` out of the map.
static dv_node *take_include(dv_node *root)
{
  for (int i = 0; i < root->n; i++) {
    dv_node *node = root->item[i];
    if (strcmp(node->key, "include") != 0) continue;
    memmove(&root->item[i], &root->item[i + 1], (size_t)(root->n - i - 1) * sizeof *root->item);
    root->n--;
    return node;
  }
  return NULL;
}

static void append_copies(dv_reader *r, dv_node *list, const dv_node *from)
{
  int many = from->type == DV_SEQ;
  for (int i = 0; i < (many ? from->n : from->type == DV_SCALAR); i++) {
    dv_node *copy = dv_node_new(r->arena, DV_SCALAR, from->mark);
    *copy = many ? *from->item[i] : *from;
    dv_node_append(r->arena, list, NULL, copy);
  }
}

// Files under names of their own prefer coordinates of their own: one list of all.
static void join_independent(dv_reader *r, const dv_node *whole, dv_node *part)
{
  const dv_node *before = dv_doc_find(whole, "independent");
  for (int i = 0; before && i < part->n; i++) {
    if (strcmp(part->item[i]->key, "independent") != 0) continue;
    dv_node *list = dv_node_new(r->arena, DV_SEQ, part->item[i]->mark);
    append_copies(r, list, before);
    append_copies(r, list, part->item[i]);
    list->key = part->item[i]->key, list->key_mark = part->item[i]->key_mark;
    part->item[i] = list;
  }
}

static dv_node *resolve(dv_reader *r, const char *file, dv_node *root, const chain *above)
{
  dv_node *list = take_include(root);
  if (!list) return root;
  chain c = {file, above, above ? above->depth + 1 : 1};
  dv_node *whole = dv_reader_node(r, DV_MAP, root->mark);
  int n = list->type == DV_SEQ ? list->n : 1, bad = !whole;
  for (int i = 0; i < n && !bad; i++) {
    const dv_node *entry = list->type == DV_SEQ ? list->item[i] : list;
    dv_node *part = read_entry(r, entry, root, &c);
    if (part && dv_doc_find(entry, "as")) join_independent(r, whole, part);
    if (part) merge(r, whole, part);
    else bad = 1;
  }
  if (bad) return NULL;
  merge(r, whole, root);
  return whole;
}

dv_node *dv_doc_include(dv_reader *r, const char *file, dv_node *root)
{
  return root->type == DV_MAP ? resolve(r, file, root, NULL) : root;
}
