// machine.h: a machine from a tree of its file, in memory.
#pragma once

#include "assemble/assemble.h"
#include "solve/solve.h"

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_doc *doc;
  dv_spec *spec;
  const dv_model *model;  // NULL: it was refused
  dv_state *start;
  const char *text;
} machine;

machine *machine_read(dv_units *u, const dv_node *root, const char *const *setting, int nsetting);
machine *machine_case(dv_units *u, const dv_node *root, const char *name);  // a case of the file
machine *machine_of_doc(dv_units *u, dv_arena *a, dv_diags *d, dv_doc *doc, const char *const *setting, int nsetting);
void machine_free(machine *m);
const char *machine_refusal(const machine *m);  // the first error, or ""

// What a machine's `doc:` says if nothing in it knows the axes of the world.
#define ISOTROPIC "nothing here knows the axes of the world"

// Trees of files.
dv_node *node_text(dv_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
dv_node *node_map(dv_arena *a);
dv_node *node_list(dv_arena *a);
dv_node *node_copy(dv_arena *a, const dv_node *n);
dv_node *node_put(dv_arena *a, dv_node *map, const char *key, dv_node *value);  // appends; returns value
dv_node *node_section(dv_arena *a, dv_node *root, const char *name);            // made if it is not there
void node_drop(dv_node *parent, int at);
void node_drop_key(dv_node *map, const char *key);
dv_node *node_numbers(dv_arena *a, const double *x, int n);

// Names of everything that a file defines: keys of its sections and points of its bodies.
typedef struct {
  const char **from, **to;
  int n, cap;
} renaming;
void renaming_add(dv_arena *a, renaming *r, const char *from, const char *to);
const char *renaming_apply(dv_arena *a, const renaming *r, const char *text);  // word by word
void node_rename(dv_arena *a, dv_node *n, const renaming *r);                  // keys and texts
