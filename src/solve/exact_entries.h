// exact_entries.h: Jacobians of a machine by the slopes of its graph, for runs.
#pragma once

#include "run/run.h"
#include "spec/spec.h"

const dv_entries *dv_exact_entries(dv_arena *a, const dv_entries_options *o);  // NULL: the machine has no graph
// What a machine file wants: NULL: differences.
dv_entries_maker *dv_exact_chosen(const dv_solver_spec *s);
