// kinds.h: the table of kinds: the rows of kinds.def, and behind them those of libraries that the user named.
#pragma once

#include "davit/library.h"

#include "base/diag.h"

enum {
#define DV_ROW(domain, name) DV_ROW_OF_##domain##_##name,
#include "kinds/kinds.def"
#undef DV_ROW
  DV_KINDS_OWN  // how many rows kinds.def has
};

// Widths of a table of kinds: the place of this one.
enum { DV_TABLE_X1, DV_TABLE_X4, DV_TABLE_X8, DV_TABLE_TRACE, DV_TABLE_COUNT };
#ifdef DV_TRACE
enum { DV_TABLE_HERE = DV_TABLE_TRACE };
#else
enum { DV_TABLE_HERE = DV_LANES == 1 ? DV_TABLE_X1 : DV_LANES == 4 ? DV_TABLE_X4 : DV_TABLE_X8 };
#endif

// Kinds from outside: row i has the number DV_KINDS_OWN + i. Never changed once a model points to it.
typedef struct dv_outside {
  int n;
  const void *const *kind[DV_TABLE_COUNT];  // [n] const dv_kind * of each width; NULL: that kind is not there in this width
  const uint64_t *hash;                     // [n] of the library that it came with
  const char *const *library;               // [n] where that was found
  const dv_kind *const *all;                // our own and these, for one lane; ends with NULL
  int (*blame)(const struct dv_outside *o, dv_diags *d);  // 1: one of them failed, and says why; NULL: none can
} dv_outside;

#ifdef __cplusplus
extern "C" {
#endif
uint64_t dv_kinds_key(void);                       // of the rows of kinds.def: names and counts; a saved block belongs to one
extern const dv_kind_layout DV_X(dv_kind_layout);  // of this width
#ifdef __cplusplus
}
#endif
