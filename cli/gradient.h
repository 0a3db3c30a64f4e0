// gradient.h: inside `davit gradient`.
#pragma once

#include "cli.h"

#include "batch/gradient.h"

int gradient_by(args *a, dv_machine *m, dv_gradient *g);  // gradient_by.c: the numbers that --by names
// Numbers of the file by names or patterns, for an option of this name. FINE, or BAD_USAGE after a diagnostic.
int numbers_named(args *a, const dv_machine *m, const char *option, const char *const *name, int n, dv_gradient_by **out,
                  int *found);
