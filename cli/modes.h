// modes.h: private to modes*.c.
#pragma once

#include "cli.h"

int modes_linearise(args *a, dv_machine *m, dv_linear *l);      // FINE, or a code with diagnostics in m
int modes_draw(args *a, const dv_linear *l, const char *path);  // poles and shapes, or over a number of the file
