// shape.c: reads a link's joint and body back from the tree and its number block.
#include "shape.h"

#include <assert.h>

static void joint_read(const char *name, dv_shape *s)
{
  static const char *const kinds[] = {"revolute", "prismatic", "helical", "ball", "free"};
  for (int k = 0; k < 5; k++)
    if (strncmp(name, kinds[k], strlen(kinds[k])) == 0) {
      s->joint = (dv_shape_joint)k;
      s->axis = k < DV_SHAPE_BALL ? name[strlen(kinds[k]) + 1] - 'x' : 0;
      return;
    }
  assert(!"a joint row that the peers do not know");
}

// Parallel axes: I_c = I - m (c.c 1 - c c^T).
static void centre(dv_shape *s)
{
  double cc = 0;
  for (int i = 0; i < 3; i++) {
    s->com[i] = s->m > 0 ? s->mc[i] / s->m : 0;
    cc += s->com[i] * s->com[i];
  }
  for (int i = 0, k = 0; i < 3; i++)
    for (int j = i; j < 3; j++, k++) s->Ic[k] = s->I[k] - s->m * ((i == j ? cc : 0) - s->com[i] * s->com[j]);
}

dv_shape dv_shape_of(const dv_tree *t, const double *num, int link)
{
  const dv_link_num *x = (const dv_link_num *)(const void *)(num + t->link[link].num);
  dv_shape s;
  memset(&s, 0, sizeof s);
  joint_read(dv_joint_row_facts_x1(t->link[link].joint).name, &s);
  s.R = x->R;
  s.p = x->p;
  s.mc = x->mc;
  s.m = x->m;
  s.I = x->I;
  s.pitch = x->pitch;
  centre(&s);
  return s;
}

// E = (2 w^2 - 1) 1 + 2 u u^T + 2 w [u]x.
void dv_shape_rotation(const double *quaternion, double *E)
{
  double w = quaternion[0];
  const double *u = quaternion + 1;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) E[3 * i + j] = 2 * u[i] * u[j] + (i == j ? 2 * w * w - 1 : 0);
  for (int i = 0; i < 3; i++) {
    int y = (i + 1) % 3, z = (i + 2) % 3;
    E[3 * z + y] += 2 * w * u[i];
    E[3 * y + z] -= 2 * w * u[i];
  }
}

void dv_shape_multiply(const double *A, const double *B, double *C)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}
