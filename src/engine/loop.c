// loop.c: closed loops: dependent coordinates by Newton, dependent rates by the exact map.
//
//   c(q) = 0:  q_D <- q_D - J_D^-1 c  until |c| is rounding;   J_D v_D + J_I v_I = 0
//
// The state's dependent entries are only where Newton starts, so nothing drifts and nothing is remembered. What rolls: its rates
// are exact, where it has rolled to is integrated.
#include "engine/loop.h"

enum { ITERATIONS = 12 };

static void lay_out(const dv_eval *e, dv_loop_room *r)
{
  real *at = e->w + e->room;
  int nv = r->nv, n = r->nrow, k = n < nv ? n : nv;
#define DV_ROOM(name, type, reals, stage, what)                                                                                  \
  r->name = (type *)(void *)at;                                                                                                  \
  at += reals;
#include "engine/loop_room.def"
  r->link = (dv_link_work *)(void *)at;
}

// Rates that are no pivots are independent: those of driven links, and free ones (modal rates always are).
static void list_independent(const dv_eval *e, dv_loop_room *r)
{
  enum { FREE, DRIVEN, PIVOT };
  const dv_link *l = e->tree.link;
  int *sort = r->free;  // the list overtakes none of the marks that it is made from
  r->nfree = r->ndriven = 0;
  for (int i = 0; i < r->nv; i++) sort[i] = FREE;
  for (int i = 0; i < e->tree.nlink; i++)
    for (int k = 0; k < DV_X(dv_joint_row_facts)(l[i].joint).nv && l[i].drive == DV_DRIVEN; k++) sort[l[i].iv + k] = DRIVEN;
  for (int k = 0; k < r->rank; k++) sort[r->column[k]] = PIVOT;
  for (int i = 0; i < r->nv; i++) {
    if (sort[i] == FREE) r->free[r->nfree++] = i;
    else if (sort[i] == DRIVEN) r->driven[r->ndriven++] = i;
  }
}

// Place k, whose row is of this loop, goes with the first place that has a rate of it.
static void meet(const dv_eval *e, dv_loop_room *r, int k, const dv_loop *l)
{
  const int *column = dv_model_INT(e->m) + l->column;
  r->from[k] = k;
  for (int i = 0; i < l->ncolumn; i++) {
    int *met = &r->met[column[i]];
    if (*met < 0) *met = k;
    if (*met < r->from[k]) r->from[k] = *met;
  }
}

// Groups are runs of places (loop_choose.c leaves them so; of others all between counts as one). What rolls is one group.
static void find_groups(const dv_eval *e, dv_loop_room *r)
{
  const dv_loop *l = dv_model_LOOP(e->m);
  int *owner = r->wants, first = r->rank, end = r->rank;
  for (int i = 0; i < DV_MODEL_COUNT(e->m, LOOP); i++)
    for (int k = 0; k < l[i].nrow; k++) owner[l[i].row + k] = i;
  for (int i = 0; i < r->nv; i++) r->met[i] = -1;
  for (int k = 0; k < r->rank; k++) meet(e, r, k, &l[owner[r->row[k]]]);
  for (int k = r->rank - 1; k >= 0; k--) {
    if (r->from[k] < first) first = r->from[k];
    if (first < k || (k && r->places < r->rank)) continue;
    for (int i = k; i < end; i++) r->from[i] = k, r->to[i] = end;
    first = end = k;
  }
}

dv_loop_room DV_X(dv_loop_room_of)(const dv_eval *e)
{
  dv_loop_room r;
  const real *d = dv_work_d(e->m, e->w) + e->m->loop_d;
  r.nv = e->m->nv;
  r.nrow = DV_MODEL_COUNT(e->m, CLOSURE);
  r.q = dv_work_q(e->m, e->w);
  r.v = dv_work_v(e->m, e->w);
  lay_out(e, &r);
  r.rank = (int)dv_lane(d[DV_LOOP_RANK], 0) - 1;
  if (r.rank < 0) r.rank = 0;
  for (int i = 0; i < r.rank; i++) {
    r.row[i] = (int)dv_lane(d[DV_LOOP_PIVOT + i], 0);
    r.column[i] = (int)dv_lane(d[DV_LOOP_PIVOT + r.nrow + i], 0);
  }
  r.places = 0;
  while (r.places < r.rank && !dv_closure_rates(dv_model_CLOSURE(e->m)[r.row[r.places]].what)) r.places++;
  find_groups(e, &r);
  for (int i = 0; i < r.nrow; i++) r.wants[i] = 0;
  for (int i = 0; i < r.rank; i++) r.wants[r.row[i]] = 1;
  list_independent(e, &r);
  return r;
}

