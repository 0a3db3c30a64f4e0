// judge.h: all comparisons of a machine, in a process of their own, so that what crashes or never ends is found, too.
#pragma once

#include "trial.h"

enum { ROWS_MOST = 40 };

typedef struct {
  verdict of[ROWS_MOST];
  double seconds[ROWS_MOST], opening;  // of the processor
  int ran;                             // 0: the machine could not be compared
  int differs;                         // row, or -1
  char said[600];
} report;

typedef struct {
  dv_units *units;
  const char *folder, *davit;
  int only;           // a row, or -1: those that are due
  unsigned long but;  // bits of rows that are left out
  int all;            // 1: whatever their share
} court;

void judge(const court *c, const dv_node *root, uint64_t number, report *out);
const dv_node *shrink(const court *c, dv_arena *a, const dv_node *root, uint64_t number,
                      report *r);  // the least that still differs so
