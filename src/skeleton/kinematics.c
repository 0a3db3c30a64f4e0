// kinematics.c: joint positions, twists, poses, accelerations of all links.
#include "skeleton/joints.h"

enum {
  SINES = 0
#define DV_JOINT(name, family, axis, nq, nv, sine) | sine << DV_ROW_##name
#include "skeleton/joints.def"
};

// All sines before a pass: independent of each other they overlap; with one lane, eight at a time, they use the vector unit.
#if DV_LANES == 1
typedef double pair __attribute__((vector_size(16)));

// Collected in pairs: a vector loaded from numbers stored one by one would wait for the stores.
DV_FN void collect(const dv_link *l, int n, const real *q, real *x)
{
  for (int j = 0; j < 8; j += 2) {
    pair both = {q[l[j < n ? j : 0].iq], q[l[j + 1 < n ? j + 1 : 0].iq]};
    memcpy(x + j, &both, sizeof both);
  }
}

void DV_X(dv_sines)(const dv_tree *t, dv_link_work *__restrict w, const real *q)
{
  for (int i = 0; i < t->nlink; i += 8) {
    int n = t->nlink - i < 8 ? t->nlink - i : 8;
    real x[8], s[8], c[8];
    collect(t->link + i, n, q, x);
    for (int j = 0; j < 8; j++) dv_sincos(x[j], &s[j], &c[j]);
    for (int j = 0; j < n; j++) {
      w[i + j].s = s[j];
      w[i + j].c = c[j];
    }
  }
}
#else
void DV_X(dv_sines)(const dv_tree *t, dv_link_work *__restrict w, const real *q)
{
  for (int i = 0; i < t->nlink; i++) {
    const dv_link *l = &t->link[i];
    if (SINES >> l->joint & 1) dv_sincos(q[l->iq], &w[i].s, &w[i].c);
  }
}
#endif

void DV_X(dv_position)(DV_TREE, const real *q)
{
  DV_X(dv_sines)(t, w, q);
  DV_X(dv_beams_place)(t, num, w, q);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    h.k->heaped = 0;
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_set(axis, h, q + h.l->iq))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_velocity)(DV_TREE, const real *q, const real *v)
{
  DV_X(dv_position)(t, num, w, q);
  DV_X(dv_beams_move)(t, num, w, v);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_move(axis, h, p, v + h.l->iv, 1))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_pose)(DV_TREE)
{
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_pose(axis, h, p))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_accelerate)(DV_TREE, const real *a)
{
  v3 up = dv_v3_sub(dv_v3_zero(), dv_v3_of(num + t->gravity));
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    if (h.l->body == DV_BEAM) memcpy(dv_beam_room(h).acc, a + h.l->mv, (size_t)h.l->modes * sizeof(real));
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_accelerate(axis, h, p, up, a + h.l->iv))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}

void DV_X(dv_weigh)(DV_TREE)
{
  v3 gravity = dv_v3_of(num + t->gravity);
  for (int i = 0; i < t->nlink; i++) {
    here h = dv_here(t, num, w, i);
    const dv_link_work *p = dv_parent_of(h, w);
    switch (h.l->joint) {
#define DV_JOINT(name, family, axis, ...) DV_CASE(name, family##_weigh(axis, h, p, gravity))
#include "skeleton/joints.def"
      DV_NO_OTHER;
    }
  }
}
