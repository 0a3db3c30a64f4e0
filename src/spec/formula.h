// spec/formula.h: reads an expression with units and names, and evaluates it over doubles with dimensions.
//
//   0.3 m      250 bar      2*L + 30[cm]      sqrt(m*k)      sin(2*pi*f*t)
//
// A whole scalar "number unit" is a quantity; inside an expression a unit stands in brackets, and [mm] alone is 1 mm.
// Names may have dots; one with a minus sign stands in quotes: 'left-arm'.angle. Functions: see base/formula_code.h, in
// lower case; constants pi, e, g0 (9.80665 m/s^2). Bare numbers fit every dimension, and so do sin(x), exp(x)...
#pragma once

#include "base/formula_code.h"
#include "davit/kind.h"
#include "spec/units.h"

typedef struct {
  int ncode;
  dv_code *code;
  int nconst;
  double *constant;  // SI
  dv_dim *constant_dim;
  int ninput;
  const char **input;  // names, in order of first use
  int *input_at;       // [ninput] offset of that use in the text, for messages
  int *code_at;        // [ncode] likewise
} dv_formula;

typedef struct {
  double value;  // SI
  dv_dim dim;
} dv_quantity_value;

// A name's value while parameters are evaluated: 0 found, -1 unknown (the lookup or its owner reports; dv_formula_evaluate does
// not).
typedef int dv_lookup(void *context, const char *name, dv_quantity_value *out);

// 0, or -1 with a diagnostic at `mark` (column advanced to the fault). A result that is not finite is no fault here.
int dv_formula_parse(dv_arena *a, dv_diags *d, dv_units *u, const char *text, dv_mark mark, dv_formula *out);
int dv_formula_evaluate(dv_diags *d, const dv_formula *f, dv_mark mark, dv_lookup *lookup, void *context, dv_quantity_value *out);
// Its value once dimensions have been looked at: names are bare numbers in SI.
int dv_formula_value(dv_diags *d, const dv_formula *f, dv_lookup *lookup, void *context, double *out);
// The dimension of a formula of signals: as above, but a bare number may stand for any quantity, so that 30*x fits everywhere,
// and what does not fit is a warning.
int dv_formula_dimension(dv_diags *d, const dv_formula *f, dv_mark mark, dv_lookup *lookup, void *context, dv_dim *out);
dv_formula dv_formula_name(dv_arena *a, const char *name);  // of one input
