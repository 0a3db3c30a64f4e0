// bench.h: what the files of `davit bench` share.
#pragma once

#include "cli.h"

// Many machines on a graphics card, from the state `early`.
int bench_gpu(const args *a, dv_machine *m, const dv_state *early, const char *method, double step);
