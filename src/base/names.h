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

// Rows by their names. A question takes in the rows that came since the last one; of two of one name the first counts.
typedef struct {
  dv_names names;
  struct {
    int *item;
    int n, cap;
  } row;     // of each name
  int seen;  // rows that were taken in
} dv_name_rows;

typedef const char *dv_name_of_row(const void *context, int row);

// The row of this name among n, or -1.
int dv_name_rows_find(dv_arena *a, dv_name_rows *r, const void *context, int n, dv_name_of_row *name_of, const char *name);
