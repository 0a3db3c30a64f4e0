// doc.h: a machine file as a tree with places. YAML (libfyaml) becomes this, and so do the robots of others (src/import).
//
// `include:` is resolved and `--set` is applied here, before anything is checked.
#pragma once

#include "base/diag.h"

typedef enum { DV_NULL, DV_SCALAR, DV_SEQ, DV_MAP } dv_node_type;

typedef struct dv_node {
  dv_node_type type;
  dv_mark mark;
  const char *key;  // in a map: its key, with the place of the key
  dv_mark key_mark;
  const char *text;  // DV_SCALAR
  int quoted;        // scalar was quoted, or a block of text: kept so when written again
  int n;             // DV_SEQ, DV_MAP
  struct dv_node **item;
} dv_node;

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_node *root;                       // DV_MAP, or NULL after a fatal fault
  const char *file;                    // as given
  char hash[17];                       // FNV-1a 64 of the bytes of all files read, hex
  const char *notes;                   // what became of a robot of another format, in lines; NULL: nothing to say
  const struct dv_kind *const *kinds;  // while it is changed: which signals are inputs of the machine; NULL: not known
} dv_doc;

// Bounds of what is read; beyond them: a diagnostic.
enum {
  DV_DOC_DEPTH = 64,       // levels of nesting
  DV_DOC_NODES = 1000000,  // with what aliases unfold to
  DV_DOC_INCLUDES = 32,    // levels of include
  DV_DOC_FILES = 256,
};
#define DV_DOC_BYTES ((size_t)64 << 20)  // of all files together

// Reads YAML ('-': from standard input). Always returns a doc; faults are in diags.
dv_doc *dv_doc_read(dv_arena *a, dv_diags *d, const char *path);
dv_doc *dv_doc_read_memory(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n);

dv_node *dv_doc_find(const dv_node *map, const char *key);    // direct child, or NULL
dv_node *dv_doc_path(const dv_node *root, const char *path);  // "bodies.boom.mass", "joints.j.at.xyz[2]" or "...xyz.2"
// path=value; a bare name means parameters.name unless the file has a section of that name. Value is YAML flow text: "3 kg", "{a:
// 1}". Creates a missing last key, but no parameter: nothing would use it. Where the path leads nowhere: a diagnostic with the
// nearest name. 0, or -1 after a diagnostic. set_node takes a copy of the value; faults are reported at its mark.
int dv_doc_set(dv_doc *doc, const char *path, const char *value, dv_mark mark);
int dv_doc_set_node(dv_doc *doc, const char *path, const dv_node *value);
// A value that takes the place of another: a bare number takes the SI unit of the old one, and is refused where that is in
// another unit. 0, or -1 after a diagnostic. bare_unit: the SI unit that a number must then have ("Pa" for "320 bar"); "": none
// (bare.c).
int dv_bare_over(dv_arena *a, dv_diags *d, const char *name, const dv_node *old, dv_node *now);
const char *dv_bare_unit(dv_arena *a, const char *text);
dv_node *dv_node_new(dv_arena *a, dv_node_type type, dv_mark mark);
void dv_node_append(dv_arena *a, dv_node *parent, const char *key, dv_node *child);
char *dv_doc_yaml(dv_arena *a, const dv_node *root);  // text of a tree as YAML (convert)
