// names.h: a set of names by hashing: duplicates, references, the nearest name. A name's index is its order of arrival.
#pragma once

#include "base/arena.h"

typedef struct {
  const char **item;  // [n]
  int n, cap;
  int *slot;  // [nslot] index + 1; 0: empty. nslot is a power of two
  int nslot;
} dv_names;

int dv_names_add(dv_arena *a, dv_names *s, const char *name);  // index of the new name, or -1 if it is there already
int dv_names_find(const dv_names *s, const char *name);        // index, or -1
