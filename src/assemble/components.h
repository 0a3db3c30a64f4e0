// components.h: strongly connected components of a directed graph (Tarjan 1972), without recursion: chains may be long.
#pragma once

#include "assemble/bond_internal.h"

// next: a node that this one leads to, another at each call, -1: no more; at is its own, from {0, 0} on.
// close: gets a component, after all that it leads to; the node by which it was entered comes last.
typedef struct {
  int n;                                         // nodes
  int (*counts)(const void *context, int node);  // 0: it is left out
  int (*next)(const void *context, int node, int at[2]);
  void (*close)(void *context, const dv_ints *nodes);
  void *context;
  int *where;  // [n] number of a node's component, from 1; 0: not yet
  int found;   // components
} dv_components;

void dv_components_find(dv_arena *a, dv_components *c);