// 1 where a gap that counts is more than rounding.
static dv_bool gaping(const dv_loop_room *r)
{
  real most = dv_real(0);
  for (int k = 0; k < r->places; k++) {
    int i = r->row[k];
    real gap = dv_select(r->dropped[k] > 0.5, dv_real(0), dv_abs(r->c[i]) - DV_LOOP_TIGHT * r->reach[i]);
    most = dv_max(gap, most);
  }
  return dv_not(most <= 0.0);  // also where it is not a number
}

// q <- q (+) step of the dependent coordinates, in the lanes that gape.
static void correct(dv_eval *e, dv_loop_room *r, dv_bool gapes)
{
  real *q = dv_work_q(e->m, e->w);
  for (int k = 0; k < r->places; k++) r->rhs[k] = -r->c[r->row[k]];
  DV_X(dv_loop_solve_places)(r, r->rhs);
  for (int i = 0; i < r->nv; i++) r->step[i] = dv_real(0);
  for (int k = 0; k < r->places; k++) r->step[r->column[k]] = dv_select(gapes, r->rhs[k], dv_real(0));
  DV_X(dv_coordinate_add)(&e->tree, q, 1, r->step, q);
}

// Everything at the present q; 1 in the lanes that gape.
static dv_bool look(dv_eval *e, dv_loop_room *r)
{
  DV_X(dv_position)(&e->tree, e->num, e->link, dv_work_q(e->m, e->w));
  DV_X(dv_pose)(&e->tree, e->num, e->link);
  DV_X(dv_loop_rows)(e, r);
  DV_X(dv_loop_factor)(r);
  return gaping(r);
}

#ifdef DV_TRACE

// Coordinates that a correction moves become variables; the others stay what they are.
static void make_variables(dv_eval *e, dv_loop_room *r, real *q, real *moved)
{
  for (int i = 0; i < r->nv; i++) r->step[i] = dv_real(0);
  for (int k = 0; k < r->places; k++) r->step[r->column[k]] = dv_real(1);
  DV_X(dv_coordinate_add)(&e->tree, q, 1, r->step, moved);
  for (int i = 0; i < e->m->nq; i++)
    if (moved[i].node != q[i].node) q[i] = dv_traced(dv_trace_variable(q[i].node));
}

// One turn, which the compiled machine repeats.
static void find_positions(dv_eval *e, dv_loop_room *r)
{
  int nq = e->m->nq;
  real *q = dv_work_q(e->m, e->w), *here = (real *)(void *)dv_trace_room(nq + 1);
  make_variables(e, r, q, here);
  memcpy(here, q, (size_t)nq * sizeof(real));
  dv_bool gapes = look(e, r);
  correct(e, r, gapes);
  for (int i = 0; i < nq; i++) dv_trace_next(here[i].node, q[i].node);
  dv_trace_repeat(gapes.node, ITERATIONS);
  memcpy(q, here, (size_t)nq * sizeof(real));
  *r->open = dv_select(gapes, dv_real(1), dv_real(0));
}

#else

static void find_positions(dv_eval *e, dv_loop_room *r)
{
  dv_bool gapes = r->c[0] == r->c[0];
  for (int n = 0; n < ITERATIONS; n++) {
    gapes = look(e, r);
    if (!dv_any(gapes)) break;
    if (n < ITERATIONS - 1) correct(e, r, gapes);
  }
  *r->open = dv_select(gapes, dv_real(1), dv_real(0));
}

#endif

// The rate of a lost column stays the state's own.
static void find_rates(dv_eval *e, dv_loop_room *r)
{
  real *v = dv_work_v(e->m, e->w);
  for (int k = 0; k < r->rank; k++) {
    const real *J = r->J + r->row[k] * r->nv;
    real sum = dv_real(0);
    for (int i = 0; i < r->nfree; i++) sum -= J[r->free[i]] * v[r->free[i]];
    for (int i = 0; i < r->ndriven; i++) sum -= J[r->driven[i]] * v[r->driven[i]];
    r->rhs[k] = sum;
    r->step[k] = v[r->column[k]];
  }
  DV_X(dv_loop_solve)(r, r->step, r->rhs);
  for (int k = 0; k < r->rank; k++) v[r->column[k]] = r->rhs[k];
}

void DV_X(dv_loops_close)(dv_eval *e)
{
  dv_loop_room r = DV_X(dv_loop_room_of)(e);
  find_positions(e, &r);
  find_rates(e, &r);
}
