// joint_type.c: joints by the rows of joint_types.def.
//
//   motion X = product of steps,  step: turn q about its direction, slide q along it (dv_primitive_turn, _slide)
//   twist of step k in the moved frame:  Y = product of the steps after k:  (R' w, R' (v + w x p))
#include "spec/joint_type.h"

#include "spec/check.h"

#include <string.h>

enum { A, B, C, X, Y, Z };

const dv_joint_row dv_joint_rows[DV_J_COUNT] = {
#define DV_JOINT_TYPE(id, name, whole, axes, look, tie, ...) {name, whole, axes, look, tie, {__VA_ARGS__}},
#include "spec/joint_types.def"
};

int dv_joint_steps(dv_joint_type t)
{
  int n = 0;
  while (n < DV_STEPS && dv_joint_rows[t].step[n].primitive) n++;
  return n;
}

int dv_joint_has_plane(dv_joint_type t)
{
  for (int k = 0; k < dv_joint_steps(t); k++)
    if (dv_joint_rows[t].step[k].direction == B) return strlen(dv_joint_rows[t].axes) == 1;
  return 0;
}

const dv_primitive *dv_joint_primitive(dv_joint_type t, int step)
{
  return dv_primitive_find(dv_joint_rows[t].step[step].primitive);
}

const char *dv_joint_coordinate(dv_joint_type t, int i, int *rotary)
{
  const dv_joint_row *row = &dv_joint_rows[t];
  int k = 0;
  while (row->step[k].at != i) k++;
  if (rotary) *rotary = dv_joint_primitive(t, k)->turns;
  return row->step[k].name;
}

int dv_joint_is_whole(const dv_joint_spec *j) { return dv_joint_rows[j->type].whole[0] != 0; }

int dv_joint_slides(const dv_joint_spec *j)
{
  int n = 0;
  for (int k = 0; k < dv_joint_steps(j->type); k++) n += dv_joint_primitive(j->type, k)->slides;
  return n;
}

void dv_joint_direction(const dv_joint_spec *j, int step, double out[3])
{
  const double *a = j->axis, *b = j->axis2;
  int direction = dv_joint_rows[j->type].step[step].direction;
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    out[i] = direction == A ? a[i] : direction == B ? b[i] : direction == C ? a[y] * b[z] - a[z] * b[y] : direction == X + i;
  }
}

// A screw along direction e through the origin: turn, and slide.
static dv_placement step_motion(const dv_joint_spec *j, int step, double q)
{
  const dv_primitive *p = dv_joint_primitive(j->type, step);
  dv_placement m = dv_place_identity;
  double e[3];
  dv_joint_direction(j, step, e);
  double number = dv_primitive_number(p, j->pitch), turn = dv_primitive_turn(p, number);
  if (turn != 0) dv_place_axis(e, turn * q, m.R);
  for (int i = 0; i < 3; i++) m.p[i] = dv_primitive_slide(p, number) * q * e[i];
  return m;
}

static dv_placement steps_after(const dv_joint_spec *j, const double *q, int step)
{
  dv_placement m = dv_place_identity;
  for (int k = step; k < dv_joint_steps(j->type); k++)
    m = dv_place_times(m, step_motion(j, k, q[dv_joint_rows[j->type].step[k].at]));
  return m;
}

dv_placement dv_joint_motion_at(const dv_joint_spec *j, const double *q) { return steps_after(j, q, 0); }

dv_placement dv_joint_motion_now(const dv_joint_spec *j)
{
  double q[DV_STEPS];
  for (int i = 0; i < DV_STEPS; i++) q[i] = j->coordinate[i].position;
  if (!dv_joint_is_whole(j)) return dv_joint_motion_at(j, q);
  dv_placement m = dv_place_identity;
  int slides = dv_joint_slides(j);
  memcpy(m.p, j->position, (size_t)slides * sizeof(double));
  dv_quaternion_matrix(&j->position[slides], m.R);
  return m;
}

void dv_joint_twist(const dv_joint_spec *j, const double *q, int step, double S[6])
{
  const dv_primitive *p = dv_joint_primitive(j->type, step);
  dv_placement m = steps_after(j, q, step + 1);
  double e[3], v[3], number = dv_primitive_number(p, j->pitch), turn = dv_primitive_turn(p, number),
                     slide = dv_primitive_slide(p, number);
  dv_joint_direction(j, step, e);
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    v[i] = slide * e[i] + turn * (e[y] * m.p[z] - e[z] * m.p[y]);
  }
  for (int i = 0; i < 3; i++) {
    S[i] = turn * (m.R[i] * e[0] + m.R[3 + i] * e[1] + m.R[6 + i] * e[2]);
    S[3 + i] = m.R[i] * v[0] + m.R[3 + i] * v[1] + m.R[6 + i] * v[2];
  }
}
