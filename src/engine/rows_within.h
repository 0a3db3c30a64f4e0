// rows_within.h: does what a row of a block from outside points to lie within the block, or within the work?
//
// Numbers may be read anywhere; written only where nothing but numbers lies. Links, the scratch of loops and of the service, and
// cells hold lists and pointers too; of the discrete states some are the pivots of loops.
#pragma once

#include "engine/program.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

// n elements from `at` on lie within the first `most`. Without elements the place does not matter.
static inline int dv_within(int at, int64_t n, int64_t most) { return n >= 0 && (n == 0 || (at >= 0 && at + n <= most)); }
static inline int dv_is_row(int i, int count) { return i >= 0 && i < count; }
static inline int dv_is_row_or_none(int i, int count) { return i >= -1 && i < count; }

// Numbers of the machine; those that its controllers know lie as far behind as `nominal` says.
static inline int dv_in_number(const dv_model *m, int at, int64_t n)
{
  int own = m->nominal ? m->nominal : m->nnum;
  return dv_within(at, n, own < m->nnum - m->nominal ? own : m->nnum - m->nominal);
}
static inline int dv_in_int(const dv_model *m, int at, int64_t n) { return dv_within(at, n, DV_MODEL_COUNT(m, INT)); }
static inline int dv_is_text(const dv_model *m, int at) { return dv_is_row(at, DV_MODEL_COUNT(m, TEXT)); }
static inline int dv_is_read(const dv_model *m, int at, int64_t n) { return dv_within(at, n, m->nwork); }

static inline int dv_apart(int64_t at, int64_t n, int64_t other, int64_t count)
{
  return n == 0 || count == 0 || at + n <= other || other + count <= at;
}

static inline int dv_is_written(const dv_model *m, int at, int64_t n)
{
  static const dv_work_id closed[] = {DV_W_link,         DV_W_seen_link,   DV_W_loop,         DV_W_service,
                                      DV_W_service_rows, DV_W_service_map, DV_W_service_room, DV_W_service_desired,
                                      DV_W_service_loop, DV_W_d,           DV_W_cell};
  if (!dv_is_read(m, at, n)) return 0;
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
    if (!dv_apart(at, n, dv_work_at(m, closed[i]), dv_work_reals(m, closed[i]))) return 0;
  return 1;
}

// A list of n indices from least to most - 1, in the ints.
static inline int dv_is_list(const dv_model *m, int at, int64_t n, int least, int most)
{
  if (!dv_in_int(m, at, n)) return 0;
  const int *list = dv_model_INT(m) + at;
  for (int64_t i = 0; i < n; i++)
    if (list[i] < least || list[i] >= most) return 0;
  return 1;
}

// Postfix code that leaves one value, of so many inputs.
int dv_code_fits(const dv_model *m, int code, int n, int constant, int inputs);
int dv_code_jumps(const dv_model *m, int code, int n);  // conditions that make its value jump

// Rows of one sort: NULL, or what is wrong (rows_tree.c, rows_loop.c, rows_part.c).
const char *dv_tree_rows_fault(const dv_model *m);
const char *dv_loop_rows_fault(const dv_model *m);
const char *dv_part_rows_fault(const dv_model *m);

#endif
