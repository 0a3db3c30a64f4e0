// way_moving_frame.c: frame connections and B by recursion (moving_frame.h):  M* a + N* v = F* + tau
#include "formulation/formulation.h"
#include "formulation/matrix.h"
#include "formulation/moving_frame.h"

static void *room(dv_arena *a, const dv_tree *t, const double *num) { return dv_frames_new(a, t, num, 0); }

static void effort(dv_formulator *f, void *own, const double *q, const double *v, const double *a, double *tau)
{
  (void)f;
  dv_frames_place(own, q, v);
  dv_frames_form(own);
  dv_frames_weigh(own);
  dv_frames_load(own);
  dv_frames_effort(own, v, a, tau);
}

static int acceleration(dv_formulator *f, void *own, const double *q, const double *v, const double *tau, double *a)
{
  const dv_frames *frames = own;
  int n = f->tree.nv;
  effort(f, own, q, v, f->zero, f->x);
  for (int i = 0; i < n; i++) a[i] = tau[i] - f->x[i];
  return dv_matrix_divide(n, frames->M, a);
}

const dv_formulation dv_way_moving_frame = {"moving-frame", "frames, B and B' by recursion", .room = room, .effort = effort,
                                            .acceleration = acceleration};
