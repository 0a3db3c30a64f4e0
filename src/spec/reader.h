// reader.h: what the files behind one dv_doc share while they are read: the budget and the hash.
#pragma once

#include "spec/doc.h"

#include <stdint.h>

struct dv_reader;

// Files of other formats that a machine may include.
typedef struct dv_foreign {
  int (*takes)(const char *path);
  // The tree of a machine; NULL after a diagnostic.
  dv_node *(*read)(const struct dv_foreign *self, struct dv_reader *r, const char *path, const char *bytes, size_t n);
} dv_foreign;

typedef struct dv_reader {
  dv_arena *arena;
  dv_diags *diags;
  int nodes;  // how many more nodes, bytes and files may come
  size_t bytes;
  int files;
  uint64_t hash;              // FNV-1a of all bytes so far
  const dv_foreign *foreign;  // NULL: none
  const char *notes;          // what became of files of other formats; NULL: nothing to say
} dv_reader;

// The budget of one document, and the document when its tree is there (root NULL: there is none).
dv_reader dv_reader_new(dv_arena *a, dv_diags *d);
dv_doc *dv_reader_finish(dv_reader *r, const char *file, dv_node *root);
void dv_reader_took(dv_reader *r, const char *bytes, size_t n);  // bytes of one more file

// As dv_doc_read, with files of other formats among the includes.
dv_doc *dv_doc_read_with(dv_arena *a, dv_diags *d, const char *path, const dv_foreign *foreign);
// As dv_doc_read_memory, likewise.
dv_doc *dv_doc_read_memory_with(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n,
                                const dv_foreign *foreign);

// Trees of one file, or NULL after a diagnostic. YAML text of one value (settings) may be any type of node.
dv_node *dv_yaml_read(dv_reader *r, const char *file, const char *bytes, size_t n);

// Resolves `include:` of a tree that was read from `file`; gives the merged tree.
dv_node *dv_doc_include(dv_reader *r, const char *file, dv_node *root);

// An included tree as its entry {file, as, with, join} says; NULL after a diagnostic. The entry's nodes may be taken over.
dv_node *dv_doc_prefix(dv_reader *r, const dv_node *entry, dv_node *root, const dv_node *outer);  // outer: the including file

dv_node *dv_reader_node(dv_reader *r, dv_node_type type, dv_mark mark);  // NULL after a diagnostic if the budget is used up
dv_node *dv_reader_copy(dv_reader *r, const dv_node *n, int depth);      // deep; NULL likewise

// Names in sorted order, equal ones in the order of the file, so that big files take no quadratic time.
typedef struct {
  const char *key;
  int at;
} dv_slot;
dv_slot *dv_map_sort(dv_arena *a, const dv_node *map);
void dv_slots_sort(dv_slot *s, int n);
const dv_slot *dv_slot_find(const dv_slot *s, int n, const char *key);  // the first of that name, or NULL
