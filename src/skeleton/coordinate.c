// coordinate.c: coordinates against rates: q' = N(q) v, steps along the tangent, unit quaternions; and the table of joints.
#include "skeleton/joints.h"

static const dv_joint_facts facts[] = {
#define DV_JOINT(name, family, axis, nq, nv, sine) {#name, #family, axis, nq, nv, sine},
#include "skeleton/joints.def"
};

int DV_X(dv_joint_row)(const char *name)
{
  for (int i = 0; i < DV_JOINT_ROWS; i++)
    if (strcmp(name, facts[i].name) == 0) return i;
  return -1;
}

dv_joint_facts DV_X(dv_joint_row_facts)(int row) { return facts[row]; }

void DV_X(dv_coordinate_rate)(const dv_tree *t, const real *q, const real *v, real *qdot)
{
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    for (int k = 0; l->body == DV_BEAM && k < l->modes; k++) qdot[l->mq + k] = v[l->mv + k];
    switch (l->joint) {
#define DV_JOINT(name, family, ...) DV_CASE(name, family##_rate(q + l->iq, v + l->iv, qdot + l->iq))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_coordinate_add)(const dv_tree *t, const real *q, double h, const real *dq, real *out)
{
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    for (int k = 0; l->body == DV_BEAM && k < l->modes; k++) out[l->mq + k] = q[l->mq + k] + h * dq[l->mv + k];
    switch (l->joint) {
#define DV_JOINT(name, family, ...) DV_CASE(name, family##_add(q + l->iq, h, dq + l->iv, out + l->iq))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_coordinate_normalise)(const dv_tree *t, real *q)
{
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    switch (l->joint) {
#define DV_JOINT(name, family, ...) DV_CASE(name, family##_normalise(q + l->iq))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}
