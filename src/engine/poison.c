// poison.c: fills the work with NaN, but for rows of work.def that are kept or written at the start, and cells that hold
// constants.
#include "engine/poison.h"

#ifndef DV_TRACE  // there are no numbers yet

// Rows that are left alone, or of which only some elements are filled.
static int survives(int row)
{
  int own = row == DV_W_a || row == DV_W_loop || row == DV_W_service_loop;
  return own || dv_work_rows[row].stage <= DV_STAGE_START;
}

static void fill(real *w, int from, int to)
{
  for (int i = from; i < to; i++) w[i] = dv_real(NAN);
}

// Accelerations that dynamics finds. Those of driven links it reads: a drive writes them, or they are the zeros of a link that is
// held (solve/start.c).
static void fill_accelerations(const dv_model *m, real *a)
{
  const dv_link *l = dv_model_LINK(m);
  for (int i = 0; i < m->nlink; i++) {
    fill(a, l[i].iv, l[i].drive == DV_FREE ? l[i].iv + DV_X(dv_joint_row_facts)(l[i].joint).nv : 0);
    if (l[i].body == DV_BEAM) fill(a, l[i].mv, l[i].mv + l[i].modes);
  }
}

// The room of loops at w: what is not kept.
static void fill_loops(const dv_model *m, real *w, int reals)
{
  int nv = m->nv, n = DV_MODEL_COUNT(m, CLOSURE), k = n < nv ? n : nv, at = 0;
#define DV_ROOM(name, type, reals, stage, what)                                                                                  \
  if (DV_STAGE_##stage != DV_STAGE_KEPT) fill(w, at, at + (reals));                                                              \
  at += (reals);
#include "engine/loop_room.def"
  fill(w, at, reals);
}

// Rows lie in the order of the table.
void DV_X(dv_poison)(const dv_model *m, const real *num, real *w)
{
  const dv_constant *c = dv_model_CONSTANT(m);
  int at = 0;
  for (int row = 0; row < DV_W_COUNT; row++) {
    int n = dv_work_reals(m, (dv_work_id)row);
    if (!n || !survives(row)) continue;
    fill(w, at, dv_work_at(m, (dv_work_id)row));
    at = dv_work_at(m, (dv_work_id)row) + n;
  }
  fill(w, at, m->nwork);
  fill_accelerations(m, dv_work_a(m, w));
  if (m->loop_reals) fill_loops(m, dv_work_loop(m, w), m->loop_reals);
  if (m->loop_reals && m->serves) fill_loops(m, dv_work_service_loop(m, w), m->loop_reals);
  for (int i = 0; i < DV_MODEL_COUNT(m, CONSTANT); i++) w[c[i].work] = num[c[i].num];
}

#endif
