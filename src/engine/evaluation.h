// evaluation.h: what the engine's functions pass around during one evaluation.
#pragma once

#include "engine/engine.h"
#include "engine/work.h"
#include "skeleton/skeleton.h"

typedef struct {
  const dv_model *m;
  const real *num;
  real *w;  // the work
  double t;
  const real *x;
  real *d, *dx;  // dx: NULL outside rates
  dv_tree tree;
  dv_link_work *link;
  dv_cell *cell;            // [part], in the work
  dv_service service;       // for laws that ask the machine's dynamics
  dv_water water;           // the share that is the same everywhere
  int room;                 // work: scratch of the loops
  int still;                // 1: drives stand
  int whole;                // 1: also what is only shown
  const real *axis_effort;  // [junction] efforts that axes get beside those of the parts; NULL: none
  const real *rate_effort;  // [nv] the same of rates; NULL: none
} dv_eval;

// Force and moment of a joint or a loop, and their sizes: [DV_REACTION].
DV_FN void dv_reaction_put(real *out, v3 force, v3 moment)
{
  dv_v3_put(out, force);
  dv_v3_put(out + 3, moment);
  out[6] = dv_sqrt(dv_v3_dot(force, force));
  out[7] = dv_sqrt(dv_v3_dot(moment, moment));
}

DV_FN dv_tree dv_tree_with(const dv_model *m, int nlink, int nq, int nv, const dv_link *link)
{
  dv_tree t;
  t.nlink = nlink;
  t.nq = nq;
  t.nv = nv;
  t.gravity = m->gravity;
  t.elastic = m->elastic;
  t.full = m->full;
  t.link = link;
  return t;
}

// The fast tree, and the observer's: one link per body.
DV_FN dv_tree dv_tree_of(const dv_model *m) { return dv_tree_with(m, m->nlink, m->nq, m->nv, dv_model_LINK(m)); }
DV_FN dv_tree dv_tree_seen(const dv_model *m) { return dv_tree_with(m, m->nseen, m->seen_nq, m->seen_nv, dv_model_SEEN(m)); }

DV_FN dv_eval dv_eval_of(const dv_model *m, const double *num, double t, const double *x, double *work)
{
  dv_eval e;
  memset(&e, 0, sizeof e);
  e.m = m;
  e.num = (const real *)(const void *)num;
  e.w = (real *)(void *)work;
  e.t = t;
  e.x = (const real *)(const void *)x;
  e.tree = dv_tree_of(m);
  e.link = dv_work_link(m, e.w);
  e.room = m->work_loop;
  return e;
}

// The time as a number of the machine.
DV_FN real dv_now(const dv_eval *e)
{
#ifdef DV_TRACE
  (void)e;
  return dv_traced(dv_trace_input(0));
#else
  return dv_real(e->t);
#endif
}

// Whose law is called: what cannot be compiled is named.
DV_FN void dv_law_of(int part)
{
#ifdef DV_TRACE
  dv_trace_part(part);
#else
  (void)part;
#endif
}

#ifdef __cplusplus
extern "C" {
#endif
void DV_X(dv_service_open)(dv_eval *e);                        // service.c
void DV_X(dv_junctions_publish)(dv_eval *e);                   // after kinematics: rates, coordinates, poses of axes and frames
void DV_X(dv_junctions_collect)(dv_eval *e);                   // sums -> tau, fext of the fast tree
void DV_X(dv_junctions_collect_seen)(dv_eval *e, real *fext);  // sums -> fext of the observer's tree
void DV_X(dv_junctions_move)(dv_eval *e);                      // motion.c: after dynamics: accelerations of axes and frames
void DV_X(dv_nodes_publish)(dv_eval *e);                       // effort of nodes that have a state
void DV_X(dv_nodes_rate)(dv_eval *e);                          // their rates; flows that waited for them
void DV_X(dv_part_call)(dv_eval *e, int what, int part);
// What no evaluation changes in a cell: where the part's reals, numbers and ints are.
void DV_X(dv_part_seat)(const dv_eval *e, const dv_part *p, const real *num, dv_cell *c);
void DV_X(dv_parts_seat)(dv_eval *e);                         // before the first cell of an evaluation
dv_cell *DV_X(dv_part_cell)(const dv_eval *e, int part);      // with ports and inputs gathered
void DV_X(dv_bond_call)(dv_eval *e, int block);               // bond_run.c
void DV_X(dv_hold_call)(dv_eval *e, int part);                // hold_frame.c
void DV_X(dv_tee_call)(dv_eval *e, int tee);                  // tee.c
void DV_X(dv_evaluate)(dv_eval *e);                           // all calls of the model
void DV_X(dv_evaluate_for_rates)(dv_eval *e);                 // those that rates of state depend on
void DV_X(dv_evaluate_for_roots)(dv_eval *e);                 // those that roots depend on
void DV_X(dv_evaluate_drives)(dv_eval *e, real *q, real *v);  // signals, then the driven coordinates
#ifdef __cplusplus
}
#endif
