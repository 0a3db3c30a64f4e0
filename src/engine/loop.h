// loop.h: closures c(q) = 0 of the skeleton: pivots, scratch, and what the files loop_*.c do with them.
//
// Rows of rates alone (rolling) have J but no c: rates depend through them, positions do not, so what rolls has more positions
// than rates, and those are integrated. Their pivots come last, of columns that positions left over.
//
// The closure Jacobian J = dc/dq has `rank` pivots: rows that count and columns whose rates are *dependent*. The other rows
// are redundant, the other columns independent. Pivots are found in one lane (loop_choose.c) and kept among the discrete
// states: [0] rank + 1 (0: not chosen), [1] largest |dq_dependent / dq_independent| before a new choice is due, rows, columns.
#pragma once

#include "engine/evaluation.h"

#define DV_LOOP_TIGHT 0x1p-46  // a gap is rounding below this share of what is subtracted in it
enum { DV_LOOP_RANK, DV_LOOP_LIMIT, DV_LOOP_PIVOT };
enum { DV_HELD_REALS = 13 };  // from dv_loop.held on

// What is kept beside a row of the factors and changes places with it.
typedef struct {
  real gap, size, reach;
} dv_loop_kept;

typedef struct {
  const real *q, *v;  // where: the work's, unless told otherwise
  int nrow, nv, rank;
  int places;          // of the pivots, the first: those of positions; the others are of rates alone (rolling)
  int nfree, ndriven;  // independent rates: free, driven
  int nmoving;         // columns of G: the free ones, and where a column is lost all dependent ones
#define DV_ROOM(name, type, reals, stage, what) type *name;
#include "engine/loop_room.def"
  dv_link_work *link;  // [nlink] scratch of passes whose results nobody else reads
} dv_loop_room;

typedef struct {
  real *G, *b, *step;  // [nv][n], [nv], [max(nv, n)]
} dv_loop_scratch;

// What is done seldom: 1 where some lane asks for it. A compiled machine gives up there and leaves it to the engine.
DV_FN int dv_seldom(dv_bool m)
{
#ifdef DV_TRACE
  dv_trace_give_up(m.node);
  return 0;
#else
  return dv_any(m);
#endif
}

// 1: true in all lanes, as far as is known before there are numbers.
DV_FN int dv_surely(dv_bool m)
{
#ifdef DV_TRACE
  return dv_trace_is_true(m.node);
#else
  return dv_all(m);
#endif
}

DV_FN int dv_loop_reals(int nrow, int nv, int links)  // links: reals of their scratch
{
  int n = nrow, k = nrow < nv ? nrow : nv, sum = links;
#define DV_ROOM(name, type, reals, stage, what) sum += (reals);
#include "engine/loop_room.def"
  return sum;
}
DV_FN dv_bool dv_loop_held(const dv_eval *e, const dv_loop *l) { return dv_work_d(e->m, e->w)[l->held] > 0.5; }

// Y = X times the pose in which the second frame was taken.
DV_FN void dv_loop_taken(const dv_eval *e, const dv_loop *l, const real *X, real *Y)
{
  const real *place = dv_work_d(e->m, e->w) + l->held + 1, *axes = place + 3;
  dv_m3_product(X, axes, Y);
  dv_v3_put(Y + 9, dv_v3_add(dv_v3_of(X + 9), dv_m3_mul(X, dv_v3_of(place))));
}

DV_FN int dv_loop_states(int nrow) { return DV_LOOP_PIVOT + 2 * nrow; }

#ifdef __cplusplus
extern "C" {
#endif
dv_loop_room DV_X(dv_loop_room_of)(const dv_eval *e);        // loop.c: with the pivots of e->d
void DV_X(dv_loop_rows)(const dv_eval *e, dv_loop_room *r);  // loop_row.c: c, J of the wanted rows; after dv_pose
void DV_X(dv_loop_bias)(const dv_eval *e, dv_loop_room *r);  // gamma of the wanted rows; after dv_velocity and dv_pose
void DV_X(dv_loop_factor)(dv_loop_room *r);                  // loop_solve.c: LU of the pivots
// x, by rows -> A^-1 x, by columns; lost columns take their values from `own` (by columns; NULL: zero). Then x -> A^-T x.
void DV_X(dv_loop_solve)(const dv_loop_room *r, const real *own, real *x);
void DV_X(dv_loop_solve_places)(const dv_loop_room *r, real *x);  // of positions alone; lost columns: zero
void DV_X(dv_loop_solve_transposed)(const dv_loop_room *r, real *x);
void DV_X(dv_loop_spread)(dv_loop_room *r);                    // columns of G
void DV_X(dv_loop_settle)(dv_eval *e, const dv_loop_room *r);  // loop_dynamics.c: efforts of drives from load and lambda

// loop_map.c: v' = G y'' + b for the n rates y' = v[iv] at (q, v), by the links' scratch of e; G: [nv][n], b: [nv].
// v NULL: b is the step of the others that closes the gaps.
void DV_X(dv_loop_map)(const dv_eval *e, const real *q, const real *v, int n, const int *iv, real *G, real *b);
// q and v of the machine whose chosen coordinates and rates are as given; q, v: from where the search goes out.
void DV_X(dv_loop_place)(const dv_eval *e, const dv_choice *c, const real *position, const real *rate, const dv_loop_scratch *s,
                         real *q, real *v);

void DV_X(dv_loops_close)(dv_eval *e);       // loop.c: dependent q and v in the work
int DV_X(dv_loops_idle)(dv_eval *e);         // loop_dynamics.c: 1: none ties anything now; their multipliers are zero
void DV_X(dv_loops_accelerate)(dv_eval *e);  // a, efforts of drives, multipliers
// After dv_loops_close: v of momenta p [nv]; v holds the rates of drives.
void DV_X(dv_loops_swing)(dv_eval *e, const real *p, real *v);
void DV_X(dv_loops_multiply)(dv_eval *e);  // loop_multiplier.c: the same by multipliers
void DV_X(dv_loops_react)(dv_eval *e,
                          real *seen_fext);  // loop_react.c: least-norm multipliers -> wrenches on the observer's links
#ifdef __cplusplus
}
#endif
