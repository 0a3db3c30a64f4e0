// block.c: the tables sections.def and work.def against a block: sizes of elements, counts, and whether every array of the work
// lies inside it. After dv_model_valid, which looks at lengths and the hash.
#include "engine/block.h"

#include "engine/program.h"
#include "model/saved_graph.h"
#include "skeleton/skeleton.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

const int dv_section_sizes[DV_S_COUNT] = {
#define DV_SECTION(id, type, count, what) (int)sizeof(type),
#include "model/sections.def"
};

static const char *section_fault(const dv_model *m, dv_section_id id)
{
  int asked = dv_section_count(m, id);
  if (m->section[id].size != dv_section_sizes[id]) return "elements of another size";
  if (asked >= 0 && m->section[id].count != asked) return "not as many elements as the header says";
  return NULL;
}

static const char *work_fault(const dv_model *m, dv_work_id row)
{
  int64_t at = dv_work_at(m, row), n = dv_work_reals(m, row);
  return at < 0 || n < 0 || at + n > m->nwork ? "an array that leaves the work" : NULL;
}

// Counts of which no product in the tables overflows.
static const char *header_fault(const dv_model *m)
{
  const int32_t most = 1 << 27;
  const int32_t count[] = {m->nlink,     m->nq,        m->nv,         m->nz,         m->nseen,      m->seen_nq,
                           m->seen_nv,   m->nx,        m->nd,         m->nnum,       m->nwork,      m->nroot,
                           m->nquad,     m->nsum,      m->link_reals, m->seen_reals, m->loop_reals, m->desired_reals,
                           m->map_reals, m->law_reals, m->cell_reals};
  for (size_t i = 0; i < sizeof count / sizeof *count; i++)
    if (count[i] < 0 || count[i] > most) return "a count that cannot be";
  return m->serves == 0 || m->serves == 1 ? NULL : "a count that cannot be";
}

const char *dv_block_fault(const dv_model *m, const char **what)
{
  const char *fault = header_fault(m);
  *what = "header";
  for (int i = 0; i < DV_S_COUNT && !fault; i++) {
    *what = dv_section_name((dv_section_id)i);
    fault = section_fault(m, (dv_section_id)i);
  }
  for (int i = 0; i < DV_W_COUNT && !fault; i++) {
    *what = dv_work_rows[i].name;
    fault = work_fault(m, (dv_work_id)i);
  }
  return fault;
}

#endif
