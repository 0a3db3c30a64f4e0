// eval.h: a machine at one state, between reading it, computing and writing; private to eval*.c.
#pragma once

#include "cli.h"
#include "engine/program.h"

typedef struct {
  args *a;
  dv_machine *machine;
  const dv_model *m;
  double *q, *v, *d;              // [nq], [nv], [nd]
  double *effort, *acceleration;  // [nv], as given: rows of the free base in its own axes
  double *work, *dx;
  int base;                     // joint that is the floating base, or -1
  const dv_placement *stand;    // where the base's joint stands in the world
  double R[9];                  // of the base in the world
  double base_acceleration[6];  // linear, angular, world axes
} eval;

int eval_open(eval *e);                    // a, machine, m are given; the state that the options say, parts evaluated there
int eval_read(eval *e, const char *path);  // 0, or BAD_USAGE or BAD_FILE with a diagnostic
void eval_base(eval *e);                   // R from the quaternion
void eval_base_acceleration(eval *e);
void eval_write(eval *e);

static inline const dv_joint *joint_at(const dv_model *m, int i) { return dv_model_JOINT(m) + i; }
// Its last four coordinates are a quaternion: there is one more of them than rates.
static inline int has_attitude(const dv_joint *j) { return j->nq == j->nv + 1; }
static inline void rotate(const double *R, const double *x, double *out)
{
  double y[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * y[0] + R[3 * i + 1] * y[1] + R[3 * i + 2] * y[2];
}
static inline void rotate_back(const double *R, const double *x, double *out)
{
  double y[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; i++) out[i] = R[i] * y[0] + R[3 + i] * y[1] + R[6 + i] * y[2];
}
static inline void cross(const double *a, const double *b, double *out)
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
