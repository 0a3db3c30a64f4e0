// pace.h: how long a machine's right-hand side and its steps take: the least thread CPU time over some turns.
#pragma once

#include "solve/solve.h"
#include "engine/compiled.h"

typedef struct {
  const dv_engine *engine;      // how many lanes
  const dv_compiled *compiled;  // NULL: the engine's own loop
  const char *method;           // a fixed-step method, for steps
  double step;                  // s
} dv_pacing;

double dv_pace_clock(void);  // CPU time of this thread, s

// Seconds per right-hand side and lane at the state s; HUGE_VAL: not finite there.
double dv_pace_rates(const dv_model *m, const dv_state *s, const dv_pacing *p, int turns);
// Seconds per step and lane, in steps on from the state s; HUGE_VAL: no such method, or the steps do not stay finite.
double dv_pace_steps(const dv_model *m, const dv_state *s, const dv_pacing *p, int turns);
