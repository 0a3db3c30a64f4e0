// charted.h: steps of explicit methods that work in a chart (lie-rk4, rkn, dopri5, euler), computed once more with their slopes;
// shared by the ways along a run and back.
//
//   k_i = F(t + c_i h, x, xi_i),  xi_i = h sum a_ij k_j,  x1 = x (+) xi_end
//
// Coordinates of some methods go by rates and their changes a:  xi_i = h sum b_ij k_j + h^2 sum e_ij a_j.
#pragma once

#include "solve/sensitivity_inside.h"

typedef struct {
  const char *name;
  const dv_tableau *by;
  enum { DV_APART_NONE, DV_APART_PLAIN, DV_APART_ALL } apart;     // whose coordinates go by rates and accelerations
  const double (*rate)[DV_STAGES_MOST], (*bend)[DV_STAGES_MOST];  // of these; the last row: end of the step
  void (*between)(double u, double *w, double *dw);  // weights at u of the step, and their slopes; NULL: by a shorter step
} dv_charted_method;

struct dv_charted {
  const dv_charted_method *method;
  const dv_chart *chart;
  int n, row;  // directions; row of the first of them in a seed
  double *xi;  // [n]
  // of a method with `between`: the step that records lie within, and how it ends (as dv_follower's `step` is told)
  dv_stretch now;
  const int *crossed;
  const double *end;
  int corner, ready;  // ready: 1: the tangents of its stages are there
  double **stays;     // [batches][W] how far into the step the record is moves by so much, since its time stays
  struct dv_charted_gathered *gathered;  // of these, on the way back
};

const dv_charted_method *dv_charted_of(const char *method);  // NULL: it is none of these
struct dv_charted *dv_charted_new(dv_arena *a, const dv_sensitivity_options *o);
void dv_charted_room(dv_sensitivity *s);  // once the tangents are there

// [j] weights of rates in xi of stage i (the number of stages: the end).
static inline const double *dv_charted_part(const dv_charted_method *m, int i)
{
  return i < m->by->stages ? m->by->part[i] : m->by->weight;
}

int dv_charted_apart(const struct dv_charted *c, int nv, int e);  // 1: row e of a displacement goes by rates and accelerations
// xi of stage i (the number of stages: the end) into `xi`.
void dv_charted_place(const dv_sensitivity *s, double h, int i, double *xi);
// Stands at stage i, whose rate is k_i; at the state displaced by xi, which goes to s->y.
int dv_charted_stand(dv_sensitivity *s, const dv_stretch *p, int i);
int dv_charted_move(dv_sensitivity *s, const dv_stretch *p, const double *xi);
// At tau of a step whose stages have their rates: weights of these and their slopes by tau / h; stands there as `move` does.
int dv_charted_reach(dv_sensitivity *s, const dv_stretch *p, double tau, double *w, double *dw);
// As go_along of sensitivity.c.
int dv_charted_along(dv_sensitivity *s, const dv_stretch *p, double *const *from, double *const *dh, double *const *to,
                     int batches);
extern const dv_follower dv_charted_follower;  // of methods with `between`

// The way back (charted_back.c), as adjoint.c has it. Methods with `between`: what records within a step weigh is gathered before
// the step goes back, which takes it along where `gathered` is 1.
void dv_charted_back_open(dv_sensitivity *s);
void dv_charted_back_begin(dv_sensitivity *s);
int dv_charted_stand_all(dv_sensitivity *s, const dv_stretch *p);
void dv_charted_back(dv_sensitivity *s, const dv_stretch *p, double *L, double *hbar, int gathered);
int dv_charted_waits(const dv_sensitivity *s);  // 1: something was gathered
int dv_charted_back_look(dv_sensitivity *s, int i);
