// saved_slope.h: slopes of a sim's machine by the graph in its saved block.
#pragma once

#include "run/sim.h"

int dv_sim_slope_saved(dv_sim_body *b, const dv_sim_slopes *q);  // 0: done; 1: not to be had here
