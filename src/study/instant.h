// instant.h: a duty at one instant, between opening, solving and writing down; private to duty*.c.
#pragma once

#include "study/duty.h"

typedef struct {
  dv_kinematics *k;
  const dv_study_spec *s;
  dv_diags *diags;
  dv_way *way;       // [n]
  int n;             // actuators = moved coordinates
  int *iq, *iv;      // [n] of the moved coordinates
  int (*signal)[3];  // [n] work: value, rate, acceleration of the motions
  dv_spot point;
  double *x, *d, *dx, *row, *A, *want;  // state [nx], discrete [nd], rates [nx], [nv], [n][n], X X' X'' [3][n]
  double *qd, *qdd, *tau, *force;       // [n]
  double *mass;                         // [nv][nv]
  double *lower, *upper;                // [n] limits of the moved coordinates
  double t;
  int under_way;  // the first pose is found
  int told;       // actuators whose leaving of their limits was told, bits
} dv_duty_instant;

dv_duty_instant *dv_duty_open(dv_kinematics *k, const dv_study_spec *s, dv_diags *d);  // NULL after a diagnostic
dv_duty *dv_duty_table(dv_duty_instant *u, const dv_case_spec *load);                  // without rows
void dv_duty_row(dv_duty_instant *u, dv_duty *t);
