// rows_loop.c: loops of a block from outside: their closures, formulas, scratch and pivots; and pivots in a state from outside.
#include "engine/closed_loops.h"
#include "engine/loop.h"
#include "engine/rows_within.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static int relation_fits(const dv_model *m, const dv_loop *l)
{
  return l->nrow == 1 && dv_is_list(m, l->coordinate, l->ncolumn, 0, m->nq) &&
         dv_code_fits(m, l->code, l->ncode, l->constant, l->ncolumn) && l->ncode > 0 &&
         dv_is_written(m, l->room, 3 * (int64_t)l->ncolumn);
}

static int frames_fit(const dv_model *m, const dv_loop *l)
{
  int good = dv_in_number(m, l->num, 24) && dv_in_number(m, l->seen_num, 24);
  for (int k = 0; k < 2; k++) {
    good &= dv_is_row_or_none(l->link[k], m->nlink) && dv_is_row_or_none(l->seen[k], m->nseen);
    for (int i = 0; i < 3; i++) good &= l->way[k][i] >= -1 && l->way[k][i] < 3;
  }
  return good;
}

// Its pose lies apart from the pivots, and its place in the work is its own.
static int held_fits(const dv_model *m, const dv_loop *l)
{
  int64_t pivots = DV_LOOP_PIVOT + 2 * (int64_t)DV_MODEL_COUNT(m, CLOSURE);
  return l->held == -1 || (dv_within(l->held, DV_HELD_REALS, m->nd) && dv_is_written(m, l->room, 12) &&
                           dv_apart(l->held, DV_HELD_REALS, m->loop_d, pivots));
}

static int closure_fits(const dv_model *m, const dv_closure *c, int relation)
{
  if (relation) return c->what == DV_RELATION;
  return c->what >= 0 && c->what < DV_RELATION && c->i >= 0 && c->i < 3 && c->j >= 0 && c->j < 3 && dv_in_number(m, c->value, 1);
}

// Closures lie in the order of the loops.
static int loop_fits(const dv_model *m, const dv_loop *l, int first)
{
  const dv_closure *c = dv_model_CLOSURE(m) + first;
  if (l->row != first || l->nrow < 1 || !dv_within(l->row, l->nrow, DV_MODEL_COUNT(m, CLOSURE))) return 0;
  int relation = c->what == DV_RELATION;
  for (int i = 0; i < l->nrow; i++)
    if (!closure_fits(m, c + i, relation)) return 0;
  return dv_is_text(m, l->name) && dv_is_text(m, l->file) && held_fits(m, l) && dv_is_list(m, l->column, l->ncolumn, 0, m->nv) &&
         (relation ? relation_fits(m, l) : frames_fit(m, l)) && dv_is_row_or_none(l->child, DV_MODEL_COUNT(m, BODY)) &&
         dv_is_written(m, l->reaction, DV_REACTION) && dv_is_written(m, l->redundant, 1);
}

// As dv_loop_reals, for counts that anybody chose.
static int64_t room_of(int64_t n, int64_t nv, int64_t links)
{
  int64_t k = n < nv ? n : nv, sum = links;
#define DV_ROOM(name, type, reals, stage, what) sum += (reals);
#include "engine/loop_room.def"
  return sum;
}

// Whole numbers from 0 to most - 1, none of them twice.
static int are_different(const double *at, int n, int most)
{
  for (int i = 0; i < n; i++) {
    if (!(at[i] >= 0 && at[i] < most) || at[i] != (int)at[i]) return 0;
    for (int k = 0; k < i; k++)
      if (at[k] == at[i]) return 0;
  }
  return 1;
}

// Rows of positions come first.
static int are_in_order(const dv_model *m, const double *row, int n)
{
  int rates = 0;
  for (int i = 0; i < n; i++) {
    int now = dv_closure_rates(dv_model_CLOSURE(m)[(int)row[i]].what);
    if (now < rates) return 0;
    rates = now;
  }
  return 1;
}

int dv_engine_pivots_fit(const dv_model *m, const double *d)
{
  int rows = DV_MODEL_COUNT(m, CLOSURE), most = rows < m->nv ? rows : m->nv;
  if (!rows) return 1;
  const double *mine = d + m->loop_d;
  double rank = mine[DV_LOOP_RANK];
  if (!(rank >= 0 && rank <= most + 1) || rank != (int)rank) return 0;
  int n = rank > 0 ? (int)rank - 1 : 0;
  return are_different(mine + DV_LOOP_PIVOT, n, rows) && are_different(mine + DV_LOOP_PIVOT + rows, n, m->nv) &&
         are_in_order(m, mine + DV_LOOP_PIVOT, n);
}

const char *dv_loop_rows_fault(const dv_model *m)
{
  int first = 0, rows = DV_MODEL_COUNT(m, CLOSURE);
  const dv_loop *l = dv_model_LOOP(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, LOOP); first += l[i++].nrow)
    if (!loop_fits(m, l + i, first)) return "this model is damaged: a loop points nowhere";
  if (first != rows) return "this model is damaged: a closure belongs to no loop";
  if (!rows) return m->loop_reals == 0 ? NULL : "this model is damaged: there is room for loops that it has not";
  if (m->loop_reals != room_of(rows, m->nv, m->link_reals)) return "this model is damaged: its loops have no room";
  if (!dv_within(m->loop_d, DV_LOOP_PIVOT + 2 * (int64_t)rows, m->nd) || !dv_in_int(m, m->loop_given, m->nv) ||
      !dv_engine_pivots_fit(m, dv_model_START(m) + m->nx))
    return "this model is damaged: pivots of its loops cannot be";
  return NULL;
}

#endif
