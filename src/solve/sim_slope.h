// sim_slope.h: slopes of a sim's machine by its graph.
#pragma once

#include "run/sim.h"

int dv_sim_slope_exact(dv_sim_body *b, const dv_sim_slopes *q);  // 0: done; 1: not to be had here
