// doc.c: the tree of a machine file: nodes, and the reading of files into one document.
#include "spec/doc.h"

#include "base/file.h"
#include "spec/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dv_node *dv_node_new(dv_arena *a, dv_node_type type, dv_mark mark)
{
  dv_node *n = DV_TAKE(a, dv_node, 1);
  n->type = type;
  n->mark = n->key_mark = mark;
  return n;
}

// The array doubles at each power of two, so no capacity has to be kept.
void dv_node_append(dv_arena *a, dv_node *parent, const char *key, dv_node *child)
{
  int n = parent->n;
  if ((n & (n - 1)) == 0) {
    size_t one = sizeof *parent->item;
    parent->item = dv_arena_grow(a, parent->item, (size_t)n * one, (size_t)(n ? 2 * n : 1) * one);
  }
  child->key = key;
  parent->item[parent->n++] = child;
}

dv_node *dv_reader_node(dv_reader *r, dv_node_type type, dv_mark mark)
{
  if (r->nodes-- > 0) return dv_node_new(r->arena, type, mark);
  dv_diag_add(r->diags, DV_ERROR, mark, "shorten it, or move tables to CSV files", "the file holds more than %d values",
              DV_DOC_NODES);
  return NULL;
}

dv_node *dv_reader_copy(dv_reader *r, const dv_node *n, int depth)
{
  if (depth > DV_DOC_DEPTH) {
    dv_diag_add(r->diags, DV_ERROR, n->mark, "use fewer levels", "nested more than %d levels deep", DV_DOC_DEPTH);
    return NULL;
  }
  dv_node *copy = dv_reader_node(r, n->type, n->mark);
  if (!copy) return NULL;
  copy->key = n->key;
  copy->key_mark = n->key_mark;
  copy->text = n->text;
  copy->quoted = n->quoted;
  for (int i = 0; i < n->n; i++) {
    dv_node *child = dv_reader_copy(r, n->item[i], depth + 1);
    if (!child) return NULL;
    dv_node_append(r->arena, copy, n->item[i]->key, child);
  }
  return copy;
}

static int by_key(const void *a, const void *b)
{
  const dv_slot *x = a, *y = b;
  int c = strcmp(x->key, y->key);
  return c ? c : (x->at > y->at) - (x->at < y->at);
}

void dv_slots_sort(dv_slot *s, int n)
{
  if (n > 1) qsort(s, (size_t)n, sizeof *s, by_key);
}

dv_slot *dv_map_sort(dv_arena *a, const dv_node *map)
{
  dv_slot *s = DV_TAKE(a, dv_slot, map->n);
  for (int i = 0; i < map->n; i++) s[i] = (dv_slot){map->item[i]->key, i};
  dv_slots_sort(s, map->n);
  return s;
}

const dv_slot *dv_slot_find(const dv_slot *s, int n, const char *key)
{
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (strcmp(s[mid].key, key) < 0) lo = mid + 1;
    else hi = mid;
  }
  return lo < n && !strcmp(s[lo].key, key) ? &s[lo] : NULL;
}

dv_node *dv_doc_find(const dv_node *map, const char *key)
{
  if (!map || map->type != DV_MAP) return NULL;
  for (int i = 0; i < map->n; i++)
    if (!strcmp(map->item[i]->key, key)) return map->item[i];
  return NULL;
}

void dv_reader_took(dv_reader *r, const char *bytes, size_t n)
{
  r->bytes -= n < r->bytes ? n : r->bytes;
  for (size_t i = 0; i < n; i++) r->hash = (r->hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
}

dv_reader dv_reader_new(dv_arena *a, dv_diags *d)
{
  return (dv_reader){a, d, DV_DOC_NODES, DV_DOC_BYTES, DV_DOC_FILES, 0xcbf29ce484222325u, NULL, NULL};
}

// A machine is a map; anything else is a file of another sort.
dv_doc *dv_reader_finish(dv_reader *r, const char *file, dv_node *root)
{
  dv_doc *doc = DV_TAKE(r->arena, dv_doc, 1);
  doc->arena = r->arena;
  doc->diags = r->diags;
  doc->file = dv_arena_copy(r->arena, file, strlen(file));
  doc->notes = r->notes;
  snprintf(doc->hash, sizeof doc->hash, "%016llx", (unsigned long long)r->hash);
  if (root && root->type != DV_MAP) {
    dv_diag_add(r->diags, DV_ERROR, root->mark, "begin with sections such as `bodies:` and `joints:`",
                "a machine file must be a map of sections");
    root = NULL;
  }
  doc->root = root;
  return doc;
}

static dv_doc *read_bytes(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n, const dv_foreign *foreign)
{
  dv_reader r = dv_reader_new(a, d);
  r.foreign = foreign;
  dv_reader_took(&r, bytes, n);
  file = dv_arena_copy(a, file, strlen(file));
  dv_node *root = dv_yaml_read(&r, file, bytes, n);
  if (root) root = dv_doc_include(&r, file, root);
  return dv_reader_finish(&r, file, root);
}

dv_doc *dv_doc_read(dv_arena *a, dv_diags *d, const char *path) { return dv_doc_read_with(a, d, path, NULL); }

dv_doc *dv_doc_read_with(dv_arena *a, dv_diags *d, const char *path, const dv_foreign *foreign)
{
  size_t n;
  const char *bytes = dv_file_read(a, d, path, (dv_mark){NULL, 0, 0}, DV_DOC_BYTES, &n);
  if (bytes) return read_bytes(a, d, path, bytes, n, foreign);
  dv_reader r = dv_reader_new(a, d);
  return dv_reader_finish(&r, path, NULL);
}

dv_doc *dv_doc_read_memory(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n)
{
  return dv_doc_read_memory_with(a, d, name, bytes, n, NULL);
}

dv_doc *dv_doc_read_memory_with(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n,
                                const dv_foreign *foreign)
{
  if (n <= DV_DOC_BYTES) return read_bytes(a, d, name, bytes, n, foreign);
  dv_reader r = dv_reader_new(a, d);
  dv_diag_add(d, DV_ERROR, (dv_mark){name, 0, 0}, NULL, "cannot read '%s': the text is too large", name);
  return dv_reader_finish(&r, name, NULL);
}
