// quantity.h: one number with a unit from outside a machine file: "635 kg", "2*pi/3 rad", "12".
#pragma once

#include "base/diag.h"

// In SI; a bare number is SI. unit NULL: of any dimension. 0, or -1 after a diagnostic that names `what`.
int dv_quantity_read(dv_arena *a, dv_diags *d, const char *what, const char *text, const char *unit, double *out);
// Factor and offset that turn numbers in `from` into SI, if that has the dimension of `unit` (NULL: any). 0, or -1 after a
// diagnostic.
int dv_quantity_scale(dv_arena *a, dv_diags *d, const char *what, const char *from, const char *unit, double *factor,
                      double *offset);
