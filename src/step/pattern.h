// pattern.h: where the Jacobian J of a machine's rates has entries, and how 1 - h g J is eliminated.
#pragma once

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

// Rows and columns are the directions of a chart, or the components of x.
typedef struct {
  int n, count;            // directions; entries, with the whole diagonal
  int *row, *column;       // [n + 1] first entry of each row; [count] rising in a row
  int *down, *in, *entry;  // [n + 1] first of each column; [count] row and entry of the next ones down
  int ngroup, *group;      // columns that share no row are differenced together: [ngroup + 1] first member
  int *member;             // columns that move, by groups
  int timed;               // 1: rates have a slope along time
  // L + U by rows in the order of elimination; see lu.h
  int filled;
  int *order;                  // [n] direction that is eliminated k-th
  int *first, *at, *diagonal;  // [n + 1], [filled] number in the order, [n]
  int *place;                  // [count] of an entry of J among those
} dv_pattern;

// on [n][n]: 1: rate i may have a slope along direction j; NULL: all have. moves [n]: 0: a direction that is driven.
dv_pattern *dv_pattern_new(dv_arena *a, int n, const char *on, const char *moves);

#ifdef __cplusplus
}
#endif
