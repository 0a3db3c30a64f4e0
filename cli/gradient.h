// gradient.h: inside `davit gradient`.
#pragma once

#include "cli.h"

#include "batch/gradient.h"

int gradient_by(args *a, dv_machine *m, dv_gradient *g);  // gradient_by.c: the numbers that --by names
