// sheet.h: all formulas of a machine in blocks, collected, with what they share: what the writers write.
#pragma once

#include "symbol/machine.h"
#include "symbol/write.h"

typedef enum { DV_SHEET_MATRIX, DV_SHEET_LENGTH, DV_SHEET_SCALAR } dv_sheet_sort;  // LENGTH: the root of its one entry

typedef struct {
  const char *name;  // "M", "J"
  const char *of;    // point or loop that it belongs to; NULL: none
  const char *doc;
  const char *group;  // what --only calls it
  dv_sheet_sort sort;
  int rows, columns;  // columns 0: a vector
  const char *const *row, *const *column;
  int symmetric;            // the upper triangle is enough
  dv_collected *x;          // [rows][columns]
  const char *const *over;  // NULL, or [columns] lengths that the entries of a column are divided by
} dv_sheet_block;
static inline int dv_sheet_columns(const dv_sheet_block *b) { return b->columns ? b->columns : 1; }

typedef struct {
  const dv_symbol_machine *m;
  dv_collector collect;
  struct {
    dv_sheet_block *item;
    int n, cap;
  } block;
  const char **rate;   // [nv] names of rows and columns
  char *used, *turns;  // [natom], [nangle]: stands in a formula
  int terms, shared;   // groups of all blocks; names that they share
} dv_sheet;

extern const char *const dv_sheet_groups[];  // M, C, c, g, h, A, J, B, Phi; ends with NULL

dv_sheet *dv_sheet_new(dv_arena *a, const dv_symbol_machine *m, const char *const *only, int nonly);  // nonly 0: all
char *dv_sheet_text(dv_arena *a, const dv_sheet *s);
char *dv_sheet_latex(dv_arena *a, const dv_sheet *s, const char *command);
char *dv_sheet_c(dv_arena *a, const dv_sheet *s, const char *command);
char *dv_sheet_page(dv_arena *a, const dv_sheet *s, const char *command);
