// slope.h: time derivatives of what formulas name, and the twins of expressions that compute them.
#pragma once

#include "assemble/internal.h"

void dv_add_slope_parts(dv_assembler *c);
// The name of the order-th time derivative; "": it is zero; NULL: it is not known.
const char *dv_slope_name(dv_assembler *c, const char *name, int order);
// Where an input of a part's formula, or its time derivative, comes from. Beyond the part's own order: what the input brings
// along.
dv_source dv_formula_source(dv_assembler *c, int part, int input, int order);
int dv_twin_of(const dv_assembler *c, int part, int order);  // -1: none
