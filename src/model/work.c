// work.c: rows of work.def and sections.def for those who walk them.
#include "model/model.h"

const dv_work_row dv_work_rows[DV_W_COUNT] = {
#define DV_WORK(name, type, reals, stage, what) {#name, DV_STAGE_##stage, (int)offsetof(dv_model, work_##name)},
#include "model/work.def"
};

// clang-format off
int dv_work_reals(const dv_model *m, dv_work_id row)
{
  switch (row) {
#define DV_WORK(name, type, reals, stage, what) case DV_W_##name: return reals;
#include "model/work.def"
  default: return 0;
  }
}

// clang-format on
int dv_work_at(const dv_model *m, dv_work_id row)
{
  return *(const int32_t *)(const void *)((const char *)m + dv_work_rows[row].field);
}

void dv_work_put(dv_model *m, dv_work_id row, int at) { *(int32_t *)(void *)((char *)m + dv_work_rows[row].field) = at; }

const char *dv_section_name(dv_section_id id)
{
  static const char *const name[DV_S_COUNT] = {
#define DV_SECTION(id, type, count, what) #id,
#include "model/sections.def"
  };
  return name[id];
}

// clang-format off
int dv_section_count(const dv_model *m, dv_section_id id)
{
  switch (id) {
#define DV_SECTION(id, type, count, what) case DV_S_##id: return count;
#include "model/sections.def"
  default: return -1;
  }
}
// clang-format on
