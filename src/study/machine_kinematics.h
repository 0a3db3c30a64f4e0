// machine_kinematics.h: places and axes of a machine as functions of its coordinates.
#pragma once

#include "assemble/assemble.h"

// A coordinate that can be moved: one row of q and of v.
typedef struct {
  const char *name;
  int iq, iv, rotary, free;  // free: neither locked nor prescribed
  double lower, upper;
} dv_mover;

typedef struct {
  const dv_machine *machine;
  const dv_model *m;
  const dv_spec *spec;
  dv_arena *arena;
  double *q, *v;       // [nx], [nv]: the initial pose, at rest
  double *work, *jac;  // scratch: [nwork], [6][nv]
  int nmover;
  dv_mover *mover;
} dv_kinematics;

dv_kinematics *dv_kinematics_new(dv_arena *a, const dv_machine *m);
const dv_mover *dv_mover_find(const dv_kinematics *k, const char *name);

// A place on a body; body -1: the world's origin.
typedef struct {
  const char *name;
  int body;
  double at[3];
} dv_spot;

int dv_spot_find(const dv_kinematics *k, const char *name,
                 dv_spot *out);                                         // "body", "body.point", "world", "world.point"; 0, or -1
const char *dv_spot_nearest(const dv_kinematics *k, const char *name);  // "did you mean 'x'?", or what to do
void dv_spot_at(dv_kinematics *k, const dv_spot *p, const double *q, double x[3]);
void dv_spot_jacobian(dv_kinematics *k, const dv_spot *p, const double *q, double *J);  // [3][nv]

// An axis: a coordinate, a distance between two places, or a weighted sum of axes.
typedef struct dv_way {
  const char *name;
  dv_mark mark;
  int iq, iv;  // of a coordinate; else -1
  dv_spot end[2];
  int nterm;
  struct dv_way *term;
  double *factor, offset, *room;  // room: scratch [nv]
  double lower, upper;
  int rotary;
} dv_way;

int dv_way_find(const dv_kinematics *k, const char *name, dv_way *out);  // 0, or -1
// Its value. Unless NULL: row [nv] = its slope along the rates; *bend = its acceleration at rates v while theirs are zero.
double dv_way_at(dv_kinematics *k, const dv_way *w, const double *q, const double *v, double *row, double *bend);

// Every limit that is not a coordinate's own: named axes with limits, cylinders between their stops, end stops.
int dv_ways_limited(dv_kinematics *k, dv_way **out);
