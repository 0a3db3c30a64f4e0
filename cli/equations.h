// equations.h: matrices of the equations of motion at a state, between computing and writing; private to equations*.c.
#pragma once

#include "eval.h"

typedef struct {
  const char *name, *latex, *doc;  // "B", "\\mathbf{B}", "mass matrix"
  const char *of;                  // NULL, or the rate that it belongs to: dB/dq of "pin"
  int columns;                     // 1: a vector; n: a matrix
  const double *x;                 // [rows][columns]
  int rows;                        // 0: as many as rates, and named after them
  const char **row, **column;      // NULL: named after the rates
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

void equations_moving_frame(equations *e, const eval *s);
void equations_screw(equations *e, const eval *s);
void equations_loops_newton_euler(equations *e, const eval *s);  // in independent rates
void equations_loops_lagrange(equations *e, const eval *s);
void equations_reactions(equations *e, const eval *s);
const char *equations_body(const equations *e,
                           int link);                // that stands on a link; a link between two joints has none: its number
void equations_efforts(const eval *s, double *tau);  // of parts and drives: what the accelerations of the whole machine ask for

int equations_symbolic(args *a);        // the whole verb, with formulas
int equations_needs_symbolic(args *a);  // BAD_USAGE if an option is there that only formulas have

void equations_print(const equations *e);
void equations_latex(const equations *e);
void equations_json(const equations *e, const char *method, const dv_machine *m);
