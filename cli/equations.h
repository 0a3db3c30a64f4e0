// equations.h: matrices of the equations of motion at a state, between computing and writing; private to equations*.c.
#pragma once

#include "eval.h"

typedef struct {
  const char *name, *latex, *doc;  // "B", "\\mathbf{B}", "mass matrix"
  const char *of;                  // NULL, or the rate that it belongs to: dB/dq of "pin"
  int columns;                     // 1: a vector; n: a matrix
  const double *x;                 // [n][columns]
} block;

typedef struct {
  args *a;
  const dv_model *m;
  int n;              // rates
  const char **name;  // [n] of rows and columns
  struct {
    block *item;
    int n, cap;
  } block;
} equations;

void equations_print(const equations *e);
void equations_latex(const equations *e);
void equations_json(const equations *e, const char *method, const dv_machine *m);
