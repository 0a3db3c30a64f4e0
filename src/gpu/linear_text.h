// linear_text.h: the linear algebra of a machine's own pattern as straight-line text for a card.
#pragma once

#include "base/text.h"
#include "step/step.h"

enum { DV_LINEAR_MOST = 30000 };  // operations of an elimination that are written out

// Operations of the elimination.
long dv_linear_operations(const dv_pattern *p);
// Tables and functions that gpu/rosenbrock.cuh asks for. Doubles of memory that a thread needs.
int dv_linear_text(dv_text *out, const dv_model *m, const dv_chart *c, const dv_pattern *p);
