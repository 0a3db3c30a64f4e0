// instant.h: a duty at one instant, between opening, solving and writing down; private to duty*.c.
#pragma once

#include "study/duty.h"

typedef struct {
  dv_kinematics *k;
  const dv_study_spec *s;
  dv_diags *diags;
  int n, nmoved, nrow;    // actuators, free coordinates, closures of loops: n = nmoved - rank
  dv_way *way;            // [n]
  int *iq, *iv;           // [nmoved] free coordinates
  double *lower, *upper;  // [nmoved] their limits
  int (*signal)[3];       // [n] work: value, rate, acceleration of the motions
  dv_spot point;
  double *x, *d, *dx;    // state [nx], discrete [nd], rates [nx]
  double *want;          // [3][n] X, X', X''
  double *most;          // [2][n] largest X'' so far, and room
  double *A, *G, *B;     // dx/dq [n][nv]; dq/dy [nv][n], y as many as actuators; A G [n][n]
  double *c, *J;         // [2 nrow] gaps and their measures; dc/dq [nrow][nv]
  double *speed, *more;  // [n] y'; y'' - what it is by itself
  double *tau, *force;   // [nv] efforts that are missing; [n] of the actuators
  double *row, *mass;    // [nv], [nv][nv]
  double t;
  int under_way;  // the first pose is found
  int told;       // actuators whose leaving of their limits was told, bits
} dv_duty_instant;

dv_duty_instant *dv_duty_open(dv_kinematics *k, const dv_study_spec *s, dv_diags *d);  // NULL after a diagnostic
dv_duty *dv_duty_table(dv_duty_instant *u, const dv_case_spec *load);                  // without rows
void dv_duty_row(dv_duty_instant *u, dv_duty *t);
