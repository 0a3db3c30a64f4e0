// sim_lanes.h: sims of one model side by side in the lanes of a vector: each has the bits of a sim alone. Inside run/ and api/
// only.
#pragma once

#include "run/sim.h"

typedef struct dv_sim_lanes dv_sim_lanes;

// Sims like this one that a vector takes: 1, if its method has no fixed step or is implicit, or the CPU has no vectors.
int dv_sim_lanes_width(const dv_sim *like);
// Room for them, taken here and not later. Runs out of memory as the arena says.
dv_sim_lanes *dv_sim_lanes_new(dv_arena *a, const dv_sim *like);

// A step of sim[n], n at most the width; all at the same time. code [n]: as dv_sim_step would give.
void dv_sim_lanes_step(dv_sim_lanes *g, dv_sim *const *sim, int n, double dt, int *code);
// Outputs of sim[n] are evaluated, unless they are fresh: then they lie in the lanes, for dv_sim_lanes_value. 0: evaluate them
// one by one.
int dv_sim_lanes_refresh(dv_sim_lanes *g, dv_sim *const *sim, int n);
double dv_sim_lanes_value(const dv_sim_lanes *g, int lane, const dv_variable *v);  // of a variable that needs work
